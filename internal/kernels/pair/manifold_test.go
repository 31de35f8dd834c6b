// SPDX-License-Identifier: MIT

package pair

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

// notWritten is a point that no kernel finds.
var notWritten = Point{-777, -777, -777, 777}

// newManifolds has room for n entries, which hold rubbish.
func newManifolds(n int) *Manifolds {
	n += kernels.Slack
	m := &Manifolds{N: make([]uint8, n)}
	for k := range 2 {
		m.Points[k] = slices.Repeat([]Point{notWritten}, n)
	}
	for i := range n {
		m.N[i] = 77
	}
	return m
}

type contactPoint struct {
	x, y, depth float32
	feature     Feature
}

// points is entry i.
func (m *Manifolds) points(i int) (p []contactPoint) {
	for k := range int(m.N[i]) {
		p = append(p, contactPoint{m.Points[k][i].X, m.Points[k][i].Y, m.Points[k][i].Depth, Feature(m.Points[k][i].Feature)})
	}
	return p
}

// touchPoints decides a pair and finds its points; nil if it is no contact.
func touchPoints(tab *Table, a, b testShape, limit float32) (answer, []contactPoint) {
	args := newArgs(build(a, b), []kernels.Pair{{A: 0, B: 1}}, limit)
	got := tab.Contacts.Of(a.class, b.class)(args)
	n := Resolve(args, got.N)
	if n == 0 {
		return answer{}, nil
	}
	m := newManifolds(n)
	tab.Manifolds.Of(a.class, b.class)(args, n, m)
	return answer{args.Out.Sep[0], args.Out.NX[0], args.Out.NY[0], true, got.Open == 1}, m.points(0)
}

func features(p []contactPoint) (s string) {
	for _, q := range p {
		for _, f := range []Feature{q.feature, q.feature >> 16} {
			i, v := f.A()
			s += fmt.Sprintf("%s%d", map[bool]string{true: "v", false: "e"}[v], i)
		}
		s += " "
	}
	return s
}

// TestFeaturesPersist moves B slowly and lists the features that come up, in order.
func TestFeaturesPersist(t *testing.T) {
	boxAt := func(x, y, angle float64, hx, hy float32) testShape {
		s := testShape{class: kernels.Box, x: x, y: y, p: hx, q: hy}
		s.turn(angle)
		return s
	}
	square := func(x, y, angle float64) testShape {
		s := testShape{class: kernels.Polygon, x: x, y: y, pts: [][2]float32{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}}
		s.turn(angle)
		return s
	}
	pill := func(x, y, angle float64) testShape {
		s := testShape{class: kernels.Capsule, x: x, y: y, p: 1, q: 0.5}
		s.turn(angle)
		return s
	}
	const steps = 2049 // the ends meet at eighths of the way
	for _, c := range []struct {
		name  string
		a     testShape
		b     func(f float64) testShape // f from 0 to 1
		limit float32
		want  []string
	}{
		{
			"box sliding over a box", boxAt(0, 0, 0, 4, 1), func(f float64) testShape { return boxAt(-4+8*f, 1.875, 0, 1, 1) }, 0,
			[]string{"e2v1 v3e0 ", "e2v1 v3v0 ", "e2v1 e2v0 ", "v2v1 e2v0 ", "v2e0 e2v0 "},
		},
		{
			"polygon sliding over a box", boxAt(0, 0, 0, 4, 1), func(f float64) testShape { return square(-4+8*f, 1.875, 0) }, 0,
			[]string{"e2v1 v3e0 ", "e2v1 v3v0 ", "e2v1 e2v0 ", "v2v1 e2v0 ", "v2e0 e2v0 "},
		},
		{
			// Rolling by more than a half turn: a corner stays the same corner while the other
			// end of its side comes within the limit and goes.
			"box rolling on a box", boxAt(0, -1, 0, 9, 1), func(f float64) testShape {
				angle := -1.8 + 3.6*f
				low := math.Abs(math.Cos(angle)) + math.Abs(math.Sin(angle))
				return boxAt(0, low, angle, 1, 1)
			}, 0.125,
			[]string{"e2v2 ", "e2v2 e2v1 ", "e2v1 ", "e2v1 e2v0 ", "e2v0 ", "e2v0 e2v3 ", "e2v3 "},
		},
		{
			"capsule rocking on a box", boxAt(0, -1, 0, 9, 1), func(f float64) testShape {
				angle := -1.4 + 2.8*f
				return pill(0, math.Abs(math.Sin(angle))+0.4375, angle)
			}, 0.125,
			[]string{"e2v1 ", "e2v1 e2v0 ", "e2v0 "},
		},
		{
			"capsule rocking on a capsule", testShape{class: kernels.Capsule, c: 1, p: 9, q: 0.5, y: -0.5}, func(f float64) testShape {
				angle := -1.4 + 2.8*f
				return pill(0, math.Abs(math.Sin(angle))+0.4375, angle)
			}, 0.125,
			[]string{"e1v1 ", "e1v1 e1v0 ", "e1v0 "},
		},
		{
			"circle over the corner of a box", boxAt(0, 0, 0, 2, 1), func(f float64) testShape {
				return testShape{class: kernels.Circle, x: 1 + 2*f, y: 1.5, p: 1.25}
			}, 0,
			[]string{"e2v0 ", "v2v0 "},
		},
	} {
		for _, tab := range All() {
			for _, flip := range []bool{false, true} {
				var seen []string
				for k := range steps {
					b := c.b(float64(k) / (steps - 1))
					got, p := touchPoints(tab, c.a, b, c.limit)
					if flip {
						got, p = touchPoints(tab, b, c.a, c.limit)
						for i := range p {
							p[i].feature = swapped(p[i].feature)
						}
						// The normal is turned round, the order of points as well: about A
						// it leads the other way.
					}
					if !got.ok {
						t.Fatalf("%s: no contact at step %d", c.name, k)
					}
					if s := features(p); len(seen) == 0 || seen[len(seen)-1] != s {
						seen = append(seen, s)
					}
				}
				want := c.want
				if flip {
					want = nil
					for _, w := range c.want {
						if len(w) > 6 {
							w = w[5:] + w[:5]
						}
						want = append(want, w)
					}
				}
				if fmt.Sprint(seen) != fmt.Sprint(want) {
					t.Errorf("%s, %s, swapped %v: %q, want %q", c.name, tab.Name, flip, seen, want)
				}
			}
		}
	}
}

