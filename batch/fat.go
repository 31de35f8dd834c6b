// SPDX-License-Identifier: MIT

package batch

import (
	"math"

	"daylight/broadphase"
	"daylight/internal/kernels"
	"daylight/internal/scratch"
	"daylight/internal/store"
)

// fat holds, by slot, the pose that a shape had when it was last looked at, and the
// fattened AABB that it was given then: one that it stays in for some steps if it goes on
// as it did.
type fat struct {
	x, y                   []float64
	c, s                   []float32
	minX, minY, maxX, maxY []float32 // relative to x, y; inside out if the shape has none
}

// fatBytes is what fat holds of a shape.
const fatBytes = 40

const (
	// floor is what AABBs are fattened by at least, in parts of the shape's reach, so that
	// what trembles does not leave.
	fatFloor = 0x1p-7
	// fatMost is how far a shape may go in the life of a list, in parts of its reach, for its
	// motion to be looked ahead. What is faster sweeps over so many others that it had better
	// leave its AABB.
	fatMost = 16
	// inside is by how much more than it went, in parts of that, a shape must stay inside of
	// its AABB: what rounding to float32 could hide. See contain.
	inside = 0x1p-21
)

// resize makes room for n slots. New ones have no AABB, and no pose before.
func (f *fat) resize(n int) {
	from := len(f.x)
	f.x, f.y = scratch.Resize(f.x, n), scratch.Resize(f.y, n)
	f.c, f.s = scratch.Resize(f.c, n), scratch.Resize(f.s, n)
	f.minX, f.minY = scratch.Resize(f.minX, n), scratch.Resize(f.minY, n)
	f.maxX, f.maxY = scratch.Resize(f.maxX, n), scratch.Resize(f.maxY, n)
	for i := from; i < n; i++ {
		f.clear(i)
	}
}

// boxes are the fattened AABBs.
func (f *fat) boxes() broadphase.Boxes {
	return broadphase.Boxes{X: f.x, Y: f.y, MinX: f.minX, MinY: f.minY, MaxX: f.maxX, MaxY: f.maxY}
}

// clear leaves a slot without an AABB and without a pose before.
func (f *fat) clear(i int) {
	f.x[i] = math.NaN()
	f.vanish(i)
}

// vanish leaves a slot without an AABB.
func (f *fat) vanish(i int) {
	inf := float32(math.Inf(1))
	f.minX[i], f.minY[i], f.maxX[i], f.maxY[i] = inf, inf, -inf, -inf
}

// absent reports whether a slot has no AABB.
func (f *fat) absent(i int) bool { return f.minX[i] > f.maxX[i] }

// look notes the poses of slots lo to hi-1.
func (f *fat) look(c *store.Columns, lo, hi int) {
	copy(f.x[lo:hi], c.X[lo:hi])
	copy(f.y[lo:hi], c.Y[lo:hi])
	copy(f.c[lo:hi], c.RC[lo:hi])
	copy(f.s[lo:hi], c.RS[lo:hi])
}

// fatten gives slots lo to hi-1 AABBs for as many steps as ahead says, in parts of the time
// since they were looked at, and looks at them.
func (f *fat) fatten(c *store.Columns, ahead float32, lo, hi int) {
	for i := lo; i < hi; i++ {
		f.grow(c, ahead, false, i)
	}
}

// grow is fatten for one slot. With both set the shape may go back as well as on, and turn
// either way, as after a bounce.
func (f *fat) grow(c *store.Columns, ahead float32, both bool, i int) {
	if c.Skip[i] {
		f.clear(i)
		return
	}
	x, y, cos, sin := c.X[i], c.Y[i], c.RC[i], c.RS[i]
	radius := c.P[i]
	switch c.Class[i] {
	case kernels.Box:
		radius = 0
	case kernels.Capsule:
		radius = c.Q[i]
	}
	reach := c.Reach[i] + kernels.Margin(c.Reach[i], radius)
	dx, dy := float32(float32(x-f.x[i])*ahead), float32(float32(y-f.y[i])*ahead)
	most := float32(fatMost * reach)
	if !(abs32(dx) <= most && abs32(dy) <= most) { // or NaN: its motion is not known
		dx, dy = 0, 0
	}
	pad := float32(reach * fatFloor)
	// The chord of a turn is no longer than its arc: 5/4 make up for that until 75 degrees,
	// and what turns further between two looks may turn anywhere.
	turn := reach
	if float32(cos*f.c[i])+float32(sin*f.s[i]) > 0.26 {
		turn = float32(abs32(float32(cos*f.s[i])-float32(sin*f.c[i])) * float32(1.25*ahead) * reach)
	}
	f.x[i], f.y[i], f.c[i], f.s[i] = x, y, cos, sin
	if both {
		dx, dy = abs32(dx), abs32(dy)
		f.minX[i] = max(-reach, c.MinX[i]-turn) - dx - pad
		f.minY[i] = max(-reach, c.MinY[i]-turn) - dy - pad
		f.maxX[i] = min(reach, c.MaxX[i]+turn) + dx + pad
		f.maxY[i] = min(reach, c.MaxY[i]+turn) + dy + pad
		return
	}
	f.minX[i] = max(-reach, c.MinX[i]-turn) + min(dx, 0) - pad
	f.minY[i] = max(-reach, c.MinY[i]-turn) + min(dy, 0) - pad
	f.maxX[i] = min(reach, c.MaxX[i]+turn) + max(dx, 0) + pad
	f.maxY[i] = min(reach, c.MaxY[i]+turn) + max(dy, 0) + pad
}

// contain appends those of slots lo to hi-1 whose AABBs are not inside of the fattened
// ones, and those in quarantine.
//
// What is rounded: the way that the shape went, by 2^-24 of itself, twice, and the sum of that
// and a side, by 2^-24 of itself; inside is more than the first by far, and the second is
// no more than 2^-23 of the side, of which 2^-16 are to spare in every AABB.
func (f *fat) contain(dst []uint32, c *store.Columns, lo, hi int) []uint32 {
	for i := lo; i < hi; i++ {
		dx, dy := float32(c.X[i]-f.x[i]), float32(c.Y[i]-f.y[i])
		ex, ey := float32(abs32(dx)*inside), float32(abs32(dy)*inside)
		if !((dx-ex)+c.MinX[i] >= f.minX[i] && (dx+ex)+c.MaxX[i] <= f.maxX[i] &&
			(dy-ey)+c.MinY[i] >= f.minY[i] && (dy+ey)+c.MaxY[i] <= f.maxY[i]) || c.Skip[i] {
			dst = append(dst, uint32(i))
		}
	}
	return dst
}

// touch reports whether the fattened AABBs of two slots overlap, grown by so much on each
// side: at least if those of two shapes inside of them do, however they are rounded.
func (f *fat) touch(i, k int, grow float64) bool {
	dx, dy := f.x[k]-f.x[i], f.y[k]-f.y[i]
	g := 2 * grow
	return dx+float64(f.minX[k]) <= float64(f.maxX[i])+g && dx+float64(f.maxX[k]) >= float64(f.minX[i])-g &&
		dy+float64(f.minY[k]) <= float64(f.maxY[i])+g && dy+float64(f.maxY[k]) >= float64(f.minY[i])-g
}

func abs32(v float32) float32 { return math.Float32frombits(math.Float32bits(v) &^ (1 << 31)) }
