// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"daylight/batch/query"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// scatter is a store of n shapes of all classes.
func scatter(t testing.TB, n int) (*soa.Shapes, *layout) {
	l := layouts(n)[2]
	s := soa.New()
	l.place(t, s, seeded(t, 71), n)
	return s, &l
}

// TestWindowsOfAllSizes: how many questions are searched for at a time, which follows what was
// asked before, does not matter.
func TestWindowsOfAllSizes(t *testing.T) {
	testenv.Sequential(t)
	ctx := context.Background()
	s := soa.New()
	r := seeded(t, 73)
	const n, wide = 20_000, 200.0
	for range n {
		must.Get(s.AddBox(soa.At(r.Float64()*wide, r.Float64()*wide, 0), 0.5, 0.5, soa.Attrs{}))(t)
	}
	ix := index(t, s, query.Config{})
	warm, brute := asker(t, ix, query.AskerConfig{Workers: 1}), asker(t, index(t, s, query.Config{BruteForce: true}), query.AskerConfig{Workers: 1})
	for _, large := range []float64{1, 0, 0.5, 0.02, 0, 0.1} { // share of large windows
		var q boxColumns
		for k := range testenv.Rounds(20, 40, 40) {
			w := 0.02 * wide
			if r.Float64() < large || large > 0 && k == 7 {
				w = (0.5 + r.Float64()/2) * wide
			}
			x, y := r.Float64()*(wide-w), r.Float64()*(wide-w)
			q.MinX, q.MinY, q.MaxX, q.MaxY = append(q.MinX, x), append(q.MinY, y), append(q.MaxX, x+w), append(q.MaxY, y+w)
		}
		for name, ask := range map[string]func(*query.Asker) (any, error){
			"aabbs": func(a *query.Asker) (any, error) { return q.canonical().aabbs(ctx, a) },
			"boxes": func(a *query.Asker) (any, error) { return q.canonical().overlap(ctx, a) },
		} {
			name = fmt.Sprintf("%v of large windows, %s", large, name)
			compare(t, name+", an Asker that begins", ask, warm, asker(t, ix, query.AskerConfig{Workers: 1}))
			compare(t, name, ask, warm, brute)
		}
	}
}

// TestWarmCallsAllocateNothing, with one worker.
func TestWarmCallsAllocateNothing(t *testing.T) {
	testenv.OwnMemory(t)
	ctx := context.Background()
	s, l := scatter(t, 3000)
	ix := index(t, s, query.Config{})
	a := asker(t, ix, query.AskerConfig{Workers: 1})
	r := seeded(t, 73)
	rays, p := randomRays(l, r, 500), randomPoints(l, r, 500)
	windows := boxColumns{MinX: p.X, MinY: p.Y, MaxX: make([]float64, 500), MaxY: make([]float64, 500)}
	c := castColumns{shapeColumns: shapeColumns{Shapes: soa.New()}}
	for i := range p.X {
		windows.MaxX[i], windows.MaxY[i] = p.X[i]+2, p.Y[i]+2
		addAny(t, c.Shapes, r, soa.At(p.X[i], p.Y[i], 1), 0.5, soa.Attrs{})
		c.DX, c.DY, c.Turn = append(c.DX, r.Float64()), append(c.DY, r.Float64()), append(c.Turn, r.Float64())
	}
	var ids []soa.ID
	var hits []query.Hit
	var overlaps []query.Overlap
	var near []query.Neighbour
	probe, o := idsOf(c.Shapes)[7], query.Options{Skip: idsOf(s)[0]}
	torus := query.Options{Period: [2]float64{l.side, l.side}}
	onTorus := func(p pointColumns) pointColumns { p.Options = torus; return p }
	columns := query.Options{AttrsOf: []soa.Attrs{{World: 1}}, SkipOf: []soa.ID{probe}}
	for name, f := range map[string]func() error{
		"CastRays":           func() error { _, err := rays.first(ctx, a); return err },
		"CastRaysAny":        func() error { _, err := rays.any(ctx, a); return err },
		"CastRaysAll":        func() error { _, err := rays.all(ctx, a); return err },
		"CastShapes":         func() error { _, err := c.cast(ctx, a); return err },
		"OverlapPoints":      func() error { _, err := p.overlap(ctx, a); return err },
		"OverlapAABBs":       func() error { _, err := windows.aabbs(ctx, a); return err },
		"OverlapBoxes":       func() error { _, err := windows.overlap(ctx, a); return err },
		"canonical":          func() error { _, err := windows.canonical().overlap(ctx, a); return err },
		"OverlapShapes":      func() error { _, err := c.overlap(ctx, a); return err },
		"CoverShapes":        func() error { _, err := c.cover(ctx, a); return err },
		"NearestToPoints":    func() error { _, err := p.nearest(ctx, a, 4); return err },
		"NearestToShapes":    func() error { _, err := c.nearest(ctx, a, 4); return err },
		"WithinDistance":     func() error { _, err := a.WithinDistance(ctx, 1, query.Options{}); return err },
		"points on a torus":  func() error { _, err := onTorus(p).overlap(ctx, a); return err },
		"nearest on a torus": func() error { _, err := onTorus(p).nearest(ctx, a, 4); return err },
		"shapes on a torus":  func() error { _, err := a.OverlapShapes(ctx, c.Shapes, nil, torus); return err },
		"rays on a torus": func() error {
			_, err := a.CastRays(ctx, p.X, p.Y, c.DX, c.DY, torus)
			return err
		},
		"a point on a torus": func() (err error) { overlaps, err = ix.OverlapPoint(overlaps[:0], 5, 5, torus); return err },
		"a ray on a torus":   func() error { _, err := ix.CastRay(1, 1, 5, 5, torus); return err },
		"the nearest on a torus": func() (err error) {
			near, err = ix.NearestToShape(near[:0], c.Shapes, probe, 9, torus)
			return err
		},
		"Build":          ix.Build,
		"Refit":          ix.Refit,
		"CastRay":        func() error { _, err := ix.CastRay(1, 1, 5, 5, o); return err },
		"CastRayAny":     func() error { _, err := ix.CastRayAny(1, 1, 5, 5, o); return err },
		"CastRayAll":     func() (err error) { hits, err = ix.CastRayAll(hits[:0], 1, 1, 5, 5, o); return err },
		"CastShape":      func() error { _, err := ix.CastShape(c.Shapes, probe, 1, 1, 1, o); return err },
		"OverlapPoint":   func() (err error) { overlaps, err = ix.OverlapPoint(overlaps[:0], 5, 5, o); return err },
		"OverlapAABB":    func() (err error) { ids, err = ix.OverlapAABB(ids[:0], 5, 5, 9, 9, o); return err },
		"OverlapBox":     func() (err error) { overlaps, err = ix.OverlapBox(overlaps[:0], 5, 5, 9, 9, o); return err },
		"OverlapShape":   func() (err error) { overlaps, err = ix.OverlapShape(overlaps[:0], c.Shapes, probe, o); return err },
		"CoverShape":     func() (err error) { ids, err = ix.CoverShape(ids[:0], c.Shapes, probe, o); return err },
		"NearestToPoint": func() (err error) { near, err = ix.NearestToPoint(near[:0], 5, 5, 9, o); return err },
		"NearestToShape": func() (err error) { near, err = ix.NearestToShape(near[:0], c.Shapes, probe, 9, o); return err },
		"one of columns": func() (err error) {
			overlaps, err = ix.OverlapPoint(overlaps[:0], 5, 5, columns)
			return err
		},
	} {
		for range 6 { // by then the distance that questions about the nearest guess from one call to the next has settled
			must.Do(t, f())
		}
		if n := testing.AllocsPerRun(5, func() {
			if err := f(); err != nil {
				t.Error(err)
			}
		}); n > 0 {
			t.Errorf("%s: %v allocations a warm call", name, n)
		}
	}
}

