// SPDX-License-Identifier: MIT

package push

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/internal/must"
	"daylight/internal/probe"
	"daylight/internal/store"
	"daylight/internal/testenv"
	"daylight/region"
	"daylight/soa"
)

// The normal at which two bodies first touch is one of their outlines, never that of a cut between
// two parts of one of them, though corners line up: it is the direction between the closest points
// of the whole bodies for some places near the one where they touch; or, where they touch in
// several places at once, which may leave that direction no room, that of an edge of an outline.
func TestSweptNormals(t *testing.T) {
	outlines := [][][]region.Point{
		{{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 4}, {X: 0, Y: 4}}},
		{rectangle(-3, -3, 3, 3), rectangle(-2, -2, 2, 2)},
		{{{X: 0, Y: 0}, {X: 5, Y: 0}, {X: 5, Y: 2}, {X: 4, Y: 2}, {X: 4, Y: 1}, {X: 3, Y: 1}, {X: 3, Y: 2}, {X: 2, Y: 2}, {X: 2, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 2}, {X: 0, Y: 2}}},
		{{{X: 0, Y: 2}, {X: 2, Y: 0}, {X: 4, Y: 2}, {X: 2, Y: 1}}},
	}
	r := rand.New(rand.NewPCG(31, 32))
	rounds := testenv.Rounds(300, 5000, 5000)
	seen, left := 0, 0
	for range rounds {
		s := soa.New()
		dx, dy, turn := soa.Attach[float32](s), soa.Attach[float32](s), soa.Attach[float32](s)
		var edges []region.Point // normals of the edges of the region at rest
		at := outlines[r.IntN(len(outlines))]
		for _, ring := range at {
			for k, p := range ring {
				q := ring[(k+1)%len(ring)]
				l := math.Hypot(q.X-p.X, q.Y-p.Y)
				edges = append(edges, region.Point{X: (q.Y - p.Y) / l, Y: (p.X - q.X) / l})
			}
		}
		a := must.Get(s.AddRegionAt(soa.At(0, 0, 0), ringed(t, at...), 0, soa.Attrs{}))(t)
		// Corners are on a grid, but nothing fits exactly between two walls, where no direction
		// would be free.
		x, y := float64(r.IntN(19)-7)/2, float64(r.IntN(19)-7)/2
		const h = .45
		var b soa.ID
		var err error
		switch r.IntN(4) {
		case 0:
			b, err = s.AddBox(soa.At(x+h, y+h, 0), h, h, soa.Attrs{})
		case 1:
			b, err = s.AddCircle(soa.At(x, y+h, 0), h*float64(r.IntN(2)), soa.Attrs{})
		case 2:
			b, err = s.AddEllipse(soa.At(x, y+h, 0), h, h, 4, 0, soa.Attrs{})
		case 3:
			var smaller [][]region.Point
			for _, ring := range outlines[r.IntN(len(outlines))] {
				var points []region.Point
				for _, q := range ring {
					points = append(points, region.Point{X: 2 * h * q.X, Y: 2 * h * q.Y})
				}
				smaller = append(smaller, points)
			}
			b, err = s.AddRegionAt(soa.At(x, y, math.Pi/2*float64(r.IntN(4))), ringed(t, smaller...), 0, soa.Attrs{})
		}
		must.Do(t, err)
		vx, vy := float32(r.IntN(25)-12), float32(r.IntN(25)-12)
		parts := must.Get(s.Parts(nil, b))(t)
		for _, id := range parts {
			must.Do(t, dx.Set(id, vx))
			must.Do(t, dy.Set(id, vy))
		}
		c, _ := must.Both(batch.Collide(context.Background(), s, batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{{Motion: soa.Motion{VX: dx, VY: dy, Spin: turn}}}}))(t)
		var p Bodies
		must.Do(t, p.Find(c))
		for k := range p.A {
			for _, n := range p.rows(k) {
				x := &p.index[0]
				if got, want := p.isInternal(c, n, k, x, x), internalOfAll(&p, c, n, k); got != want {
					t.Fatalf("contact %d of pair %d: isInternal is %v, want %v", n, k, got, want)
				}
			}
			i := p.Rows[p.Start[k]]
			if c.Time[i] == 0 {
				continue
			}
			seen++
			at := float64(c.Time[i])
			is := func(n int) bool {
				return isNormal(t, s, a, b, at*float64(vx), at*float64(vy), float64(c.NX[n]), float64(c.NY[n]))
			}
			if is(i) {
				continue
			}
			none := true // of the contacts that begin with it; then there is none to report
			for _, n := range p.rows(k) {
				if c.Time[n] <= c.Time[i]+atOnce && is(n) {
					none = false
					if slices.ContainsFunc(edges, func(e region.Point) bool {
						return math.Abs(e.X*float64(c.NX[i])+e.Y*float64(c.NY[i])) > .9999
					}) {
						break
					}
					t.Errorf("at time %v of (%v, %v): normal (%v, %v) instead of (%v, %v)", at, vx, vy, c.NX[i], c.NY[i], c.NX[n], c.NY[n])
				}
			}
			if none {
				left++
			}
		}
	}
	t.Logf("%d touch, %d of them only where no contact of two parts has a normal of the outlines", seen, left)
	if seen < rounds/8 || left > seen/100 {
		t.Errorf("%d touch, %d without a normal", seen, left)
	}
}

