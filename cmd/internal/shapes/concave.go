// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/memory"
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
		_, err = p.part.shapes.AddRegion(r, radius, p.attrs)
	} else {
		_, err = p.part.shapes.AddRegionAt(*pose, r, radius, p.attrs)
	}
	if err != nil {
		return refused("a polygon", err)
	}
	if pose == nil && p.c.Corners && radius == 0 {
		p.part.corners.parts(from, r)
	}
	return p.draw(from, radius, func() (geom.Geometry, error) { return outlineOf(r, pose) })
}

// region cuts polygons, and mends them if that is asked for.
func (p *parser) region(polygons [][][]region.Point) (*region.Region, error) {
	if !p.c.Mend {
		r, err := region.New(polygons, region.Config{})
		return r, inWords(err)
	}
	points := 0
	for _, rings := range polygons {
		for _, ring := range rings {
			points += len(ring)
		}
	}
	r, err := mended(polygons, points, p.c.Memory)
	if err != nil {
		return nil, inWords(err)
	}
	for i := range r.Rings() {
		points -= len(r.Ring(i))
	}
	p.part.vertices += 5 * max(0, -points) // those that mending made
	return r, nil
}

// fewCrossings is how many crossings of outlines are tried first where there are any, and mostCrossings how many
// at last: more would take minutes, and come of outlines that mean nothing, such as points in no order.
const (
	fewCrossings  = 1 << 10
	mostCrossings = 1 << 19
)

// mending is held by who mends more, so that several who do so at once take no memory from each other.
var mending sync.Mutex

// mended mends outlines of so many points, as far as there is memory for their crossings.
func mended(polygons [][][]region.Point, points int, budget *memory.Budget) (*region.Region, error) {
	r, err := region.New(polygons, region.Config{Mend: true, MaxCrossings: 1})
	for last, most := 1, fewCrossings; errors.Is(err, region.ErrTooManyCrossings); last, most = most, 8*most {
		if last == fewCrossings {
			mending.Lock()
			defer mending.Unlock()
		}
		if last == mostCrossings {
			return nil, &shapeError{msg: fmt.Sprintf("outlines of %d points that cross more than %d times are too many to mend", points, last), err: region.ErrTooManyCrossings}
		}
		most = min(most, mostCrossings)
		if budget != nil { // half of what is left is for the rows that others read meanwhile
			most = min(most, int(budget.Left()/(2*mendBytes))-points)
		}
		bytes := mendBytes * int64(points+most)
		var short error
		if most <= last {
			short = budget.Short(0)
		} else {
			short = budget.Reserve(bytes)
		}
		if short != nil {
			return nil, &shapeError{msg: fmt.Sprintf("outlines of %d points that cross more than %d times are too many to mend: %v (--memory says how much to use)", points, last, short), err: region.ErrTooManyCrossings}
		}
		r, err = region.New(polygons, region.Config{Mend: true, MaxCrossings: most})
		budget.Release(bytes)
	}
	return r, err
}

// cuttable reports whether what package soa does not take as a convex polygon may be cut
// into some, or mended.
func (p *parser) cuttable(err error) bool {
	return p.c.Concave && (errors.Is(err, soa.ErrNotConvex) || p.c.Mend && errors.Is(err, soa.ErrZeroArea))
}

// vanished reports whether mending left nothing of a polygon, which is no mistake.
func (p *parser) vanished(err error) bool { return p.c.Mend && errors.Is(err, region.ErrZeroArea) }

// ring is a list of points as package region takes it.
func ring(points []point) []region.Point { return slices.Clone(points) }

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
