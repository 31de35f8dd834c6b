// SPDX-License-Identifier: MIT

package batch

import (
	"slices"

	"daylight/internal/scratch"
	"daylight/internal/simd/pair"
)

// Manifold tells where the shapes of a contact touch: in one point, or edge to edge in two.
type Manifold struct {
	N      int
	Points [2]ManifoldPoint // the first N
}

// ManifoldPoint is a point where two shapes touch. X and Y are relative to the position of
// shape A; Contacts.World adds that. Depth is how far the shapes overlap there, along the
// contact's normal. Feature is the same from step to step for as long as the same vertex and
// edge meet.
//
// The point lies halfway between A's surface and B's. Where a shape has a radius, the edge of
// its core, moved along the normal by the radius, stands for the surface. That is exact at
// the deepest point. At the other point of an edge that is tilted against the normal by an
// angle w, it lies inside the true surface, by radius*(1-cos w) at most.
type ManifoldPoint struct {
	X, Y, Depth float32
	Feature     Feature
}

// Manifolds are columns of contact points, with one entry for each contact:
//
//	N           []uint8      // how many points the contact has, 1 or 2
//	X, Y, Depth [2][]float32 // of the first and of the second point
//	Feature     [2][]Feature
//
// They mean what the fields of Manifold and ManifoldPoint mean. Where a contact has one point, the
// entries of the second are zero. Contacts.Manifold returns the points of one contact.
type Manifolds = pair.Manifolds

// Feature names the vertex or edge of A and the vertex or edge of B that make a contact point; at
// least one of them is a vertex. The methods A and B return their indices and whether they are
// vertices. A feature does not depend on the rotation of the shapes or on where they are stored, so
// a solver uses it to find the same point among those of the step before (warm starting). The zero
// Feature stands for no point.
type Feature = pair.Feature

func resizePoints(p *Manifolds, n int) {
	p.N = scratch.Resize(p.N, n)
	for k := range 2 {
		p.X[k], p.Y[k] = scratch.Resize(p.X[k], n), scratch.Resize(p.Y[k], n)
		p.Depth[k], p.Feature[k] = scratch.Resize(p.Depth[k], n), scratch.Resize(p.Feature[k], n)
	}
}

// pointsFrom is the columns from an entry on.
func pointsFrom(p *Manifolds, at int) Manifolds {
	return mapPoints(p, func(c []float32) []float32 { return c[at:] },
		func(c []Feature) []Feature { return c[at:] }, p.N[at:])
}

func clonePoints(p *Manifolds) Manifolds {
	return mapPoints(p, slices.Clone[[]float32], slices.Clone[[]Feature], slices.Clone(p.N))
}

func mapPoints(p *Manifolds, f func([]float32) []float32, g func([]Feature) []Feature, n []uint8) (m Manifolds) {
	m.N = n
	for k := range 2 {
		m.X[k], m.Y[k], m.Depth[k], m.Feature[k] = f(p.X[k]), f(p.Y[k]), f(p.Depth[k]), g(p.Feature[k])
	}
	return m
}

// copyPoints writes the n entries of src from lo on to dst from at on.
func copyPoints(dst *Manifolds, at int, src *Manifolds, lo, n int) {
	if len(src.N) == 0 {
		return
	}
	copy(dst.N[at:at+n], src.N[lo:lo+n])
	for k := range 2 {
		copy(dst.X[k][at:at+n], src.X[k][lo:lo+n])
		copy(dst.Y[k][at:at+n], src.Y[k][lo:lo+n])
		copy(dst.Depth[k][at:at+n], src.Depth[k][lo:lo+n])
		copy(dst.Feature[k][at:at+n], src.Feature[k][lo:lo+n])
	}
}

// permutePoints makes entry i of dst that of src which order names.
func permutePoints(dst, src *Manifolds, order []uint32) {
	if len(src.N) == 0 {
		resizePoints(dst, 0)
		return
	}
	resizePoints(dst, len(order))
	permute(dst.N, src.N, order)
	for k := range 2 {
		permute(dst.X[k], src.X[k], order)
		permute(dst.Y[k], src.Y[k], order)
		permute(dst.Depth[k], src.Depth[k], order)
		permute(dst.Feature[k], src.Feature[k], order)
	}
}

func permute[T any](dst, src []T, order []uint32) {
	for k, i := range order {
		dst[k] = src[i]
	}
}
