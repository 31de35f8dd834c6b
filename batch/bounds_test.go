// SPDX-License-Identifier: MIT

package batch_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/internal/batchtest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/region"
	"daylight/soa"
)

func boundsOf(t testing.TB, s *soa.Shapes, cfg batch.Config) *batch.Bounds {
	t.Helper()
	b := new(batch.Bounds)
	must.Do(t, b.Fill(s, cfg))
	return b
}

// mixedScene is a scene of any kind of shapes: sizes over several orders of magnitude, giants
// across everything, several worlds, filters, and shapes whose edges lie on whole numbers,
// where the tests cut.
func mixedScene(t testing.TB, r *rand.Rand, n int, far float64) (*soa.Shapes, batch.Columns) {
	t.Helper()
	s := soa.New()
	side := math.Sqrt(float64(n))
	worlds := 1 + r.IntN(4)
	for range n {
		var attrs soa.Attrs
		if worlds > 1 {
			attrs.World = uint32(r.IntN(worlds) * r.IntN(worlds))
		}
		switch r.IntN(12) {
		case 0:
			attrs.Body = uint32(1 + r.IntN(5))
		case 1:
			attrs.Group = int32(r.IntN(5) - 2)
		case 2:
			attrs.Category = uint32(1 + r.IntN(3))
			attrs.Ignore = ^uint32(r.IntN(4))
		case 3:
			attrs.Static = true
		}
		x, y := far+r.Float64()*side, r.Float64()*side
		switch r.IntN(8) {
		case 0: // edges on whole numbers
			batchtest.Box(t, s, far+math.Floor(r.Float64()*side), math.Floor(y), 1, 1, attrs)
		case 1: // on one spot
			batchtest.Circle(t, s, far+math.Floor(side/2), math.Floor(side/2), 0.5, attrs)
		case 2:
			size := 0.5
			if r.IntN(10) == 0 {
				size = side / 2 // a giant
			}
			batchtest.AddAny(t, s, r, soa.At(x, y, r.Float64()*7), size, attrs)
		default:
			batchtest.AddAny(t, s, r, soa.At(x, y, r.Float64()*7), 0.05+0.6*r.Float64(), attrs)
		}
	}
	m := batch.Columns{Motion: soa.AttachMotion(s)}
	for id := range s.All() {
		if r.IntN(3) > 0 {
			_ = m.VX.Set(id, float32(r.NormFloat64()*2)+3)
			_ = m.VY.Set(id, float32(r.NormFloat64()*2))
		}
		if r.IntN(4) == 0 {
			_ = m.Spin.Set(id, float32(r.NormFloat64()*3))
		}
		if r.IntN(40) == 0 {
			_ = m.VX.Set(id, float32(side)) // across everything
		}
	}
	return s, m
}

// TestBoxCovers: a box covers the engine's AABB and the whole motion of a shape.
func TestBoxCovers(t *testing.T) {
	r := testenv.Rand(t, 6)
	s, m := mixedScene(t, r, 500, 1e9)
	rest := boundsOf(t, s, batch.Config{})
	moved := boundsOf(t, s, batch.Config{Mode: batch.ModeSwept, Margin: 2, Columns: [2]batch.Columns{m}})
	for id := range s.All() {
		sh := must.Get(s.Shape(id))(t)
		dx, _ := m.VX.Get(id)
		dy, _ := m.VY.Get(id)
		turn, _ := m.Spin.Get(id)
		for _, u := range []float64{0, 0.25, 0.5, 1} {
			p, b, grow := sh.Pose, rest.Box(id), sh.Radius
			if u > 0 {
				sn, cs := math.Sincos(math.Atan2(float64(sh.Pose.S), float64(sh.Pose.C)) + u*float64(turn))
				p = soa.Pose{X: p.X + u*float64(dx), Y: p.Y + u*float64(dy), C: float32(cs), S: float32(sn)}
			}
			if u > 0 {
				b, grow = moved.Box(id), grow+1
			}
			const ulp = 1e-7 // the rounding of float64 at 1e9, here and in Bounds
			for _, v := range sh.Vertices {
				q := p.Transform(v)
				if q.X-grow < b.MinX-ulp || q.Y-grow < b.MinY-ulp || q.X+grow > b.MaxX+ulp || q.Y+grow > b.MaxY+ulp {
					t.Fatalf("%v of %v at time %v: %v grown by %v is not in %v", v, sh, u, q, grow, b)
				}
			}
		}
	}
}

// TestBoxOutward: no side of a box lies inside the shape, not even by one rounding. So two shapes
// that touch, also within half a margin each, have boxes that meet.
func TestBoxOutward(t *testing.T) {
	r := testenv.Rand(t, 8)
	rounded := 0 // how often the nearest number would not do
	for range 2000 {
		s := soa.New()
		x, y := r.NormFloat64()*math.Exp2(float64(r.IntN(50))), r.NormFloat64()*math.Exp2(float64(r.IntN(50)))
		radius := r.Float32() * 10
		id := must.Get(s.AddCircle(soa.Pose{X: x, Y: y, C: 1}, float64(radius), soa.Attrs{}))(t)
		margin := 2 * r.Float64() * float64(r.IntN(2))
		bounds := boundsOf(t, s, batch.Config{Margin: margin})
		b := bounds.Box(id)
		for _, side := range []struct{ at, sign, is float64 }{{x, -1, b.MinX}, {y, -1, b.MinY}, {x, 1, b.MaxX}, {y, 1, b.MaxY}} {
			reach := new(big.Float).SetPrec(400).SetFloat64(float64(radius))
			reach.Add(reach, new(big.Float).SetFloat64(margin/2))
			exact := reach.Mul(reach, big.NewFloat(side.sign))
			exact.Add(exact, new(big.Float).SetFloat64(side.at))
			if c := big.NewFloat(side.is).Cmp(exact); c != 0 && float64(c) != side.sign {
				t.Fatalf("a circle of radius %v at %v with margin %v: its box ends at %v, within it", radius, side.at, margin, side.is)
			}
			if near, _ := exact.Float64(); big.NewFloat(near).Cmp(exact) == -int(side.sign) {
				rounded++
			}
		}
	}
	if rounded < 1000 {
		t.Errorf("only %d sides had to be rounded outward", rounded)
	}
}

