// SPDX-License-Identifier: MIT

package pair

import (
	"math"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

// TestWorkedImpacts are cases one can do by hand. Each is tried with A and B in either
// order.
func TestWorkedImpacts(t *testing.T) {
	box := func(x, y, hx, hy float64) testShape {
		return testShape{class: kernels.Box, x: x, y: y, c: 1, p: float32(hx), q: float32(hy)}
	}
	disc := func(x, y, r float64) testShape { return testShape{class: kernels.Circle, x: x, y: y, p: float32(r)} }
	segment := func(x, y, h, angle float64) testShape {
		s := testShape{class: kernels.Capsule, x: x, y: y, p: float32(h)}
		s.turn(angle)
		return s
	}
	square := testShape{class: kernels.Polygon, c: 1, pts: [][2]float32{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}}
	// Needles with their tips at their positions, one pointing left, one right.
	left := testShape{class: kernels.Polygon, c: 1, pts: [][2]float32{{0, 0}, {4, -0x1p-10}, {4, 0x1p-10}}}
	right := testShape{class: kernels.Polygon, c: -1, pts: left.pts}
	at := func(s testShape, x, y float64) testShape { s.x, s.y = x, y; return s }
	open := math.Nextafter32(0, -1)
	const never = -1

	for _, tt := range []struct {
		name   string
		a, b   testShape
		mb     motion // of B; A rests
		limit  float32
		time   float64
		nx, ny float64
	}{
		// E. Catto, "Continuous Collision", GDC 2013: a bullet that is beyond the paper
		// in the next frame.
		{"bullet through paper", box(0, 0, 0x1p-14, 1), disc(-500, 0, 0.5), motion{dx: 1000}, 0, 499.5 / 1000, -1, 0},
		{"bullet through a line", segment(0, 0, 1, math.Pi/2), disc(-500, 0.25, 0.5), motion{dx: 1000}, 0, 499.5 / 1000, -1, 0},
		{"bullet as a box", box(0, 0, 0x1p-14, 1), box(-512, 0, 0.5, 0.5), motion{dx: 1024}, 0, (512 - 0.5 - 0x1p-14) / 1024, -1, 0},
		{"point through a line", segment(0, 0, 1, math.Pi/2), disc(-512, 0.5, 0), motion{dx: 1024}, 0, 0.5, -1, 0},
		{"point past a line", segment(0, 0, 1, math.Pi/2), disc(-512, 1.0625, 0), motion{dx: 1024}, 0, never, 0, 0},

		// D. Eberly, "The Method of Separating Axes", 2001: the last axis to be entered.
		{"box enters by x", box(0, 0, 1, 1), box(-4, -2.5, 1, 1), motion{dx: 4, dy: 4}, 0, 0.5, -1, 0},
		{"box enters by y", box(0, 0, 1, 1), box(-2.5, -4, 1, 1), motion{dx: 4, dy: 4}, 0, 0.5, 0, -1},
		{"polygons do the same", square, at(square, -2.5, -4), motion{dx: 4, dy: 4}, 0, 0.5, 0, -1},
		{"axes entered, but not at once", box(0, 0, 1, 1), box(-4, 0, 1, 1), motion{dx: 8, dy: 16}, 0, never, 0, 0},

		// Closed sets: what slides along an edge, or meets in a corner for no longer than
		// a moment, touches. Open ones do not.
		{"sliding along an edge", box(0, 0, 1, 1), box(-4, 2, 1, 1), motion{dx: 8}, 0, 0.25, -1, 0},
		{"sliding along an edge, open", box(0, 0, 1, 1), box(-4, 2, 1, 1), motion{dx: 8}, open, never, 0, 0},
		{"sliding just off an edge", box(0, 0, 1, 1), box(-4, 2.00001, 1, 1), motion{dx: 8}, 0, never, 0, 0},
		{"corner by corner", box(0, 0, 1, 1), box(-4, 0, 1, 1), motion{dx: 4, dy: 4}, 0, 0.5, -1, 0},
		{"corner by corner, open", box(0, 0, 1, 1), box(-4, 0, 1, 1), motion{dx: 4, dy: 4}, open, never, 0, 0},
		{"polygons sliding along an edge", square, at(square, -4, 2), motion{dx: 8}, 0, 0.25, -1, 0},
		{"polygons sliding along an edge, open", square, at(square, -4, 2), motion{dx: 8}, open, never, 0, 0},
		{"polygons, corner by corner, open", square, at(square, -4, 0), motion{dx: 4, dy: 4}, open, never, 0, 0},
		{"polygons touching at the end, open", square, at(square, -4, 0), motion{dx: 2}, open, never, 0, 0},
		{"touching at the end", box(0, 0, 1, 1), box(-4, 0, 1, 1), motion{dx: 2}, 0, 1, -1, 0},
		{"just too slow", box(0, 0, 1, 1), box(-4, 0, 1, 1), motion{dx: 1.9999}, 0, never, 0, 0},
		{"grazing circles", disc(0, 0, 1), disc(-4, 2, 1), motion{dx: 8}, 0, 0.5, 0, 1},
		{"circles that pass", disc(0, 0, 1), disc(-4, 2.0001, 1), motion{dx: 8}, 0, never, 0, 0},

		// C. Ericson, Real-Time Collision Detection, 2005, section 5.5.7: the box grown by
		// the radius has round corners. The centre runs along y = x + c; edge normals
		// alone hit the corner of the square for c up to 4, the circle for up to 2 + sqrt 2.
		{"circle past a corner", box(0, 0, 1, 1), disc(-5, -1.3, 1), motion{dx: 8, dy: 8}, 0, never, 0, 0},
		{"circle past a polygon's corner", square, disc(-5, -1.3, 1), motion{dx: 8, dy: 8}, 0, never, 0, 0},
		// With c = 2 the centre runs at the corner and stops 1 away from it.
		{"circle at a corner", box(0, 0, 1, 1), disc(-5, 5, 1), motion{dx: 8, dy: -8}, 0, (4 - math.Sqrt2/2) / 8, -math.Sqrt2 / 2, math.Sqrt2 / 2},
		{"margin at a corner", box(0, 0, 1, 1), box(-6, 6, 1, 1), motion{dx: 8, dy: -8}, 1, (4 - math.Sqrt2/2) / 8, -math.Sqrt2 / 2, math.Sqrt2 / 2},

		{"moving apart", box(0, 0, 1, 1), box(-3, 0, 1, 1), motion{dx: -5}, 0, never, 0, 0},
		{"needles tip to tip", right, at(left, 8, 0), motion{dx: -16}, 0, 0.5, 1, 0},
		{"needles side by side", right, at(left, 8, 0x1p-9), motion{dx: -8}, 0, never, 0, 0},
		// Normals of segments in one line part them at no distance.
		{"segments in one line", segment(0, 0, 1, 0), segment(-10, 0, 1, 0), motion{dx: 16}, 0, 0.5, -1, 0},
		{"segments in parallel lines", segment(0, 0, 1, 0), segment(-10, 0.125, 1, 0), motion{dx: 16}, 0, never, 0, 0},
		{"segment through a polygon", square, segment(-9, 0.5, 2, 0), motion{dx: 64}, 0, 6.0 / 64, -1, 0},
	} {
		for _, tab := range All() {
			for _, swap := range []bool{false, true} {
				a, b, ma, mb, sign := tt.a, tt.b, motion{}, tt.mb, 1.0
				if swap {
					a, b, ma, mb, sign = b, a, mb, ma, -1
				}
				got := sweepPair(tab, a, b, ma, mb, tt.limit)
				if got.hit != (tt.time != never) {
					t.Errorf("%s, %s, swapped %v: got %+v, want %v", tt.name, tab.Name, swap, got, tt.time)
					continue
				}
				if !got.hit {
					continue
				}
				if math.Abs(float64(got.time)-tt.time) > 0x1p-22 {
					t.Errorf("%s, %s, swapped %v: at %v, want %v", tt.name, tab.Name, swap, got.time, tt.time)
				}
				// Where two axes are entered at one time either shape's may come first.
				dx, dy := float64(got.nx)-sign*tt.nx, float64(got.ny)-sign*tt.ny
				if norm(dx, dy) > 1e-3 && tt.name != "corner by corner" && tt.name != "needles tip to tip" {
					t.Errorf("%s, %s, swapped %v: normal (%v, %v), want %v times (%v, %v)", tt.name, tab.Name, swap, got.nx, got.ny, sign, tt.nx, tt.ny)
				}
			}
		}
	}
}

// TestWorkedTurns: a bar that turns about its middle, and a peg beside it.
func TestWorkedTurns(t *testing.T) {
	bar := testShape{class: kernels.Box, c: 1, p: 5, q: 0.125}
	capsule := testShape{class: kernels.Capsule, c: 1, p: 5, q: 0.125}
	rod := testShape{class: kernels.Polygon, c: 1, pts: [][2]float32{{-5, -0.125}, {5, -0.125}, {5, 0.125}, {-5, 0.125}}}
	peg := testShape{class: kernels.Circle, y: 3, p: 0.25}
	// The bar's face is at the peg when 3 cos(angle) = 0.125 + 0.25.
	angle := math.Acos(0.125)
	for _, s := range []testShape{bar, capsule, rod} {
		for _, turn := range []float64{math.Pi / 2, math.Pi, 2 * math.Pi, 20 * math.Pi} {
			for _, sign := range []float64{1, -1} {
				got := sweepPair(&portable, s, peg, motion{turn: float32(sign * turn)}, motion{}, 0)
				// A whole turn ends where it began: the ends tell nothing.
				if !got.hit || math.Abs(float64(got.time)-angle/turn) > 1e-5/turn {
					t.Errorf("class %d, turning by %v: %+v, want time %v", s.class, sign*turn, got, angle/turn)
				}
			}
		}
		if got := sweepPair(&portable, s, peg, motion{turn: 1.4}, motion{}, 0); got.hit {
			t.Errorf("class %d: not far enough, but %+v", s.class, got)
		}
	}
	// Its end passes a peg that is out of reach.
	far := testShape{class: kernels.Circle, y: 5.5, p: 0.25}
	if got := sweepPair(&portable, bar, far, motion{turn: 30}, motion{}, 0); got.hit {
		t.Errorf("out of reach, but %+v", got)
	}
	// Two bars that turn in step are 1 cos(angle) apart, less their thickness.
	other := bar
	other.y = 1
	for _, turn := range []float32{0, 1.25, -1.25} {
		if got := sweepPair(&portable, bar, other, motion{turn: turn}, motion{turn: turn}, 0); got.hit {
			t.Errorf("in step by %v: %+v", turn, got)
		}
	}
	if got := sweepPair(&portable, bar, other, motion{turn: 1.5}, motion{turn: 1.5}, 0); !got.hit || math.Abs(float64(got.time)-math.Acos(0.25)/1.5) > 1e-5 {
		t.Errorf("in step: %+v, want time %v", got, math.Acos(0.25)/1.5)
	}
}

// TestNoMotionNoImpact: pairs that are apart and have one velocity never meet, for any
// rounding of their distance.
func TestNoMotionNoImpact(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, c := range pairings() {
		blk, _, pairs := crowd(r, c[0], c[1], 20)
		moves := make([]motion, len(blk.Rec))
		for i := range moves {
			moves[i] = motion{dx: 0.1, dy: -3}
		}
		for _, tab := range All() {
			if n := tab.Impacts.Of(c[0], c[1])(impactArgs(blk, pairs, moves, 0)); n != 0 {
				t.Errorf("%s, classes %v: %d impacts", tab.Name, c, n)
			}
		}
	}
}

// TestImpactsAlike: every table gives the portable bits, in the order of the pairs, a
// pair alone or among others; NaN in one shape harms no other pair.
func TestImpactsAlike(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, c := range pairings() {
		for _, limit := range []float32{0, 0.125, -0.125} {
			for _, bad := range []float64{0, math.NaN(), math.Inf(1), math.Inf(-1)} {
				blk, _, pairs := crowd(r, c[0], c[1], 16)
				if bad != 0 {
					blk.Rec[3].X = bad
				}
				moves := make([]motion, len(blk.Rec))
				for i := range moves {
					moves[i] = motion{dx: float32(4 * r.NormFloat64()), dy: float32(4 * r.NormFloat64())}
				}
				for turns := range 2 {
					want := impactArgs(blk, pairs, moves, limit)
					if turns == 0 {
						want.Turn = nil
					} else {
						want.Turn[1] = 0.5
					}
					n := portable.Impacts.Of(c[0], c[1])(want)
					for i := range n {
						if bad != 0 && (want.Out.A[i] == 3 || want.Out.B[i] == 3) {
							t.Fatalf("classes %v: shape at %v meets another", c, bad)
						}
					}
					for _, tab := range All() {
						for _, length := range []int{0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 33, len(pairs)} {
							length = min(length, len(pairs))
							got := impactArgs(blk, pairs[:length], moves, limit)
							got.Turn = want.Turn
							k := tab.Impacts.Of(c[0], c[1])(got)
							if k > n || !sameHits(&got.Out, &want.Out, k) {
								t.Fatalf("%s, classes %v, %d pairs: %d impacts, or they differ", tab.Name, c, length, k)
							}
							for i := range k {
								if got.Time[i] != want.Time[i] {
									t.Fatalf("%s, classes %v: times %v and %v", tab.Name, c, got.Time[i], want.Time[i])
								}
							}
							if length == len(pairs) && k != n {
								t.Fatalf("%s, classes %v: %d impacts, want %d", tab.Name, c, k, n)
							}
						}
					}
				}
			}
		}
	}
}

// FuzzImpact holds a pair of any classes against samples of its separation.
func FuzzImpact(f *testing.F) {
	f.Add(uint64(1), uint8(2), uint8(2), float32(0), float32(0), uint8(0))
	f.Add(uint64(2), uint8(3), uint8(3), float32(0), float32(0), uint8(5))
	f.Add(uint64(3), uint8(1), uint8(1), float32(0), float32(0), uint8(4))
	f.Add(uint64(4), uint8(0), uint8(3), float32(0.125), float32(1), uint8(2))
	f.Add(uint64(5), uint8(1), uint8(2), float32(-0.125), float32(-20), uint8(1))
	f.Fuzz(func(t *testing.T, seed uint64, ca, cb uint8, limit, turn float32, thin uint8) {
		if !(math.Abs(float64(limit)) < 4) || !(math.Abs(float64(turn)) < 40) {
			t.Skip()
		}
		r := testRand(seed)
		t1 := math.Pow(10, -float64(thin%6))
		a, b := randomShape(r, kernels.Class(ca%kernels.NumClasses), 1, t1), randomShape(r, kernels.Class(cb%kernels.NumClasses), 1, t1)
		ma, mb := randomMeeting(r, &a, &b)
		ma.turn, mb.turn = turn, turn*float32(r.IntN(3)-1)
		for _, tab := range All() {
			got := sweepPair(tab, a, b, ma, mb, limit)
			if _, err := checkMeeting(a, b, ma, mb, limit, got); err != nil {
				t.Fatalf("%s: %v\nA %v %v\nB %v %v\ngot %+v", tab.Name, err, a, ma, b, mb, got)
			}
		}
	})
}
