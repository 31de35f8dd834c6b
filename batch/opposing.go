// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/kernels"
	"daylight/soa"
)

// Opposing makes a step choose among the MTV candidates of a pair: of all axes whose
// depth is at most tolerance more than the least, it takes the one whose normal opposes
// the movement of B relative to A most, the least if nothing moves. So a shape that
// falls on a row of boxes is pushed up, not aside at their seams. vx and vy are columns
// of velocities attached to the shapes that are stepped; tolerance is in the units of the
// positions.
//
// Depths are then up to tolerance more than the least translation. Which pairs are
// contacts does not change, nor do those that are apart. In ModeManifolds points are found
// along the axis chosen; in ModeDistance the witnesses are what lies farthest along it, but
// where it is not the best they need not face each other (see Witness); in ModeSwept it
// concerns what touches at the start. It is for one set of shapes, and costs several
// hundred nanoseconds a contact whose shapes move against each other.
func Opposing(vx, vy *soa.Column[float32], tolerance float64) Option {
	return func(c *config) error {
		if vx == nil || vy == nil {
			return refuse("Opposing", "nil", "two columns; attach them with soa.Attach[float32]")
		}
		if !(tolerance >= 0 && tolerance <= MaxMargin) {
			return refuse("Opposing", tolerance, "a tolerance of 0 to %g", float64(MaxMargin))
		}
		c.opposing = opposing{vx, vy, float32(tolerance)}
		return nil
	}
}

type opposing struct {
	vx, vy    *soa.Column[float32]
	tolerance float32
}

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
func (w *worker) oppose(r *run, args *kernels.Args, n int) {
	o := &r.cfg.opposing
	vx, vy := o.vx.Data(r.live[0]), o.vy.Data(r.live[0])
	rows := len(w.rec)
	w.velX, w.velY = resize(w.velX, rows), resize(w.velY, rows)
	for i, s := range w.slots {
		w.velX[i], w.velY[i] = vx[s], vy[s]
	}
	w.ways = kernels.Oppose(args, n, w.velX, w.velY, o.tolerance, w.ways)
}