// isNormal reports whether (nx, ny) is the direction from body a to body b when b has moved by
// (x, y) and a little in any direction.
func isNormal(t *testing.T, s *soa.Shapes, a, b soa.ID, x, y, nx, ny float64) bool {
	t.Helper()
	as, errA := s.Parts(nil, a)
	bs, errB := s.Parts(nil, b)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	var q probe.Pair
	const steps, far = 16, 1. / 64
	for i := -steps; i <= steps; i++ {
		for j := -steps; j <= steps; j++ {
			least, cos := math.Inf(1), 0.
			for _, m := range bs {
				for _, n := range as {
					c := must.Get(q.Between([2]store.Store{store.Of(s), store.Of(s)}, uint64(m), uint64(n), x+far*float64(i)/steps, y+far*float64(j)/steps))(t)
					if apart := -float64(c.Depth); apart < least {
						least, cos = apart, -(float64(c.NX)*nx + float64(c.NY)*ny)
					}
				}
			}
			if least > 1e-5 && cos > .999 {
				return true
			}
		}
	}
	return false
}

// internalOfAll is isInternal by looking at all parts of the bodies.
func internalOfAll(p *Bodies, c *batch.Contacts, i, k int) bool {
	x := &p.index[0]
	core := func(id soa.ID) (core []soa.Point, radius float64) {
		s, err := x.shapes.Shape(id)
		if err != nil || s.Attrs.Sensor {
			return nil, 0
		}
		for i, v := range s.Vertices {
			s.Vertices[i] = s.Pose.Transform(v)
		}
		return s.Vertices, s.Radius
	}
	side := func(body, id soa.ID, nx, ny float64) (is bool) {
		of, radius := core(id)
		if !x.several(body) || len(of) < 2 {
			return false
		}
		u, v, edge := support(of, nx, ny)
		ex, ey := v.X-u.X, v.Y-u.Y
		l := math.Hypot(ex, ey)
		off := 1e-5 * l
		along := func(p soa.Point) float64 { return float64((p.X-u.X)*nx) + float64((p.Y-u.Y)*ny) }
		x.each(body, func(id2 soa.ID) {
			other, radius2 := core(id2)
			if id2 == id || radius2 != radius {
				return
			}
			if !edge {
				is = is || contains(other, u, off) && slices.ContainsFunc(other, func(p soa.Point) bool { return along(p) > off })
				return
			}
			for m, p := range other {
				q := other[(m+1)%len(other)]
				if math.Abs(along(p)) > off || math.Abs(along(q)) > off {
					continue
				}
				before := (float64((q.X-u.X)*ex) + float64((q.Y-u.Y)*ey)) / l
				behind := (float64((p.X-u.X)*ex) + float64((p.Y-u.Y)*ey)) / l
				is = is || before <= off && behind >= l-off
			}
		})
		return is
	}
	of, with := p.A[k], p.B[k]
	if x.body(c.A[i]) != of {
		of, with = with, of
	}
	nx, ny := float64(c.NX[i]), float64(c.NY[i])
	return side(of, c.A[i], nx, ny) || side(with, c.B[i], -nx, -ny)
}

// TestNear: the parts at a point equal the result of a look at every part.
func TestNear(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for round := range 60 {
		s := soa.New()
		n := 1 + r.IntN(60)
		for k := range n {
			x, y := 10*r.Float64(), 10*r.Float64()
			switch round % 3 {
			case 1:
				x = float64(k)
			case 2:
				y = float64(k)
			}
			at := soa.At(x, y, 7*r.Float64())
			attrs := soa.Attrs{Body: 1 + uint32(r.IntN(3))}
			if r.IntN(10) == 0 {
				attrs.Sensor = true
			}
			var err error
			switch r.IntN(4) {
			case 0:
				_, err = s.AddBox(at, 2*r.Float64(), r.Float64(), attrs)
			case 1:
				_, err = s.AddCircle(at, r.Float64(), attrs)
			case 2:
				_, err = s.AddCapsule(at, 3*r.Float64(), r.Float64(), attrs)
			case 3:
				n, size := 3+r.IntN(7), 0.1+2*r.Float64()
				_, err = s.AddEllipse(at, size, size, n, r.Float64(), attrs)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		var x bodyIndex
		x.find(s, nil)
		for range 100 {
			body := x.parts[r.IntN(len(x.parts))].body
			p, off := soa.Point{X: 12*r.Float64() - 1, Y: 12*r.Float64() - 1}, 0.2*r.Float64()
			var got, want []soa.ID
			x.near(body, p, off, func(id soa.ID) { got = append(got, id) })
			x.each(body, func(id soa.ID) {
				sh := must.Get(s.Shape(id))(t)
				core, radius := x.core(nil, id)
				if sh.Attrs.Sensor {
					if len(core) > 0 {
						t.Fatal("a sensor has a core")
					}
					return
				}
				for i, v := range sh.Vertices {
					sh.Vertices[i] = sh.Pose.Transform(v)
				}
				if !slices.Equal(core, sh.Vertices) || radius != sh.Radius {
					t.Fatalf("core %v, %v, want %v, %v", core, radius, sh.Vertices, sh.Radius)
				}
				lo, hi := core[0], core[0]
				for _, v := range core {
					lo.X, lo.Y, hi.X, hi.Y = min(lo.X, v.X), min(lo.Y, v.Y), max(hi.X, v.X), max(hi.Y, v.Y)
				}
				if lo.X <= p.X+off && hi.X >= p.X-off && lo.Y <= p.Y+off && hi.Y >= p.Y-off {
					want = append(want, id)
				}
			})
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Fatalf("%d parts: at %v, %v: %v, want %v", n, p, off, got, want)
			}
		}
	}
}
