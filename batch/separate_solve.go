// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"

	"golang.org/x/sync/errgroup"

	"daylight/soa"
)

// node is a shape as the solver sees it, one cache line.
type node struct {
	dx, dy float64 // how far it has been pushed; then its velocity
	ax, ay float64 // what its contacts ask of it in this pass, times its mass
	w      float64 // inverse mass, 0 if it does not move
	share  float64 // w times the parts it is split into
	grid   float64 // see snap
	hits   int32   // contacts that pushed in this pass
	most   int32   // the most so far
}

// link is a contact as the solver sees it.
type link struct {
	a, b   uint32  // slots
	sep    float32 // as found by the step; then the speed at which to part
	nx, ny float32
	push   float32 // all pushes so far, times mass
}

// owner is a range of slots and all links that have an end in it. A link between two
// ranges is in the lists of both, which come to the same numbers, each for its own
// end: so nobody writes to what others write to, or to what they read in one pass.
type owner struct {
	lo, hi uint32
	links  []link

	active   int // links that pushed in the last pass, counted at their first end
	contacts int
	overlaps int
	deepest  float64
	bad      int // slot with an inverse mass that is none, or -1
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
	ends   [][2]uint32 // of every contact, noSlot if it is ignored
	counts [][]int32   // by part of the contacts and owner: links, then where they go
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
	moving
	firming
	steadying
	placing
	aiming
	steering
	turning
	leaving
)

func (s *solver) separate(ctx context.Context, shapes *soa.Shapes, cfg *Separation, contacts *Contacts) (SeparationStats, error) {
	if err := ctx.Err(); err != nil {
		return SeparationStats{}, err
	}
	s.ctx, s.cfg, s.shapes, s.contacts = ctx, cfg, shapes, contacts
	s.cols = shapes.Columns()
	s.inv, s.vx, s.vy = nil, nil, nil
	if cfg.InvMass != nil {
		s.inv = cfg.InvMass.Data()
	}
	if v := cfg.Velocities; v != nil {
		s.vx, s.vy = v.X.Data(), v.Y.Data()
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
	for stats.Iterations < cfg.Iterations {
		if err := s.each(pushing); err != nil {
			return stats, err
		}
		if s.active() == 0 {
			break
		}
		if err := s.each(moving); err != nil {
			return stats, err
		}
		stats.Iterations++
	}
	for range cfg.Firm {
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
	s.nodes = resize(s.nodes, n)
	s.ends = resize(s.ends, s.contacts.Len())
	k := max(1, min(s.cfg.Workers, n/ownerSlots))
	for len(s.owners) < k {
		s.owners = append(s.owners, owner{})
		s.counts = append(s.counts, nil)
	}
	s.owners, s.counts = s.owners[:k], s.counts[:k]
	for i := range s.owners {
		o := &s.owners[i]
		*o = owner{lo: uint32(cut(n, i, k)), hi: uint32(cut(n, i+1, k)), links: o.links[:0], bad: -1}
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

// masses is the error of the first inverse mass that is none.
func (s *solver) masses() error {
	for k := range s.owners {
		if i := s.owners[k].bad; i >= 0 {
			return fmt.Errorf("batch: Separate: InvMass of shape %v is %v: want 0 (does not move) or more, finite", s.cols.ID[i], s.inv[i])
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
		if v := recover(); v != nil {
			err = &PanicError{Value: v, Stack: debug.Stack()}
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
	case moving:
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
	for i := range o.links {
		l := &o.links[i]
		p, q := &nodes[l.a], &nodes[l.b]
		nx, ny := float64(l.nx), float64(l.ny)
		deep := -slop - (float64(l.sep) + (float64(nx*(q.dx-p.dx)) + float64(ny*(q.dy-p.dy))))
		if !(deep > 0) {
			continue
		}
		g := max(p.grid, q.grid)
		if deep <= float64(dust*g)*(p.w+q.w) {
			continue
		}
		push := deep / (p.share + q.share)
		l.push += float32(push)
		ux, uy := snap(float64(push*nx), g), snap(float64(push*ny), g)
		if l.a-lo < span {
			p.ax -= ux
			p.ay -= uy
			p.hits++
			active++
		}
		if l.b-lo < span {
			q.ax += ux
			q.ay += uy
			q.hits++
		}
	}
	o.active = active
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

// dust, times its grid and inverse mass, is an overlap of a pair that is not worth a
// push: between 2^-22 and 2^-21 of the two shapes' widths, a tenth of what a depth may
// be off by. Without it the rounding of normals would keep every pair busy.
const dust = 0x1p-42

// gridFor is the grid for pushes of about this size.
func gridFor(size float64) float64 {
	size = max(size, 0x1p-400)
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
		n.dx += float64(n.w * n.ax)
		n.dy += float64(n.w * n.ay)
		if limit > 0 {
			n.cap(limit)
		}
		n.begin(easing)
	}
}

// cap shortens the push to a limit.
func (n *node) cap(limit float64) {
	if d := math.Sqrt(float64(n.dx*n.dx) + float64(n.dy*n.dy)); d > limit {
		n.dx *= limit / d
		n.dy *= limit / d
	}
}

// begin readies a shape for the next pass. It is split into as many parts as it ever
// had links that pushed: who pushes next is not known before they do, and a shape
// split too little is thrown about.
func (n *node) begin(easing float64) {
	n.most = max(n.most, n.hits)
	n.share = max(n.w, float64(n.w*float64(n.most))*easing)
	n.ax, n.ay, n.hits = 0, 0, 0
}

// firm finds the deepest overlap of every shape with what cannot move. Here ax and ay
// are the way out of it.
func (s *solver) firm(o *owner) {
	nodes, slop := s.nodes, s.cfg.Slop
	o.active = 0
	for i := range o.links {
		l := &o.links[i]
		p, q := &nodes[l.a], &nodes[l.b]
		if p.w != 0 && q.w != 0 {
			continue
		}
		nx, ny := float64(l.nx), float64(l.ny)
		deep := -slop - (float64(l.sep) + (float64(nx*(q.dx-p.dx)) + float64(ny*(q.dy-p.dy))))
		if !(deep > 0) || deep <= float64(dust*max(p.grid, q.grid))*(p.w+q.w) {
			continue
		}
		if q.w == 0 {
			q, nx, ny = p, -nx, -ny
			if l.a-o.lo >= o.hi-o.lo {
				continue
			}
		} else if l.b-o.lo >= o.hi-o.lo {
			continue
		}
		o.active++
		// Among equals the order of the directions decides, not that of the links.
		x, y := float64(deep*nx), float64(deep*ny)
		if q.hits == 0 || deep > q.share || (deep == q.share && (x > q.ax || (x == q.ax && y > q.ay))) {
			q.ax, q.ay, q.share, q.hits = x, y, deep, 1
		}
		l.push += float32(deep / q.w)
	}
}

// steady takes every shape out of its deepest overlap with what cannot move.
func (s *solver) steady(o *owner) {
	easing := 1 / s.cfg.Relaxation
	for i := o.lo; i < o.hi; i++ {
		if n := &s.nodes[i]; n.hits != 0 {
			n.dx += n.ax
			n.dy += n.ay
			n.begin(easing)
		}
	}
}
