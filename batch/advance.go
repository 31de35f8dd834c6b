// SPDX-License-Identifier: MIT

package batch

import (
	"fmt"
	"math"

	"daylight/internal/kernels"
	"daylight/internal/store"
	"daylight/soa"
)

// advance is how a step moves its shapes before it looks at them, if it does; see
// Engine.Advance.
type advance struct {
	on   bool
	dt   float64
	done bool // shapes have moved, or are moving

	live         soa.Live
	dx, dy, turn []float32 // by slot; nil where nothing moves
}

// maxTime is the greatest time that Advance accepts.
const maxTime = 1 << 60

// checkAdvance refuses what Advance cannot do.
func (c *config) checkAdvance(shapes *soa.Shapes, dt float64) error {
	switch {
	case !(math.Abs(dt) <= maxTime):
		return wrong("Advance", "dt is %v; want a time up to 2^60 either way, in the unit of the velocities", dt)
	case c.mode == ModeSwept:
		return wrong("Advance", "in ModeSwept, Step finds what shapes meet on their way; move them after it, in soa.Shapes.Update")
	case c.moves[0] == (Moves{}):
		return wrong("Advance", "the engine knows no velocities; make it with Motion(Moves{DX: vx, DY: vy, Turn: w}), columns from soa.Attach")
	case c.moves[1] != (Moves{}):
		return wrong("Advance", "there are Moves of a second set, which only a Join has")
	}
	return c.moves[0].check(shapes)
}

// check refuses columns of other shapes.
func (m *Moves) check(shapes *soa.Shapes) error {
	for _, c := range []struct {
		name string
		col  *soa.Column[float32]
	}{{"DX", m.DX}, {"DY", m.DY}, {"Turn", m.Turn}} {
		if c.col != nil && c.col.Shapes() != shapes {
			return unattached("Motion", c.name)
		}
	}
	return nil
}

// begin finds the columns, once the shapes are held.
func (a *advance) begin(live soa.Live, m *Moves) {
	columns := m.columns(live)
	a.live, a.dx, a.dy, a.turn = live, columns[0], columns[1], columns[2]
}

// columns are DX, DY and Turn by slot.
func (m *Moves) columns(live soa.Live) (columns [3][]float32) {
	for k, c := range [...]*soa.Column[float32]{m.DX, m.DY, m.Turn} {
		if c != nil {
			columns[k] = c.Data(live)
		}
	}
	return columns
}

// start is called when all is ready, before anything moves.
func (a *advance) start(shapes *soa.Shapes) {
	if a.on {
		store.Of(shapes).Together([...][]float32{a.dx, a.dy, a.turn})
		a.done = true
	}
}

// end lets go of the columns.
func (a *advance) end() { *a = advance{} }

// move moves slots lo to hi-1.
func (a *advance) move(t *kernels.Table, lo, hi int) {
	l := &a.live
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

// explain tells the caller whose shapes moved that they did.
func (a *advance) explain(err error) error {
	if err == nil || !a.done {
		return err
	}
	return fmt.Errorf("%w (%w)", err, ErrMoved)
}
