// SPDX-License-Identifier: MIT

package pair

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
	"daylight/internal/testenv"
)

// outlines are polygons of n corners or fewer that are hard to walk about: exactly convex,
// with edges that are all but parallel, needles, corners in clusters, far from the origin.
var outlines = map[string]func(r *rand.Rand, n int) [][2]float32{
	"circle":  func(_ *rand.Rand, n int) [][2]float32 { return ellipse(n, 1, 1) },
	"ellipse": func(r *rand.Rand, n int) [][2]float32 { return ellipse(n, 1, r.Float64()) },
	"needle":  func(r *rand.Rand, n int) [][2]float32 { return ellipse(n, 1, math.Pow(10, -8*r.Float64())) },
	"away": func(r *rand.Rand, n int) [][2]float32 {
		pts := ellipse(n, 1, r.Float64())
		x, y := float32(math.Pow(10, 4*r.Float64())), float32(math.Pow(10, 4*r.Float64()))
		for i := range pts {
			pts[i] = [2]float32{pts[i][0] + x, pts[i][1] - y}
		}
		return pts
	},
	"clusters": func(r *rand.Rand, n int) [][2]float32 {
		// Arcs of all sizes down to roundings, at the corners of a triangle.
		var pts [][2]float32
		radius := math.Pow(10, -7*r.Float64())
		for i := range n {
			t := 2 * math.Pi * (float64(i) + 0.9*r.Float64()) / float64(n)
			k := 2 * math.Pi * math.Floor(3*float64(i)/float64(n)) / 3
			pts = append(pts, [2]float32{float32(math.Cos(k+1) + radius*math.Cos(t)), float32(math.Sin(k+1) + radius*math.Sin(t))})
		}
		return pts
	},
	"lattice": func(r *rand.Rand, n int) [][2]float32 { return lattice(r, n, 1+r.IntN(1<<14), 1+r.IntN(1<<14)) },
	"sliver":  func(r *rand.Rand, n int) [][2]float32 { return lattice(r, n, 1+r.IntN(1<<14), 1+r.IntN(3)) },
	"chopped": func(r *rand.Rand, n int) [][2]float32 {
		// A circle with most cut away by chords.
		pts := ellipse(n, 1, 1)
		for range 1 + r.IntN(3) {
			if k := len(pts) / 3; len(pts)-k >= 40 {
				at := r.IntN(len(pts) - k)
				pts = slices.Delete(pts, at, at+k)
			}
		}
		return pts
	},
}

func ellipse(n int, a, b float64) (pts [][2]float32) {
	for i := range n {
		t := 2 * math.Pi * float64(i) / float64(n)
		pts = append(pts, [2]float32{float32(a * math.Cos(t)), float32(b * math.Sin(t))})
	}
	return pts
}

// lattice is a polygon of whole numbers, as convex as numbers can be: its edges are vectors
// in order of their angles.
func lattice(r *rand.Rand, n, w, h int) (pts [][2]float32) {
	type edge struct{ x, y int }
	var edges []edge
	for range n / 2 {
		e := edge{r.IntN(2*w+1) - w, r.IntN(2*h+1) - h}
		edges = append(edges, e, edge{-e.x, -e.y})
	}
	half := func(e edge) bool { return e.y < 0 || e.y == 0 && e.x < 0 }
	slices.SortFunc(edges, func(a, b edge) int {
		switch {
		case half(a) != half(b):
			if half(a) {
				return 1
			}
			return -1
		default:
			return b.x*a.y - a.x*b.y
		}
	})
	x, y := 0, 0
	for _, e := range edges {
		if e != (edge{}) {
			pts = append(pts, [2]float32{float32(x), float32(y)})
			x, y = x+e.x, y+e.y
		}
	}
	return pts
}

// convexOnly drops corners until what is left is strictly convex, exactly.
func convexOnly(pts [][2]float32) [][2]float32 {
	for k := 0; k < len(pts) && len(pts) >= 3; {
		n := len(pts)
		a, b, c := pts[(k+n-1)%n], pts[k], pts[(k+1)%n]
		ux, uy := float64(b[0])-float64(a[0]), float64(b[1])-float64(a[1])
		vx, vy := float64(c[0])-float64(b[0]), float64(c[1])-float64(b[1])
		// Both products are exact: coordinates have 24 bits and lie within 2^29 of each other.
		if p, q := ux*vy, uy*vx; p > q {
			k++
			continue
		}
		pts = slices.Delete(pts, k, k+1)
		k = max(0, k-2)
	}
	return pts
}

