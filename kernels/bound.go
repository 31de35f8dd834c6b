// SPDX-License-Identifier: MIT

package kernels

import "daylight/internal/kernels/pair"

// Bounds say how exact the answers on a pair of shapes are. All are lengths, in the units of the
// positions, and hold for all kernels.
type Bounds struct {
	// Separation is how far a reported separation may be from the true one. If the true
	// separation of a pair is within this bound of the limit, the pair may be reported or not.
	// After B is moved by depth*normal, the separation that is left is within the bound, too.
	Separation float32

	// Point is how far a contact point may be from where it is said to lie. Move a point along
	// the normal by half its depth, and then back by A's radius: it is then no farther than the
	// bound from the outline of A's core. Moved against the normal by half its depth, and
	// forward by B's radius, it is no farther than that from the outline of B's core. The
	// deepest point has the depth of the contact. The bound holds for all shapes, including
	// those with neighbouring edges that are nearly parallel.
	Point float32

	// Witness is how far the closest points of a pair may be from the boundaries of their
	// shapes, and how far the vector between them may be from the distance times the normal.
	Witness float32

	// Impact is how far apart, or how deep in each other, two shapes in motion may be at the
	// time of impact that is reported.
	Impact float32
}

// ErrorBounds returns the bounds for a pair of the given scale. The scale is
// reachA + reachB + |dx| + |dy|, where the reach of a shape is the greatest distance of any of its
// points from its position, radius included, and (dx, dy) leads from one position to the other;
// Impact takes the scale at the time of impact. motion is the length of the motion of the shapes
// relative to each other, and 0 if they do not move; only Impact depends on it. Coordinates and
// radii may reach 2^60.
func ErrorBounds(scale, motion float32) Bounds {
	return Bounds{
		Separation: pair.ErrorBound(scale),
		Point:      pair.PointBound(scale),
		Witness:    pair.WitnessBound(scale),
		Impact:     pair.TimeOfImpactBound(scale, motion),
	}
}
