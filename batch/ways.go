// SPDX-License-Identifier: MIT

package batch

import (
	"errors"
	"fmt"
	"math"

	"daylight/kernels"
	"daylight/soa"
)

// Opposing makes a step choose among near-equal ways to part a pair: of all axes whose
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

// Ways are ways to part the pairs of a list of contacts: those of contact i are entries
// Start[i] to Start[i+1]-1, the contact's own first. Moving B by Depth along the unit normal
// (NX, NY) ends the overlap.
type Ways struct {
	Start         []int32
	Depth, NX, NY []float32

	buf []kernels.Way
}

// Find lists for every contact all axes whose depth is at most tolerance more than its
// own: edge normals of A, then of B, each direction once. A contact that is apart has
// its own only; so have two discs, which on one spot part every way. The shapes must be
// as they were when the contacts were found. What was there before is overwritten; a
// list used again allocates nothing once it has grown. It runs on the calling goroutine.
func (l *Ways) Find(shapes *soa.Shapes, c *Contacts, tolerance float64) error {
	if !(tolerance >= 0 && tolerance <= MaxMargin) {
		return fmt.Errorf("batch: Ways: tolerance %v: want 0 to %g", tolerance, float64(MaxMargin))
	}
	if err := c.CheckOf(shapes); err != nil {
		return err
	}
	l.Start, l.Depth, l.NX, l.NY = l.Start[:0], l.Depth[:0], l.NX[:0], l.NY[:0]
	if shapes == nil {
		return errors.New("batch: Ways: shapes is nil; pass those that the contacts are of")
	}
	cols := shapes.Columns()
	var p pairBlock
	for i, a := range c.A {
		l.Start = append(l.Start, int32(len(l.Depth)))
		if err := p.load(shapes, &cols, a, c.B[i]); err != nil {
			return err
		}
		best := kernels.Way{Sep: 0 - c.Depth[i], NX: c.NX[i], NY: c.NY[i]}
		l.buf = kernels.Ways(p.block(&cols), kernels.Pair{A: 0, B: 1}, best, float32(tolerance), l.buf[:0])
		for _, w := range l.buf {
			l.Depth, l.NX, l.NY = append(l.Depth, 0-w.Sep), append(l.NX, w.NX), append(l.NY, w.NY)
		}
	}
	l.Start = append(l.Start, int32(len(l.Depth)))
	return nil
}

// PairWays decides one pair and lists all ways to part it within tolerance of the best,
// which comes first; see Ways.Find. Of shapes that are apart it is one entry, with a
// negative depth. A is the shape normals point away from, whichever ID is lower. Filters are
// not asked.
func PairWays(shapes *soa.Shapes, a, b soa.ID, tolerance float64) ([]Contact, error) {
	if shapes == nil {
		return nil, fmt.Errorf("batch: PairWays: shapes is nil; make them with soa.New")
	}
	for _, id := range [2]soa.ID{a, b} {
		slot, ok := shapes.Slot(id)
		if !ok {
			return nil, fmt.Errorf("batch: PairWays: no shape %v; it was removed, or the ID is of another store", id)
		}
		shapes.Refresh(nil, slot, slot+1)
	}
	cols := shapes.Columns()
	var p pairBlock
	if err := p.load(shapes, &cols, a, b); err != nil {
		return nil, err
	}
	for k, slot := range p.slot {
		if cols.Skip[slot] {
			return nil, fmt.Errorf("batch: PairWays: shape %v is in quarantine: %v", [2]soa.ID{a, b}[k], cols.Fault[slot])
		}
	}
	const room = 1 + kernels.Slack
	var ids [2][room]uint32
	var f [3][room]float32
	args := &kernels.Args{
		Block: p.block(&cols), Pairs: []kernels.Pair{{A: 0, B: 1}}, Limit: math.MaxFloat32,
		Out: kernels.Hits{A: ids[0][:], B: ids[1][:], Sep: f[0][:], NX: f[1][:], NY: f[2][:]},
	}
	n := kernels.Best().Contacts(p.class[0], p.class[1])(args).N
	if kernels.Resolve(args, n) == 0 {
		return nil, fmt.Errorf("batch: PairWays: shapes %v and %v are farther apart than float32 reaches", a, b)
	}
	var out []Contact
	for _, w := range kernels.Ways(args.Block, args.Pairs[0], kernels.Way{Sep: f[0][0], NX: f[1][0], NY: f[2][0]}, float32(tolerance), nil) {
		out = append(out, Contact{A: a, B: b, Depth: 0 - w.Sep, NX: w.NX, NY: w.NY})
	}
	return out, nil
}

// pairBlock is a block of two shapes whose lanes lie where the store keeps them.
type pairBlock struct {
	slot     [2]uint32
	rec      [2]kernels.Record
	class    [2]kernels.Class
	off, num [2]uint32
	blk      kernels.Block
}

func (p *pairBlock) load(shapes *soa.Shapes, cols *soa.Columns, a, b soa.ID) error {
	for k, id := range [2]soa.ID{a, b} {
		slot, ok := shapes.Slot(id)
		if !ok {
			return fmt.Errorf("batch: no shape %v; it was removed since the contact was found, or the contact is of another store", id)
		}
		p.slot[k] = uint32(slot)
		p.class[k], p.off[k], p.num[k] = cols.Class[slot], cols.Off[slot], cols.Num[slot]
	}
	cols.Gather(nil, p.rec[:], p.slot[:])
	return nil
}

func (p *pairBlock) block(cols *soa.Columns) *kernels.Block {
	p.blk = kernels.Block{Rec: p.rec[:], Class: p.class[:], Off: p.off[:], Num: p.num[:], Lanes: cols.Lanes}
	return &p.blk
}
