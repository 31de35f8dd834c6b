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
	Couple   [Lanes]float32 // what an impulse of 1 at one point changes the speed at the other by, along the normal; read if Two
	Points   [2]Points
	Two      bool // a lane has a second point
	_        [63]byte
}

// Points is a contact point of each lane. Impulses are those of one sub-step, in mass times speed.
// Arms lead from the centre of mass of a body to the point of its surface.
type Points struct {
	AlongA, AcrossA [Lanes]float32 // the arm of A along the normal, and along the normal turned right
	AlongB, AcrossB [Lanes]float32
	Gap             [Lanes]float32 // the separation at the start of the frame, less what the arms add to it along the normal
	NormalMass      [Lanes]float32 // what impulse changes the relative speed along the normal by 1; 0 if there is no point
	TangentMass     [Lanes]float32
	Normal          [Lanes]float32 // impulse on B along the normal, 0 or more
	Tangent         [Lanes]float32 // impulse on B along the normal turned left
	Apart           [Lanes]float32 // the separation now
}

// Soft is how a contact pushes shapes apart that overlap: like a damped spring. An implicit step
// over the time of a sub-step changes the impulse to -mass*(Mass*speed + Push*overlap) -
// Impulse*(the impulse so far).
type Soft struct{ Push, Mass, Impulse float32 }

// Rigid is a contact that changes speeds, and does not push.
var Rigid = Soft{Mass: 1}

// Pass says how contacts are solved.
type Pass struct {
	InvTime float32 // 1 / time of a sub-step
	Slop    float32 // overlap that is not pushed apart
	MaxPush float32 // the greatest speed at which shapes are pushed apart
	Soft    Soft
	Rub     uint32 // not 0: friction and rolling resistance are solved, too, and bodies have moved since the pass before
	// Ahead is an impulse that a contact with a gap must exceed to be solved: less than 0 for all
	// contacts, 0 for contacts that have an impulse already. A contact that closes its gap only in
	// the next sub-step is solved there.
	Ahead float32
}

// Motion is the part of a Body that impulses change: the velocity of its centre of mass, and its
// spin.
type Motion struct{ X, Y, Spin float32 }

// Motion is that of a body.
func (b *Body) Motion() Motion { return Motion{b.VX, b.VY, b.Spin} }

// Set changes the motion of a body.
func (b *Body) Set(v Motion) { b.VX, b.VY, b.Spin = v.X, v.Y, v.Spin }

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

// Along is the speed of B's point relative to A's along the normal of lane k. Slide is the speed
// along the normal turned left, less the speed of belts.
func (c *Block) Along(k int, t *Points, a, b *Motion) float32 {
	return (float32(c.NX[k]*(b.X-a.X)) + float32(c.NY[k]*(b.Y-a.Y))) + turned(a.Spin, b.Spin, t.AcrossA[k], t.AcrossB[k])
}

func (c *Block) Slide(k int, t *Points, a, b *Motion) float32 {
	return c.slides(k, a, b) + turned(a.Spin, b.Spin, t.AlongA[k], t.AlongB[k])
}

// slides is Slide without spins.
func (c *Block) slides(k int, a, b *Motion) float32 {
	return (float32(c.NX[k]*(b.Y-a.Y)) - float32(c.NY[k]*(b.X-a.X))) - c.Belt[k]
}

func turned(spinA, spinB, armA, armB float32) float32 {
	return float32(spinB*armB) - float32(spinA*armA)
}

// Apply gives both bodies of a lane impulses at a point.
func (c *Block) Apply(k int, t *Points, a, b *Motion, normal, tangent float32) {
	c.move(k, a, b, normal, tangent)
	c.turn(k, a, b, float32(normal*t.AcrossA[k])+float32(tangent*t.AlongA[k]), float32(normal*t.AcrossB[k])+float32(tangent*t.AlongB[k]))
}

// move gives both bodies of a lane impulses that do not turn them.
func (c *Block) move(k int, a, b *Motion, normal, tangent float32) {
	nx, ny := c.NX[k], c.NY[k]
	x, y := float32(normal*nx)-float32(tangent*ny), float32(normal*ny)+float32(tangent*nx)
	a.X -= float32(c.InvMassA[k] * x)
	a.Y -= float32(c.InvMassA[k] * y)
	b.X += float32(c.InvMassB[k] * x)
	b.Y += float32(c.InvMassB[k] * y)
}

