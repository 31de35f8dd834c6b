// SPDX-License-Identifier: MIT

package exact

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/internal/must"
	"daylight/region"
	"daylight/soa"
)

// pt is a point.
func pt(x, y float64) region.Point { return region.Point{X: x, Y: y} }

func square(x, y, s float64) []region.Point {
	return []region.Point{pt(x, y), pt(x+s, y), pt(x+s, y+s), pt(x, y+s)}
}

func mustShape(s region.Shape, err error) region.Shape {
	if err != nil {
		panic(err)
	}
	return s
}

func polygonRegion(rings ...[]region.Point) *region.Region {
	r, err := region.New([][][]region.Point{rings}, region.Config{})
	if err != nil {
		panic(err)
	}
	return r
}

func polygon(rings ...[]region.Point) region.Shape {
	return mustShape(region.NewShape(polygonRegion(rings...), nil, 0))
}

// mixed fills a scene with all kinds of shapes on a grid, so that many just touch: with capsules
// and rounded corners if round is 1, and without if it is 0.
func mixed(t testing.TB, r *rand.Rand, n int, scale, move, round float64, attrs func(i int) soa.Attrs) *Scene {
	s := new(Scene)
	radius := func(most int) float64 { return round * float64(r.IntN(most)) * scale / 2 }
	for i := range n {
		x, y := float64(r.IntN(4*int(math.Sqrt(float64(n))))), float64(r.IntN(4*int(math.Sqrt(float64(n)))))
		at := func(dx, dy float64) region.Point { return pt((x+dx)*scale+move, (y+dy)*scale-move) }
		var shape region.Shape
		switch r.IntN(8) {
		case 7: // a line, or a square with one
			var area *region.Region
			if r.IntN(2) == 0 {
				area = polygonRegion([]region.Point{at(0, 0), at(2, 0), at(2, 2), at(0, 2)})
			}
			shape = mustShape(region.NewShape(area, [][]region.Point{{at(0, 0), at(3, 0), at(3, 3)}, {at(1, 4)}}, radius(2)))
		case 0:
			shape = mustShape(region.NewConvex([]region.Point{at(0, 0)}, float64(r.IntN(4))*scale/2))
		case 1:
			shape = mustShape(region.NewConvex([]region.Point{at(0, 0), at(float64(1+r.IntN(3)), float64(r.IntN(3)))}, radius(3)))
		case 2, 3:
			w, h := float64(1+r.IntN(3)), float64(1+r.IntN(3))
			shape = mustShape(region.NewConvex([]region.Point{at(0, 0), at(w, 0), at(w, h), at(0, h)}, 0))
		case 4:
			shape = mustShape(region.NewConvex([]region.Point{at(0, 0), at(3, 1), at(1, 3)}, 2*radius(2)))
		case 5: // an L
			shape = polygon([]region.Point{at(0, 0), at(3, 0), at(3, 1), at(1, 1), at(1, 3), at(0, 3)})
		case 6: // a frame
			shape = polygon([]region.Point{at(0, 0), at(4, 0), at(4, 4), at(0, 4)}, []region.Point{at(1, 1), at(3, 1), at(3, 3), at(1, 3)})
		}
		var list soa.Attrs
		if attrs != nil {
			list = attrs(i)
		}
		if k, err := s.Add(shape, list); err != nil || k != i {
			t.Fatal(k, err)
		}
	}
	return s
}

// brute decides all pairs one by one.
func brute(a, b *Scene, meets func(i, k int) bool) *Pairs {
	p := &Pairs{}
	other := b
	if b == nil {
		other = a
	}
	for i := range a.Len() {
		for k := range other.Len() {
			if b == nil && k <= i || meets != nil && !meets(i, k) {
				continue
			}
			if v := a.Shape(i).Compare(other.Shape(k)); v != region.Apart {
				p.A, p.B, p.Verdicts = append(p.A, int32(i)), append(p.B, int32(k)), append(p.Verdicts, v)
				p.Relations = append(p.Relations, a.Shape(i).Relate(other.Shape(k)))
				p.Common = append(p.Common, common(a.Shape(i), other.Shape(k), region.Overlapping)) // for any verdict
			}
		}
	}
	return p
}

