// SPDX-License-Identifier: MIT

package view

import (
	"encoding/binary"
	"math"

	"daylight/soa"
)

// Sizes of messages, in bytes.
const (
	frameHeader = 64
	frameShape  = 16
	sceneHeader = 64
	sceneShape  = 32
	sceneVertex = 8
)

// Flags of a shape in a frame.
const (
	flagTouches = 1 << iota
	flagStatic
	flagAbsent // no such shape, or one whose pose is not finite
)

// Kinds of shapes in a scene message.
const (
	kindCircle = iota
	kindCapsule
	kindBox
	kindPolygon
)

// encoder turns frames into messages. Positions are sent as float32 relative to an origin in the
// middle of the scene, so that a scene far out is shown as well.
type encoder struct {
	colours []Colouring
	cast    cast
	figures figures
	seen    bool
	view    Area // of the scene as it was first seen
	origin  soa.Point
	epoch   uint32 // counts scene messages
}

// update looks at a frame, and reports whether shapes have come or gone since the last scene
// message.
func (e *encoder) update(s *snapshot) (stale bool) {
	stale = e.cast.add(s)
	if !e.seen || s.whole {
		e.seen, e.view = true, everything(s, &e.cast)
		e.origin = soa.Point{X: (e.view.Min.X + e.view.Max.X) / 2, Y: (e.view.Min.Y + e.view.Max.Y) / 2}
	}
	e.figures.update(s, &e.cast, e.colours)
	return stale || e.epoch == 0
}

// encodeScene appends what does not change from frame to frame:
//
//	 0 "DLS1"   4 epoch, which its frames repeat   8 shapes   12 vertices
//	16 the view as four float64: min x, min y, max x, max y
//	48 the origin as two float64
//
// then for each shape, by the index of its ID: the middle and the half extents of its core and its
// radius as float32, in its own coordinates; its first vertex and its kind (8 bits) and number of
// vertices (24 bits) as uint32, and the generation of its ID; then the vertices of all polygons,
// two float32 each.
func (e *encoder) encodeScene(dst []byte) []byte {
	e.epoch++
	n := e.cast.size()
	at := len(dst)
	dst = append(dst, make([]byte, sceneHeader+n*sceneShape)...)
	vertices := uint32(0)
	for i := range n {
		sh := &e.cast.shapes[i]
		if len(sh.Vertices) == 0 {
			continue // there is no shape of that index
		}
		lo, hi := sh.Vertices[0], sh.Vertices[0]
		for _, v := range sh.Vertices {
			lo.X, lo.Y = math.Min(lo.X, v.X), math.Min(lo.Y, v.Y)
			hi.X, hi.Y = math.Max(hi.X, v.X), math.Max(hi.Y, v.Y)
		}
		p := dst[at+sceneHeader+i*sceneShape:]
		for k, v := range [5]float64{(lo.X + hi.X) / 2, (lo.Y + hi.Y) / 2, (hi.X - lo.X) / 2, (hi.Y - lo.Y) / 2, sh.Radius} {
			putFloat32(p[4*k:], v)
		}
		kind := uint32(kindPolygon)
		switch sh.Class {
		case soa.ClassCircle:
			kind = kindCircle
		case soa.ClassCapsule:
			kind = kindCapsule
		case soa.ClassBox:
			kind = kindBox
		}
		binary.LittleEndian.PutUint32(p[20:], vertices)
		binary.LittleEndian.PutUint32(p[24:], kind<<24|uint32(len(sh.Vertices)))
		binary.LittleEndian.PutUint32(p[28:], uint32(e.cast.ids[i]))
		if kind == kindPolygon {
			for _, v := range sh.Vertices {
				dst = appendFloat32(appendFloat32(dst, v.X), v.Y)
			}
			vertices += uint32(len(sh.Vertices))
		}
	}
	h := dst[at:]
	copy(h, "DLS1")
	binary.LittleEndian.PutUint32(h[4:], e.epoch)
	binary.LittleEndian.PutUint32(h[8:], uint32(n))
	binary.LittleEndian.PutUint32(h[12:], vertices)
	for k, v := range [6]float64{e.view.Min.X, e.view.Min.Y, e.view.Max.X, e.view.Max.Y, e.origin.X, e.origin.Y} {
		putFloat64(h[16+8*k:], v)
	}
	return dst
}

