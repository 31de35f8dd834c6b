// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"fmt"
	"math"

	"golang.org/x/sync/errgroup"

	"daylight/soa"
)

// node is what every pass wants of a shape, half a cache line. What a shape is asked
// adds up in tx and ty over all passes; dx and dy change between passes only, so
// whoever reads them in one sees the same, and are what everything is judged by.
type node struct {
	tx, ty float64 // all that its contacts asked of it, times its mass
	dx, dy float32 // how far that has pushed it; later, its velocity
	share  float32 // inverse mass times the parts it is split into
	hits   int32   // contacts that pushed in this pass
}

// trait is what passes want of a shape now and then.
type trait struct {
	w    float64 // inverse mass, 0 if it does not move
	grid float64 // see snap
	size float32
}

// link is a contact as the solver sees it.
type link struct {
	a, b   uint32  // slots
	sep    float32 // as found by the step; later, the speed at which to part
	nx, ny float32
	grid   float32 // the greater of the two shapes'
}

// owner is a range of slots and all links that have an end in it. A link between two
// ranges is in the lists of both, which come to the same numbers, each for its own
// end: so nobody writes to what others write to, or to what they read in one pass.
type owner struct {
	lo, hi uint32
	links  []link
	pushed []float32 // by each link so far, times mass; kept if there are velocities

	active   int // links that pushed in the last pass, counted at their first end
	contacts int
	overlaps int
	deepest  float64
	fixed    bool // there is a link to something that cannot move
	bad      int  // slot with an inverse mass that is none, or -1
}

// solver is a separation under way and the scratch that it leaves for the next.
type solver struct {
	ctx      context.Context
	cfg      *Separation
	shapes   *soa.Shapes
	cols     soa.Columns
	contacts *Contacts
	inv      []float64
	vx, vy   []float64

	nodes  []node
	traits []trait
	aside  [][2]float64 // of a shape: its way out of a wall; later, its velocity after the push
	first  bool         // the pass is the first of its kind
	ends   [][2]uint32  // of every contact, noSlot if it is ignored
	counts [][]int32    // by part of the contacts and owner: links, then where they go
	owners []owner
}

// noSlot stands for the ends of a contact that is ignored.
const noSlot = math.MaxUint32

// ownerSlots is how many slots an owner has at least.
const ownerSlots = 2048

// pass is a stage of a separation that the owners go through side by side.
type pass int

const (
	preparing pass = iota
	looking
	filling
	weighing
	readying
	pushing
	shifting
	firming
	steadying
	placing
	aiming
	steering
	turning
	leaving
)

func (s *solver) separate(ctx context.Context, shapes *soa.Shapes, live soa.Live, cfg *Separation, contacts *Contacts) (SeparationStats, error) {
	if err := ctx.Err(); err != nil {
		return SeparationStats{}, err
	}
	s.ctx, s.cfg, s.shapes, s.contacts = ctx, cfg, shapes, contacts
	s.cols = shapes.Columns()
	s.inv, s.vx, s.vy = nil, nil, nil
	if cfg.InvMass != nil {
		s.inv = cfg.InvMass.Data(live)
	}
	if v := cfg.Velocities; v != nil {
		s.vx, s.vy = v.X.Data(live), v.Y.Data(live)
	}
	s.divide(shapes.Len())
	stats := SeparationStats{Workers: len(s.owners)}

	for p := preparing; p <= readying; p++ {
		if err := s.each(p); err != nil {
			return stats, err
		}
		if p == preparing {
			if err := s.masses(); err != nil {
				return stats, err
			}
		}
		if p == looking {
			s.deal()
		}
	}
	for k := range s.owners {
		o := &s.owners[k]
		stats.Contacts += o.contacts
		stats.Overlaps += o.overlaps
		stats.Deepest = max(stats.Deepest, o.deepest)
	}
	stats.Ignored = contacts.Len() - stats.Contacts
	if stats.Overlaps == 0 {
		return stats, nil
	}
	s.first = true
	for stats.Iterations < cfg.Iterations {
		if err := s.each(pushing); err != nil {
			return stats, err
		}
		s.first = false
		if s.active() == 0 {
			break
		}
		if err := s.each(shifting); err != nil {
			return stats, err
		}
		stats.Iterations++
	}
	for k := 0; k < cfg.Firm && s.fixed(); k++ {
		if err := s.each(firming); err != nil {
			return stats, err
		}
		if s.active() == 0 {
			break
		}
		if err := s.each(steadying); err != nil {
			return stats, err
		}
	}
	// From here on there is no way back.
	s.ctx = context.Background()
	if err := s.each(placing); err != nil || cfg.Velocities == nil {
		return stats, err
	}
	return stats, s.velocities()
}

