// SPDX-License-Identifier: MIT

package realdata

import (
	"math"
	"slices"
	"testing"
)

// margins by which every car is grown on all four sides, in metres, with their
// spelling in the truth file and the counts stated for the three recordings.
var margins = []struct {
	metres  float64
	spelled string
	hits    [3]int     // boxes that overlap, all steps
	couples [3]int     // different pairs of cars
	deepest [3]float64 // metres; 0 where nothing is stated
}{
	{0, "0.00", [3]int{0, 2, 0}, [3]int{0, 1, 0}, [3]float64{0, 0.173554, 0}},
	{0.25, "0.25", [3]int{18, 27, 10}, [3]int{1, 4, 1}, [3]float64{}},
	{0.50, "0.50", [3]int{126, 128, 100}, [3]int{8, 12, 6}, [3]float64{0.680277, 1.181145, 0.618065}},
}

// carSeparation is the greatest gap between two cars grown by m along the four
// axes of the boxes, in float64: negative when they overlap, and then the least
// shift that parts them.
func carSeparation(a, b *car, m float64) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	worst := math.Inf(-1)
	for _, axis := range [4]float64{a.angle, a.angle + math.Pi/2, b.angle, b.angle + math.Pi/2} {
		ny, nx := math.Sincos(axis)
		gap := math.Abs(dx*nx+dy*ny) - a.along(nx, ny, m) - b.along(nx, ny, m)
		worst = max(worst, gap)
	}
	return worst
}

// along is half the extent of the grown car in the direction of a unit vector.
func (c *car) along(nx, ny, m float64) float64 {
	s, o := math.Sincos(c.angle)
	return (c.length/2+m)*math.Abs(o*nx+s*ny) + (c.width/2+m)*math.Abs(o*ny-s*nx)
}

// carPairs gives the pairs of cars (by index) that overlap at some step.
func (tr *traffic) carPairs(m float64) []pair {
	var out []pair
	for a := range tr.cars {
		for b := a + 1; b < len(tr.cars); b++ {
			if tr.cars[a].step == tr.cars[b].step && carSeparation(&tr.cars[a], &tr.cars[b], m) < 0 {
				out = append(out, ordered(int32(a), int32(b)))
			}
		}
	}
	return out
}

// fromTruth turns the lines of the truth file into pairs of indices, and gives
// the depth of each.
func (tr *traffic) fromTruth(t *testing.T, lines []meeting) ([]pair, map[pair]float64) {
	t.Helper()
	index := map[[2]int32]int32{}
	for k, c := range tr.cars {
		index[[2]int32{c.step, c.id}] = int32(k)
	}
	var pairs []pair
	depth := map[pair]float64{}
	for _, l := range lines {
		a, okA := index[[2]int32{l.step, l.low}]
		b, okB := index[[2]int32{l.step, l.high}]
		if !okA || !okB {
			t.Fatalf("the truth file names cars %d and %d at step %d, which are not there", l.low, l.high, l.step)
		}
		p := inOrder(a, b)
		pairs = append(pairs, p)
		depth[p] = l.depth
	}
	return pairs, depth
}

// printed is how far a depth printed with six places may lie from the true one,
// and a little for the float64 arithmetic of the script and of this package.
const printed = 0.5e-6 + 1e-12

func TestTrafficFiles(t *testing.T) {
	for k, tr := range roads(t) {
		stated := trafficFiles[k]
		cars, steps := map[int32]bool{}, map[int32]bool{}
		seen := map[[2]int32]bool{}
		for _, c := range tr.cars {
			cars[c.id], steps[c.step] = true, true
			if key := [2]int32{c.step, c.id}; seen[key] {
				t.Errorf("%s: car %d stands twice at step %d", tr.name, c.id, c.step)
			} else {
				seen[key] = true
			}
		}
		check(t, tr.name+": cars", len(cars), stated.cars)
		check(t, tr.name+": boxes", len(tr.cars), stated.boxes)
		check(t, tr.name+": steps", len(steps), stated.steps)
	}
}

func TestTrafficTruth(t *testing.T) {
	truth := meetings(t)
	lines := 0
	nearest := math.Inf(1)
	for k, tr := range roads(t) {
		for _, m := range margins {
			want, depths := tr.fromTruth(t, truth[[2]string{tr.name, m.spelled}])
			lines += len(want)
			name := tr.name + ", margin " + m.spelled
			check(t, name+": lines of the truth file", len(want), m.hits[k])
			missing, extra := difference(want, tr.carPairs(m.metres))
			if len(missing)+len(extra) > 0 {
				t.Errorf("%s: %d pairs of the truth file do not overlap here, %d others do", name, len(missing), len(extra))
			}
			couples, deepest := map[pair]bool{}, 0.0
			for p, d := range depths {
				a, b := &tr.cars[p.first()], &tr.cars[p.second()]
				couples[inOrder(a.id, b.id)] = true
				deepest = max(deepest, d)
				if sep := carSeparation(a, b, m.metres); math.Abs(sep+d) > printed {
					t.Errorf("%s: cars %d and %d at step %d are %.9f m deep, the truth file says %.6f", name, a.id, b.id, a.step, -sep, d)
				}
			}
			check(t, name+": pairs of cars", len(couples), m.couples[k])
			if m.deepest[k] != 0 {
				check(t, name+": deepest", deepest, m.deepest[k])
			}
			nearest = min(nearest, tr.nearestCall(m.metres))
		}
	}
	all := 0
	for _, l := range truth {
		all += len(l)
	}
	check(t, "lines used of the truth file", lines, all)
	// Stated: one pair within 2.1e-5 m of just touching, and none nearer.
	if math.Abs(nearest-2.1e-5) > 0.05e-5 {
		t.Errorf("the nearest call is %.3g m from touching, want 2.1e-5", nearest)
	}
}

// nearestCall is the least distance of any pair from just touching.
func (tr *traffic) nearestCall(m float64) float64 {
	var all []float64
	for a := range tr.cars {
		for b := a + 1; b < len(tr.cars); b++ {
			if tr.cars[a].step == tr.cars[b].step {
				all = append(all, math.Abs(carSeparation(&tr.cars[a], &tr.cars[b], m)))
			}
		}
	}
	return slices.Min(all)
}
