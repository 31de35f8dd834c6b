// SPDX-License-Identifier: MIT

package soa

import (
	"slices"
	"unsafe"

	"daylight/kernels"
)

// Columns are the store's columns, one entry per slot. They are live: the slices are
// the store's own memory, to be read, not written (the poses X, Y, C, S apart), and
// valid until the next Add, Remove, Reorder, Grow or Clear. Filter columns are nil
// until an attribute of that kind is first given to a shape.
//
// What Refresh computes (RC, RS, the bounds, Skip, Fault, Lanes) holds for the poses
// of the last Refresh; for a shape that was never refreshed it means nothing yet.
type Columns struct {
	ID    []ID
	Key   []uint64 // the memory of ID under another type, for code that knows no IDs
	Class []kernels.Class
	Count [kernels.NumClasses]int // shapes of each class

	X, Y []float64 // position
	C, S []float32 // rotation as the caller wrote it

	// Rotation as used: of unit length, never -0. Always (1, 0) for circles.
	RC, RS []float32

	// Parameters, as in kernels.Record:
	//	class    P            Q
	//	Circle   radius       0
	//	Capsule  half length  radius
	//	Box      half width   half height
	//	Polygon  radius       1 if sharp, else 0
	P, Q []float32

	// Reach bounds the distance of the core (radius left out) from the position:
	// at least the farthest vertex, at most 2^-19 of it more. 0 for circles.
	Reach []float32

	// A polygon's run of lanes: the first, and how many, padding included: a power
	// of two, at least 4; Off is a multiple of min(Num, 16). 0, 0 for other classes.
	Off, Num []uint32

	// Axis-aligned bounds relative to the position, radius included, at least
	// 2^-16 of (Reach + radius) plus 2^-126 wider on each side than the exact ones.
	MinX, MinY, MaxX, MaxY []float32

	Skip  []bool  // in quarantine: to be left out of everything
	Fault []Fault // why; Sound or Fresh if it is not

	World, Category, Mask []uint32
	Group                 []int32
	Body                  []uint32
	Static                []bool

	// Lanes hold the rotated polygon geometry, Local the same runs unrotated.
	// The two share their column D, which rotation does not change.
	Lanes, Local kernels.Lanes
}

// Columns returns the live columns.
func (s *Shapes) Columns() Columns {
	c := s.col
	c.Lanes, c.Local = s.lanes.world, s.lanes.local
	// An ID is a uint64, so the two slices are the same memory seen alike.
	c.Key = unsafe.Slice((*uint64)(unsafe.SliceData(c.ID)), len(c.ID))
	return c
}

// Record returns what a kernel needs of the shape in a slot.
func (s *Shapes) Record(slot int) kernels.Record {
	_ = s.col.X[slot] // a slot beyond 32 bits must not wrap
	var r [1]kernels.Record
	s.Gather(nil, r[:], []uint32{uint32(slot)})
	return r[0]
}

// Gather writes the records of the given slots to dst, which must be at least as
// long, in their order. It allocates nothing and may run on several goroutines at
// once, as long as nothing is changed meanwhile. A nil table stands for kernels.Best().
func (s *Shapes) Gather(t *kernels.Table, dst []kernels.Record, slots []uint32) {
	s.col.Gather(t, dst, slots)
}

// Gather is Shapes.Gather on columns.
func (c *Columns) Gather(t *kernels.Table, dst []kernels.Record, slots []uint32) {
	if t == nil {
		t = kernels.Best()
	}
	t.GatherRecords(dst, kernels.RecordColumns{X: c.X, Y: c.Y, P: c.P, Q: c.Q, C: c.RC, S: c.RS}, slots)
	if c.Count[kernels.Polygon] == 0 {
		return
	}
	for k, i := range slots {
		if c.Class[i] == kernels.Polygon {
			dst[k].C, dst[k].S = c.Reach[i], 0
		}
	}
}

// extend returns col with one more entry v, or nil if col is nil: a filter column not in use.
func extend[T any](col []T, v T) []T {
	if col == nil {
		return nil
	}
	return append(col, v)
}

// drop moves the last entry to slot i and shortens the column by one.
func drop[T any](col []T, i int) []T {
	if col == nil {
		return nil
	}
	last := len(col) - 1
	col[i] = col[last]
	clear(col[last:]) // let go of what a caller's column may point to
	return col[:last]
}

