// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"daylight/batch"
	"daylight/internal/batchtest"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/region"
	"daylight/soa"
)

// mesh is a plane of triangles whose corners, in float64, neighbours have in common.
func mesh(n int, at, size float64) (shapes *soa.Shapes, list []region.Shape) {
	rnd := rand.New(rand.NewPCG(1, 2))
	corners := make([]region.Point, (n+1)*(n+1))
	for i := range corners {
		corners[i] = region.Point{
			X: at + size*(float64(i%(n+1))+0.6*rnd.Float64()),
			Y: -2*at + size*(float64(i/(n+1))+0.6*rnd.Float64()),
		}
	}
	shapes = soa.New()
	for i := range n * n {
		k := i/n*(n+1) + i%n
		a, b, c, d := corners[k], corners[k+1], corners[k+n+2], corners[k+n+1]
		for _, core := range [][]region.Point{{a, b, c}, {a, c, d}} {
			one, err := region.NewConvex(core, 0)
			if err != nil {
				continue // so jittered that it is turned over
			}
			list = append(list, one)
			var pts []soa.Point
			for _, p := range core {
				pts = append(pts, soa.Point(p))
			}
			if _, err := shapes.AddOutline(pts, 0, soa.Attrs{}); err != nil {
				panic(err)
			}
		}
	}
	return shapes, list
}

// collided are the contacts of shapes, in canonical order.
func collided(t *testing.T, shapes *soa.Shapes, cfg batch.Config) *batch.Contacts {
	t.Helper()
	cfg.Canonical = true
	c, _ := must.Both(batch.Collide(context.Background(), shapes, cfg))(t)
	return c
}

// verdicts are those of all pairs that are not apart, by index.
func verdicts(list []region.Shape) map[[2]uint32]region.Verdict {
	all := map[[2]uint32]region.Verdict{}
	for i := range list {
		for k := range i {
			if v := list[k].Compare(&list[i]); v != region.Apart {
				all[[2]uint32{uint32(k), uint32(i)}] = v
			}
		}
	}
	return all
}

// TestDecide: every pair of shapes that share borders is found, in every mode, by every kernel and
// at every place. With Strict no touching pair is found. Depths are the same as without Decide,
// except 0 for touching pairs, and never negative.
func TestDecide(t *testing.T) {
	for _, at := range []float64{0, 1e5, -3.7e9} {
		shapes, list := mesh(testenv.Rounds(9, 13, 13), at, 0.7)
		want := verdicts(list)
		decide := func(a, b soa.ID, _ region.Verdict) region.Verdict {
			return list[a.Index()].Compare(&list[b.Index()])
		}
		plain := collided(t, shapes, batch.Config{})
		missed := len(want)
		before := map[[2]uint32]batch.Contact{}
		for _, c := range plain.All() {
			before[[2]uint32{c.A.Index(), c.B.Index()}] = c
			if want[[2]uint32{c.A.Index(), c.B.Index()}] != region.Apart {
				missed--
			}
		}
		if missed == 0 {
			t.Fatalf("at %v: without Decide all %d pairs are found too", at, len(want))
		}
		dx, dy := soa.Attach[float32](shapes), soa.Attach[float32](shapes)
		for _, mode := range []batch.Mode{batch.ModeContacts, batch.ModeOverlaps, batch.ModeManifolds, batch.ModeSwept, batch.ModeDistance} {
			for _, table := range isa.All() {
				for _, open := range []bool{false, true} {
					if testenv.Race && (open || at != 0) {
						continue
					}
					name := fmt.Sprintf("at %v, %v, %s, open %v", at, mode, table.Name, open)
					cfg := batch.Config{Mode: mode, Kernels: table.Name, Strict: open, Workers: 2, Decide: decide}
					if mode == batch.ModeSwept {
						cfg.Columns[0] = batch.Columns{Motion: soa.Motion{VX: dx, VY: dy}}
					}
					got := collided(t, shapes, cfg)
					expected := 0
					for _, v := range want {
						if v == region.Overlapping || !open {
							expected++
						}
					}
					if got.Len() != expected {
						t.Fatalf("%s: %d contacts, want %d of %d", name, got.Len(), expected, missed)
					}
					for _, c := range got.All() {
						key := [2]uint32{c.A.Index(), c.B.Index()}
						if v := want[key]; v == region.Apart || open && v == region.Touching {
							t.Fatalf("%s: %v are %v", name, key, v)
						}
						was, known := before[key]
						if mode == batch.ModeOverlaps {
							continue
						}
						// The depth of a pair in doubt may be greater by the rounding of float32.
						right := c.Depth >= was.Depth && c.Depth <= was.Depth+1e-6
						if want[key] == region.Touching {
							right = c.Depth == 0
						}
						if c.Depth < 0 || known && (!right || c.NX != was.NX || c.NY != was.NY) && mode != batch.ModeSwept {
							t.Fatalf("%s: %+v, without Decide %+v", name, c, was)
						}
						if mode == batch.ModeManifolds && c.N == 0 {
							t.Fatalf("%s: %v have no contact point", name, key)
						}
					}
					brute := must.Get(batchtest.BruteForce(context.Background(), shapes, cfg))(t)
					same(t, name, got, brute)
				}
			}
		}
	}
}

