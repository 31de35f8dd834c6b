// SPDX-License-Identifier: MIT

package exact

import (
	"fmt"
	"math"

	"daylight/internal/failure"
	"daylight/region"
	"daylight/soa"
)

// Scene is a list of shapes in float64 coordinates, of any unit. The zero value is empty and ready for
// use. Only one goroutine at a time may use it.
type Scene struct {
	shapes []region.Shape
	boxed  []bool // stored as its bounding box
	store  soa.Shapes
	boxes  int
	reach  float64 // greatest reach of a shape from its middle
	sum    float64 // of all reaches
	far    float64 // greatest coordinate
	grown  int     // 1 + the number of the first shape whose area is not found, or 0
}

// Len returns the number of shapes.
func (s *Scene) Len() int { return len(s.shapes) }

// Shape returns the shape with number i. It must not be changed.
func (s *Scene) Shape(i int) *region.Shape { return &s.shapes[i] }

// Add adds a shape with its filter attributes (soa.Attrs) and returns its number, counted
// from 0.
func (s *Scene) Add(shape region.Shape, attrs soa.Attrs) (int, error) {
	if s == nil {
		return 0, failure.Argument("exact.Add", "the scene is nil; use new(Scene)")
	}
	if shape.None() {
		return 0, failure.Argument("exact.Add", "an empty shape; make one with package region")
	}
	n := len(s.shapes)
	boxed := false
	if err := s.addCore(&shape, attrs); err != nil {
		// A shape that is too thin for float32 still has a box.
		if err := s.addBox(&shape, attrs); err != nil {
			return 0, fmt.Errorf("exact: shape %d: %w", n, err)
		}
		boxed = true
		s.boxes++
	}
	s.shapes = append(s.shapes, shape)
	s.boxed = append(s.boxed, boxed)
	if s.grown == 0 && shape.Radius() > 0 && len(shape.Core()) != 1 {
		s.grown = n + 1
	}
	b := shape.Bounds()
	reach := float64((b.MaxX - b.MinX + b.MaxY - b.MinY) / 2) // at least
	s.reach = max(s.reach, reach)
	s.sum += reach
	s.far = max(s.far, math.Abs(b.MinX), math.Abs(b.MinY), math.Abs(b.MaxX), math.Abs(b.MaxY))
	return n, nil
}

// errBoxed is why a shape is stored as its box.
var errBoxed = fmt.Errorf("a region")

// addCore stores a convex shape as it is.
func (s *Scene) addCore(shape *region.Shape, attrs soa.Attrs) error {
	core, r := shape.Core(), shape.Radius()
	var err error
	switch len(core) {
	case 0:
		return errBoxed
	case 1:
		_, err = s.store.AddCircle(soa.At(core[0].X, core[0].Y, 0), r, attrs)
	case 2:
		_, err = s.store.AddSegmentBetween(soa.Point(core[0]), soa.Point(core[1]), r, attrs)
	default:
		if box(core) && r == 0 {
			return s.addBox(shape, attrs)
		}
		points := make([]soa.Point, len(core))
		for i, p := range core {
			points[i] = soa.Point(p)
		}
		_, err = s.store.AddOutline(points, r, attrs)
	}
	return err
}

// box reports whether the corners are those of a box along the axes.
func box(core []region.Point) bool {
	if len(core) != 4 {
		return false
	}
	for i, p := range core {
		q := core[(i+1)%4]
		if p.X != q.X && p.Y != q.Y {
			return false
		}
	}
	return true
}

// addBox stores the bounding box of a shape, no smaller than float32 can tell.
func (s *Scene) addBox(shape *region.Shape, attrs soa.Attrs) error {
	b := shape.Bounds()
	x, y := float64(b.MinX/2)+float64(b.MaxX/2), float64(b.MinY/2)+float64(b.MaxY/2)
	hx, hy := max(b.MaxX-x, x-b.MinX), max(b.MaxY-y, y-b.MinY)
	least := float64(max(hx, hy)*0x1p-20) + math.SmallestNonzeroFloat32
	_, err := s.store.AddBox(soa.At(x, y, 0), max(hx, least), max(hy, least), attrs)
	return err
}
