// SPDX-License-Identifier: MIT

package pair

// ErrorBound returns how far a reported separation may be from the true one, for a pair
// whose scale is reachA + reachB + |dx| + |dy|: the greatest distance of a point of
// either shape from its position, radius included, and the distance between the
// positions along each axis. A pair whose true separation is within the bound of the
// limit may be reported or not. Moving B by depth*normal leaves a separation within
// the bound, too.
//
// It holds for coordinates and radii up to 2^60, and rotations with
// |c*c + s*s - 1| <= 2^-21, which are themselves taken at their word: the true box
// or capsule is the one that (c, s) makes, scaled by its length. The last term is
// for shapes so small that squares lose their precision.
//
// Derivation, with u = 2^-24 and S the scale; a rounding costs at most u times the
// result. One axis n of A against a vertex b of B at d, (n.b + n.d) - D:
//
//	rounding d after the float64 subtraction                  1u |d|
//	n as stored (rounded once when added): moves the gap
//	    by its error times the reach of all points            1u S
//	n after rotation, two products and a sum                  2u (|b| + |d|)
//	b after rotation, or expanded from half extents           2u |b|
//	D as stored                                               1u |a|
//	n.b and n.d, two products and a sum each                  2u |b| + 2u |d|
//	the two sums                                              2u S
//	the radii, added and subtracted                           2u S
//	(c, s) up to 2^-22 off unit length, acting on all terms   4u S
//
// which is 15u S at most, 16u with terms of second order. The closed forms (boxes by
// centre and half extent, circles in the frame of the other) have fewer roundings of
// the same kinds. While cores overlap the depth is the widest gap and this is all.
// Cores that are apart are decided in one of four ways:
//
//	an axis, where no two consecutive normals of the pair enclose more than 135
//	degrees, and only if the computed gap is at most zero: the distance is at most
//	the true gap / cos(67.5 degrees), so                              2.62 * 16u = 42u
//	the region of an edge or vertex, tested with the very vector that
//	is measured: being wrong by e about the region changes the
//	distance by e at most                                                     16u
//	a distance and a support gap that differ by at most 2^-20 S,
//	each with the error of an axis                                      16u + 16u
//	Resolve: witnesses that differ by u/2 S, and one last rounding             2u
//
// Hence 48u. A pair goes to one of the latter three when its computed gap exceeds
// -2^-18 S = -64u, so no pair is taken for an overlap by rounding. The tests measure
// what random and contrived pairs really come to: 6u, and 18u for capsules.
func ErrorBound(scale float32) float32 {
	return float32(48*0x1p-24*scale) + 0x1p-60
}
