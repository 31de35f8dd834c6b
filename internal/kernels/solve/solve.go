// SPDX-License-Identifier: MIT

package solve

// Lanes is how many contacts a block has.
const Lanes = 16

// Body is the motion of a rigid body, in half a cache line. Lengths and times are in the units of the caller.
type Body struct {
	VX, VY, Spin float32 // velocity of the centre of mass, and angular velocity in radians
	DX, DY       float32 // how far the centre has moved in this frame
	C, S         float32 // cosine and sine of the angle by which the body has turned in this frame
	Fixed        bool    // impulses and gravity do not move it; the caller alone reads this
}

// Block is contacts that are solved together, in columns. A lane without a contact has no masses and no points.
type Block struct {
	A, B     [Lanes]uint32 // bodies
	NX, NY   [Lanes]float32
	InvMassA [Lanes]float32 // 0 for bodies that do not move, which are never written to
	InvMassB [Lanes]float32
	InvTurnA [Lanes]float32 // inverse moments of inertia
	InvTurnB [Lanes]float32
	RoundA   [Lanes]float32 // radius by which the core of the shape is grown
	RoundB   [Lanes]float32
	RollMass [Lanes]float32 // what angular impulse changes the relative angular velocity by 1
	Roll     [Lanes]float32 // angular impulse against rolling
	Points   [2]Points
	Two      bool // a lane has a second point
	_        [63]byte
}

// Points is a contact point of each lane. Impulses are those of one sub-step, in mass times speed.
type Points struct {
	AX, AY, BX, BY [Lanes]float32 // the arms: from the centre of mass of A, and that of B, to the point
	Gap            [Lanes]float32 // the separation at the start of the frame, less what the arms add to it along the normal
	NormalMass     [Lanes]float32 // what impulse changes the relative speed along the normal by 1; 0 if there is no point
	TangentMass    [Lanes]float32
	Normal         [Lanes]float32 // impulse on B along the normal, 0 or more
	Tangent        [Lanes]float32 // impulse on B along the normal turned left
	Peak           [Lanes]float32 // the greatest normal impulse in this frame
	Approach       [Lanes]float32 // relative speed along the normal at the start of the frame, negative if it approaches
}

// Soft is how a contact pushes shapes apart that overlap: like a damped spring, of which an implicit step over the time
// of a sub-step changes the impulse to -mass*(Mass*speed + Push*overlap) - Impulse*(the impulse so far).
type Soft struct{ Push, Mass, Impulse float32 }

// Rigid is a contact that changes speeds, and does not push.
var Rigid = Soft{Mass: 1}

// Pass says how contacts are solved.
type Pass struct {
	InvTime float32 // 1 / time of a sub-step
	Slop    float32 // overlap that is not pushed apart
	MaxPush float32 // the greatest speed at which shapes are pushed apart
	Soft    Soft
	// Friction is the greatest ratio of tangential to normal impulse, Rolling that of angular impulse to
	// normal impulse and radius.
	Friction, Rolling float32
}

// velocity is the part of a Body that impulses change.
type velocity struct{ x, y, spin float32 }

func (b *Body) velocity() velocity { return velocity{b.VX, b.VY, b.Spin} }

func (b *Body) set(v *velocity) { b.VX, b.VY, b.Spin = v.x, v.y, v.spin }

// push adds the impulse (x, y) at the arm (rx, ry), and pull takes it away.
func (v *velocity) push(invMass, invTurn, rx, ry, x, y float32) {
	v.x += float32(invMass * x)
	v.y += float32(invMass * y)
	v.spin += float32(invTurn * (float32(rx*y) - float32(ry*x)))
}

func (v *velocity) pull(invMass, invTurn, rx, ry, x, y float32) {
	v.x -= float32(invMass * x)
	v.y -= float32(invMass * y)
	v.spin -= float32(invTurn * (float32(rx*y) - float32(ry*x)))
}

// least and most are as VMINPS and VMAXPS: of a pair with NaN, or of two zeroes, the second.
func least(a, b float32) float32 {
	if a < b {
		return a
	}
	return b
}

func most(a, b float32) float32 {
	if a > b {
		return a
	}
	return b
}

// across is the velocity of B's point relative to A's.
func (p *Points) across(k int, a, b *velocity) (x, y float32) {
	ax, ay := a.x-float32(a.spin*p.AY[k]), a.y+float32(a.spin*p.AX[k])
	bx, by := b.x-float32(b.spin*p.BY[k]), b.y+float32(b.spin*p.BX[k])
	return bx - ax, by - ay
}

// apply gives both bodies of a lane the impulse (x, y) at a point.
func (c *Block) apply(k int, p *Points, a, b *velocity, x, y float32) {
	a.pull(c.InvMassA[k], c.InvTurnA[k], p.AX[k], p.AY[k], x, y)
	b.push(c.InvMassB[k], c.InvTurnB[k], p.BX[k], p.BY[k], x, y)
}

// points is how many points the lanes of a block have at most.
func (c *Block) points() int {
	if c.Two {
		return 2
	}
	return 1
}

// store writes the velocities of a lane to the bodies that move.
func (c *Block) store(k int, bodies []Body, a, b *velocity) {
	if c.InvMassA[k] != 0 {
		bodies[c.A[k]].set(a)
	}
	if c.InvMassB[k] != 0 {
		bodies[c.B[k]].set(b)
	}
}

