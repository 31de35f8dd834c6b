// SPDX-License-Identifier: MIT

package solver

import (
	"math"

	"daylight/internal/guard"
	"daylight/internal/kernels"
	"daylight/internal/kernels/solve"
	"daylight/internal/store"
)

const (
	advances  = 16     // how often shapes are advanced until they touch
	glancing  = 0x1p-5 // the sine of an angle at which shapes pass each other
	clearance = 0x1p-9 // the share of its size by which a body is lifted at least
)

// lookAhead finds the contacts that are solved along other normals than those of the step.
func (s *state) lookAhead() error {
	if s.flat {
		of := s.Of
		if of[1] == nil {
			of[1] = of[0]
		}
		s.stores = store.Both(of)
		if err := s.each((*state).openProbes); err != nil {
			return err
		}
		s.findLifts()
	}
	return s.each((*state).lookAtShare)
}

// openProbes brings an owner's share of the shapes up to date, and opens the owner's probe.
func (s *state) openProbes(o *owner) {
	for k, of := range s.Of {
		if of != nil {
			n, parts := of.Len(), len(s.owners)
			s.stores[k].Refresh(s.kernels, guard.Cut(n, o.k, parts), guard.Cut(n, o.k+1, parts))
		}
	}
	l := &s.lookers[o.k]
	l.probe.Use(s.kernels)
	_ = l.probe.OpenBoth(s.stores) // it fails only without kernels
}

// lookAtShare looks at an owner's share of the contacts.
func (s *state) lookAtShare(o *owner) {
	l := &s.lookers[o.k]
	l.ahead = l.ahead[:0]
	for _, row := range l.looks {
		i := int(row)
		e := s.ends[i]
		if nx, ny, ok := s.Spread(e[0], e[1], s.contacts.A[i], s.contacts.B[i]); ok {
			l.ahead = append(l.ahead, ahead{row, solve.Aside{NX: nx, NY: ny, Gap: -s.contacts.Depth[i]}})
		} else if s.flat {
			s.look(l, i, e[0], e[1])
		}
	}
}

// findLifts finds the lift of each body. A caller may give contacts other normals than that of the
// shortest push, so findLifts decides the pairs anew.
func (s *state) findLifts() {
	for i := range s.lifts {
		s.lifts[i].row = -1
	}
	for k := range s.lookers {
		for _, row := range s.lookers[k].looks {
			s.liftBy(int(row))
		}
	}
}

// liftBy makes contact i the lift of a body, if it is deeper than those before.
func (s *state) liftBy(i int) {
	a, b := s.ends[i][0], s.ends[i][1]
	movesA, movesB := s.Traits[a].W != 0, s.Traits[b].W != 0
	k := b
	if movesA {
		k = a
	}
	tiny := float64(clearance * float64(s.Traits[k].Size))
	deep := float64(s.contacts.Depth[i])
	if movesA == movesB || deep < -tiny {
		return
	}
	x, y, gap := float64(s.contacts.NX[i]), float64(s.contacts.NY[i]), -deep
	if deep > 0 && !s.probeAt(&s.lookers[0], i, 0, 0, &x, &y, &gap) {
		return
	}
	if movesA {
		x, y = -x, -y
	}
	if l := &s.lifts[k]; l.row < 0 || -gap > l.deep {
		*l = lift{x, y, -gap, max(-gap, 0) + tiny, i}
	}
}

