// SPDX-License-Identifier: MIT

package batch

import (
	"math"

	"daylight/internal/scratch"
	"daylight/internal/simd/pair"
	"daylight/soa"
)

// opposes reports whether OpposeWithin chooses among axes.
func (c *config) opposes() bool { return c.oppose > 0 }

// oppose applies OpposeWithin to n contacts of args that are decided.
func (w *worker) oppose(j *job, args *pair.Args, n int) {
	rows := len(w.rec)
	w.velX, w.velY = scratch.Resize(w.velX, rows), scratch.Resize(w.velY, rows)
	clear(w.velX)
	clear(w.velY)
	first := uint32(j.src.first.Len())
	for k := range j.cfg.columns {
		c := &j.cfg.columns[k]
		j.ofSet(w.velX, c.VX, k, w.slots, first)
		j.ofSet(w.velY, c.VY, k, w.slots, first)
	}
	if sensor := j.cols.Sensor; sensor != nil {
		for i, s := range w.slots {
			if sensor[s] {
				w.velX[i] = float32(math.NaN()) // its pairs stay as they are
			}
		}
	}
	w.mtvs = pair.Oppose(args, n, w.velX, w.velY, j.cfg.oppose, w.mtvs)
}

// ofSet copies the entries of a column of set k to dst, for the rows in these slots that belong to
// it: slots from first on are of the second set.
func (j *job) ofSet(dst []float32, col *soa.Column[float32], k int, slots []uint32, first uint32) {
	if col == nil {
		return
	}
	data := col.Data(j.live[k])
	for i, s := range slots {
		if s >= first == (k == 1) {
			dst[i] = data[s-first*uint32(k)]
		}
	}
}
