// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/broadphase"
	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/store"
	"daylight/soa"
)

// source is the shapes of a step: one set, or two whose shapes meet only those of the other set. The slots
// of the second set follow those of the first.
type source struct {
	first, second *soa.Shapes
}

// hold prevents other calls from changing the shapes until release, and returns their live columns.
func (s source) hold() ([2]soa.Live, error) { return store.Hold([2]*soa.Shapes{s.first, s.second}) }

func (s source) release() { store.Release([2]*soa.Shapes{s.first, s.second}) }

func (s source) len() int {
	n := s.first.Len()
	if s.second != nil {
		n += s.second.Len()
	}
	return n
}

// refresh brings slots [lo, hi) up to date.
func (s source) refresh(t *isa.Table, lo, hi int) store.Stats {
	var stats store.Stats
	n := s.first.Len()
	if lo < n {
		stats = store.Of(s.first).Refresh(t, lo, min(hi, n))
	}
	if hi > n {
		stats.Add(store.Of(s.second).Refresh(t, max(lo-n, 0), hi-n))
	}
	return stats
}

// scene is what the workers of a step see of its shapes: columns by slot.
type scene struct {
	src     source
	live    [2]soa.Live
	cols    store.Columns
	boxes   broadphase.Boxes
	filters broadphase.Filters
}

// worldOf returns the world of the shape in a slot.
func (v *scene) worldOf(slot uint32) uint32 {
	if v.filters.World == nil {
		return 0
	}
	return v.filters.World[slot]
}

// view points the scene at the columns of its source. The columns of a single set are used in place; those
// of two sets are copied, one behind the other.
func (v *scene) view() {
	v.cols = store.Of(v.src.first).Columns()
	v.filters = broadphase.Filters{}
	if v.src.second != nil {
		n := len(v.cols.X)
		other := store.Of(v.src.second).Columns()
		v.cols.Local, other.Local = kernels.Lanes{}, kernels.Lanes{} // not needed here
		v.cols = store.Concat(v.cols, other)
		v.filters.Side = make([]bool, len(v.cols.X))
		v.filters.Key = make([]uint64, len(v.cols.X))
		for i := range v.filters.Key {
			// each pair has a shape of either set: that of the first set has the lower key
			v.filters.Key[i], v.filters.Side[i] = uint64(i), i >= n
		}
	} else {
		v.filters.Key, v.filters.UpperHalves = v.cols.ID, true // the index of an ID
	}
	c, f := &v.cols, &v.filters
	v.boxes = broadphase.Boxes{X: c.X, Y: c.Y, MinX: c.MinX, MinY: c.MinY, MaxX: c.MaxX, MaxY: c.MaxY}
	f.World, f.Category, f.Mask = c.World, c.Category, c.Mask
	f.Group, f.Body, f.Static, f.Skip = c.Group, c.Body, c.Static, c.Skip
}
