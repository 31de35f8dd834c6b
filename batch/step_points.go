// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/simd"
	"daylight/internal/simd/pair"
)

// manifolds finds the points of n answers of a kernel, which are the contacts from at on. It comes
// before emit, which spoils the answers.
func (w *worker) manifolds(j *job, a, b simd.Class, at, n int) {
	m := w.roomForPoints()
	j.cfg.table.Manifolds.Of(a, b)(&w.args, n, m)
	out := w.out
	out.resizePoints(at + n)
	for k := range out.Points {
		to := out.Points[k][at:][:n]
		x, y, depth, feature := m.X[k][:len(to)], m.Y[k][:len(to)], m.Depth[k][:len(to)], m.Feature[k][:len(to)]
		for i := range to {
			to[i] = Point{x[i], y[i], depth[i], feature[i]}
		}
	}
}

// closest finds the closest points of n answers of a kernel, which are the contacts from at on.
func (w *worker) closest(_ *job, _, _ simd.Class, at, n int) {
	m := w.roomForPoints()
	pair.Witness(&w.args, n, pair.Witnesses{AX: m.X[0], AY: m.Y[0], BX: m.X[1], BY: m.Y[1]})
	w.out.resizePoints(at + n)
	for k := range w.out.Points {
		to := w.out.Points[k][at:][:n]
		x, y := m.X[k][:len(to)], m.Y[k][:len(to)]
		for i := range to {
			to[i] = Point{X: x[i], Y: y[i]}
		}
	}
}

// roomForPoints is room for the points of as many contacts as a kernel may find in one call.
func (w *worker) roomForPoints() *pair.Manifolds {
	m := &w.points
	if m.N == nil {
		const room = flush + simd.Slack
		m.N = make([]uint8, room)
		for k := range m.X {
			m.X[k], m.Y[k], m.Depth[k] = make([]float32, room), make([]float32, room), make([]float32, room)
			m.Feature[k] = make([]pair.Feature, room)
		}
	}
	return m
}
