// SPDX-License-Identifier: MIT

package batch_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/soa"
)

// contactRow is all that is said of a contact, bit for bit.
type contactRow struct {
	a, b soa.ID
	bits [15]uint32
}

// rowsOf lists contacts in order of (A, B).
func rowsOf(c *batch.Contacts) []contactRow {
	type place struct {
		a, b soa.ID
		i    int
	}
	order := make([]place, c.Len())
	for i := range order {
		order[i] = place{c.A[i], c.B[i], i}
	}
	compare := func(p, q place) int {
		if p.a != q.a {
			return cmp.Compare(p.a, q.a)
		}
		return cmp.Compare(p.b, q.b)
	}
	if !slices.IsSortedFunc(order, compare) {
		slices.SortFunc(order, compare)
	}
	rows := make([]contactRow, len(order))
	for k, p := range order {
		r := &rows[k]
		r.a, r.b = p.a, p.b
		for j, col := range [][]float32{c.Depth, c.NX, c.NY} {
			if len(col) > 0 {
				r.bits[j] = math.Float32bits(col[p.i])
			}
		}
		for j, points := range c.Points {
			if len(points) > 0 {
				pt, to := points[p.i], r.bits[3+4*j:]
				to[0], to[1], to[2], to[3] = math.Float32bits(pt.X), math.Float32bits(pt.Y), math.Float32bits(pt.Depth), pt.Feature
			}
		}
	}
	return rows
}

func sameRows(t testing.TB, what string, got, want []contactRow) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	t.Errorf("%s: %d contacts, want %d", what, len(got), len(want))
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("%s: the first that differs is %+v, want %+v", what, got[i], want[i])
		}
	}
}

// life is a scene in which things happen: shapes move, turn, bounce, come, go, teleport,
// change filters and lose their poses. Two lives of one seed are the same.
type life struct {
	r      *rand.Rand
	shapes *soa.Shapes
	vx, vy *soa.Column[float32]
	spin   *soa.Column[float32]
	angle  *soa.Column[float32]
	bits   *soa.Column[uint8] // for Excluding
	side   float64
	wild   int  // of a thousand shapes, how many do something odd in a frame
	moved  bool // somebody else moves and turns what does nothing odd, by vx, vy and spin
	large  float64
	seams  seams
}

// seams is what a life does with shapes that go beyond its sides.
type seams int

const (
	bouncing seams = iota
	wrapping       // they come in at the other side, by a period
	roaming        // they go on
)

// torus has a life, before it is stepped, be on a torus, and returns its periods. There is none for
// how 0; seams are where the sides are, or in between, and shapes keep from them, are moved by
// periods, or go anywhere.
func (l *life) torus(t testing.TB, how int) (px, py float64) {
	switch how {
	case 1:
		l.seams = wrapping
		return l.side, l.side
	case 2:
		l.seams = roaming
		return l.side, 0
	case 3:
		return 0, 0.75 * l.side
	case 4:
		l.seams = roaming
		return 0.7 * l.side, 0.9 * l.side
	case 5: // where seams cross in the midst of all shapes, and what lies a period away has lost digits
		l.seams = roaming
		must.Do(t, l.shapes.Update(func(c soa.Live) {
			for i := range c.X {
				c.X[i] -= l.side / 2
				c.Y[i] -= l.side / 2
			}
		}))
		return 1e8 / 3, 1e9 / 7
	}
	return 0, 0
}

func newLife(t testing.TB, seed uint64, n, wild int, side float64) *life {
	return newLifeOf(t, seed, n, wild, side, 8)
}

// newLifeOf is newLife with some shapes of a given size, in place of 8; most have a size of 1.
func newLifeOf(t testing.TB, seed uint64, n, wild int, side, large float64) *life {
	l := &life{r: rand.New(rand.NewPCG(seed, 1)), shapes: soa.New(), side: side, wild: wild, large: large}
	l.vx, l.vy = soa.Attach[float32](l.shapes), soa.Attach[float32](l.shapes)
	l.bits = soa.Attach[uint8](l.shapes)
	l.spin, l.angle = soa.Attach[float32](l.shapes), soa.Attach[float32](l.shapes)
	for range n {
		l.add(t)
	}
	return l
}

