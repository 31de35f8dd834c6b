// SPDX-License-Identifier: MIT

package strip

import (
	"math"

	"daylight/internal/kernels"
)

// Cells are points or discs in the order of the cells of a grid, row after row. All that is near a
// point lies in the cells about its own: of the row below, of its own and of the row above, the
// same cell, the one before and the one after. Columns need capacity for Slack entries beyond their
// points: vectors read those, and what they hold does not matter.
type Cells struct {
	X, Y   []float64
	Radius []float32 // of discs; nil for points
	Slot   []uint32  // names, below 2^31 and unlike each other
	Cell   []uint32
	// Start is where the points of each cell begin, and where those of the last end. A row has
	// Stride cells. The first cell of each row is empty, and so are all cells of the first and the
	// last row.
	Start  []uint32
	Stride int
}

// Within says which points of cells are neighbours, and where their lists go.
type Within struct {
	// Discs with radii are neighbours if contact kernels find them no farther apart than Limit;
	// points if the square of their distance is at most Square, in float64 or, if it is Rounded, as
	// contact kernels compute it (see RoundedSquare).
	Limit   float32
	Square  float64
	Rounded bool
	// Half lists a pair under its lower slot alone.
	Half bool
	// Lists says where the list of each slot is, and By is the number of this walk, which it names.
	Lists []List
	By    int
}

// List says where a list is: the walk whose output has it, its first entry, and its number of
// entries, fewer than 2^22. The zero value is an empty list.
type List uint64

const (
	lengthAt = 32
	walkAt   = 54
)

func newList(by, at, n int) List { return List(by)<<walkAt | List(n)<<lengthAt | List(at) }

// Len is how many entries the list has.
func (l List) Len() int { return int(l >> lengthAt & (1<<(walkAt-lengthAt) - 1)) }

// WithinWork is how many points one call looks at, about, where each for which it looks counts as
// withinRow.
const WithinWork, withinRow = 1 << 16, 16

// Room returns how much room in the output suffices for the list of a point.
func (c *Cells) Room(point int) (room int) {
	at := int(c.Cell[point])
	for k := at - c.Stride; k <= at+c.Stride; k += c.Stride {
		room += int(c.Start[k+2]) - int(c.Start[k-1])
	}
	return room + kernels.Slack
}

// RoundedSquare returns the Square of a Within for discs that all have the same radius. It is the
// greatest that contact kernels may compute for two discs that they find within limit.
func RoundedSquare(limit, radius float32) float64 {
	bits, inf := uint32(0), math.Float32bits(float32(math.Inf(1)))
	for step := uint32(1) << 30; step > 0; step >>= 1 { // a greater float32 has greater bits
		more := math.Float32frombits(min(bits+step, inf))
		if float32(math.Sqrt(float64(more)))-(radius+radius) <= limit {
			bits += step
		}
	}
	return float64(math.Float32frombits(bits))
}

// within is Sweeping.Within in portable Go, which defines what it means.
func within(c *Cells, w *Within, point, end int, out []uint32, n int) (int, int) {
	slots, left := c.Slot[:len(c.X)], WithinWork
	for i := point; i < end && left > 0; i++ {
		own, at := slots[i], n
		// Neighbours are listed whose slots, but for the bits of same, are greater than least.
		same, least := own, uint32(0)
		if w.Half {
			same, least = 0, own
		}
		left -= withinRow
		for k := int(c.Cell[i]) - c.Stride; k <= int(c.Cell[i])+c.Stride; k += c.Stride {
			lo, hi := int(c.Start[k-1]), int(c.Start[k+2])
			if len(out) < n+hi-lo+kernels.Slack {
				return at, i
			}
			left -= hi - lo
			room := out[n : n+hi-lo+1]
			n += c.pick(w, i, lo, room, same, least)
		}
		w.Lists[own] = newList(w.By, at, n-at)
		point = i + 1
	}
	return n, point
}

// pick writes those of the points from lo on, fewer by one than there is room, that are neighbours
// of point i and that its list may have.
func (c *Cells) pick(w *Within, i, lo int, room []uint32, same, least uint32) (n int) {
	hi := lo + len(room) - 1
	x, slots := c.X[lo:hi], c.Slot[lo:hi]
	y, own, across := c.Y[lo:hi][:len(x)], c.X[i], c.Y[i]
	slots = slots[:len(x)]
	switch {
	case c.Radius != nil:
		radius, r := c.Radius[lo:hi][:len(x)], c.Radius[i]
		for j := range x {
			dx, dy := float32(x[j]-own), float32(y[j]-across)
			d := float32(math.Sqrt(float64(float32(dx*dx) + float32(dy*dy))))
			room[n] = slots[j]
			n += kernels.One(d-(r+radius[j]) <= w.Limit) & kernels.One(slots[j]^same > least)
		}
	case w.Rounded:
		most := float32(w.Square)
		for j := range x {
			dx, dy := float32(x[j]-own), float32(y[j]-across)
			room[n] = slots[j]
			n += kernels.One(float32(dx*dx)+float32(dy*dy) <= most) & kernels.One(slots[j]^same > least)
		}
	default:
		for j := range x {
			dx, dy := x[j]-own, y[j]-across
			room[n] = slots[j]
			n += kernels.One(float64(dx*dx)+float64(dy*dy) <= w.Square) & kernels.One(slots[j]^same > least)
		}
	}
	return n
}
