// SPDX-License-Identifier: MIT

package shapes

import (
	"context"
	"encoding/binary"
	"errors"
	"math"

	"daylight/cmd/internal/ordered"
	"daylight/internal/store"
	"daylight/region"
)

// ErrSpill is what shapes are that were not written by AppendSpilled, or only in part.
var ErrSpill = errors.New("damaged temporary file")

// spilled is what a part of shapes that were written to a file knows beyond other parts.
type spilled struct {
	rows   []int64
	bodies []uint32
	bodied bool // some are of a body
}

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
// number of its row, which SpilledPlace and SpilledRow tell; its line; its primitive, as record has
// it; its body; its label and kept cells. The text is there until do returns. Only shapes of a Tiling
// with Records can be written.
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
	p := s.part
	le := binary.LittleEndian
	text := func(t []byte) { dst = append(binary.AppendUvarint(dst, uint64(len(t))), t...) }
	dst = le.AppendUint32(dst, world)
	b := &s.Boxes[k]
	for _, v := range [4]float64{b.MinX, b.MinY, b.MaxX, b.MaxY} {
		dst = le.AppendUint64(dst, math.Float64bits(v))
	}
	dst = binary.AppendUvarint(dst, uint64(s.rows[k]))
	dst = binary.AppendUvarint(dst, uint64(p.line[k]))
	dst = append(dst, p.recordOf(k)...)
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
	l.roomForSpilled(shapes)
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
		if err := l.mergeSpilled(&r.w.part); err != nil {
			return err
		}
		return l.report(l.set.Len())
	})
}

// Spilled is Set of shapes that ReadSpilled read: that the tables have all columns was found
// out when they were scanned.
func (l *Loader) Spilled() (*Set, error) { return l.set, nil }

// roomForSpilled makes room for shapes, unless there can hardly be so many.
func (l *Loader) roomForSpilled(n int) {
	if l.c.Memory != nil {
		n = int(min(int64(n), l.c.Memory.Left()/(2*rowBytes)))
	}
	n = min(n, mostExpected)
	s := l.set
	if n <= 0 || s.Shapes.Grow(n) != nil {
		return
	}
	s.labels.cells = store.Room(s.labels.cells, n)
	s.world, s.line = store.Room(s.world, n), store.Room(s.line, n)
	s.rows, s.boxes = store.Room(s.rows, n), store.Room(s.boxes, n)
	l.ids = store.Room(l.ids, min(n, 1<<12))
}

// mergeSpilled is merge for what was spilled, all of which enters the set.
func (l *Loader) mergeSpilled(p *part) error {
	s, begin := l.set, 0
	if p.rows() == 0 {
		return nil
	}
	for k := range p.rows() {
		row := p.spill.rows[k]
		s.Rows = int(row)
		if l.leftOut(row) {
			if err := l.append(p, begin, k); err != nil {
				return err
			}
			begin = k + 1
			continue
		}
		if dup := l.enter(p, k); dup != nil {
			if err := l.append(p, begin, k); err != nil {
				return err
			}
			begin = k + 1
			if !l.skip(dup) {
				return dup
			}
			continue
		}
		s.rows, s.boxes = append(s.rows, row), append(s.boxes, p.boxes[k])
	}
	s.Rows++
	return l.append(p, begin, p.rows())
}

// spilledBodies is more than the number of any body that was given away while shapes were written. Bodies of
// shapes that are cut into parts as they are read again have greater numbers, and those of regions, which
// package soa gives away, still greater ones: from 1 << 31 on.
const spilledBodies = 1 << 30

// readSpilled makes a part of a block, or of the shapes of a Pack, whose numbers stand for others.
func (p *parser) readSpilled(known *common, of *numbers, text []byte, to *part) error {
	was := to.spill
	to.clear()
	p.part, p.file = to, "a temporary file"
	to.spill = new(spilled)
	if was != nil {
		to.spill.rows, to.spill.bodies = was.rows[:0], was.bodies[:0]
	}
	in := spillReader{text: text}
	if n := len(text) / (PlaceSize + leastRecord + 4); to.shapes.Grow(n) == nil {
		to.labels.cells, to.number, to.forms = store.Room(to.labels.cells, n), store.Room(to.number, n), store.Room(to.forms, n)
		to.world, to.line, to.boxes = store.Room(to.world, n), store.Room(to.line, n), store.Room(to.boxes, n)
		to.spill.rows, to.spill.bodies = store.Room(to.spill.rows, n), store.Room(to.spill.bodies, n)
	}
	for len(in.text) > 0 && !in.bad {
		size := in.uvarint()
		if uint64(len(in.text)) < size {
			return ErrSpill
		}
		one := spillReader{text: in.text[:size]}
		in.text = in.text[size:]
		if err := p.readSpilledShape(known, of, &one); err != nil {
			return err
		}
	}
	if in.bad {
		return ErrSpill
	}
	return nil
}

// readSpilledShape adds one shape to the part.
func (p *parser) readSpilledShape(known *common, of *numbers, r *spillReader) error {
	if len(r.text) < PlaceSize {
		return ErrSpill
	}
	to := p.part
	world, box := SpilledPlace(r.take(PlaceSize))
	row, line := r.uvarint(), r.uvarint()
	if err := p.readRecord(r); err != nil {
		return errors.Join(ErrSpill, err)
	}
	body := r.uvarint()
	label := r.name()
	for n := range to.kept {
		addLabel(&to.kept[n], r.name())
	}
	if of != nil && !of.translate(&world, &row, &body) {
		return ErrSpill
	}
	if r.bad || len(r.text) > 0 || int(world) >= len(known.names) || body >= spilledBodies {
		return ErrSpill
	}
	slots := to.shapes.Len()
	if err := p.add(); err != nil {
		return errors.Join(ErrSpill, err)
	}
	to.cuts.add(to.rows(), to.shapes.Len()-slots)
	addLabel(&to.labels, label)
	to.number = append(to.number, labelNumber(label))
	to.forms = append(to.forms, p.primitive.form)
	to.world = append(to.world, world)
	to.line = append(to.line, uint32(line))
	to.boxes = append(to.boxes, box)
	if p.c.Time > 0 {
		to.moves = append(to.moves, p.motion)
	}
	to.spill.rows, to.spill.bodies = append(to.spill.rows, int64(row)), append(to.spill.bodies, uint32(body))
	to.spill.bodied = to.spill.bodied || body != 0
	return nil
}
