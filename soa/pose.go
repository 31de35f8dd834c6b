// SPDX-License-Identifier: MIT

package soa

import "daylight/internal/store"

// Point is a point in the plane.
type Point struct {
	X, Y float64
}

// Pt returns the point (x, y).
func Pt(x, y float64) Point { return Point{x, y} }

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

// SetPose places a shape. A pose that Refresh would quarantine is refused.
func (s *Shapes) SetPose(id ID, p Pose) error {
	if err := s.writable("SetPose"); err != nil {
		return err
	}
	i, ok := s.index.find(id)
	if !ok {
		return noShape("SetPose", id)
	}
	if err := checkPose("SetPose", id, p); err != nil {
		return err
	}
	s.col.X[i], s.col.Y[i] = p.X, p.Y
	s.col.C[i], s.col.S[i] = p.C, p.S
	return nil
}

// SetPosition moves a shape and leaves its rotation.
func (s *Shapes) SetPosition(id ID, x, y float64) error {
	if err := s.writable("SetPosition"); err != nil {
		return err
	}
	i, ok := s.index.find(id)
	if !ok {
		return noShape("SetPosition", id)
	}
	if err := checkPose("SetPosition", id, Pose{X: x, Y: y, C: 1}); err != nil {
		return err
	}
	s.col.X[i], s.col.Y[i] = x, y
	return nil
}

// SetAngle turns a shape to an angle in radians, counter-clockwise from its local
// axes, and leaves its position.
func (s *Shapes) SetAngle(id ID, angle float64) error {
	if err := s.writable("SetAngle"); err != nil {
		return err
	}
	i, ok := s.index.find(id)
	if !ok {
		return noShape("SetAngle", id)
	}
	sin, cos := SinCos(angle)
	if sin != sin {
		return &Error{Op: "SetAngle", ID: id, Vertex: -1, What: named("angle", angle), Reason: ErrNotFinite}
	}
	s.col.C[i], s.col.S[i] = cos, sin
	return nil
}

// Position returns where a shape is, as it was last written, sound or not.
func (s *Shapes) Position(id ID) (x, y float64, err error) {
	i, ok := s.index.find(id)
	if !ok {
		return 0, 0, noShape("Position", id)
	}
	return s.col.X[i], s.col.Y[i], nil
}

// Pose returns a shape's pose as it was last written, sound or not.
func (s *Shapes) Pose(id ID) (Pose, error) {
	i, ok := s.index.find(id)
	if !ok {
		return Pose{}, noShape("Pose", id)
	}
	return Pose{X: s.col.X[i], Y: s.col.Y[i], C: s.col.C[i], S: s.col.S[i]}, nil
}