func same(p, q *Pairs) error {
	if !slices.Equal(p.A, q.A) || !slices.Equal(p.B, q.B) {
		for i := range min(len(p.A), len(q.A)) {
			if p.A[i] != q.A[i] || p.B[i] != q.B[i] {
				return fmt.Errorf("%d pairs, want %d; (%d, %d) stands where (%d, %d) should", len(p.A), len(q.A), p.A[i], p.B[i], q.A[i], q.B[i])
			}
		}
		return fmt.Errorf("%d pairs, want %d", len(p.A), len(q.A))
	}
	for i := range p.A {
		if p.Verdicts[i] != q.Verdicts[i] || p.Relations[i] != q.Relations[i] {
			return fmt.Errorf("pair %d, %d: %v, %v; want %v, %v", p.A[i], p.B[i], p.Verdicts[i], p.Relations[i], q.Verdicts[i], q.Relations[i])
		}
		if p.Common == nil {
			continue
		}
		if c, d := p.Common[i], q.Common[i]; c != d && !(math.IsNaN(c.Area) && math.IsNaN(d.Area)) {
			return fmt.Errorf("pair %d, %d: %v, want %v", p.A[i], p.B[i], c, d)
		}
	}
	return nil
}

// overStore makes the scene a second time, from a store that Put has filled.
func overStore(t *testing.T, of *Scene) *Scene {
	var shapes region.Shapes
	var stored soa.Shapes
	for i, id := range slices.Collect(of.store.All()) {
		shapes.Append(of.Shape(i))
		must.Get(Put(&stored, of.Shape(i), must.Get(of.store.Attrs(id))(t)))(t)
	}
	if _, err := NewScene(new(region.Shapes), &stored); of.Len() > 0 && err == nil {
		t.Error("a store of more shapes than there are")
	}
	return must.Get(NewScene(&shapes, &stored))(t)
}

func TestAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 28))
	verdicts := map[region.Verdict]int{}
	sure := 0
	for k := range 60 {
		scale, move := 1., 0.
		if r.IntN(2) == 0 {
			scale, move = math.Pow(10, float64(r.IntN(19)-9)), float64(r.IntN(2))*1e7
		}
		n := 1 + r.IntN(150)
		group := func(i int) soa.Attrs {
			return soa.Attrs{World: uint32(i % 2), Body: uint32(i%5) * uint32(i%3) / 2}
		}
		meets := func(i, k int) bool {
			body := func(i int) int { return i % 5 * (i % 3) / 2 }
			return i%2 == k%2 && (body(i) == 0 || body(i) != body(k))
		}
		round := float64(k % 2)
		a, b := mixed(t, r, n, scale, move, round, group), mixed(t, r, n, scale, move, round, group)
		for _, opts := range []Config{{Engine: batch.Config{Workers: 1}}, {Engine: batch.Config{Workers: 3}}, {boxesOnly: true}} {
			opts.Relations, opts.Areas = true, round == 0
			got := must.Get(Find(context.Background(), a, opts))(t)
			if err := same(got, brute(a, nil, meets)); err != nil {
				t.Fatal(err, scale, move)
			}
			sure += got.Stats.Sure
			for _, v := range got.Verdicts {
				verdicts[v]++
			}
			got = must.Get(Join(context.Background(), a, b, opts))(t)
			if err := same(got, brute(a, b, meets)); err != nil {
				t.Fatal("join: ", err)
			}
		}
		if err := same(must.Get(Find(context.Background(), overStore(t, a), Config{Relations: true}))(t), must.Get(Find(context.Background(), a, Config{Relations: true}))(t)); err != nil {
			t.Fatal("over a store: ", err)
		}
		strict := must.Get(Find(context.Background(), a, Config{Engine: batch.Config{Strict: true}}))(t)
		for i, v := range strict.Verdicts {
			if v != region.Overlapping {
				t.Fatalf("strict: %v and %v only touch", strict.A[i], strict.B[i])
			}
		}
	}
	t.Log(verdicts, sure)
	if verdicts[region.Touching] < 1000 || verdicts[region.Overlapping] < 1000 || sure < 100 {
		t.Error(verdicts, sure)
	}
}

// A heavy tail of sizes: one margin for all would be as large as the small ones.
func TestGiantAmongGrains(t *testing.T) {
	s := new(Scene)
	must.Get(s.Add(polygon(square(-1e9, -2e9, 2e9)), soa.Attrs{}))(t)
	for i := range 1000 {
		must.Get(s.Add(polygon(square(float64(i), float64(i%2)-1, 1)), soa.Attrs{}))(t)
	}
	got := must.Get(Find(context.Background(), s, Config{Relations: true, Areas: true}))(t)
	must.Do(t, same(got, brute(s, nil, nil)))
	if len(got.A) != 1000+999 { // with the giant, and at corners with each other
		t.Errorf("%d pairs", len(got.A))
	}
}

