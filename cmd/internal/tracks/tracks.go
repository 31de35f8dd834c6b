// SPDX-License-Identifier: MIT

package tracks

import (
	"cmp"
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
	order   []uint32 // rows, by track and time
	begin   []int    // where in order each track begins, and the end
	byFirst []uint32 // tracks by their first times
}

// RowBytes and TrackBytes are what a row and a track take at most, with the caller's Stamps and the Sweep.
const (
	RowBytes   = 64
	TrackBytes = 40
)

// New puts stamps of n tracks in order: they may come in any. They stay the Tracks' own. Of two rows of one track and time only the
// one that comes first is kept; twins has the others, each behind the one that is kept.
func New(s Stamps, n int) (t *Tracks, twins [][2]uint32) {
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
				twins = append(twins, [2]uint32{t.order[kept-1], i})
				continue
			}
			t.order[kept] = i
			kept++
		}
		t.byFirst = append(t.byFirst, uint32(k))
	}
	t.begin[n], t.order = kept, t.order[:kept]
	slices.SortStableFunc(t.byFirst, func(a, b uint32) int { return cmp.Compare(t.first(a), t.first(b)) })
	return t, twins
}

func (t *Tracks) first(k uint32) int64 { return t.Time[t.order[t.begin[k]]] }
func (t *Tracks) last(k uint32) int64  { return t.Time[t.order[t.begin[k+1]-1]] }

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

// Samples is how often a track is at a common time, all tracks together, were there no gaps.
func (c *Clock) Samples(t *Tracks) (n float64) {
	for k := range uint32(len(t.begin) - 1) {
		n += float64(c.before(t.last(k)+1) - c.before(t.first(k)))
	}
	return n
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
