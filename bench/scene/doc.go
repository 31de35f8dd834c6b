// SPDX-License-Identifier: MIT

// Package scene makes seeded scenes of moving shapes, the same ones in every
// language, for benchmarks, tests and demonstrations.
//
// # Definition
//
// A scene is drawn from one SplitMix64 stream. One draw is the top 24 bits of the
// next output as a float32 in [0, 1). Each shape takes nine draws u1..u9, in order:
//
//	L      = sqrt(n / rho)             the world is the square [0, L) x [0, L)
//	X, Y   = u1*L, u2*L
//	Theta  = u3 * 2*pi                 radians, counter-clockwise
//	VX, VY = (2*u4-1)*3, (2*u5-1)*3    units per second
//	Omega  = (2*u6-1)*2                radians per second
//	S1, S2 = 0.25+0.5*u7, 0.25+0.5*u8
//
// and the kind of the scene says what they mean:
//
//	circles  radius S1
//	boxes    half extents (S1, S2), rotated by Theta
//	polys    regular polygons of 3+floor(u8*6) sides (3 to 8), circumradius S1, first vertex at angle Theta
//	mixed    by i mod 3 a circle, a box, a polygon, as above
//	heavy    boxes with S1 and S2 both multiplied by 1/sqrt(u9 + 1e-4), which is 1 to 100
//	cluster  boxes around 64 centres, drawn first (x then y each, times L); shape i lies
//	         around centre i mod 64, off by (u1-0.5 + u9-0.5)*L/16 in x and by
//	         (u2-0.5 + u8-0.5)*L/16 in y, clamped to the world
//
// A step moves every centre by its velocity times 1/60 s and turns it by Omega times
// 1/60 s. A centre that leaves [0, L) has that component of its velocity reversed and
// is clamped to the world, whose last point is the greatest float32 below L.
//
// All arithmetic is float32, one rounding per operation and no fused multiply-add,
// so that a scene has the same bits on every platform and in every language. Three
// steps are the warm-up by convention; the state after the fourth, [FirstFrame], is
// the one whose counts are published and compared.
//
// # Use
//
// A [Scene] is columns and can be stepped alone. [Scene.Fill] adds its shapes to an
// soa.Shapes and returns a [Run], which moves them where they are: its velocities and
// angles are attached columns, so a step streams through memory in slot order, for any
// order that the engine gave the slots.
//
// [Wards] makes something else: a map of concave polygons that touch, for what decides outlines.
//
// Nothing here starts a goroutine. Functions over a range may run at the same time on
// ranges that do not meet.
package scene
