// SPDX-License-Identifier: MIT

package shapes

import (
	"encoding/binary"
	"errors"
	"math"
	mathbits "math/bits"
)

// ErrSpill is what shapes are that were not written by AppendSpilled, or only in part.
var ErrSpill = errors.New("damaged temporary file")

// recorded are the cells that a record may have.
var recorded = measures | filters | setOf(WKT, Points)

// record keeps what the row of a shape that has just been added says of it, which Tiling.Records asks for: the set of
// the cells that were read, and each of them in the order of fields. Numbers are
// float64, or float32 if all of them can be, which a bit in front of the set says, geometries and points
// Well-Known Binary with a length in front, filters texts. Another bit says that the shape was cut into convex
// parts, so that who reads it does not try to take it for one.
func (p *parser) record(i int) {
	b, t, w := &p.batch, p.part, p.columns.notation
	mask := b.filled[i] & (w.needed | w.more | filters)
	if p.c.Time > 0 {
		mask |= b.filled[i] & velocities
	}
	if p.columns.kind == "segment" { // which has no radius
		mask &^= 1 << R
	}
	short, cut := uint64(1), uint64(0)
	for rest := mask & measures; rest != 0; rest &= rest - 1 {
		if v := b.number[mathbits.TrailingZeros64(uint64(rest))][i]; float64(float32(v)) != v {
			short = 0
		}
	}
	if t.cuts.parts(t.added-1) > 1 {
		cut = 2
	}
	dst := binary.AppendUvarint(t.records, uint64(mask)<<2|cut|short)
	for ; mask != 0; mask &= mask - 1 {
		switch f := Field(mathbits.TrailingZeros64(uint64(mask))); {
		case measures.has(f) && short != 0:
			dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(float32(b.number[f][i])))
		case measures.has(f):
			dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(b.number[f][i]))
		case filters.has(f):
			dst = append(binary.AppendUvarint(dst, uint64(len(b.text[f][i]))), b.text[f][i]...)
		default:
			at := len(dst)
			dst = p.primitive.geometry.AppendBinary(append(dst, 0, 0, 0, 0))
			binary.LittleEndian.PutUint32(dst[at:], uint32(len(dst)-at-4))
		}
	}
	t.records, t.recordEnds = dst, append(t.recordEnds, uint32(len(dst)))
}

// Packed reads what was written as uvarints, and as bytes with their number in front; Bad says that there was too little.
type Packed struct {
	Text []byte
	Bad  bool
}

func (r *Packed) take(n int) []byte {
	if len(r.Text) < n {
		r.Bad, r.Text = true, nil
		return make([]byte, n)
	}
	t := r.Text[:n]
	r.Text = r.Text[n:]
	return t
}

// Uvarint is the next number.
func (r *Packed) Uvarint() uint64 {
	v, n := binary.Uvarint(r.Text)
	if n <= 0 {
		r.Bad, r.Text = true, nil
		return 0
	}
	r.Text = r.Text[n:]
	return v
}

// Name is the next bytes.
func (r *Packed) Name() []byte {
	n := r.Uvarint()
	if n > uint64(len(r.Text)) {
		r.Bad, r.Text = true, nil
		return nil
	}
	return r.take(int(n))
}
