// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"daylight/batch"
	"daylight/bench/oracle"
	"daylight/internal/kernels/pair"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/kernels"
	"daylight/soa"
)

// TestManifoldTruth compares the contact points of crowded scenes of all kinds with
// clipping in rational arithmetic.
func TestManifoldTruth(t *testing.T) {
	testenv.Sequential(t)
	rounds := testenv.Rounds(2, 6, 6)
	for _, place := range []struct{ origin, size float64 }{
		{0, 1}, {1e7, 1}, {0, 1e-9}, {-3e12, 1e9},
	} {
		for _, margin := range []float64{0, 0.25, -0.125} {
			t.Run(fmt.Sprintf("origin=%g/size=%g/margin=%g", place.origin, place.size, margin), func(t *testing.T) {
				r := seeded(t, 30)
				var worst float64
				twos, all := 0, 0
				for range rounds {
					shapes := soa.New()
					for range 40 {
						p := somewhere(r, place.origin, -place.origin, 12*place.size)
						switch r.IntN(4) {
						case 0: // on a grid, upright: touching and parallel edges
							p = soa.At(math.Round(p.X/place.size)*place.size, math.Round(p.Y/place.size)*place.size, float64(r.IntN(4))*math.Pi/2)
						case 1: // nearly so: edges that all but touch and are all but parallel
							e := place.size * math.Pow(2, -4-24*r.Float64())
							p = soa.At(math.Round(p.X/place.size)*place.size+e*r.NormFloat64(), math.Round(p.Y/place.size)*place.size+e*r.NormFloat64(),
								float64(r.IntN(4))*math.Pi/2+e/place.size*r.NormFloat64())
						}
						addAny(t, shapes, r, p, place.size, soa.Attrs{})
					}
					got, _ := must.Both(batch.Collide(context.Background(), shapes, batch.Config{Mode: batch.ModeManifolds, Margin: margin * place.size, Workers: 1}))(t)
					for i := range got.Len() {
						a, ra := rational(t, shapes, got.A[i])
						b, rb := rational(t, shapes, got.B[i])
						scale := ra + rb + math.Abs(b.X-a.X) + math.Abs(b.Y-a.Y)
						off, err := checkManifold(a, b, got.At(i), got.At(i), margin*place.size, scale)
						if err != nil {
							t.Errorf("contact %+v: %v\n%+v\n%+v\n%+v", got.At(i), err, got.At(i), a, b)
						}
						worst = max(worst, off)
						all++
						twos += got.At(i).N - 1
					}
				}
				t.Logf("%d contacts, %d of two points; worst error %.3f of the bound", all, twos, worst)
			})
		}
	}
}

// checkManifold judges contact points twice. Each must lie on both outlines, within
// kernels.Bounds.Point and with no regard to edges. And they must equal the results of exact
// clipping for the edges that face each other, of several that do so equally for one of them (see
// pair.ClipBound). It returns the greatest error as a share of either bound.
func checkManifold(a, b oracle.Shape, c batch.Contact, m batch.Contact, limit, scale float64) (worst float64, err error) {
	const tie = 0x1p-20
	blunt := 0x1p-15 * scale
	nx, ny := float64(c.NX), float64(c.NY)
	deepest := max(m.Points[0].Depth, m.Points[m.N-1].Depth)
	if deepest != c.Depth {
		return 0, fmt.Errorf("deepest point %g, contact %g", deepest, c.Depth)
	}
	for _, p := range m.Points[:m.N] {
		j := oracle.JudgePoint(a, b, nx, ny, float64(p.X), float64(p.Y), float64(p.Depth))
		worst = max(worst, j.Worst()/float64(kernels.ErrorBounds(float32(scale), 0).Point))
	}
	if worst > 1 {
		return 0, fmt.Errorf("points are off the outlines by %g bounds", worst)
	}
	for _, fa := range a.Faces(nx, ny, tie, blunt) {
		for _, fb := range b.Faces(-nx, -ny, tie, blunt) {
			want, e := oracle.Clip(a, b, fa, fb, nx, ny)
			if e != nil {
				return 0, e
			}
			off, e := compareManifold(m, want, fa, fb, limit, scale)
			if e == nil {
				return max(worst, off), nil
			}
			err = fmt.Errorf("faces %v %v: %w\n%+v", fa, fb, e, want)
		}
	}
	return 0, err
}

