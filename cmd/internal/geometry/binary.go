// SPDX-License-Identifier: MIT

package geometry

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"daylight/soa"
)

// ReadHex reads Well-Known Binary written as hexadecimal digits.
func (g *Geometry) ReadHex(text string) error {
	data, err := hex.DecodeString(text)
	if err != nil {
		return fmt.Errorf("%s is not binary in hexadecimal digits: %v", quote(text), plainHex(err))
	}
	return g.ReadBinary(data)
}

func plainHex(err error) string {
	var odd hex.InvalidByteError
	if errors.As(err, &odd) {
		return "it holds " + strconv.QuoteRune(rune(byte(odd)))
	}
	return "the number of digits is odd"
}

// ReadBinary reads Well-Known Binary: ISO's, or PostGIS's with flags and a coordinate system.
func (g *Geometry) ReadBinary(data []byte) error {
	g.Reset()
	b := decoder{data: data}
	kind, err := b.head(g)
	if err != nil {
		return err
	}
	b.content(g, kind, 0)
	switch {
	case b.err != nil:
		return b.err
	case b.at < len(data):
		return fmt.Errorf("%d bytes follow the geometry", len(data)-b.at)
	}
	return g.Finite()
}

// nested is how deep collections may lie in each other.
const nested = 16

var errDeep = fmt.Errorf("collections lie in each other too deep: %d levels can be read; put what the inner ones hold into an outer one", nested)

// content reads a geometry behind its head.
func (b *decoder) content(g *Geometry, kind Kind, depth int) {
	g.Kind = kind
	switch kind {
	case Point:
		b.point(g)
		if b.err == nil && math.IsNaN(g.Points[0].X) && math.IsNaN(g.Points[0].Y) {
			g.Points = g.Points[:0] // it is empty
		}
	case LineString:
		b.points(g)
	case Polygon:
		b.rings(g)
	case MultiPolygon:
		for n := b.count(9); n > 0 && b.err == nil; n-- {
			if b.inner(g, kind); b.err == nil {
				b.rings(g)
				g.Parts = append(g.Parts, len(g.Rings))
			}
		}
	default:
		for n := b.count(5); n > 0 && b.err == nil; n-- {
			var m Geometry
			of := b.inner(&m, kind)
			if kind == Collection && depth == nested { // as in text only collections count
				b.err = errDeep
			}
			if b.err != nil {
				return
			}
			b.content(&m, of, depth+1)
			g.member(&m)
		}
	}
}

// inner reads the head of a geometry within one of a kind.
func (b *decoder) inner(g *Geometry, outer Kind) Kind {
	if b.err != nil {
		return 0
	}
	kind, err := b.head(g)
	if want := memberKinds[outer]; err == nil && want != Collection && kind != want {
		err = fmt.Errorf("a %v holds a %v", outer, kind)
	}
	b.err = err
	return kind
}

// decoder reads binary from its beginning. After an error it reads nothing.
type decoder struct {
	data  []byte
	at    int
	order binary.ByteOrder
	size  int // of a point in bytes
	err   error
}

var errShort = errors.New("the geometry's binary ends too early")

// bytes takes n bytes; they are zero if so many are not there.
func (b *decoder) bytes(n int) []byte {
	if b.err == nil && n > len(b.data)-b.at {
		b.err = errShort
	}
	if b.err != nil {
		return make([]byte, n)
	}
	b.at += n
	return b.data[b.at-n : b.at]
}

// head reads what a geometry begins with.
func (b *decoder) head(g *Geometry) (Kind, error) {
	switch b.bytes(1)[0] {
	case 0:
		b.order = binary.BigEndian
	case 1:
		b.order = binary.LittleEndian
	default:
		return 0, errors.New("the geometry's binary begins with neither 0 nor 1")
	}
	code := b.order.Uint32(b.bytes(4))
	dimensions := 2
	if code&0x80000000 != 0 {
		dimensions++
	}
	if code&0x40000000 != 0 {
		dimensions++
	}
	if code&0x20000000 != 0 {
		g.SRID = int(b.order.Uint32(b.bytes(4)))
	}
	if code &= 0x1fffffff; code/1000 == 3 {
		dimensions = 4
	} else if code/1000 == 1 || code/1000 == 2 {
		dimensions = 3
	}
	b.size = 8 * dimensions
	if b.err != nil {
		return 0, b.err
	}
	if code >= 4000 {
		return 0, fmt.Errorf("%d is no type of geometry", code)
	}
	if kind := slices.Index(codes[:], code%1000); kind >= 0 {
		return Kind(kind), nil
	}
	return 0, unknown("type " + strconv.Itoa(int(code)))
}

// count reads how many things follow, of at least size bytes each.
func (b *decoder) count(size int) int {
	if b.err != nil {
		return 0
	}
	n := int64(b.order.Uint32(b.bytes(4)))
	if b.err == nil && n*int64(size) > int64(len(b.data)-b.at) {
		b.err = errShort
	}
	if b.err != nil {
		return 0
	}
	return int(n)
}

func (b *decoder) point(g *Geometry) {
	p := b.bytes(b.size)
	g.Points = append(g.Points, soa.Point{X: math.Float64frombits(b.order.Uint64(p)), Y: math.Float64frombits(b.order.Uint64(p[8:]))})
}

func (b *decoder) points(g *Geometry) {
	for n := b.count(b.size); n > 0; n-- {
		b.point(g)
	}
}

func (b *decoder) rings(g *Geometry) {
	for n := b.count(4); n > 0 && b.err == nil; n-- {
		begin := len(g.Points)
		if b.points(g); b.err == nil {
			b.err = g.CloseRing(begin)
		}
	}
}

// codes are the numbers of kinds in Well-Known Binary.
var codes = [...]uint32{Point: 1, LineString: 2, Polygon: 3, MultiPolygon: 6, MultiPoint: 4, MultiLineString: 5, Collection: 7}