// TestDecideInEngines: engines with a list and joins ask too.
func TestDecideInEngines(t *testing.T) {
	shapes, list := mesh(16, 100, 0.3)
	want := verdicts(list)
	decide := func(a, b soa.ID, _ region.Verdict) region.Verdict { return list[a.Index()].Compare(&list[b.Index()]) }
	e := must.Get(batch.New(shapes, batch.Config{Decide: decide}.Listed(4)))(t)
	for range 6 {
		got, err := e.Step(context.Background())
		if err != nil || got.Len() != len(want) {
			t.Fatalf("%d contacts of %d: %v", got.Len(), len(want), err)
		}
	}
	// Each third shape is joined with the others.
	var sets [2]*soa.Shapes
	var of [2][]int
	for k := range sets {
		sets[k] = soa.New()
	}
	for i := range list {
		k := min(i%3, 1)
		var pts []soa.Point
		for _, p := range list[i].Core() {
			pts = append(pts, soa.Point(p))
		}
		must.Get(sets[k].AddOutline(pts, 0, soa.Attrs{}))(t)
		of[k] = append(of[k], i)
	}
	pairs := 0
	for p := range want {
		if min(p[0]%3, 1) != min(p[1]%3, 1) {
			pairs++
		}
	}
	got, _, err := batch.Join(context.Background(), sets[0], sets[1], batch.Config{Decide: func(a, b soa.ID, _ region.Verdict) region.Verdict {
		return list[of[0][a.Index()]].Compare(&list[of[1][b.Index()]])
	}})
	if err != nil || got.Len() != pairs {
		t.Fatalf("joined: %d of %d: %v", got.Len(), pairs, err)
	}
}

// TestDecideAsksLittle: pairs are asked about by their own bound, however large others are, and
// those whose separation is sure are not.
func TestDecideAsksLittle(t *testing.T) {
	shapes := soa.New()
	add := func(x, y, h float64) {
		must.Get(shapes.AddBox(soa.At(x, y, 0), h, h, soa.Attrs{}))(t)
	}
	add(0, 0, 1e7)
	for i := range 1000 {
		add(float64(i%40)*2.001, float64(i/40)*1.99, 1) // a gap in x, an overlap in y
	}
	add(-2-1e-6, 0, 1) // beside two of the first column
	asked := 0
	got := collided(t, shapes, batch.Config{Workers: 1, Decide: func(_, _ soa.ID, found region.Verdict) region.Verdict {
		asked++
		if found != region.Apart {
			t.Errorf("found %v", found)
		}
		return found
	}})
	if plain := collided(t, shapes, batch.Config{}); asked != 2 || got.Len() != plain.Len() {
		t.Fatalf("asked %d times; %d contacts, else %d", asked, got.Len(), plain.Len())
	}
}
