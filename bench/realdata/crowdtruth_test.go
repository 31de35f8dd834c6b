// SPDX-License-Identifier: MIT

package realdata

import (
	"io"
	"math"
	"testing"

	"daylight/internal/must"
)

// radii of the questions, in metres and exactly.
var radii = []struct {
	metres float64
	units  int64
}{
	{0.15, unitsPerMetre / 100 * 15},
	{0.20, unitsPerMetre / 100 * 20},
	{0.25, unitsPerMetre / 100 * 25},
}

// crowdTotals is what is stated for one recording and one radius.
type crowdTotals struct {
	pairs, frames, couples int   // pairs in all, frames with any, different pairs of people
	worst                  int32 // a frame with the most pairs
	most                   int
}

var crowdStated = map[string][3]crowdTotals{
	"bottleneck_AO_300": {{8_504, 692, 365, 172, 27}, {48_564, 833, 921, 280, 133}, {121_763, 902, 1_401, 269, 285}},
	"bi_corr_400_b_03":  {{538, 446, 40, 1880, 3}, {4_568, 2_302, 217, 2979, 8}, {15_097, 3_073, 557, 2999, 14}},
}

// crowdPairs finds the pairs of rows of one frame whose centres are less than
// twice the radius apart, in whole numbers.
func crowdPairs(r *recording, radius int64) []pair {
	var out []pair
	_, frames := r.frames()
	for _, rows := range frames {
		for k, a := range rows {
			p := r.rows[a]
			for _, b := range rows[k+1:] {
				q := r.rows[b]
				if compareLength(q.x-p.x, q.y-p.y, 2*radius) < 0 {
					out = append(out, inOrder(a, b))
				}
			}
		}
	}
	return out
}

// separation of two rows as circles of the radius, in metres, good to 1e-15.
func (r *recording) separation(p pair, radius int64) float64 {
	a, b := r.rows[p.first()], r.rows[p.second()]
	return math.Hypot(float64(b.x-a.x), float64(b.y-a.y))/unitsPerMetre - metres(2*radius)
}

// framePairs counts pairs by frame, from the first frame on.
func (r *recording) framePairs(pairs []pair) []int {
	first, frames := r.frames()
	counts := make([]int, len(frames))
	for _, p := range pairs {
		counts[r.rows[p.first()].frame-first]++
	}
	return counts
}

// checkCrowd compares pairs of rows, wherever they come from, with the counts
// stated: per frame as in the truth file, and in all.
func checkCrowd(t *testing.T, r *recording, k int, pairs []pair) {
	t.Helper()
	truth := must.Get(readCrowdTruth(r.name))(t)
	first, _ := r.frames()
	var got crowdTotals
	for f, n := range r.framePairs(pairs) {
		if n != truth[f].pairs[k] {
			t.Errorf("frame %d: %d pairs, the truth file says %d", first+int32(f), n, truth[f].pairs[k])
		}
		if n > 0 {
			got.frames++
		}
		got.pairs += n
		got.most = max(got.most, n)
	}
	want := crowdStated[r.name][k]
	got.worst = want.worst
	check(t, "pairs in the worst frame", r.framePairs(pairs)[want.worst-first], want.most)
	couples := map[pair]bool{}
	for _, p := range pairs {
		couples[inOrder(r.rows[p.first()].id, r.rows[p.second()].id)] = true
	}
	got.couples = len(couples)
	check(t, "totals", got, want)
}

// frameTruth is a line of a truth file.
type frameTruth struct {
	people int
	pairs  [3]int
}

// readCrowdTruth reads the truth of a recording, from the first frame on.
func readCrowdTruth(name string) ([]frameTruth, error) {
	var out []frameTruth
	err := readData("crowd/truth_"+name+".csv", func(r io.Reader) error {
		return table(r, "frame,people,pairs_r0.15,pairs_r0.20,pairs_r0.25", func(fields []string) error {
			var frame, people, a, b, c int64
			err := whole(fields, &frame, &people, &a, &b, &c)
			out = append(out, frameTruth{int(people), [3]int{int(a), int(b), int(c)}})
			return err
		})
	})
	return out, err
}

