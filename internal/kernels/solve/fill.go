// SPDX-License-Identifier: MIT

package solve

import "math"

// Shape is a shape of contacts and the body that it belongs to, in a cache line.
type Shape struct {
	X, Y              float64 // the centre of mass of the body
	FromX, FromY      float32 // the way from there to the position of the shape
	InvMass, InvTurn  float32 // of the body
	Round             float32 // the radius by which the core of the shape is grown
	Turns             float32 // 0 if the body never turns, so that its arms do not matter
	Body              uint32
	_                 uint32
	Friction, Bounce  float32
	Rolling, Velocity float32 // the ratio of angular to normal impulse by radius, and the speed of the surface
}

// Point is a contact point relative to the position of A, halfway between the surfaces. A Feature
// of 0 is no point.
type Point struct {
	X, Y, Depth float32
	Feature     uint32
}

// Last is the impulses that a contact had in the frame before, at the points of two features.
type Last struct {
	Feature         [2]uint32
	Normal, Tangent [2]float32
	Roll            float32
	_               uint32
}

// Rows are the input of Fill, by lane of a block.
type Rows struct {
	Points       [2][Lanes]Point
	Last         [Lanes]Last
	OverX, OverY [Lanes]float32 // the way from the centre of mass of B to that of A
}

// Aside is a normal that replaces the one of a contact's points.
type Aside struct {
	NX, NY float32
	Gap    float32 // the separation along it
}

const (
	// most inverse masses are less than this.
	maxInvMass = 1e30
	// An impulse at one point changes the speed at the other by a share of its own change.
	// mostCoupled is the greatest square of that share. Above it, rounding would decide how much
	// each point gets.
	mostCoupled = 1 - 0x1p-5
)

// Fill is Solving.Fill in portable Go, which defines what it means.
func Fill(c *Block, rows *Rows, shapes []Shape) {
	for k := range Lanes {
		a, b := &shapes[c.A[k]], &shapes[c.B[k]]
		c.A[k], c.B[k] = a.Body, b.Body
		c.InvMassA[k], c.InvMassB[k], c.InvTurnA[k], c.InvTurnB[k] = a.InvMass, b.InvMass, a.InvTurn, b.InvTurn
		c.RoundA[k], c.RoundB[k] = a.Round, b.Round
		c.Friction[k] = a.Friction
		if a.Friction != b.Friction {
			c.Friction[k] = root(float32(a.Friction * b.Friction))
		}
		c.Bounce[k], c.Belt[k] = most(a.Bounce, b.Bounce), -(a.Velocity + b.Velocity)
		rolling, turn := most(a.Rolling, b.Rolling), a.InvTurn+b.InvTurn
		c.Rolling[k], c.RollMass[k], c.Roll[k] = float32(rolling*most(a.Round, b.Round)), 0, 0
		last := &rows.Last[k]
		if rolling > 0 && turn > 0 {
			c.RollMass[k], c.Roll[k] = 1/turn, last.Roll
		}
		c.Points[1].Normal[k], c.Points[1].Tangent[k] = 0, 0
		for j := range c.points() {
			t, p := &c.Points[j], &rows.Points[j][k]
			c.place(k, t, p, rows.OverX[k], rows.OverY[k], a, b, nil)
			t.Normal[k], t.Tangent[k] = 0, 0
			for e, f := range last.Feature {
				if t.NormalMass[k] != 0 && f == p.Feature {
					t.Normal[k], t.Tangent[k] = last.Normal[e], last.Tangent[e]
				}
			}
		}
		if c.Two {
			c.couple(k)
		}
	}
}

// Turn solves a contact that Fill has filled, of the shapes a and b, along another normal.
func (c *Block) Turn(k int, points [2]Point, overX, overY float32, a, b *Shape, other *Aside) {
	for j := range c.points() {
		t := &c.Points[j]
		if c.place(k, t, &points[j], overX, overY, a, b, other); t.NormalMass[k] == 0 {
			t.Normal[k], t.Tangent[k] = 0, 0
		}
	}
	if c.NX[k], c.NY[k] = other.NX, other.NY; c.Two {
		c.couple(k)
	}
}

// place writes the arms, the masses and the gap of a point, which touches elsewhere along another
// normal.
func (c *Block) place(k int, t *Points, p *Point, overX, overY float32, a, b *Shape, other *Aside) {
	nx, ny, gap := c.NX[k], c.NY[k], -p.Depth
	half := p.Depth * 0.5 // from the middle of a gap to either surface
	x, y := p.X+a.FromX, p.Y+a.FromY
	ax, ay := x+float32(half*nx), y+float32(half*ny)
	bx, by := (x+overX)-float32(half*nx), (y+overY)-float32(half*ny)
	if other != nil {
		turnX, turnY := other.NX-nx, other.NY-ny
		ax, ay = ax+float32(a.Round*turnX), ay+float32(a.Round*turnY)
		bx, by = bx-float32(b.Round*turnX), by-float32(b.Round*turnY)
		nx, ny, gap = other.NX, other.NY, other.Gap
	}
	if a.Turns == 0 {
		ax, ay = 0, 0
	}
	if b.Turns == 0 {
		bx, by = 0, 0
	}
	acrossA, alongA := float32(ax*ny)-float32(ay*nx), float32(ax*nx)+float32(ay*ny)
	acrossB, alongB := float32(bx*ny)-float32(by*nx), float32(bx*nx)+float32(by*ny)
	mass := a.InvMass + b.InvMass
	normal := mass + (float32(a.InvTurn*float32(acrossA*acrossA)) + float32(b.InvTurn*float32(acrossB*acrossB)))
	tangent := mass + (float32(a.InvTurn*float32(alongA*alongA)) + float32(b.InvTurn*float32(alongB*alongB)))
	start := gap - (alongB - alongA)
	normal, tangent = 1/normal, 1/tangent
	if p.Feature == 0 || !(normal > 1/maxInvMass) || !(tangent > 1/maxInvMass) {
		acrossA, alongA, acrossB, alongB, start, gap, normal, tangent = 0, 0, 0, 0, 0, 0, 0, 0
	}
	t.AlongA[k], t.AcrossA[k], t.AlongB[k], t.AcrossB[k] = alongA, acrossA, alongB, acrossB
	t.Gap[k], t.Apart[k], t.NormalMass[k], t.TangentMass[k] = start, gap, normal, tangent
}

// couple computes how an impulse at one point of a lane changes the speed at the other.
func (c *Block) couple(k int) {
	p, q := &c.Points[0], &c.Points[1]
	by := (c.InvMassA[k] + c.InvMassB[k]) + (float32(c.InvTurnA[k]*float32(p.AcrossA[k]*q.AcrossA[k])) + float32(c.InvTurnB[k]*float32(p.AcrossB[k]*q.AcrossB[k])))
	if square := float32(float32(by*p.NormalMass[k]) * float32(by*q.NormalMass[k])); square > mostCoupled {
		by = float32(by * root(mostCoupled/square))
	}
	c.Couple[k] = by
}

func root(x float32) float32 { return float32(math.Sqrt(float64(x))) }
