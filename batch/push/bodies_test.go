// SPDX-License-Identifier: MIT

package push

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/internal/must"
	"daylight/region"
	"daylight/soa"
)

func ringed(t testing.TB, rings ...[]region.Point) *region.Region {
	t.Helper()
	return must.Get(region.New([][][]region.Point{rings}, region.Config{}))(t)
}

func rectangle(x0, y0, x1, y1 float64) []region.Point {
	return []region.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
}

// One row for each pair of bodies, with the push of a box out of the corner of an L.
func TestBodyContacts(t *testing.T) {
	s := soa.New()
	add := func(id soa.ID, err error) soa.ID {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	l := add(s.AddRegion(ringed(t, []region.Point{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 4}, {X: 0, Y: 4}}), 0, soa.Attrs{}))
	box := add(s.AddBox(soa.At(1.9, 1.8, 0), 1, 1, soa.Attrs{}))
	one := add(s.AddBox(soa.At(20, 0, 0), 1, 1, soa.Attrs{Body: 5}))
	add(s.AddBox(soa.At(22, 0, 0), 1, 1, soa.Attrs{Body: 5}))
	floor := add(s.AddBox(soa.At(21, -1.75, 0), 3, 1, soa.Attrs{}))
	contacts, _ := must.Both(batch.Collide(context.Background(), s, batch.Config{}))(t)
	var p Bodies
	must.Do(t, p.Find(contacts))
	if len(p.A) != 2 || p.A[0] != l || p.B[0] != box || p.A[1] != one || p.B[1] != floor {
		t.Fatalf("%+v", p)
	}
	if p.Start[1] != 2 || p.Start[2] != 4 || len(p.Rows) != 4 {
		t.Errorf("part contacts %v", p.Start)
	}
	if math.Abs(p.X[0]-.1) > 1e-6 || math.Abs(p.Y[0]-.2) > 1e-6 {
		t.Errorf("out of the corner by (%v, %v)", p.X[0], p.Y[0])
	}
	if math.Abs(p.X[1]) > 1e-6 || math.Abs(p.Y[1]+.25) > 1e-6 || p.Excess[1] != 0 {
		t.Errorf("from under two boxes by (%v, %v), too long by %v", p.X[1], p.Y[1], p.Excess[1])
	}
	if d := contacts.Depth[p.Rows[0]]; math.Abs(float64(d)-.2) > 1e-6 {
		t.Errorf("the deepest is %v", d)
	}
}

// Every push ends the overlap of its pair, and no push is shorter than the least.
func TestBodyPushesPart(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	shapes := []*region.Region{
		ringed(t, rectangle(-2, -2, 2, 2), rectangle(-1, -1, 1, 1)),
		ringed(t, []region.Point{{X: -2, Y: -2}, {X: 2, Y: -2}, {X: 2, Y: -1}, {X: -1, Y: -1}, {X: -1, Y: 2}, {X: -2, Y: 2}}),
		ringed(t, []region.Point{{X: 0, Y: 2}, {X: -.6, Y: .6}, {X: -2, Y: 0}, {X: -.6, Y: -.6}, {X: 0, Y: -2}, {X: .6, Y: -.6}, {X: 2, Y: 0}, {X: .6, Y: .6}}),
		ringed(t, rectangle(-1, -1, 1, 1)),
	}
	pairs, longer := 0, 0
	for range 1500 {
		s := soa.New()
		for range 2 {
			at := soa.At(4*r.Float64(), 4*r.Float64(), 7*r.Float64())
			must.Get(s.AddRegionAt(at, shapes[r.IntN(len(shapes))], .2*float64(r.IntN(2)), soa.Attrs{}))(t)
		}
		contacts, _ := must.Both(batch.Collide(context.Background(), s, batch.Config{}))(t)
		var p Bodies
		must.Do(t, p.Find(contacts))
		if contacts.Len() == 0 {
			continue
		}
		if len(p.A) != 1 || p.Start[1] != contacts.Len() {
			t.Fatalf("%+v", p)
		}
		pairs++
		length := math.Hypot(p.X[0], p.Y[0])
		deepest := float64(contacts.Depth[p.Rows[0]])
		if p.Excess[0] != 0 || length < deepest-1e-5 {
			t.Fatalf("a push of %v, too long by %v; two parts are %v deep", length, p.Excess[0], deepest)
		}
		if length > deepest+1e-5 {
			longer++
		}
		x, y, _ := s.Position(p.B[0])
		must.Do(t, s.SetPosition(p.B[0], x+p.X[0], y+p.Y[0]))
		left, _ := must.Both(batch.Collide(context.Background(), s, batch.Config{Margin: -1e-4}))(t)
		if left.Len() > 0 {
			t.Fatalf("pushed by (%v, %v), %d parts overlap by up to %v", p.X[0], p.Y[0], left.Len(), left.Depth)
		}
	}
	t.Logf("%d pairs, %d pushes are longer than any two parts ask for", pairs, longer)
	if pairs < 700 || longer < pairs/10 {
		t.Errorf("%d pairs, %d pushes are longer than any two parts ask for", pairs, longer)
	}
}

