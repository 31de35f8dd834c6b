// SPDX-License-Identifier: MIT

package broadphase

import (
	"math"

	"daylight/internal/scratch"
)

// Circle is an axis of a torus. Positions along it are whole multiples of a 2^-49th or so of the
// period, its grid, and so are their sums with whole periods, which are therefore exact up to some
// eight periods. So how far two shapes lie apart, by their nearest images, does not depend on which
// of their images one looks at.
type Circle struct {
	period      float64 // 0 if the axis does not close
	turn        float64 // the period, on the grid
	onto        float64 // what rounds to the grid if it is added and taken away
	upper, rest float64 // of the period: its first 26 bits, and the others
	grow        float64
}

// Circles are the axes of a torus.
type Circles [2]Circle

// CirclesOf returns the axes of a torus of such periods, 0 for an axis that does not close, for
// boxes that grow by so much on each side; nil if neither does.
func CirclesOf(period [2]float64, grow float32) *Circles {
	if period == [2]float64{} {
		return nil
	}
	c := new(Circles)
	for k, p := range period {
		c[k].grow = float64(grow)
		if p == 0 {
			continue
		}
		_, exponent := math.Frexp(p)
		onto := math.Ldexp(1.5, exponent+2) // one of its units is eight of the period's
		upper := math.Float64frombits(math.Float64bits(p) &^ (1<<27 - 1))
		c[k].period, c[k].turn, c[k].onto = p, (p+onto)-onto, onto
		c[k].upper, c[k].rest = upper, p-upper
	}
	return c
}

// Eased returns how much boxes are to grow by in place of grow, where their positions are of Place
// and of Follow: what those are rounded by is far less than what that is more.
func (c *Circles) Eased(grow float32) float32 {
	more := float64(max(c[0].period, c[1].period) * 0x1p-45)
	return math.Nextafter32(float32(float64(grow)+more), float32(math.Inf(1)))
}

// few is how many periods away a position is found without a division that may take a thousand
// steps.
const few = 1 << 26

// reduce returns where a position lies on the grid, less whole periods: about in the first.
func (c *Circle) reduce(at float64) float64 {
	if !(at >= 0 && at < c.period) {
		if n := math.Floor(at / c.period); n > -few && n < few {
			at = (at - float64(n*c.upper)) - float64(n*c.rest)
		} else {
			at = math.Mod(at, c.period)
		}
	}
	return (at + c.onto) - c.onto
}

// Fits reports whether a box with such sides, relative to its position, has but one nearest image:
// if it is shorter than half a period and lies within two of its position.
func (c *Circle) Fits(lo, hi float32) bool {
	low, high := float64(lo)-c.grow, float64(hi)+c.grow
	return c.period == 0 || 2*(high-low) < c.period*(1-0x1p-40) && low > -2*c.period && high < 2*c.period
}

// Fit reports whether a box fits along both axes.
func (c *Circles) Fit(minX, minY, maxX, maxY float32) bool {
	return c[0].Fits(minX, maxX) && c[1].Fits(minY, maxY)
}

// Place moves a box that fits by whole periods, so that its lower side lies in the first. over is 1
// if it reaches beyond the end of that.
func (c *Circle) Place(at float64, lo, hi float32) (placed float64, over uint8) {
	if c.period == 0 {
		return at, 0
	}
	low := float64(lo) - c.grow
	at = c.reduce(at)
	if at+low < 0 || at+low >= c.turn {
		at -= float64(math.Floor((at+low)/c.turn) * c.turn)
		// That was rounded, as the sums are.
		if at+low < 0 {
			at += c.turn
		} else if at+low >= c.turn {
			at -= c.turn
		}
	}
	return at, c.over(at, hi)
}

// over is 1 if a box that was placed reaches beyond the end of the first period.
func (c *Circle) over(placed float64, hi float32) uint8 {
	if c.period != 0 && placed+(float64(hi)+c.grow) >= c.turn*(1-0x1p-40) {
		return 1
	}
	return 0
}

// Follow returns where a shape lies that was placed when it was somewhere else, as if it had never
// been placed anew.
func (c *Circle) Follow(placed, was, at float64) float64 {
	if c.period == 0 {
		return at
	}
	r := c.reduce(at)
	if off := (placed + (at - was)) - r; !(math.Abs(off) < 0.5*c.turn) {
		r += float64(math.Round(off/c.turn) * c.turn)
	}
	return r
}

// FollowAll is Follow for columns, of shapes whose positions were moved Beside.
func (c *Circle) FollowAll(here, placed, was, at []float64) {
	n := len(at)
	here, placed, was = here[:n], placed[:n], was[:n]
	if c.period == 0 {
		copy(here, at)
		return
	}
	half, period, onto := 0.5*c.turn, c.period, c.onto
	for i, x := range at {
		went := x - was[i]
		if x >= 0 && x < period && math.Abs(went) < half {
			r := (x + onto) - onto
			if math.Abs((placed[i]+went)-r) < half {
				here[i] = r
				continue
			}
		}
		was[i] = c.Beside(was[i], x)
		here[i] = c.Follow(placed[i], was[i], x)
	}
}

// Beside moves where something was by whole periods, next to where it is, if it lies more than half
// a period away. A caller that keeps positions in the first period moves shapes so. It leaves alone
// what is so far away that it would lose digits.
func (c *Circle) Beside(was, at float64) float64 {
	off := at - was
	if c.period == 0 || !(math.Abs(off) > 0.5*c.period) || !(math.Abs(at) < 8*c.period && math.Abs(was) < 8*c.period) {
		return was
	}
	// The first sum may be rounded to the grid. The sums after it are exact, so that errors do not
	// add up from step to step.
	return was + float64(math.Round(off/c.period)*c.turn)
}

// Nearest moves b, which is placed, by whole periods, so that it lies next to a, if between lies
// the middle of its box after that of a's, relative to their positions.
func (c *Circle) Nearest(a, b, between float64) float64 {
	if off := (b - a) + between; c.period != 0 && !(math.Abs(off) < 0.5*c.turn) {
		b -= float64(math.Round(off/c.turn) * c.turn)
	}
	return b
}

// Turn returns the period, on the grid.
func (c *Circle) Turn() float64 { return c.turn }

// Images returns box i of others, which is placed, and its images.
func (c *Circles) Images(room *Boxes, b *Boxes, i int) *Boxes {
	over := c[0].over(b.X[i], b.MaxX[i]) | c[1].over(b.Y[i], b.MaxY[i])<<1
	x, y := room.X[:0], room.Y[:0]
	for image := range over + 1 {
		if image&^over == 0 {
			x = append(x, b.X[i]-float64(c[0].turn*float64(image&1)))
			y = append(y, b.Y[i]-float64(c[1].turn*float64(image>>1)))
		}
	}
	room.X, room.Y = x, y
	for _, side := range [...]struct{ to, from *[]float32 }{{&room.MinX, &b.MinX}, {&room.MinY, &b.MinY}, {&room.MaxX, &b.MaxX}, {&room.MaxY, &b.MaxY}} {
		*side.to = scratch.Resize(*side.to, len(x))
		for k := range *side.to {
			(*side.to)[k] = (*side.from)[i]
		}
	}
	return room
}
