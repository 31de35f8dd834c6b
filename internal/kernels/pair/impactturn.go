// SPDX-License-Identifier: MIT

package pair

import (
	"math"

	"daylight/internal/kernels"
	"daylight/internal/kernels/pose"
)

const (
	// turnRim is how far above the limit, as a fraction of the scale, the separation of
	// a turning pair may be when its impact is reported.
	turnRim = 0x1p-20
	// The steps of an advancement are bounded: so many, and more for each radian.
	// Where they do not do the time that they reached is reported.
	turnSteps     = 64
	radianSteps   = 32
	mostTurnSteps = 4096
)

// meetTurning decides two cores, at least one of them turning, by conservative
// advancement (B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems",
// 1996, section 2.3; E. Catto, "Continuous Collision", Game Developers Conference
// 2013): as long as some axis provably keeps the cores apart for a while, go on by that
// while. So no time that it passes, or returns, is later than the first impact.
func meetTurning(b *Block, p kernels.Pair, wx, wy, va, vb, limit float64) (t, nx, ny float64, hit bool) {
	s, o := &b.Rec[p.A], &b.Rec[p.B]
	dx, dy := o.X-s.X, o.Y-s.Y
	if !(math.Abs(dx)+math.Abs(dy) <= math.MaxFloat64) {
		return 0, 0, 0, false
	}
	var m spins
	m.a.load(b, p.A)
	m.b.load(b, p.B)
	m.wx, m.wy, m.va, m.vb = wx, wy, va, vb
	r := limit + (m.a.radius + m.b.radius)
	if passBy(&m.a.core, &m.b.core, dx, dy, wx, wy, r) {
		return 0, 0, 0, false
	}
	if m.staysApart(dx, dy, r) {
		return 0, 0, 0, false
	}
	steps := turnSteps + int(min(radianSteps*(math.Abs(va)+math.Abs(vb)), mostTurnSteps))
	for range steps {
		m.a.to(float64(va * t))
		m.b.to(float64(vb * t))
		m.x, m.y = dx+float64(t*wx), dy+float64(t*wy)
		scale := m.a.reach + m.b.reach + math.Abs(m.x) + math.Abs(m.y)
		var gap float64
		gap, nx, ny = m.separation(proof64 * scale)
		if !(gap-r > turnRim*scale) {
			return t, nx, ny, gap == gap
		}
		step, end := m.advance(nx, ny, r, 1-t)
		if end {
			return 0, 0, 0, false
		}
		t += step
	}
	return t, nx, ny, true
}

// staysApart reports whether the widest stored axis at the start proves that there is no
// impact, which is so for most pairs, and costs a fraction of a distance.
func (m *spins) staysApart(dx, dy, r float64) bool {
	gap, lane, ofB := axis(&m.a.core, &m.b.core, dx, dy)
	if lane < 0 || !(gap > r) {
		return false
	}
	var x, y float64
	if ofB {
		x, y, _ = m.b.axis(lane)
		x, y = -x, -y
	} else {
		x, y, _ = m.a.axis(lane)
	}
	m.a.to(0)
	m.b.to(0)
	m.x, m.y = dx, dy
	l := m.lower(x, y, r, 0)
	return l.at(1) > turnRim*(m.a.reach+m.b.reach+math.Abs(dx)+math.Abs(dy))
}

// spin is a core turned by the rotation (c, s) on top of its pose.
type spin struct {
	core
	c, s float64
}

// to sets the rotation. It is that of SinCos before it is rounded: within 2^-35.
func (p *spin) to(angle float64) { p.s, p.c = pose.Turn(angle) }

// out turns a vector from the core's frame to the pair's, and in back.
func (p *spin) out(x, y float64) (float64, float64) {
	return float64(p.c*x) - float64(p.s*y), float64(p.s*x) + float64(p.c*y)
}

func (p *spin) in(x, y float64) (float64, float64) {
	return float64(p.c*x) + float64(p.s*y), float64(p.c*y) - float64(p.s*x)
}

// support returns the least dot product of (x, y) with a vertex.
func (p *spin) support(x, y float64) float64 {
	x, y = p.in(x, y)
	m, _ := p.lowest(x, y, p.toward(x, y))
	return m
}

// spins is a pair in motion: B lies at (x, y) from A and moves by (wx, wy), they turn
// by va and vb, all per unit of time.
type spins struct {
	a, b           spin
	x, y           float64
	wx, wy, va, vb float64
}

// gap returns the width of the gap along (x, y) from A to B.
func (m *spins) gap(x, y float64) float64 {
	return m.b.support(x, y) + m.a.support(-x, -y) + (float64(x*m.x) + float64(y*m.y))
}

// separation returns the separation of the cores where they are, and its normal: the distance, or,
// if they overlap or are as near as slack, the widest gap over all edges.
func (m *spins) separation(slack float64) (gap, nx, ny float64) {
	v := vector{dd: math.Inf(1)}
	m.toEdges(&m.a, &m.b, m.x, m.y, 1, &v)
	m.toEdges(&m.b, &m.a, -m.x, -m.y, -1, &v)
	d := math.Sqrt(v.dd)
	if d > slack && d <= math.MaxFloat64 {
		nx, ny = v.x/d, v.y/d
		if gap = m.gap(nx, ny); d-gap <= slack {
			return gap, nx, ny
		}
	}
	gap = math.Inf(-1)
	for i := 0; i < m.a.n; i++ {
		if x, y, ok := m.a.normal(i); ok {
			x, y = m.a.out(x, y)
			if g := m.gap(x, y); g > gap {
				gap, nx, ny = g, x, y
			}
		}
	}
	for i := 0; i < m.b.n; i++ {
		if x, y, ok := m.b.normal(i); ok {
			x, y = m.b.out(x, y)
			if g := m.gap(-x, -y); g > gap {
				gap, nx, ny = g, -x, -y
			}
		}
	}
	if nx == 0 && ny == 0 {
		return d, 1, 0 // two points, or NaN
	}
	return gap, nx, ny
}

