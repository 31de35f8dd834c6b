// SPDX-License-Identifier: MIT

package pose

import (
	"math/bits"

	"daylight/internal/kernels"
)

// The methods are of no instruction set: they check what assembly relies on, cut the work into
// calls that end soon, tell the race detector, and leave what remains to the portable functions.

// whole returns how many of shapes lo to hi-1 fill whole vectors of so many lanes: none if they are
// more than PoseBlock, or do not exist, on which portable code panics.
func whole(lo, hi, lanes int) int {
	if lo < 0 || hi < lo || hi-lo > PoseBlock {
		return 0
	}
	return (hi - lo) &^ (lanes - 1)
}

// Refresh turns shapes lo to hi-1, at most PoseBlock, to their rotations. It looks at
// sound shapes whose rotation is of unit length and has changed, and counts them. It
// writes RC and RS, and the bounds of boxes and capsules. Polygons are turned, a set
// for Rotate. Sound shapes that did not turn, and sound circles, it leaves alone. All
// others are todo. Both sets count from lo. A shape is sound if Fault is 0 and X and Y
// are within PoseRange. Nothing outside [lo, hi) is written.
func (by *Posing) Refresh(p Poses, lo, hi int) (todo, turned PoseSet, rotated int) {
	n := 0
	if by.refresh != nil && hi-lo >= by.lanes {
		n = whole(lo, hi, by.lanes)
	}
	if n > 0 {
		v := p.slice(lo, lo+n)
		var columns kernels.Columns
		kernels.Read(&columns, v.X, v.Y)
		kernels.Read(&columns, v.C, v.S)
		kernels.Write(&columns, v.RC, v.RS)
		kernels.Read(&columns, v.P, v.Q, v.Reach)
		kernels.Write(&columns, v.MinX, v.MinY, v.MaxX, v.MaxY)
		kernels.Read(&columns, v.Class)
		kernels.Read(&columns, v.Fault)
		rotated = by.refresh(columns.First(), 0, n, kernels.Local(&todo[0]), kernels.Local(&turned[0]))
	}
	refresh(&p, lo+n, hi, lo, &todo, &turned, &rotated)
	return todo, turned, rotated
}

// rotateLanesAtOnce is how many lanes one call of assembly turns at most, since it
// cannot be preempted.
const rotateLanesAtOnce = 1 << 16

// rotatable reports whether assembly takes a run: not one whose length is no multiple
// of four, nor one so long that the call would not be preempted in time.
func rotatable(n int) bool { return n > 0 && n&3 == 0 && n <= rotateLanesAtOnce }

// Columns of farLanes and more are not in cache when they are turned. Lanes are asked for
// lanesAhead of the polygon in hand, some twenty of eight corners, as hardware stops at the end of
// a page.
const (
	farLanes   = 1 << 18
	lanesAhead = 128
)

// Rotate turns polygons to the rotations RC, RS: their vertices and normals, from
// local lanes into world lanes, D being left alone, and their bounds. They are those
// of the set, counted from lo.
func (by *Posing) Rotate(p Poses, local, world *kernels.Lanes, lo int, set PoseSet) {
	if by.rotate == nil {
		rotate(p, local, world, lo, set)
		return
	}
	last := -1
	for k, word := range set {
		if word != 0 {
			last = 64*k + bits.Len64(word) - 1
		}
	}
	if last < 0 {
		return
	}
	v := p.slice(lo, lo+last+1)
	var columns kernels.Columns
	kernels.Address(&columns, v.RC, v.RS, v.P, v.Reach, v.MinX, v.MinY, v.MaxX, v.MaxY)
	kernels.Address(&columns, v.Off, v.Num)
	kernels.Address(&columns, local.VX, local.VY, local.NX, local.NY, world.VX, world.VY, world.NX, world.NY)
	room := len(local.VX)
	for _, c := range [...][]float32{local.VY, local.NX, local.NY, world.VX, world.VY, world.NX, world.NY} {
		room = min(room, len(c))
	}
	ahead := 0
	if room >= farLanes {
		ahead = lanesAhead
	}
	for k, word := range set {
		for word != 0 {
			some := v.together(local, world, 64*k, word, room)
			if some == 0 { // not even the first
				v.rotateOne(local, world, 64*k+bits.TrailingZeros64(word))
				word &= word - 1
				continue
			}
			word &^= some
			for some != 0 {
				some = by.rotate(columns.First(), 64*k, some, ahead)
				if some != 0 { // its extremes are what portable code finds among NaN
					v.rotateOne(local, world, 64*k+bits.TrailingZeros64(some))
					some &= some - 1
				}
			}
		}
	}
}

