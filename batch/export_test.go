// SPDX-License-Identifier: MIT

package batch

import (
	"time"

	"daylight/internal/step"
)

// ProgressEvery is how often OnProgress is called at most.
const ProgressEvery = step.ProgressEvery

// Hinted returns c with the axes that steps remember on or off: contacts must not depend on them.
func (c Config) Hinted(on bool) Config {
	c.unhinted = !on
	return c
}

// Auto, for Listed, has a trial say for how many steps a list serves.
const Auto = -1

// Listed returns c with a list that serves for so many steps, whether it pays or not, or as Auto
// says; 0 stands for none.
func (c Config) Listed(steps int) Config {
	c.Skin, c.listLife = steps != 0, max(steps, 0)
	return c
}

// Detail is what only tests look at.
type Detail struct {
	Rotated, Strips, Pieces, HintsTried, HintsHit, Escaped, Listed, Passed int
	Reordered                                                              bool
	Resumed                                                                bool
}

// Detail returns it.
func (s Stats) Detail() Detail {
	d := &s.detail
	return Detail{d.Rotated, d.Strips, d.Pieces, d.HintsTried, d.HintsHit, d.Escaped, d.Listed, d.Passed, d.Reordered, d.Resumed}
}

// MadeBeside reports whether the list in use was made beside the one before.
func (e *Engine) MadeBeside() bool { return e.list.MadeBeside() }

// Of is the duration of a phase.
func (t Times) Of(phase string) (took time.Duration) {
	for name, d := range t.All() {
		if name == phase {
			took = d
		}
	}
	return took
}

// Keep removes the contacts for which keep returns false; the others stay in order.
func (c *Contacts) Keep(keep func(i int) bool) {
	n := 0
	for i := range c.A {
		if keep(i) {
			c.A[n], c.B[n] = c.A[i], c.B[i]
			for _, col := range [...][]float32{c.Depth, c.NX, c.NY, c.Time} {
				if len(col) > 0 {
					col[n] = col[i]
				}
			}
			for _, points := range c.Points {
				if len(points) > 0 {
					points[n] = points[i]
				}
			}
			n++
		}
	}
	c.A, c.B = c.A[:n], c.B[:n]
	for _, col := range [...]*[]float32{&c.Depth, &c.NX, &c.NY, &c.Time} {
		*col = (*col)[:min(n, len(*col))]
	}
	for k := range c.Points {
		c.Points[k] = c.Points[k][:min(n, len(c.Points[k]))]
	}
}