// tileOf copies the shapes whose boxes touch a tile, and excludes the pairs of other tiles. It also
// returns the copies' originals.
func tileOf(t testing.TB, s *soa.Shapes, cfg batch.Config, tile region.Box) (some *soa.Shapes, c batch.Columns, was []soa.ID) {
	t.Helper()
	some = soa.New()
	bounds := boundsOf(t, s, cfg)
	var made []soa.ID
	slot := 0
	for id := range s.All() {
		if b := bounds.Box(id); b.MinX <= b.MaxX && b.MaxX >= tile.MinX && b.MaxY >= tile.MinY && b.MinX < tile.MaxX && b.MinY < tile.MaxY {
			made = must.Get(some.Append(made, s, slot, slot+1))(t)
			was = append(was, id)
		}
		slot++
	}
	exclude := soa.Attach[uint8](some)
	c.Exclude = exclude
	if of := cfg.Columns[0]; of.VX != nil {
		c.Motion = soa.AttachMotion(some)
		for k, id := range made {
			must.Do(t, errors.Join(c.VX.Set(id, must.Get(of.VX.Get(was[k]))(t)), c.VY.Set(id, must.Get(of.VY.Get(was[k]))(t)), c.Spin.Set(id, must.Get(of.Spin.Get(was[k]))(t))))
		}
	}
	for k, id := range made {
		b, bits := bounds.Box(was[k]), uint8(0)
		if b.MinX < tile.MinX {
			bits = 1
		}
		if b.MinY < tile.MinY {
			bits |= 2
		}
		must.Do(t, exclude.Set(id, bits))
	}
	return some, c, was
}

// TestTilesAreOneRun: tiles that fill the plane give together the contacts of one run, bit for bit:
// in every mode, with margins, far from the origin, with edges exactly on the cuts, and for two
// sets.
func TestTilesAreOneRun(t *testing.T) {
	r, ctx := testenv.Rand(t, 1), context.Background()
	rounds := 12
	if testenv.Full() {
		rounds = 40
	}
	contacts := 0
	for round := range rounds {
		far := []float64{0, 0, -1e6, 1e12}[r.IntN(4)]
		s, m := mixedScene(t, r, testenv.Rounds(200, 300, 300), far)
		o, mo := mixedScene(t, r, testenv.Rounds(140, 200, 200), far)
		for _, mode := range []batch.Mode{batch.ModeOverlaps, batch.ModeContacts, batch.ModeManifolds, batch.ModeDistance, batch.ModeSwept} {
			cfg := batch.Config{Mode: mode, Margin: []float64{0, 0.3, -0.05, 8}[r.IntN(4)], Canonical: true, Strict: r.IntN(4) == 0}
			second := cfg
			if mode == batch.ModeSwept {
				cfg.Columns[0], second.Columns[0] = m, mo
			}
			joined := r.IntN(3) == 0
			var want, got []batch.Contact
			if joined {
				one := cfg
				one.Columns[1] = second.Columns[0]
				found, _ := must.Both(batch.Join(ctx, s, o, one))(t)
				for _, c := range found.All() {
					want = append(want, c)
				}
			} else {
				for _, c := range batchtest.Collide(t, s, cfg).All() {
					want = append(want, c)
				}
			}
			cuts := func(of float64) []float64 {
				return []float64{math.Inf(-1), of + 3, of + 4 + float64(r.IntN(5)), of + 9 + 3*r.Float64(), math.Inf(1)}
			}
			xs, ys := cuts(far), cuts(0)
			for i := range xs[1:] {
				for k := range ys[1:] {
					tile := region.Box{MinX: xs[i], MinY: ys[k], MaxX: xs[i+1], MaxY: ys[k+1]}
					a, ca, was := tileOf(t, s, cfg, tile)
					one, to := cfg, was
					one.Columns[0] = ca
					var found *batch.Contacts
					if joined {
						b, cb, wasB := tileOf(t, o, second, tile)
						one.Columns[1], to = cb, wasB
						found, _ = must.Both(batch.Join(ctx, a, b, one))(t)
					} else {
						found = batchtest.Collide(t, a, one)
					}
					for _, c := range found.All() {
						c.A, c.B = was[c.A.Index()], to[c.B.Index()]
						got = append(got, c)
					}
				}
			}
			contacts += len(want)
			slices.SortFunc(want, byIDs)
			slices.SortFunc(got, byIDs)
			if !slices.Equal(got, want) {
				t.Fatalf("round %d, %v, margin %v, far %g, joined %v: %d contacts in tiles, and %d in one run", round, mode, cfg.Margin, far, joined, len(got), len(want))
			}
		}
	}
	if contacts < 500*rounds {
		t.Errorf("only %d contacts were compared", contacts)
	}
}

func byIDs(p, q batch.Contact) int { return cmp.Or(cmp.Compare(p.A, q.A), cmp.Compare(p.B, q.B)) }
