// SPDX-License-Identifier: MIT

package solve

// Lanes is how many contacts a block has.
const Lanes = 16

// Body is the motion of a rigid body, in half a cache line. Lengths and times are in the units of
// the caller.
type Body struct {
	VX, VY, Spin float32 // velocity of the centre of mass, and angular velocity in radians
	DX, DY       float32 // how far the centre has moved in this frame
	C, S         float32 // cosine and sine of the angle by which the body has turned in this frame
	Fixed        bool    // impulses and gravity do not move it; the caller alone reads this
}

// Block is contacts that are solved together, in columns. A lane without a contact has no masses
// and no points.
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
	Friction [Lanes]float32 // the greatest ratio of tangential to normal impulse
	Rolling  [Lanes]float32 // the greatest ratio of angular to normal impulse
	Belt     [Lanes]float32 // the tangential speed of B's point relative to A's that friction leads to
	Bounce   [Lanes]float32 // the coefficient of restitution; the caller alone reads this
	Points   [2]Points
	Two      bool // a lane has a second point
	_        [63]byte
}

// Points is a contact point of each lane. Impulses are those of one sub-step, in mass times speed.
type Points struct {
	AX, AY, BX, BY [Lanes]float32 // the arms: from the centre of mass of A to the point of its surface, and of B to that of B's
	Gap            [Lanes]float32 // the separation at the start of the frame, less what the arms add to it along the normal
	NormalMass     [Lanes]float32 // what impulse changes the relative speed along the normal by 1; 0 if there is no point
	TangentMass    [Lanes]float32
	Normal         [Lanes]float32 // impulse on B along the normal, 0 or more
	Tangent        [Lanes]float32 // impulse on B along the normal turned left
}

// Soft is how a contact pushes shapes apart that overlap: like a damped spring, of which an
// implicit step over the time of a sub-step changes the impulse to -mass*(Mass*speed +
// Push*overlap) - Impulse*(the impulse so far).
type Soft struct{ Push, Mass, Impulse float32 }

// Rigid is a contact that changes speeds, and does not push.
var Rigid = Soft{Mass: 1}

// Pass says how contacts are solved.
type Pass struct {
	InvTime float32 // 1 / time of a sub-step
	Slop    float32 // overlap that is not pushed apart
	MaxPush float32 // the greatest speed at which shapes are pushed apart
	Soft    Soft
	Rub     uint32 // not 0: friction and rolling resistance are solved, too
	// Ahead is an impulse that a contact with a gap must exceed to be solved: less than 0 for all
	// contacts, 0 for those that have an impulse already. What closes its gap in the next sub-step
	// only is left to that.
	Ahead float32
}

// Motion is the part of a Body that impulses change: the velocity of its centre of mass, and its
// spin.
type Motion struct{ X, Y, Spin float32 }

// Motion is that of a body.
func (b *Body) Motion() Motion { return Motion{b.VX, b.VY, b.Spin} }

// Set changes the motion of a body.
func (b *Body) Set(v Motion) { b.VX, b.VY, b.Spin = v.X, v.Y, v.Spin }

// push adds the impulse (x, y) at the arm (rx, ry), and pull takes it away.
func (v *Motion) push(invMass, invTurn, rx, ry, x, y float32) {
	v.X += float32(invMass * x)
	v.Y += float32(invMass * y)
	v.Spin += float32(invTurn * (float32(rx*y) - float32(ry*x)))
}

