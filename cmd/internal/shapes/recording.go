// SPDX-License-Identifier: MIT

package shapes

import (
	"encoding/binary"
	"math"

	"daylight/cmd/internal/geometry"
	"daylight/soa"
)

// A record is a primitive, its attributes and its motion in bytes: two bytes of marks and then, little
// endian, what the marks say is there, in the order in which record appends it.
const (
	kindBits             = 7      // of the first byte: the primitiveKind
	formShift            = 3      // and the Form
	shortMark       byte = 1 << 6 // sizes are float32
	turnedMark      byte = 1 << 7 // the pose is turned
	attributesMark  byte = 1 << 0 // of the second byte
	staticMark      byte = 1 << 1
	sensorMark      byte = 1 << 2
	movingMark      byte = 1 << 3
	radiusMark      byte = 1 << 4 // it is grown by a radius
	pointRadiusMark byte = 1 << 5
)

// leastRecord is how long a record is at least, that of a circle.
const leastRecord = 2 + 2*8 + 4

// record keeps the record of the shape that the parser has just added, if records are asked for.
func (to *part) record(p *parser) {
	if t := p.c.Tiling; t == nil || !t.Records {
		return
	}
	s := &p.primitive
	dst, le := to.records, binary.LittleEndian
	marks := [2]byte{byte(s.kind) | byte(s.form)<<formShift, 0}
	mark := func(k int, m byte, on bool) bool {
		if on {
			marks[k] |= m
		}
		return on
	}
	short := mark(0, shortMark, isShort(s.p) && isShort(s.q) && isShort(s.radius) && isShort(s.pointRadius))
	turned := mark(0, turnedMark, s.pose.C != 1 || s.pose.S != 0)
	a := &p.attrs
	attributes := mark(1, attributesMark, a.Category != 0 || a.Ignore != 0 || a.Group != 0)
	mark(1, staticMark, a.Static)
	mark(1, sensorMark, a.Sensor)
	moving := mark(1, movingMark, p.motion != motion{})
	grown := mark(1, radiusMark, s.radius != 0)
	points := mark(1, pointRadiusMark, s.pointRadius != 0)
	f32 := func(v float32) { dst = le.AppendUint32(dst, math.Float32bits(v)) }
	f64 := func(v float64) { dst = le.AppendUint64(dst, math.Float64bits(v)) }
	size := func(v float64) {
		if short {
			f32(float32(v))
		} else {
			f64(v)
		}
	}
	dst = append(dst, marks[:]...)
	if s.kind.posed() {
		f64(s.pose.X)
		f64(s.pose.Y)
		if turned {
			f32(s.pose.C)
			f32(s.pose.S)
		}
	}
	switch s.kind {
	case posedBox:
		size(s.p)
		size(s.q)
	case circle, posedCapsule:
		size(s.p)
	case corneredBox:
		f64(s.low.X)
		f64(s.low.Y)
		f64(s.high.X)
		f64(s.high.Y)
	default:
		at := len(dst)
		dst = s.geometry.AppendBinary(append(dst, 0, 0, 0, 0))
		le.PutUint32(dst[at:], uint32(len(dst)-at-4))
	}
	if grown {
		size(s.radius)
	}
	if points {
		size(s.pointRadius)
	}
	if attributes {
		dst = le.AppendUint32(dst, a.Category)
		dst = le.AppendUint32(dst, a.Ignore)
		dst = le.AppendUint32(dst, uint32(a.Group))
	}
	if moving {
		f64(p.motion.dx)
		f64(p.motion.dy)
		f32(p.motion.turn)
	}
	to.records, to.recordEnds = dst, append(to.recordEnds, uint32(len(dst)))
}

// isShort reports whether a float32 holds the number.
func isShort(v float64) bool { return float64(float32(v)) == v }

// posed reports whether primitives of the kind have a pose.
func (k primitiveKind) posed() bool { return k != corneredBox && k != geometric }

// recordOf is the record of shape k.
func (to *part) recordOf(k int) []byte {
	begin := uint32(0)
	if k > 0 {
		begin = to.recordEnds[k-1]
	}
	return to.records[begin:to.recordEnds[k]]
}

// readRecord makes the primitive, the attributes and the motion of a record.
func (p *parser) readRecord(r *spillReader) error {
	marks := r.take(2)
	s := &p.primitive
	s.reset(primitiveKind(marks[0] & kindBits))
	s.form = Form(marks[0] >> formShift & 7)
	p.attrs = soa.Attrs{Static: marks[1]&staticMark != 0, Sensor: marks[1]&sensorMark != 0}
	p.motion = motion{}
	if s.kind > geometric || s.form >= NumForms {
		return ErrSpill
	}
	size := r.f64
	if marks[0]&shortMark != 0 {
		size = r.f32
	}
	if s.kind.posed() {
		s.pose.X, s.pose.Y = r.f64(), r.f64()
		if marks[0]&turnedMark != 0 {
			s.pose.C, s.pose.S = float32(r.f32()), float32(r.f32())
		}
	}
	switch s.kind {
	case posedBox:
		s.p, s.q = size(), size()
	case circle, posedCapsule:
		s.p = size()
	case corneredBox:
		s.low.X, s.low.Y, s.high.X, s.high.Y = r.f64(), r.f64(), r.f64(), r.f64()
	default:
		n := r.u32()
		if uint64(n) > uint64(len(r.text)) {
			return ErrSpill
		}
		if err := s.geometry.ReadBinary(r.take(int(n))); err != nil {
			return err
		}
		// What the parser never makes is not added, either.
		g := &s.geometry
		if g.Kind == geometry.LineString && g.Members == nil && len(g.Points) < 2 || s.kind != geometric && (g.Kind != geometry.Polygon || g.Members != nil || len(g.Rings) != 1) {
			return ErrSpill
		}
	}
	if marks[1]&radiusMark != 0 {
		s.radius = size()
	}
	if marks[1]&pointRadiusMark != 0 {
		s.pointRadius = size()
	}
	if marks[1]&attributesMark != 0 {
		p.attrs.Category, p.attrs.Ignore, p.attrs.Group = r.u32(), r.u32(), int32(r.u32())
	}
	if marks[1]&movingMark != 0 {
		p.motion = motion{r.f64(), r.f64(), float32(r.f32())}
	}
	if r.bad {
		return ErrSpill
	}
	return nil
}