func compareManifold(m batch.Contact, want oracle.Clipped, fa, fb oracle.Face, limit, scale float64) (worst float64, err error) {
	slope := math.Abs(want.SlopeA) + math.Abs(want.SlopeB)
	if slope > 1e9 {
		return 0, fmt.Errorf("edge along the normal")
	}
	bound := float64(pair.ClipBound(float32(scale), float32(slope)))
	// Places within tol are one; cores' scale is less than that with radii.
	tol := 0x1p-18 * scale
	other := 0
	if want.Ends[0].Gap < want.Ends[1].Gap {
		other = 1
	}
	less := want.Ends[other].Gap - want.Ends[1-other].Gap
	var ends []int // candidates for each point, in order
	slack := bound
	switch {
	case m.N == 2:
		if want.Overlap < 0 {
			return 0, fmt.Errorf("two points, but the edges miss each other")
		}
		if want.Ends[other].Gap > limit+bound && less > tol+bound {
			return 0, fmt.Errorf("second point with gap %g, limit %g", want.Ends[other].Gap, limit)
		}
		ends = []int{0, 1}
	case want.Overlap > 1.5*tol && (want.Ends[other].Gap < limit-bound || less < 0):
		return 0, fmt.Errorf("one point, but the edges overlap by %g", want.Overlap)
	default:
		ends = []int{1 - other}
		if want.Overlap <= 1.5*tol {
			slack += math.Abs(want.Overlap) * (1 + slope)
		} else if less <= bound {
			slack += less
		}
	}
	best := math.Inf(1)
	try := func(ends []int) error {
		off := 0.0
		for k, e := range ends {
			p, w := m.Points[k], want.Ends[e]
			off = max(off, math.Abs(float64(p.X)-w.X)/slack, math.Abs(float64(p.Y)-w.Y)/slack, math.Abs(float64(p.Depth)+w.Gap)/slack)
			if off > 1 {
				return fmt.Errorf("point %d: %+v, want %+v: %g of the bound %g", k, p, w, off, slack)
			}
			if err := checkFeature(pair.Feature(p.Feature), w.Place, want, fa, fb, 1.5*tol+slack-bound); err != nil {
				return fmt.Errorf("point %d: %w", k, err)
			}
		}
		best = min(best, off)
		return nil
	}
	err = try(ends)
	if err != nil && len(ends) == 1 && (less <= bound || want.Overlap <= 1.5*tol) {
		err = try([]int{1 - ends[0]})
	}
	return best, err
}

// checkFeature: a vertex is one at that place, an edge is the one that faces, and one
// of the two is a vertex.
func checkFeature(f pair.Feature, place float64, want oracle.Clipped, fa, fb oracle.Face, tol float64) error {
	side := func(index int, vertex bool, at oracle.Face, places [2]float64) error {
		if !vertex {
			if index != at.I {
				return fmt.Errorf("edge %d, want %d", index, at.I)
			}
			return nil
		}
		if index == at.I && math.Abs(places[0]-place) <= tol || index == at.J && math.Abs(places[1]-place) <= tol {
			return nil
		}
		return fmt.Errorf("vertex %d is not at %g (of %v at %v)", index, place, at, places)
	}
	i, iv := f.A()
	j, jv := f.B()
	if !iv && !jv {
		return fmt.Errorf("an edge and an edge")
	}
	if err := side(i, iv, fa, want.PlacesA); err != nil {
		return fmt.Errorf("A: %w", err)
	}
	if err := side(j, jv, fb, [2]float64{want.PlacesB[1], want.PlacesB[0]}); err != nil {
		return fmt.Errorf("B: %w", err)
	}
	return nil
}
