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

// maxTime is the greatest time that Advance accepts.
const maxTime = 1 << 60

// checkAdvance refuses what Advance cannot do.
func (c *config) checkAdvance(dt float64) error {
	switch {
	case !(math.Abs(dt) <= maxTime):
		return wrong("Advance", "dt is %v; want a time up to 2^60 either way, in the unit of the velocities", dt)
	case c.mode == stepSwept:
		return wrong("Advance", "in ModeSwept, Step finds what shapes meet on their way; move them after it, in soa.Shapes.Update")
	case c.columns[0].still():
		return wrong("Advance", "the engine knows no velocities; make it with Config{Columns: batch.Columns{VX: vx, VY: vy, Spin: w}}, columns from soa.Attach")
	}
	return nil
}

// begin finds the columns, once the shapes are held.
func (a *advance) begin(live *soa.Live, c *columnSet) {
	columns := c.motion(*live)
	a.live, a.dx, a.dy, a.turn = live, columns[0], columns[1], columns[2]
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

// end forgets the columns, which are valid only while shapes are held.
func (a *advance) end() { *a = advance{} }

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
