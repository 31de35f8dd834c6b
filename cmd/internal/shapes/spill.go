// SPDX-License-Identifier: MIT

package shapes

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	mathbits "math/bits"

	"daylight/cmd/internal/ordered"
	"daylight/region"
)

// AppendSpilled appends all shapes in a form that ReadSpilled reads, in this process or
// one of the same program: each with its length in front, as a uvarint, and then its world, its AABB and the
// number of its row, of which SpilledPlace tells the first two; its line; its record; its body; its label and
// kept cells. Only shapes of a Tiling with Records can be written.
func (s *Scanned) AppendSpilled(dst []byte) []byte {
	one := s.l.digits
	for k := range s.Boxes {
		one = s.appendSpilled(one[:0], k, s.World[k], s.part.bodyOf(s.l, k))
		dst = append(binary.AppendUvarint(dst, uint64(len(one))), one...)
	}
	s.l.digits = one
	return dst
}

func (s *Scanned) appendSpilled(dst []byte, k int, world, body uint32) []byte {
	p, le := s.part, binary.LittleEndian
	text := func(t []byte) { dst = append(binary.AppendUvarint(dst, uint64(len(t))), t...) }
	dst = le.AppendUint32(dst, world)
	b := &s.Boxes[k]
	for _, v := range [4]float64{b.MinX, b.MinY, b.MaxX, b.MaxY} {
		dst = le.AppendUint64(dst, math.Float64bits(v))
	}
	dst = binary.AppendUvarint(dst, uint64(s.rows[k]))
	dst = binary.AppendUvarint(dst, uint64(p.line[k]))
	begin := uint32(0)
	if k > 0 {
		begin = p.recordEnds[k-1]
	}
	dst = append(dst, p.records[begin:p.recordEnds[k]]...)
	dst = binary.AppendUvarint(dst, uint64(body))
	text(p.labels.at(k))
	for n := range p.kept {
		text(p.kept[n].at(k))
	}
	return dst
}

// PlaceSize is how long the beginning of a shape that was spilled is, which SpilledPlace reads.
const PlaceSize = 4 + 4*8

// SpilledPlace is the world and the box of a shape that AppendSpilled wrote.
func SpilledPlace(text []byte) (world uint32, b region.Box) {
	le := binary.LittleEndian
	at := func(i int) float64 { return math.Float64frombits(le.Uint64(text[4+8*i:])) }
	return le.Uint32(text), region.Box{MinX: at(0), MinY: at(1), MaxX: at(2), MaxY: at(3)}
}

// Origin is where shapes are from that were written, and what their numbers stand for.
type Origin struct {
	Name string // of their table, in messages
	// Row and Line are added to those of the shapes.
	Row, Line int64
	// Numbers are those of the Loader that wrote the shapes; nil if the one that reads them has the same.
	Numbers *Numbers
}

// Numbering is the names of worlds and of bodies, each at its number; the first body has number 1.
type Numbering struct {
	Worlds []string `json:"worlds"`
	Bodies []string `json:"bodies,omitempty"`
}

// Numbering is that of a Loader with Scan.
func (l *Loader) Numbering() Numbering {
	n := Numbering{Worlds: l.common.names, Bodies: make([]string, len(l.common.bodies))}
	for name, body := range l.common.bodies {
		n.Bodies[body-1] = name
	}
	return n
}

// Numbers are what those of another Loader are in this one.
type Numbers struct{ worlds, bodies []uint32 }

// Numbers translates those of another Loader.
func (l *Loader) Numbers(of Numbering) *Numbers {
	n := &Numbers{bodies: []uint32{0}}
	for _, name := range of.Worlds {
		n.worlds = append(n.worlds, l.common.world(name))
	}
	for _, name := range of.Bodies {
		n.bodies = append(n.bodies, l.body(name))
	}
	return n
}

func (o *Origin) translate(world *uint32, row, line, body *uint64) bool {
	*row, *line = *row+uint64(o.Row), *line+uint64(o.Line)
	n := o.Numbers
	if n == nil {
		return true
	}
	if int(*world) >= len(n.worlds) || *body >= uint64(len(n.bodies)) {
		return false
	}
	*world, *body = n.worlds[*world], uint64(n.bodies[*body])
	return true
}