// together returns the first polygons of a word that one call of assembly takes, with
// room lanes in all columns.
func (p *Poses) together(local, world *kernels.Lanes, first int, word uint64, room int) (some uint64) {
	sum := 0
	offs, nums := p.Off[first:], p.Num[first:]
	nums = nums[:len(offs)]
	for ; word != 0; word &= word - 1 {
		i := bits.TrailingZeros64(word)
		off, n := int(offs[i]), int(nums[i])
		if sum += n; !rotatable(n) || off+n > room || sum > rotateLanesAtOnce {
			break
		}
		some |= word & -word
		p.announce(local, world, first+i)
	}
	return some
}

// announce tells the race detector what Rotate reads and writes of polygon i, whose lanes exist.
func (p *Poses) announce(local, world *kernels.Lanes, i int) {
	if !kernels.Race {
		return
	}
	off, end := p.Off[i], p.Off[i]+p.Num[i]
	for _, c := range [...][]float32{local.VX, local.VY, local.NX, local.NY} {
		kernels.RaceRead(c[off:end])
	}
	for _, c := range [...][]float32{world.VX, world.VY, world.NX, world.NY} {
		kernels.RaceWrite(c[off:end])
	}
	kernels.RaceRead(p.Off[i : i+1])
	kernels.RaceRead(p.Num[i : i+1])
	for _, c := range [...][]float32{p.RC, p.RS, p.P, p.Reach} {
		kernels.RaceRead(c[i : i+1])
	}
	for _, c := range [...][]float32{p.MinX, p.MinY, p.MaxX, p.MaxY} {
		kernels.RaceWrite(c[i : i+1])
	}
}

// Cover widens the bounds of shapes lo to hi-1, at most PoseBlock, by their motion in
// a frame that moves by (FrameX, FrameY), rounded outward. Todo, counted from lo, are
// those that move by more than Long along both axes, and those whose motion is beyond
// Most or NaN: the bounds of these mean nothing.
func (by *Posing) Cover(c Covers, lo, hi int) (todo PoseSet) {
	if by.cover == nil {
		return cover(c, lo, hi)
	}
	n := whole(lo, hi, by.lanes)
	if n == 0 {
		return cover(c, lo, hi)
	}
	v := c.slice(lo, lo+n)
	var columns kernels.Columns
	kernels.Read(&columns, v.DX, v.DY, v.MinX, v.MinY, v.MaxX, v.MaxY)
	kernels.Write(&columns, v.ToMinX, v.ToMinY, v.ToMaxX, v.ToMaxY)
	frame := [4]float32{c.FrameX, c.FrameY, c.Long, c.Most}
	by.cover(columns.First(), kernels.Local(&frame[0]), n, kernels.Local(&todo[0]))
	coverInto(&c, lo+n, hi, lo, &todo)
	return todo
}

// Fatten gives shapes lo to hi-1, at most PoseBlock, bounds that they stay inside of for
// as long as Ahead says if they go on and turn as they did, and notes their poses. Of
// shapes that are not sound, what it writes means nothing.
func (by *Posing) Fatten(f Fattenings, lo, hi int) {
	if by.fatten == nil {
		fatten(f, lo, hi)
		return
	}
	n := whole(lo, hi, by.lanes)
	if n > 0 {
		v := f.slice(lo, lo+n)
		var columns kernels.Columns
		kernels.Read(&columns, v.X, v.Y)
		kernels.Write(&columns, v.AtX, v.AtY)
		kernels.Read(&columns, v.Class)
		kernels.Read(&columns, v.C, v.S, v.P, v.Q, v.Reach, v.MinX, v.MinY, v.MaxX, v.MaxY)
		kernels.Write(&columns, v.AtC, v.AtS, v.FatMinX, v.FatMinY, v.FatMaxX, v.FatMaxY)
		by.fatten(columns.First(), f.Ahead, f.Ahead*fattenArc, f.From, n)
	}
	fatten(f, lo+n, hi)
}

