// SPDX-License-Identifier: MIT

// The tests of this package, by what they prove:
//
//	bad input is refused where it enters, with what is wrong    polygon, construct, live, refresh (TestQuarantine)
//	what a store holds is accepted by a store                   roundtrip
//	geometry is what was asked for, within the stated bounds    polygon, construct, sincos
//	IDs stay, whatever is added, removed or reordered           id, model, append
//	columns cannot be held beyond Update; nor be another's      live
//	AABBs hold their shapes; a refresh depends on poses alone   refresh
//	two sets joined are what one would be                       concat
//	nothing is allocated once warm; bytes a shape as stated     alloc
//	the same bits on every platform                             sincos, refresh
package soa

import (
	"math"
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/store"
)

// ring returns n points on an ellipse at sorted random angles, counter-clockwise.
func ring(r *rand.Rand, n int, rx, ry float64) []Point {
	pts := make([]Point, n)
	a := r.Float64() * 2 * math.Pi
	for i := range pts {
		phi := a + (float64(i)+0.8*r.Float64())*2*math.Pi/float64(n)
		pts[i] = Point{X: rx * math.Cos(phi), Y: ry * math.Sin(phi)}
	}
	return pts
}

func regular(n int, radius float64) []Point {
	pts := make([]Point, n)
	for i := range pts {
		phi := float64(i) * 2 * math.Pi / float64(n)
		pts[i] = Point{X: radius * math.Cos(phi), Y: radius * math.Sin(phi)}
	}
	return pts
}

// addRandom adds a shape of a random kind at a random pose.
func addRandom(t testing.TB, r *rand.Rand, s *Shapes, attrs Attrs) ID {
	t.Helper()
	p := At(r.NormFloat64()*100, r.NormFloat64()*100, r.Float64()*10-5)
	size := math.Exp(r.NormFloat64())
	var id ID
	var err error
	switch r.IntN(9) {
	case 0:
		id, err = s.AddCircle(p, size, attrs)
	case 1:
		id, err = s.AddCapsule(p, size, r.Float64(), attrs)
	case 2:
		id, err = s.AddCapsule(p, size, 0, attrs)
	case 3:
		id, err = s.AddBox(p, size, size*r.Float64()+0.01, attrs)
	case 4:
		id, err = s.AddRoundedBox(p, size, size*r.Float64()+0.01, r.Float64(), attrs)
	case 5, 6:
		id, err = s.AddPolygon(p, ring(r, 3+r.IntN(30), size, size*(0.1+r.Float64())), float64(r.IntN(2)), attrs)
	case 7:
		pts := ring(r, 3+r.IntN(6), size, size)
		for i := range pts {
			pts[i].X += p.X
			pts[i].Y += p.Y
		}
		id, err = s.AddOutline(pts, 0, attrs)
	case 8:
		id, err = s.AddSegmentBetween(Point{X: p.X, Y: p.Y}, Point{X: p.X + r.NormFloat64(), Y: p.Y + r.NormFloat64()}, r.Float64(), attrs)
	}
	must.Do(t, err)
	return id
}

// table is asked for once, as an engine does.
var table = isa.Best()

func refreshAll(s *Shapes) store.Stats { return s.refresh(table, 0, s.Len()) }

// withRoom is a store with room for n shapes.
func withRoom(n int) *Shapes {
	s := New()
	if err := s.Grow(n); err != nil {
		panic(err)
	}
	return s
}

// The engine's side of a store.

func (s *Shapes) engine() store.Store { return store.Of(s) }

func (s *Shapes) columns() store.Columns { return s.engine().Columns() }

func (s *Shapes) refresh(t *isa.Table, lo, hi int) store.Stats {
	return s.engine().Refresh(t, lo, hi)
}

func (s *Shapes) gather(t *isa.Table, dst []kernels.Record, slots []uint32) {
	s.col.Gather(t, dst, slots)
}

func (s *Shapes) record(slot int) kernels.Record {
	var r [1]kernels.Record
	s.gather(table, r[:], []uint32{uint32(slot)})
	return r[0]
}

// data is an attached column as it is.
func (c *Column[T]) data() []T { return *c.field.Data }
