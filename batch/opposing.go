// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/kernels"
	"daylight/internal/scratch"
)

// check refuses what Opposing cannot serve.
func (o *opposing) check(src source) error {
	if o.vx == nil {
		return nil
	}
	if src.second != nil {
		return wrong("Opposing", "a Join has two sets of shapes and no velocities; use a step of one set")
	}
	if o.vx.Shapes() != src.first || o.vy.Shapes() != src.first {
		return unattached("Opposing", "a column of velocities")
	}
	return nil
}

// oppose applies Opposing to n contacts of args that are decided.
func (w *worker) oppose(j *job, args *kernels.Args, n int) {
	o := &j.cfg.opposing
	vx, vy := o.vx.Data(j.live[0]), o.vy.Data(j.live[0])
	rows := len(w.rec)
	w.velX, w.velY = scratch.Resize(w.velX, rows), scratch.Resize(w.velY, rows)
	for i, s := range w.slots {
		w.velX[i], w.velY[i] = vx[s], vy[s]
	}
	w.mtvs = kernels.Oppose(args, n, w.velX, w.velY, o.tolerance, w.mtvs)
}