// hardShape is one of outlines with its number of corners anywhere up to n.
func hardShape(r *rand.Rand, name string, n int) testShape {
	for {
		pts := convexOnly(outlines[name](r, 17+r.IntN(n-16)))
		if len(pts) < 17 {
			continue
		}
		at := r.IntN(len(pts))
		pts = append(slices.Clone(pts[at:]), pts[:at]...)
		s := testShape{class: kernels.Polygon, c: 1, pts: pts, p: float32(r.IntN(2)) * r.Float32()}
		if r.IntN(4) > 0 {
			s.turn(2 * math.Pi * r.Float64())
		}
		return s
	}
}

// unwalked is a block whose records do not say how many corners polygons have: kernels look
// at all of them.
func unwalked(b *Block) *Block {
	c := *b
	c.Rec = slices.Clone(b.Rec)
	for i := range c.Rec {
		if c.Class[i] == kernels.Polygon {
			c.Rec[i].S = 0
		}
	}
	return &c
}

// TestLowestByWalking compares walks with a look at all corners, from all kinds of places and
// along all kinds of directions: at random, normals of edges, and those next to them.
func TestLowestByWalking(t *testing.T) {
	r := kernelstest.Seeded(t)
	n := testenv.Rounds(90, 300, 4096)
	for name := range outlines {
		for range 12 {
			s := hardShape(r, name, n)
			b := build(s)
			var spare kernels.Lanes
			h := expand(b, 0, &spare)
			var c core
			c.load(b, 0)
			if len(s.pts) > WalkLanes/2 && h.corners != len(s.pts) {
				t.Fatalf("%s: %d corners known of %d", name, h.corners, len(s.pts))
			}
			for range 400 {
				a := 2 * math.Pi * r.Float64()
				x, y := float32(math.Cos(a)), float32(math.Sin(a))
				if r.IntN(2) == 0 {
					i := r.IntN(len(h.nx))
					x, y = h.nx[i], h.ny[i]
					if r.IntN(2) == 0 {
						x, y = -x, -y
					}
					if r.IntN(2) == 0 {
						x = math.Nextafter32(x, float32(r.IntN(3)-1))
					}
				}
				if r.IntN(8) == 0 { // ties
					x, y = [2]float32{0, 1}[r.IntN(2)], 0
					if x == 0 {
						y = float32(1 - 2*r.IntN(2))
					}
				}
				want := float32(math.Inf(1))
				for i, vx := range h.vx {
					want = min(want, float32(x*vx)+float32(y*h.vy[i]))
				}
				for _, from := range []int{r.IntN(h.corners), h.toward(x, y), h.toward(-x, -y)} {
					got, at := h.lowest(x, y, from)
					if got != want {
						t.Fatalf("%s of %d corners along (%v, %v) from %d: %v at %d, want %v", name, len(s.pts), x, y, from, got, at, want)
					}
					m, first := c.lowest(float64(x), float64(y), from)
					if wantM, wantAt := c.least(float64(x), float64(y)); m != wantM || first != wantAt {
						t.Fatalf("%s of %d corners along (%v, %v) from %d in float64: %v at %d, want %v at %d", name, len(s.pts), x, y, from, m, first, wantM, wantAt)
					}
				}
			}
		}
	}
}