// toEdges replaces v by the shortest vector from c's edges to o's vertices, o lying at
// (x, y) from c, if that is shorter. side is -1 where c is B.
func (m *spins) toEdges(c, o *spin, x, y, side float64, v *vector) {
	best := *v
	for j := 0; j < o.n; j++ {
		px, py := o.at(j)
		px, py = o.out(px, py)
		px, py = c.in(px+x, py+y)
		for i := 0; i < c.n; i++ {
			best.toPoint(&c.core, i, c.after(i), px, py, false)
		}
	}
	if best.dd < v.dd {
		best.x, best.y = c.out(best.x, best.y)
		*v = vector{float64(side * best.x), float64(side * best.y), best.dd}
	}
}

// advance returns a time for which the gap along an axis stays above r, or end if it
// does so for the rest. The axis begins as (x, y). It may stand still, or turn with
// either shape: that follows an edge, whose far end would else seem to come nearer.
func (m *spins) advance(x, y, r, rest float64) (step float64, end bool) {
	rates := [3]float64{0, m.va, m.vb}
	for k, rate := range rates {
		if k > 0 && (rate == 0 || k == 2 && rate == m.va) {
			continue
		}
		l := m.lower(x, y, r, rate)
		if step > 0 && l.at(step) < 0 {
			continue // not as far as another
		}
		s, all := l.root(step, rest)
		if all {
			return rest, true
		}
		step = s
	}
	return step, false
}

// lowerBound is a function of time that the gap along an axis that turns at some rate
// is never below, less r. With n the axis, m = (ny, -nx), v a vertex of the core that
// turns relative to the axis at rate k, and the second derivatives of all terms
// bounded by bend,
//
//	gap(s) >= least over vertices of v.(n + s k m), for both cores
//	          + n.d + s (n.w + rate m'.d) - bend s^2 / 2,  m' = (-ny, nx)
//
// which is concave.
type lowerBound struct {
	a, b               *spin // the cores
	x, y, ka, kb       float64
	start, slope, bend float64
}

func (m *spins) lower(x, y, r, rate float64) lowerBound {
	l := lowerBound{a: &m.a, b: &m.b, x: x, y: y, ka: m.va - rate, kb: m.vb - rate}
	l.start = float64(x*m.x) + float64(y*m.y) - r
	l.slope = float64(x*m.wx) + float64(y*m.wy) + float64(rate*(float64(x*m.y)-float64(y*m.x)))
	far := math.Abs(m.x) + math.Abs(m.y)
	fast := math.Abs(m.wx) + math.Abs(m.wy)
	q := float64(rate * rate)
	l.bend = 0.5 * (float64(q*far) + float64((math.Abs(rate)+math.Abs(rate)+q)*fast) +
		float64(float64(l.ka*l.ka)*m.a.reach) + float64(float64(l.kb*l.kb)*m.b.reach))
	return l
}

func (l *lowerBound) at(s float64) float64 {
	ka, kb := float64(s*l.ka), float64(s*l.kb)
	g := l.b.support(l.x+float64(kb*l.y), l.y-float64(kb*l.x)) +
		l.a.support(-l.x-float64(ka*l.y), float64(ka*l.x)-l.y)
	return g + (l.start + float64(s*l.slope)) - float64(float64(s*s)*l.bend)
}

// root returns a time up to which the bound is not below zero, no less than lo, for
// which that holds, and close to the last such; or all if that lies beyond rest. A chord
// of a concave function lies below it, and so finds a root from the left.
func (l *lowerBound) root(lo, rest float64) (s float64, all bool) {
	hi := rest
	above, below := l.at(lo), l.at(hi)
	if below >= 0 {
		return rest, true
	}
	if !(above > 0) {
		return lo, false
	}
	for range 8 {
		if hi-lo <= 0x1p-4*lo {
			break
		}
		if s := lo + float64((hi-lo)*(above/(above-below))); s > lo {
			if g := l.at(s); g >= 0 {
				lo, above = s, g
			} else {
				hi, below = s, g
			}
		}
		s := 0.5 * (lo + hi)
		if hi > 8*lo {
			s = lo + lo + float64(0x1p-6*hi)
		}
		if g := l.at(s); g >= 0 {
			lo, above = s, g
		} else {
			hi, below = s, g
		}
	}
	return lo, false
}

// passBy reports whether discs around the cores stay farther apart than r.
func passBy(a, b *core, dx, dy, wx, wy, r float64) bool {
	reach := float64((a.reach+b.reach+r)*(1+0x1p-20)) +
		float64(0x1p-40*(math.Abs(dx)+math.Abs(dy)+math.Abs(wx)+math.Abs(wy)))
	t := -(float64(dx*wx) + float64(dy*wy)) / (float64(wx*wx) + float64(wy*wy))
	t = max(0, min(t, 1))
	x, y := dx+float64(t*wx), dy+float64(t*wy)
	return reach < 0 || float64(x*x)+float64(y*y) > float64(reach*reach)
}
