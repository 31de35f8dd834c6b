// SPDX-License-Identifier: MIT

package soa

import (
	"math"

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

// Transform returns the place of a local point in the world, in float64 arithmetic.
func (p Pose) Transform(q Point) Point {
	c, s := float64(p.C), float64(p.S)
	return Point{
		X: p.X + (float64(c*q.X) - float64(s*q.Y)),
		Y: p.Y + (float64(s*q.X) + float64(c*q.Y)),
	}
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

// checkPoint refuses a point in world coordinates that no shape can be placed at: the i-th
// of so many.
func checkPoint(op string, i, of int, q Point) error {
	f := store.PositionFault(q.X, q.Y)
	if f == store.Sound {
		return nil
	}
	e := &Error{op: op, Row: -1, Vertex: i, Of: of, What: pair("point", q.X, q.Y), Reason: errNotFinite}
	if f == store.PositionTooFar {
		e.Reason, e.Advice = ErrRange, tooFar
	}
	return e
}