// divide deals the slots to owners.
func (s *solver) divide(n int) {
	s.nodes, s.traits, s.aside = resize(s.nodes, n), resize(s.traits, n), resize(s.aside, n)
	s.ends = resize(s.ends, s.contacts.Len())
	k := max(1, min(s.cfg.Workers, n/ownerSlots))
	for len(s.owners) < k {
		s.owners = append(s.owners, owner{})
		s.counts = append(s.counts, nil)
	}
	s.owners, s.counts = s.owners[:k], s.counts[:k]
	for i := range s.owners {
		o := &s.owners[i]
		*o = owner{lo: uint32(cut(n, i, k)), hi: uint32(cut(n, i+1, k)), links: o.links[:0], pushed: o.pushed, bad: -1}
		s.counts[i] = resize(s.counts[i], k)
		clear(s.counts[i])
	}
}

// cut is where the i-th of k parts of n begins.
func cut(n, i, k int) int { return int(uint64(n) * uint64(i) / uint64(k)) }

// active is how many links pushed in the last pass.
func (s *solver) active() int {
	n := 0
	for k := range s.owners {
		n += s.owners[k].active
	}
	return n
}

// fixed reports whether anything touches what cannot move.
func (s *solver) fixed() bool {
	for k := range s.owners {
		if s.owners[k].fixed {
			return true
		}
	}
	return false
}

// masses is the error of the first inverse mass that is none.
func (s *solver) masses() error {
	for k := range s.owners {
		if i := s.owners[k].bad; i >= 0 {
			return fmt.Errorf("batch: Separate: InvMass of shape %v is %v: want 0 (does not move) or %g to %g", s.cols.ID[i], s.inv[i], MinInvMass, MaxInvMass)
		}
	}
	return nil
}

// each has every owner go through a pass; a panic becomes a *PanicError. With one
// owner it is a plain call and allocates nothing.
func (s *solver) each(p pass) error {
	if len(s.owners) == 1 {
		return s.share(p, 0)
	}
	var g errgroup.Group
	for k := range s.owners {
		g.Go(func() error { return s.share(p, k) })
	}
	return g.Wait()
}

func (s *solver) share(p pass, k int) (err error) {
	defer func() {
		if e := caught(recover(), ""); e != nil {
			err = e
		}
	}()
	o := &s.owners[k]
	switch p {
	case preparing:
		s.prepare(o)
	case looking:
		s.look(k)
	case filling:
		s.fill(k)
	case weighing:
		s.weigh(o)
	case readying:
		s.ready(o)
	case pushing:
		s.push(o)
	case shifting:
		s.move(o)
	case firming:
		s.firm(o)
	case steadying:
		s.steady(o)
	case placing:
		s.place(o)
	case aiming:
		s.aim(o)
	case steering:
		s.steer(o)
	case turning:
		s.turn(o)
	case leaving:
		s.leave(o)
	}
	return s.ctx.Err()
}

