// SPDX-License-Identifier: MIT

package batch

import (
	"fmt"
	"math"

	"daylight"
	"daylight/internal/kernels"
	"daylight/internal/kernels/pose"
	"daylight/internal/store"
	"daylight/region"
	"daylight/soa"
)

// noBox is a box that contains no point.
var noBox = region.Box{MinX: 1}

// Bounds holds the boxes of the shapes of a store, by the index of their IDs. Fill fills it; the
// zero value holds none. Use it to cut a scene into tiles whose answers together are those of one
// run:
//
//   - A tile gets each shape whose box touches the tile.
//   - A pair belongs to the tile that contains its reference point: the larger MinX and the larger
//     MinY of its two boxes (Dittrich and Seeger, 2000). Columns.Exclude leaves the pairs of other
//     tiles out: give a shape bit 1 if its MinX is less than the tile's, and bit 2 if its MinY is.
//     Two shapes with a bit in common belong to another tile.
//
// Fill refuses ModePairs: which AABBs are near enough to be a pair depends on the extent of the
// scene.
type Bounds struct {
	boxes []region.Box
}

// Box returns the box of a shape. The box covers the AABB by which the engine finds pairs, and
// depends on the shape and the Config alone. It is empty if the shape is in quarantine, if its
// motion is out of range, or if no shape has the index of the ID. Box does not look at the
// generation of the ID.
func (b *Bounds) Box(id soa.ID) region.Box {
	if i := int(id.Index()); i < len(b.boxes) {
		return b.boxes[i]
	}
	return noBox
}

// Fill replaces the boxes of b by those of all shapes as they are now, and reuses its memory: about
// 36 bytes per shape. It reads Mode, Margin, Columns and Duration of the Config. It updates the
// columns that engines keep about the shapes, and changes nothing else.
//
// Fill holds the store while it works, and returns soa.ErrInUse if somebody else holds it. It
// returns a *daylight.ArgumentError if shapes is nil, for ModePairs, for a torus, if the margin is
// out of range, or if a column of velocities belongs to another store. After an error, b is as it
// was.
func (b *Bounds) Fill(shapes *soa.Shapes, cfg Config) error {
	refuse := func(format string, args ...any) error {
		return &daylight.ArgumentError{Problem: "batch.Bounds.Fill: " + fmt.Sprintf(format, args...)}
	}
	switch {
	case shapes == nil:
		return refuse("shapes is nil; make them with soa.New")
	case cfg.Mode == ModePairs:
		return refuse("Mode: ModePairs cannot be cut into tiles: which AABBs are a pair depends on the whole scene; ask for ModeOverlaps")
	case cfg.Period != [2]float64{}:
		return refuse("Period: a torus cannot be cut into tiles; run it in one piece")
	case math.IsNaN(cfg.Margin) || math.Abs(cfg.Margin) > MaxMargin:
		return refuse("Margin: %v is not a finite number up to %g", cfg.Margin, float64(MaxMargin))
	}
	held := [2]*soa.Shapes{shapes}
	live, err := store.Hold(held)
	if err != nil {
		return err
	}
	defer store.Release(held)
	var motions [3][]float32 // x, y and turn
	if cfg.Mode == ModeSwept {
		for k, c := range [...]*soa.Column[float32]{cfg.Columns[0].VX, cfg.Columns[0].VY, cfg.Columns[0].Spin} {
			if c == nil {
				continue
			}
			if c.Shapes() != shapes {
				return refuse("Columns: a column of velocities belongs to another store")
			}
			motions[k] = c.Data(live[0])
		}
	}
	s := store.Of(shapes)
	s.Refresh(nil, 0, shapes.Len())
	c := s.Columns()
	top := 0
	for _, id := range live[0].ID {
		top = max(top, int(id.Index())+1)
	}
	if cap(b.boxes) < top {
		b.boxes = make([]region.Box, top)
	}
	b.boxes = b.boxes[:top]
	for i := range b.boxes {
		b.boxes[i] = noBox
	}
	// Half the margin, and more than the engine adds for rounding.
	more := float64(max(0, cfg.Margin) * (0.5 + 0x1p-15))
	duration := float32(1)
	if cfg.Duration != 0 {
		duration = float32(cfg.Duration)
	}
	for i, id := range live[0].ID {
		if c.Skip[i] {
			continue
		}
		var m [3]float32
		for k, of := range motions {
			if of != nil {
				m[k] = float32(of[i] * duration)
			}
		}
		b.boxes[id.Index()] = boxOf(&c, i, m, more)
	}
	return nil
}

// boxOf returns the box of a slot that moves along x and y and turns. It rounds outward or pads the
// box for rounding. So the box covers the engine's AABB as it would be without rounding.
func boxOf(c *store.Columns, i int, motion [3]float32, grow float64) region.Box {
	x0, y0, x1, y1 := float64(c.MinX[i]), float64(c.MinY[i]), float64(c.MaxX[i]), float64(c.MaxY[i])
	if motion != [3]float32{} {
		if !pose.Moving(motion[0], motion[1], motion[2]) {
			return noBox
		}
		if motion[2] != 0 && c.Class[i] != kernels.Circle {
			// A turning shape stays inside the circle about its position.
			radius := c.P[i]
			switch c.Class[i] {
			case kernels.Capsule:
				radius = c.Q[i]
			case kernels.Box:
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

// below is a + b, rounded down.
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
