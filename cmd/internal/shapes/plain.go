// SPDX-License-Identifier: MIT

package shapes

import (
	"daylight/internal/simd"
	"daylight/internal/store"
	"daylight/region"
	"daylight/soa"
)

// Plain is a shape in numbers, apart from any store. Its slices are only read, and hold as long
// as the Scanned that it is of.
type Plain struct {
	Row   int64 // number of its row, counted over all tables
	World string
	Label []byte // empty where the row names none
	Body  string // empty if it is part of none

	Class simd.Class
	Pose  soa.Pose // circles are not turned
	// P and Q are the radius of a circle; half the length of a capsule, and its radius; half the
	// sides of a box; the radius by which a polygon is grown.
	P, Q   float32
	VX, VY []float32 // corners of a polygon, relative to its position

	Corners        []region.Point // see Set.Corners
	Filtered       bool           // the next five are not those of every shape
	Category, Mask uint32
	Group          int32
	Static, Sensor bool

	DX, DY, Turn float32 // how far it moves, if Config.Time
}

// Plain is shape k. It must not be cut into parts.
func (s *Scanned) Plain(k int) Plain {
	p := s.part
	c := store.Of(p.shapes).Columns()
	one := p.plain(&c, k, nil)
	one.Row, one.World, one.Label = s.rows[k], s.l.common.names[s.World[k]], p.labels.at(k)
	if p.bodies.used {
		one.Body = p.bodies.names[p.body[k]]
	}
	return one
}

// plain is what a part itself knows of the shape in slot k of the columns of its store. Corners of a box are
// put into room.
func (p *part) plain(c *store.Columns, k int, room []region.Point) Plain {
	one := Plain{Class: c.Class[k], Pose: soa.Pose{X: c.X[k], Y: c.Y[k], C: 1}, P: c.P[k],
		Category: store.DefaultCategory, Mask: store.DefaultMask}
	if one.Class != simd.Circle {
		one.Q, one.Pose.C, one.Pose.S = c.Q[k], c.C[k], c.S[k]
	}
	if n := int(c.Num[k]); n > 0 {
		vx, vy := c.Local.VX[c.Off[k]:][:n], c.Local.VY[c.Off[k]:][:n]
		for n > 1 && vx[n-1] == vx[n-2] && vy[n-1] == vy[n-2] { // padding
			n--
		}
		one.VX, one.VY = vx[:n], vy[:n]
	}
	one.Corners = p.corners.of(k, c, k, room)
	one.Filtered = c.Category != nil || c.Mask != nil || c.Group != nil || c.Static != nil || c.Sensor != nil
	if c.Category != nil {
		one.Category = c.Category[k]
	}
	if c.Mask != nil {
		one.Mask = c.Mask[k]
	}
	if c.Group != nil {
		one.Group = c.Group[k]
	}
	if c.Static != nil {
		one.Static = c.Static[k]
	}
	if c.Sensor != nil {
		one.Sensor = c.Sensor[k]
	}
	if p.moves != nil {
		m := p.moves[k]
		one.DX, one.DY, one.Turn = float32(m.dx), float32(m.dy), m.turn
	}
	return one
}
