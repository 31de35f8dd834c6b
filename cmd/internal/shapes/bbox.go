// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/geometry"
	"daylight/region"
)

// ParseBox reads a Box: the least x and y, and the greatest, with commas between them.
func ParseBox(text string) (*region.Box, error) {
	var v []float64
	for cell := range strings.SplitSeq(text, ",") {
		if one, err := strconv.ParseFloat(strings.TrimSpace(cell), 64); err == nil && one-one == 0 {
			v = append(v, one)
		}
	}
	if len(v) != 4 || strings.Count(text, ",") != 3 {
		return nil, errors.New("want min x, min y, max x and max y with commas between them, such as 0,0,100,50")
	}
	b := &region.Box{MinX: v[0], MinY: v[1], MaxX: v[2], MaxY: v[3]}
	if b.MinX > b.MaxX {
		return nil, fmt.Errorf("min x, %v, is above max x, %v: want min x, min y, max x, max y", b.MinX, b.MaxX)
	}
	if b.MinY > b.MaxY {
		return nil, fmt.Errorf("min y, %v, is above max y, %v: want min x, min y, max x, max y", b.MinY, b.MaxY)
	}
	return b, nil
}

// errOutside is of a row whose shape is outside of Config.Box.
var errOutside = errors.New("outside of the box")

var outsideOfBox = failure{outside: 1}

// boxed reports whether there is a box that rows may be outside of. What was in a set before is not.
func (p *parser) boxed() bool { return p.c.Box != nil && !p.batch.packed }

// touches reports whether the AABB of a shape, in float64, touches a box. What is not finite does, so that it is
// found to be wrong.
func (s *primitive) touches(b *region.Box) bool {
	a := s.box()
	return !apart(&a, b)
}

// apart reports whether two boxes have no point in common, as far as is known: of NaN they may have one.
func apart(a, b *region.Box) bool {
	return a.MinX > b.MaxX || a.MaxX < b.MinX || a.MinY > b.MaxY || a.MaxY < b.MinY
}

// nothing is the box of no points.
var nothing = region.Box{MinX: math.Inf(1), MinY: math.Inf(1), MaxX: math.Inf(-1), MaxY: math.Inf(-1)}

// box is the AABB of a shape. Each product is rounded before it is added, so that it is the same on every machine.
func (s *primitive) box() region.Box {
	x, y, c, sn := s.pose.X, s.pose.Y, math.Abs(float64(s.pose.C)), math.Abs(float64(s.pose.S))
	b := nothing
	switch s.kind {
	case circle:
		extend(&b, point{X: x, Y: y}, s.p, s.p)
	case posedCapsule:
		extend(&b, point{X: x, Y: y}, float64(s.p*c)+s.radius, float64(s.p*sn)+s.radius)
	case posedBox:
		extend(&b, point{X: x, Y: y}, float64(s.p*c)+float64(s.q*sn)+s.radius, float64(s.p*sn)+float64(s.q*c)+s.radius)
	case corneredBox:
		extend(&b, s.low, s.radius, s.radius)
		extend(&b, s.high, s.radius, s.radius)
	case posedPolygon:
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

var (
	acrossFields = setOf(X, Lon, X1, X2, MinX, MaxX)
	upFields     = setOf(Y, Lat, Y1, Y2, MinY, MaxY)
)

// beyond reports whether, by what a file says of the least and greatest values of columns, no shape of a batch touches
// the box. A shape is no farther from its place than all its sizes together.
func (l *Loader) beyond(r *columnar.Reader, b *columnar.Batch, head *header) bool {
	if l.c.Box == nil {
		return false
	}
	all, reach, seen := nothing, l.c.Radius, fieldSet(0)
	for k, f := range head.fields {
		switch {
		case f >= numFields || f == Angle || !(acrossFields | upFields | lengths | setOf(Points, WKT)).has(f):
			continue
		case k >= len(r.Names) || f == Points || f == WKT && r.Names[k] != r.Geometry:
			return false // which is a constant, points as text, or another geometry than the one that the file covers
		case f == WKT:
			box, ok := r.Covered(b)
			if !ok {
				return false
			}
			extend(&all, point{X: box[0], Y: box[1]}, 0, 0)
			extend(&all, point{X: box[2], Y: box[3]}, 0, 0)
			seen |= setOf(X, Y)
			continue
		}
		low, high, ok := r.Bounds(b, r.Names[k])
		if !ok {
			return false
		}
		seen |= 1 << f
		switch {
		case lengths.has(f):
			reach += max(math.Abs(low), math.Abs(high))
		case acrossFields.has(f):
			all.MinX, all.MaxX = min(all.MinX, low), max(all.MaxX, high)
		default:
			all.MinY, all.MaxY = min(all.MinY, low), max(all.MaxY, high)
		}
	}
	if seen&acrossFields == 0 || seen&upFields == 0 {
		return false
	}
	// What is rounded on the way is less than this, also where what covers geometries was rounded to float32.
	more := reach + 0x1p-22*(reach+math.Abs(all.MinX)+math.Abs(all.MaxX)+math.Abs(all.MinY)+math.Abs(all.MaxY))
	all = region.Box{MinX: all.MinX - more, MinY: all.MinY - more, MaxX: all.MaxX + more, MaxY: all.MaxY + more}
	return apart(&all, l.c.Box)
}
