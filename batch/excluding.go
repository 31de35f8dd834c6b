// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/scratch"
	"daylight/kernels"
	"daylight/soa"
)

func (c *config) excludes() bool { return c.excluding[0] != nil || c.excluding[1] != nil }

// checkExcluding refuses columns of other shapes.
func (c *config) checkExcluding(src source) error {
	for k, s := range [2]*soa.Shapes{src.first, src.second} {
		if col := c.excluding[k]; col != nil && (s == nil || col.Shapes() != s) {
			return unattached("Excluding", "a column")
		}
	}
	return nil
}

// loadBits fetches what Excluding says of the rows of a strip, which lie in slots.
func (w *worker) loadBits(j *job, slots []uint32) {
	w.bits = scratch.Resize(w.bits, len(slots))
	first := uint32(j.src.first.Len())
	var of [2][]uint8
	for k, col := range j.cfg.excluding {
		if col != nil {
			of[k] = col.Data(j.live[k])
		}
	}
	for i, s := range slots {
		switch {
		case s < first && of[0] != nil:
			w.bits[i] = of[0][s]
		case s >= first && of[1] != nil:
			w.bits[i] = of[1][s-first]
		default:
			w.bits[i] = 0
		}
	}
}

// exclude leaves of pairs of rows, in their order, those that have no bit in common.
func (w *worker) exclude(pairs []kernels.Pair) []kernels.Pair {
	n := 0
	for _, p := range pairs {
		pairs[n] = p
		n += one(w.bits[p.A]&w.bits[p.B] == 0)
	}
	return pairs[:n]
}
