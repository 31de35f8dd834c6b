// SPDX-License-Identifier: MIT

package contacts

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/batch"
)

// bundles deals elements, in any order, to bundles of any size.
func bundles[E any](r *rand.Rand, list []E, do func([]E)) {
	list = slices.Clone(list)
	r.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	for len(list) > 0 {
		n := 1 + r.IntN(len(list))
		do(list[:n])
		list = list[n:]
	}
}

// byHand does what a runner does with the DoFns of a transform, without one: it deals shapes to
// bundles, runs each twice, and puts what they emit together by tile.
func byHand(t *testing.T, r *rand.Rand, set settings, sets ...[]Shape) []Contact {
	t.Helper()
	ctx := context.Background()
	seed := r.Uint64()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	over := func(list [][]byte) func(*[]byte) bool {
		return func(b *[]byte) bool {
			if len(list) == 0 {
				return false
			}
			*b, list = list[0], list[1:]
			return true
		}
	}
	var samples [][]byte
	var packs [2][][]byte
	singly := r.IntN(5) == 0
	for k, list := range sets {
		bundles(r, list, func(some []Shape) {
			f := &retriedPack{Fn: packFn{Set: set, Singly: singly}, Seed: seed}
			f.StartBundle(nil, nil)
			for _, s := range some {
				check(f.ProcessElement(ctx, s, nil, nil))
			}
			check(f.FinishBundle(ctx, func(b []byte) { packs[k] = append(packs[k], b) }, func(b []byte) { samples = append(samples, b) }))
		})
	}
	plan := ""
	check(fresh(planFn{Tiles: set.Tiles}).ProcessElement(nil, over(samples), func(text string) { plan = text }))
	tiles := map[int64][][]byte{}
	for k, list := range packs {
		bundles(r, list, func(some [][]byte) {
			f := &retriedRoute{Fn: routeFn{Second: k > 0, Singly: singly}, Seed: seed}
			for _, p := range some {
				check(f.ProcessElement(ctx, p, plan, nil))
			}
			check(f.FinishBundle(ctx, plan, func(t int64, b []byte) { tiles[t] = append(tiles[t], b) }))
		})
	}
	var found []Contact
	for k, blocks := range tiles {
		f := &retriedTile{Fn: tileFn{Set: set, Join: len(sets) > 1}, Seed: seed}
		check(f.ProcessElement(ctx, k, over(blocks), plan, func(f Found) {
			if f.Tile != k || !slices.IsSortedFunc(f.Contacts, func(a, b Contact) int { return a.Compare(&b) }) {
				t.Errorf("what tile %d found is of tile %d, or not in order", k, f.Tile)
			}
			(&eachFn{}).ProcessElement(f, func(c Contact) { found = append(found, c) })
		}))
	}
	slices.SortFunc(found, func(a, b Contact) int { return a.Compare(&b) })
	return found
}

// TestBundles: in every mode, with margins, with 1 to hundreds of tiles, with elements in any
// order, in bundles of any size and with every bundle run twice, tiles find what one run of the
// engine finds.
func TestBundles(t *testing.T) {
	for i, c := range []struct {
		mode   batch.Mode
		margin float64
		open   bool
		tiles  int
		n      int
	}{
		{batch.ModeContacts, 0, false, 16, 3000},
		{batch.ModeOverlaps, 0, true, 1, 500},
		{batch.ModeManifolds, 0.3, false, 9, 1000},
		{batch.ModeDistance, 2, false, 64, 600},
		{batch.ModeSwept, 0, false, 25, 800},
		{batch.ModeContacts, 15, false, 300, 300}, // a margin larger than tiles
		{batch.ModeContacts, -0.1, false, 1000, 400},
	} {
		t.Run(fmt.Sprintf("%v/margin=%v/tiles=%d", c.mode, c.margin, c.tiles), func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(i)))
			a, b := random(r, c.n), random(r, c.n/2)
			set, err := newSettings([]Option{InMode(c.mode), Margin(c.margin), OpenSets(c.open), Tiles(c.tiles)})
			if err != nil {
				t.Fatal(err)
			}
			want := singleRun(t, set, a)
			if len(want) == 0 {
				t.Fatal("the scene has no contacts")
			}
			same(t, byHand(t, r, set, a), want)
			same(t, byHand(t, r, set, a, b), singleRun(t, set, a, b))
		})
	}
}
