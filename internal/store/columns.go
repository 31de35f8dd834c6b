// SPDX-License-Identifier: MIT

package store

import (
	"math"

	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/pair"
	"daylight/internal/kernels/strip"
)

// Columns are the columns of a store of shapes, one entry per slot: the store's own memory,
// to be read, not written (the poses X, Y, C, S apart), and valid until shapes are added,
// removed or reordered. Filter columns are nil until an attribute of that kind is first
// given to a shape.
//
// The results of Refresh (RC, RS, the bounds, Skip, Fault, Lanes) hold for the poses of the last
// Refresh; for a shape that was never refreshed they mean nothing yet.
type Columns struct {
	ID    []uint64 // a soa.ID each
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

	// AABB relative to the position, radius included, at least 2^-16 of (Reach + radius)
	// plus 2^-126 wider on each side than the exact one.
	MinX, MinY, MaxX, MaxY []float32

	Skip  []bool  // in quarantine: to be left out of everything
	Fault []uint8 // why; Sound or Fresh if it is not

	World, Category, Mask []uint32
	Group                 []int32
	Body                  []uint32
	Static, Sensor        []bool

	// Lanes hold the rotated polygon geometry, Local the same runs unrotated.
	// The two share their column D, which rotation does not change.
	Lanes, Local kernels.Lanes
}

// Spares are second columns to permute into, one per type of entries: a column that was
// permuted becomes the next one's spare.
type Spares struct {
	u64   []uint64
	class []kernels.Class
	f64   []float64
	f32   []float32
	u32   []uint32
	i32   []int32
	u8    []uint8
	bools []bool
}

// Defaults of the filter columns that are not 0.
const (
	DefaultCategory = 1
	DefaultMask     = 1<<32 - 1
)

// Unrotated is what RC holds until a shape is first rotated: it equals no rotation.
var Unrotated = float32(math.NaN())

// Always is how many of the columns that List returns are in use in every store: the first.
const Always = 19

// List returns every column of c but the lanes, which are not by slot.
func (c *Columns) List(s *Spares) []Column {
	f32 := func(data *[]float32) Column { return &Field[float32]{Data: data, spare: &s.f32} }
	filter := func(data *[]uint32, initial uint32) Column {
		return &Field[uint32]{Data: data, spare: &s.u32, initial: initial, optional: true}
	}
	return []Column{
		&Field[uint64]{Data: &c.ID, spare: &s.u64},
		&Field[kernels.Class]{Data: &c.Class, spare: &s.class},
		&Field[float64]{Data: &c.X, spare: &s.f64},
		&Field[float64]{Data: &c.Y, spare: &s.f64},
		f32(&c.C), f32(&c.S),
		&Field[float32]{Data: &c.RC, spare: &s.f32, initial: Unrotated},
		f32(&c.RS),
		f32(&c.P), f32(&c.Q), f32(&c.Reach),
		&Field[uint32]{Data: &c.Off, spare: &s.u32},
		&Field[uint32]{Data: &c.Num, spare: &s.u32},
		f32(&c.MinX), f32(&c.MinY), f32(&c.MaxX), f32(&c.MaxY),
		&Field[bool]{Data: &c.Skip, spare: &s.bools},
		&Field[uint8]{Data: &c.Fault, spare: &s.u8, initial: Fresh},
		filter(&c.World, 0),
		filter(&c.Category, DefaultCategory),
		filter(&c.Mask, DefaultMask),
		&Field[int32]{Data: &c.Group, spare: &s.i32, optional: true},
		filter(&c.Body, 0),
		&Field[bool]{Data: &c.Static, spare: &s.bools, optional: true},
		&Field[bool]{Data: &c.Sensor, spare: &s.bools, optional: true},
	}
}

// Filtered reports whether any column is in use that not every store has.
func (c *Columns) Filtered() bool {
	return c.World != nil || c.Selective()
}

// Selective reports whether any shape may have attributes other than a world, for which shapes of
// one world may not meet.
func (c *Columns) Selective() bool {
	return c.Category != nil || c.Mask != nil || c.Group != nil || c.Body != nil || c.Static != nil || c.Sensor != nil
}

// Record returns the record of a slot.
func (c *Columns) Record(i uint32) kernels.Record {
	r := kernels.Record{X: c.X[i], Y: c.Y[i], P: c.P[i], Q: c.Q[i], C: c.RC[i], S: c.RS[i]}
	if c.Class[i] == kernels.Polygon {
		r.C, r.S = c.Reach[i], 0
		if c.Num[i] >= pair.WalkLanes {
			r.S = c.corners(i)
		}
	}
	return r
}

// Gather writes the records of the given slots to dst, which must be at least as long, in
// their order. It allocates nothing and may run on several goroutines at once, as long as
// nothing is changed meanwhile.
func (c *Columns) Gather(t *isa.Table, dst []kernels.Record, slots []uint32) {
	from := strip.RecordColumns{X: c.X, Y: c.Y, P: c.P, Q: c.Q, C: c.RC, S: c.RS}
	polygons := c.Count[kernels.Polygon]
	if polygons == 0 {
		t.GatherRecords(dst, from, slots)
		return
	}
	class := c.Class
	reach, num := c.Reach[:len(class)], c.Num[:len(class)]
	dst = dst[:len(slots)]
	if polygons == len(class) { // nothing to choose
		from.C = reach
		t.GatherRecords(dst, from, slots)
		for k, i := range slots {
			dst[k].S = 0
			if num[i] >= pair.WalkLanes {
				dst[k].S = c.corners(i)
			}
		}
		return
	}
	t.GatherRecords(dst, from, slots)
	for k, i := range slots {
		// Polygons are unpredictable here, so bits choose, not a branch.
		polygon := -uint32(one(class[i] == kernels.Polygon))
		r := &dst[k]
		r.C = math.Float32frombits(math.Float32bits(r.C)&^polygon | math.Float32bits(reach[i])&polygon)
		r.S = math.Float32frombits(math.Float32bits(r.S) &^ polygon)
		if num[i] >= pair.WalkLanes { // others than polygons have none
			r.S = c.corners(i)
		}
	}
}

// GatherPoses is Gather, but for polygons: what their records say of their lanes, in C and S, is
// left to the caller.
func (c *Columns) GatherPoses(t *isa.Table, dst []kernels.Record, slots []uint32) {
	t.GatherRecords(dst, strip.RecordColumns{X: c.X, Y: c.Y, P: c.P, Q: c.Q, C: c.RC, S: c.RS}, slots)
}

// corners is what the record of polygon i says of their number.
func (c *Columns) corners(i uint32) float32 {
	lo, hi := c.Off[i], c.Off[i]+c.Num[i]
	return pair.Corners(c.Lanes.VX[lo:hi], c.Lanes.VY[lo:hi])
}

func one(c bool) uint8 {
	if c {
		return 1
	}
	return 0
}
