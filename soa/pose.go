// SPDX-License-Identifier: MIT

package soa

import (
	"math"

	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/pose"
	"daylight/internal/store"
	"daylight/region"
)

// Point is a point in the plane: that of package region under a shorter name.
type Point = region.Point

func finite(p Point) bool {
	return math.Abs(p.X) <= math.MaxFloat64 && math.Abs(p.Y) <= math.MaxFloat64
}

// Pose places a shape: its local point (x, y) lies at (X + C*x - S*y, Y + S*x + C*y).
// C and S are the cosine and sine of its angle.
type Pose struct {
	X, Y float64
	C, S float32
}

// At returns the pose at (x, y), turned counter-clockwise by angle radians; see SinCos.
func At(x, y, angle float64) Pose {
	s, c := SinCos(angle)
	return Pose{X: x, Y: y, C: c, S: s}
}

// SinCos returns the sine and cosine of an angle in radians, the same bits on every
// platform (math.Sin and math.Cos are assembly on some). Both are within 0.51 ulp of
// the truth for every finite angle, with one deliberate exception: an angle within
// 2^-40, or within 2^-52 of its own size (at most 2^-32), of a multiple of pi/2
// other than 0 is taken to be that multiple. So SinCos(k*math.Pi/2) is exactly (0, 1), (1, 0),
// (0, -1) or (-1, 0), and shapes turned by right angles keep exact axes. Zeros
// are positive. NaN and infinity give NaN.
func SinCos(angle float64) (sin, cos float32) { return pose.SinCos(angle) }

// SinCosAll writes the sine and cosine of every angle to sin and cos, which must be at least as
// long as angles. It gives the bits of SinCos, many times faster where there is a vector kernel
// (see kernels.Choose). To turn shapes, compute a few hundred rotations at a time into a buffer;
// or, if all shapes turn, inside of Update straight into the columns S and C. SinCosAll allocates
// nothing.
func SinCosAll[T float32 | float64](angles []T, sin, cos []float32) {
	t := chosen()
	switch angles := any(angles).(type) {
	case []float32:
		t.SinCos32(angles, sin, cos)
	case []float64:
		t.SinCos64(angles, sin, cos)
	}
}

// chosen returns the table of isa.Choose. If the environment names kernels that do not exist, it
// returns the best: engines refuse to be made, and results are the same bits.
func chosen() *isa.Table {
	if t, err := isa.Choose(); err == nil {
		return t
	}
	return isa.Best()
}

// Transform returns the place of a local point in the world, in float64 arithmetic.
func (p Pose) Transform(q Point) Point {
	c, s := float64(p.C), float64(p.S)
	return Point{
		X: p.X + (float64(c*q.X) - float64(s*q.Y)),
		Y: p.Y + (float64(s*q.X) + float64(c*q.Y)),
	}
}

// Poses are columns of poses, with an entry for each shape. C and S are cosines and sines of
// angles; if both are nil, nothing is turned.
type Poses struct {
	X, Y []float64
	C, S []float32
}

// at returns the pose of a row.
func (p *Poses) at(i int) Pose {
	pose := Pose{X: p.X[i], Y: p.Y[i], C: 1}
	if p.C != nil {
		pose.C, pose.S = p.C[i], p.S[i]
	}
	return pose
}

// fault is what is wrong with the pose of a row.
func (p *Poses) fault(i int) uint8 {
	if p.C == nil {
		return store.PositionFault(p.X[i], p.Y[i])
	}
	return store.PoseFault(p.X[i], p.Y[i], p.C[i], p.S[i])
}

// checkPose refuses exactly those poses that put a shape in quarantine.
func checkPose(op string, id ID, p Pose) error {
	if f := store.PoseFault(p.X, p.Y, p.C, p.S); f != store.Sound {
		return poseError(op, id, p, f)
	}
	return nil
}

// poseError says what is wrong with a pose that has a fault.
func poseError(op string, id ID, p Pose, fault uint8) error {
	e := &Error{op: op, id: id, Row: -1, Vertex: -1}
	switch fault {
	case store.PositionNotFinite:
		e.What, e.Reason = pair("position", p.X, p.Y), errNotFinite
	case store.PositionTooFar:
		e.What, e.Reason = pair("position", p.X, p.Y), ErrRange
		e.Advice = tooFar
	case store.RotationNotFinite:
		e.What, e.Reason = pair("rotation", float64(p.C), float64(p.S)), errNotFinite
	default:
		e.What, e.Reason = pair("rotation", float64(p.C), float64(p.S)), errRotation
		e.Advice = "C and S are the cosine and sine of the angle; At(x, y, angle) makes them"
	}
	return e
}

const tooFar = "positions may reach 2^100; change the unit of length"