// gap is the separation of a point of lane k, whose bodies are p and q.
func (c *Block) gap(k int, t *Points, p, q *Body) float32 {
	round := float32(c.RoundA[k]*(1-p.C)) + float32(c.RoundB[k]*(1-q.C)) // only cores turn
	moved := float32(c.NX[k]*(q.DX-p.DX)) + float32(c.NY[k]*(q.DY-p.DY))
	arms := (float32(q.C*t.AlongB[k]) + float32(q.S*t.AcrossB[k])) - (float32(p.C*t.AlongA[k]) + float32(p.S*t.AcrossA[k]))
	return ((t.Gap[k] - round) + moved) + arms
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
			for j := range c.points() {
				t := &c.Points[j]
				c.Apply(k, t, &a, &b, t.Normal[k], t.Tangent[k])
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

func (c *Block) solve(k int, bodies []Body, how *Pass) {
	p, q := &bodies[c.A[k]], &bodies[c.B[k]]
	a, b := p.Motion(), q.Motion()
	normal, tangent := c.press(k, &a, &b, p, q, how), float32(0)
	if how.Rub != 0 {
		tangent = c.rub(k, &a, &b)
	}
	c.move(k, &a, &b, normal, tangent)
	c.store(k, bodies, &a, &b)
}

// press solves the points along the normal, both at once. It changes the spins, and returns the
// impulse that changes the velocities.
func (c *Block) press(k int, a, b *Motion, p, q *Body, how *Pass) float32 {
	first, wasFirst, coupleFirst := c.alone(k, &c.Points[0], p, q, how)
	if !c.Two {
		c.Points[0].Normal[k] = most(first, 0)
		step := c.Points[0].Normal[k] - wasFirst
		c.turn(k, a, b, float32(step*c.Points[0].AcrossA[k]), float32(step*c.Points[0].AcrossB[k]))
		return step
	}
	t, u := &c.Points[0], &c.Points[1]
	second, wasSecond, coupleSecond := c.alone(k, u, p, q, how)
	first += float32(coupleFirst * wasSecond) // if the other had no impulse
	second += float32(coupleSecond * wasFirst)
	part := 1 / (1 - float32(coupleFirst*coupleSecond))
	x, y := float32((first-float32(coupleFirst*second))*part), float32((second-float32(coupleSecond*first))*part)
	if !(y < 0) {
		first = x
	}
	if !(x < 0) {
		second = y
	}
	t.Normal[k], u.Normal[k] = most(first, 0), most(second, 0)
	step, other := t.Normal[k]-wasFirst, u.Normal[k]-wasSecond
	c.turn(k, a, b, float32(step*t.AcrossA[k])+float32(other*u.AcrossA[k]), float32(step*t.AcrossB[k])+float32(other*u.AcrossB[k]))
	return step + other
}

// alone returns three impulses of a point along the normal: now, the one that it gets if the other
// point's stays (less than 0 if it would pull); old, the one that it has; and couple, by how much
// now shrinks for an impulse of 1 more at the other point.
func (c *Block) alone(k int, t *Points, p, q *Body, how *Pass) (now, old, couple float32) {
	if how.Rub != 0 {
		t.Apart[k] = c.gap(k, t, p, q)
	}
	gap := t.Apart[k]
	bias, mass, impulse := float32(gap*how.InvTime), float32(1), float32(0)
	if gap <= 0 {
		bias = most(float32(how.Soft.Push*least(gap+how.Slop, 0)), -how.MaxPush)
		mass, impulse = how.Soft.Mass, how.Soft.Impulse
	}
	old = t.Normal[k]
	if !(gap <= 0) && !(old > how.Ahead) {
		return 0, old, 0
	}
	a, b := p.Motion(), q.Motion()
	along := c.Along(k, t, &a, &b)
	now = (old - float32(t.NormalMass[k]*(float32(mass*along)+bias))) - float32(impulse*old)
	if c.Two {
		couple = float32(float32(t.NormalMass[k]*mass) * c.Couple[k])
	}
	return now, old, couple
}

// turn changes the spins of both bodies by angular impulses.
func (c *Block) turn(k int, a, b *Motion, onA, onB float32) {
	a.Spin -= float32(c.InvTurnA[k] * onA)
	b.Spin += float32(c.InvTurnB[k] * onB)
}

// rub solves friction and rolling resistance. The current normal impulses limit both. So a hit gets
// its whole friction in the sub-step that it falls in. It changes the spins, and returns the
// impulse along the surface that changes the velocities.
func (c *Block) rub(k int, a, b *Motion) (sum float32) {
	slides, mass := c.slides(k, a, b), c.InvMassA[k]+c.InvMassB[k]
	for j := range c.points() {
		t := &c.Points[j]
		slide := slides + turned(a.Spin, b.Spin, t.AlongA[k], t.AlongB[k])
		limit := float32(c.Friction[k] * t.Normal[k])
		old := t.Tangent[k]
		t.Tangent[k] = least(most(old-float32(t.TangentMass[k]*slide), -limit), limit)
		step := t.Tangent[k] - old
		c.turn(k, a, b, float32(step*t.AlongA[k]), float32(step*t.AlongB[k]))
		slides += float32(mass * step)
		sum += step
	}
	limit := float32(c.Rolling[k] * (c.Points[0].Normal[k] + c.Points[1].Normal[k]))
	old := c.Roll[k]
	roll := least(most(old-float32(c.RollMass[k]*(b.Spin-a.Spin)), -limit), limit)
	c.Roll[k] = roll
	c.turn(k, a, b, roll-old, roll-old)
	return sum
}
