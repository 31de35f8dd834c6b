// SPDX-License-Identifier: MIT

package separate

import (
	"context"
	"math"
	"runtime/debug"

	"daylight/batch"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/internal/team"
	"daylight/soa"
)

// node is what every pass wants of a shape, half a cache line. What a shape is asked
// adds up in tx and ty over all passes; dx and dy change between passes only, so
// whoever reads them in one sees the same, and are what everything is judged by.
type node struct {
	tx, ty float64 // all that its contacts asked of it, times its mass
	dx, dy float32 // how far that has pushed it; while velocities are found, its velocity
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
	sep    float32 // as found by the step; later, after shapes have moved by their velocities
	nx, ny float32
	grid   float32 // the greater of the two shapes'
	row    uint32  // of the contacts
}

// owner is a range of slots and all links that have an end in it. A link between two
// ranges is in the lists of both, which come to the same numbers, each for its own
// end: so nobody writes to what others write to, or to what they read in one pass.
type owner struct {
	k      int
	lo, hi uint32
	links  []link
	driven driven

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
	cfg      *config
	shapes   *soa.Shapes
	live     soa.Live
	cols     store.Columns
	contacts *batch.Contacts
	inv      []float64
	vx, vy   []float64
	phase    func(*solver, *owner)

	nodes  []node
	traits []trait
	aside  [][2]float64 // of a shape: its way out of a wall
	first  bool         // the pass is the first of its kind
	ends   [][2]uint32  // of every contact, noSlot if it is ignored
	counts [][]int32    // by part of the contacts and owner: links, then where they go
	owners []owner
	drive  drive
	memory memory
	parts  bodies
}

// ownerSlots is how many slots an owner has at least.
const ownerSlots = 2048

func (s *solver) separate(ctx context.Context, shapes *soa.Shapes, live soa.Live, cfg *config, contacts *batch.Contacts) (Stats, error) {
	if err := ctx.Err(); err != nil {
		return Stats{}, err
	}
	s.ctx, s.cfg, s.shapes, s.live, s.contacts = ctx, cfg, shapes, live, contacts
	s.cols = store.Of(shapes).Columns()
	s.inv, s.vx, s.vy = nil, nil, nil
	if cfg.invMass != nil {
		s.inv = cfg.invMass.Data(live)
	}
	if cfg.vx != nil {
		s.vx, s.vy = cfg.vx.Data(live), cfg.vy.Data(live)
	}
	s.divide(shapes.Len())
	stats := Stats{Workers: len(s.owners)}
	if err := s.gather(); err != nil {
		return stats, err
	}
	if s.vx != nil {
		if err := s.velocities(); err != nil {
			return stats, err
		}
	}
	if err := s.each((*solver).weigh); err != nil {
		return stats, err
	}
	for k := range s.owners {
		o := &s.owners[k]
		stats.Contacts += o.contacts
		stats.Overlaps += o.overlaps
		stats.Deepest = max(stats.Deepest, o.deepest)
	}
	stats.Ignored = contacts.Len() - stats.Contacts
	if stats.Overlaps > 0 {
		if err := s.part(&stats); err != nil {
			return stats, err
		}
	} else if s.vx == nil {
		return stats, nil
	}
	// From here on there is no way back.
	s.ctx = context.Background()
	if err := s.each((*solver).place); err != nil {
		return stats, err
	}
	if err := s.each((*solver).follow); err != nil || s.vx == nil {
		return stats, err
	}
	return stats, s.remember()
}

// part pushes shapes until nothing overlaps any more or the iterations are over.
func (s *solver) part(stats *Stats) error {
	if err := s.each((*solver).ready); err != nil {
		return err
	}
	s.first = true
	for stats.Iterations < s.cfg.iterations {
		if err := s.each((*solver).push); err != nil {
			return err
		}
		s.first = false
		if s.active() == 0 {
			break
		}
		if err := s.each((*solver).shift); err != nil {
			return err
		}
		stats.Iterations++
	}
	for k := 0; k < s.cfg.firm && s.fixed(); k++ {
		if err := s.each((*solver).firm); err != nil {
			return err
		}
		if s.active() == 0 {
			break
		}
		if err := s.each((*solver).steady); err != nil {
			return err
		}
	}
	return nil
}

// divide deals the slots to owners.
func (s *solver) divide(n int) {
	s.nodes, s.traits, s.aside = scratch.Resize(s.nodes, n), scratch.Resize(s.traits, n), scratch.Resize(s.aside, n)
	s.ends = scratch.Resize(s.ends, s.contacts.Len())
	k := max(1, min(s.cfg.workers, n/ownerSlots))
	for len(s.owners) < k {
		s.owners = append(s.owners, owner{})
		s.counts = append(s.counts, nil)
	}
	s.owners, s.counts = s.owners[:k], s.counts[:k]
	for i := range s.owners {
		o := &s.owners[i]
		*o = owner{k: i, lo: uint32(cut(n, i, k)), hi: uint32(cut(n, i+1, k)), links: o.links[:0], driven: o.driven, bad: -1}
		s.counts[i] = scratch.Resize(s.counts[i], k)
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

// each has every owner go through a pass.
func (s *solver) each(phase func(*solver, *owner)) error {
	s.phase = phase
	return team.Each(len(s.owners), s, share, caught)
}

func share(s *solver, k int) error {
	s.phase(s, &s.owners[k])
	return s.ctx.Err()
}

func caught(_ *solver, _ int, value any) error {
	return &batch.PanicError{Value: value, Stack: debug.Stack()}
}

// weight is a shape's inverse mass. If all masses are alike its node tells it, which
// is at hand.
func (s *solver) weight(i uint32) float64 {
	if s.inv != nil || s.parts.lead != nil {
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

// noSlot stands for the ends of a contact that is ignored.
const noSlot = math.MaxUint32