// Every mode folds, and so does a join, with the same pushes.
func TestBodyContactsOfModes(t *testing.T) {
	ring := ringed(t, rectangle(-3, -3, 3, 3), rectangle(-2, -2, 2, 2))
	l := ringed(t, []region.Point{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 4}, {X: 0, Y: 4}})
	both, first, second := soa.New(), soa.New(), soa.New()
	add := func(s *soa.Shapes, r *region.Region, x, y float64) soa.ID {
		t.Helper()
		return must.Get(s.AddRegionAt(soa.At(x, y, math.Pi), r, 0, soa.Attrs{}))(t)
	}
	a := add(both, ring, 0, 0)
	b := add(both, l, 3.5, 3.25)
	add(both, l, 40, 0)
	add(first, ring, 0, 0)
	add(second, l, 40, 0)
	far := add(second, l, 3.5, 3.25)
	dx := soa.Attach[float32](both)
	for _, mode := range []batch.Mode{batch.ModeContacts, batch.ModeManifolds, batch.ModeDistance, batch.ModeSwept} {
		opts := batch.Config{Mode: mode}
		if mode == batch.ModeSwept {
			opts.Columns[0] = batch.Columns{Motion: soa.Motion{VX: dx, VY: soa.Attach[float32](both), Spin: soa.Attach[float32](both)}}
		}
		c, _, err := batch.Collide(context.Background(), both, opts)
		if err != nil {
			t.Fatal(mode, err)
		}
		var p Bodies
		if err := p.Find(c); err != nil {
			t.Fatal(mode, err)
		}
		// The ring's corner is in the corner of the L: to the upper right by half and a quarter.
		if len(p.A) != 1 || p.A[0] != a || p.B[0] != b || p.Start[1] != c.Len() || c.Len() < 2 {
			t.Fatalf("%v: %+v", mode, p)
		}
		if math.Abs(p.X[0]-.5) > 1e-6 || math.Abs(p.Y[0]-.75) > 1e-6 || p.Excess[0] != 0 {
			t.Errorf("%v: pushed by (%v, %v), too long by %v", mode, p.X[0], p.Y[0], p.Excess[0])
		}
		if len(p.Begin.A) != 1 || len(p.End.A) != 0 {
			t.Errorf("%v: %v begins, %v ends", mode, p.Begin, p.End)
		}
		if mode == batch.ModeSwept {
			continue
		}
		j, _, err := batch.Join(context.Background(), first, second, opts)
		if err != nil {
			t.Fatal(mode, err)
		}
		var q Bodies
		if err := q.Find(j); err != nil {
			t.Fatal(mode, err)
		}
		if len(q.A) != 1 || q.B[0] != far || q.X[0] != p.X[0] || q.Y[0] != p.Y[0] {
			t.Errorf("%v, joined: %+v", mode, q)
		}
	}
}

// Pairs of bodies begin and end as bodies, however many of their parts come and go.
func TestBodyEvents(t *testing.T) {
	s := soa.New()
	u := ringed(t, []region.Point{{X: -2, Y: 0}, {X: 2, Y: 0}, {X: 2, Y: 2}, {X: 1, Y: 2}, {X: 1, Y: 1}, {X: -1, Y: 1}, {X: -1, Y: 2}, {X: -2, Y: 2}})
	body := must.Get(s.AddRegionAt(soa.At(0, 0, 0), u, 0, soa.Attrs{}))(t)
	disc := must.Get(s.AddCircle(soa.At(-5, 1.5, 0), .4, soa.Attrs{}))(t)
	var p Bodies
	var rows []string
	for _, x := range []float64{-5, -2.2, -1.2, 0, 0.8, 2.2, 2.5, 0} {
		must.Do(t, s.SetPosition(disc, x, 1.5))
		c, _ := must.Both(batch.Collide(context.Background(), s, batch.Config{}))(t)
		must.Do(t, p.Find(c))
		rows = append(rows, fmt.Sprint(len(p.A), len(p.Begin.A), len(p.End.A)))
		if len(p.Begin.A) > 0 && (p.Begin.A[0] != body || p.Begin.B[0] != disc) {
			t.Errorf("%v begins", p.Begin)
		}
	}
	if want := []string{"0 0 0", "1 1 0", "1 0 0", "0 0 1", "1 1 0", "1 0 0", "0 0 1", "0 0 0"}; !slices.Equal(rows, want) {
		t.Errorf("%q, want %q", rows, want)
	}
}

