// SPDX-License-Identifier: MIT

package pair

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

// motion is what a shape does during a step.
type motion struct{ dx, dy, turn float32 }

// meeting is what a table says about one pair in motion.
type meeting struct {
	hit       bool
	time, sep float32
	nx, ny    float32
	touching  bool // at time 0 already, so that the impact kernel was not asked
}

// sweepPair asks for the contact at time 0 and, if there is none, for the impact.
func sweepPair(t *Table, a, b testShape, ma, mb motion, limit float32) meeting {
	if c := decide(t, a, b, limit); c.ok {
		return meeting{hit: true, touching: true, sep: c.sep, nx: c.nx, ny: c.ny}
	}
	args := impactArgs(build(a, b), []kernels.Pair{{A: 0, B: 1}}, []motion{ma, mb}, limit)
	if t.Impacts.Of(a.class, b.class)(args) == 0 {
		return meeting{}
	}
	return meeting{hit: true, time: args.Time[0], sep: args.Out.Sep[0], nx: args.Out.NX[0], ny: args.Out.NY[0]}
}

func impactArgs(b *Block, pairs []kernels.Pair, moves []motion, limit float32) *ImpactArgs {
	a := &ImpactArgs{Args: *newArgs(b, pairs, limit), Time: make([]float32, len(pairs)+kernels.Slack)}
	for _, m := range moves {
		a.Motion, a.Turn = append(a.Motion, Motion{m.dx, m.dy}), append(a.Turn, m.turn)
	}
	return a
}

// world are a shape's corners at time t, relative to its position at time 0.
func world(s testShape, m motion, t float64) [][2]float64 {
	sin, cos := math.Sincos(t * float64(m.turn))
	pts := s.corners()
	for i, v := range pts {
		pts[i] = [2]float64{cos*v[0] - sin*v[1] + t*float64(m.dx), sin*v[0] + cos*v[1] + t*float64(m.dy)}
	}
	return pts
}

// pointHull is the convex hull, anticlockwise (A. Andrew's monotone chain).
func pointHull(pts [][2]float64) [][2]float64 {
	sort.Slice(pts, func(i, j int) bool {
		return pts[i][0] < pts[j][0] || pts[i][0] == pts[j][0] && pts[i][1] < pts[j][1]
	})
	var h [][2]float64
	for turn := 0; turn < 2; turn++ {
		base := len(h)
		for _, p := range pts {
			for len(h) > base+1 {
				a, b := h[len(h)-2], h[len(h)-1]
				if (b[0]-a[0])*(p[1]-a[1])-(b[1]-a[1])*(p[0]-a[0]) > 0 {
					break
				}
				h = h[:len(h)-1]
			}
			h = append(h, p)
		}
		h = h[:len(h)-1]
		for i, j := 0, len(pts)-1; i < j; i, j = i+1, j-1 {
			pts[i], pts[j] = pts[j], pts[i]
		}
	}
	if len(h) == 0 {
		return pts[:1]
	}
	return h
}

// separationAt is the signed distance at time t by the definition: that of the origin
// from the boundary of the hull of all differences of corners.
func separationAt(a, b testShape, ma, mb motion, t float64) float64 {
	var all [][2]float64
	pa := world(a, ma, t)
	for _, q := range world(b, mb, t) {
		for _, p := range pa {
			all = append(all, [2]float64{(b.x - a.x) + (q[0] - p[0]), (b.y - a.y) + (q[1] - p[1])})
		}
	}
	h := pointHull(all)
	least, inside := math.Inf(1), len(h) > 2
	for i, u := range h {
		v := h[(i+1)%len(h)]
		least = min(least, segmentDistance(u, v))
		if u[0]*v[1]-u[1]*v[0] <= 0 {
			inside = false
		}
	}
	if inside {
		least = -least
	}
	return least - a.radius() - b.radius()
}

// checkMeeting holds an answer against samples of the separation, which is enough to
// falsify it: none before the impact may lie below the limit by more than the bound,
// and at the impact it is the limit. It returns the greatest deviation as a share of
// the bound.
func checkMeeting(a, b testShape, ma, mb motion, limit float32, got meeting) (worst float64, err error) {
	if got.touching {
		return 0, nil
	}
	wx, wy := float64(mb.dx)-float64(ma.dx), float64(mb.dy)-float64(ma.dy)
	motion := math.Abs(wx) + math.Abs(wy)
	reach := a.reach() + b.reach()
	boundAt := func(t float64) float64 {
		x, y := b.x-a.x+t*wx, b.y-a.y+t*wy
		return float64(TimeOfImpactBound(float32(reach+math.Abs(x)+math.Abs(y)), float32(motion)))
	}
	turns := ma.turn != 0 && a.class != kernels.Circle || mb.turn != 0 && b.class != kernels.Circle
	end := 1.0
	if got.hit {
		end = float64(got.time)
		if !(end >= 0 && end <= 1) {
			return 0, fmt.Errorf("time %v", got.time)
		}
		sep, e := separationAt(a, b, ma, mb, end), boundAt(end)
		rim := 0.0
		if turns {
			rim = e / 32 / 0x1p-24 * 0x1p-19
		}
		if sep < float64(limit)-e || sep > float64(limit)+e+rim {
			return 0, fmt.Errorf("at time %v the separation is %v, the limit %v, bound %v", end, sep, limit, e)
		}
		if !turns {
			worst = math.Abs(sep-float64(limit)) / e
		}
		if l := norm(float64(got.nx), float64(got.ny)); math.Abs(l-1) > 0x1p-20 {
			return 0, fmt.Errorf("normal (%v, %v) of length %v", got.nx, got.ny, l)
		}
		// The normal parts them: along it nothing overlaps by more than the limit says.
		gap := math.Inf(1)
		for _, q := range world(b, mb, end) {
			for _, p := range world(a, ma, end) {
				gap = min(gap, float64(got.nx)*(b.x-a.x+q[0]-p[0])+float64(got.ny)*(b.y-a.y+q[1]-p[1]))
			}
		}
		if gap -= a.radius() + b.radius(); math.Abs(gap-float64(limit)) > 3*e+rim && limit >= 0 {
			return 0, fmt.Errorf("along the normal (%v, %v) the gap is %v, limit %v, bound %v", got.nx, got.ny, gap, limit, e)
		}
	}
	// Samples, denser near the least one.
	least, at := math.Inf(1), 0.0
	look := func(t float64) error {
		s := separationAt(a, b, ma, mb, t)
		if s < least {
			least, at = s, t
		}
		if e := boundAt(t); s < float64(limit)-e {
			return fmt.Errorf("at time %v, before %v, the separation is %v, the limit %v, bound %v", t, end, s, limit, e)
		}
		return nil
	}
	const samples = 40
	for lo, hi := 0.0, end; hi-lo > 1e-6*end; {
		for k := range samples + 1 {
			if err := look(lo + (hi-lo)*float64(k)/samples); err != nil {
				return worst, err
			}
		}
		w := (hi - lo) / samples
		lo, hi = max(0, at-w), min(end, at+w)
	}
	return worst, nil
}

