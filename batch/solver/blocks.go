// SPDX-License-Identifier: MIT

package solver

import (
	"math"
	"math/bits"

	"daylight/internal/guard"
	"daylight/internal/kernels/solve"
	"daylight/internal/movers"
	"daylight/internal/scratch"
)

// findBodies finds the bodies in an owner's share of the contacts, and the contacts that
// lookAtShare has to look at.
func (s *state) findBodies(o *owner) {
	var e movers.Ends
	rows := s.lookers[o.k].looks[:0]
	for lo, hi := s.entries(o); lo < hi; lo += len(e.A) {
		for k := range s.FindEnds(&e, s.contacts, lo, hi) {
			a, b, ok := s.LinkEnds(&e, s.contacts, lo, k)
			if !ok || s.broken[a] || s.broken[b] || s.omit != nil && s.omit[lo+k] {
				a, b = movers.NoSlot, movers.NoSlot
			}
			if s.ends[lo+k] = [2]uint32{a, b}; a != movers.NoSlot && s.looksAt(lo+k, a, b) {
				rows = append(rows, uint32(lo+k))
			}
		}
	}
	s.lookers[o.k].looks = rows
}

// looksAt reports whether lookAtShare may have to look at a contact of bodies a and b.
func (s *state) looksAt(i int, a, b uint32) bool {
	c := s.contacts
	return s.Traits[a].W == 0 || s.Traits[b].W == 0 || c.Depth[i] < 0 && !(s.cfg.turns() && c.Points[1][i].Feature != 0) ||
		s.X[a] == s.X[b] && s.Y[a] == s.Y[b] // of two circles, see Spread
}

// colourContacts gives each contact the first colour that no other contact of its moving bodies
// has, and counts the contacts of each. The order of contacts alone decides.
func (s *state) colourContacts() {
	n := len(s.ends)
	s.colour, s.place, s.order = scratch.Resize(s.colour, n), scratch.Resize(s.place, n), scratch.Resize(s.order, n)
	clear(s.used)
	clear(s.counts)
	s.kept = 0
	var counts [colours]uint32
	for i, e := range s.ends {
		a, b := e[0], e[1]
		if a == movers.NoSlot {
			continue
		}
		free := ^uint64(1 << leftOver)
		p, q := &s.used[a], &s.used[b]
		switch movesA, movesB := s.Traits[a].W != 0, s.Traits[b].W != 0; {
		case !movesB:
			free &= ^(*p | movingColour)
			q = p
		case !movesA:
			free &= ^(*q | movingColour)
			p = q
		default:
			free &= ^(*p | *q) & movingColour
		}
		c := leftOver
		if free != 0 {
			c = bits.TrailingZeros64(free)
		}
		*p |= 1 << c
		*q |= 1 << c
		s.colour[i], s.place[i], s.order[i] = uint8(c), counts[c], s.counts[a]
		counts[c]++
		s.counts[a]++
		s.kept++
	}
	blocks := 0
	for c, n := range counts {
		s.start[c] = blocks
		blocks += (int(n) + solve.Lanes - 1) / solve.Lanes
	}
	s.start[colours] = blocks
	s.blocks = scratch.Resize(s.blocks, blocks)
	s.lanes = scratch.Resize(s.lanes, blocks*solve.Lanes)
	for c, n := range counts { // lanes that stay empty
		for k := s.start[c]*solve.Lanes + int(n); k < s.start[c+1]*solve.Lanes; k++ {
			s.lanes[k] = noLane
		}
	}
	for i, e := range s.ends {
		if e[0] != movers.NoSlot {
			s.lanes[s.start[s.colour[i]]*solve.Lanes+int(s.place[i])] = uint32(i)
		}
	}
}

// noLane stands for the contact of an empty lane.
const noLane = math.MaxUint32

// lane returns the block and the lane of a contact.
func (s *state) lane(i int) (*solve.Block, int) {
	return &s.blocks[s.block(i)], int(s.place[i] % solve.Lanes)
}

// block is the number of a contact's block.
func (s *state) block(i int) int { return s.start[s.colour[i]] + int(s.place[i]/solve.Lanes) }

// share is an owner's share of the blocks.
func (s *state) share(o *owner) (lo, hi int) {
	n, parts := len(s.blocks), len(s.owners)
	return guard.Cut(n, o.k, parts), guard.Cut(n, o.k+1, parts)
}

