// SPDX-License-Identifier: MIT

package shapes

import (
	"encoding/binary"
	"math"
)

func flag(on bool) byte {
	if on {
		return 1
	}
	return 0
}

// spillReader reads what AppendSpilled or an idLog wrote; bad says that there was too little.
type spillReader struct {
	text []byte
	bad  bool
}

func (r *spillReader) take(n int) []byte {
	if len(r.text) < n {
		r.bad, r.text = true, nil
		return make([]byte, n)
	}
	t := r.text[:n]
	r.text = r.text[n:]
	return t
}

func (r *spillReader) uvarint() uint64 {
	v, n := binary.Uvarint(r.text)
	if n <= 0 {
		r.bad, r.text = true, nil
		return 0
	}
	r.text = r.text[n:]
	return v
}

func (r *spillReader) u32() uint32 { return binary.LittleEndian.Uint32(r.take(4)) }
func (r *spillReader) f32() float64 {
	return float64(math.Float32frombits(r.u32()))
}

func (r *spillReader) f64() float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(r.take(8)))
}

func (r *spillReader) name() []byte {
	n := r.uvarint()
	if n > uint64(len(r.text)) {
		r.bad, r.text = true, nil
		return nil
	}
	return r.take(int(n))
}

// numbers are those that the numbers of a Pack stand for.
type numbers struct {
	worlds, bodies []uint32
	row            int64 // of the first row of its table
}

func (n *numbers) translate(world *uint32, row, body *uint64) bool {
	if int(*world) >= len(n.worlds) || *body > 0 && *body >= uint64(len(n.bodies)) {
		return false
	}
	*world, *row = n.worlds[*world], *row+uint64(n.row)
	if n.bodies != nil {
		*body = uint64(n.bodies[*body])
	}
	return true
}