// push has every link ask for what ends its overlap.
func (s *solver) push(o *owner) {
	nodes, slop := s.nodes, s.cfg.Slop
	lo, span := o.lo, o.hi-o.lo
	active := 0
	pushed := o.begin(s)
	for i := range o.links {
		l := &o.links[i]
		p, q := &nodes[l.a], &nodes[l.b]
		if s.first {
			s.grade(l)
		}
		nx, ny := float64(l.nx), float64(l.ny)
		deep := -slop - l.gap(p, q)
		if !(deep > 0) {
			continue
		}
		g := float64(l.grid)
		push := deep / float64(p.share+q.share)
		if push <= float64(dust*g) {
			continue
		}
		if pushed != nil {
			pushed[i] += float32(push)
		}
		ux, uy := snap(float64(push*nx), g), snap(float64(push*ny), g)
		if l.a-lo < span {
			p.tx -= ux
			p.ty -= uy
			p.hits++
			active++
		}
		if l.b-lo < span {
			q.tx += ux
			q.ty += uy
			q.hits++
		}
	}
	o.active = active
}

// begin is where links note what they push, or nil if nobody asks.
func (o *owner) begin(s *solver) []float32 {
	if s.vx == nil {
		return nil
	}
	if s.first {
		o.pushed = resize(o.pushed, len(o.links))
		clear(o.pushed)
	}
	return o.pushed
}

// gap is the separation now, found by how far the shapes have been pushed.
func (l *link) gap(p, q *node) float64 {
	return float64(l.sep) + (float64(float64(l.nx)*float64(q.dx-p.dx)) + float64(float64(l.ny)*float64(q.dy-p.dy)))
}

// grade gives a link its grid.
func (s *solver) grade(l *link) {
	p, q := &s.traits[l.a], &s.traits[l.b]
	g := p.grid
	if q.grid > g {
		g = q.grid
	}
	l.grid = float32(g)
}

// snap rounds x to a multiple of grid * 2^-52. Sums of such multiples are exact as
// long as they stay below about grid, and so do not depend on the order of contacts.
//
// The grid is a power of two, half again as much: then x + grid has its exponent for
// either sign of x, and rounding it there is the rounding wanted.
func snap(x, grid float64) float64 { return (x + grid) - grid }

// headroom is the ratio of a shape's grid to the scale of the pushes it may get, which
// leaves them 2^-33 of it as resolution.
const headroom = 1.5 * (1 << 19)

// dust, times its grid, is a push that is not worth making: between 2^-22 and 2^-21 of
// the two shapes' widths, a tenth of what a depth may be off by. Without it the rounding of normals would keep every pair busy.
const dust = 0x1p-42

// gridFor is the grid for pushes of about this size. It is of the range of float32,
// inverse masses being limited.
func gridFor(size float64) float64 {
	if size < 0x1p-100 {
		size = 0x1p-100
	}
	return 2 * headroom * math.Float64frombits(math.Float64bits(size)&(0x7ff<<52))
}

// move pushes the shapes as their links ask.
func (s *solver) move(o *owner) {
	limit := s.cfg.MaxPush
	easing := 1 / s.cfg.Relaxation
	for i := o.lo; i < o.hi; i++ {
		n := &s.nodes[i]
		if n.hits == 0 {
			continue
		}
		w := s.weight(i)
		dx, dy := w*n.tx, w*n.ty
		if limit > 0 {
			if d := math.Sqrt(float64(dx*dx) + float64(dy*dy)); d > limit {
				f, g := limit/d, s.traits[i].grid
				n.tx, n.ty = snap(float64(n.tx*f), g), snap(float64(n.ty*f), g)
				dx, dy = w*n.tx, w*n.ty
			}
		}
		n.dx, n.dy = float32(dx), float32(dy)
		n.split(w, easing)
	}
}

// weight is a shape's inverse mass. If all masses are alike its node tells it, which
// is at hand.
func (s *solver) weight(i uint32) float64 {
	if s.inv != nil {
		return s.traits[i].w
	}
	if s.nodes[i].share == 0 {
		return 0
	}
	return 1
}

// split readies a shape for the next pass. It is split into as many parts as it ever
// had links that pushed: who pushes next is not known before they do, and a shape
// split too little is thrown about.
func (n *node) split(w, easing float64) {
	if share := float32(float64(w*float64(n.hits)) * easing); share > n.share {
		n.share = share
	}
	n.hits = 0
}
