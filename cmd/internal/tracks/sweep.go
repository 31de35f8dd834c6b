// SPDX-License-Identifier: MIT

package tracks

import (
	"math"
	"slices"
)

// Sample is where a track is at a common time.
type Sample struct {
	Track uint32
	Row   uint32 // its last stamp until then
	// Run counts the gaps before: from one sample to the next of the same run the track is somewhere.
	Run         uint32
	Stamped     bool // the row is of this very time
	X, Y, Angle float64
}

// Sweep goes over the common times. It is used by one goroutine.
type Sweep struct {
	*Tracks
	clock   Clock
	started int      // of byFirst
	active  []uint32 // tracks that have begun and not ended, in order
	end     int64    // when the last of all that have begun ends
	at      []int    // of each track, its last stamp so far, in order
	runs    []uint32
	samples []Sample
}

// Sweep begins before the first time.
func (t *Tracks) Sweep(c Clock) *Sweep {
	n := len(t.begin) - 1
	return &Sweep{Tracks: t, clock: c, end: math.MinInt64, at: slices.Clone(t.begin[:n]), runs: make([]uint32, n)}
}

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
		s.active, s.end = append(s.active, k), max(s.end, s.last(k))
	}
	if len(s.active) > before {
		slices.Sort(s.active)
	}
	s.samples = s.samples[:0]
	left := s.active[:0]
	for _, k := range s.active {
		at := s.at[k]
		for ; at+1 < s.begin[k+1] && s.Time[s.order[at+1]] <= time; at++ {
			if s.gap(at) {
				s.runs[k]++
			}
		}
		s.at[k] = at
		i := s.order[at]
		one := Sample{Track: k, Row: i, Run: s.runs[k], Stamped: s.Time[i] == time, X: s.X[i], Y: s.Y[i], Angle: s.Angle[i]}
		if !one.Stamped && at+1 == s.begin[k+1] {
			continue // it has ended
		}
		if left = append(left, k); !one.Stamped {
			if s.gap(at) {
				continue
			}
			j := s.order[at+1]
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

// gap reports whether a track is nowhere from a stamp, by its place in order, to the next.
func (s *Sweep) gap(at int) bool {
	return s.clock.Gap > 0 && s.Time[s.order[at+1]]-s.Time[s.order[at]] > s.clock.Gap
}

// Turn is how far it is from one angle to another, the short way; half a turn goes the way of the numbers.
func Turn(from, to float64) float64 { return math.Remainder(to-from, 2*math.Pi) }
