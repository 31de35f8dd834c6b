// SPDX-License-Identifier: MIT

package minkowski

import "math"

// A Push is a translation of the body b that separates it from the body a, but for an overlap of at
// most their Slack. All numbers are in the unit of the coordinates.
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
	// Effort bounds the work for one push. It bounds the corners of sums that are kept, of about
	// 120 bytes each. It bounds the corners looked at in each of up to four rounds; a fifth round
	// may look at eight times as many. The Finder checks Effort before each edge, arc and cell, so
	// it may look at somewhat more. It does not bound the comparisons of the boxes of each two
	// parts, some for each two, nor the question whether the bodies meet at all. 0 stands for
	// DefaultEffort.
	Effort int

	bodies       [2][]Part
	boxes        [2][]extent // of their parts, radii included
	sums         []sum       // sums that may matter
	corners      []corner
	curves       []curve
	spans        []span
	translations []translation
	cells        cells
	listed       []int32 // sums that meet cells
	seen         []bool  // by corner: its edge was searched, its arc was
	mirror       []Vec
	scale        float64
	loose        bool    // sums are smaller by the Slack of their parts
	most         float64 // no push need be longer
	total        int64   // corners of all sums, or more
	first        int     // corners in the first round; 0 stands for a 256th of Effort
	work         int
	// counts has the corners of the sums whose boxes have a squared distance from the origin of
	// each binary exponent. It is made when all sums are too many for a round.
	counts []int64
	// best is the shortest push so far; only shorter ones are searched for. After a round that
	// found none, only Length is set.
	best Push
	// grown is how much sums are grown before a point counts as covered by them, and outset how
	// far outside of its sum a curve is searched. Both are far above rounding. So the seam of
	// two sums that have an edge in common is covered, while an edge that continues another
	// is not.
	grown, outset float64
}

// A Vec is a point or a translation.
type Vec struct{ X, Y float64 }

// A Part is a convex core grown by a radius that is not negative. The core is one point, the two
// ends of a segment, or the corners of a convex polygon in counter-clockwise order. It must
// not be empty.
type Part struct {
	Core   []Vec
	Radius float64
	// Slack is the greatest distance of the outline from its true place. Rounding of the corners
	// moves it. See Finder.Part.
	Slack float64
}

// StoredSlack returns the Slack of a part whose corners are stored in float32: its reach times
// twice the relative rounding error. far is the square of the greatest distance of a corner from
// the position of the shape.
func StoredSlack(far, radius float64) float64 { return float64(0x1p-23 * (math.Sqrt(far) + radius)) }

// A sum is the Minkowski sum of a part and the mirror image of another: corners from to
// to-1 of the finder, counter-clockwise, with the normal of the edge that begins there.
type sum struct {
	from, to int
	radius   float64 // less than 0 if the Slack exceeds the radii
	extent           // radius included
}

// An extent is a box along the axes.
type extent struct{ minX, minY, maxX, maxY float64 }

// corner is where an edge of a sum begins.
type corner struct {
	x, y   float64
	nx, ny float64 // unit normal of the edge, outward
	d      float64 // of the edge's line: n.p = d
}

// A curve is a piece of the boundary of a sum: an edge moved outward, or an arc about a
// corner from the normal of the edge before to that of the edge after.
type curve struct {
	sum, corner int32
	arc         bool
	near        float64 // no point of it is nearer to the origin
}

// A span is the stretch of an edge's line that a sum covers.
type span struct{ lo, hi float64 }

// A translation may part the bodies, and has a length.
type translation struct{ x, y, length float64 }

// A cell is a square, and the sums that its parent meets: those listed from from to to-1.
type cell struct {
	x, y, half float64 // centre, half a side
	near       float64 // no point of it is nearer to the origin
	from, to   int
}

// cells are a heap, the nearest first. No two are equal, so their order does not depend on how
// they came there.
type cells []cell
