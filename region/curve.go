// SPDX-License-Identifier: MIT

package region

import "math"

// A curve is a piece of the boundary of a circle or a convex polygon, over x0 to x1: a line, or a
// quarter of a circle. The inside lies below a curve that is a top, and above one that is not.
type curve struct {
	x0, x1 float64
	y0, y1 float64 // of a line, at x0 and x1
	cx, cy float64 // of an arc, the centre
	r      float64 // of an arc, otherwise 0
	top    bool
	part   int32
}

// appendCurves appends the boundary of a convex polygon, or of a circle, whose core is one point,
// relative to o. Vertical edges have no curve.
func appendCurves(dst []curve, core []Point, radius float64, o Point, part int32) []curve {
	n := len(core)
	at := func(i int) Point { p := core[i%n]; return Point{p.X - o.X, p.Y - o.Y} }
	q := at(0)
	if n == 1 {
		for _, top := range [2]bool{true, false} {
			for _, ends := range [2][2]float64{{q.X - radius, q.X}, {q.X, q.X + radius}} {
				if ends[0] < ends[1] { // radius may be nothing beside X
					dst = append(dst, curve{x0: ends[0], x1: ends[1], cx: q.X, cy: q.Y, r: radius, top: top, part: part})
				}
			}
		}
		return dst
	}
	for i := range n {
		p := q
		q = at(i + 1)
		if a, b := p, q; a.X != b.X {
			top := b.X < a.X // it runs to the left, as corners are counter-clockwise
			if top {
				a, b = b, a
			}
			dst = append(dst, curve{x0: a.X, x1: b.X, y0: a.Y, y1: b.Y, top: top, part: part})
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
// extremum at most, where they run side by side, and on either side of it one zero at most, which
// is found by halving. The extremum is appended too: where they touch there, nothing but rounding
// tells which is above, so no middle of a stripe may lie there.
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