// TestRefit: an index refitted to where shapes have moved answers as one that is built
// anew, and refuses what it cannot follow.
func TestRefit(t *testing.T) {
	ctx := context.Background()
	s, l := scatter(t, 1000)
	ix := index(t, s, query.Config{})
	r := seeded(t, 74)
	rays, points := randomRays(l, r, 400), randomPoints(l, r, 200)
	windows := boxColumns{MinX: points.X, MinY: points.Y}
	casts := castColumns{shapeColumns: shapeColumns{Shapes: soa.New()}}
	for i := range points.X {
		windows.MaxX, windows.MaxY = append(windows.MaxX, points.X[i]+2), append(windows.MaxY, points.Y[i]+1)
		addAny(t, casts.Shapes, r, soa.At(points.X[i], points.Y[i], r.Float64()), 0.3, soa.Attrs{})
		casts.DX, casts.DY = append(casts.DX, 9*r.Float64()), append(casts.DY, 9*r.Float64())
	}
	for round := range testenv.Rounds(3, 5, 5) {
		for id := range s.All() {
			x, y := must.Both(s.Position(id))(t)
			must.Do(t, s.SetPosition(id, x+float64(4*r.Float64())-2, y+float64(4*r.Float64())-2))
			must.Do(t, s.SetAngle(id, 7*r.Float64()))
		}
		if round == 2 {
			must.Do(t, livetest.Shuffle(s, r))
		}
		must.Do(t, ix.Refit())
		name := fmt.Sprintf("round %d", round)
		refitted, brute := asker(t, ix, query.AskerConfig{}), asker(t, index(t, s, query.Config{BruteForce: true}), query.AskerConfig{})
		for what, ask := range map[string]func(a *query.Asker) (any, error){
			"rays":    func(a *query.Asker) (any, error) { return rays.all(ctx, a) },
			"first":   func(a *query.Asker) (any, error) { return rays.first(ctx, a) },
			"points":  func(a *query.Asker) (any, error) { return points.within(0.5).canonical().overlap(ctx, a) },
			"AABBs":   func(a *query.Asker) (any, error) { return windows.canonical().aabbs(ctx, a) },
			"shapes":  func(a *query.Asker) (any, error) { return casts.canonical().overlap(ctx, a) },
			"casts":   func(a *query.Asker) (any, error) { return casts.cast(ctx, a) },
			"covers":  func(a *query.Asker) (any, error) { return casts.canonical().cover(ctx, a) },
			"nearest": func(a *query.Asker) (any, error) { return points.nearest(ctx, a, 3) },
			"within":  func(a *query.Asker) (any, error) { return a.WithinDistance(ctx, 0.5, query.Options{}) },
		} {
			compare(t, name+", "+what, ask, refitted, brute)
		}
	}
	id := idsOf(s)[5]
	must.Do(t, s.SetAttrs(id, soa.Attrs{World: 3}))
	if !errors.Is(ix.Refit(), query.ErrChanged) {
		t.Error("Refit followed a shape to another world")
	}
	must.Do(t, s.SetAttrs(id, soa.Attrs{}))
	must.Do(t, ix.Refit())
	must.Do(t, s.Remove(id))
	if !errors.Is(ix.Refit(), query.ErrChanged) {
		t.Error("Refit overlooked that a shape was removed")
	}
	addAny(t, s, r, soa.At(0, 0, 0), 1, soa.Attrs{})
	if !errors.Is(ix.Refit(), query.ErrChanged) {
		t.Error("Refit overlooked that a shape was put in another's place")
	}
	must.Do(t, ix.Build())
	must.Do(t, ix.Refit())
}
