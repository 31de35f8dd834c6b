// SPDX-License-Identifier: MIT

package solver

import (
	"math"
	"math/bits"

	"daylight/batch"
	"daylight/internal/kernels"
	"daylight/internal/kernels/solve"
	"daylight/internal/movers"
	"daylight/internal/scratch"
)

// findBodies finds the bodies of an owner's share of the contacts.
func (s *state) findBodies(o *owner) {
	var e movers.Ends
	for lo, hi := s.entries(o); lo < hi; lo += len(e.A) {
		for k := range s.FindEnds(&e, s.contacts, lo, hi) {
			a, b, ok := s.LinkEnds(&e, s.contacts, lo, k)
			if !ok || s.broken[a] || s.broken[b] || s.omit != nil && s.omit[lo+k] {
				a, b = movers.NoSlot, movers.NoSlot
			}
			s.ends[lo+k] = [2]uint32{a, b}
		}
	}
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
	for i := range s.blocks {
		s.blocks[i].Two = false
	}
	for c := range counts { // lanes that stay empty
		if last := s.start[c+1] - 1; last >= s.start[c] {
			s.blocks[last] = solve.Block{}
		}
	}
	if !s.cfg.turns() {
		return
	}
	for i := range s.contacts.Points[1] {
		if s.contacts.Points[1][i].Feature != 0 && s.ends[i][0] != movers.NoSlot {
			block, _ := s.lane(i)
			block.Two = true
		}
	}
}

// lane returns the block and the lane of a contact.
func (s *state) lane(i int) (*solve.Block, int) {
	return &s.blocks[s.block(i)], int(s.place[i] % solve.Lanes)
}

// block is the number of a contact's block.
func (s *state) block(i int) int { return s.start[s.colour[i]] + int(s.place[i]/solve.Lanes) }

// fillBlocks writes an owner's share of the contacts to their lanes, with the impulses of the last
// frame.
func (s *state) fillBlocks(o *owner) {
	slop := s.cfg.Slop
	var e movers.Ends
	rest := s.lookers[o.k].ahead
	for lo, hi := s.entries(o); lo < hi; lo += len(e.A) {
		if s.Lead != nil {
			s.FindEnds(&e, s.contacts, lo, hi)
		}
		for i := lo; i < min(lo+len(e.A), hi); i++ {
			a, b := s.ends[i][0], s.ends[i][1]
			if a == movers.NoSlot {
				continue
			}
			deep := float64(s.contacts.Depth[i])
			o.contacts++
			if deep > slop {
				o.overlaps++
				o.deepest = max(o.deepest, deep)
			}
			shapeA, shapeB := a, b
			if s.Lead != nil {
				shapeA, shapeB = e.A[i-lo], e.B[i-lo]
			}
			var other *ahead
			if len(rest) > 0 && rest[0].row == uint32(i) {
				other, rest = &rest[0], rest[1:]
			}
			s.fillLane(i, a, b, shapeA, shapeB, other)
		}
	}
}

// fillLane writes contact i, of bodies a and b, of which two shapes touch, along another normal if
// there is one.
func (s *state) fillLane(i int, a, b, shapeA, shapeB uint32, other *ahead) {
	c := s.contacts
	block, k := s.lane(i)
	block.A[k], block.B[k] = a, b
	block.NX[k], block.NY[k] = c.NX[i], c.NY[i]
	if other != nil {
		block.NX[k], block.NY[k] = other.nx, other.ny
	}
	wa, wb := s.Traits[a].W, s.Traits[b].W
	block.InvMassA[k], block.InvMassB[k] = float32(wa), float32(wb)
	block.InvTurnA[k], block.InvTurnB[k] = s.invTurn[a], s.invTurn[b]
	block.RoundA[k], block.RoundB[k] = s.radius(shapeA), s.radius(shapeB)
	block.RollMass[k], block.Roll[k] = 0, 0
	m := s.mixed(shapeA, shapeB)
	block.Friction[k], block.Belt[k], block.Bounce[k] = m.Friction, -m.SurfaceSpeed, m.Restitution
	block.Rolling[k] = m.RollingResistance * max(block.RoundA[k], block.RoundB[k])
	last := s.cache.find(s.ID[a], a, c.A[i], c.B[i], s.order[i])
	if turns := s.invTurn[a] + s.invTurn[b]; m.RollingResistance > 0 && turns > 0 {
		block.RollMass[k] = 1 / turns
		if last != nil {
			block.Roll[k] = last.roll
		}
	}
	var r arms // a literal would be copied in wider pieces than it is written, which stalls
	r.other, r.roundA, r.roundB = other, float64(block.RoundA[k]), float64(block.RoundB[k])
	r.wasX, r.wasY = float64(c.NX[i]), float64(c.NY[i])
	r.nx, r.ny, r.w = float64(block.NX[k]), float64(block.NY[k]), float64(float32(wa))+float64(float32(wb))
	r.turnA, r.turnB, r.a, r.b = float64(s.invTurn[a]), float64(s.invTurn[b]), &s.bodies[a], &s.bodies[b]
	centreA, centreB := &s.centre[a], &s.centre[b]
	r.fromX, r.fromY = s.X[shapeA]-centreA[0], s.Y[shapeA]-centreA[1]
	r.overX, r.overY = centreA[0]-centreB[0], centreA[1]-centreB[1]
	if !s.cfg.turns() { // one point
		r.fill(&block.Points[0], k, &batch.Point{Depth: c.Depth[i], Feature: 1}, last)
	} else {
		r.fill(&block.Points[0], k, &c.Points[0][i], last)
	}
	if block.Two {
		r.fill(&block.Points[1], k, &c.Points[1][i], last)
		block.Couple[k] = r.couple(&block.Points, k)
	} else {
		block.Points[1].Normal[k], block.Points[1].Tangent[k] = 0, 0 // nothing reads the rest
	}
}

