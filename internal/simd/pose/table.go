// SPDX-License-Identifier: MIT

package pose

import "daylight/internal/simd"

// Posing is all that brings shapes up to date, by one instruction set.
type Posing struct {
	// Cover widens the bounds of shapes lo to hi-1, at most PoseBlock, by their motion in
	// a frame that moves by (FrameX, FrameY), rounded outward. Todo, counted from lo, are
	// those that move by more than Long along both axes, and those whose motion is beyond
	// Most or NaN: the bounds of these mean nothing.
	Cover func(c Covers, lo, hi int) (todo PoseSet)

	// Fatten gives shapes lo to hi-1, at most PoseBlock, bounds that they stay inside of for
	// as long as Ahead says if they go on and turn as they did, and notes their poses. Of
	// shapes that are not sound, what it writes means nothing.
	Fatten func(f Fattenings, lo, hi int)

	// Outside returns those of shapes lo to hi-1, at most PoseBlock, whose bounds are not
	// inside of the fattened ones, and those with a NaN among the numbers it reads; the
	// set counts from lo. Shapes that it leaves out are inside, but for what Margin has to
	// spare.
	Outside func(o Outsides, lo, hi int) PoseSet

	// Rotate turns polygons to the rotations RC, RS: their vertices and normals, from
	// local lanes into world lanes, D being left alone, and their bounds. They are those
	// of the set, counted from lo.
	Rotate func(p Poses, local, world *simd.Lanes, lo int, set PoseSet)

	// SinCos32 and SinCos64 write SinCos of every angle to sin and cos, which must be
	// at least as long. Either may be the column of angles itself.
	SinCos32 func(angle, sin, cos []float32)
	SinCos64 func(angle []float64, sin, cos []float32)

	// Shift adds v times t to every position x, in float64: one axis of a motion. v must be
	// at least as long as x.
	Shift func(x []float64, v []float32, t float64)

	// Spin turns every rotation (c, s) by the angle w times t, in radians, rounded to float32.
	// Where that is 0, the rotation stays as it is, to the bit. Rotations of unit length stay
	// so, as IsUnit has it, however often they are turned. s and w must be at least as long
	// as c.
	Spin func(c, s, w []float32, t float32)

	// Refresh turns shapes lo to hi-1, at most PoseBlock, to their rotations. It looks
	// at those that are sound and whose rotation is of unit length and has changed, and
	// counts them: it writes RC and RS, and the bounds of boxes and capsules. Polygons are
	// turned, a set for Rotate. Sound shapes that did not turn, and sound circles, it
	// leaves alone. All others are todo. Both sets count from lo. A shape is sound if Fault
	// is 0 and X and Y are within PoseRange. Nothing outside [lo, hi) is written.
	Refresh func(p Poses, lo, hi int) (todo, turned PoseSet, rotated int)
}

// Go is the portable code, which defines what the others must compute.
var Go = Posing{
	Cover:    cover,
	Fatten:   fatten,
	Outside:  outside,
	Rotate:   rotate,
	SinCos32: sinCos32,
	SinCos64: sinCos64,
	Shift:    shift,
	Spin:     spin,
	Refresh:  refresh,
}