// randomMeeting puts b somewhere around a, apart, and sends it about a's way.
func randomMeeting(r *rand.Rand, a, b *testShape) (ma, mb motion) {
	reach := a.reach() + b.reach()
	far := reach * (1 + math.Pow(10, 3*r.Float64()-2))
	sin, cos := math.Sincos(2 * math.Pi * r.Float64())
	a.x, a.y = 10*r.Float64(), -5*r.Float64()
	b.x, b.y = a.x+far*cos, a.y+far*sin
	aim := (far + reach) * 2 * r.Float64()
	side := reach * (2*r.Float64() - 1) * 1.1
	wx, wy := -aim*cos-side*sin, -aim*sin+side*cos
	share := r.Float64()
	ma.dx, ma.dy = float32(-share*wx), float32(-share*wy)
	mb.dx, mb.dy = float32((1-share)*wx), float32((1-share)*wy)
	return ma, mb
}

// TestImpactsAgreeWithSamples tries every pair of classes, sound and needle-like.
func TestImpactsAgreeWithSamples(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, c := range pairings() {
		for _, turning := range []bool{false, true} {
			rounds, thins, tables := kernelstest.Rounds(300), []float64{1, 1, 0.01, 1e-5}, All()
			if turning { // in portable Go alone
				rounds, thins, tables = kernelstest.Rounds(150), thins[:3], tables[:1]
			}
			hits, worst := 0, 0.0
			for range rounds {
				thin := thins[r.IntN(len(thins))]
				a, b := randomShape(r, c[0], 1, thin), randomShape(r, c[1], []float64{1, 1, 0.1}[r.IntN(3)], thin)
				ma, mb := randomMeeting(r, &a, &b)
				if turning {
					ma.turn = float32((r.Float64() - 0.5) * []float64{0, 0.1, 2, 30}[r.IntN(4)])
					mb.turn = float32((r.Float64() - 0.5) * []float64{0, 0.1, 2, 30}[r.IntN(4)])
				}
				limit := []float32{0, 0, math.Nextafter32(0, -1), 0.125, -0.0625}[r.IntN(5)]
				for _, tab := range tables {
					got := sweepPair(tab, a, b, ma, mb, limit)
					w, err := checkMeeting(a, b, ma, mb, limit, got)
					if err != nil {
						t.Fatalf("%s, limit %v: %v\nA %v %v\nB %v %v\ngot %+v", tab.Name, limit, err, a, ma, b, mb, got)
					}
					worst = max(worst, w)
					if got.hit && !got.touching {
						hits++
					}
				}
			}
			t.Logf("classes %v, turning %v: %d impacts, separation off the limit by %.2f of the bound at most", c, turning, hits, worst)
			if hits < rounds/10 {
				t.Errorf("classes %v, turning %v: only %d impacts in %d rounds", c, turning, hits, rounds)
			}
		}
	}
}

func testRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 9)) }

// TestBadImpactArguments: indices without a record panic as in portable code, and touch
// nothing.
func TestBadImpactArguments(t *testing.T) {
	r := kernelstest.Seeded(t)
	blk, pairs := wildBlock(r, [2]kernels.Class{kernels.Box, kernels.Box}, 10, 40, 0, 1)
	moves := make([]motion, len(blk.Rec))
	for name, spoil := range map[string]func(a *ImpactArgs){
		"index":        func(a *ImpactArgs) { a.Pairs[33].B = uint32(len(blk.Rec)) },
		"huge index":   func(a *ImpactArgs) { a.Pairs[7].A = 1 << 31 },
		"short motion": func(a *ImpactArgs) { a.Motion = a.Motion[:len(a.Motion)-1]; a.Pairs[5].A = uint32(len(a.Motion)) },
		"short time":   func(a *ImpactArgs) { a.Time = a.Time[:10:10] },
		"short out":    func(a *ImpactArgs) { a.Out.NX = a.Out.NX[:10:10] },
	} {
		for _, tab := range All() {
			a := impactArgs(blk, append([]kernels.Pair(nil), pairs...), moves, 0)
			a.Turn = nil
			spoil(a)
			if !kernelstest.Panics(func() { tab.Impacts.BoxBox(a) }) {
				t.Errorf("%s, %s: no panic", tab.Name, name)
			}
		}
	}
}
