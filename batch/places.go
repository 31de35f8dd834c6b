// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/simd"
	"daylight/internal/simd/pair"
)

// manifolds has the points of n answers of a kernel, which are the contacts from at
// on, written. It comes before emit, which spoils the answers.
func (w *worker) manifolds(j *job, a, b simd.Class, at, n int) {
	p := &w.out.Points
	resizePoints(p, at+n+simd.Slack)
	w.points = pointsFrom(p, at)
	j.cfg.table.Manifolds.Of(a, b)(&w.args, n, &w.points)
	resizePoints(p, at+n)
}

// witness finds the witnesses of n answers of a kernel, which are the contacts from at on.
func (w *worker) witness(_ *job, _, _ simd.Class, at, n int) {
	p := &w.out.Witness
	p.resize(at + n)
	pair.Witness(&w.args, n, pair.Witnesses{AX: p.AX[at:], AY: p.AY[at:], BX: p.BX[at:], BY: p.BY[at:]})
}