// empty reports whether a lane has no contact. Its bodies are not to be read, since others may write to them meanwhile.
func (c *Block) empty(k int) bool { return c.InvMassA[k] == 0 && c.InvMassB[k] == 0 }

// WarmStart gives bodies the impulses that the blocks begin with.
func WarmStart(blocks []Block, bodies []Body) {
	for i := range blocks {
		c := &blocks[i]
		for k := range Lanes {
			if c.empty(k) {
				continue
			}
			a, b := bodies[c.A[k]].velocity(), bodies[c.B[k]].velocity()
			for q := range c.points() {
				p := &c.Points[q]
				n, u, nx, ny := p.Normal[k], p.Tangent[k], c.NX[k], c.NY[k]
				c.apply(k, p, &a, &b, float32(n*nx)-float32(u*ny), float32(n*ny)+float32(u*nx))
			}
			a.spin -= float32(c.InvTurnA[k] * c.Roll[k])
			b.spin += float32(c.InvTurnB[k] * c.Roll[k])
			c.store(k, bodies, &a, &b)
		}
	}
}

// Solve is Solving.Solve in portable Go, which defines what it means. It takes lane after lane, and so also blocks whose
// contacts share bodies that move.
func Solve(blocks []Block, bodies []Body, how *Pass) {
	for i := range blocks {
		c := &blocks[i]
		for k := range Lanes {
			if !c.empty(k) {
				c.solve(k, bodies, how)
			}
		}
	}
}

func (c *Block) solve(k int, bodies []Body, how *Pass) {
	p, q := &bodies[c.A[k]], &bodies[c.B[k]]
	a, b := p.velocity(), q.velocity()
	nx, ny := c.NX[k], c.NY[k]
	n := c.points()
	if how.Rolling != 0 {
		limit := float32(float32(how.Rolling*most(c.RoundA[k], c.RoundB[k])) * (c.Points[0].Normal[k] + c.Points[1].Normal[k]))
		old := c.Roll[k]
		roll := least(most(old-float32(c.RollMass[k]*(b.spin-a.spin)), -limit), limit)
		c.Roll[k] = roll
		a.spin -= float32(c.InvTurnA[k] * (roll - old))
		b.spin += float32(c.InvTurnB[k] * (roll - old))
	}
	for j := range n {
		t := &c.Points[j]
		x, y := t.across(k, &a, &b)
		limit := float32(how.Friction * t.Normal[k])
		old := t.Tangent[k]
		now := least(most(old-float32(t.TangentMass[k]*(float32(nx*y)-float32(ny*x))), -limit), limit)
		t.Tangent[k] = now
		c.apply(k, t, &a, &b, -float32((now-old)*ny), float32((now-old)*nx))
	}
	mx, my := q.DX-p.DX, q.DY-p.DY
	round := float32(c.RoundA[k]*(1-p.C)) + float32(c.RoundB[k]*(1-q.C)) // only cores turn
	for j := range n {
		t := &c.Points[j]
		gx := mx + ((float32(q.C*t.BX[k]) - float32(q.S*t.BY[k])) - (float32(p.C*t.AX[k]) - float32(p.S*t.AY[k])))
		gy := my + ((float32(q.S*t.BX[k]) + float32(q.C*t.BY[k])) - (float32(p.S*t.AX[k]) + float32(p.C*t.AY[k])))
		gap := (t.Gap[k] - round) + (float32(nx*gx) + float32(ny*gy))
		bias, mass, impulse := float32(gap*how.InvTime), float32(1), float32(0)
		if gap <= 0 {
			bias = most(float32(how.Soft.Push*least(gap+how.Slop, 0)), -how.MaxPush)
			mass, impulse = how.Soft.Mass, how.Soft.Impulse
		}
		x, y := t.across(k, &a, &b)
		along := float32(nx*x) + float32(ny*y)
		old := t.Normal[k]
		now := most((old-float32(t.NormalMass[k]*(float32(mass*along)+bias)))-float32(impulse*old), 0)
		t.Normal[k] = now
		t.Peak[k] = most(t.Peak[k], now)
		c.apply(k, t, &a, &b, float32((now-old)*nx), float32((now-old)*ny))
	}
	c.store(k, bodies, &a, &b)
}

// Bounce gives points that hit each other faster than above the share e of that speed to part with.
func Bounce(blocks []Block, bodies []Body, above, e float32) {
	for i := range blocks {
		c := &blocks[i]
		for k := range Lanes {
			if c.empty(k) {
				continue
			}
			a, b := bodies[c.A[k]].velocity(), bodies[c.B[k]].velocity()
			hit := false
			for j := range 8 * c.points() { // two points of a stick are coupled by up to a half: to 2^-16
				t := &c.Points[j%c.points()]
				if t.Approach[k] >= -above || t.Peak[k] == 0 {
					continue
				}
				hit = true
				x, y := t.across(k, &a, &b)
				along := float32(c.NX[k]*x) + float32(c.NY[k]*y)
				old := t.Normal[k]
				now := most(old-float32(t.NormalMass[k]*(along+float32(e*t.Approach[k]))), 0)
				t.Normal[k] = now
				c.apply(k, t, &a, &b, float32((now-old)*c.NX[k]), float32((now-old)*c.NY[k]))
			}
			if hit {
				c.store(k, bodies, &a, &b)
			}
		}
	}
}
