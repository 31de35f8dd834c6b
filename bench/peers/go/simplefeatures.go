// SPDX-License-Identifier: MIT

package main

import (
	"github.com/peterstace/simplefeatures/geom"
	sfrtree "github.com/peterstace/simplefeatures/rtree"
)

// A library for maps: geometries cannot be changed, so a moving shape is a new polygon
// each frame, made without the validation that these do not need. It answers whether
// two geometries intersect, not how deep, and has no circles.

const simplefeaturesModule = "github.com/peterstace/simplefeatures"

func simplefeaturesPeers() []peer {
	anew := func() index { return new(sfIndex) }
	return []peer{
		{name: "simplefeatures", module: simplefeaturesModule, phase: wholeStep,
			note:  "new polygons, its R-tree bulk loaded, Intersects; no depth or normal",
			start: stepWith(anew, new(sfPolygons))},
		{name: "simplefeatures-rtree", module: simplefeaturesModule, phase: broadPhase, circles: true,
			note:  "bulk loaded, one search per box",
			start: broadWith(anew)},
	}
}

type sfIndex struct{ given, items []sfrtree.BulkItem }

func (x *sfIndex) fill(solids []solid) {
	x.given = x.given[:0]
	for i := range solids {
		o := &solids[i]
		box := sfrtree.Box{MinX: o.min.x, MinY: o.min.y, MaxX: o.max.x, MaxY: o.max.y}
		x.given = append(x.given, sfrtree.BulkItem{Box: box, RecordID: i})
	}
}

func (x *sfIndex) appendPairs(dst []pair) []pair {
	x.items = append(x.items[:0], x.given...) // BulkLoad may reorder the items it is given
	tree := sfrtree.BulkLoad(x.items)
	for i := range x.given {
		_ = tree.RangeSearch(x.given[i].Box, func(j int) error { // fails only if the callback does
			if j > i {
				dst = append(dst, pair{A: uint32(i), B: uint32(j)})
			}
			return nil
		})
	}
	return dst
}

type sfPolygons []geom.Geometry

func (g *sfPolygons) begin(solids []solid) {
	*g = (*g)[:0]
	for i := range solids {
		corners := solids[i].corners
		coordinates := make([]float64, 0, 2*len(corners)+2)
		for _, p := range corners {
			coordinates = append(coordinates, p.x, p.y)
		}
		coordinates = append(coordinates, corners[0].x, corners[0].y)
		ring := geom.NewLineString(geom.NewSequence(coordinates, geom.DimXY))
		*g = append(*g, geom.NewPolygon([]geom.LineString{ring}).AsGeometry())
	}
}

func (g *sfPolygons) touch(p pair) bool { return geom.Intersects((*g)[p.A], (*g)[p.B]) }