// Outside returns those of shapes lo to hi-1, at most PoseBlock, whose bounds are not
// inside of the fattened ones, and those with a NaN among the numbers it reads; the
// set counts from lo. Shapes that it leaves out are inside, but for what Margin has to
// spare.
func (by *Posing) Outside(o Outsides, lo, hi int) (set PoseSet) {
	if by.outside == nil {
		return outside(o, lo, hi)
	}
	n := whole(lo, hi, by.lanes)
	if n == 0 {
		return outside(o, lo, hi)
	}
	v := o.slice(lo, lo+n)
	var columns kernels.Columns
	kernels.Read(&columns, v.X, v.Y, v.AtX, v.AtY)
	kernels.Read(&columns, v.MinX, v.MinY, v.MaxX, v.MaxY, v.FatMinX, v.FatMinY, v.FatMaxX, v.FatMaxY)
	by.outside(columns.First(), n, kernels.Local(&set[0]))
	outsideInto(&o, lo+n, hi, lo, &set)
	return set
}

// Shift adds v times t to every position x, in float64: one axis of a motion. v must be
// at least as long as x.
func (by *Posing) Shift(x []float64, v []float32, t float64) {
	if by.shift == nil {
		shift(x, v, t)
		return
	}
	v = v[:len(x)]
	kernels.RaceWrite(x)
	kernels.RaceRead(v)
	for len(x) >= by.lanes {
		whole := min(len(x)&^(by.lanes-1), kernels.CallEntries)
		by.shift(kernels.At(x), kernels.At(v), t, whole)
		x, v = x[whole:], v[whole:]
	}
	shift(x, v, t)
}

// Spin turns every rotation (c, s) by the angle w times t, in radians, rounded to float32.
// Where that is 0, the rotation stays as it is, to the bit. Rotations of unit length stay
// so, as IsUnit has it, however often they are turned. s and w must be at least as long
// as c.
func (by *Posing) Spin(c, s, w []float32, t float32) {
	if by.spin == nil {
		spin(c, s, w, t)
		return
	}
	s, w = s[:len(c)], w[:len(c)]
	kernels.RaceWrite(c)
	kernels.RaceWrite(s)
	kernels.RaceRead(w)
	for len(c) >= by.lanes {
		whole := min(len(c)&^(by.lanes-1), kernels.CallEntries)
		n := by.spin(kernels.At(c), kernels.At(s), kernels.At(w), t, whole)
		if n < whole {
			spin(c[n:n+by.lanes], s[n:n+by.lanes], w[n:n+by.lanes], t)
			n += by.lanes
		}
		c, s, w = c[n:], s[n:], w[n:]
	}
	spin(c, s, w, t)
}

// SinCos32 and SinCos64 write SinCos of every angle to sin and cos, which must be
// at least as long. Either may be the column of angles itself.
func (by *Posing) SinCos32(angle, sin, cos []float32) {
	sinCosBy(by.lanes, by.sinCos32, sinCos32, angle, sin, cos)
}

// SinCos64 is SinCos32 for angles in float64.
func (by *Posing) SinCos64(angle []float64, sin, cos []float32) {
	sinCosBy(by.lanes, by.sinCos64, sinCos64, angle, sin, cos)
}

// sinCosBy calls assembly, unless it is nil. It leaves to the portable function what fills no
// vector, and vectors with an angle beyond the reduction of the assembly.
func sinCosBy[T float32 | float64](lanes int, vector func(angle *T, sin, cos *float32, n int) int,
	portable func(angle []T, sin, cos []float32), angle []T, sin, cos []float32) {
	sin, cos = sin[:len(angle)], cos[:len(angle)]
	kernels.RaceRead(angle)
	kernels.RaceWrite(sin)
	kernels.RaceWrite(cos)
	for vector != nil && len(angle) >= lanes {
		whole := min(len(angle)&^(lanes-1), kernels.CallEntries)
		n := vector(kernels.At(angle), kernels.At(sin), kernels.At(cos), whole)
		if n < whole {
			portable(angle[n:n+lanes], sin[n:n+lanes], cos[n:n+lanes])
			n += lanes
		}
		angle, sin, cos = angle[n:], sin[n:], cos[n:]
	}
	portable(angle, sin, cos)
}
