// SPDX-License-Identifier: MIT

package shapes

import (
	"strconv"
	"unicode/utf8"

	"daylight/cmd/internal/columnar"
	"daylight/internal/store"
	"daylight/region"
	"daylight/soa"
)

// bulk makes boxes and circles straight from columns of numbers.
type bulk struct {
	way       *notation
	names     [2]*columnar.Column // ID and World; nil where there is none
	place     [4][]float64        // x, y, angle or nil; or min_x, min_y, max_x, max_y
	size      [2][]float64        // of a box; or the radius
	scale     float64             // of sizes
	digits    [32]byte
	scratch   scratch
	world     int64 // the last that was a whole number
	number    uint32
	worldSeen bool
	all       string // the world of all rows, if the path of their file names it
}

// begin looks at columns, and reports whether rows can be made shapes of without being looked
// at one by one: nothing is missing, no column stands for anything but the name, the world, and
// the place and size of a box or circle, and neither motions nor shapes as they are given are
// asked for beside the geometry.
func (b *bulk) begin(p *parser, columns []*columnar.Column) bool {
	b.way, b.names, b.place, b.size, b.worldSeen = nil, [2]*columnar.Column{}, [4][]float64{}, [2][]float64{}, false
	b.all = ""
	for k, g := range p.c.constants {
		switch f := p.head.fields[len(columns)+k]; {
		case f == unused:
		case f != World || g.Value == "" || !utf8.ValidString(g.Value):
			return false
		default:
			b.all = g.Value
		}
	}
	if p.c.Exact || p.c.Given || p.c.Time > 0 || p.part.bodies.used {
		return false
	}
	numbers, ok := b.columns(p, columns)
	if !ok {
		return false
	}
	_, w, err := p.way()
	return err == nil && b.measure(w, numbers)
}

// columns tells the numbers of each field that a table has, and keeps the columns of names. It is not ok
// if there is a column that rows are to be looked at for.
func (b *bulk) columns(p *parser, columns []*columnar.Column) (numbers [numFields][]float64, ok bool) {
	r := &p.row
	r.filled, r.numeric = r.constant, 0
	for k, c := range columns {
		f := p.head.fields[k]
		if f >= numFields || c == nil {
			continue
		}
		r.cell[f] = ""
		switch {
		case c.Sparse():
			return numbers, false
		case f == ID || f == World:
			if _, whole := c.Whole(0); !whole && !c.Texts() {
				return numbers, false
			}
			b.names[f] = c
		case measures>>f&1 != 0 && c.Numbers != nil && f != VX && f != VY && f != Omega:
			numbers[f] = c.Numbers
		default:
			return numbers, false
		}
		r.filled |= 1 << f
	}
	return numbers, true
}

// measure finds the numbers that shapes of a notation are made of, and reports whether the notation is one
// of those that are made in bulk.
func (b *bulk) measure(w *notation, numbers [numFields][]float64) bool {
	b.way, b.scale = w, 1
	fields := func(place []Field, size ...Field) {
		for i, f := range place {
			b.place[i] = numbers[f]
		}
		for i, f := range size {
			b.size[i] = numbers[f]
		}
	}
	switch rounded := numbers[R] != nil; {
	case w == &byHXHY && !rounded:
		fields([]Field{X, Y, Angle}, HX, HY)
	case w == &byWidthHeight && !rounded:
		fields([]Field{X, Y, Angle}, Width, Height)
		b.scale = 0.5
	case w == &byLengthWidth && !rounded:
		fields([]Field{X, Y, Angle}, Length, Width)
		b.scale = 0.5
	case w == &byCorners && !rounded:
		fields(w.needs)
	case w == &byRadius && rounded:
		fields([]Field{X, Y}, R)
	default:
		return false
	}
	return true
}

// blockRows is how many rows are made shapes of at a time: what is computed of them stays in a
// processor's first cache.
const blockRows = 1024

// scratch is what is computed of a block of rows before they become shapes.
type scratch struct {
	x, y, p, q [blockRows]float64
	c, s       [blockRows]float32
}