// TestFeaturesOutlastNoise: boxes of one width in a stack, square and aslant, jitter
// by rounding: two points with one pair of features, whichever axis wins.
func TestFeaturesOutlastNoise(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, angle := range []float64{0, 0.3, 2, 5} {
		for _, tab := range All() {
			seen := map[string]bool{}
			axes := map[float32]bool{}
			for range 500 {
				a := testShape{class: kernels.Box, p: 2, q: 1}
				a.turn(angle)
				b := a
				b.turn(angle + 1e-7*r.NormFloat64())
				b.x, b.y = -2*math.Sin(angle)+1e-7*r.NormFloat64(), 2*math.Cos(angle)+1e-7*r.NormFloat64()
				got, p := touchPoints(tab, a, b, 1e-5)
				seen[features(p)] = true
				axes[got.nx] = true
			}
			if len(seen) != 1 || !seen["v2v1 v3v0 "] {
				t.Errorf("angle %v: features %v", angle, seen)
			}
		}
	}
}

// TestManifoldsSwap: with A and B exchanged, and the normal turned round, the same
// points come out in the other order, features exchanged. Where a decision hangs on
// rounding (less than 1 pair in 100) the points must still be the same places.
func TestManifoldsSwap(t *testing.T) {
	r := kernelstest.Seeded(t)
	rounds := kernelstest.Rounds(200)
	for _, c := range pairings() {
		other, total := 0, 0
		for _, place := range placements {
			for range rounds {
				a, b := randomShape(r, c[0], 1, 0.5), randomShape(r, c[1], 1, 0.5)
				place.put(r, &a, &b)
				scale := float32(a.reach() + b.reach() + math.Abs(b.x-a.x) + math.Abs(b.y-a.y))
				limit := scale * 0.05
				for _, tab := range All() {
					got, p := touchPoints(tab, a, b, limit)
					if !got.ok {
						continue
					}
					args := newArgs(build(b, a), nil, limit)
					args.Out.A[0], args.Out.B[0], args.Out.Sep[0], args.Out.NX[0], args.Out.NY[0] = 0, 1, got.sep, -got.nx, -got.ny
					m := newManifolds(1)
					tab.Manifolds.Of(c[1], c[0])(args, 1, m)
					q := m.points(0)
					total++
					same := len(p) == len(q)
					for k := range min(len(p), len(q)) {
						w := q[len(q)-1-k]
						same = same && p[k].feature == swapped(w.feature)
						if len(p) != len(q) {
							continue
						}
						w.x, w.y = w.x+float32(b.x-a.x), w.y+float32(b.y-a.y)
						off := max(kernels.Abs(p[k].x-w.x), kernels.Abs(p[k].y-w.y), kernels.Abs(p[k].depth-w.depth))
						if bound := 2 * ClipBound(scale, 64); off > bound {
							same = false
						}
					}
					if !same {
						other++
					}
				}
			}
		}
		t.Logf("classes %v: %d of %d differ", c, other, total)
		if other*100 > total {
			t.Errorf("classes %v: %d of %d differ", c, other, total)
		}
	}
}

// sameManifolds compares n entries bit for bit. Distances that overflow, which only
// limits beyond those of package batch let through, may make NaN of either sign.
func sameManifolds(t testing.TB, name string, got, want *Manifolds, n int) {
	t.Helper()
	for i := range n {
		if got.N[i] != want.N[i] {
			t.Fatalf("%s: entry %d of %d: %d points, want %d", name, i, n, got.N[i], want.N[i])
		}
		for k := range 2 {
			got, want := got.Points[k][i], want.Points[k][i]
			for _, c := range []struct {
				column    string
				got, want float32
			}{{"x", got.X, want.X}, {"y", got.Y, want.Y}, {"depth", got.Depth, want.Depth}} {
				if math.Float32bits(c.got) != math.Float32bits(c.want) && (c.got == c.got || c.want == c.want) {
					t.Fatalf("%s: entry %d of %d, point %d: %s %v (%#x), want %v (%#x)", name, i, n, k, c.column, c.got, math.Float32bits(c.got), c.want, math.Float32bits(c.want))
				}
			}
			if got.Feature != want.Feature {
				t.Fatalf("%s: entry %d of %d, point %d: feature %#x, want %#x", name, i, n, k, got.Feature, want.Feature)
			}
		}
	}
}

// swapped is the name of the same point with A and B exchanged.
func swapped(f Feature) Feature { return f>>16 | f<<16 }
