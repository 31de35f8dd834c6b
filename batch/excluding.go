// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/scratch"
	"daylight/kernels"
	"daylight/soa"
)

func (c *config) excludes() bool { return c.filters > 0 }

// checkExcluding refuses columns of other shapes.
func (c *config) checkExcluding(src source) error {
	for _, columns := range c.excluding[:c.filters] {
		for k, s := range [2]*soa.Shapes{src.first, src.second} {
			if col := columns[k]; col != nil && (s == nil || col.Shapes() != s) {
				return unattached("Excluding", "a column")
			}
		}
	}
	return nil
}

// loadBits fetches what Excluding says of the rows of a strip, which lie in slots: eight bits
// of each filter.
func (w *worker) loadBits(j *job, slots []uint32) {
	w.bits = scratch.Resize(w.bits, len(slots))
	clear(w.bits)
	first := uint32(j.src.first.Len())
	for f, columns := range j.cfg.excluding[:j.cfg.filters] {
		var of [2][]uint8
		for k, col := range columns {
			if col != nil {
				of[k] = col.Data(j.live[k])
			}
		}
		for i, s := range slots {
			switch {
			case s < first && of[0] != nil:
				w.bits[i] |= uint16(of[0][s]) << (8 * f)
			case s >= first && of[1] != nil:
				w.bits[i] |= uint16(of[1][s-first]) << (8 * f)
			}
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
