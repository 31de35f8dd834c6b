// SPDX-License-Identifier: MIT

package oracle

import (
	"errors"
	"fmt"
	"math"
)

// Errors that Check and Measure wrap.
var (
	ErrNoVertices = errors.New("no vertices")
	ErrNotFinite  = errors.New("not a finite number")
	ErrNegative   = errors.New("negative radius")
	ErrRotation   = errors.New("rotation is zero")
)

// Shape is a convex shape in the plane: the hull of Vertices, rotated by (C, S), moved
// to (X, Y) and grown by Radius. All numbers are taken as exact.
type Shape struct {
	Vertices [][2]float64 // local coordinates, at least one
	X, Y     float64
	C, S     float64 // cosine and sine; not normalised
	Radius   float64
}

// Circle returns the circle around (x, y).
func Circle(x, y, radius float64) Shape {
	return Shape{Vertices: [][2]float64{{0, 0}}, X: x, Y: y, C: 1, Radius: radius}
}

// Capsule returns the segment that reaches from (x, y) halfLength either way along
// (c, s), grown by radius.
func Capsule(x, y, c, s, halfLength, radius float64) Shape {
	return Shape{Vertices: [][2]float64{{-halfLength, 0}, {halfLength, 0}}, X: x, Y: y, C: c, S: s, Radius: radius}
}

// Box returns the box around (x, y) with half extent hx along (c, s) and hy across.
func Box(x, y, c, s, hx, hy float64) Shape {
	return Shape{Vertices: [][2]float64{{-hx, -hy}, {hx, -hy}, {hx, hy}, {-hx, hy}}, X: x, Y: y, C: c, S: s}
}

// Polygon returns the hull of the vertices, given in world coordinates.
func Polygon(vertices ...[2]float64) Shape {
	return Shape{Vertices: vertices, C: 1}
}

// Check says why the shape has no meaning: no vertices, a number that is NaN or
// infinite, a negative radius, or C and S both zero.
func (s Shape) Check() error {
	if len(s.Vertices) == 0 {
		return fmt.Errorf("%w: give one for a point, two for a segment, more for a polygon", ErrNoVertices)
	}
	for i, v := range s.Vertices {
		if !finite(v[0], v[1]) {
			return fmt.Errorf("vertex %d at %v: %w", i, v, ErrNotFinite)
		}
	}
	if !finite(s.X, s.Y) {
		return fmt.Errorf("position (%v, %v): %w", s.X, s.Y, ErrNotFinite)
	}
	if !finite(s.C, s.S) {
		return fmt.Errorf("rotation (%v, %v): %w", s.C, s.S, ErrNotFinite)
	}
	if !finite(s.Radius) {
		return fmt.Errorf("radius %v: %w", s.Radius, ErrNotFinite)
	}
	if s.C == 0 && s.S == 0 {
		return fmt.Errorf("%w: give a cosine and a sine", ErrRotation)
	}
	if s.Radius < 0 {
		return fmt.Errorf("%w %v", ErrNegative, s.Radius)
	}
	return nil
}

func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
