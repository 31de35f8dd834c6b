// SPDX-License-Identifier: MIT

package solver

import (
	"math"

	"daylight/internal/kernels/solve"
)

// rounds is how often the points of a hit are solved: the two points of a stick are coupled by up
// to a half, and friction with the normals, so that it comes to 2^-8. hitRounds is how often a hit
// may follow from another in a sub-step.
const (
	rounds    = 8
	hitRounds = 8
	nearly    = 1 + 0x1p-10 // times of a sub-step within which a hit counts: later passes may find that it touches at the end
)

// bounce makes points that hit each other in this sub-step part, with the friction of the hit. It
// takes the contacts of blocks lo to hi one after the other, so that elastic hits among many shapes
// keep the energy. It returns the number of hits.
func (s *state) bounce(lo, hi int) (hits int) {
	for i := lo; i < hi; i++ {
		c := &s.blocks[i]
		for k := range solve.Lanes {
			if c.Bounce[k] == 0 {
				continue
			}
			var h hit
			h.a, h.b = s.bodies[c.A[k]].Motion(), s.bodies[c.B[k]].Motion()
			if s.find(c, k, &h) {
				s.part(c, k, &h)
				hits++
				s.addHit(i, k, h.normal, h.tangent)
			}
		}
	}
	return hits
}

// hit is a contact that bounces.
type hit struct {
	a, b  solve.Motion // of the bodies
	hits  [2]bool      // of the points
	leave [2]float32   // the speed that its points have at the end of the sub-step
	back  float32      // how much closer the shapes are then than if they had had that speed in all of it

	normal, tangent [2]float32 // impulses at the points
}

// find finds whether points of a contact hit each other, and how they leave. The surface is reached
// within the sub-step, at a speed that follows from that at the start and the acceleration on the
// way; in the rest of it the points leave.
func (s *state) find(c *solve.Block, k int, h *hit) (any bool) {
	nx, ny, time := c.NX[k], c.NY[k], float32(s.h)
	kick := float32(nx*s.gravity[0]) + float32(ny*s.gravity[1])
	kicked := float32(0) // what gravity adds to the relative speed
	if c.InvMassA[k] != 0 {
		kicked -= kick
	}
	if c.InvMassB[k] != 0 {
		kicked += kick
	}
	slow := -max(s.above, 2*abs(kicked)) // a shape that rests does not bounce
	for j := range c.Points {
		t := &c.Points[j]
		if t.NormalMass[k] == 0 || j == 1 && !c.Two {
			continue
		}
		along := c.Along(k, t, &h.a, &h.b)
		if along >= slow {
			continue
		}
		way := t.Apart[k]
		if way+float32(along*float32(time*nearly)) >= 0 {
			continue
		}
		way = max(way, 0)
		came := kicked - along
		reached := float32(math.Sqrt(float64(max(float32(came*came)-float32(float32(2*kicked)*way)/time, 0))))
		when := min(way/(float32(0.5)*(came+reached)), time)
		out := float32(c.Bounce[k] * reached)
		h.hits[j], any = true, true
		h.leave[j] = max(out+float32(kicked*(time-when))/time, 0)
		h.back = max(h.back, (way+float32(out*when))-float32(float32(0.5*kicked)*float32(when*when))/time)
	}
	return any
}

// part has the points of a hit part. With friction, a hit may part faster by Newton's law than its
// energy allows; then it parts slower.
func (s *state) part(c *solve.Block, k int, h *hit) {
	wasA, wasB := h.a, h.b
	for range rounds {
		h.a, h.b = wasA, wasB
		if s.exchange(c, k, h) <= 0 {
			break
		}
		h.leave[0], h.leave[1] = h.leave[0]/2, h.leave[1]/2
	}
	nx, ny := c.NX[k], c.NY[k]
	share := h.back / (c.InvMassA[k] + c.InvMassB[k])
	s.hit(c.A[k], &wasA, &h.a, c.InvMassA[k], float32(c.InvMassA[k]*share), nx, ny)
	s.hit(c.B[k], &wasB, &h.b, c.InvMassB[k], -float32(c.InvMassB[k]*share), nx, ny)
}

// exchange applies the bounce impulses of a hit's points to its bodies. It returns twice the energy
// that the impulses bring.
func (s *state) exchange(c *solve.Block, k int, h *hit) (work float32) {
	wasA, wasB := h.a, h.b
	h.normal, h.tangent = [2]float32{}, [2]float32{}
	for r := range 2 * rounds {
		j := r % 2
		t := &c.Points[j]
		if !h.hits[j] {
			continue
		}
		old := h.normal[j]
		now := max(old-float32(t.NormalMass[k]*(c.Along(k, t, &h.a, &h.b)-h.leave[j])), 0)
		h.normal[j] = now
		c.Apply(k, t, &h.a, &h.b, now-old, 0)
		limit := float32(c.Friction[k] * now)
		old = h.tangent[j]
		now = min(max(old-float32(t.TangentMass[k]*c.Slide(k, t, &h.a, &h.b)), -limit), limit)
		h.tangent[j] = now
		c.Apply(k, t, &h.a, &h.b, 0, now-old)
	}
	if c.Belt[k] != 0 || c.Friction[k] == 0 {
		return 0 // a belt brings energy; without friction nothing does
	}
	for j := range c.Points {
		if !h.hits[j] {
			continue
		}
		t := &c.Points[j]
		work += float32(h.normal[j] * (c.Along(k, t, &wasA, &wasB) + c.Along(k, t, &h.a, &h.b)))
		work += float32(h.tangent[j] * (c.Slide(k, t, &wasA, &wasB) + c.Slide(k, t, &h.a, &h.b)))
		work -= float32(0x1p-10 * float32(h.normal[j]*h.leave[j])) // rounding
	}
	return work
}

// hit changes the motion of a body from was to now, for good, and moves it along the normal.
func (s *state) hit(i uint32, was, now *solve.Motion, moves, by, nx, ny float32) {
	if moves == 0 {
		return
	}
	b, begun, shift := &s.bodies[i], &s.begun[i], &s.shift[i]
	b.VX, b.VY, b.Spin = now.X, now.Y, now.Spin
	begun.X += now.X - was.X
	begun.Y += now.Y - was.Y
	begun.Spin += now.Spin - was.Spin
	shift[0] += float32(by * nx)
	shift[1] += float32(by * ny)
}
