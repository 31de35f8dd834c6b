// SPDX-License-Identifier: MIT

package tile

import (
	"math"

	"daylight/batch"
	"daylight/internal/failure"
	"daylight/internal/hold"
	"daylight/internal/simd"
	"daylight/internal/simd/pose"
	"daylight/internal/store"
	"daylight/region"
	"daylight/soa"
)

// empty is a box in which no point lies.
var empty = region.Box{MinX: 1}

// isEmpty reports whether no point lies in a box: a side is NaN, or its minimum is above its maximum.
func isEmpty(b region.Box) bool { return !(b.MinX <= b.MaxX && b.MinY <= b.MaxY) }

// check refuses what tiles cannot honour.
func check(c *batch.Config) error {
	switch {
	case c.Mode == batch.ModePairs:
		return failure.Argument("tile.Mode", "ModePairs cannot be cut into tiles: which AABBs are near enough to be a pair depends on the extent of the whole scene; ask for ModeOverlaps")
	case c.PeriodX != 0 || c.PeriodY != 0:
		return failure.Argument("tile.PeriodX", "a torus cannot be cut into tiles yet; run it in one piece")
	case math.IsNaN(c.Margin) || math.Abs(c.Margin) > batch.MaxMargin:
		return failure.Argument("tile.Margin", "%v is not a finite number up to %g", c.Margin, float64(batch.MaxMargin))
	}
	return nil
}

// grow is by how much boxes grow on each side: half the margin, and more than the engine adds for rounding.
func grow(margin float64) float64 {
	if !(margin > 0) {
		return 0
	}
	return float64(margin * (0.5 + 0x1p-15))
}

// Bounds holds the boxes and worlds of the shapes of a store, by the index of their IDs; Fill fills it.
// The zero value holds none.
type Bounds struct {
	boxes []region.Box
	world []uint32 // nil: all are in world 0
	slots []uint32
}

// Box returns the box of a shape. The box covers the AABB by which the engine finds pairs, and
// depends on the shape and the Config alone. It is empty if the shape is in quarantine, if its
// motion is out of range, or if no shape has the index of the ID. Box does not look at the
// generation of the ID.
func (b *Bounds) Box(id soa.ID) region.Box {
	if i := int(id.Index()); i < len(b.boxes) {
		return b.boxes[i]
	}
	return empty
}

// World returns the world of a shape, or 0 if no shape has the index of the ID. It does not look
// at the generation of the ID.
func (b *Bounds) World(id soa.ID) uint32 {
	if i := int(id.Index()); i < len(b.world) {
		return b.world[i]
	}
	return 0
}

// Fill replaces what b holds by the boxes of all shapes as they are now, and uses its memory again.
// They take about 40 bytes per shape. Fill brings up to date what engines keep about the shapes, and
// changes nothing else.
//
// It holds the store meanwhile, and returns soa.ErrInUse if somebody else does. It returns a
// *batch.ArgumentError for batch.ModePairs, if shapes is nil, if the margin is out of range or if a
// column of velocities belongs to another store. Of the Config it reads Mode, Margin, Columns and
// Duration. After an error, b is as it was.
func (b *Bounds) Fill(shapes *soa.Shapes, cfg batch.Config) error {
	if shapes == nil {
		return failure.Argument("tile.Bounds.Fill", "shapes is nil; make them with soa.New")
	}
	if err := check(&cfg); err != nil {
		return err
	}
	live, err := hold.One(shapes)
	if err != nil {
		return err
	}
	defer store.Of(shapes).Release()
	var motions [3][]float32 // x, y and turn
	if cfg.Mode == batch.ModeSwept {
		for k, c := range [...]*soa.Column[float32]{cfg.Columns.VX, cfg.Columns.VY, cfg.Columns.Spin} {
			if c == nil {
				continue
			}
			if c.Shapes() != shapes {
				return failure.Argument("tile.Columns", "a column is of another store")
			}
			motions[k] = c.Data(live)
		}
	}
	s := store.Of(shapes)
	s.Refresh(nil, 0, shapes.Len())
	c := s.Columns()
	top := 0
	for _, id := range live.ID {
		top = max(top, int(id.Index())+1)
	}
	b.boxes, b.slots = sized(b.boxes, top, empty), sized(b.slots, top, noSlot)
	if c.World == nil {
		b.world = nil
	} else {
		b.world = sized(b.world, top, 0)
	}
	grow, duration := grow(cfg.Margin), float32(1)
	if cfg.Duration != 0 {
		duration = float32(cfg.Duration)
	}
	for i, id := range live.ID {
		at := id.Index()
		b.slots[at] = uint32(i)
		if c.World != nil {
			b.world[at] = c.World[i]
		}
		if c.Skip[i] {
			continue
		}
		var m [3]float32
		for k, of := range motions {
			if of != nil {
				m[k] = float32(of[i] * duration)
			}
		}
		b.boxes[at] = boxOf(&c, i, m, grow)
	}
	return nil
}

const noSlot = math.MaxUint32

func sized[T any](s []T, n int, v T) []T {
	if cap(s) < n {
		s = make([]T, n)
	}
	s = s[:n]
	for i := range s {
		s[i] = v
	}
	return s
}

// boxOf is the box of a slot that moves along x and y and turns. Every operation is rounded outward, or the box is padded for it, so that it
// covers what the engine's AABB would be without rounding.
func boxOf(c *store.Columns, i int, motion [3]float32, grow float64) region.Box {
	x0, y0, x1, y1 := float64(c.MinX[i]), float64(c.MinY[i]), float64(c.MaxX[i]), float64(c.MaxY[i])
	if motion != [3]float32{} {
		if !pose.Moving(motion[0], motion[1], motion[2]) {
			return empty
		}
		if motion[2] != 0 && c.Class[i] != simd.Circle {
			// However it turns, a shape stays inside the circle about its position.
			radius := c.P[i]
			switch c.Class[i] {
			case simd.Capsule:
				radius = c.Q[i]
			case simd.Box:
				radius = 0
			}
			full := float64((float64(c.Reach[i])+float64(radius))*(1+0x1p-14)) + 0x1p-126
			x0, y0, x1, y1 = min(x0, -full), min(y0, -full), max(x1, full), max(y1, full)
		}
		dx, dy := float64(motion[0]), float64(motion[1])
		pad := float64((math.Abs(dx)+math.Abs(dy))*0x1p-19) +
			float64(((math.Abs(x0)+math.Abs(y0))+(math.Abs(x1)+math.Abs(y1)))*0x1p-20)
		x0, y0 = x0+min(dx, 0)-pad, y0+min(dy, 0)-pad
		x1, y1 = x1+max(dx, 0)+pad, y1+max(dy, 0)+pad
	}
	return region.Box{
		MinX: below(below(c.X[i], x0), -grow), MinY: below(below(c.Y[i], y0), -grow),
		MaxX: above(above(c.X[i], x1), grow), MaxY: above(above(c.Y[i], y1), grow),
	}
}

// below is a + b, rounded down: the sum if it is exact.
func below(a, b float64) float64 {
	s := a + b
	if remainder(a, b, s) < 0 {
		return math.Nextafter(s, math.Inf(-1))
	}
	return s
}

// above is a + b, rounded up.
func above(a, b float64) float64 {
	s := a + b
	if remainder(a, b, s) > 0 {
		return math.Nextafter(s, math.Inf(1))
	}
	return s
}

// remainder is a + b - s, the error of rounding a + b to s, exactly (Knuth's TwoSum).
func remainder(a, b, s float64) float64 {
	bb := s - a
	return (a - (s - bb)) + (b - bb)
}
