// SPDX-License-Identifier: MIT

package pose

import "daylight/internal/kernels"

// Covers are the columns of shapes in motion that Cover reads, and those it writes,
// and what is the same for all shapes. All are as long as DX.
type Covers struct {
	DX, DY                     []float32 // motion
	MinX, MinY, MaxX, MaxY     []float32 // bounds at the start, relative to the position
	ToMinX, ToMinY             []float32 // bounds during the motion
	ToMaxX, ToMaxY             []float32
	FrameX, FrameY, Long, Most float32
}

// slice cuts all columns.
func (c *Covers) slice(lo, hi int) Covers {
	n := hi - lo
	cut := func(s []float32) []float32 { return s[lo:hi][:n] }
	return Covers{
		DX: cut(c.DX), DY: cut(c.DY),
		MinX: cut(c.MinX), MinY: cut(c.MinY), MaxX: cut(c.MaxX), MaxY: cut(c.MaxY),
		ToMinX: cut(c.ToMinX), ToMinY: cut(c.ToMinY), ToMaxX: cut(c.ToMaxX), ToMaxY: cut(c.ToMaxY),
		FrameX: c.FrameX, FrameY: c.FrameY, Long: c.Long, Most: c.Most,
	}
}

// cover is Posing.Cover in portable Go, which defines what it means.
func cover(c Covers, lo, hi int) (todo PoseSet) {
	coverInto(&c, lo, hi, lo, &todo)
	return todo
}

// coverInto looks at shapes lo to hi-1; the set counts from origin.
//
// Bounds are widened for rounding, with u = 2^-24. Each bound is a sum of three terms,
// 3u of a side and the motion off. The rounded time of an impact is u of the motion
// off. So a side gets 8u more and the motion 16u.
func coverInto(all *Covers, lo, hi, origin int, todo *PoseSet) {
	c := all.slice(lo, hi)
	dx, dy := c.DX, c.DY[:len(c.DX)]
	for i := range dx {
		fx, fy := dx[i]-c.FrameX, dy[i]-c.FrameY
		ax, ay := kernels.Abs(fx), kernels.Abs(fy)
		x0, y0, x1, y1 := c.MinX[i], c.MinY[i], c.MaxX[i], c.MaxY[i]
		size := (kernels.Abs(x0) + kernels.Abs(x1)) + (kernels.Abs(y0) + kernels.Abs(y1))
		pad := float32((ax+ay)*0x1p-20) + float32(size*0x1p-21)
		// Half of fx - |fx| is the lesser of fx and 0, and the rest the greater.
		lx, ly := float32(0.5*(fx-ax)), float32(0.5*(fy-ay))
		c.ToMinX[i], c.ToMaxX[i] = (x0+lx)-pad, (x1+(fx-lx))+pad
		c.ToMinY[i], c.ToMaxY[i] = (y0+ly)-pad, (y1+(fy-ly))+pad
		if ax > c.Long && ay > c.Long || !(kernels.Abs(dx[i]) <= c.Most && kernels.Abs(dy[i]) <= c.Most) {
			at := lo - origin + i
			todo[at/64] |= 1 << (at & 63)
		}
	}
}

const (
	// MaxMotion bounds a motion along either axis.
	MaxMotion = 0x1p100
	// MaxTurn bounds a turn, in radians.
	MaxTurn = 1 << 10
)

// Moving reports whether a motion is finite and in range.
func Moving(dx, dy, turn float32) bool {
	return kernels.Abs(dx) <= MaxMotion && kernels.Abs(dy) <= MaxMotion && kernels.Abs(turn) <= MaxTurn
}
