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

// AppendSpilled appends all shapes that are not Left in a form that ReadSpilled reads, as Spilled
// shows them.
func (s *Scanned) AppendSpilled(dst []byte) []byte {
	_ = s.Spilled(func(_ int, text []byte) error {
		dst = append(dst, text...)
		return nil
	})
	return dst
}

// Spilled shows each shape that is not Left in a form that ReadSpilled reads, for this process or
// one of the same program: with its length in front, as a uvarint, and then its world, its AABB and the
// number of its row, which SpilledPlace and SpilledRow tell; its line; its record; its body; its label and
// kept cells. The text is there until do returns. Only shapes of a Tiling with Records can be written.
func (s *Scanned) Spilled(do func(k int, text []byte) error) error {
	one := s.l.digits
	defer func() { s.l.digits = one }()
	var front [binary.MaxVarintLen64]byte
	for k := range s.Boxes {
		if s.Left(k) {
			continue
		}
		one = s.appendSpilled(append(one[:0], front[:]...), k, s.World[k], s.part.bodyOf(s.l, k))
		// The length is as long as it takes, and ends where the shape begins.
		size := binary.PutUvarint(front[:], uint64(len(one)-len(front)))
		copy(one[len(front)-size:], front[:size])
		if err := do(k, one[len(front)-size:]); err != nil {
			return err
		}
	}
	return nil
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

// SpilledRow is the number of the row of such a shape.
func SpilledRow(text []byte) (row uint64, ok bool) {
	if len(text) < PlaceSize {
		return 0, false
	}
	row, n := binary.Uvarint(text[PlaceSize:])
	return row, n > 0
}

// ReadSpilled adds shapes to the Set that AppendSpilled wrote for a Loader of the same Config, or
// of one with Scan. It takes blocks of them from next, which may use the memory that it is
// given, until io.EOF. So many shapes are expected of them, for which room is made.
func (l *Loader) ReadSpilled(name string, shapes int, next func(room []byte) ([]byte, error)) error {
	l.begin(nil, nil, name)
	l.common.body = max(l.common.body, spilledBodies)
	l.room(int64(shapes), 0)
	type result struct {
		w   *piece
		err error
	}
	return ordered.Run(context.Background(), l.c.Workers, func() (*piece, error) {
		w := l.take()
		var err error
		w.text, err = next(w.text[:0])
		return w, err
	}, func(worker int, w *piece) result {
		return result{w, l.parsers[worker].readSpilled(l.common, nil, w.text, &w.part)}
	}, func(r result) error {
		defer l.put(r.w)
		if r.err != nil {
			return r.err
		}
		if err := l.merge(&r.w.part); err != nil {
			return err
		}
		return l.report(l.set.Len())
	})
}

// Spilled is Set of shapes that ReadSpilled read: that the tables have all columns was found
// out when they were scanned.
func (l *Loader) Spilled() (*Set, error) { return l.set, nil }

// spilledBodies is more than the number of any body that was given away while shapes were written. Bodies of
// shapes that are cut into parts as they are read again have greater numbers, and those of regions, which
// package soa gives away, still greater ones: from 1 << 31 on.
const spilledBodies = 1 << 30

// spilledHeader is of rows of records.
var spilledHeader = &header{have: recorded, typeAt: -1}

// readSpilled makes a part of a block, or of the shapes of a Pack, whose numbers stand for others.
func (p *parser) readSpilled(known *common, of *packNumbers, text []byte, to *part) error {
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
	for in := (spillReader{text: text}); len(in.text) > 0; {
		one := spillReader{text: in.name()}
		if in.bad || !p.takeSpilled(known, of, &one) {
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
func (p *parser) takeRecord(r *spillReader) {
	b := &p.batch
	if b.n == batchRows {
		p.build()
	}
	i := b.n
	b.n++
	head := r.uvarint()
	b.filled[i] = fieldSet(head >> 1)
	if b.filled[i]&^recorded != 0 {
		r.bad = true
		return
	}
	for mask := b.filled[i]; mask != 0; mask &= mask - 1 {
		switch f := Field(mathbits.TrailingZeros64(uint64(mask))); {
		case measures.has(f) && head&1 != 0:
			b.numbers(f)[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(r.take(4))))
		case measures.has(f):
			b.numbers(f)[i] = math.Float64frombits(binary.LittleEndian.Uint64(r.take(8)))
		case filters.has(f):
			b.texts(f)[i] = string(r.name())
		default:
			n := uint64(binary.LittleEndian.Uint32(r.take(4)))
			if r.bad = r.bad || n > uint64(len(r.text)); r.bad {
				return
			}
			b.records[i] = r.take(int(n))
		}
	}
}

// takeSpilled takes one shape; it reports whether it is one.
func (p *parser) takeSpilled(known *common, of *packNumbers, r *spillReader) bool {
	if len(r.text) < PlaceSize {
		return false
	}
	to := p.part
	world, box := SpilledPlace(r.take(PlaceSize))
	row, line := r.uvarint(), r.uvarint()
	p.takeRecord(r)
	body := r.uvarint()
	label := r.name()
	for n := range to.kept {
		addLabel(&to.kept[n], r.name())
	}
	if of != nil && !of.translate(&world, &row, &body) {
		return false
	}
	if r.bad || len(r.text) > 0 || int(world) >= len(known.names) || body >= spilledBodies {
		return false
	}
	addLabel(&to.labels, label)
	to.number = append(to.number, labelNumber(label))
	to.world, to.body = append(to.world, world), append(to.body, uint32(body))
	to.row, to.line = append(to.row, int64(row)), append(to.line, uint32(line))
	to.boxes = append(to.boxes, box)
	to.bodied = to.bodied || body != 0
	return true
}

// packNumbers are those that the numbers of a Pack stand for.
type packNumbers struct {
	worlds, bodies []uint32
	row            int64 // of the first row of its table
}

func (n *packNumbers) translate(world *uint32, row, body *uint64) bool {
	if int(*world) >= len(n.worlds) || *body > 0 && *body >= uint64(len(n.bodies)) {
		return false
	}
	*world, *row = n.worlds[*world], *row+uint64(n.row)
	if n.bodies != nil {
		*body = uint64(n.bodies[*body])
	}
	return true
}
