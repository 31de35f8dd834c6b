// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/broadphase"
	"daylight/kernels"
	"daylight/soa"
)

// source is where a step's shapes come from: one set, or two whose shapes only meet
// those of the other. Slots of the second follow those of the first.
type source struct {
	first, second *soa.Shapes
}

// hold keeps everybody else from changing the shapes until release, and returns their
// live columns.
func (s source) hold() (live [2]soa.Live, err error) {
	if live[0], err = s.first.Hold(); err != nil {
		return live, err
	}
	if s.second != nil {
		if live[1], err = s.second.Hold(); err != nil {
			s.first.Release()
		}
	}
	return live, err
}

func (s source) release() {
	s.first.Release()
	if s.second != nil {
		s.second.Release()
	}
}

func (s source) len() int {
	n := s.first.Len()
	if s.second != nil {
		n += s.second.Len()
	}
	return n
}

// refresh brings slots [lo, hi) up to date.
func (s source) refresh(t *kernels.Table, lo, hi int) soa.RefreshStats {
	var stats soa.RefreshStats
	n := s.first.Len()
	if lo < n {
		stats = s.first.Refresh(t, lo, min(hi, n))
	}
	if hi > n {
		second := s.second.Refresh(t, max(lo-n, 0), hi-n)
		stats.Rotated += second.Rotated
		stats.Quarantined += second.Quarantined
	}
	return stats
}

// view points r at the columns of the source. Those of one set are used where they
// lie; those of two are copied behind each other.
func (s source) view(r *run) {
	r.cols = s.first.Columns()
	r.filters = broadphase.Filters{}
	if s.second != nil {
		n := len(r.cols.X)
		other := s.second.Columns()
		r.cols.Local, other.Local = kernels.Lanes{}, kernels.Lanes{} // not needed here
		r.cols = soa.Concat(r.cols, other)
		r.filters.Side = make([]bool, len(r.cols.X))
		r.filters.Key = make([]uint64, len(r.cols.X))
		for i := range r.filters.Key {
			// Pairs are of both sides, so this puts the first set's shape first.
			r.filters.Key[i], r.filters.Side[i] = uint64(i), i >= n
		}
	} else {
		r.filters.Key = r.cols.Key
	}
	c, f := &r.cols, &r.filters
	r.boxes = broadphase.Boxes{X: c.X, Y: c.Y, MinX: c.MinX, MinY: c.MinY, MaxX: c.MaxX, MaxY: c.MaxY}
	f.World, f.Category, f.Mask = c.World, c.Category, c.Mask
	f.Group, f.Body, f.Static, f.Skip = c.Group, c.Body, c.Static, c.Skip
}
