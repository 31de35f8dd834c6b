// SPDX-License-Identifier: MIT

package verlet

import (
	"math"
	"math/bits"

	"daylight/internal/broadphase"
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/pose"
	"daylight/internal/scratch"
	"daylight/internal/step"
	"daylight/internal/store"
)

// fattened holds, by slot, the last noted pose of a shape, and the fattened AABB from then. The
// shape stays inside it for some steps if it goes on as before.
type fattened struct {
	x, y                   []float64
	c, s                   []float32
	minX, minY, maxX, maxY []float32 // relative to x, y; minima above maxima if the shape has none

	circles          *broadphase.Circles // of a torus
	placedX, placedY []float64           // there, where x, y is placed
}

// fattenedBytes is the memory of a shape in fattened.
const fattenedBytes = 40

// placedBytes is the additional memory of a shape in a list on a torus.
const placedBytes = 32

// bytesOfShape is the memory of a shape in a list.
func bytesOfShape(c *step.Settings) int64 {
	if c.OnTorus() {
		return fattenedBytes + placedBytes
	}
	return fattenedBytes
}

func (f *fattened) bytes() int64 {
	return fattenedBytes*int64(cap(f.x)) + 8*int64(cap(f.placedX)+cap(f.placedY))
}

// resize makes room for n slots. New ones have neither AABB nor pose.
func (f *fattened) resize(n int) {
	from := len(f.x)
	f.x, f.y = scratch.Resize(f.x, n), scratch.Resize(f.y, n)
	f.c, f.s = scratch.Resize(f.c, n), scratch.Resize(f.s, n)
	f.minX, f.minY = scratch.Resize(f.minX, n), scratch.Resize(f.minY, n)
	f.maxX, f.maxY = scratch.Resize(f.maxX, n), scratch.Resize(f.maxY, n)
	if f.circles != nil {
		f.placedX, f.placedY = scratch.Resize(f.placedX, n), scratch.Resize(f.placedY, n)
	}
	for i := from; i < n; i++ {
		f.clear(i)
	}
}

// boxes are the fattened AABBs.
func (f *fattened) boxes() broadphase.Boxes {
	return broadphase.Boxes{X: f.x, Y: f.y, MinX: f.minX, MinY: f.minY, MaxX: f.maxX, MaxY: f.maxY}
}

// clear leaves a slot without AABB and pose.
func (f *fattened) clear(i int) {
	f.x[i] = math.NaN()
	f.empty(i)
}

// empty leaves a slot without an AABB.
func (f *fattened) empty(i int) {
	inf := float32(math.Inf(1))
	f.minX[i], f.minY[i], f.maxX[i], f.maxY[i] = inf, inf, -inf, -inf
}

// absent reports whether a slot has no AABB.
func (f *fattened) absent(i int) bool { return f.minX[i] > f.maxX[i] }

// note notes the poses of slots lo to hi-1.
func (f *fattened) note(c *store.Columns, lo, hi int) {
	copy(f.x[lo:hi], c.X[lo:hi])
	copy(f.y[lo:hi], c.Y[lo:hi])
	copy(f.c[lo:hi], c.RC[lo:hi])
	copy(f.s[lo:hi], c.RS[lo:hi])
}

// copy copies the noted poses of slots lo to hi-1.
func (f *fattened) copy(from *fattened, lo, hi int) {
	copy(f.x[lo:hi], from.x[lo:hi])
	copy(f.y[lo:hi], from.y[lo:hi])
	copy(f.c[lo:hi], from.c[lo:hi])
	copy(f.s[lo:hi], from.s[lo:hi])
}

// fatten gives slots lo to hi-1 AABBs for the time ahead, in parts of the time since their poses
// were noted, and notes their poses. It begins at from, in parts of the time ahead.
func (f *fattened) fatten(t *isa.Table, c *store.Columns, from, ahead float32, lo, hi int) {
	all := f.fattenings(c, ahead)
	all.From = from
	for ; lo < hi; lo += pose.PoseBlock {
		end := min(lo+pose.PoseBlock, hi)
		t.Fatten(all, lo, end)
		for i, skip := range c.Skip[lo:end] {
			if skip {
				f.clear(lo + i)
			}
		}
		f.fit(c, lo, end)
	}
}