// encodeFrame writes the frame that update has looked at to dst's memory:
//
//	 0 "DLF1"   4 epoch of the scene it belongs to   8 shapes   12 columns of the user's own
//	16 number of the frame as a float64
//	24 ends of the scales of depth and speed as float32
//
// up to 64 bytes, then for each shape, by the index of its ID: its position relative to the origin
// as two float32, cosine and sine as int16 of 1/32767, its depth and speed as bytes of 1/255 of
// their scale, a byte of 0, and its flags; then for each column both ends of its scale as float32
// and a byte for each shape, filled up to a multiple of four bytes: 1/255 of the scale, or the
// number of a name.
func (e *encoder) encodeFrame(dst []byte, s *snapshot) []byte {
	f := &e.figures
	n := e.cast.size()
	column := 8 + (n+3)&^3
	size := frameHeader + n*frameShape + len(e.colours)*column
	if cap(dst) < size {
		dst = make([]byte, size, size+size/8)
	}
	dst = dst[:size]
	h := dst[:frameHeader]
	clear(h)
	copy(h, "DLF1")
	binary.LittleEndian.PutUint32(h[4:], e.epoch)
	binary.LittleEndian.PutUint32(h[8:], uint32(n))
	binary.LittleEndian.PutUint32(h[12:], uint32(len(e.colours)))
	putFloat64(h[16:], float64(s.frame))
	putFloat32(h[24:], float64(f.depthScale))
	putFloat32(h[28:], float64(f.speedScale))

	body := dst[frameHeader:]
	m := len(s.ids)
	if n != m { // some indices name no shape
		for i := range n {
			binary.LittleEndian.PutUint64(body[i*frameShape+8:], flagAbsent<<56)
		}
	}
	perDepth, perSpeed := perByte(f.depthScale), perByte(f.speedScale)
	xs, ys, cs, ss := s.x[:m], s.y[:m], s.c[:m], s.s[:m]
	depths, speeds := f.depth[:m], f.speed[:m]
	for slot, id := range s.ids {
		i := int(id.Index())
		x, y := float32(xs[slot]-e.origin.X), float32(ys[slot]-e.origin.Y)
		flags := uint64(0)
		if depths[slot] >= 0 {
			flags = flagTouches
		}
		if s.isStatic(slot) {
			flags |= flagStatic
		}
		if !(x-x == 0 && y-y == 0) { // NaN or infinite
			x, y, flags = 0, 0, flagAbsent
		}
		p := body[i*frameShape : i*frameShape+frameShape]
		binary.LittleEndian.PutUint64(p, uint64(math.Float32bits(x))|uint64(math.Float32bits(y))<<32)
		binary.LittleEndian.PutUint64(p[8:],
			uint64(unit16(cs[slot]))|uint64(unit16(ss[slot]))<<16|
				toByte(depths[slot]*perDepth)<<32|toByte(speeds[slot]*perSpeed)<<40|flags<<56)
	}
	for k := range e.colours {
		to, scale := body[n*frameShape+k*column:][:column], &f.scales[k]
		putFloat32(to, float64(scale.low))
		putFloat32(to[4:], float64(scale.high))
		clear(to[8:])
		for slot, id := range s.ids {
			to[8+int(id.Index())] = byte(255*scale.share(s.values[k][slot]) + 0.5)
		}
	}
	return dst
}

func perByte(scale float32) float32 {
	if !(scale > 0) {
		return 0
	}
	return 255 / scale
}

// toByte rounds down to 0 to 255; no number is 0.
func toByte(v float32) uint64 { return uint64(int64(min(max(v, 0), 255))) & 255 }

// unit16 is a cosine or sine as a signed fraction.
func unit16(v float32) uint16 { return uint16(int64(min(max(v, -1), 1) * 32767)) }

func putFloat32(p []byte, v float64) {
	binary.LittleEndian.PutUint32(p, math.Float32bits(float32(v)))
}

func putFloat64(p []byte, v float64) { binary.LittleEndian.PutUint64(p, math.Float64bits(v)) }

func appendFloat32(dst []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint32(dst, math.Float32bits(float32(v)))
}
