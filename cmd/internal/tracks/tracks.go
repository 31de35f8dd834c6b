// SPDX-License-Identifier: MIT

package tracks

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"sort"
)

// Stamps are where tracks are at some times: row i says that Track[i] is at (X[i], Y[i]) at Time[i], turned by Angle[i].
// Tracks are numbered from 0, and each has a row; a row of track None is of none.
type Stamps struct {
	Track       []uint32
	Time        []int64 // within MaxTime of 0
	X, Y, Angle []float64
}

// None is the track of rows that are on no track.
const None = math.MaxUint32

// MaxTime is how far times, and the distances of common ones, may be from 0: 146 years.
const MaxTime = 1<<62 - 1

// Tracks are stamps in order. They are read-only once made.
type Tracks struct {
	Stamps
	order []uint32 // rows, by track and time
	begin []int    // where in order each track begins, and the end
}

// RowBytes and TrackBytes are what a row and a track take at most, with the caller's Stamps and the Sweep.
const (
	RowBytes   = 96
	TrackBytes = 40
)

// New puts stamps of n tracks in order: they may come in any. They stay the Tracks' own. Of two rows of one track and time only the
// one that comes first is kept; repeated has the others, each behind the one that is kept.
func New(s Stamps, n int) (t *Tracks, repeated [][2]uint32) {
	t = &Tracks{Stamps: s, begin: make([]int, n+1)}
	for i, k := range s.Track {
		if k != None {
			t.begin[k+1]++
			t.order = append(t.order, uint32(i))
		}
	}
	for k := range n {
		t.begin[k+1] += t.begin[k]
	}
	at := slices.Clone(t.begin)
	for i, k := range s.Track {
		if k != None {
			t.order[at[k]] = uint32(i)
			at[k]++
		}
	}
	byTime := func(i, j uint32) int { return cmp.Compare(s.Time[i], s.Time[j]) }
	kept := 0
	for k := range n {
		rows := t.order[t.begin[k]:t.begin[k+1]]
		if !slices.IsSortedFunc(rows, byTime) {
			slices.SortStableFunc(rows, byTime)
		}
		t.begin[k] = kept
		for _, i := range rows {
			if kept > t.begin[k] && s.Time[t.order[kept-1]] == s.Time[i] {
				repeated = append(repeated, [2]uint32{t.order[kept-1], i})
				continue
			}
			t.order[kept] = i
			kept++
		}
	}
	t.begin[n], t.order = kept, t.order[:kept]
	return t, repeated
}

// Clock says which times are common.
type Clock struct {
	Every int64 // all multiples of this; 0 stands for all stamps of all tracks
	// Gap is how far two stamps of a track may be apart, if it is to be anywhere between them; 0 stands for any distance.
	Gap    int64
	stamps []int64
}

// Over returns the Clock for some tracks.
func (c Clock) Over(list ...*Tracks) Clock {
	for _, t := range list {
		for _, i := range t.order {
			if c.Every == 0 {
				c.stamps = append(c.stamps, t.Time[i])
			}
		}
	}
	slices.Sort(c.stamps)
	c.stamps = slices.Compact(c.stamps)
	return c
}

// Samples is how often a track is at a common time, all tracks together.
func (c *Clock) Samples(t *Tracks) (n float64) {
	for r := range t.runs(c.Gap) {
		n += float64(c.before(t.time(r.end-1)+1) - c.before(t.time(r.begin)))
	}
	return n
}

// Between counts the rows of tracks that are at no common time.
func (c *Clock) Between(t *Tracks) (n int) {
	for _, i := range t.order {
		if c.Every != 0 && t.Time[i]%c.Every != 0 {
			n++
		}
	}
	return n
}

// time is that of a row, by its place in order.
func (t *Tracks) time(at int) int64 { return t.Time[t.order[at]] }

// run is a part of a track without gaps, from begin to before end in order, and the number-th of the track.
type run struct {
	track, number uint32
	begin, end    int
}

// runs goes over those of all tracks, in order.
func (t *Tracks) runs(gap int64) iter.Seq[run] {
	return func(yield func(run) bool) {
		for k := range len(t.begin) - 1 {
			one := run{track: uint32(k), begin: t.begin[k]}
			for at := t.begin[k] + 1; at <= t.begin[k+1]; at++ {
				if at < t.begin[k+1] && (gap == 0 || t.time(at)-t.time(at-1) <= gap) {
					continue
				}
				if one.end = at; !yield(one) {
					return
				}
				one.begin, one.number = at, one.number+1
			}
		}
	}
}

// before counts the common times before a time, from any one on.
func (c *Clock) before(time int64) int64 {
	if c.Every == 0 {
		return int64(sort.Search(len(c.stamps), func(i int) bool { return c.stamps[i] >= time }))
	}
	n := time / c.Every
	if n*c.Every < time {
		n++
	}
	return n
}