// fattenBoth is fatten for one slot, whose shape may go back as well as on, as after a bounce.
func (f *fattened) fattenBoth(t *isa.Table, c *store.Columns, ahead float32, i int) {
	if c.Skip[i] {
		f.clear(i)
		return
	}
	dx, dy := float32(float32(c.X[i]-f.x[i])*ahead), float32(float32(c.Y[i]-f.y[i])*ahead)
	t.Fatten(f.fattenings(c, ahead), i, i+1)
	// The opposite motion is covered, too, unless it is long: then Fatten does not cover the motion
	// ahead either.
	wide, tall := (c.MaxX[i]-c.MinX[i])*8, (c.MaxY[i]-c.MinY[i])*8
	if !(abs32(dx) <= wide && abs32(dy) <= tall) {
		return
	}
	f.minX[i] -= max(dx, 0)
	f.maxX[i] -= min(dx, 0)
	f.minY[i] -= max(dy, 0)
	f.maxY[i] -= min(dy, 0)
}

func (f *fattened) fattenings(c *store.Columns, ahead float32) pose.Fattenings {
	return pose.Fattenings{
		X: c.X, Y: c.Y, C: c.RC, S: c.RS, P: c.P, Q: c.Q, Reach: c.Reach,
		MinX: c.MinX, MinY: c.MinY, MaxX: c.MaxX, MaxY: c.MaxY, Class: c.Class,
		AtX: f.x, AtY: f.y, AtC: f.c, AtS: f.s,
		FatMinX: f.minX, FatMinY: f.minY, FatMaxX: f.maxX, FatMaxY: f.maxY,
		Ahead: ahead,
	}
}

func (f *fattened) outsides(c *store.Columns) pose.Outsides {
	return pose.Outsides{
		X: c.X, Y: c.Y, AtX: f.x, AtY: f.y, MinX: c.MinX, MinY: c.MinY, MaxX: c.MaxX, MaxY: c.MaxY,
		FatMinX: f.minX, FatMinY: f.minY, FatMaxX: f.maxX, FatMaxY: f.maxY,
	}
}

// escaped appends those of slots lo to hi-1, at most a PoseBlock, whose AABBs are not inside the
// fattened ones, and with quarantine those that are in it.
func (f *fattened) escaped(dst []uint32, t *isa.Table, c *store.Columns, lo, hi int, quarantine bool) []uint32 {
	set := t.Outside(f.outsides(c), lo, hi)
	if quarantine {
		for i, skip := range c.Skip[lo:hi] {
			if skip {
				set[i/64] |= 1 << (i & 63)
			}
		}
	}
	for k, word := range set {
		for ; word != 0; word &= word - 1 {
			dst = append(dst, uint32(lo+64*k+bits.TrailingZeros64(word)))
		}
	}
	return dst
}

// placedBoxes are the fattened AABBs where they are placed.
func (f *fattened) placedBoxes() broadphase.Boxes {
	b := f.boxes()
	if f.circles != nil {
		b.X, b.Y = f.placedX, f.placedY
	}
	return b
}

// place places the fattened AABB of a slot.
func (f *fattened) place(i int) {
	f.placedX[i], _ = f.circles[0].Place(f.x[i], f.minX[i], f.maxX[i])
	f.placedY[i], _ = f.circles[1].Place(f.y[i], f.minY[i], f.maxY[i])
}

// fit leaves those of slots lo to hi-1 without a motion ahead whose fattened AABBs are too large
// for a torus.
func (f *fattened) fit(c *store.Columns, lo, hi int) {
	for i := lo; f.circles != nil && i < hi; i++ {
		if !f.circles.Fit(f.minX[i], f.minY[i], f.maxX[i], f.maxY[i]) {
			f.minX[i], f.minY[i], f.maxX[i], f.maxY[i] = c.MinX[i], c.MinY[i], c.MaxX[i], c.MaxY[i]
		}
	}
}

// touch reports whether the fattened AABBs of two slots overlap, grown by so much on each side. It
// does so whenever the AABBs of two shapes inside them overlap, however those are rounded.
func (f *fattened) touch(i, k int, grow float64) bool {
	dx, dy := f.x[k]-f.x[i], f.y[k]-f.y[i]
	if c := f.circles; c != nil {
		dx = c[0].Nearest(f.placedX[i], f.placedX[k], step.Between(f.minX[i], f.maxX[i], f.minX[k], f.maxX[k])) - f.placedX[i]
		dy = c[1].Nearest(f.placedY[i], f.placedY[k], step.Between(f.minY[i], f.maxY[i], f.minY[k], f.maxY[k])) - f.placedY[i]
	}
	g := 2 * grow
	return dx+float64(f.minX[k]) <= float64(f.maxX[i])+g && dx+float64(f.maxX[k]) >= float64(f.minX[i])-g &&
		dy+float64(f.minY[k]) <= float64(f.maxY[i])+g && dy+float64(f.maxY[k]) >= float64(f.minY[i])-g
}

func abs32(v float32) float32 { return math.Float32frombits(math.Float32bits(v) &^ (1 << 31)) }
