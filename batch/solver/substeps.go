// SPDX-License-Identifier: MIT

package solver

import (
	"math"
	"slices"

	"daylight/internal/guard"
	"daylight/internal/kernels/solve"
	"daylight/internal/scratch"
)

// hertz is how often the spring of a contact swings in a sub-step, staticHertz that of a contact
// with what does not move, and damping its damping ratio. A column of 20 boxes buckles below a
// fifth, and a pyramid trembles from a third on. A light box under a heavy one has two contacts.
// The lower is softer, so that the box is not squeezed out.
const (
	hertz       = 0.25
	staticHertz = 0.15
	damping     = 2
)

// soft is a spring that swings so often in the time h of a sub-step.
func soft(often, h float64) solve.Soft {
	w := float64(2 * math.Pi * often)
	a := float64(2*damping) + w
	b := float64(w * a)
	mass := b / (1 + b)
	return solve.Soft{Push: float32(mass * (w / a / h)), Mass: float32(mass), Impulse: float32(1 / (1 + b))}
}

// moveShapes finds how shapes move and turn in the frame.
func (s *state) moveShapes() error {
	if c := s.contacts; s.cfg.turns() && c.Len() > 0 && (len(c.Points[0]) != c.Len() || len(c.Points[1]) != c.Len() || c.Points[0][0].Feature == 0) {
		return guard.Argument("solver.Solve", "the contacts have no points, which shapes that turn need: step with Config.Mode batch.ModeManifolds")
	}
	if err := s.gatherBodies(); err != nil {
		return err
	}
	c := s.cfg
	s.h = c.Duration / float64(c.SubSteps)
	s.gravity, s.above = [2]float32{float32(c.Gravity.X * s.h), float32(c.Gravity.Y * s.h)}, float32(c.RestitutionAbove)
	s.relaxing = solve.Pass{InvTime: float32(1 / s.h), Slop: float32(c.Slop), MaxPush: float32(s.maxPush() / c.Duration), Soft: solve.Rigid, Rub: 1}
	for k, often := range [2]float64{hertz, staticHertz} {
		s.pushing[k] = s.relaxing
		s.pushing[k].Soft, s.pushing[k].Rub, s.pushing[k].Ahead = soft(often, s.h), 0, -1
	}
	for s.sub = range c.SubSteps {
		if err := s.each((*state).beginBodies); err != nil {
			return err
		}
		if s.sub == 0 {
			if err := s.solveColours(warmStart); err != nil {
				return err
			}
		}
		if err := s.bounceAll(); err != nil {
			return err
		}
		for range c.Iterations {
			if err := s.solveColours(pushContacts); err != nil {
				return err
			}
		}
		if err := s.each((*state).moveBodies); err != nil {
			return err
		}
		for range c.RelaxIterations {
			if err := s.solveColours(relaxContacts); err != nil {
				return err
			}
		}
		if c.Impulses {
			if err := s.each((*state).addSums); err != nil {
				return err
			}
		}
	}
	if math.IsInf(float64(s.limit), 1) {
		return nil
	}
	return s.each((*state).slowBodies)
}

// bounceAll bounces contacts, in up to hitRounds rounds, until no bounce causes another.
func (s *state) bounceAll() error {
	for r := 0; r < hitRounds && s.bouncy > 0; r++ {
		for k := range s.owners {
			s.owners[k].hits = 0
		}
		if err := s.solveColours(bounceContacts); err != nil {
			return err
		}
		hits := 0
		for k := range s.owners {
			hits += s.owners[k].hits
		}
		if hits == 0 {
			break
		}
	}
	return nil
}

// gatherBodies makes bodies of the shapes and blocks of the contacts.
func (s *state) gatherBodies() error {
	s.room(len(s.ID), s.First)
	if s.cfg.Density > 0 {
		s.Inv = s.masses
	}
	if err := s.each((*state).prepare); err != nil {
		return err
	}
	if err := s.checkMasses(); err != nil {
		return err
	}
	if err := s.prepareMaterials(); err != nil {
		return err
	}
	s.Leads()
	if err := s.each((*state).balance); err != nil {
		return err
	}
	s.balanceBodies()
	s.ends = scratch.Resize(s.ends, s.contacts.Len())
	s.lookers = slices.Grow(s.lookers[:0], len(s.owners))[:len(s.owners)]
	if err := s.each((*state).findBodies); err != nil {
		return err
	}
	s.colourContacts()
	s.beginSums()
	s.limitSpeeds()
	if err := s.lookAhead(); err != nil {
		return err
	}
	if err := s.each((*state).fillBlocks); err != nil {
		return err
	}
	for k := range s.lookers {
		if len(s.lookers[k].ahead) > 0 {
			return s.each((*state).turnNormals)
		}
	}
	return nil
}

