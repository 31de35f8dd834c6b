// SPDX-License-Identifier: MIT

//go:build !purego

package pose

import (
	"math/bits"

	"daylight/internal/simd"
)

// What stands here is of no instruction set: it checks what assembly relies on, cuts the work into
// calls that end soon, tells the race detector, and leaves what remains to the portable functions.

// whole returns how many of shapes lo to hi-1 fill whole vectors of so many lanes: none if they are
// more than PoseBlock, or do not exist, on which portable code panics.
func whole(lo, hi, lanes int) int {
	if lo < 0 || hi < lo || hi-lo > PoseBlock {
		return 0
	}
	return (hi - lo) &^ (lanes - 1)
}

// refreshBy returns refresh by means of assembly for vectors of so many lanes.
func refreshBy(lanes int, vector func(columns *uintptr, lo, n int, todo, turned *uint64) (rotated int)) func(p Poses, lo, hi int) (todo, turned PoseSet, rotated int) {
	return func(p Poses, lo, hi int) (todo, turned PoseSet, rotated int) {
		n := whole(lo, hi, lanes)
		if n == 0 {
			return refresh(p, lo, hi)
		}
		v := p.slice(lo, lo+n)
		var columns simd.Columns
		simd.Read(&columns, v.X, v.Y)
		simd.Read(&columns, v.C, v.S)
		simd.Write(&columns, v.RC, v.RS)
		simd.Read(&columns, v.P, v.Q, v.Reach)
		simd.Write(&columns, v.MinX, v.MinY, v.MaxX, v.MaxY)
		simd.Read(&columns, v.Class)
		simd.Read(&columns, v.Fault)
		rotated = vector(columns.First(), 0, n, simd.Local(&todo[0]), simd.Local(&turned[0]))
		refreshInto(&p, lo+n, hi, lo, &todo, &turned, &rotated)
		return todo, turned, rotated
	}
}

// rotateLanesAtOnce is how many lanes one call of assembly turns at most, since it
// cannot be preempted.
const rotateLanesAtOnce = 1 << 16

// rotatable reports whether assembly takes a run: not one whose length is no multiple
// of four, nor one so long that the call would not be preempted in time.
func rotatable(n int) bool { return n > 0 && n&3 == 0 && n <= rotateLanesAtOnce }

// Columns of farLanes and more are not in cache when they are turned. Lanes are asked for lanesAhead
// of the polygon in hand, some twenty of eight corners, as hardware stops at the end of a page.
const (
	farLanes   = 1 << 18
	lanesAhead = 128
)

// rotateBy returns rotate by means of assembly. It leaves to the portable function polygons that are not
// rotatable or whose lanes do not exist, and those with a vertex that is turned to NaN.
func rotateBy(vector func(columns *uintptr, first int, set uint64, ahead int) (left uint64)) func(p Poses, local, world *simd.Lanes, lo int, set PoseSet) {
	return func(p Poses, local, world *simd.Lanes, lo int, set PoseSet) {
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
		var columns simd.Columns
		simd.Address(&columns, v.RC, v.RS, v.P, v.Reach, v.MinX, v.MinY, v.MaxX, v.MaxY)
		simd.Address(&columns, v.Off, v.Num)
		simd.Address(&columns, local.VX, local.VY, local.NX, local.NY, world.VX, world.VY, world.NX, world.NY)
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
					some = vector(columns.First(), 64*k, some, ahead)
					if some != 0 { // its extremes are what portable code finds among NaN
						v.rotateOne(local, world, 64*k+bits.TrailingZeros64(some))
						some &= some - 1
					}
				}
			}
		}
	}
}

