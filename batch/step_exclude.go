// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/scratch"
	"daylight/internal/simd"
)

func (c *config) excludes() bool {
	return c.columns[0].Exclude != nil || c.columns[1].Exclude != nil
}

// loadBits fetches the entries of Columns.Exclude for the rows of a strip, which lie in slots.
func (w *rows) loadBits(j *job, slots []uint32) {
	w.bits = scratch.Resize(w.bits, len(slots))
	clear(w.bits)
	first := uint32(j.src.first.Len())
	var of [2][]uint8
	for k := range of {
		if col := j.cfg.columns[k].Exclude; col != nil {
			of[k] = col.Data(j.live[k])
		}
	}
	for i, s := range slots {
		switch {
		case s < first && of[0] != nil:
			w.bits[i] = of[0][s]
		case s >= first && of[1] != nil:
			w.bits[i] = of[1][s-first]
		}
	}
}

// exclude leaves of pairs of rows, in their order, those that have no bit in common.
func (w *rows) exclude(pairs []simd.Pair) []simd.Pair {
	n := 0
	for _, p := range pairs {
		pairs[n] = p
		n += simd.One(w.bits[p.A]&w.bits[p.B] == 0)
	}
	return pairs[:n]
}
