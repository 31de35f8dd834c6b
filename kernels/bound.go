// SPDX-License-Identifier: MIT

package kernels

import "daylight/internal/kernels/pair"

// ErrorBound returns how far a reported separation may be from the true one, for a pair of the
// given scale. The scale is reachA + reachB + |dx| + |dy|, where the reach of a shape is the
// greatest distance of any of its points from its position, radius included, and (dx, dy) leads
// from one position to the other. If the true separation of a pair is within the bound of the
// limit, it may be reported or not. After B is moved by depth*normal, the separation that is left
// is within the bound, too. It holds for coordinates and radii up to 2^60.
func ErrorBound(scale float32) float32 { return pair.ErrorBound(scale) }

// PointBound returns how far a contact point may be from where it is said to lie, for a pair of
// the given scale (see ErrorBound). Move a point along the normal by half its depth, and then
// back by A's radius: it is then no farther than the bound from the outline of A's core. Moved
// against the normal by half its depth, and forward by B's radius, it is no farther than that
// from the outline of B's core. The deepest point has the depth of the contact. The bound holds
// for all shapes, including those with neighbouring edges that are nearly parallel.
func PointBound(scale float32) float32 { return pair.PointBound(scale) }

// WitnessBound returns how far the closest points of a pair of the given scale (see ErrorBound)
// may be from the boundaries of their shapes, and how far the vector between them may be from the
// distance times the normal.
func WitnessBound(scale float32) float32 { return pair.WitnessBound(scale) }

// TimeOfImpactBound returns how far apart, or how deep in each other, two shapes may be at the
// time of impact that is reported. scale is that of the pair (see ErrorBound), and motion the
// length of their motion relative to each other.
func TimeOfImpactBound(scale, motion float32) float32 { return pair.TimeOfImpactBound(scale, motion) }
