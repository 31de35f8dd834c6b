// SPDX-License-Identifier: MIT

package shapes

import (
	"context"
	"encoding/binary"
	"errors"
	"math"

	"daylight/cmd/internal/ordered"
	"daylight/internal/simd"
	"daylight/internal/store"
	"daylight/region"
	"daylight/soa"
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
// one of the same program: with its length in front, as a uvarint, and then its world and
// its box, which SpilledPlace tells. The text is there until do returns. Shapes as given, for exact decisions, and those that are cut
// into parts cannot be written.
func (s *Scanned) Spilled(do func(k int, text []byte) error) error {
	c := store.Of(s.part.shapes).Columns()
	one := s.l.digits
	defer func() { s.l.digits = one }()
	var front [binary.MaxVarintLen64]byte
	for k := range s.Boxes {
		if s.Left(k) {
			continue
		}
		one = s.appendSpilled(append(one[:0], front[:]...), &c, k)
		// The length is as long as it takes, and ends where the shape begins.
		size := binary.PutUvarint(front[:], uint64(len(one)-len(front)))
		copy(one[len(front)-size:], front[:size])
		if err := do(k, one[len(front)-size:]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Scanned) appendSpilled(dst []byte, cols *store.Columns, k int) []byte {
	p := s.part
	var room [2]region.Point
	c := p.plain(cols, k, room[:])
	le := binary.LittleEndian
	f32 := func(v float32) { dst = le.AppendUint32(dst, math.Float32bits(v)) }
	f64 := func(v float64) { dst = le.AppendUint64(dst, math.Float64bits(v)) }
	text := func(t []byte) { dst = append(binary.AppendUvarint(dst, uint64(len(t))), t...) }

	dst = le.AppendUint32(dst, s.World[k])
	b := &s.Boxes[k]
	f64(b.MinX)
	f64(b.MinY)
	f64(b.MaxX)
	f64(b.MaxY)
	body := p.bodyOf(s.l, k)
	attrs := body != 0 || c.Filtered
	dst = append(dst, byte(c.Class)|byte(p.forms[k])<<2|flag(attrs)<<5|flag(p.moves != nil)<<6|flag(len(c.Corners) > 0)<<7)
	f64(c.Pose.X)
	f64(c.Pose.Y)
	f32(c.P)
	dst = binary.AppendUvarint(dst, uint64(s.rows[k]))
	dst = binary.AppendUvarint(dst, uint64(p.line[k]))
	if c.Class != simd.Circle {
		f32(c.Q)
		f32(c.Pose.C)
		f32(c.Pose.S)
	}
	if n := len(c.VX); n > 0 {
		dst = binary.AppendUvarint(dst, uint64(n))
		for i := range n {
			f32(c.VX[i])
			f32(c.VY[i])
		}
	}
	if n := len(c.Corners); n > 0 {
		dst = binary.AppendUvarint(dst, uint64(n))
		for _, q := range c.Corners {
			f64(q.X)
			f64(q.Y)
		}
	}
	if attrs {
		dst = le.AppendUint32(dst, c.Category)
		dst = le.AppendUint32(dst, c.Mask)
		dst = le.AppendUint32(dst, uint32(c.Group))
		dst = le.AppendUint32(dst, body)
		dst = append(dst, flag(c.Static)|flag(c.Sensor)<<1)
	}
	if p.moves != nil {
		f32(c.DX)
		f32(c.DY)
		f32(c.Turn)
	}
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
	if len(text) < PlaceSize+fixedSize {
		return 0, false
	}
	row, n := binary.Uvarint(text[PlaceSize+fixedSize:])
	return row, n > 0
}

// ReadSpilled adds shapes to the Set that AppendSpilled wrote for a Loader of the same Config, or
// of one with Scan. It takes blocks of them from next, which may use the memory that it is
// given, until io.EOF. So many shapes are expected of them, for which room is made.
func (l *Loader) ReadSpilled(name string, shapes int, next func(room []byte) ([]byte, error)) error {
	l.begin(nil, nil, name)
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
	}, func(_ int, w *piece) result {
		return result{w, l.readSpilled(w.text, &w.part)}
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

// readSpilled makes a part of a block.
func (l *Loader) readSpilled(text []byte, p *part) error {
	was := p.spill
	p.clear()
	p.spill = new(spilled)
	if was != nil {
		p.spill.rows, p.spill.bodies = was.rows[:0], was.bodies[:0]
	}
	in := spillReader{text: text}
	if n := len(text) / (PlaceSize + fixedSize + 4); p.shapes.Grow(n) == nil {
		p.labels.cells, p.number, p.forms = store.Room(p.labels.cells, n), store.Room(p.number, n), store.Room(p.forms, n)
		p.world, p.line, p.boxes = store.Room(p.world, n), store.Room(p.line, n), store.Room(p.boxes, n)
		p.spill.rows, p.spill.bodies = store.Room(p.spill.rows, n), store.Room(p.spill.bodies, n)
	}
	for len(in.text) > 0 && !in.bad {
		size := in.uvarint()
		if uint64(len(in.text)) < size {
			return ErrSpill
		}
		one := spillReader{text: in.text[:size]}
		in.text = in.text[size:]
		if err := one.shape(l, p); err != nil {
			return err
		}
	}
	if in.bad {
		return ErrSpill
	}
	return nil
}

// fixedSize is how long what follows the place of any shape is: its kind, its position and a
// size.
const fixedSize = 1 + 2*8 + 4

// shape adds one shape to a part.
func (r *spillReader) shape(l *Loader, p *part) error {
	if len(r.text) < PlaceSize {
		return ErrSpill
	}
	world, box := SpilledPlace(r.take(PlaceSize))
	fixed := r.take(fixedSize)
	kind := fixed[0]
	le := binary.LittleEndian
	pose := soa.Pose{X: math.Float64frombits(le.Uint64(fixed[1:])), Y: math.Float64frombits(le.Uint64(fixed[9:])), C: 1}
	size := float64(math.Float32frombits(le.Uint32(fixed[17:])))
	row, line := r.uvarint(), r.uvarint()
	class := simd.Class(kind & 3)
	other := 0.0
	if class != simd.Circle {
		other = r.f32()
		pose.C, pose.S = float32(r.f32()), float32(r.f32())
	}
	var outline []soa.Point
	if class == simd.Polygon {
		n := r.uvarint()
		if n > uint64(len(r.text)) {
			return ErrSpill
		}
		for range n {
			outline = append(outline, soa.Point{X: r.f32(), Y: r.f32()})
		}
	}
	if kind>>7&1 != 0 {
		n := r.uvarint()
		if n > uint64(len(r.text)) {
			return ErrSpill
		}
		p.corners.reach(p.shapes.Len())
		corners := make([]region.Point, 0, 4)
		for range n {
			corners = append(corners, region.Point{X: r.f64(), Y: r.f64()})
		}
		if class == simd.Box && n == 2 {
			p.corners.box(corners[0], corners[1], pose.X, pose.Y, float32(size), float32(other))
		} else {
			p.corners.add(corners...)
		}
	}
	var attrs soa.Attrs
	body := uint32(0)
	if kind>>5&1 != 0 {
		attrs.Category = r.u32()
		attrs.Ignore = ^r.u32()
		attrs.Group = int32(r.u32())
		body = r.u32()
		marks := r.take(1)[0]
		if marks&1 != 0 {
			attrs.Static = true
		}
		if marks>>1&1 != 0 {
			attrs.Sensor = true
		}
	}
	if kind>>6&1 != 0 {
		p.moves = append(p.moves, motion{r.f32(), r.f32(), float32(r.f32())})
	}
	label := r.name()
	for n := range p.kept {
		addLabel(&p.kept[n], r.name())
	}
	if r.bad || len(r.text) > 0 || int(world) >= len(l.common.names) {
		return ErrSpill
	}
	var err error
	switch class {
	case simd.Circle:
		_, err = p.shapes.AddCircle(pose, size, attrs)
	case simd.Capsule:
		_, err = p.shapes.AddCapsule(pose, size, other, attrs)
	case simd.Box:
		_, err = p.shapes.AddBox(pose, size, other, attrs)
	default:
		_, err = p.shapes.AddPolygon(pose, outline, size, attrs)
		p.polygon(len(outline))
	}
	if err != nil {
		return errors.Join(ErrSpill, err)
	}
	addLabel(&p.labels, label)
	p.number = append(p.number, labelNumber(label))
	p.forms = append(p.forms, Form(kind>>2&7))
	p.world = append(p.world, world)
	p.line = append(p.line, uint32(line))
	p.boxes = append(p.boxes, box)
	p.spill.rows, p.spill.bodies = append(p.spill.rows, int64(row)), append(p.spill.bodies, body)
	p.spill.bodied = p.spill.bodied || body != 0
	return nil
}
