// SPDX-License-Identifier: MIT

package contacts

import (
	"encoding/binary"
	"errors"
	"math"
)

// A block is shapes of one set on their way to a tile: a byte for the set, and then the shapes.
// Workers of one pipeline are of one program, so the form may change from version to version.

var errBlock = errors.New("contacts: a block of shapes is damaged")

// Bits of the byte that a shape begins with; the lowest two are its kind.
const (
	hasPose = 1 << (iota + 2)
	hasMotion
	hasFilter
	hasBody
	isStatic
	isSensor
)

func appendShape(dst []byte, s *Shape) []byte {
	le := binary.LittleEndian
	f32 := func(v float32) { dst = le.AppendUint32(dst, math.Float32bits(v)) }
	f64 := func(v float64) { dst = le.AppendUint64(dst, math.Float64bits(v)) }
	list := func(values []float64) {
		dst = binary.AppendUvarint(dst, uint64(len(values)))
		for _, v := range values {
			f64(v)
		}
	}
	text := func(t string) { dst = append(binary.AppendUvarint(dst, uint64(len(t))), t...) }

	flags := byte(s.Kind & 3)
	set := func(bit byte, on bool) {
		if on {
			flags |= bit
		}
	}
	set(hasPose, s.Kind != KindCircle)
	set(hasMotion, s.DX != 0 || s.DY != 0 || s.Turn != 0)
	set(hasFilter, s.Filtered)
	set(hasBody, s.Body != "")
	set(isStatic, s.Static)
	set(isSensor, s.Sensor)
	dst = append(dst, flags)
	dst = binary.AppendVarint(dst, s.ID)
	text(s.World)
	text(s.Name)
	f64(s.X)
	f64(s.Y)
	f64(s.Radius)
	if flags&hasPose != 0 {
		f32(s.Cos)
		f32(s.Sin)
	}
	switch s.Kind {
	case KindBox:
		f64(s.HX)
		f64(s.HY)
	case KindCapsule:
		f64(s.HX)
	case KindPolygon:
		list(s.Outline)
	}
	if s.Kind >= KindBox {
		list(s.Corners)
	}
	if flags&hasMotion != 0 {
		f32(s.DX)
		f32(s.DY)
		f32(s.Turn)
	}
	if flags&hasFilter != 0 {
		dst = binary.AppendVarint(dst, s.Category)
		dst = binary.AppendVarint(dst, s.Mask)
		dst = binary.AppendVarint(dst, s.Group)
	}
	if flags&hasBody != 0 {
		text(s.Body)
	}
	return dst
}

// blockReader reads shapes. Their texts share the memory of the block.
type blockReader struct {
	text string
	bad  bool
}

// readBlock appends the shapes of a block to the list of its set.
func readBlock(block []byte, sets *[2][]Shape) error {
	if len(block) == 0 || block[0] > 1 {
		return errBlock
	}
	list := &sets[block[0]]
	r := blockReader{text: string(block[1:])}
	for len(r.text) > 0 {
		*list = append(*list, Shape{})
		r.shape(&(*list)[len(*list)-1])
		if r.bad {
			return errBlock
		}
	}
	return nil
}

func (r *blockReader) take(n int) string {
	if n > len(r.text) {
		r.bad, r.text = true, ""
		return zeros[:min(n, len(zeros))]
	}
	t := r.text[:n]
	r.text = r.text[n:]
	return t
}

const zeros = "\x00\x00\x00\x00\x00\x00\x00\x00"

func (r *blockReader) f32() float32 {
	t := r.take(4)
	return math.Float32frombits(uint32(t[0]) | uint32(t[1])<<8 | uint32(t[2])<<16 | uint32(t[3])<<24)
}

func (r *blockReader) f64() float64 {
	t := r.take(8)
	return math.Float64frombits(uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56)
}

func (r *blockReader) uvarint() uint64 {
	v, shift := uint64(0), 0
	for i := 0; i < len(r.text) && i < binary.MaxVarintLen64; i++ {
		b := r.text[i]
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			r.text = r.text[i+1:]
			return v
		}
		shift += 7
	}
	r.bad, r.text = true, ""
	return 0
}

func (r *blockReader) varint() int64 {
	v := r.uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

func (r *blockReader) name() string {
	n := r.uvarint()
	if n > uint64(len(r.text)) {
		r.bad, r.text = true, ""
		return ""
	}
	return r.take(int(n))
}

func (r *blockReader) list() (values []float64) {
	n := r.uvarint()
	if n > uint64(len(r.text)/8) {
		r.bad, r.text = true, ""
		return nil
	}
	for range n {
		values = append(values, r.f64())
	}
	return values
}

func (r *blockReader) shape(s *Shape) {
	flags := r.take(1)[0]
	s.Kind = int64(flags & 3)
	s.ID, s.World, s.Name = r.varint(), r.name(), r.name()
	s.X, s.Y, s.Radius = r.f64(), r.f64(), r.f64()
	if flags&hasPose != 0 {
		s.Cos, s.Sin = r.f32(), r.f32()
	}
	switch s.Kind {
	case KindBox:
		s.HX, s.HY = r.f64(), r.f64()
	case KindCapsule:
		s.HX = r.f64()
	case KindPolygon:
		s.Outline = r.list()
	}
	if s.Kind >= KindBox {
		s.Corners = r.list()
	}
	if flags&hasMotion != 0 {
		s.DX, s.DY, s.Turn = r.f32(), r.f32(), r.f32()
	}
	if flags&hasFilter != 0 {
		s.Filtered = true
		s.Category, s.Mask, s.Group = r.varint(), r.varint(), r.varint()
	}
	if flags&hasBody != 0 {
		s.Body = r.name()
	}
	s.Static, s.Sensor = flags&isStatic != 0, flags&isSensor != 0
}