// add makes shapes of rows from to rows-1, and returns the first that it leaves to be looked at
// by itself, which has a mistake; rows if there is none.
func (b *bulk) add(p *parser, columns []*columnar.Column, first int64, from, rows int) int {
	to, form := p.part, p.form(b.way)
	for i := from; i < rows; {
		end := b.named(i, min(i+blockRows, rows))
		n, err := b.shapes(p, i, end)
		if err != nil {
			return i // the row by itself has the same error
		}
		b.record(p, i, n)
		begin := to.rows()
		b.label(to, i, i+n)
		for c, k := range p.head.keep {
			for j := i; j < i+n; j++ {
				cell := ""
				if k >= len(columns) {
					cell = p.c.constants[k-len(columns)].Value
				} else if k >= 0 && !columns[k].Null(j) {
					p.scratch = p.scratch[:0]
					cell, p.scratch = columns[k].Text(j, p.scratch)
				}
				addLabel(&to.kept[c], cell)
			}
		}
		b.worlds(to, i, i+n)
		for j := i; j < i+n; j++ {
			to.cuts.add(begin+j-i, 1)
			to.forms = append(to.forms, form)
			to.line = append(to.line, place32(int(first)+j+1))
		}
		if i += n; n < blockRows && i < rows {
			return i
		}
	}
	return rows
}

// named is the first row from from on whose name or world cannot be one; to if there is none.
func (b *bulk) named(from, to int) int {
	for _, c := range b.names {
		if c == nil {
			continue
		}
		for i := from; i < to; i++ {
			if _, whole := c.Whole(i); whole {
				break // and so are all
			}
			if text, _ := c.Text(i, nil); text == "" || !utf8.ValidString(text) {
				to = i
			}
		}
	}
	return to
}

// shapes adds the shapes of rows up to the first that something is wrong with, and returns how
// many they are.
func (b *bulk) shapes(p *parser, from, to int) (int, error) {
	s, t, n := store.Of(p.part.shapes), &b.scratch, to-from
	x, y := b.place[0][from:to], b.place[1][from:to]
	switch b.way {
	case &byRadius:
		return s.AddCircles(x, y, b.size[0][from:to])
	case &byCorners:
		x1, y1 := b.place[2][from:to], b.place[3][from:to]
		for i := range n {
			pose, hx, hy := cornered(x[i], y[i], x1[i], y1[i])
			if !exactly(pose, hx, hy, x1[i], y1[i]) {
				n = i // it is looked at by itself
				break
			}
			t.x[i], t.y[i], t.c[i], t.s[i], t.p[i], t.q[i] = pose.X, pose.Y, pose.C, pose.S, hx, hy
		}
		n, err := s.AddBoxes(t.x[:n], t.y[:n], t.c[:n], t.s[:n], t.p[:n], t.q[:n])
		if c := &p.part.corners; p.c.Corners {
			c.reach(p.part.shapes.Len() - n)
			for i := range n {
				c.box(region.Point{X: x[i], Y: y[i]}, region.Point{X: x1[i], Y: y1[i]}, t.x[i], t.y[i], float32(t.p[i]), float32(t.q[i]))
			}
		}
		return n, err
	}
	b.turn(p, from, to)
	hx, hy := b.size[0][from:to], b.size[1][from:to]
	if b.scale != 1 {
		for i := range n {
			t.p[i], t.q[i] = hx[i]*b.scale, hy[i]*b.scale
		}
		hx, hy = t.p[:n], t.q[:n]
	}
	return s.AddBoxes(x, y, t.c[:n], t.s[:n], hx, hy)
}

