// SPDX-License-Identifier: MIT

package tracks

import (
	"cmp"
	"math"
	"slices"
)

// Sample is where a track is at a common time.
type Sample struct {
	Track uint32
	Row   uint32 // its last stamp until then
	// Run counts the gaps of the track before: from one sample to the next of the same run the track is somewhere.
	Run         uint32
	Stamped     bool // the row is of this very time
	X, Y, Angle float64
}

// Sweep goes over the common times. It is used by one goroutine.
type Sweep struct {
	*Tracks
	clock   Clock
	runs    []run    // begin is the last stamp so far
	byFirst []uint32 // runs by their first times
	started int      // of byFirst
	active  []uint32 // runs that have begun and not ended, in order
	end     int64    // when the last of all that have begun ends
	samples []Sample
}

// Sweep begins before the first time.
func (t *Tracks) Sweep(c Clock) *Sweep {
	s := &Sweep{Tracks: t, clock: c, end: math.MinInt64, runs: slices.Collect(t.runs(c.Gap))}
	for k := range s.runs {
		s.byFirst = append(s.byFirst, uint32(k))
	}
	slices.SortStableFunc(s.byFirst, func(a, b uint32) int { return cmp.Compare(s.first(a), s.first(b)) })
	return s
}

// first is when a run begins, if it has not begun yet.
func (s *Sweep) first(k uint32) int64 { return s.time(s.runs[k].begin) }

// Next is the first common time after one at which a track may be, if there is one. It is asked of the last time that At was
// asked of, or before that of any before all stamps.
func (s *Sweep) Next(after int64) (time int64, ok bool) {
	every := s.clock.Every
	if every == 0 {
		i := s.clock.before(after + 1)
		if i == int64(len(s.clock.stamps)) {
			return 0, false
		}
		return s.clock.stamps[i], true
	}
	if time = s.clock.before(after+1) * every; s.started > 0 && time <= s.end {
		return time, true
	}
	if s.started == len(s.byFirst) {
		return 0, false
	}
	return s.clock.before(s.first(s.byFirst[s.started])) * every, true
}

// At has a sample of each track that is somewhere at a time, in order of tracks. It is asked of times that grow. The samples are the
// Sweep's own until it is asked again.
func (s *Sweep) At(time int64) []Sample {
	before := len(s.active)
	for ; s.started < len(s.byFirst) && s.first(s.byFirst[s.started]) <= time; s.started++ {
		k := s.byFirst[s.started]
		s.active, s.end = append(s.active, k), max(s.end, s.time(s.runs[k].end-1))
	}
	if len(s.active) > before {
		slices.Sort(s.active)
	}
	s.samples = s.samples[:0]
	left := s.active[:0]
	for _, k := range s.active {
		r := &s.runs[k]
		for r.begin+1 < r.end && s.time(r.begin+1) <= time {
			r.begin++
		}
		i := s.order[r.begin]
		one := Sample{Track: r.track, Row: i, Run: r.number, Stamped: s.Time[i] == time, X: s.X[i], Y: s.Y[i], Angle: s.Angle[i]}
		if !one.Stamped && r.begin+1 == r.end {
			continue // it has ended
		}
		if left = append(left, k); !one.Stamped {
			j := s.order[r.begin+1]
			share := float64(time-s.Time[i]) / float64(s.Time[j]-s.Time[i])
			one.X += float64(share * (s.X[j] - one.X))
			one.Y += float64(share * (s.Y[j] - one.Y))
			one.Angle += float64(share * Turn(one.Angle, s.Angle[j]))
		}
		s.samples = append(s.samples, one)
	}
	s.active = left
	return s.samples
}

// Turn is how far it is from one angle to another, the short way; half a turn, but for rounding, goes the way of the numbers.
func Turn(from, to float64) float64 {
	turn := math.Remainder(to-from, 2*math.Pi)
	if math.Abs(turn) > math.Pi-1e-9 && turn < 0 != (to < from) {
		turn = math.Copysign(2*math.Pi-math.Abs(turn), to-from)
	}
	return turn
}
