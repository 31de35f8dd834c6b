// SPDX-License-Identifier: MIT

package separate

import (
	"context"

	"daylight/batch"
	"daylight/internal/guard"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// ownerSlots is how many slots an owner has at least.
const ownerSlots = 2048

func (s *solver) separate(ctx context.Context, of [2]*soa.Shapes, live [2]soa.Live, cfg *Config, contacts *batch.Contacts) (Stats, error) {
	if err := ctx.Err(); err != nil {
		return Stats{}, err
	}
	s.ctx, s.cfg, s.contacts = ctx, cfg, contacts
	s.View(of, live, [2]*soa.Column[float64]{cfg.Columns[0].InvMass, cfg.Columns[1].InvMass})
	s.divide(len(s.ID))
	stats := Stats{Workers: len(s.owners)}
	if err := s.gather(); err != nil {
		return stats, err
	}
	if err := s.each((*solver).grade); err != nil {
		return stats, err
	}
	s.count(&stats)
	if stats.Overlaps == 0 {
		return stats, nil
	}
	if err := s.pushApart(&stats); err != nil {
		return stats, err
	}
	s.beginWriting()
	if err := s.each((*solver).writePositions); err != nil {
		return stats, err
	}
	if err := s.each((*solver).moveParts); err != nil {
		return stats, err
	}
	s.HandOver()
	return stats, nil
}

// count adds up what the owners have counted.
func (s *solver) count(stats *Stats) {
	for k := range s.owners {
		o := &s.owners[k]
		stats.Contacts += o.contacts
		stats.Overlaps += o.overlaps
		stats.Deepest = max(stats.Deepest, o.deepest)
	}
}

// beginWriting is called before the stores change. From then on the call is not cancelled any more.
func (s *solver) beginWriting() {
	s.ctx = context.Background()
	for _, shapes := range s.Of {
		if shapes != nil {
			store.Of(shapes).Wrote(0, shapes.Len())
		}
	}
}

// pushApart pushes shapes until nothing overlaps any more or the iterations are used up.
func (s *solver) pushApart(stats *Stats) error {
	if err := s.each((*solver).initNodes); err != nil {
		return err
	}
	s.first = true
	for stats.Iterations < s.cfg.Iterations {
		if err := s.each((*solver).push); err != nil {
			return err
		}
		s.first = false
		if s.active() == 0 {
			break
		}
		if err := s.each((*solver).moveNodes); err != nil {
			return err
		}
		stats.Iterations++
	}
	for k := 0; k < s.cfg.StaticPasses && s.fixed(); k++ {
		if err := s.each((*solver).findStatic); err != nil {
			return err
		}
		if s.active() == 0 {
			break
		}
		if err := s.each((*solver).resolveStatic); err != nil {
			return err
		}
	}
	return nil
}

// divide gives each owner a range of the slots.
func (s *solver) divide(n int) {
	s.nodes, s.exits = scratch.Resize(s.nodes, n), scratch.Resize(s.exits, n)
	s.hits = scratch.Resize(s.hits, n)
	k := max(1, min(s.cfg.Workers, n/ownerSlots))
	if k > 1 {
		s.ends = scratch.Resize(s.ends, s.contacts.Len())
	}
	for len(s.owners) < k {
		s.owners = append(s.owners, owner{})
		s.counts = append(s.counts, nil)
	}
	s.owners, s.counts = s.owners[:k], s.counts[:k]
	for i := range s.owners {
		o := &s.owners[i]
		*o = owner{k: i, lo: uint32(guard.Cut(n, i, k)), hi: uint32(guard.Cut(n, i+1, k)), links: o.links[:0], deep: o.deep, fixed: o.fixed[:0], stuck: o.stuck, bad: -1}
		s.counts[i] = scratch.Resize(s.counts[i], k)
		clear(s.counts[i])
	}
}

// active is how many links pushed in the last pass.
func (s *solver) active() int {
	n := 0
	for k := range s.owners {
		n += s.owners[k].active
	}
	return n
}

// fixed reports whether there is a link to a shape that cannot move.
func (s *solver) fixed() bool {
	for k := range s.owners {
		if len(s.owners[k].fixed) > 0 {
			return true
		}
	}
	return false
}
