// SPDX-License-Identifier: MIT

package batch

import (
	"math"

	"daylight/internal/kernels"
	"daylight/internal/scratch"
	"daylight/soa"
)

// opposing is what the option Opposing asks for: of a join, of one set or of both.
type opposing struct {
	sets      []velocities
	tolerance float32
}

// velocities are columns of one set of shapes.
type velocities struct{ x, y *soa.Column[float32] }

// add takes velocities in the place of those that were given for the same shapes.
func (o *opposing) add(v velocities) {
	for i := range o.sets {
		if o.sets[i].x.Shapes() == v.x.Shapes() {
			o.sets[i] = v
			return
		}
	}
	o.sets = append(o.sets, v)
}

func (o *opposing) on() bool { return len(o.sets) > 0 }

// of are the columns of a set, nil if it has none.
func (o *opposing) of(shapes *soa.Shapes) *velocities {
	for i := range o.sets {
		if o.sets[i].x.Shapes() == shapes {
			return &o.sets[i]
		}
	}
	return nil
}

// check refuses what Opposing cannot serve.
func (o *opposing) check(src source) error {
	for _, v := range o.sets {
		if of := v.x.Shapes(); of == nil || of != v.y.Shapes() || of != src.first && of != src.second {
			return unattached("Opposing", "a column of velocities")
		}
	}
	return nil
}

// oppose applies Opposing to n contacts of args that are decided.
func (w *worker) oppose(j *job, args *kernels.Args, n int) {
	o := &j.cfg.opposing
	rows := len(w.rec)
	w.velX, w.velY = scratch.Resize(w.velX, rows), scratch.Resize(w.velY, rows)
	clear(w.velX)
	clear(w.velY)
	first := uint32(j.src.first.Len())
	if v := o.of(j.src.first); v != nil {
		vx, vy := v.x.Data(j.live[0]), v.y.Data(j.live[0])
		for i, s := range w.slots {
			if s < first {
				w.velX[i], w.velY[i] = vx[s], vy[s]
			}
		}
	}
	if j.src.second != nil {
		if v := o.of(j.src.second); v != nil {
			vx, vy := v.x.Data(j.live[1]), v.y.Data(j.live[1])
			for i, s := range w.slots {
				if s >= first {
					w.velX[i], w.velY[i] = vx[s-first], vy[s-first]
				}
			}
		}
	}
	if sensor := j.cols.Sensor; sensor != nil {
		for i, s := range w.slots {
			if sensor[s] {
				w.velX[i] = float32(math.NaN()) // its pairs stay as they are
			}
		}
	}
	w.mtvs = kernels.Oppose(args, n, w.velX, w.velY, o.tolerance, w.mtvs)
}
