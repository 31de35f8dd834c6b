// SPDX-License-Identifier: MIT

package soa

import "daylight/internal/simd"

// Class says how a shape is stored: as one of the four classes below. A segment is a capsule of
// radius zero, a rounded box a polygon with a radius, and an ellipse a polygon.
type Class = simd.Class

// The classes.
const (
	ClassCircle  = simd.Circle
	ClassCapsule = simd.Capsule
	ClassBox     = simd.Box
	ClassPolygon = simd.Polygon
)
