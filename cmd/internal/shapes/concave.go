// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/geometry"
	"daylight/region"
	"daylight/soa"
)

// concave adds polygons that are not one convex outline: concave, with holes, of several
// parts. They are cut into convex parts, which lie where the pose puts them, or where
// they say without one.
func (p *parser) concave(polygons [][][]region.Point, pose *soa.Pose, radius float64) error {
	for _, rings := range polygons {
		for _, ring := range rings {
			p.part.vertices += 4 * len(ring)
			if p.c.Outlines {
				p.part.vertices += len(ring) + outlineCorners
			}
		}
	}
	r, err := p.region(polygons)
	if err != nil {
		return err
	}
	from := p.part.shapes.Len()
	if pose == nil {
		_, err = p.part.shapes.AddRegion(r, radius, p.attrs...)
	} else {
		_, err = p.part.shapes.AddRegionAt(*pose, r, radius, p.attrs...)
	}
	if err != nil {
		return refused("a polygon", err)
	}
	return p.draw(from, radius, func() (geom.Geometry, error) { return outlineOf(r, pose) })
}

// region cuts polygons, and mends them if that is asked for.
func (p *parser) region(polygons [][][]region.Point) (*region.Region, error) {
	var opts []region.Option
	if p.c.Mend {
		opts = append(opts, region.Mend())
	}
	r, err := region.New(polygons, opts...)
	return r, inWords(err)
}

// cuttable reports whether what package soa does not take as a convex polygon may be cut
// into some, or mended.
func (p *parser) cuttable(err error) bool {
	return p.c.Concave && (errors.Is(err, soa.ErrNotConvex) || p.c.Mend && (errors.Is(err, soa.ErrTooFewVertices) || errors.Is(err, soa.ErrZeroArea)))
}

// vanished reports whether mending left nothing of a polygon, which is no mistake.
func (p *parser) vanished(err error) bool { return p.c.Mend && errors.Is(err, region.ErrZeroArea) }

// ring is a list of points as package region takes it.
func ring(points []point) []region.Point {
	out := make([]region.Point, len(points))
	for i, v := range points {
		out[i] = region.Point(v)
	}
	return out
}

// polygonsOf are the polygons of a geometry.
func polygonsOf(g *geometry.Geometry) (polygons [][][]region.Point) {
	points := ring(g.Points)
	var rings [][]region.Point
	from, parts := 0, g.Parts
	for i, to := range g.Rings {
		rings = append(rings, points[from:to:to])
		from = to
		if len(parts) > 0 && parts[0] == i+1 {
			parts = parts[1:]
			polygons = append(polygons, rings)
			rings = nil
		}
	}
	if rings != nil {
		polygons = append(polygons, rings)
	}
	return polygons
}