// record keeps the records of the n shapes that were made of the rows from first on.
func (b *bulk) record(p *parser, first, n int) {
	if t := p.c.Tiling; t == nil || !t.Records {
		return
	}
	s, t := &p.primitive, &b.scratch
	p.attrs, p.motion = soa.Attrs{}, motion{}
	s.reset(circle)
	s.form = p.form(b.way)
	for i := range n {
		x, y := b.place[0][first+i], b.place[1][first+i]
		switch b.way {
		case &byRadius:
			s.pose.X, s.pose.Y, s.p = x, y, b.size[0][first+i]
		case &byCorners:
			s.kind, s.low, s.high = corneredBox, point{X: x, Y: y}, point{X: b.place[2][first+i], Y: b.place[3][first+i]}
		default:
			s.kind, s.pose = posedBox, soa.Pose{X: x, Y: y, C: t.c[i], S: t.s[i]}
			s.p, s.q = b.size[0][first+i]*b.scale, b.size[1][first+i]*b.scale
		}
		p.part.record(p)
	}
}

// turn computes rotations.
func (b *bulk) turn(p *parser, from, to int) {
	t, n := &b.scratch, to-from
	switch {
	case b.place[2] == nil:
		for i := range n {
			t.c[i], t.s[i] = 1, 0
		}
	case p.c.Degrees:
		for i, a := range b.place[2][from:to] {
			pose := turned(0, 0, a)
			t.c[i], t.s[i] = pose.C, pose.S
		}
	default:
		soa.SinCosAll(b.place[2][from:to], t.s[:n], t.c[:n])
	}
}

// label enters the names of rows.
func (b *bulk) label(to *part, from, end int) {
	c := b.names[ID]
	switch {
	case from == end:
	case c == nil:
		to.ids = to.ids.And(columnar.Int64)
	default:
		to.ids = to.ids.And(c.IDs())
	}
	for i := from; i < end; i++ {
		if c == nil {
			addLabel(&to.labels, "")
			to.number = append(to.number, -1)
			continue
		}
		v, whole := int64(0), true
		if c.Int64s != nil {
			v = c.Int64s[i]
		} else if v, whole = c.Whole(i); !whole {
			text, _ := c.Text(i, nil)
			addLabel(&to.labels, text)
			to.number = append(to.number, labelNumber(text))
			continue
		}
		if v < 0 || v >= 1e15 {
			addLabel(&to.labels, strconv.AppendInt(b.digits[:0], v, 10))
			if v < 0 || v >= 1e18 {
				v = -1
			}
		} else {
			to.labels.cells = append(to.labels.cells, numberCell(uint64(v)))
		}
		to.number = append(to.number, v)
	}
}

// numberCell is the cell of labels that holds a number of 15 digits at most.
func numberCell(v uint64) (cell [16]byte) {
	var text [32]byte // digits end in the middle, and zeros follow
	at := 16
	for ; v >= 100; v /= 100 {
		at -= 2
		text[at], text[at+1] = pairs[v%100*2], pairs[v%100*2+1]
	}
	if v >= 10 {
		at -= 2
		text[at], text[at+1] = pairs[v*2], pairs[v*2+1]
	} else {
		at--
		text[at] = '0' + byte(v)
	}
	cell = [16]byte(text[at : at+16])
	cell[shortest] = byte(16 - at)
	return cell
}

// pairs are the digits of the numbers from 0 to 99.
var pairs = func() (digits [200]byte) {
	for i := range 100 {
		digits[2*i], digits[2*i+1] = '0'+byte(i/10), '0'+byte(i%10)
	}
	return digits
}()

// worlds enters the worlds of rows.
func (b *bulk) worlds(to *part, from, end int) {
	c := b.names[World]
	for i := from; i < end; i++ {
		switch {
		case c == nil:
			b.number = to.worlds.number(b.all)
		case c.Int64s != nil && b.worldSeen && c.Int64s[i] == b.world:
		default:
			v, whole := c.Whole(i)
			if !whole {
				text, _ := c.Text(i, nil)
				b.number = to.worlds.number(text)
			} else if !b.worldSeen || v != b.world {
				b.world, b.worldSeen = v, true
				b.number = to.worlds.number(string(strconv.AppendInt(b.digits[:0], v, 10)))
			}
		}
		to.world = append(to.world, b.number)
	}
}
