// SPDX-License-Identifier: MIT

package ask

import (
	"daylight/batch/query"
	"math"
)

// Moving reports whether questions are about what moves.
func (c *Config) Moving() bool { return c.Kind == Rays || c.Kind == Casts }

// options are those of a call that honours Within if near, and Canonical if sorts.
func (c *Config) options(near, sorts bool) query.Options {
	o := query.Options{IgnoreSensors: c.Solid, Canonical: sorts}
	if near && c.Near >= 0 {
		o.Within = c.Near
	}
	return o
}

// nearest are the options of a call for the nearest, where 0 stands for any distance: the least distance
// there is, which rounds to 0, stands for itself.
func (c *Config) nearest() query.Options {
	o := c.options(true, false)
	if c.Near == 0 {
		o.Within = math.SmallestNonzeroFloat64
	}
	return o
}

// hitValues are the columns of a hit.
func hitValues(h *query.Hit) [5]float64 {
	return [...]float64{h.Fraction, h.X, h.Y, float64(h.NX), float64(h.NY)}
}

// neighbourValues are the columns of a neighbour.
func neighbourValues(n *query.Neighbour) [7]float64 {
	return [...]float64{float64(n.Distance), float64(n.NX), float64(n.NY), n.QX, n.QY, n.X, n.Y}
}
