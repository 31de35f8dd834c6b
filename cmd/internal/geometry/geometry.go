// SPDX-License-Identifier: MIT

package geometry

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"daylight/soa"
)

// Kind is a type of geometry.
type Kind uint8

// The kinds that are read. Any other is refused by name, before what is in it is looked at.
const (
	Point Kind = iota
	LineString
	Polygon
	MultiPolygon
	MultiPoint
	MultiLineString
	Collection
)

var kindNames = [...]string{"POINT", "LINESTRING", "POLYGON", "MULTIPOLYGON", "MULTIPOINT", "MULTILINESTRING", "GEOMETRYCOLLECTION"}

// memberKinds are the kinds of the members of the last kinds, and of the parts of a MultiPolygon;
// Collection stands for any.
var memberKinds = map[Kind]Kind{MultiPolygon: Polygon, MultiPoint: Point, MultiLineString: LineString, Collection: Collection}

// linearRing is the name of a line that is closed. To Simple Features it is a line, not what it
// encloses.
const linearRing = "LINEARRING"

// String is the kind's name in Well-Known Text.
func (k Kind) String() string { return kindNames[k] }

// kindOf has a geometry be of the kind that has a name, in any letters; a ring is a line.
func kindOf(name string, g *Geometry) (ring, known bool) {
	for k, is := range kindNames[:] {
		if len(name) == len(is) && strings.EqualFold(name, is) {
			g.Kind = Kind(k)
			return false, true
		}
	}
	g.Kind = LineString
	ring = strings.EqualFold(name, linearRing)
	return ring, ring
}

// Geometry is one geometry. Reading another into it uses its memory again.
type Geometry struct {
	Kind Kind
	// Points are those of all rings, one ring after the other, without closing points.
	Points []soa.Point
	// Rings are where in Points the rings of a polygon end, one after the other.
	Rings []int
	// Parts are where in Rings the polygons of a multipolygon end.
	Parts []int
	// Members are what the last three kinds are made of; then Points are empty.
	Members []Geometry
	// SRID names the coordinate system, if the text did; otherwise 0.
	SRID int
}

// member adds a member, unless it is empty: what is in one that has members itself.
func (g *Geometry) member(m *Geometry) {
	if len(m.Members) > 0 {
		g.Members = append(g.Members, m.Members...)
	} else if len(m.Points) > 0 {
		g.Members = append(g.Members, *m)
	}
}

// Reset empties the geometry and keeps its memory.
func (g *Geometry) Reset() {
	g.Points, g.Rings, g.Parts, g.SRID = g.Points[:0], g.Rings[:0], g.Parts[:0], 0
	g.Members = nil
}

// CloseRing ends the ring that begins at begin in Points, which must end where it began. It may
// have too few points for an area, or none.
func (g *Geometry) CloseRing(begin int) error {
	if n := len(g.Points) - begin; n > 1 {
		if g.Points[begin] != g.Points[len(g.Points)-1] {
			return errors.New("the polygon's ring is not closed: its last point must repeat the first")
		}
		g.Points = g.Points[:len(g.Points)-1]
	}
	g.Rings = append(g.Rings, len(g.Points))
	return nil
}

// dropEmpty leaves out rings and polygons without points.
func (g *Geometry) dropEmpty() error {
	if g.Kind != Polygon && g.Kind != MultiPolygon {
		return nil
	}
	one := [1]int{len(g.Rings)}
	polygons := one[:]
	if g.Kind == MultiPolygon {
		polygons = g.Parts
	}
	rings, parts, from, k := g.Rings[:0], g.Parts[:0], 0, 0
	for _, end := range polygons {
		kept, outline := len(rings), k
		for ; k < end; k++ {
			to := g.Rings[k]
			if to == from {
				continue
			}
			if k > outline && len(rings) == kept {
				return errors.New("the polygon's outline is empty, but it has a hole")
			}
			rings, from = append(rings, to), to
		}
		if g.Kind == MultiPolygon && len(rings) > kept {
			parts = append(parts, len(rings))
		}
	}
	g.Rings, g.Parts = rings, parts
	return nil
}

// unknown refuses a type of geometry.
func unknown(quoted string) error {
	return fmt.Errorf("%s is not a geometry that can be a shape: want POINT, LINESTRING, POLYGON, one of these with MULTI in front, or GEOMETRYCOLLECTION", quoted)
}

// ErrEmpty is the reason for which a geometry without points is refused.
var ErrEmpty = errors.New("is empty")

func empty(name string) error { return fmt.Errorf("the %s %w", name, ErrEmpty) }

// Add adds a point.
func (g *Geometry) Add(x, y float64) { g.Points = append(g.Points, soa.Point{X: x, Y: y}) }

// Finite refuses coordinates that are no numbers, leaves out what is empty, and refuses it if that
// is all.
func (g *Geometry) Finite() error {
	if len(g.Points) == 0 && len(g.Members) == 0 {
		return empty(g.Kind.String())
	}
	for i, p := range g.Points {
		if !(math.Abs(p.X) <= math.MaxFloat64 && math.Abs(p.Y) <= math.MaxFloat64) {
			return fmt.Errorf("point %d (%v, %v) is not finite", i+1, p.X, p.Y)
		}
	}
	for i := range g.Members {
		if err := g.Members[i].Finite(); err != nil {
			return err
		}
	}
	return g.dropEmpty()
}

// Within reports whether no coordinate is farther from 0 than x and y.
func (g *Geometry) Within(x, y float64) bool {
	for _, p := range g.Points {
		if math.Abs(p.X) > x || math.Abs(p.Y) > y {
			return false
		}
	}
	for i := range g.Members {
		if !g.Members[i].Within(x, y) {
			return false
		}
	}
	return true
}

// quote shows text in a message, cut when it is long.
func quote(text string) string {
	const most = 40
	if r := []rune(text); len(r) > most {
		return strconv.Quote(string(r[:most])) + "..."
	}
	return strconv.Quote(text)
}
