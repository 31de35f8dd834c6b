// SPDX-License-Identifier: MIT

package shapes

import (
	"math"

	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/schema"
	"daylight/region"
)

// nothing is the box of no points.
var nothing = region.Box{MinX: math.Inf(1), MinY: math.Inf(1), MaxX: math.Inf(-1), MaxY: math.Inf(-1)}

// outline is the AABB of a shape. Each product is rounded before it is added, so that it is the
// same on every machine.
func (s *primitive) outline() region.Box {
	x, y, c, sn := s.pose.X, s.pose.Y, math.Abs(float64(s.pose.C)), math.Abs(float64(s.pose.S))
	b := nothing
	switch s.kind {
	case schema.Circle:
		extend(&b, point{X: x, Y: y}, s.p, s.p)
	case schema.PosedCapsule:
		extend(&b, point{X: x, Y: y}, float64(s.p*c)+s.radius, float64(s.p*sn)+s.radius)
	case schema.PosedBox:
		extend(&b, point{X: x, Y: y}, float64(s.p*c)+float64(s.q*sn)+s.radius, float64(s.p*sn)+float64(s.q*c)+s.radius)
	case schema.CorneredBox:
		extend(&b, s.low, s.radius, s.radius)
		extend(&b, s.high, s.radius, s.radius)
	case schema.LocalPolygon:
		for _, v := range s.geometry.Points {
			v := s.pose.Transform(region.Point(v))
			extend(&b, point(v), s.radius, s.radius)
		}
	default:
		s.cover(&b, &s.geometry)
	}
	return b
}

// cover extends a box by a geometry and its members.
func (s *primitive) cover(b *region.Box, g *geometry.Geometry) {
	r := s.radius
	if g.Kind == geometry.Point {
		r = s.pointRadius
	}
	for _, v := range g.Points {
		extend(b, v, r, r)
	}
	for i := range g.Members {
		s.cover(b, &g.Members[i])
	}
}

func extend(b *region.Box, v point, dx, dy float64) {
	b.MinX, b.MaxX = min(b.MinX, v.X-dx), max(b.MaxX, v.X+dx)
	b.MinY, b.MaxY = min(b.MinY, v.Y-dy), max(b.MaxY, v.Y+dy)
}

// box covers the AABB by which the engine finds pairs of the row at hand, whose motion is v and
// whose colliders are stored in float32. It depends on the row and the Config alone.
func (r *Reach) box(s *primitive, v motion) region.Box {
	b := s.outline()
	if s.kind == schema.LocalPolygon { // its points may lie anywhere about its position
		extend(&b, point{X: s.pose.X, Y: s.pose.Y}, 0, 0)
	}
	// The engine's AABB is larger by up to 2^-15.9 of this: see pose.Margin. A shape that turns
	// about a point of its box leaves the box by at most that.
	size := b.MaxX - b.MinX + b.MaxY - b.MinY
	more := r.Margin + 0x1p-15*(size+r.Margin)
	if v.turn != 0 && s.kind != schema.Circle {
		more += size
	}
	dx, dy := v.dx, v.dy
	if !r.Moves {
		dx, dy = 0, 0
	}
	b = region.Box{MinX: b.MinX + min(dx, 0), MinY: b.MinY + min(dy, 0), MaxX: b.MaxX + max(dx, 0), MaxY: b.MaxY + max(dy, 0)}
	more += 0x1p-15 * (math.Abs(dx) + math.Abs(dy))
	return Widened(b, more)
}

// Widened is a box that is larger by more on each side, and by the rounding of that sum.
func Widened(b region.Box, more float64) region.Box {
	x := more + 0x1p-50*max(math.Abs(b.MinX), math.Abs(b.MaxX)) + 0x1p-125
	y := more + 0x1p-50*max(math.Abs(b.MinY), math.Abs(b.MaxY)) + 0x1p-125
	return region.Box{MinX: b.MinX - x, MinY: b.MinY - y, MaxX: b.MaxX + x, MaxY: b.MaxY + y}
}
