// SPDX-License-Identifier: MIT

package tracks

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// random are rows of n tracks, in no order, of which some are of none.
func random(r *rand.Rand, n, rows int, span int64) Stamps {
	var s Stamps
	for i := range rows {
		k := uint32(r.IntN(n))
		if i < n {
			k = uint32(i)
		} else if r.IntN(20) == 0 {
			k = None
		}
		s.Track = append(s.Track, k)
		s.Time = append(s.Time, r.Int64N(2*span)-span)
		s.X, s.Y, s.Angle = append(s.X, r.NormFloat64()), append(s.Y, r.NormFloat64()), append(s.Angle, 20*r.NormFloat64())
	}
	return s
}

// where is the obviously right sampling: it looks at all rows.
func where(s *Stamps, c *Clock, k uint32, time int64) (one Sample, ok bool) {
	before, after := -1, -1
	runs := uint32(0)
	var times []int64
	for i := range s.Track {
		if s.Track[i] != k {
			continue
		}
		times = append(times, s.Time[i])
		if s.Time[i] <= time && (before < 0 || s.Time[i] > s.Time[before]) {
			before = i
		}
		if s.Time[i] >= time && (after < 0 || s.Time[i] < s.Time[after]) {
			after = i
		}
	}
	if before < 0 || after < 0 {
		return one, false
	}
	slices.Sort(times)
	for i := 1; i < len(times) && times[i] <= time; i++ {
		if c.Gap > 0 && times[i]-times[i-1] > c.Gap {
			runs++
		}
	}
	one = Sample{Track: k, Row: uint32(before), Run: runs, Stamped: s.Time[before] == time, X: s.X[before], Y: s.Y[before], Angle: s.Angle[before]}
	if one.Stamped {
		return one, true
	}
	if c.Gap > 0 && s.Time[after]-s.Time[before] > c.Gap {
		return one, false
	}
	share := float64(time-s.Time[before]) / float64(s.Time[after]-s.Time[before])
	turn := math.Atan2(math.Sin(s.Angle[after]-s.Angle[before]), math.Cos(s.Angle[after]-s.Angle[before]))
	one.X += share * (s.X[after] - s.X[before])
	one.Y += share * (s.Y[after] - s.Y[before])
	one.Angle += share * turn
	return one, true
}

