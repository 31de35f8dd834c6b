// SPDX-License-Identifier: MIT

package region

import "math"

// A curve is a piece of the boundary of a grown convex core, over x0 to x1: a line, or an arc of at
// most a quarter of a circle. The inside lies below a curve that is a top, and above one that is not.
type curve struct {
	x0, x1 float64
	y0, y1 float64 // of a line, at x0 and x1
	cx, cy float64 // of an arc, the centre
	r      float64 // of an arc, otherwise 0
	top    bool
	part   int32
}

// appendCurves appends the boundary of a core grown by a radius, relative to o. Vertical edges
// have no curve.
func appendCurves(dst []curve, core []Point, radius float64, o Point, part int32) []curve {
	n := len(core)
	at := func(i int) Point { p := core[i%n]; return Point{p.X - o.X, p.Y - o.Y} }
	if n == 1 {
		p := at(0)
		dst = appendArc(dst, p, radius, p.X+radius, p.X-radius, true, part)
		return appendArc(dst, p, radius, p.X-radius, p.X+radius, false, part)
	}
	// Outward normals of the edge before a corner and of that after it.
	p := at(n - 1)
	q := at(0)
	last := outward(p, q)
	for i := range n {
		p, q = q, at(i+1)
		normal := outward(p, q)
		if radius > 0 {
			dst = appendCorner(dst, p, radius, last, normal, part)
		}
		a := Point{p.X + float64(radius*normal.X), p.Y + float64(radius*normal.Y)}
		b := Point{q.X + float64(radius*normal.X), q.Y + float64(radius*normal.Y)}
		if b.X < a.X {
			a, b = b, a
		}
		if a.X < b.X {
			dst = append(dst, curve{x0: a.X, x1: b.X, y0: a.Y, y1: b.Y, top: normal.Y > 0, part: part})
		}
		last = normal
	}
	return dst
}

// outward returns the unit normal on the right of the direction from p to q.
func outward(p, q Point) Point {
	dx, dy := q.X-p.X, q.Y-p.Y
	l := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	return Point{dy / l, -dx / l}
}

// appendCorner appends the arc about p from normal a counter-clockwise to b, at most half a circle.
// That runs to the left at the top of a circle, and to the right at its bottom.
func appendCorner(dst []curve, p Point, r float64, a, b Point, part int32) []curve {
	upA, upB := a.Y > 0 || a.Y == 0 && a.X > 0, b.Y > 0 || b.Y == 0 && b.X < 0
	from, to := p.X+float64(r*a.X), p.X+float64(r*b.X)
	switch {
	case upA == upB:
		return appendArc(dst, p, r, from, to, upA, part)
	case upA:
		dst = appendArc(dst, p, r, from, p.X-r, true, part)
		return appendArc(dst, p, r, p.X-r, to, false, part)
	}
	dst = appendArc(dst, p, r, from, p.X+r, false, part)
	return appendArc(dst, p, r, p.X+r, to, true, part)
}

// appendArc appends an arc about p that runs from one x to another, cut at the top or bottom of the
// circle. It appends none if rounding has reversed its ends.
func appendArc(dst []curve, p Point, r, from, to float64, top bool, part int32) []curve {
	if top {
		from, to = to, from
	}
	c := curve{cx: p.X, cy: p.Y, r: r, top: top, part: part}
	for _, ends := range [2][2]float64{{from, min(to, p.X)}, {max(from, p.X), to}} {
		if c.x0, c.x1 = ends[0], ends[1]; c.x0 < c.x1 {
			dst = append(dst, c)
		}
	}
	return dst
}

// at is where the curve is at x.
func (c *curve) at(x float64) float64 {
	if c.r == 0 {
		return c.y0 + float64((c.y1-c.y0)*((x-c.x0)/(c.x1-c.x0)))
	}
	u := x - c.cx
	h := math.Sqrt(max(float64((c.r-u)*(c.r+u)), 0))
	if c.top {
		return c.cy + h
	}
	return c.cy - h
}

// bow is the area between an arc and its chord over w and h, which spans a quarter of a circle at
// most, above the chord, and its moments about the origin. The chord begins at a.
func (c *curve) bow(w, h float64) (area, x, y float64) {
	if c.r == 0 {
		return 0, 0, 0
	}
	square := float64(w*w) + float64(h*h)
	area = float64(c.r*c.r) * bow(math.Sqrt(square)/(2*c.r))
	// The centroid of a segment of a circle lies at chord^3 / (12 area) from the centre.
	third := square / 12
	x, y = float64(area*c.cx), float64(area*c.cy)
	if !c.top {
		area, x, y = -area, -x, -y
	}
	return area, x - float64(third*h), y + float64(third*w)
}

// bow is the area between an arc and its chord in a circle of radius 1, whose chord is 2 s long and
// at most that of a quarter:
//
//	asin s - s sqrt(1 - s^2) = sum of 2 C(2n, n) / 4^n / (2n + 3) s^(2n + 3)
//
// Two halves of an arc have two such pieces and a triangle.
func bow(s float64) float64 {
	if s > 0.25 {
		k := math.Sqrt(float64((1 - s) * (1 + s)))
		return float64(s*float64(s*s))/(1+k) + 2*bow(s/math.Sqrt(2*(1+k)))
	}
	square := float64(s * s)
	sum := 0.0
	for n := len(bowTerms) - 1; n >= 0; n-- {
		sum = float64(sum*square) + bowTerms[n]
	}
	return float64(sum * float64(s*square))
}

// bowTerms leave out less than 2^-56 of the sum for s up to 1/4.
var bowTerms = func() (terms [13]float64) {
	c := 2.0 // 2 C(2n, n) / 4^n
	for n := range terms {
		terms[n] = c / float64(2*n+3)
		c = float64(c*float64(2*n+1)) / float64(2*n+2)
	}
	return terms
}()

// appendMeets appends where two curves cross or touch between a and b. Their difference has one
// extremum at most, where they run side by side, and on either side of it one zero at most, which is
// found by halving. The extremum is appended too: where they touch there, nothing but rounding tells
// which is above, so no middle of a stripe may lie there.
func appendMeets(dst []float64, p, q *curve, a, b float64) []float64 {
	if p.r == 0 && q.r != 0 {
		p, q = q, p
	}
	middle := math.NaN()
	switch {
	case p.r == 0:
	case q.r == 0:
		dx, dy := q.x1-q.x0, q.y1-q.y0
		u := float64(p.r*dy) / math.Sqrt(float64(dx*dx)+float64(dy*dy))
		if p.top {
			u = -u
		}
		middle = p.cx + u
	case p.top == q.top:
		middle = (float64(p.cx*q.r) - float64(q.cx*p.r)) / (q.r - p.r)
	default:
		middle = (float64(p.cx*q.r) + float64(q.cx*p.r)) / (q.r + p.r)
	}
	if middle > a && middle < b {
		dst = append(appendMeet(dst, p, q, a, middle), middle)
		a = middle
	}
	return appendMeet(dst, p, q, a, b)
}

func appendMeet(dst []float64, p, q *curve, a, b float64) []float64 {
	before, after := p.at(a)-q.at(a), p.at(b)-q.at(b)
	if !(before < 0 && after > 0 || before > 0 && after < 0) {
		return dst
	}
	for {
		x := a + float64((b-a)/2)
		if x <= a || x >= b {
			return append(dst, x)
		}
		switch d := p.at(x) - q.at(x); {
		case d == 0:
			return append(dst, x)
		case d < 0 == (before < 0):
			a = x
		default:
			b = x
		}
	}
}