// TestCorners counts corners before padding.
func TestCorners(t *testing.T) {
	for n := 3; n < 300; n++ {
		b := build(testShape{class: kernels.Polygon, c: 1, pts: regular(n)})
		want := float32(n)
		if b.Num[0] < WalkLanes {
			want = 0
		}
		lo, hi := b.Off[0], b.Off[0]+b.Num[0]
		if got := Corners(b.Lanes.VX[lo:hi], b.Lanes.VY[lo:hi]); got != want {
			t.Errorf("%d corners in %d lanes: %v", n, b.Num[0], got)
		}
		if got := corners(&b.Rec[0], int(b.Num[0])); got != int(want) {
			t.Errorf("%d corners in %d lanes: %d to walk about", n, b.Num[0], got)
		}
	}
	for _, rec := range []kernels.Record{{C: 1, S: 0}, {C: 1, S: 32}, {C: 1, S: 65}, {C: 1, S: 40.5}, {C: 1, S: -40},
		{C: 1, S: float32(math.NaN())}, {C: 1, S: float32(math.Inf(1))}, {C: 0, S: 40}, {C: 1e-30, S: 40}, {C: float32(math.NaN()), S: 40}, {C: float32(math.Inf(1)), S: 40}} {
		if got := corners(&rec, 64); got != 0 {
			t.Errorf("%+v with 64 lanes: %d corners to walk about", rec, got)
		}
	}
}

// TestConvexWalkVariants compares every table on polygons that say how many corners they have
// with portable Go on the same ones that do not, and so looks at every corner.
func TestConvexWalkVariants(t *testing.T) {
	r := kernelstest.Seeded(t)
	n, rounds := 200, 6
	if testing.Short() {
		n, rounds = 90, 3
	}
	if testenv.Full() {
		n, rounds = 1024, 6
	}
	var names []string
	for name := range outlines {
		names = append(names, name)
	}
	slices.Sort(names)
	for round := range rounds {
		for _, name := range names {
			var shapes []testShape
			for k := range 8 {
				s := hardShape(r, name, n)
				if k%4 == 3 {
					s = hardShape(r, names[r.IntN(len(names))], n)
				}
				if k == 7 {
					s = randomShape(r, []kernels.Class{kernels.Box, kernels.Capsule, kernels.Polygon}[r.IntN(3)], 1, 1)
				}
				shapes = append(shapes, s)
			}
			reach := shapes[0].reach()
			for k := range shapes {
				switch round % 3 {
				case 0:
					shapes[k].x, shapes[k].y = reach*r.NormFloat64(), reach*r.NormFloat64()
				case 1: // ties, and one upon the other
					shapes[k].x, shapes[k].y = reach*float64(r.IntN(3)), 0
				default: // in the middle of each other
					shapes[k].x, shapes[k].y = 0.01*reach*r.NormFloat64(), 0.01*reach*r.NormFloat64()
				}
			}
			blk := build(shapes...)
			var pairs []kernels.Pair
			for i := range shapes {
				for j := range shapes {
					pairs = append(pairs, kernels.Pair{A: uint32(i), B: uint32(j)})
				}
			}
			for _, limit := range []float32{0, float32(0.3 * reach), float32(-0.3 * reach), float32(math.Inf(1))} {
				want := newArgs(unwalked(blk), pairs, limit)
				w := convex(want)
				for _, tab := range All() {
					for _, hinted := range []bool{false, true} {
						got := newArgs(blk, pairs, limit)
						if hinted {
							got.Hints = make([]Axis, len(pairs))
							for i := range got.Hints {
								got.Hints[i] = Axis(r.IntN(n)) | Axis(r.IntN(2))<<31
							}
						}
						sameAnswers(t, fmt.Sprintf("%s, %s, round %d, limit %v, hinted %v", tab.Name, name, round, limit, hinted), got, tab.Contacts.Convex(got), want, w)
					}
				}
				Resolve(want, w.N)
			}
		}
	}
}

// sameAnswers compares what two calls found, but for how many pairs hints parted.
func sameAnswers(t *testing.T, what string, got *Args, g Count, want *Args, w Count) {
	t.Helper()
	if g.N != w.N || g.Open != w.Open {
		t.Fatalf("%s: %+v, want %+v", what, g, w)
	}
	for i := range w.N {
		bits := func(o *Hits) [5]uint32 {
			return [5]uint32{o.A[i], o.B[i], kernelstest.BitsOf(o.Sep[i]), kernelstest.BitsOf(o.NX[i]), kernelstest.BitsOf(o.NY[i])}
		}
		if b, c := bits(&got.Out), bits(&want.Out); b != c {
			t.Fatalf("%s, entry %d: %x %v, want %x %v", what, i, b, got.Out.Sep[i], c, want.Out.Sep[i])
		}
	}
}