// TestSlender: slender strips side by side have few candidates, although all of their boxes meet.
// The scene stores their outlines, not their boxes.
func TestSlender(t *testing.T) {
	s := new(Scene)
	for i := range 300 {
		x := float64(i)
		must.Get(s.Add(polygon([]region.Point{{X: x, Y: 0}, {X: x + 0.5, Y: 0}, {X: x + 1000.5, Y: 1000}, {X: x + 1000, Y: 1000}}), soa.Attrs{}))(t)
		if i%10 == 0 {
			must.Get(s.Add(polygon(square(x+0.25, 0, 1)), soa.Attrs{}))(t)
		}
	}
	got := must.Get(Find(context.Background(), s, Config{Relations: true, Areas: true}))(t)
	must.Do(t, same(got, brute(s, nil, nil)))
	if got.Stats.Candidates > 200 || len(got.A) < 30 {
		t.Errorf("%d candidates for %d pairs", got.Stats.Candidates, len(got.A))
	}
}

// TestEmptyScene: a scene without shapes has no pairs.
func TestEmptyScene(t *testing.T) {
	if p := must.Get(Find(context.Background(), new(Scene), Config{}))(t); len(p.A) != 0 {
		t.Error(p)
	}
}

// TestAreasRefused: areas of capsules and of rounded corners are refused before anything is done.
func TestAreasRefused(t *testing.T) {
	ctx, cfg := context.Background(), Config{Areas: true}
	round := new(Scene)
	must.Get(round.Add(mustShape(region.NewConvex([]region.Point{pt(0, 0)}, 1)), soa.Attrs{}))(t)
	plain := new(Scene)
	must.Get(plain.Add(polygon(square(0, 0, 1)), soa.Attrs{}))(t)
	if p, err := Join(ctx, round, plain, cfg); err != nil || len(p.A) != 1 || math.Abs(p.Common[0].Area-math.Pi/4) > p.Common[0].Bound {
		t.Fatalf("a circle: %+v, %v", p, err)
	}
	for _, core := range [][]region.Point{{pt(0, 0), pt(1, 0)}, square(0, 0, 1)} {
		s := new(Scene)
		must.Get(s.Add(polygon(square(0, 0, 1)), soa.Attrs{}))(t)
		must.Get(s.Add(mustShape(region.NewConvex(core, 1)), soa.Attrs{}))(t)
		for _, f := range []func() (*Pairs, error){
			func() (*Pairs, error) { return Find(ctx, s, cfg) },
			func() (*Pairs, error) { return Join(ctx, s, plain, cfg) },
			func() (*Pairs, error) { return Join(ctx, plain, s, cfg) },
		} {
			if _, err := f(); !errors.Is(err, daylight.ErrArgument) || !strings.Contains(err.Error(), "Areas: shape 1 is a capsule") {
				t.Errorf("%d points: %v", len(core), err)
			}
		}
	}
}

// Thin shapes that float32 cannot tell from lines.
func TestThin(t *testing.T) {
	s := new(Scene)
	needle := func(y float64) region.Shape {
		return polygon([]region.Point{pt(0, y), pt(1, y), pt(1, y+1e-12), pt(0, y+1e-12)})
	}
	for _, y := range []float64{0, 1e-12, 3e-12, 1} {
		must.Get(s.Add(needle(y), soa.Attrs{}))(t)
	}
	got := must.Get(Find(context.Background(), s, Config{Relations: true, Areas: true}))(t)
	if len(got.A) != 1 || got.A[0] != 0 || got.B[0] != 1 || got.Verdicts[0] != region.Touching {
		t.Errorf("%+v", got)
	}
}

// BenchmarkFind is a scene of convex polygons, decided by the engine alone and exactly.
func BenchmarkFind(b *testing.B) {
	for _, n := range []int{200_000, 1_000_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) { benchmarkFind(b, n) })
	}
}

func benchmarkFind(b *testing.B, n int) {
	r := rand.New(rand.NewPCG(1, 2))
	s := new(Scene)
	store := soa.New()
	side := 600 * math.Sqrt(float64(n)/200_000)
	for range n {
		x, y, size := side*r.Float64(), side*r.Float64(), .5+.5*r.Float64()
		var ring []region.Point
		var points []soa.Point
		for k := range 5 + r.IntN(4) {
			sin, cos := math.Sincos(float64(k)*.8 + .3*r.Float64())
			ring = append(ring, pt(x+size*cos, y+size*sin))
			points = append(points, soa.Point{X: x + size*cos, Y: y + size*sin})
		}
		must.Get(s.Add(mustShape(region.NewConvex(ring, 0)), soa.Attrs{}))(b)
		must.Get(store.AddOutline(points, 0, soa.Attrs{}))(b)
	}
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			must.Both(batch.Collide(context.Background(), store, batch.Config{Workers: 1, Canonical: true}))(b)
		}
	})
	b.Run("exact", func(b *testing.B) {
		for b.Loop() {
			p := must.Get(Find(context.Background(), s, Config{Engine: batch.Config{Workers: 1}}))(b)
			b.ReportMetric(float64(len(p.A)), "pairs")
			b.ReportMetric(1-float64(p.Stats.Sure)/float64(p.Stats.Candidates), "open")
		}
	})
}

