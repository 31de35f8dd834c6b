// SPDX-License-Identifier: MIT

package shards

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTournament: lists that are each in order come out in the order of all.
func TestTournament(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 40 {
		lists, first := make([][]place, n), make([]place, n)
		var all []place
		take := func(i int) {
			first[i] = over
			if len(lists[i]) > 0 {
				first[i], lists[i] = lists[i][0], lists[i][1:]
			}
		}
		for i := range lists {
			for range r.IntN(20) {
				a, b := r.Uint64N(10), r.Uint64N(10)
				p := place{r.Uint64N(3), min(a, b), max(a, b), a}
				if !slices.Contains(all, p) {
					lists[i], all = append(lists[i], p), append(all, p)
				}
			}
			slices.SortFunc(lists[i], func(p, q place) int { return p.compare(&q) })
			take(i)
		}
		slices.SortFunc(all, func(p, q place) int { return p.compare(&q) })
		var turn tournament
		turn.begin(first)
		for k, want := range all {
			i := turn.first()
			if turn.places[i] != want {
				t.Fatalf("%d lists: %v comes %dth, want %v", n, turn.places[i], k, want)
			}
			take(i)
			turn.next()
		}
		if n > 0 && turn.places[turn.first()] != over {
			t.Fatalf("%d lists: something is left", n)
		}
	}
}