// together returns the first polygons of a word that one call of assembly takes, with
// room lanes in all columns.
func (p *Poses) together(local, world *simd.Lanes, first int, word uint64, room int) (some uint64) {
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
func (p *Poses) announce(local, world *simd.Lanes, i int) {
	if !simd.Race {
		return
	}
	off, end := p.Off[i], p.Off[i]+p.Num[i]
	for _, c := range [...][]float32{local.VX, local.VY, local.NX, local.NY} {
		simd.RaceRead(c[off:end])
	}
	for _, c := range [...][]float32{world.VX, world.VY, world.NX, world.NY} {
		simd.RaceWrite(c[off:end])
	}
	simd.RaceRead(p.Off[i : i+1])
	simd.RaceRead(p.Num[i : i+1])
	for _, c := range [...][]float32{p.RC, p.RS, p.P, p.Reach} {
		simd.RaceRead(c[i : i+1])
	}
	for _, c := range [...][]float32{p.MinX, p.MinY, p.MaxX, p.MaxY} {
		simd.RaceWrite(c[i : i+1])
	}
}

// coverBy returns cover by means of assembly for vectors of so many lanes.
func coverBy(lanes int, vector func(columns *uintptr, frame *float32, n int, todo *uint64)) func(c Covers, lo, hi int) PoseSet {
	return func(c Covers, lo, hi int) (todo PoseSet) {
		n := whole(lo, hi, lanes)
		if n == 0 {
			return cover(c, lo, hi)
		}
		v := c.slice(lo, lo+n)
		var columns simd.Columns
		simd.Read(&columns, v.DX, v.DY, v.MinX, v.MinY, v.MaxX, v.MaxY)
		simd.Write(&columns, v.ToMinX, v.ToMinY, v.ToMaxX, v.ToMaxY)
		frame := [4]float32{c.FrameX, c.FrameY, c.Long, c.Most}
		vector(columns.First(), simd.Local(&frame[0]), n, simd.Local(&todo[0]))
		coverInto(&c, lo+n, hi, lo, &todo)
		return todo
	}
}

// fattenBy returns fatten by means of assembly for vectors of so many lanes.
func fattenBy(lanes int, vector func(columns *uintptr, ahead, arc float32, n int)) func(f Fattenings, lo, hi int) {
	return func(f Fattenings, lo, hi int) {
		n := whole(lo, hi, lanes)
		if n > 0 {
			v := f.slice(lo, lo+n)
			var columns simd.Columns
			simd.Read(&columns, v.X, v.Y)
			simd.Write(&columns, v.AtX, v.AtY)
			simd.Read(&columns, v.Class)
			simd.Read(&columns, v.C, v.S, v.P, v.Q, v.Reach, v.MinX, v.MinY, v.MaxX, v.MaxY)
			simd.Write(&columns, v.AtC, v.AtS, v.FatMinX, v.FatMinY, v.FatMaxX, v.FatMaxY)
			vector(columns.First(), f.Ahead, f.Ahead*fattenArc, n)
		}
		fatten(f, lo+n, hi)
	}
}

// outsideBy returns outside by means of assembly for vectors of so many lanes.
func outsideBy(lanes int, vector func(columns *uintptr, n int, set *uint64)) func(o Outsides, lo, hi int) PoseSet {
	return func(o Outsides, lo, hi int) (set PoseSet) {
		n := whole(lo, hi, lanes)
		if n == 0 {
			return outside(o, lo, hi)
		}
		v := o.slice(lo, lo+n)
		var columns simd.Columns
		simd.Read(&columns, v.X, v.Y, v.AtX, v.AtY)
		simd.Read(&columns, v.MinX, v.MinY, v.MaxX, v.MaxY, v.FatMinX, v.FatMinY, v.FatMaxX, v.FatMaxY)
		vector(columns.First(), n, simd.Local(&set[0]))
		outsideInto(&o, lo+n, hi, lo, &set)
		return set
	}
}

// shiftBy returns shift by means of assembly for vectors of so many lanes.
func shiftBy(lanes int, vector func(x *float64, v *float32, t float64, n int)) func(x []float64, v []float32, t float64) {
	return func(x []float64, v []float32, t float64) {
		v = v[:len(x)]
		simd.RaceWrite(x)
		simd.RaceRead(v)
		for len(x) >= lanes {
			whole := min(len(x)&^(lanes-1), simd.CallEntries)
			vector(simd.At(x), simd.At(v), t, whole)
			x, v = x[whole:], v[whole:]
		}
		shift(x, v, t)
	}
}

// spinBy returns spin by means of assembly. It leaves to the portable function what fills no vector, and vectors
// with an angle that is too large for a short series.
func spinBy(lanes int, vector func(c, s, w *float32, t float32, n int) int) func(c, s, w []float32, t float32) {
	return func(c, s, w []float32, t float32) {
		s, w = s[:len(c)], w[:len(c)]
		simd.RaceWrite(c)
		simd.RaceWrite(s)
		simd.RaceRead(w)
		for len(c) >= lanes {
			whole := min(len(c)&^(lanes-1), simd.CallEntries)
			n := vector(simd.At(c), simd.At(s), simd.At(w), t, whole)
			if n < whole {
				spin(c[n:n+lanes], s[n:n+lanes], w[n:n+lanes], t)
				n += lanes
			}
			c, s, w = c[n:], s[n:], w[n:]
		}
		spin(c, s, w, t)
	}
}

// sinCosBy is the portable function by assembly for vectors of so many lanes. It leaves to the
// portable function what fills no vector, and vectors with an angle beyond the reduction of the
// assembly.
func sinCosBy[T float32 | float64](lanes int, vector func(angle *T, sin, cos *float32, n int) int, portable func(angle []T, sin, cos []float32)) func(angle []T, sin, cos []float32) {
	return func(angle []T, sin, cos []float32) {
		sin, cos = sin[:len(angle)], cos[:len(angle)]
		simd.RaceRead(angle)
		simd.RaceWrite(sin)
		simd.RaceWrite(cos)
		for len(angle) >= lanes {
			whole := min(len(angle)&^(lanes-1), simd.CallEntries)
			n := vector(simd.At(angle), simd.At(sin), simd.At(cos), whole)
			if n < whole {
				portable(angle[n:n+lanes], sin[n:n+lanes], cos[n:n+lanes])
				n += lanes
			}
			angle, sin, cos = angle[n:], sin[n:], cos[n:]
		}
		portable(angle, sin, cos)
	}
}