// nest is a layout of w times h pieces, each with 4 n corners, whose winding borders
// coincide: what a nesting engine checks for overlaps, at its hardest.
func nest(tb testing.TB, w, h, n int) *Scene {
	r := rand.New(rand.NewPCG(7, 8))
	// border is a way from one point to another, winding about the straight one.
	border := func(a, b region.Point) []region.Point {
		var out []region.Point
		for k := range n {
			t := float64(k) / float64(n)
			off := 0.
			if k > 0 {
				off = .6 * (r.Float64() - .5)
			}
			out = append(out, pt(a.X+t*(b.X-a.X)-off*(b.Y-a.Y)/5, a.Y+t*(b.Y-a.Y)+off*(b.X-a.X)/5))
		}
		return append(out, b)
	}
	flat, upright := map[[2]int][]region.Point{}, map[[2]int][]region.Point{}
	for i := range w + 1 {
		for k := range h + 1 {
			p := pt(float64(10*i), float64(10*k))
			flat[[2]int{i, k}] = border(p, pt(p.X+10, p.Y))
			upright[[2]int{i, k}] = border(p, pt(p.X, p.Y+10))
		}
	}
	s := new(Scene)
	for i := range w {
		for k := range h {
			var ring []region.Point
			ring = append(ring, flat[[2]int{i, k}][:n]...)
			ring = append(ring, upright[[2]int{i + 1, k}][:n]...)
			top, side := slices.Clone(flat[[2]int{i, k + 1}]), slices.Clone(upright[[2]int{i, k}])
			slices.Reverse(top)
			slices.Reverse(side)
			ring = append(append(ring, top[:n]...), side[:n]...)
			must.Get(s.Add(polygon(ring), soa.Attrs{}))(tb)
		}
	}
	return s
}

// A layout whose pieces abut has pairs that touch, and none that overlap.
func TestNest(t *testing.T) {
	s := nest(t, 12, 10, 16)
	got := must.Get(Find(context.Background(), s, Config{}))(t)
	if n := 11*10 + 12*9 + 2*11*9; len(got.A) != n {
		t.Errorf("%d pairs touch, want %d", len(got.A), n)
	}
	for i, v := range got.Verdicts {
		if v != region.Touching {
			t.Errorf("pieces %d and %d are %v", got.A[i], got.B[i], v)
		}
	}
	strict, err := Find(context.Background(), s, Config{Engine: batch.Config{Strict: true}})
	if err != nil || len(strict.A) != 0 {
		t.Errorf("%d overlaps, %v", len(strict.A), err)
	}
}

// BenchmarkNest is one exact check of a layout for overlaps.
func BenchmarkNest(b *testing.B) {
	for _, c := range []struct{ w, h, n int }{{10, 5, 8}, {12, 10, 16}} {
		s := nest(b, c.w, c.h, c.n)
		b.Run(fmt.Sprintf("pieces=%d/corners=%d", c.w*c.h, 4*c.n), func(b *testing.B) {
			for b.Loop() {
				p, err := Find(context.Background(), s, Config{Engine: batch.Config{Workers: 1, Strict: true}})
				if err != nil || len(p.A) != 0 {
					b.Fatal(len(p.A), err)
				}
				b.ReportMetric(float64(p.Stats.Candidates), "candidates")
			}
		})
	}
}

// BenchmarkLayer is a layer of counties: pairs from the scene as it is, with their verdicts,
// relations or areas.
func BenchmarkLayer(b *testing.B) {
	s := nest(b, 57, 57, 5)
	for name, opts := range map[string]Config{"verdict": {}, "relation": {Relations: true}, "area": {Areas: true}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				opts.Engine.Workers = 1
				p := must.Get(Find(context.Background(), s, opts))(b)
				b.ReportMetric(float64(p.Stats.Candidates), "candidates")
				b.ReportMetric(1-float64(p.Stats.Sure)/float64(p.Stats.Candidates), "float32-open")
			}
		})
	}
}
