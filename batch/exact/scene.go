// SPDX-License-Identifier: MIT

package exact

import (
	"errors"
	"fmt"
	"math"

	"daylight/internal/guard"
	"daylight/region"
	"daylight/soa"
)

// Scene is a list of shapes in float64 coordinates, of any unit. The zero value is empty and ready
// for use. Only one goroutine at a time may use it.
type Scene struct {
	shapes *region.Shapes
	store  *soa.Shapes // the shapes in the form that Put describes
	boxed  []bool      // the box is not the shape
	boxes  int
	reach  float64 // greatest reach of a shape from its middle
	sum    float64 // of all reaches
	far    float64 // greatest coordinate
	room   []region.Point
	grown  int // 1 + the number of the first shape whose area is not found, or 0
}

// Len returns the number of shapes.
func (s *Scene) Len() int {
	if s.shapes == nil {
		return 0
	}
	return s.shapes.Len()
}

// stored returns the store. An empty scene has an empty store.
func (s *Scene) stored() *soa.Shapes {
	if s.store == nil {
		return new(soa.Shapes)
	}
	return s.store
}

// Shape returns the shape with number i.
func (s *Scene) Shape(i int) *region.Shape {
	shape := s.shapes.At(i, nil)
	return &shape
}

// Add adds a shape with its filter attributes (soa.Attrs) and returns its number, counted
// from 0.
func (s *Scene) Add(shape region.Shape, attrs soa.Attrs) (int, error) {
	switch {
	case s == nil:
		return 0, guard.Argument("exact.Add", "the scene is nil; use new(Scene)")
	case shape.None():
		return 0, guard.Argument("exact.Add", "an empty shape; make one with package region")
	case s.shapes == nil:
		s.shapes, s.store = new(region.Shapes), new(soa.Shapes)
	}
	n := s.Len()
	id, err := Put(s.store, &shape, attrs)
	if err != nil {
		return 0, fmt.Errorf("exact: shape %d: %w", n, err)
	}
	s.shapes.Append(&shape)
	s.take(&shape, id)
	return n, nil
}

// NewScene makes a scene of shapes and of the store that Put has filled with them, in the same
// order. The scene keeps both, and nobody else may change them.
func NewScene(shapes *region.Shapes, stored *soa.Shapes) (*Scene, error) {
	if shapes.Len() != stored.Len() {
		return nil, guard.Argument("exact.NewScene", "%d shapes, and %d in the store", shapes.Len(), stored.Len())
	}
	s := &Scene{shapes: shapes, store: stored, boxed: make([]bool, 0, shapes.Len())}
	var room region.Region
	for id := range stored.All() {
		shape := shapes.At(len(s.boxed), &room)
		s.take(&shape, id)
	}
	return s, nil
}

// take updates the box flags and the extent of the scene with the next shape.
func (s *Scene) take(shape *region.Shape, id soa.ID) {
	n := len(s.boxed)
	s.room, _ = s.store.AppendVertices(s.room[:0], id) // the store has the ID
	boxed := box(s.room) && !(shape.Radius() == 0 && box(shape.Core()))
	if s.boxed = append(s.boxed, boxed); boxed {
		s.boxes++
	}
	if s.grown == 0 && shape.Radius() > 0 && len(shape.Core()) != 1 {
		s.grown = n + 1
	}
	b := shape.Bounds()
	reach := float64((b.MaxX - b.MinX + b.MaxY - b.MinY) / 2) // at least
	s.reach = max(s.reach, reach)
	s.sum += reach
	s.far = max(s.far, math.Abs(b.MinX), math.Abs(b.MinY), math.Abs(b.MaxX), math.Abs(b.MaxY))
}

// Put adds a shape to a store in the form that a Scene needs. It stores a circle, a segment or a
// slender convex polygon as it is, and any other shape as its bounding box. A polygon is slender if
// it fills less than half of its box. The corners of other polygons take more memory and time than
// they save.
func Put(to *soa.Shapes, shape *region.Shape, attrs soa.Attrs) (id soa.ID, err error) {
	err = errBoxed
	core, r := shape.Core(), shape.Radius()
	switch len(core) {
	case 1:
		id, err = to.AddCircle(soa.At(core[0].X, core[0].Y, 0), r, attrs)
	case 2:
		id, err = to.AddSegmentBetween(soa.Point(core[0]), soa.Point(core[1]), r, attrs)
	default:
		if slender(core) {
			id, err = to.AddOutline(core, r, attrs)
		}
	}
	if err == nil {
		return id, nil
	}
	// A shape that is too thin for float32 still has a box, no smaller than float32 can tell.
	b := shape.Bounds()
	x, y := float64(b.MinX/2)+float64(b.MaxX/2), float64(b.MinY/2)+float64(b.MaxY/2)
	hx, hy := max(b.MaxX-x, x-b.MinX), max(b.MaxY-y, y-b.MinY)
	least := float64(max(hx, hy)*0x1p-20) + math.SmallestNonzeroFloat32
	return to.AddBox(soa.At(x, y, 0), max(hx, least), max(hy, least), attrs)
}

// errBoxed is the reason to store a shape as its box.
var errBoxed = errors.New("a region")

// slender reports whether a convex polygon fills less than half of its bounding box. An empty list
// is not slender.
func slender(core []region.Point) bool {
	if len(core) == 0 {
		return false
	}
	low, high, twice := core[0], core[0], 0.0
	for i, p := range core {
		low, high = region.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}, region.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
		q := core[(i+1)%len(core)]
		twice += float64((p.X-core[0].X)*(q.Y-core[0].Y)) - float64((q.X-core[0].X)*(p.Y-core[0].Y))
	}
	return math.Abs(twice) < (high.X-low.X)*(high.Y-low.Y)
}

// box reports whether the corners form a box along the axes.
func box(corners []region.Point) bool {
	if len(corners) != 4 {
		return false
	}
	for i := range corners {
		p, q := corners[i], corners[(i+1)%4]
		if p.X != q.X && p.Y != q.Y {
			return false
		}
	}
	return true
}
