// SPDX-License-Identifier: MIT

package separate

import (
	"math"

	"daylight/internal/guard"
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/solve"
	"daylight/internal/scratch"
)

// hertz is how often the spring of a contact swings in a sub-step, and damping its damping ratio. Box2D 3 has an eighth and
// 10 for sixty frames of four sub-steps. A sixth leaves half the overlap; a pyramid of 20 rows trembles from a fifth on.
const (
	hertz   = 1.0 / 6
	damping = 10
)

// maxRatio is the greatest coefficient: with a radius it makes a product that float32 holds.
const maxRatio = 0x1p60

// soft is a spring that swings so often in the time h of a sub-step.
func soft(often, h float64) solve.Soft {
	w := float64(2 * math.Pi * often)
	a := float64(2*damping) + w
	b := float64(w * a)
	mass := b / (1 + b)
	return solve.Soft{Push: float32(mass * (w / a / h)), Mass: float32(mass), Impulse: float32(1 / (1 + b))}
}

// turnShapes finds how shapes move and turn in the frame.
func (s *solver) turnShapes() error {
	if c := s.contacts; c.Len() > 0 && (len(c.Points[0]) != c.Len() || len(c.Points[1]) != c.Len() || c.Points[0][0].Feature == 0) {
		return guard.Argument("separate.Separate", "the contacts have no points, which shapes that turn need: step with Config.Mode batch.ModeManifolds")
	}
	if err := s.gatherBodies(); err != nil {
		return err
	}
	t, c := &s.turning, s.cfg
	var err error
	if t.kernels, err = isa.Choose(); err != nil {
		t.kernels = isa.Best() // the engine has refused; results are the same bits
	}
	t.h = c.Duration / float64(c.SubSteps)
	t.pushing = solve.Pass{InvTime: float32(1 / t.h), Slop: float32(c.Slop), MaxPush: float32(c.MaxPush / c.Duration),
		Soft: soft(hertz, t.h), Friction: float32(min(c.Friction, maxRatio)), Rolling: float32(min(c.RollingResistance, maxRatio))}
	t.relaxing = t.pushing
	t.relaxing.Soft = solve.Rigid
	for t.sub = range c.SubSteps {
		if err := s.each((*solver).beginBodies); err != nil {
			return err
		}
		if t.sub == 0 {
			if err := s.solveColours(warmStart, nil); err != nil {
				return err
			}
		}
		for range c.VelocityIterations {
			if err := s.solveColours(solveContacts, &t.pushing); err != nil {
				return err
			}
		}
		if err := s.each((*solver).moveBodies); err != nil {
			return err
		}
		for range c.Iterations {
			if err := s.solveColours(solveContacts, &t.relaxing); err != nil {
				return err
			}
		}
	}
	if c.Restitution == 0 {
		return nil
	}
	return s.solveColours(bounce, nil)
}

// gatherBodies makes bodies of the shapes and blocks of the contacts.
func (s *solver) gatherBodies() error {
	t := &s.turning
	t.room(len(s.id), s.firstLen)
	if err := s.each((*solver).measure); err != nil {
		return err
	}
	if s.cfg.Density > 0 {
		s.inv = t.masses
	}
	for _, phase := range [...]func(*solver, *owner){(*solver).prepare, (*solver).initBodies} {
		if err := s.each(phase); err != nil {
			return err
		}
	}
	if err := s.checkMasses(); err != nil {
		return err
	}
	s.bodies()
	if err := s.each((*solver).balance); err != nil {
		return err
	}
	s.balanceBodies()
	s.ends = scratch.Resize(s.ends, s.contacts.Len())
	if err := s.each((*solver).findBodies); err != nil {
		return err
	}
	s.colourContacts()
	return s.each((*solver).fillBlocks)
}

// blocksAtOnce is how many blocks an owner has at least.
const blocksAtOnce = 16

// solveColours does a stage with the blocks of each colour in turn.
func (s *solver) solveColours(what stage, how *solve.Pass) error {
	t := &s.turning
	t.stage, t.how = what, how
	for c := range colours {
		if t.from, t.to = t.start[c], t.start[c+1]; t.from == t.to {
			continue
		}
		if t.parts = min(len(s.owners), (t.to-t.from)/blocksAtOnce); t.parts <= 1 || c == leftOver {
			t.parts = 1
			s.solveBlocks(&s.owners[0])
			if err := s.ctx.Err(); err != nil {
				return err
			}
		} else if err := s.each((*solver).solveBlocks); err != nil {
			return err
		}
	}
	return nil
}