func (v *Motion) pull(invMass, invTurn, rx, ry, x, y float32) {
	v.X -= float32(invMass * x)
	v.Y -= float32(invMass * y)
	v.Spin -= float32(invTurn * (float32(rx*y) - float32(ry*x)))
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

// Across is the velocity of B's point relative to A's.
func (p *Points) Across(k int, a, b *Motion) (x, y float32) {
	ax, ay := a.X-float32(a.Spin*p.AY[k]), a.Y+float32(a.Spin*p.AX[k])
	bx, by := b.X-float32(b.Spin*p.BY[k]), b.Y+float32(b.Spin*p.BX[k])
	return bx - ax, by - ay
}

// Apply gives both bodies of a lane the impulse (x, y) at a point.
func (c *Block) Apply(k int, p *Points, a, b *Motion, x, y float32) {
	a.pull(c.InvMassA[k], c.InvTurnA[k], p.AX[k], p.AY[k], x, y)
	b.push(c.InvMassB[k], c.InvTurnB[k], p.BX[k], p.BY[k], x, y)
}

// Gap is the separation of a point of lane k now, whose bodies are p and q.
func (c *Block) Gap(k int, t *Points, p, q *Body) float32 {
	mx, my := q.DX-p.DX, q.DY-p.DY
	round := float32(c.RoundA[k]*(1-p.C)) + float32(c.RoundB[k]*(1-q.C)) // only cores turn
	gx := mx + ((float32(q.C*t.BX[k]) - float32(q.S*t.BY[k])) - (float32(p.C*t.AX[k]) - float32(p.S*t.AY[k])))
	gy := my + ((float32(q.S*t.BX[k]) + float32(q.C*t.BY[k])) - (float32(p.S*t.AX[k]) + float32(p.C*t.AY[k])))
	return (t.Gap[k] - round) + (float32(c.NX[k]*gx) + float32(c.NY[k]*gy))
}

// points is how many points the lanes of a block have at most.
func (c *Block) points() int {
	if c.Two {
		return 2
	}
	return 1
}

// store writes the velocities of a lane to the bodies that move.
func (c *Block) store(k int, bodies []Body, a, b *Motion) {
	if c.InvMassA[k] != 0 {
		bodies[c.A[k]].Set(*a)
	}
	if c.InvMassB[k] != 0 {
		bodies[c.B[k]].Set(*b)
	}
}

// empty reports whether a lane has no contact. Its bodies are not to be read, since others may
// write to them meanwhile.
func (c *Block) empty(k int) bool { return c.InvMassA[k] == 0 && c.InvMassB[k] == 0 }

// WarmStart gives bodies the impulses that the blocks begin with.
func WarmStart(blocks []Block, bodies []Body) {
	for i := range blocks {
		c := &blocks[i]
		for k := range Lanes {
			if c.empty(k) {
				continue
			}
			a, b := bodies[c.A[k]].Motion(), bodies[c.B[k]].Motion()
			for q := range c.points() {
				p := &c.Points[q]
				n, u, nx, ny := p.Normal[k], p.Tangent[k], c.NX[k], c.NY[k]
				c.Apply(k, p, &a, &b, float32(n*nx)-float32(u*ny), float32(n*ny)+float32(u*nx))
			}
			a.Spin -= float32(c.InvTurnA[k] * c.Roll[k])
			b.Spin += float32(c.InvTurnB[k] * c.Roll[k])
			c.store(k, bodies, &a, &b)
		}
	}
}

// Solve is Solving.Solve in portable Go, which defines what it means. It takes lane after lane, and
// so also blocks whose contacts share bodies that move.
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

// pointRounds is how often a pass solves the two points of a contact in turn. A single round would
// turn a box that lands flat.
const pointRounds = 2

func (c *Block) solve(k int, bodies []Body, how *Pass) {
	p, q := &bodies[c.A[k]], &bodies[c.B[k]]
	a, b := p.Motion(), q.Motion()
	n := c.points()
	rounds := 1
	if n == 2 {
		rounds = pointRounds
	}
	for j := range n * rounds {
		c.press(k, j%n, p, q, &a, &b, how)
	}
	if how.Rub != 0 {
		c.rub(k, n, &a, &b)
	}
	c.store(k, bodies, &a, &b)
}

// press solves a point along the normal.
func (c *Block) press(k, j int, p, q *Body, a, b *Motion, how *Pass) {
	t := &c.Points[j]
	gap := c.Gap(k, t, p, q)
	bias, mass, impulse := float32(gap*how.InvTime), float32(1), float32(0)
	if gap <= 0 {
		bias = most(float32(how.Soft.Push*least(gap+how.Slop, 0)), -how.MaxPush)
		mass, impulse = how.Soft.Mass, how.Soft.Impulse
	}
	x, y := t.Across(k, a, b)
	nx, ny := c.NX[k], c.NY[k]
	along := float32(nx*x) + float32(ny*y)
	old := t.Normal[k]
	now := most((old-float32(t.NormalMass[k]*(float32(mass*along)+bias)))-float32(impulse*old), 0)
	if !(gap <= 0) && !(old > how.Ahead) {
		now = 0
	}
	t.Normal[k] = now
	c.Apply(k, t, a, b, float32((now-old)*nx), float32((now-old)*ny))
}

// rub solves friction and rolling resistance. Both are limited by the normal impulses as they are
// now, so that a hit gets its whole friction in the sub-step that it falls in.
func (c *Block) rub(k, n int, a, b *Motion) {
	nx, ny := c.NX[k], c.NY[k]
	for j := range n {
		t := &c.Points[j]
		x, y := t.Across(k, a, b)
		slide := (float32(nx*y) - float32(ny*x)) - c.Belt[k]
		limit := float32(c.Friction[k] * t.Normal[k])
		old := t.Tangent[k]
		now := least(most(old-float32(t.TangentMass[k]*slide), -limit), limit)
		t.Tangent[k] = now
		c.Apply(k, t, a, b, -float32((now-old)*ny), float32((now-old)*nx))
	}
	limit := float32(c.Rolling[k] * (c.Points[0].Normal[k] + c.Points[1].Normal[k]))
	old := c.Roll[k]
	roll := least(most(old-float32(c.RollMass[k]*(b.Spin-a.Spin)), -limit), limit)
	c.Roll[k] = roll
	a.Spin -= float32(c.InvTurnA[k] * (roll - old))
	b.Spin += float32(c.InvTurnB[k] * (roll - old))
}
