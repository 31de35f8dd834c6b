// SPDX-License-Identifier: MIT

package batch

import (
	"slices"

	"daylight/kernels"
	"daylight/soa"
)

// Manifold is where a contact's shapes touch: in one point, or edge to edge in two.
type Manifold struct {
	N      int
	Points [2]ManifoldPoint // the first N
}

// ManifoldPoint is a point where two shapes touch. X and Y are relative to the position of shape A, halfway
// between the two surfaces; see Contacts.World. Depth is that of the overlap there,
// along the contact's normal. Feature is the same from step to step for as long as the
// same vertex and edge meet.
type ManifoldPoint struct {
	X, Y, Depth float32
	Feature     kernels.Feature
}

// Manifold is that of entry i. It has no points in modes other than ModeManifolds.
func (c *Contacts) Manifold(i int) Manifold {
	if i >= len(c.Points.N) {
		return Manifold{}
	}
	p := &c.Points
	m := Manifold{N: int(p.N[i])}
	for k := range m.Points {
		m.Points[k] = ManifoldPoint{p.X[k][i], p.Y[k][i], p.Depth[k][i], p.Feature[k][i]}
	}
	return m
}

// World is where point k of entry i lies in the world, for shapes that have not moved
// since the step. The shapes are those that A is from.
func (c *Contacts) World(shapes *soa.Shapes, i, k int) (x, y float64, err error) {
	switch {
	case i < 0 || i >= c.Len():
		return 0, 0, wrong("World", "no contact %d among %d", i, c.Len())
	case len(c.Points.N) != c.Len():
		return 0, 0, wrong("World", "the contacts have no points; ModeManifolds finds them")
	case k < 0 || k >= int(c.Points.N[i]):
		return 0, 0, wrong("World", "no point %d of contact %d, which has %d", k, i, c.Points.N[i])
	}
	if c.foreign(shapes) {
		return 0, 0, ErrForeign
	}
	pose, err := shapes.Pose(c.A[i])
	if err != nil {
		return 0, 0, err
	}
	return pose.X + float64(c.Points.X[k][i]), pose.Y + float64(c.Points.Y[k][i]), nil
}

// manifolds has the points of n answers of a kernel, which are the contacts from at
// on, written. It comes before emit, which spoils the answers.
func (w *worker) manifolds(r *run, a, b kernels.Class, at, n int) {
	p := &w.out.Points
	resizePoints(p, at+n+kernels.Slack)
	w.points = pointsFrom(p, at)
	r.cfg.table.Manifolds(a, b)(&w.args, n, &w.points)
	resizePoints(p, at+n)
}

func resizePoints(p *kernels.Manifolds, n int) {
	p.N = resize(p.N, n)
	for k := range 2 {
		p.X[k], p.Y[k] = resize(p.X[k], n), resize(p.Y[k], n)
		p.Depth[k], p.Feature[k] = resize(p.Depth[k], n), resize(p.Feature[k], n)
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
