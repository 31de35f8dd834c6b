// SPDX-License-Identifier: MIT

package geometry

import (
	"encoding/binary"
	"math"

	"daylight/soa"
)

// codes are the numbers of kinds in Well-Known Binary.
var codes = [...]uint32{Point: 1, LineString: 2, Polygon: 3, MultiPolygon: 6, MultiPoint: 4, MultiLineString: 5, Collection: 7}

// AppendBinary appends the geometry as Well-Known Binary, from which ReadBinary makes the same geometry,
// without its coordinate system.
func (g *Geometry) AppendBinary(dst []byte) []byte {
	dst = appendHead(dst, g.Kind)
	if g.Members != nil {
		dst = appendCount(dst, len(g.Members))
		for i := range g.Members {
			dst = g.Members[i].AppendBinary(dst)
		}
		return dst
	}
	switch g.Kind {
	case Point:
		return appendPoint(dst, g.Points[0])
	case LineString:
		return appendPoints(appendCount(dst, len(g.Points)), g.Points)
	case Polygon:
		return appendRings(dst, g.Points, 0, g.Rings)
	}
	dst = appendCount(dst, len(g.Parts))
	ring, begin := 0, 0
	for _, end := range g.Parts {
		dst = appendRings(appendHead(dst, Polygon), g.Points, begin, g.Rings[ring:end])
		ring, begin = end, g.Rings[end-1]
	}
	return dst
}

func appendHead(dst []byte, kind Kind) []byte {
	return binary.LittleEndian.AppendUint32(append(dst, 1), codes[kind])
}

func appendCount(dst []byte, n int) []byte { return binary.LittleEndian.AppendUint32(dst, uint32(n)) }

func appendPoint(dst []byte, p soa.Point) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(p.X))
	return binary.LittleEndian.AppendUint64(dst, math.Float64bits(p.Y))
}

func appendPoints(dst []byte, points []soa.Point) []byte {
	for _, p := range points {
		dst = appendPoint(dst, p)
	}
	return dst
}

// appendRings appends rings that end there, of which the first begins at begin; each is closed by its first
// point.
func appendRings(dst []byte, points []soa.Point, begin int, ends []int) []byte {
	dst = appendCount(dst, len(ends))
	for _, end := range ends {
		ring := points[begin:end]
		dst = appendPoint(appendPoints(appendCount(dst, len(ring)+1), ring), ring[0])
		begin = end
	}
	return dst
}