// fillBlocks fills an owner's share of the blocks, with the impulses of the last frame.
func (s *state) fillBlocks(o *owner) {
	c, slop, rows := s.contacts, s.cfg.Slop, &s.lookers[o.k].rows
	for at, hi := s.share(o); at < hi; at++ {
		block := &s.blocks[at]
		block.Two = false
		for k, i := range s.lanes[at*solve.Lanes:][:solve.Lanes] {
			if i == noLane { // an extra shape has no mass
				extra := uint32(len(s.ID))
				block.A[k], block.B[k], block.NX[k], block.NY[k] = extra, extra, 0, 0
				rows.OverX[k], rows.OverY[k] = 0, 0
				rows.Points[0][k], rows.Points[1][k], rows.Last[k] = solve.Point{}, solve.Point{}, solve.Last{}
				continue
			}
			deep := float64(c.Depth[i])
			o.contacts++
			if deep > slop {
				o.overlaps++
				o.deepest = max(o.deepest, deep)
			}
			a, b := s.shapesOf(i)
			block.A[k], block.B[k], block.NX[k], block.NY[k] = a, b, c.NX[i], c.NY[i]
			rows.OverX[k], rows.OverY[k] = s.over(a, b)
			rows.Points[0][k], rows.Points[1][k] = s.points(i)
			block.Two = block.Two || rows.Points[1][k].Feature != 0
			lead := s.ends[i][0]
			if last := s.cache.find(s.ID[lead], lead, c.A[i], c.B[i], s.order[i]); last != nil {
				rows.Last[k] = *last
			} else {
				rows.Last[k] = solve.Last{}
			}
		}
		s.kernels.Solving.Fill(block, rows, s.shapes)
	}
}

// turnNormals gives contacts of an owner's share other normals.
func (s *state) turnNormals(o *owner) {
	for i := range s.lookers[o.k].ahead {
		other := &s.lookers[o.k].ahead[i]
		var points [2]solve.Point
		points[0], points[1] = s.points(other.row)
		a, b := s.shapesOf(other.row)
		x, y := s.over(a, b)
		block, k := s.lane(int(other.row))
		block.Turn(k, points, x, y, &s.shapes[a], &s.shapes[b], &other.Aside)
	}
}

// shapesOf returns the slots of the shapes of contact i.
func (s *state) shapesOf(i uint32) (a, b uint32) {
	if s.Lead == nil {
		return s.ends[i][0], s.ends[i][1]
	}
	var slots [2][1]uint32
	s.Find(slots[0][:], s.contacts.A[i:i+1], 0)
	s.Find(slots[1][:], s.contacts.B[i:i+1], s.Second())
	return slots[0][0], slots[1][0]
}

// over returns the vector from the centre of mass of B's body to that of A's.
func (s *state) over(a, b uint32) (x, y float32) {
	p, q := &s.shapes[a], &s.shapes[b]
	return float32(p.X - q.X), float32(p.Y - q.Y)
}

// points returns the points of contact i. Shapes that do not turn have one.
func (s *state) points(i uint32) (p, q solve.Point) {
	if !s.cfg.turns() {
		return solve.Point{Depth: s.contacts.Depth[i], Feature: 1}, solve.Point{}
	}
	return solve.Point(s.contacts.Points[0][i]), solve.Point(s.contacts.Points[1][i])
}

// placeEntries makes room for the impulses of this frame.
func (s *state) placeEntries() {
	m, n := &s.cache, len(s.ID)
	m.id, m.end = scratch.Resize(m.id, n), scratch.Resize(m.end, n)
	at, top := uint32(0), 0
	for i, k := range s.counts {
		at += k
		m.end[i] = at
	}
	for _, id := range s.ID[:s.First] {
		top = max(top, int(id.Index()))
	}
	m.entries, m.slot = scratch.Resize(m.entries, s.kept), scratch.Resize(m.slot, top+1)
	for i, id := range s.ID {
		if m.id[i] = 0; i < int(s.First) { // the second set is found by the first
			m.id[i], m.slot[id.Index()] = id, uint32(i)
		}
	}
}

// keepImpulses writes the impulses of an owner's share of the blocks.
func (s *state) keepImpulses(o *owner) {
	c, turns := s.contacts, s.cfg.turns()
	for at, hi := s.share(o); at < hi; at++ {
		block := &s.blocks[at]
		for k, i := range s.lanes[at*solve.Lanes:][:solve.Lanes] {
			if i == noLane {
				continue
			}
			lead := s.ends[i][0]
			e := &s.cache.entries[s.cache.end[lead]-s.counts[lead]+s.order[i]]
			e.a, e.b, e.impulses.Roll = c.A[i], c.B[i], sound(block.Roll[k])
			for j := range block.Points {
				p := &block.Points[j]
				if e.impulses.Feature[j] = uint32(1 - j); turns {
					e.impulses.Feature[j] = c.Points[j][i].Feature
				}
				e.impulses.Normal[j], e.impulses.Tangent[j] = sound(p.Normal[k]), sound(p.Tangent[k])
			}
		}
	}
}

// sound is x, or 0 if x is infinite or NaN.
func sound(x float32) float32 {
	if x-x != 0 {
		return 0
	}
	return x
}
