// SPDX-License-Identifier: MIT

package batch

import (
	"slices"

	"daylight/internal/scratch"
	"daylight/kernels"
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
	Feature     kernels.Feature
}

func resizePoints(p *kernels.Manifolds, n int) {
	p.N = scratch.Resize(p.N, n)
	for k := range 2 {
		p.X[k], p.Y[k] = scratch.Resize(p.X[k], n), scratch.Resize(p.Y[k], n)
		p.Depth[k], p.Feature[k] = scratch.Resize(p.Depth[k], n), scratch.Resize(p.Feature[k], n)
	}
}

// pointsFrom is the columns from an entry on.
func pointsFrom(p *kernels.Manifolds, at int) kernels.Manifolds {
	return mapPoints(p, func(c []float32) []float32 { return c[at:] },
		func(c []kernels.Feature) []kernels.Feature { return c[at:] }, p.N[at:])
}

func clonePoints(p *kernels.Manifolds) kernels.Manifolds {
	return mapPoints(p, slices.Clone[[]float32], slices.Clone[[]kernels.Feature], slices.Clone(p.N))
}

func mapPoints(p *kernels.Manifolds, f func([]float32) []float32, g func([]kernels.Feature) []kernels.Feature, n []uint8) (m kernels.Manifolds) {
	m.N = n
	for k := range 2 {
		m.X[k], m.Y[k], m.Depth[k], m.Feature[k] = f(p.X[k]), f(p.Y[k]), f(p.Depth[k]), g(p.Feature[k])
	}
	return m
}

// copyPoints writes the n entries of src from lo on to dst from at on.
func copyPoints(dst *kernels.Manifolds, at int, src *kernels.Manifolds, lo, n int) {
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
func permutePoints(dst, src *kernels.Manifolds, order []uint32) {
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