// ReadSpilled adds shapes to the Set that AppendSpilled wrote for a Loader of the same Config, but for its
// Tiling. It takes blocks of them from next, with their origins, until io.EOF; next may use the memory that it is
// given. So many shapes are expected of them, for which room is made.
func (l *Loader) ReadSpilled(shapes int, next func(room []byte) ([]byte, *Origin, error)) error {
	l.begin(nil, nil, "")
	l.common.body = max(l.common.body, spilledBodies)
	l.room(int64(shapes), 0)
	type result struct {
		w   *piece
		err error
	}
	var from *Origin
	return ordered.Run(context.Background(), l.c.Workers, func() (*piece, error) {
		w := l.take()
		var err error
		w.text, w.from, err = next(w.text[:0])
		return w, err
	}, func(worker int, w *piece) result {
		return result{w, l.parsers[worker].readSpilled(l.common, w.from, w.text, &w.part)}
	}, func(r result) error {
		defer l.put(r.w)
		if r.err != nil {
			return r.err
		}
		if r.w.from != from {
			from = r.w.from
			l.begin(nil, nil, from.Name)
		}
		if err := l.merge(&r.w.part); err != nil {
			return err
		}
		return l.report(l.set.Len())
	})
}

// spilledBodies is more than the number of any body that was given away while shapes were written. Bodies of
// shapes that are cut into parts as they are read again have greater numbers, and those of regions, which
// package soa gives away, still greater ones: from 1 << 31 on.
const spilledBodies = 1 << 30

// spilledHeader is of rows of records.
var spilledHeader = &header{have: recorded, typeAt: -1}

// readSpilled makes a part of a block.
func (p *parser) readSpilled(known *common, of *Origin, text []byte, to *part) error {
	to.clear()
	to.spilled = true
	p.part, p.file, p.own = to, "a temporary file", false
	p.use(spilledHeader)
	b := &p.batch
	b.numeric = measures
	if b.records == nil {
		b.records = make([][]byte, batchRows)
	}
	b.packed = true
	for in := (Packed{Text: text}); len(in.Text) > 0; {
		one := Packed{Text: in.Name()}
		if in.Bad || !p.takeSpilled(known, of, &one) {
			b.n = 0
			return ErrSpill
		}
	}
	p.build()
	if len(to.failed) > 0 {
		return errors.Join(ErrSpill, to.failed[0].err)
	}
	return nil
}

// takeRecord adds a row with the cells of a record to the batch.
func (p *parser) takeRecord(r *Packed) {
	b := &p.batch
	if b.n == batchRows {
		p.build()
	}
	i := b.n
	b.n++
	head := r.Uvarint()
	b.filled[i], b.cut[i] = fieldSet(head>>2), head&2 != 0
	if b.filled[i]&^recorded != 0 {
		r.Bad = true
		return
	}
	for mask := b.filled[i]; mask != 0; mask &= mask - 1 {
		switch f := Field(mathbits.TrailingZeros64(uint64(mask))); {
		case measures.has(f) && head&1 != 0:
			b.numbers(f)[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(r.take(4))))
		case measures.has(f):
			b.numbers(f)[i] = math.Float64frombits(binary.LittleEndian.Uint64(r.take(8)))
		case filters.has(f):
			b.texts(f)[i] = string(r.Name())
		default:
			n := uint64(binary.LittleEndian.Uint32(r.take(4)))
			if r.Bad = r.Bad || n > uint64(len(r.Text)); r.Bad {
				return
			}
			b.records[i] = r.take(int(n))
		}
	}
}

// takeSpilled takes one shape; it reports whether it is one.
func (p *parser) takeSpilled(known *common, of *Origin, r *Packed) bool {
	if len(r.Text) < PlaceSize {
		return false
	}
	to := p.part
	world, box := SpilledPlace(r.take(PlaceSize))
	row, line := r.Uvarint(), r.Uvarint()
	p.takeRecord(r)
	body := r.Uvarint()
	label := r.Name()
	for n := range to.kept {
		addLabel(&to.kept[n], r.Name())
	}
	if r.Bad || len(r.Text) > 0 || body >= spilledBodies || !of.translate(&world, &row, &line, &body) || uint64(world) >= uint64(len(known.names)) {
		return false
	}
	addLabel(&to.labels, label)
	to.number = append(to.number, LabelNumber(label))
	to.world, to.body = append(to.world, world), append(to.body, uint32(body))
	to.row, to.line = append(to.row, int64(row)), append(to.line, uint32(line))
	to.boxes = append(to.boxes, box)
	to.bodied = to.bodied || body != 0
	return true
}