// maxPush is Config.MaxPush, or its default.
func (s *state) maxPush() float64 {
	if s.cfg.MaxPush > 0 {
		return s.cfg.MaxPush
	}
	largest := float32(0)
	for k := range s.owners {
		largest = max(largest, s.owners[k].largest)
	}
	if largest == 0 {
		return math.Inf(1)
	}
	g, d := s.cfg.Gravity, s.cfg.Duration
	return float64(largest)/20 + float64(float64(math.Sqrt(float64(g.X*g.X)+float64(g.Y*g.Y))*d)*d)
}

// limitSpeeds finds the greatest speed of the frame, if pushes are limited. The limit is the speed
// of a push, or that of the fastest body with gravity, two surface speeds and a bounce, if that is
// more. Without a limit many bodies at one spot would fly apart.
func (s *state) limitSpeeds() {
	s.limit = float32(math.Inf(1))
	if push := s.cfg.MaxPush / s.cfg.Duration; push > 0 && push < maxSpeed {
		fastest := float32(0)
		for k := range s.owners {
			fastest = max(fastest, s.owners[k].fastest)
		}
		fastest += float32((math.Abs(s.cfg.Gravity.X) + math.Abs(s.cfg.Gravity.Y)) * s.cfg.Duration)
		fastest += 2 * s.belt // the speeds of two surfaces add up
		s.limit = max(float32(1+s.bouncy)*fastest, float32(push))
	}
}

// slowBodies keeps an owner's bodies within the greatest speed.
func (s *state) slowBodies(o *owner) {
	for i := o.lo; i < o.hi; i++ {
		s.slow(&s.bodies[i])
	}
}

// slow keeps a body that moves within the greatest speed.
func (s *state) slow(b *solve.Body) {
	if square := float32(b.VX*b.VX) + float32(b.VY*b.VY); !b.Fixed && square > float32(s.limit*s.limit) {
		part := s.limit / float32(math.Sqrt(float64(square)))
		b.VX, b.VY = float32(b.VX*part), float32(b.VY*part)
	}
}

// blocksAtOnce is how many blocks an owner has at least.
const blocksAtOnce = 16

// solveColours does a stage with the blocks of each colour in turn.
func (s *state) solveColours(what stage) error {
	s.stage = what
	for c := range colours {
		if s.from, s.to = s.start[c], s.start[c+1]; s.from == s.to {
			continue
		}
		if s.parts = min(len(s.owners), (s.to-s.from)/blocksAtOnce); s.parts <= 1 || c == leftOver {
			s.parts = 1
			s.solveBlocks(&s.owners[0])
			if err := s.ctx.Err(); err != nil {
				return err
			}
		} else if err := s.each((*state).solveBlocks); err != nil {
			return err
		}
	}
	return nil
}

// solveBlocks does the stage with an owner's share of the blocks.
func (s *state) solveBlocks(o *owner) {
	if o.k >= s.parts {
		return
	}
	n := s.to - s.from
	lo, hi := s.from+guard.Cut(n, o.k, s.parts), s.from+guard.Cut(n, o.k+1, s.parts)
	blocks := s.blocks[lo:hi]
	by := &s.kernels.Solving
	if s.from >= s.start[leftOver] { // whose lanes share bodies
		by = &solve.Go
	}
	switch s.stage {
	case warmStart:
		by.WarmStart(blocks, s.bodies)
	case pushContacts:
		how := &s.pushing[0]
		if s.from >= s.start[movingColours] && s.from < s.start[leftOver] {
			how = &s.pushing[1]
		}
		by.Solve(blocks, s.bodies, how)
	case relaxContacts:
		by.Solve(blocks, s.bodies, &s.relaxing)
	case bounceContacts:
		o.hits += s.bounce(lo, hi)
	}
}

// beginBodies begins a sub-step: bodies fall for its time, and get the impulses of the last, which
// changed a velocity by what it differs from that at the start of the last sub-step.
func (s *state) beginBodies(o *owner) {
	bodies, begun := s.bodies[o.lo:o.hi], s.begun[o.lo:o.hi]
	for i := range bodies {
		b, was := &bodies[i], &begun[i]
		var given solve.Motion
		if s.sub > 0 {
			given = solve.Motion{X: b.VX - was.X, Y: b.VY - was.Y, Spin: b.Spin - was.Spin}
		}
		if !b.Fixed {
			b.VX += s.gravity[0]
			b.VY += s.gravity[1]
		}
		*was, s.shift[o.lo+uint32(i)] = b.Motion(), [2]float32{}
		b.VX += given.X
		b.VY += given.Y
		b.Spin += given.Spin
	}
}