// solveBlocks does the stage with an owner's share of the blocks.
func (s *solver) solveBlocks(o *owner) {
	t := &s.turning
	if o.k >= t.parts {
		return
	}
	n := t.to - t.from
	blocks := t.blocks[t.from+guard.Cut(n, o.k, t.parts) : t.from+guard.Cut(n, o.k+1, t.parts)]
	by := &t.kernels.Solving
	if t.from >= t.start[leftOver] { // whose lanes share bodies
		by = &solve.Go
	}
	switch t.stage {
	case warmStart:
		by.WarmStart(blocks, t.bodies)
	case solveContacts:
		by.Solve(blocks, t.bodies, t.how)
	case bounce:
		solve.Bounce(blocks, t.bodies, float32(s.cfg.RestitutionAbove), float32(s.cfg.Restitution))
	}
}

// beginBodies begins a sub-step: bodies fall for its time, and get the impulses of the last. These changed a velocity by
// what it differs from that at the start of the last sub-step, gravity included; so it goes on changing as it did.
func (s *solver) beginBodies(o *owner) {
	t := &s.turning
	gx, gy := float32(s.cfg.Gravity.X*t.h), float32(s.cfg.Gravity.Y*t.h)
	bodies, begun := t.bodies[o.lo:o.hi], t.begun[o.lo:o.hi]
	for i := range bodies {
		b, was := &bodies[i], &begun[i]
		vx, vy, spin := b.VX, b.VY, b.Spin
		switch {
		case b.Fixed:
		case t.sub == 0:
			b.VX += gx
			b.VY += gy
		default:
			b.VX += vx - was[0]
			b.VY += vy - was[1]
			b.Spin += spin - was[2]
		}
		was[0], was[1], was[2] = vx, vy, spin
	}
}

// bodiesAtOnce is how many bodies are moved while they are in cache.
const bodiesAtOnce = 256

// moveBodies moves and turns an owner's bodies for the time of a sub-step.
func (s *solver) moveBodies(o *owner) {
	t := &s.turning
	h := float32(t.h)
	for lo := o.lo; lo < o.hi; lo += bodiesAtOnce {
		hi := min(lo+bodiesAtOnce, o.hi)
		bodies, angle, sin, cos := t.bodies[lo:hi], t.angle[lo:hi], t.sin[lo:hi], t.cos[lo:hi]
		for i := range bodies {
			b := &bodies[i]
			if fast := abs(b.VX) + abs(b.VY) + abs(b.Spin); !(fast < maxSpeed) {
				b.VX, b.VY, b.Spin, b.Fixed, t.broken[lo+uint32(i)] = 0, 0, 0, true, true
			}
			b.DX += float32(h * b.VX)
			b.DY += float32(h * b.VY)
			angle[i] += float32(h * b.Spin)
		}
		t.kernels.SinCos32(angle, sin, cos)
		for i := range bodies {
			bodies[i].C, bodies[i].S = cos[i], sin[i]
		}
	}
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// writeBodies writes positions, rotations and velocities of an owner's shapes.
func (s *solver) writeBodies(o *owner) {
	t := &s.turning
	for i := o.lo; i < o.hi; i++ {
		lead := s.leadOf(i)
		b := &t.bodies[lead]
		ox, oy := s.x[i]-t.centre[lead][0], s.y[i]-t.centre[lead][1] // not finite if a part is not
		if s.traits[lead].w == 0 || t.broken[lead] || !(abs(b.VX)+abs(b.VY)+abs(b.Spin) < maxSpeed) || !finite(ox+oy) {
			continue
		}
		k, at := s.in(i)
		c, sin := float64(b.C), float64(b.S)
		less := c - 1
		if c > 0 {
			less = -float64(sin*sin) / (1 + c) // more exact
		}
		s.x[i] += float64(b.DX) + (float64(less*ox) - float64(sin*oy))
		s.y[i] += float64(b.DY) + (float64(sin*ox) + float64(less*oy))
		s.vx[i], s.vy[i] = float64(b.VX), float64(b.VY)
		if s.spin[k] == nil {
			continue
		}
		s.spin[k][at] = float64(b.Spin)
		if b.S == 0 && b.C == 1 {
			continue
		}
		turnC, turnS := &s.live[k].C[at], &s.live[k].S[at]
		wasC, wasS := float64(*turnC), float64(*turnS)
		x, y := float64(wasC*c)-float64(wasS*sin), float64(wasS*c)+float64(wasC*sin)
		if long := math.Sqrt(float64(x*x) + float64(y*y)); long > 0 {
			*turnC, *turnS = float32(x/long), float32(y/long)
		}
	}
}
