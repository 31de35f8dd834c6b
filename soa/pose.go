// SPDX-License-Identifier: MIT

package soa

import (
	"math"

	"daylight/internal/store"
)

// Point is a point in the plane.
type Point struct {
	X, Y float64
}

// Pt returns the point (x, y).
func Pt(x, y float64) Point { return Point{x, y} }

func (p Point) finite() bool {
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

// Transform takes a local point to where the pose puts it, in float64 arithmetic.
func (p Pose) Transform(q Point) Point {
	c, s := float64(p.C), float64(p.S)
	return Point{
		X: p.X + (float64(c*q.X) - float64(s*q.Y)),
		Y: p.Y + (float64(s*q.X) + float64(c*q.Y)),
	}
}

// Fault says why a pose cannot be used.
type Fault uint8

// The faults of a pose.
const (
	Sound             = Fault(store.Sound)             // no fault
	PositionNotFinite = Fault(store.PositionNotFinite) // X or Y is NaN or infinite
	PositionTooFar    = Fault(store.PositionTooFar)    // |X| or |Y| is beyond 2^100
	RotationNotFinite = Fault(store.RotationNotFinite) // C or S is NaN or infinite
	RotationNotUnit   = Fault(store.RotationNotUnit)   // C*C + S*S lies outside [0.5, 2]
)

// String returns the fault in words.
func (f Fault) String() string {
	switch f {
	case Sound:
		return "sound"
	case PositionNotFinite:
		return "position not finite"
	case PositionTooFar:
		return "position beyond 2^100"
	case RotationNotFinite:
		return "rotation not finite"
	case RotationNotUnit:
		return "rotation not of unit length"
	}
	return "unknown fault"
}

// checkPose refuses exactly those poses that Refresh would quarantine.
func checkPose(op string, id ID, p Pose) error {
	f := Fault(store.PoseFault(p.X, p.Y, p.C, p.S))
	if f == Sound {
		return nil
	}
	e := &Error{Op: op, ID: id, Vertex: -1}
	switch f {
	case PositionNotFinite:
		e.What, e.Reason = pair("position", p.X, p.Y), ErrNotFinite
	case PositionTooFar:
		e.What, e.Reason = pair("position", p.X, p.Y), ErrRange
		e.Advice = "positions may reach 2^100; change the unit of length"
	case RotationNotFinite:
		e.What, e.Reason = pair("rotation", float64(p.C), float64(p.S)), ErrNotFinite
	default:
		e.What, e.Reason = pair("rotation", float64(p.C), float64(p.S)), ErrRotation
		e.Advice = "C and S are the cosine and sine of the angle; At(x, y, angle) makes them"
	}
	return e
}

// checkPoint refuses a point in world coordinates that no shape can be placed at: the i-th
// of so many.
func checkPoint(op string, i, of int, q Point) error {
	f := Fault(store.PositionFault(q.X, q.Y))
	if f == Sound {
		return nil
	}
	e := &Error{Op: op, Vertex: i, Of: of, What: pair("point", q.X, q.Y), Reason: ErrNotFinite}
	if f == PositionTooFar {
		e.Reason, e.Advice = ErrRange, "positions may reach 2^100; change the unit of length"
	}
	return e
}
