// SPDX-License-Identifier: MIT

package minkowski

import "math"

// A Push is a translation of the body b that separates it from the body a. All numbers are in
// the unit of the coordinates.
type Push struct {
	X, Y float64
	// Length is the length of the translation.
	Length float64
	// Least is a lower bound: no translation that separates the bodies is shorter.
	Least float64
	// Exact says that, up to rounding, no shorter translation separates the bodies. If it is
	// false the Finder gave up the search; the translation still separates them.
	Exact bool
}

// A Finder finds one Push after another and uses its memory again, so that it allocates only
// when it meets larger bodies than before. The zero value is ready for use. A Finder belongs
// to one goroutine at a time.
type Finder struct {
	// Effort bounds what is spent on one push: the corners of sums that are kept, of about 120 bytes
	// each, and in each of up to four rounds the corners that are looked at, of which a fifth round may
	// look at eight times as many. The Finder checks that before each edge, arc and cell, so that it may
	// look at somewhat more. It does not bound the comparisons of the boxes of each two parts, some for
	// each two, nor the question whether the bodies meet at all. 0 stands for DefaultEffort.
	Effort int

	bodies       [2][]Part
	boxes        [2][]extent // of their parts, radii included
	sums         []sum       // those that may matter
	corners      []corner
	curves       []curve
	spans        []span
	translations []translation
	cells        cells
	listed       []int32 // sums that meet cells
	seen         []bool  // by corner: its edge was searched, its arc was
	mirror       []Vec
	scale        float64
	most         float64 // no push need be longer
	total        int64   // corners of all sums, or more
	first        int     // corners in the first round; 0 stands for a 256th of Effort
	work         int
	// counts has the corners of the sums whose boxes have a squared distance from the origin of each
	// binary exponent. It is made when all sums are too many for a round.
	counts []int64
	// What is looked for must lie nearer than this.
	best Push
	// grown is how much sums are grown before it is asked what they cover, and outset how
	// much outside of its sum a curve is searched. Both are far above rounding. So the seam of
	// two sums that have an edge in common is covered, while an edge that continues another
	// is not.
	grown, outset float64
}

// DefaultEffort is the effort of a Finder that sets none. Two bodies of some dozens of parts need far
// less, and so do bodies of thousands that overlap by little, near few of their parts.
const DefaultEffort = 1 << 21

// MaxEffort is the greatest Effort. With it a push takes minutes and 128 GiB.
const MaxEffort = 1 << 30

// cornerBytes is about what a Finder keeps for each corner of a sum, with the curves that begin there.
const cornerBytes = 120

// Memory is about how many bytes a Finder of that Effort takes at most for one push, of bodies of so
// many parts of about four corners.
func Memory(a, b, effort int) int64 {
	if effort == 0 {
		effort = DefaultEffort
	}
	return cornerBytes * min(8*int64(a)*int64(b), int64(effort))
}

// Part finds the shortest translation of b after which the interiors of the two bodies do not
// meet; a body without area is not to meet the interior of the other. It is zero, with Exact set,
// if they do not meet now, however many parts they have. Part neither changes nor keeps the slices.
// Coordinates and radii must be finite; their squares must not overflow.
func (f *Finder) Part(a, b []Part) Push {
	f.bodies = [2][]Part{a, b}
	f.bound()
	f.grown = float64(f.scale * 0x1p-41)
	f.outset = 2 * f.grown
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
		if len(body[i].Core) > 2 || body[i].Radius > 0 {
			return false
		}
	}
	return true
}

// tries is how many normals of edges firstPush tries at most.
const tries = 64

// firstPush finds a translation that separates the bodies for certain: along some direction, until a line at right
// angles to it lies between them.
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
