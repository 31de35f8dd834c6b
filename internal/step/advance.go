// SPDX-License-Identifier: MIT

package step

import (
	"math"

	"daylight/internal/kernels/isa"
	"daylight/internal/store"
	"daylight/soa"
)

// Advance moves the shapes of a step before they are refreshed; see Engine.Advance.
type Advance struct {
	On   bool
	dt   float64
	done bool // shapes have moved, or are moving

	Live         *soa.Live
	Dx, Dy, Turn []float32 // by slot; nil where nothing moves
}

// motion is VX, VY and Spin by slot.
func (c *Columns) motion(live soa.Live) (columns [3][]float32) {
	for k, c := range [...]*soa.Column[float32]{c.VX, c.VY, c.Spin} {
		if c != nil {
			columns[k] = c.Data(live)
		}
	}
	return columns
}

// start is called before the first shape moves.
func (a *Advance) start(shapes *soa.Shapes) {
	store.Of(shapes).Together([...][]float32{a.Dx, a.Dy, a.Turn})
	a.done = true
}

// move moves slots lo to hi-1.
func (a *Advance) move(t *isa.Table, lo, hi int) {
	l := a.Live
	if a.Dx != nil {
		t.Shift(l.X[lo:hi], a.Dx[lo:hi], a.dt)
	}
	if a.Dy != nil {
		t.Shift(l.Y[lo:hi], a.Dy[lo:hi], a.dt)
	}
	if a.Turn != nil {
		t.Spin(l.C[lo:hi], l.S[lo:hi], a.Turn[lo:hi], float32(a.dt))
	}
}

// Moves reports whether Advance changes a slot: if it has a velocity, or a position of -0, which
// becomes 0 when 0 is added to it.
func (a *Advance) Moves(i int) bool {
	const minusZero = 1 << 63
	if a.Dx != nil && math.Float64bits(a.Live.X[i]) == minusZero || a.Dy != nil && math.Float64bits(a.Live.Y[i]) == minusZero {
		return true
	}
	v := uint32(0)
	for _, c := range [...][]float32{a.Dx, a.Dy, a.Turn} {
		if c != nil {
			v |= math.Float32bits(c[i]) << 1 // zeros may be negative
		}
	}
	return v != 0
}