// look decides contact i of bodies a and b.
func (s *state) look(of *looker, i int, a, b uint32) {
	c := s.contacts
	nx, ny, gap := float64(c.NX[i]), float64(c.NY[i]), -float64(c.Depth[i])
	single := s.Traits[a].W == 0 || s.Traits[b].W == 0
	vx, vy := s.relative(i, a, b)
	l, sign := &s.lifts[b], 1.0
	if s.Traits[b].W == 0 {
		l, sign = &s.lifts[a], -1
	}
	lifted := single && l.row >= 0
	var x, y float64 // how B is lifted
	if lifted && l.row == i {
		if turned := sign * (float64(l.nx*nx) + float64(l.ny*ny)); turned < 0.99 {
			of.ahead = append(of.ahead, ahead{uint32(i), solve.Aside{NX: float32(sign * l.nx), NY: float32(sign * l.ny), Gap: float32(-l.deep)}})
		}
		return
	}
	if lifted {
		x, y = sign*float64(l.nx*l.by), sign*float64(l.ny*l.by)
		// Nothing moves deeper into what it is lifted from.
		if in := sign * (float64(vx*l.nx) + float64(vy*l.ny)); in < 0 {
			vx, vy = vx-float64(sign*float64(in*l.nx)), vy-float64(sign*float64(in*l.ny))
		}
	}
	duration := s.cfg.Duration
	closing := -(float64(vx*nx) + float64(vy*ny))
	if !lifted && gap <= 0 || gap > float64(max(closing, 0)*duration) {
		return
	}
	fast := math.Sqrt(float64(vx*vx) + float64(vy*vy))
	time := 0.0
	if part := max(l.deep, 0) / l.by; lifted && gap < 0 && (!s.probeAt(of, i, x*part, y*part, &nx, &ny, &gap) || gap < -of.touching) {
		return // it also overlaps beside the seam
	}
	if lifted && !s.probeAt(of, i, x, y, &nx, &ny, &gap) {
		return
	}
	for range advances {
		closing = -(float64(vx*nx) + float64(vy*ny))
		if closing <= float64(glancing*fast) || gap > float64(closing*(duration-time)) || gap <= of.touching {
			break
		}
		time += gap / closing
		if !s.probeAt(of, i, x+float64(vx*time), y+float64(vy*time), &nx, &ny, &gap) {
			return
		}
	}
	if closing > 0 && closing <= float64(glancing*fast) { // it passes
		nx, ny = nx+float64(closing*vx)/float64(fast*fast), ny+float64(closing*vy)/float64(fast*fast)
		long := math.Sqrt(float64(nx*nx) + float64(ny*ny))
		nx, ny = nx/long, ny/long
	}
	gap -= float64(time * (float64(vx*nx) + float64(vy*ny)))
	of.ahead = append(of.ahead, ahead{uint32(i), solve.Aside{NX: float32(nx), NY: float32(ny), Gap: float32(gap)}})
}

// probeAt decides the shapes of contact i as if B were moved by (dx, dy).
func (s *state) probeAt(l *looker, i int, dx, dy float64, nx, ny, gap *float64) bool {
	found, err := l.probe.Opened(s.stores, uint64(s.contacts.A[i]), uint64(s.contacts.B[i]), -dx, -dy)
	if err != nil {
		return false
	}
	*nx, *ny, *gap, l.touching = float64(found.NX), float64(found.NY), -float64(found.Depth), 2*found.Bound
	return *gap-*gap == 0
}

// relative is the velocity of B's body relative to A's at contact i.
func (s *state) relative(i int, a, b uint32) (x, y float64) {
	p, q := &s.bodies[a], &s.bodies[b]
	x, y = float64(q.VX)-float64(p.VX), float64(q.VY)-float64(p.VY)
	if s.cfg.turns() {
		// The arms of a round shape turn with it, and its surface does not move along the normal.
		at := &s.contacts.Points[0][i]
		slot, _ := s.shapesOf(uint32(i))
		px, py := s.X[slot]+float64(at.X), s.Y[slot]+float64(at.Y)
		if s.round(a) == 0 {
			x += float64(float64(p.Spin) * (py - s.shapes[a].Y))
			y -= float64(float64(p.Spin) * (px - s.shapes[a].X))
		}
		if s.round(b) == 0 {
			x -= float64(float64(q.Spin) * (py - s.shapes[b].Y))
			y += float64(float64(q.Spin) * (px - s.shapes[b].X))
		}
	}
	return x, y
}

// round is the radius of a circle, and 0 for other shapes.
func (s *state) round(i uint32) float32 {
	if k, at := s.In(i); s.Geo[k].Class[at] == kernels.Circle {
		return s.Geo[k].P[at]
	}
	return 0
}
