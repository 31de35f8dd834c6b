// SPDX-License-Identifier: MIT

package step

import (
	"daylight/internal/broadphase"
	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// Source is the shapes of a step: one set, or two whose shapes meet only those of the other set.
// The slots of the second set follow those of the first.
type Source struct {
	First, Second *soa.Shapes
}

// hold prevents other calls from changing the shapes until release, and returns their live columns.
func (s Source) hold() ([2]soa.Live, error) { return store.Hold([2]*soa.Shapes{s.First, s.Second}) }

func (s Source) Release() { store.Release([2]*soa.Shapes{s.First, s.Second}) }

func (s Source) Len() int {
	n := s.First.Len()
	if s.Second != nil {
		n += s.Second.Len()
	}
	return n
}

// Removals is how many shapes were ever removed.
func (s Source) Removals() uint64 {
	n := store.Of(s.First).Removals()
	if s.Second != nil {
		n += store.Of(s.Second).Removals()
	}
	return n
}

// refresh brings slots [lo, hi) up to date.
func (s Source) refresh(t *isa.Table, lo, hi int) store.Stats {
	var stats store.Stats
	n := s.First.Len()
	if lo < n {
		stats = store.Of(s.First).Refresh(t, lo, min(hi, n))
	}
	if hi > n {
		stats.Add(store.Of(s.Second).Refresh(t, max(lo-n, 0), hi-n))
	}
	return stats
}

// scene is what the workers of a step see of its shapes: columns by slot.
type scene struct {
	Src     Source
	live    [2]soa.Live
	Cols    store.Columns
	boxes   broadphase.Boxes
	Filters broadphase.Filters
	joint   joint // of two sets
}

// joint has copies of the columns of two sets, and the columns that tell the sets apart.
type joint struct {
	store.Joint
	key  []uint64
	side []bool
}

func (j *joint) bytes() int64 { return j.Bytes() + 8*int64(cap(j.key)) + int64(cap(j.side)) }

// WorldOf returns the world of the shape in a slot.
func (v *scene) WorldOf(slot uint32) uint32 {
	if v.Filters.World == nil {
		return 0
	}
	return v.Filters.World[slot]
}

// View points the scene at the columns of its source. The columns of a single set are used in
// place; those of two sets are copied, one behind the other.
func (v *scene) View() {
	v.Cols = store.Of(v.Src.First).Columns()
	v.Filters = broadphase.Filters{}
	if v.Src.Second != nil {
		n := len(v.Cols.X)
		other := store.Of(v.Src.Second).Columns()
		v.Cols.Local, other.Local = kernels.Lanes{}, kernels.Lanes{} // not needed here
		v.Cols = v.joint.Concat(v.Cols, other)
		v.joint.side = scratch.Resize(v.joint.side, len(v.Cols.X))
		v.joint.key = scratch.Resize(v.joint.key, len(v.Cols.X))
		for i := range v.joint.key {
			// each pair has a shape of either set: that of the first set has the lower key
			v.joint.key[i], v.joint.side[i] = uint64(i), i >= n
		}
		v.Filters.Key, v.Filters.Side = v.joint.key, v.joint.side
	} else {
		v.Filters.Key, v.Filters.UpperHalves = v.Cols.ID, true // the index of an ID
	}
	c, f := &v.Cols, &v.Filters
	v.boxes = broadphase.Boxes{X: c.X, Y: c.Y, MinX: c.MinX, MinY: c.MinY, MaxX: c.MaxX, MaxY: c.MaxY}
	f.World, f.Category, f.Mask = c.World, c.Category, c.Mask
	f.Group, f.Body, f.Static, f.Skip = c.Group, c.Body, c.Static, c.Skip
}
