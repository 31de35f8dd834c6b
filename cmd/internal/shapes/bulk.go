// SPDX-License-Identifier: MIT

package shapes

import (
	"math"
	"strconv"
	"unicode/utf8"

	"daylight/cmd/internal/columnar"
	"daylight/soa"
)

// bulk makes boxes and circles straight from columns of numbers.
type bulk struct {
	way       *way
	names     [2]*columnar.Column // ID and World; nil where there is none
	place     [4][]float64        // x, y, angle or nil; or min_x, min_y, max_x, max_y
	size      [2][]float64        // of a box; or the radius
	scale     float64             // of sizes
	digits    [32]byte
	world     int64 // the last that was a whole number
	number    uint32
	worldSeen bool
}

// begin looks at columns, and reports whether rows can be made shapes of without being looked
// at one by one: nothing is missing, and no column stands for anything but the name, the world,
// and the place and size of a box or circle.
func (b *bulk) begin(p *parser, columns []*columnar.Column) bool {
	*b = bulk{}
	r := &p.row
	if p.c.Exact || p.c.Time > 0 || p.part.bodies.used {
		return false
	}
	var numbers [numFields][]float64
	r.filled, r.numeric = 0, 0
	for k, f := range p.head.fields {
		c := columns[k]
		if f >= numFields || c == nil {
			continue
		}
		r.cell[f] = ""
		switch {
		case c.Sparse():
			return false
		case f == ID || f == World:
			if _, whole := c.Whole(0); !whole && !c.Texts() {
				return false
			}
			b.names[f] = c
		case measures>>f&1 != 0 && c.Numbers != nil && f != VX && f != VY && f != Omega:
			numbers[f] = c.Numbers
		default:
			return false
		}
		r.filled |= 1 << f
	}
	_, w, err := p.way()
	if err != nil {
		return false
	}
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

// add makes shapes of rows from to rows-1, and returns the first that it leaves to be looked at
// by itself, which has a mistake; rows if there is none.
func (b *bulk) add(p *parser, columns []*columnar.Column, first int64, from, rows int) int {
	to, form := p.part, p.form(b.way)
	for i := from; i < rows; i++ {
		if !b.named(i) || !b.shape(p, i) {
			return i
		}
		to.cuts.add(to.rows(), 1)
		b.label(to, i)
		for n, k := range p.head.keep {
			cell := ""
			if k >= 0 && !columns[k].Null(i) {
				p.scratch = p.scratch[:0]
				cell, p.scratch = columns[k].Text(i, p.scratch)
			}
			addLabel(&to.kept[n], cell)
		}
		to.forms = append(to.forms, form)
		to.world = append(to.world, b.worldOf(to, i))
		to.line = append(to.line, place32(int(first)+i+1))
	}
	return rows
}

// named reports whether nothing is wrong with the names of row i.
func (b *bulk) named(i int) bool {
	for _, c := range b.names {
		if c == nil {
			continue
		}
		if _, whole := c.Whole(i); whole {
			continue
		}
		if text, _ := c.Text(i, nil); text == "" || !utf8.ValidString(text) {
			return false
		}
	}
	return true
}

// shape adds the shape of row i, if nothing is wrong with it.
func (b *bulk) shape(p *parser, i int) bool {
	x, y := b.place[0][i], b.place[1][i]
	s := p.part.shapes
	var err error
	switch b.way {
	case &byRadius:
		r := b.size[0][i]
		if !finite(x) || !finite(y) || !finite(r) || r < 0 {
			return false
		}
		_, err = s.AddCircle(soa.At(x, y, 0), r)
	case &byCorners:
		x1, y1 := b.place[2][i], b.place[3][i]
		if !finite(x) || !finite(y) || !finite(x1) || !finite(y1) || x1 < x || y1 < y {
			return false
		}
		_, err = s.AddBox(cornered(x, y, x1, y1))
	default:
		hx, hy := b.size[0][i], b.size[1][i]
		if !finite(x) || !finite(y) || !finite(hx) || !finite(hy) || hx < 0 || hy < 0 {
			return false
		}
		pose := soa.At(x, y, 0)
		if b.place[2] != nil {
			a := b.place[2][i]
			if !finite(a) {
				return false
			}
			if p.c.Degrees {
				pose = turned(x, y, a)
			} else {
				pose = soa.At(x, y, a)
			}
		}
		_, err = s.AddBox(pose, hx*b.scale, hy*b.scale)
	}
	return err == nil
}

func finite(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }

// label enters the name of row i.
func (b *bulk) label(to *part, i int) {
	c := b.names[ID]
	if c == nil {
		addLabel(&to.labels, "")
		to.number = append(to.number, -1)
		return
	}
	if v, whole := c.Whole(i); whole {
		addLabel(&to.labels, strconv.AppendInt(b.digits[:0], v, 10))
		if v < 0 || v >= 1e18 {
			v = -1
		}
		to.number = append(to.number, v)
		return
	}
	text, _ := c.Text(i, nil)
	addLabel(&to.labels, text)
	to.number = append(to.number, labelNumber(text))
}

// worldOf is the number in a part of the world of row i.
func (b *bulk) worldOf(to *part, i int) uint32 {
	c := b.names[World]
	if c == nil {
		return to.worlds.number("")
	}
	v, whole := c.Whole(i)
	if !whole {
		text, _ := c.Text(i, nil)
		return to.worlds.number(text)
	}
	if !b.worldSeen || v != b.world {
		b.world, b.worldSeen = v, true
		b.number = to.worlds.number(string(strconv.AppendInt(b.digits[:0], v, 10)))
	}
	return b.number
}
