// SPDX-License-Identifier: MIT

package answer

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/internal/testenv"
	"daylight/region"
)

// ogc returns the relations of OGC Simple Features that another library finds.
func ogc(a, b geom.Geometry) (want region.Relation, err error) {
	for r, holds := range map[region.Relation]func(a, b geom.Geometry) (bool, error){
		region.Touches: geom.Touches, region.Contains: geom.Contains, region.Within: geom.Within, region.Covers: geom.Covers,
		region.CoveredBy: geom.CoveredBy, region.Equals: geom.Equals, region.Crosses: geom.Crosses, region.OverlapsPartly: geom.Overlaps,
	} {
		is, wrong := holds(a, b)
		if err = errors.Join(err, wrong); is {
			want |= r
		}
	}
	if geom.Intersects(a, b) {
		want |= region.Intersects
	}
	return want, err
}

// shapeOf makes a shape of a geometry.
func shapeOf(g geom.Geometry) (region.Shape, error) {
	points := func(s geom.Sequence) (list []region.Point) {
		for i := range s.Length() {
			p := region.Point(s.GetXY(i))
			if len(list) == 0 || list[len(list)-1] != p {
				list = append(list, p)
			}
		}
		return list
	}
	var lines [][]region.Point
	switch g.Type() {
	case geom.TypePoint:
		return region.NewConvex(points(g.DumpCoordinates()), 0)
	case geom.TypeMultiPoint:
		for _, p := range g.Dump() {
			lines = append(lines, points(p.DumpCoordinates()))
		}
	case geom.TypeLineString, geom.TypeMultiLineString:
		for _, l := range g.Dump() {
			lines = append(lines, points(l.DumpCoordinates()))
		}
		if len(lines) == 1 && len(lines[0]) == 2 {
			return region.NewConvex(lines[0], 0)
		}
	default:
		ring := points(g.MustAsPolygon().ExteriorRing().Coordinates())
		r, err := region.New([][][]region.Point{{ring[:len(ring)-1]}}, region.Config{})
		if err != nil {
			return region.Shape{}, err
		}
		return region.NewShape(r, nil, 0)
	}
	return region.NewShape(nil, lines, 0)
}

// cut is a geometry whose lines are cut into their segments. It has the same points inside and on
// its boundary.
func cut(g geom.Geometry) geom.Geometry {
	if g.Dimension() != 1 {
		return g
	}
	var segments []geom.LineString
	for _, l := range g.Dump() {
		c := l.DumpCoordinates()
		for i := 1; i < c.Length(); i++ {
			if p, q := c.GetXY(i-1), c.GetXY(i); p != q {
				segments = append(segments, geom.NewLineString(geom.NewSequence([]float64{p.X, p.Y, q.X, q.Y}, geom.DimXY)))
			}
		}
	}
	return geom.NewMultiLineString(segments).AsGeometry()
}

// TestRelationsOfLines: points, lines and polygons have the relations that another library finds.
// They lie on a small grid, where all kinds of coincidence occur.
func TestRelationsOfLines(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("the other library calls two polygons that overlap within, as a 32-bit program")
	}
	r := rand.New(rand.NewPCG(38, 6))
	points := func(n, most int) string {
		var list []string
		for range n + r.IntN(most-n+1) {
			list = append(list, fmt.Sprint(r.IntN(4), " ", r.IntN(4)))
		}
		return strings.Join(list, ",")
	}
	random := func() string {
		switch r.IntN(6) {
		case 0:
			return "POINT(" + points(1, 1) + ")"
		case 1:
			return "MULTIPOINT(" + points(2, 3) + ")"
		case 2:
			return "MULTILINESTRING((" + points(2, 3) + "),(" + points(2, 4) + "))"
		case 3:
			return "POLYGON((0 0,2 0,2 1,1 1,1 3,0 3,0 0))"
		case 4:
			return "POLYGON((1 0,3 1,2 3,1 0))"
		}
		return "LINESTRING(" + points(2, 4) + ")"
	}
	seen := map[region.Relation]int{}
	for range testenv.Rounds(2000, 4000, 200_000) {
		a, errA := geom.UnmarshalWKT(random())
		b, errB := geom.UnmarshalWKT(random())
		if errA != nil || errB != nil {
			continue // a line of one point
		}
		p, errA := shapeOf(a)
		q, errB := shapeOf(b)
		want, err := ogc(cut(a), cut(b))
		if errA != nil || errB != nil || err != nil {
			t.Fatal(a.AsText(), b.AsText(), errA, errB, err)
		}
		got := p.Relate(&q)
		seen[got]++
		if got&^region.Overlaps != want {
			t.Fatalf("%s and %s: %v, want %v", a.AsText(), b.AsText(), got, want)
		}
		if inner := want&^(region.Intersects|region.Touches|region.Covers|region.CoveredBy) != 0; inner != (got&region.Overlaps != 0) {
			t.Fatalf("%s and %s: %v", a.AsText(), b.AsText(), got)
		}
	}
	t.Log(seen)
	for _, r := range []region.Relation{region.Touches, region.Crosses, region.Within, region.OverlapsPartly, region.Equals, region.CoveredBy} {
		n := 0
		for s, k := range seen {
			if s&r != 0 {
				n += k
			}
		}
		if n < 20 {
			t.Errorf("%v: only %d", r, n)
		}
	}
}
