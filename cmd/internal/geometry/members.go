// SPDX-License-Identifier: MIT

package geometry

import (
	"errors"
	"strings"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/soa"
)

// take takes over a geometry that the library has read, whose kind is known.
func (g *Geometry) take(is geom.Geometry) error {
	switch g.Kind {
	case Point:
		if c, ok := is.MustAsPoint().Coordinates(); ok {
			g.Points = append(g.Points, soa.Point{X: c.X, Y: c.Y})
		}
	case LineString:
		g.sequence(is.MustAsLineString().Coordinates())
	case Polygon:
		return g.polygon(is.MustAsPolygon())
	case MultiPolygon:
		m := is.MustAsMultiPolygon()
		for k := range m.NumPolygons() {
			if err := g.polygon(m.PolygonN(k)); err != nil {
				return err
			}
			g.Parts = append(g.Parts, len(g.Rings))
		}
	case MultiPoint:
		m := is.MustAsMultiPoint()
		for k := range m.NumPoints() {
			if err := g.member(m.PointN(k).AsGeometry()); err != nil {
				return err
			}
		}
	case MultiLineString:
		m := is.MustAsMultiLineString()
		for k := range m.NumLineStrings() {
			if err := g.member(m.LineStringN(k).AsGeometry()); err != nil {
				return err
			}
		}
	case Collection:
		m := is.MustAsGeometryCollection()
		for k := range m.NumGeometries() {
			if err := g.member(m.GeometryN(k)); err != nil {
				return err
			}
		}
	}
	return nil
}

// member appends a member, unless it is empty: what is in one that has members itself.
func (g *Geometry) member(is geom.Geometry) error {
	var m Geometry
	m.Kind = kindOf(is)
	if err := m.take(is); err != nil {
		return err
	}
	if m.Kind > MultiPolygon {
		g.Members = append(g.Members, m.Members...)
	} else if len(m.Points) > 0 {
		g.Members = append(g.Members, m)
	}
	return nil
}

// kindOf is the kind of a geometry of the library, which knows no others.
func kindOf(is geom.Geometry) Kind {
	for k, name := range kindNames {
		if strings.EqualFold(name, is.Type().String()) {
			return Kind(k)
		}
	}
	return Collection
}

// readMembers reads GeoJSON or binary of a kind that has members.
func (g *Geometry) readMembers(kind Kind, is geom.Geometry, err error) error {
	g.Reset()
	g.Kind = kind
	if err != nil {
		return errors.New("not a geometry: " + err.Error())
	}
	if err := g.take(is); err != nil {
		return err
	}
	return g.Finite()
}

func (g *Geometry) polygon(p geom.Polygon) error {
	begin := len(g.Points)
	g.sequence(p.ExteriorRing().Coordinates())
	if err := g.CloseRing(begin); err != nil {
		return err
	}
	for k := range p.NumInteriorRings() {
		begin = len(g.Points)
		g.sequence(p.InteriorRingN(k).Coordinates())
		if err := g.CloseRing(begin); err != nil {
			return err
		}
	}
	return nil
}

func (g *Geometry) sequence(seq geom.Sequence) {
	for i := range seq.Length() {
		c := seq.GetXY(i)
		g.Points = append(g.Points, soa.Point{X: c.X, Y: c.Y})
	}
}