// arms are what the points of a contact have in common: the normal, inverse masses and moments of
// inertia, the bodies, and the ways from A's centre to its position and from B's centre to A's.
type arms struct {
	nx, ny, w, turnA, turnB    float64
	fromX, fromY, overX, overY float64
	a, b                       *solve.Body
	wasX, wasY, roundA, roundB float64 // the normal of the step, and the radii
	other                      *ahead  // nil if that is the normal
}

// fill writes a point of lane k, with the impulses of the last frame if there were any.
func (r *arms) fill(p *solve.Points, k int, at *batch.Point, last *pointImpulses) {
	nx, ny := r.nx, r.ny
	half := float64(at.Depth) / 2 // from the middle of a gap to either surface
	ax, ay := float64(at.X)+r.fromX, float64(at.Y)+r.fromY
	turnX, turnY := nx-r.wasX, ny-r.wasY // a round part touches elsewhere along another normal
	bx, by := (ax+r.overX)-float64(half*r.wasX)-float64(r.roundB*turnX), (ay+r.overY)-float64(half*r.wasY)-float64(r.roundB*turnY)
	ax, ay = ax+float64(half*r.wasX)+float64(r.roundA*turnX), ay+float64(half*r.wasY)+float64(r.roundA*turnY)
	if r.turnA == 0 && r.turnB == 0 && r.a.Spin == 0 && r.b.Spin == 0 {
		ax, ay, bx, by = 0, 0, 0, 0
	}
	acrossA, alongA := float64(ax*ny)-float64(ay*nx), float64(ax*nx)+float64(ay*ny)
	acrossB, alongB := float64(bx*ny)-float64(by*nx), float64(bx*nx)+float64(by*ny)
	normal := r.w + (float64(r.turnA*float64(acrossA*acrossA)) + float64(r.turnB*float64(acrossB*acrossB)))
	tangent := r.w + (float64(r.turnA*float64(alongA*alongA)) + float64(r.turnB*float64(alongB*alongB)))
	p.Normal[k], p.Tangent[k] = 0, 0
	if at.Feature == 0 || !(normal < maxInvTurn) || !(tangent < maxInvTurn) {
		p.AlongA[k], p.AcrossA[k], p.AlongB[k], p.AcrossB[k], p.Gap[k] = 0, 0, 0, 0, 0
		p.NormalMass[k], p.TangentMass[k] = 0, 0
		return
	}
	p.AlongA[k], p.AcrossA[k], p.AlongB[k], p.AcrossB[k] = float32(alongA), float32(acrossA), float32(alongB), float32(acrossB)
	gap := -float64(at.Depth)
	if r.other != nil {
		gap = float64(r.other.gap)
	}
	p.Gap[k] = float32(gap - (alongB - alongA))
	p.NormalMass[k], p.TangentMass[k] = float32(1/normal), float32(1/tangent)
	if last == nil {
		return
	}
	for j, f := range last.feature {
		if f == at.Feature {
			p.Normal[k], p.Tangent[k] = last.normal[j], last.tangent[j]
		}
	}
}

// mostCoupled is the greatest share of the geometric mean of the inverse masses of two points that
// an impulse at one gives the other. Beyond, which point gets how much is a matter of rounding.
const mostCoupled = 1 - 0x1p-6

// couple is what an impulse at one point changes the speed at the other by.
func (r *arms) couple(points *[2]solve.Points, k int) float32 {
	p, q := &points[0], &points[1]
	by := r.w + (float64(r.turnA*float64(float64(p.AcrossA[k])*float64(q.AcrossA[k]))) + float64(r.turnB*float64(float64(p.AcrossB[k])*float64(q.AcrossB[k]))))
	if square := float64(by*float64(p.NormalMass[k])) * float64(by*float64(q.NormalMass[k])); square > mostCoupled*mostCoupled {
		by = float64(by * (mostCoupled / math.Sqrt(square)))
	}
	return float32(by)
}

// radius is that of the roundness of the shape in a slot.
func (s *state) radius(i uint32) float32 {
	k, at := s.In(i)
	switch c := &s.Geo[k]; c.Class[at] {
	case kernels.Capsule:
		return c.Q[at]
	case kernels.Box:
		return 0
	default:
		return c.P[at]
	}
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

// keepImpulses writes the impulses of an owner's share of the contacts.
func (s *state) keepImpulses(o *owner) {
	c := s.contacts
	for i, hi := s.entries(o); i < hi; i++ {
		a := s.ends[i][0]
		if a == movers.NoSlot {
			continue
		}
		block, k := s.lane(i)
		e := &s.cache.entries[s.cache.end[a]-s.counts[a]+s.order[i]]
		e.a, e.b, e.impulses.roll = c.A[i], c.B[i], sound(block.Roll[k])
		for j := range block.Points {
			p := &block.Points[j]
			if e.impulses.feature[j] = uint32(1 - j); s.cfg.turns() {
				e.impulses.feature[j] = c.Points[j][i].Feature
			}
			e.impulses.normal[j], e.impulses.tangent[j] = sound(p.Normal[k]), sound(p.Tangent[k])
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