// commonTimes are all common times from one to another.
func commonTimes(s *Stamps, c *Clock, from, to int64) (list []int64) {
	if c.Every > 0 {
		for t := from / c.Every * c.Every; t <= to; t += c.Every {
			list = append(list, t)
		}
		return list
	}
	for i, k := range s.Track {
		if k != None {
			list = append(list, s.Time[i])
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// TestSweep: a sweep has at each common time what looking at all rows has, in order of tracks, and passes over no time at which
// anything is anywhere.
func TestSweep(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 400 {
		n := 1 + r.IntN(6)
		span := []int64{20, 300, 5000}[r.IntN(3)]
		s := random(r, n, n+r.IntN(60), span)
		c := Clock{Every: []int64{0, 1, 7, 100, 3 * span}[r.IntN(5)]}
		if r.IntN(2) == 0 {
			c.Gap = 1 + r.Int64N(span)
		}
		tracks, repeated := New(s, n)
		for _, pair := range repeated {
			kept, left := pair[0], pair[1]
			if s.Time[kept] != s.Time[left] || s.Track[kept] != s.Track[left] || kept >= left {
				t.Fatalf("round %d: %v are not of one track and time", round, pair)
			}
			s.Track[left] = None // as if it were not there
		}
		clock := c.Over(tracks)
		sweep, at, total := tracks.Sweep(clock), int64(math.MinInt64), 0.0
		for _, time := range commonTimes(&s, &c, -2*span, 2*span) {
			var want []Sample
			for k := range uint32(n) {
				if one, ok := where(&s, &c, k, time); ok {
					want = append(want, one)
				}
			}
			total += float64(len(want))
			next, ok := sweep.Next(at)
			if len(want) == 0 && (!ok || next > time) {
				continue
			}
			if at = next; !ok || next != time {
				t.Fatalf("round %d, %+v: next is %d, %v, want %d", round, c, next, ok, time)
			}
			got := sweep.At(time)
			if len(got) != len(want) {
				t.Fatalf("round %d at %d: %d samples, want %d", round, time, len(got), len(want))
			}
			for i := range got {
				g, w := got[i], want[i]
				if d := max(math.Abs(g.X-w.X), math.Abs(g.Y-w.Y), math.Abs(g.Angle-w.Angle)); d > 1e-9 {
					t.Fatalf("round %d at %d: %+v, want %+v", round, time, g, w)
				}
				if g.X, g.Y, g.Angle = w.X, w.Y, w.Angle; g != w {
					t.Fatalf("round %d at %d: %+v, want %+v", round, time, g, w)
				}
			}
		}
		if most := clock.Samples(tracks); total != most {
			t.Fatalf("round %d: %v samples, and %v were said", round, total, most)
		}
	}
}

// TestFarTimes: nothing overflows at the limits, and the way between tracks that are years apart is passed over.
func TestFarTimes(t *testing.T) {
	s := Stamps{Track: []uint32{0, 0, 1, 1}, Time: []int64{-MaxTime, -MaxTime + 3, MaxTime - 3, MaxTime}, X: make([]float64, 4), Y: make([]float64, 4), Angle: make([]float64, 4)}
	for every, want := range map[int64]int{1: 8, 2: 4, 0: 4, MaxTime: 2, MaxTime - 1: 2} {
		tracks, _ := New(s, 2)
		sweep, at, n := tracks.Sweep(Clock{Every: every}.Over(tracks)), int64(math.MinInt64), 0
		for steps := 0; ; steps++ {
			next, ok := sweep.Next(at)
			if !ok {
				break
			}
			if next <= at && at != math.MinInt64 || steps > 20 {
				t.Fatalf("every %d: %d after %d, in step %d", every, next, at, steps)
			}
			at = next
			n += len(sweep.At(at))
		}
		if n != want {
			t.Errorf("every %d: %d samples, want %d", every, n, want)
		}
	}
}

// TestGaps: times at which no track is anywhere are passed over.
func TestGaps(t *testing.T) {
	const second = 1e9
	s := Stamps{Track: []uint32{0, 0, 0, 1, 1}, Time: []int64{0, second, 400000 * second, 0, second}, X: make([]float64, 5), Y: make([]float64, 5), Angle: make([]float64, 5)}
	tracks, _ := New(s, 2)
	clock := Clock{Every: 1e6, Gap: 2 * second}
	clock = clock.Over(tracks)
	if n := clock.Samples(tracks); n != 2003 {
		t.Errorf("%v samples, want 2003", n)
	}
	sweep, at, times := tracks.Sweep(clock), int64(math.MinInt64), 0
	for next, ok := sweep.Next(at); ok; next, ok = sweep.Next(at) {
		at = next
		sweep.At(at)
		if times++; times > 1002 {
			t.Fatal("times at which no track is are looked at")
		}
	}
	if times != 1002 {
		t.Errorf("%d times, want 1002", times)
	}
	clock.Every = 3e8
	if n := clock.Between(tracks); n != 3 {
		t.Errorf("%d rows between common times, want 3", n)
	}
}

// TestTurn: angles go the short way.
func TestTurn(t *testing.T) {
	degrees := math.Pi / 180
	for _, c := range [][3]float64{{350, 10, 20}, {10, 350, -20}, {0, 180, 180}, {180, 0, -180}, {-170, 170, -20}, {725, 5, 0}, {5, 725 + 90, 90}, {10, 190, 180}, {90, 270, 180}, {270, 90, -180}, {190, 10, -180}, {350, 170, -180}, {-90, 90, 180}, {0, 540, 180}} {
		if got := Turn(c[0]*degrees, c[1]*degrees) / degrees; math.Abs(got-c[2]) > 1e-9 {
			t.Errorf("from %v to %v: %v, want %v", c[0], c[1], got, c[2])
		}
	}
}

// TestMeetings: the first touch and the worst depth do not depend on the order in which touches are entered, while no two are of one
// time.
func TestMeetings(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		var all []Meeting[int]
		for i := range 1 + r.IntN(9) {
			all = append(all, Meeting[int]{Time: int64(i * 3), Depth: float32(r.IntN(4)), Places: [2]int{i, i}})
		}
		want := all[0]
		for _, m := range all {
			if m.Depth > want.Worst || m.Time == want.Time {
				want.Worst, want.WorstTime = m.Depth, m.Time
			}
		}
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		list := Meetings[int]{}
		for _, m := range all {
			list.Touch([2]uint32{1, 2}, m)
			list.Touch([2]uint32{2, 1}, Meeting[int]{})
		}
		if got := list[[2]uint32{1, 2}]; got != want || len(list) != 2 {
			t.Fatalf("%+v, want %+v of %s", got, want, fmt.Sprint(all))
		}
	}
}