// TestBodiesDecide: bodies that lock and only touch, as Decide has it, are not pushed, and such as
// overlap are, by as much as without it.
func TestBodiesDecide(t *testing.T) {
	hole := []region.Point{{X: 0.31, Y: 0.33}, {X: 0.29, Y: 0.71}, {X: 0.69, Y: 0.73}, {X: 0.71, Y: 0.31}}
	plug := slices.Clone(hole)
	slices.Reverse(plug)
	for _, grown := range []float64{0, 0.01} {
		s, corners := soa.New(), map[soa.ID][]region.Point{}
		add := func(r *region.Region) {
			first := must.Get(s.AddRegion(r, 0, soa.Attrs{}))(t)
			k := 0
			for id := range s.All() {
				if s.Region(id) == first {
					corners[id] = r.Part(k)
					k++
				}
			}
		}
		for i := range plug {
			plug[i].X += grown * (plug[i].X - 0.5)
		}
		add(ringed(t, rectangle(0, 0, 1, 1), hole))
		add(ringed(t, plug))
		asked := 0
		decide := func(a, b soa.ID, found region.Verdict) region.Verdict {
			asked++
			return region.CompareOutlines(corners[a], corners[b], found)
		}
		found, _ := must.Both(batch.Collide(context.Background(), s, batch.Config{}))(t)
		var without, with Bodies
		with.Decide = decide
		must.Do(t, without.Find(found))
		must.Do(t, with.Find(found))
		push := math.Hypot(without.X[0], without.Y[0])
		if len(with.A) != 1 || grown == 0 && !(push > 0 && push < 1e-7) || grown > 0 && push < 0.6 {
			t.Fatalf("%d pairs, and without Decide the push is (%v, %v)", len(with.A), without.X, without.Y)
		}
		switch {
		case grown == 0 && (asked == 0 || with.X[0] != 0 || with.Y[0] != 0 || with.Excess[0] != 0):
			t.Errorf("asked %d times, and bodies that only touch are pushed by (%v, %v)", asked, with.X[0], with.Y[0])
		case grown > 0 && (asked != 0 || with.X[0] != without.X[0] || with.Y[0] != without.Y[0]):
			t.Errorf("asked %d times, and bodies that overlap are pushed by (%v, %v), not (%v, %v)", asked, with.X[0], with.Y[0], without.X[0], without.Y[0])
		}
	}
}

// TestBodiesDecideHair: bodies get a push if Decide says that they overlap by less than float32 can
// tell. Their parts have no depth above 0, or none that the search finds.
func TestBodiesDecideHair(t *testing.T) {
	bracket := func(x float64) *region.Region {
		return ringed(t, []region.Point{{X: x, Y: 0}, {X: x + 2, Y: 0}, {X: x + 2, Y: 1}, {X: x + 1, Y: 1}, {X: x + 1, Y: 3}, {X: x, Y: 3}})
	}
	for _, hair := range []float64{0, 1e-12, 1e-9} {
		s := soa.New()
		first, second := bracket(0), bracket(2-hair)
		must.Get(s.AddRegion(first, 0, soa.Attrs{}))(t)
		must.Get(s.AddRegion(second, 0, soa.Attrs{}))(t)
		asked := 0
		p := Bodies{Decide: func(_, _ soa.ID, _ region.Verdict) region.Verdict {
			asked++
			a, b := must.Get(region.NewShape(first, nil, 0))(t), must.Get(region.NewShape(second, nil, 0))(t)
			return a.Compare(&b)
		}}
		found, _ := must.Both(batch.Collide(context.Background(), s, batch.Config{Margin: 1e-6}))(t)
		must.Do(t, p.Find(found))
		if len(p.A) != 1 || asked == 0 {
			t.Fatalf("%d pairs, asked %d times", len(p.A), asked)
		}
		if push := math.Hypot(p.X[0], p.Y[0]); (push > 0) != (hair > 0) || push > 1e-6 {
			t.Errorf("an overlap of %v has the push (%v, %v)", hair, p.X[0], p.Y[0])
		}
	}
}
