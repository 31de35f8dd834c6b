// SPDX-License-Identifier: MIT

package pair

import "daylight/internal/kernels"

// Manifolds are contact points, one entry per contact: where two shapes
// touch, in one point or, edge to edge, in two. They come from clipping the edges that
// face each other against each other (Catto, "Modeling and Solving Constraints", GDC
// 2007, and box2d-lite; Ericson, "Real-Time Collision Detection", 5.1.9 and 8.3.4).
//
// Points[k][i], for k < N[i], lies at (X, Y) relative to A's
// position, halfway between a place on A's core and one on B's, after each has been moved
// along the contact's normal by its shape's radius, towards the other shape. Where a shape has
// no radius, and at the deepest point of all shapes, the two places lie on the surfaces. At
// the other point of a rounded edge that is tilted against the normal by an angle w, the place
// lies inside the surface, by radius*(1-cos w) at most. The point is relative to A so that a
// float32 is enough: like all geometry here it has the precision of the shapes, not of their
// distance from the origin. Add A's float64 position for a place in the world.
// Depth is the distance of the two places after that, along the normal. Two points are
// in the order of the normal turned anticlockwise by a quarter. Where there is one
// point only, the other is the zero Point.
type Manifolds struct {
	N      []uint8
	Points [2][]Point
}

// Point is a contact point, as callers of the engine get it. Assembly relies on its four words.
type Point struct {
	X, Y, Depth float32
	Feature     uint32
}

// Feature names what made a contact point: a vertex or an edge of A and one of B, at
// least one of them a vertex, by their indices in the shape's own outline. It depends
// on neither rotation nor storage nor order of work, so that a solver finds the point
// of the step before by it (warm starting), and is zero for no point.
//
//	circle   vertex 0, the centre
//	capsule  vertices 0 and 1 at (-half length, 0) and (half length, 0);
//	         edge 0 faces -y, edge 1 faces +y
//	box      vertex 0 at (-, -), and on anticlockwise; edge i leads from vertex i on
//	polygon  vertices as stored; edge i leads from vertex i on
//
// The low half is A's: twice the index, and one more for a vertex; the high half is
// B's. Indices from 2^15 on wrap.
type Feature uint32

// A returns the index of A's vertex or edge.
func (f Feature) A() (index int, vertex bool) { return int(f & 0xffff >> 1), f&1 != 0 }

// B returns the index of B's vertex or edge.
func (f Feature) B() (index int, vertex bool) { return int(f >> 17), f>>16&1 != 0 }

// Manifold finds the contact points of the first n entries of a.Out, which a contact
// kernel and Resolve have left there, and writes them to the first n entries of out.
// a.Hints is not read. Like a
// Contact it does not allocate, keeps nothing, and may run at once with others.
type Manifold func(a *Args, n int, out *Manifolds)

// ManifoldFamily is one Manifold for each kind of pair. Convex takes every pair; where
// a narrower one exists, that one is to be used.
type ManifoldFamily struct {
	CircleCircle, BoxBox, Convex Manifold
}

// Of returns the kernel for a pair of classes, in either order.
func (f *ManifoldFamily) Of(a, b kernels.Class) Manifold {
	switch {
	case a == kernels.Circle && b == kernels.Circle:
		return f.CircleCircle
	case a == kernels.Box && b == kernels.Box:
		return f.BoxBox
	}
	return f.Convex
}

// PointBound returns how far a contact point may be from where it is said to lie, for a pair of
// the given scale (see ErrorBound, but without the radii, unless they are in it already): a
// point that is moved by half its depth along the normal, and back by A's radius, lies
// within the bound of the outline of A's core, and moved the other way round, of B's. The
// deepest point has the contact's depth. That holds for all shapes, for any choice of the edges
// that face each other; ClipBound derives it.
func PointBound(scale float32) float32 { return ClipBound(scale, 0) }

// ClipBound returns how far a contact point may be, along either axis, from the one that exact
// clipping of the same two edges gives, and its depth from the exact depth, for a pair of the
// given scale (see PointBound) whose edges fall away from the normal's perpendicular with the
// given slopes in sum: height over length, 0 for edges square to the normal. Exact clipping
// takes the exact shapes and the reported normal (x, y), at its word; its depth is the
// contact's own for the deepest point, and less by the difference in gap for the other.
//
// It does not say which edges they are, and cannot: the edge that faces a direction changes at once
// where two edges make the same angle with it, and so do the ends of what is clipped. A normal is
// known to 2^-21 and an edge's place to a fraction of the scale, so there are two right answers for
//
//   - edges that make the same angle with the normal to within 2^-20: neighbours that are
//     all but parallel, and the two sides of any corner that the normal bisects (a capsule
//     met at its very end, a box met at its corner by a circle on the diagonal);
//   - ends that lie within 2^-16 of the scale of one another along the edges, which may be
//     distinguished or not, so an edge no longer than that may be a vertex;
//   - polygons whose separation rounding decided: the normal is that of one edge although
//     the shapes are deepest at its neighbour, and the neighbour is clipped (see meet).
//
// Derivation, with u = 2^-24 and S the scale, along the normal and along its
// perpendicular alike. A coordinate of a vertex:
//
//	vertex and normal, as in ErrorBound                       2u S
//	the product and sum                                       2u S
//	d rounded, its product and sum                            3u S
//	d's added                                                 1u S
//
// which is 8u S. A foreign end cuts an edge at a height that is off by 8u S for
// itself, 16u slope S for where it is cut (the difference of two coordinates along the
// edge), and for the slope itself, on at most the edge's own length, 16u S and 16u
// slope S. That is 24u S + 32u slope S for a height. A gap is of two of them, one of
// which is a vertex's own: 32u S + 32u slope S. The difference of two gaps is twice
// that, 64u (1 + slope) S, and added to the contact's depth, with its own error of
// 48u S, no more than 112u (1 + slope) S. Normals are as much as 2^-21 = 8u off unit
// length, which scales both coordinates on their way to the normal's frame and again
// on the way back: 16u S for either part of the point, and half of both heights'
// errors, the radii's 2u S and the roundings of the way back, 3u S: less than the depth's.
// 128u covers the terms of second order. The slope moves a point along its edge and not off
// it, so PointBound needs none.
func ClipBound(scale, slope float32) float32 {
	return float32(float32(0x1p-17*scale)*(1+slope)) + 0x1p-60
}