// push appends one shape's entries, filters at their defaults.
func (c *Columns) push(id ID, class kernels.Class, pose Pose, rc, rs, p, q, reach float32, off, num uint32) {
	c.ID = append(c.ID, id)
	c.Class = append(c.Class, class)
	c.Count[class]++
	c.X, c.Y = append(c.X, pose.X), append(c.Y, pose.Y)
	c.C, c.S = append(c.C, pose.C), append(c.S, pose.S)
	c.RC, c.RS = append(c.RC, rc), append(c.RS, rs)
	c.P, c.Q = append(c.P, p), append(c.Q, q)
	c.Reach = append(c.Reach, reach)
	c.Off, c.Num = append(c.Off, off), append(c.Num, num)
	c.MinX, c.MinY = append(c.MinX, 0), append(c.MinY, 0)
	c.MaxX, c.MaxY = append(c.MaxX, 0), append(c.MaxY, 0)
	c.Skip, c.Fault = append(c.Skip, false), append(c.Fault, Fresh)
	c.World = extend(c.World, 0)
	c.Category = extend(c.Category, defaultCategory)
	c.Mask = extend(c.Mask, defaultMask)
	c.Group = extend(c.Group, 0)
	c.Body = extend(c.Body, 0)
	c.Static = extend(c.Static, false)
}

// remove moves the last slot into slot i.
func (c *Columns) remove(i int) {
	c.ID = drop(c.ID, i)
	c.Count[c.Class[i]]--
	c.Class = drop(c.Class, i)
	c.X, c.Y = drop(c.X, i), drop(c.Y, i)
	c.C, c.S = drop(c.C, i), drop(c.S, i)
	c.RC, c.RS = drop(c.RC, i), drop(c.RS, i)
	c.P, c.Q = drop(c.P, i), drop(c.Q, i)
	c.Reach = drop(c.Reach, i)
	c.Off, c.Num = drop(c.Off, i), drop(c.Num, i)
	c.MinX, c.MinY = drop(c.MinX, i), drop(c.MinY, i)
	c.MaxX, c.MaxY = drop(c.MaxX, i), drop(c.MaxY, i)
	c.Skip, c.Fault = drop(c.Skip, i), drop(c.Fault, i)
	c.World = drop(c.World, i)
	c.Category = drop(c.Category, i)
	c.Mask = drop(c.Mask, i)
	c.Group = drop(c.Group, i)
	c.Body = drop(c.Body, i)
	c.Static = drop(c.Static, i)
}

func room[T any](col *[]T, n int) {
	if *col != nil {
		*col = slices.Grow(*col, n)
	}
}

// grow makes room for n more shapes.
func (c *Columns) grow(n int) {
	c.ID = slices.Grow(c.ID, n)
	c.Class = slices.Grow(c.Class, n)
	c.X, c.Y = slices.Grow(c.X, n), slices.Grow(c.Y, n)
	for _, f := range []*[]float32{&c.C, &c.S, &c.RC, &c.RS, &c.P, &c.Q, &c.Reach, &c.MinX, &c.MinY, &c.MaxX, &c.MaxY} {
		*f = slices.Grow(*f, n)
	}
	c.Off, c.Num = slices.Grow(c.Off, n), slices.Grow(c.Num, n)
	c.Skip, c.Fault = slices.Grow(c.Skip, n), slices.Grow(c.Fault, n)
	room(&c.World, n)
	room(&c.Category, n)
	room(&c.Mask, n)
	room(&c.Group, n)
	room(&c.Body, n)
	room(&c.Static, n)
}

// truncate empties every column and keeps its memory.
func (c *Columns) truncate() {
	c.ID, c.Class = c.ID[:0], c.Class[:0]
	c.Count = [kernels.NumClasses]int{}
	c.X, c.Y = c.X[:0], c.Y[:0]
	for _, f := range []*[]float32{&c.C, &c.S, &c.RC, &c.RS, &c.P, &c.Q, &c.Reach, &c.MinX, &c.MinY, &c.MaxX, &c.MaxY} {
		*f = (*f)[:0]
	}
	c.Off, c.Num = c.Off[:0], c.Num[:0]
	c.Skip, c.Fault = c.Skip[:0], c.Fault[:0]
	c.World, c.Category, c.Mask, c.Body = c.World[:0], c.Category[:0], c.Mask[:0], c.Body[:0]
	c.Group, c.Static = c.Group[:0], c.Static[:0]
}
