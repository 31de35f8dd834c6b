// SPDX-License-Identifier: MIT

package kernels

import "daylight/internal/kernels/pair"

// ErrorBound is how far a reported separation may be from the true one, for a pair
// whose scale is reachA + reachB + |dx| + |dy|: the greatest distance of a point of
// either shape from its position, radius included, and the distance between the
// positions along each axis. A pair whose true separation is within the bound of the
// limit may be reported or not. Moving B by depth*normal leaves a separation within
// the bound, too. It holds for coordinates and radii up to 2^60.
func ErrorBound(scale float32) float32 { return pair.ErrorBound(scale) }

// PointBound is how far a contact point may be from where it is said to lie, for a pair of
// the given scale (see ErrorBound): a point that is moved by half its depth along the normal,
// and back by A's radius, lies within the bound of the outline of A's core, and moved the
// other way round, of B's. The deepest point has the contact's depth. It holds for all
// shapes, neighbouring edges that are all but parallel included.
func PointBound(scale float32) float32 { return pair.PointBound(scale) }

// WitnessBound is how far the closest points of a pair of the given scale (see ErrorBound)
// may be from the boundaries of their shapes, and from lying across from each other along the
// normal.
func WitnessBound(scale float32) float32 { return pair.WitnessBound(scale) }

// TimeOfImpactBound is how far apart, or how deep in each other, shapes may be at the time of
// impact reported, for a pair of the given scale (see ErrorBound) whose motion relative to
// each other is as long as given.
func TimeOfImpactBound(scale, motion float32) float32 { return pair.TimeOfImpactBound(scale, motion) }