func (l *life) add(t testing.TB) {
	r := l.r
	size := 1.0
	if r.IntN(50) == 0 {
		size = l.large
	}
	id := addAny(t, l.shapes, r, somewhere(r, 0, 0, l.side), size, randomAttrs(r))
	must.Do(t, l.shapes.Update(func(c soa.Live) {
		i, _ := c.Slot(id)
		l.vx.Data(c)[i], l.vy.Data(c)[i] = float32(r.NormFloat64())*0.05, float32(r.NormFloat64())*0.05
		l.spin.Data(c)[i] = float32(r.NormFloat64()) * 0.03
		if r.IntN(30) == 0 {
			l.vx.Data(c)[i] *= 40
		}
	}))
}

// step moves on by a frame. Events are decided by ID, in order of ID, so that they do not depend on
// slots.
func (l *life) step(t testing.TB) {
	r := l.r
	frame := rand.New(rand.NewPCG(r.Uint64(), 2))
	if err := l.shapes.Update(func(c soa.Live) {
		bits := l.bits.Data(c)
		vx, vy, spin, angle := l.vx.Data(c), l.vy.Data(c), l.spin.Data(c), l.angle.Data(c)
		salt := frame.Uint64()
		for i := range c.X {
			bits[i] = uint8(uint64(c.ID[i]) * salt >> 61)
			own := rand.New(rand.NewPCG(uint64(l.shapes.Region(c.ID[i])), salt))
			switch k := own.IntN(1000); {
			case k >= l.wild && l.moved:
			case k >= l.wild:
				c.X[i] += float64(vx[i])
				c.Y[i] += float64(vy[i])
				angle[i] += spin[i]
				c.S[i], c.C[i] = soa.SinCos(float64(angle[i]))
			case k%6 == 0:
				c.X[i], c.Y[i] = l.side*own.Float64(), l.side*own.Float64()
			case k%6 == 1:
				c.S[i], c.C[i] = soa.SinCos(own.Float64() * 7)
			case k%6 == 2:
				c.X[i] = math.NaN()
			case k%6 == 3:
				c.C[i] = 7
			case k%6 == 4:
				vx[i], vy[i] = -vy[i], vx[i]
			case k%6 == 5:
				c.X[i] += 0x1p40
			}
			if l.seams == wrapping {
				if math.Abs(c.X[i]) < 2*l.side {
					c.X[i] -= l.side * math.Floor(c.X[i]/l.side)
				}
				if math.Abs(c.Y[i]) < 2*l.side {
					c.Y[i] -= l.side * math.Floor(c.Y[i]/l.side)
				}
			}
			out := l.seams != roaming || math.IsNaN(c.X[i])
			if out && !(c.X[i] >= 0 && c.X[i] <= l.side) && own.IntN(3) > 0 {
				vx[i] = -vx[i]
				c.X[i] = l.side * own.Float64()
				if own.IntN(2) == 0 && math.Abs(float64(vx[i])) < 1 {
					c.X[i] = 0
				}
			}
			if l.seams != roaming && !(c.Y[i] >= 0 && c.Y[i] <= l.side) {
				vy[i] = -vy[i]
				c.Y[i] = min(max(c.Y[i], 0), l.side)
			}
			if l.shapes.Region(c.ID[i]) != c.ID[i] { // it is moved as the first part is
				vx[i], vy[i], spin[i] = own.Float32(), float32(math.NaN()), own.Float32()
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	few := l.wild * l.shapes.Len() / 3000
	for range r.IntN(few + 1) {
		l.add(t)
	}
	pick := func() soa.ID { // by index, not by slot; of a region its first part
		ids := livetest.IDs(l.shapes)
		k := uint32(r.IntN(2 * len(ids)))
		best := ids[0]
		for _, id := range ids {
			if id.Index()-k < best.Index()-k {
				best = id
			}
		}
		return l.shapes.Region(best)
	}
	for range r.IntN(few + 1) {
		must.Do(t, l.shapes.Remove(pick()))
	}
	for range r.IntN(few + 1) {
		must.Do(t, l.shapes.SetAttrs(pick(), randomAttrs(r)))
	}
}

// addRegions adds regions of several parts, for lives that somebody else moves.
func (l *life) addRegions(t testing.TB, n int) {
	t.Helper()
	for range n {
		id := must.Get(livetest.AddHook(l.shapes, somewhere(l.r, 0, 0, l.side)))(t)
		for _, c := range []*soa.Column[float32]{l.vx, l.vy, l.spin} {
			must.Do(t, c.Set(id, float32(l.r.NormFloat64())*0.05))
		}
	}
}
