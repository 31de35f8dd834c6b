// SPDX-License-Identifier: MIT

package batch

import (
	"math"

	"daylight/internal/kernels/isa"
	"daylight/internal/store"
	"daylight/soa"
)

// advance moves the shapes of a step before they are refreshed; see Engine.Advance.
type advance struct {
	on   bool
	dt   float64
	done bool // shapes have moved, or are moving

	live         *soa.Live
	dx, dy, turn []float32 // by slot; nil where nothing moves
}

// advanceBy has the next step move the shapes, which are held, for a time of dt.
func (r *run) advanceBy(dt float64, c *columnSet) {
	columns := c.motion(r.live[0])
	r.advance = advance{on: true, dt: dt, live: &r.live[0], dx: columns[0], dy: columns[1], turn: columns[2]}
}

// advanced ends what advanceBy began, and reports whether shapes have moved.
func (r *run) advanced() bool {
	moved := r.advance.done
	r.advance = advance{} // the columns are valid only while shapes are held
	return moved
}

// motion is VX, VY and Spin by slot.
func (c *columnSet) motion(live soa.Live) (columns [3][]float32) {
	for k, c := range [...]*soa.Column[float32]{c.VX, c.VY, c.Spin} {
		if c != nil {
			columns[k] = c.Data(live)
		}
	}
	return columns
}

// start is called before the first shape moves.
func (a *advance) start(shapes *soa.Shapes) {
	store.Of(shapes).Together([...][]float32{a.dx, a.dy, a.turn})
	a.done = true
}

// move moves slots lo to hi-1.
func (a *advance) move(t *isa.Table, lo, hi int) {
	l := a.live
	if a.dx != nil {
		t.Shift(l.X[lo:hi], a.dx[lo:hi], a.dt)
	}
	if a.dy != nil {
		t.Shift(l.Y[lo:hi], a.dy[lo:hi], a.dt)
	}
	if a.turn != nil {
		t.Spin(l.C[lo:hi], l.S[lo:hi], a.turn[lo:hi], float32(a.dt))
	}
}

// moves reports whether Advance changes a slot: if it has a velocity, or a position of -0, which becomes 0 when 0
// is added to it.
func (a *advance) moves(i int) bool {
	const minusZero = 1 << 63
	if a.dx != nil && math.Float64bits(a.live.X[i]) == minusZero || a.dy != nil && math.Float64bits(a.live.Y[i]) == minusZero {
		return true
	}
	v := uint32(0)
	for _, c := range [...][]float32{a.dx, a.dy, a.turn} {
		if c != nil {
			v |= math.Float32bits(c[i]) << 1 // zeros may be negative
		}
	}
	return v != 0
}