// bodiesAtOnce is how many bodies are moved while they are in cache.
const bodiesAtOnce = 256

// moveBodies moves and turns an owner's bodies for the time of a sub-step.
func (s *state) moveBodies(o *owner) {
	h := float32(s.h)
	for lo := o.lo; lo < o.hi; lo += bodiesAtOnce {
		hi := min(lo+bodiesAtOnce, o.hi)
		bodies, angle, sin, cos := s.bodies[lo:hi], s.angle[lo:hi], s.sin[lo:hi], s.cos[lo:hi]
		for i := range bodies {
			b := &bodies[i]
			if fast := abs(b.VX) + abs(b.VY) + abs(b.Spin); !(fast < maxSpeed) {
				b.VX, b.VY, b.Spin, b.Fixed, s.broken[lo+uint32(i)] = 0, 0, 0, true, true
			}
			s.slow(b)
			vx, vy := b.VX, b.VY
			if was := &s.begun[lo+uint32(i)]; vx == was.X && vy == was.Y && !b.Fixed {
				vx, vy = vx-float32(s.gravity[0]/2), vy-float32(s.gravity[1]/2) // nothing touches it: it falls along a parabola
			}
			b.DX += float32(h*vx) + s.shift[lo+uint32(i)][0]
			b.DY += float32(h*vy) + s.shift[lo+uint32(i)][1]
			angle[i] += float32(h * b.Spin)
		}
		s.kernels.SinCos32(angle, sin, cos)
		for i := range bodies {
			bodies[i].C, bodies[i].S = cos[i], sin[i]
		}
	}
}

// prepare makes the traits and the bodies of an owner's slots.
func (s *state) prepare(o *owner) {
	s.measure(o)
	o.bad = s.Prepare(o.lo, o.hi)
	s.initBodies(o)
}

// checkMasses returns an error for the first inverse mass that is out of range.
func (s *state) checkMasses() error {
	for k := range s.owners {
		if i := s.owners[k].bad; i >= 0 && s.cfg.Density > 0 {
			return guard.Argument("solver.Solve", "a density of %v gives shape %v a mass of %v: want 1e-12 to 1e12; make it static if it is not to move, or give masses by InvMass", s.cfg.Density, s.ID[i], 1/s.Inv[i])
		} else if i >= 0 {
			return guard.Argument("solver.Solve", "the inverse mass of shape %v is %v: want 0 (does not move) or 1e-12 to 1e12", s.ID[i], s.Inv[i])
		}
	}
	return nil
}

// write writes an owner's shapes and impulses.
func (s *state) write(o *owner) {
	s.writeBodies(o)
	s.keepImpulses(o)
}

// writeBodies writes positions, rotations and velocities of an owner's shapes.
func (s *state) writeBodies(o *owner) {
	for i := o.lo; i < o.hi; i++ {
		lead := s.LeadOf(i)
		b := &s.bodies[lead]
		ox, oy := s.X[i]-s.shapes[lead].X, s.Y[i]-s.shapes[lead].Y // not finite if a part is not
		if s.Traits[lead].W == 0 || s.broken[lead] || !(abs(b.VX)+abs(b.VY)+abs(b.Spin) < maxSpeed) || !finite(ox+oy) {
			continue
		}
		k, at := s.In(i)
		c, sin := float64(b.C), float64(b.S)
		less := c - 1
		if c > 0 {
			less = -float64(sin*sin) / (1 + c) // more exact
		}
		s.X[i] += float64(b.DX) + (float64(less*ox) - float64(sin*oy))
		s.Y[i] += float64(b.DY) + (float64(sin*ox) + float64(less*oy))
		s.vx[i], s.vy[i] = b.VX, b.VY
		if s.spin[k] == nil {
			continue
		}
		s.spin[k][at] = b.Spin
		if b.S == 0 && b.C == 1 {
			continue
		}
		turnC, turnS := &s.Live[k].C[at], &s.Live[k].S[at]
		wasC, wasS := float64(*turnC), float64(*turnS)
		x, y := float64(wasC*c)-float64(wasS*sin), float64(wasS*c)+float64(wasC*sin)
		if long := math.Sqrt(float64(x*x) + float64(y*y)); long > 0 {
			*turnC, *turnS = float32(x/long), float32(y/long)
		}
	}
}
