// SPDX-License-Identifier: MIT

package minkowski

import "math"

// MaxEffort is the greatest Effort. With it a push takes minutes and 128 GiB.
const MaxEffort = 1 << 30

// cornerBytes is about what a Finder keeps for each corner of a sum, with the curves that begin
// there.
const cornerBytes = 120

// Memory is about how many bytes a Finder of that Effort takes at most for one push, of bodies of
// so many parts of about four corners.
func Memory(a, b, effort int) int64 {
	if effort == 0 {
		effort = DefaultEffort
	}
	return cornerBytes * min(8*int64(a)*int64(b), int64(effort))
}

// Part finds the shortest translation of b after which the interiors of the two bodies do not
// meet. A body without area must not meet the interior of the other. If the bodies do not meet now,
// or overlap by at most their Slack, the translation is zero and Exact is set. The number of parts
// does not change that. Part neither changes nor keeps the slices. Coordinates and radii must be
// finite, and their squares must not overflow.
//
// Bodies that interlock may be rounded so that they no longer fit into each other. So Part may
// search a second time, for a translation after which they overlap by at most their Slack. It
// returns that translation if it is less than half as long as the first. Then Least also bounds
// such translations.
func (f *Finder) Part(a, b []Part) Push {
	f.bodies = [2][]Part{a, b}
	f.bound()
	f.grown = float64(f.scale * 0x1p-41)
	f.outset = 2 * f.grown
	slack := min(slackOf(a), slackOf(b)) > 0 // sums with a thin part have none
	if f.loose = slack; f.loose {
		if inside, touches := f.meet(); !inside && !(touches && (thin(a) || thin(b))) {
			return Push{Exact: true}
		}
		f.loose = false
	}
	push := f.part(a, b)
	if !slack || push.Length == 0 {
		return push
	}
	deepest := f.deepest()
	if deepest >= push.Length/2 {
		return push
	}
	f.loose = true
	loose := f.part(a, b)
	switch {
	case loose.Length >= push.Length/2:
		return push
	case 0 < loose.Length && loose.Length < deepest: // too short by the Slack: stretch it
		by := deepest / loose.Length
		loose.X, loose.Y, loose.Length = float64(by*loose.X), float64(by*loose.Y), deepest
	}
	return loose
}

// slackOf returns the greatest Slack of the parts with area.
func slackOf(body []Part) (most float64) {
	for i := range body {
		if body[i].solid() {
			most = max(most, body[i].Slack)
		}
	}
	return most
}

// part searches once, like Part without Slack. f.loose says whether Slack makes the sums smaller.
func (f *Finder) part(a, b []Part) Push {
	inside, touches := f.meet()
	if !inside && !(touches && (thin(a) || thin(b))) {
		return Push{Exact: true}
	}
	f.firstPush()
	if !f.rounds() {
		return f.best
	}
	if !inside && f.best.Length <= 4*f.outset {
		return Push{Exact: true} // it lies on the outline
	}
	f.best.Least, f.best.Exact = max(0, f.best.Length-2*f.outset), true
	// Curves were moved outward by outset: a coordinate of that size is 0.
	if math.Abs(f.best.X) <= 4*f.outset {
		f.best.X = 0
	}
	if math.Abs(f.best.Y) <= 4*f.outset {
		f.best.Y = 0
	}
	return f.best
}

// thin reports whether a body has no area: points and segments. One that touches two parts of
// another body may lie on the seam between them, and so inside of that, where what has an area
// would overlap one of the two.
func thin(body []Part) bool {
	for i := range body {
		if body[i].solid() {
			return false
		}
	}
	return true
}

// firstPush finds a translation that separates the bodies for certain: along some direction, until
// a line at right angles to it lies between them.
func (f *Finder) firstPush() {
	f.best = Push{Length: math.Inf(1)}
	try := func(nx, ny float64) {
		if d := f.reaches(nx, ny) + f.outset; d < f.best.Length {
			f.best = Push{X: float64(d * nx), Y: float64(d * ny), Length: d}
		}
	}
	try(1, 0)
	try(0, 1)
	try(-1, 0)
	try(0, -1)
	tried := 0
	for i := range f.sums {
		s := &f.sums[i]
		if !f.inside(s, 0, 0, 0) {
			continue
		}
		for _, c := range f.corners[s.from:s.to] {
			if tried++; tried > tries {
				return
			}
			if s.to-s.from > 1 {
				try(c.nx, c.ny)
			}
		}
	}
}