// touches gives the pairs of a row and a wall nearer than the radius, and those
// at exactly the radius.
func touches(r *recording, walls []wall, radius int64) (near, borderline []pair) {
	for a := range r.rows {
		for w := range walls {
			dx, dy := r.toWall(ordered(int32(a), int32(w)), walls)
			switch compareLength(dx, dy, radius) {
			case -1:
				near = append(near, ordered(int32(a), int32(w)))
			case 0:
				borderline = append(borderline, ordered(int32(a), int32(w)))
			}
		}
	}
	return near, borderline
}

// toWall is the way from a row to the nearest point of a wall. Walls are parallel
// to an axis, so the nearest point is found without rounding.
func (r *recording) toWall(p pair, walls []wall) (dx, dy int64) {
	a, w := r.rows[p.first()], walls[p.second()]
	return min(max(a.x, w.x0), w.x1) - a.x, min(max(a.y, w.y0), w.y1) - a.y
}

func TestCrowdFiles(t *testing.T) {
	for k, r := range crowds(t) {
		t.Run(r.name, func(t *testing.T) {
			stated := crowdFiles[k]
			truth := must.Get(readCrowdTruth(r.name))(t)
			first, frames := r.frames()
			check(t, "rows", len(r.rows), stated.rows)
			check(t, "first frame", first, stated.first)
			check(t, "last frame", first+int32(len(frames))-1, stated.last)
			check(t, "frames in the truth file", len(truth), stated.frames)
			check(t, "frames", len(frames), stated.frames)
			people := map[int32]bool{}
			most := 0
			for f, rows := range frames {
				most = max(most, len(rows))
				if len(rows) != truth[f].people {
					t.Errorf("frame %d: %d people, the truth file says %d", first+int32(f), len(rows), truth[f].people)
				}
				here := map[int32]bool{}
				for _, row := range rows {
					id := r.rows[row].id
					if here[id] {
						t.Errorf("frame %d: person %d stands there twice", first+int32(f), id)
					}
					here[id], people[id] = true, true
				}
			}
			check(t, "people", len(people), stated.people)
			check(t, "most people in a frame", int32(most), stated.mostInFrame)
		})
	}
}

func TestCrowdTruth(t *testing.T) {
	nearest := map[string]struct {
		metres     float64
		frame      int32
		low, other int32
	}{
		"bottleneck_AO_300": {0.115095, 447, 204, 330},
		"bi_corr_400_b_03":  {0.196578, 2147, 271, 291},
	}
	for _, r := range crowds(t) {
		for k, radius := range radii {
			pairs := crowdPairs(r, radius.units)
			checkCrowd(t, r, k, pairs)
			if k != 1 {
				continue
			}
			least, at := math.Inf(1), pair(0)
			for _, p := range pairs {
				if d := r.separation(p, 0); d < least {
					least, at = d, p
				}
			}
			want := nearest[r.name]
			a, b := r.rows[at.first()], r.rows[at.second()]
			if math.Abs(least-want.metres) > 5e-7 || a.frame != want.frame || inOrder(a.id, b.id) != ordered(want.low, want.other) {
				t.Errorf("%s: nearest are persons %d and %d in frame %d, %.6f m apart; want %v", r.name, a.id, b.id, a.frame, least, want)
			}
		}
	}
}

func TestWallTruth(t *testing.T) {
	r, walls := crowds(t)[0], building(t)
	check(t, "walls", len(walls), 12)
	near, borderline := touches(r, walls, radii[1].units)
	check(t, "pairs of a person and a wall", len(near), 2_952)
	check(t, "pairs at exactly the radius", len(borderline), 5)
	rows := map[int32]bool{}
	for _, p := range near {
		rows[p.first()] = true
	}
	check(t, "people in a frame at a wall", len(rows), 2_310)
}
