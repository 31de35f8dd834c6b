// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/outline"
	"daylight/soa"
)

// several adds a geometry that is more than one polygon: a line of several segments, each of
// which becomes a capsule, or one that has members. All are one shape, which is a body.
func (p *parser) several(kind string) error {
	g := &p.geom
	switch {
	case kind != "" && (g.Kind != geometry.LineString && g.Kind != geometry.MultiLineString || kind != "capsule" && kind != "segment"):
		return at(WKT, fmt.Errorf("a %v is no %s", g.Kind, kind))
	case p.motion.turn != 0:
		return at(Omega, fmt.Errorf("a %v cannot turn: each of its parts would about a place of its own", g.Kind))
	}
	slots := p.part.shapes.Len()
	var gone error
	err := p.member(g, kind, &gone)
	if err == nil && p.part.shapes.Len() == slots {
		err = gone
	}
	if err != nil {
		// What has been added of it goes again.
		var left error
		for id := range p.part.shapes.All() {
			if slots > 0 {
				slots--
			} else if p.part.shapes.Region(id) == id && p.part.shapes.Has(id) {
				p.spare = append(p.spare, id)
			}
		}
		for _, id := range p.spare {
			left = errors.Join(left, p.part.shapes.Remove(id))
		}
		p.spare = p.spare[:0]
		return errors.Join(err, left)
	}
	return nil
}

// member adds a geometry, or all its members. A polygon of which mending leaves nothing is only told of.
func (p *parser) member(g *geometry.Geometry, kind string, gone *error) error {
	switch {
	case g.Members != nil:
		for i := range g.Members {
			if err := p.member(&g.Members[i], kind, gone); err != nil {
				return err
			}
		}
		return nil
	case g.Kind == geometry.Point:
		radius, err := p.radiusIn(p.geom.Kind)
		if err != nil {
			return err
		}
		_, err = p.part.shapes.AddCircle(soa.At(g.Points[0].X, g.Points[0].Y, 0), radius, p.attrs)
		return refused("a circle", err)
	case g.Kind == geometry.LineString:
		radius, err := p.radius(kind)
		if err != nil {
			return err
		}
		if len(g.Points) == 1 {
			return at(WKT, errors.New("a line needs two points"))
		}
		from := p.part.shapes.Len()
		for i, q := range g.Points[1:] {
			if q == g.Points[i] && len(g.Points) > 2 {
				continue // a repeated point
			}
			if _, err := p.part.shapes.AddSegmentBetween(g.Points[i], q, radius, p.attrs); err != nil {
				return refused("a capsule", err)
			}
		}
		if p.c.Outlines {
			p.part.vertices += len(g.Points) + outlineCorners
		}
		return p.draw(from, radius, func() (geom.Geometry, error) { return outline.Line(g.Points), nil })
	}
	radius, err := p.row.optional(R)
	if err != nil {
		return err
	}
	if len(g.Rings) == 1 {
		p.part.vertices += len(g.Points)
		_, err = p.part.shapes.AddOutline(g.Points, radius, p.attrs)
		if err == nil {
			given(p, g.Points, radius)
		}
		if !p.cuttable(err) {
			return refused("a polygon", err)
		}
	}
	if err = p.concave(polygonsOf(g), nil, radius); p.vanished(err) {
		*gone, err = err, nil
	}
	return err
}
