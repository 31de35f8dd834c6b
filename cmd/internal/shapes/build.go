// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/decimal"
	"daylight/cmd/internal/table"
	"daylight/internal/store"
	"daylight/soa"
)

// build makes shapes of the rows of the batch, and empties it. First it looks at what all rows have in
// common, column by column, and then at one stretch of rows after the other that are written alike. Of each
// row the first mistake is told: what is found wrong with it later is not.
func (p *parser) build() {
	b := &p.batch
	if b.n == 0 {
		return
	}
	p.late = false
	if b.feature {
		for i := range b.n {
			if b.filled[i]&(places|1<<WKT) == 0 && b.failed[i] == nil {
				b.failed[i] = &failure{line: b.line[i], nowhere: "feature without a geometry (null)"}
				b.bad++
			}
		}
	}
	p.checkNames()
	p.readFilters()
	p.readVelocities()
	p.late = true
	for from, to := 0, 0; from < b.n; from = to {
		key := b.filled[from] & written
		for to = from + 1; to < b.n && b.filled[to]&written == key && (!key.has(Kind) || b.text[Kind][to] == b.text[Kind][from]); to++ {
		}
		p.buildAlike(from, to)
	}
	if b.bad > 0 {
		clear(b.failed[:b.n])
	}
	b.n, b.bad = 0, 0
}

// fail says what is wrong with a row, if nothing has been so far.
func (p *parser) fail(i int, err error) {
	b := &p.batch
	if b.failed[i] != nil {
		return
	}
	f := &failure{line: b.line[i], late: p.late}
	b.failed[i] = f
	b.bad++
	if p.vanished(err) {
		f.nowhere = "polygon of which --mend leaves no area"
		return
	}
	e := &table.Error{File: p.file, Line: f.line, Msg: err.Error(), Err: err}
	id := b.cell(ID, i)
	if p.late {
		f.label, f.world = strings.Clone(id), strings.Clone(b.cell(World, i))
		if f.world == "" {
			f.world = DefaultWorld
		}
	}
	var c *cellError
	if errors.As(err, &c) {
		e.Column = p.head.called(c.field)
		f.header = p.headless(b.cell(c.field, i))
	}
	if utf8.ValidString(id) && (c == nil || c.field != ID) {
		e.ID = strings.Clone(id)
	}
	f.err = e
}

// headless reports whether a row, if it is the first of its table, may be a header that is there although the
// columns were named on the command line: the cell to blame is the name of a column.
func (p *parser) headless(cell string) bool {
	if len(p.c.Table.Columns) == 0 || p.c.Table.Header {
		return false
	}
	_, known := p.names.find(normal(cell))
	return known
}

// cellError blames one cell of a row.
type cellError struct {
	field Field
	err   error
}

func (e *cellError) Error() string { return e.err.Error() }
func (e *cellError) Unwrap() error { return e.err }

func at(f Field, err error) error { return &cellError{field: f, err: err} }

// checkNames finds ids and worlds that cannot be ones: any text can, but not an empty one.
func (p *parser) checkNames() {
	b := &p.batch
	for _, f := range [2]Field{ID, World} {
		last := ""
		for i := range b.n {
			if !p.head.have.has(f) {
				if f == ID {
					b.idNumber[i] = -1
				}
				continue
			}
			if !b.filled[i].has(f) {
				p.fail(i, at(f, errors.New("the cell is empty")))
				continue
			}
			if b.wholes.has(f) {
				continue
			}
			text := b.text[f][i]
			if f == ID {
				if b.idNumber[i] = labelNumber(text); b.idNumber[i] >= 0 {
					continue
				}
			}
			if text == last {
				continue
			}
			if last = text; !utf8.ValidString(text) {
				p.fail(i, at(f, fmt.Errorf("%s is not valid UTF-8", table.Quote(text))))
				last = ""
			}
		}
	}
}

// filter reads the cells of a field of filters.
func (p *parser) filter(f Field, read func(a *soa.Attrs, cell string) error) {
	b := &p.batch
	if !p.head.have.has(f) {
		return
	}
	for i := range b.n {
		if !b.filled[i].has(f) {
			continue
		}
		if b.attrs == nil {
			b.attrs = make([]soa.Attrs, batchRows)
		}
		b.filtered = true
		if err := read(&b.attrs[i], b.text[f][i]); err != nil {
			p.fail(i, at(f, err))
		}
	}
}

// readFilters reads categories, masks, groups and what else says which shapes may touch.
func (p *parser) readFilters() {
	b := &p.batch
	if b.filtered {
		clear(b.attrs)
		b.filtered = false
	}
	p.filter(Category, func(a *soa.Attrs, cell string) (err error) {
		if a.Category, err = bits(cell, p.c.Comma); a.Category == 0 {
			a.Ignore = ^uint32(0) // in no category, so it meets nothing
		}
		return err
	})
	p.filter(Mask, func(a *soa.Attrs, cell string) error {
		v, err := bits(cell, p.c.Comma)
		a.Ignore |= ^v
		return err
	})
	p.filter(Group, func(a *soa.Attrs, cell string) (err error) {
		a.Group, err = signed(cell, p.c.Comma)
		return err
	})
	p.filter(Static, func(a *soa.Attrs, cell string) (err error) {
		a.Static, err = truth(cell, p.c.Comma)
		return err
	})
	p.filter(Sensor, func(a *soa.Attrs, cell string) (err error) {
		a.Sensor, err = truth(cell, p.c.Comma)
		return err
	})
}

// read reads the numbers of a field of rows from to to-1, all of which have one. A length cannot be negative.
func (p *parser) read(f Field, from, to int) []float64 {
	b := &p.batch
	if b.numeric.has(f) {
		v := b.number[f]
		for i := from; i < to; i++ {
			if !(math.Abs(v[i]) <= math.MaxFloat64) {
				p.fail(i, at(f, notNumber(b.cell(f, i))))
			}
		}
		p.notNegative(f, v, from, to)
		return v
	}
	v, texts := b.numbers(f), b.text[f]
	for i := from; i < to; i++ {
		x, ok := decimal.Parse(texts[i])
		if !ok {
			var err error
			if x, err = p.number(texts[i]); err != nil {
				p.fail(i, at(f, err))
			}
		}
		v[i] = x
	}
	p.notNegative(f, v, from, to)
	return v
}

func (p *parser) notNegative(f Field, v []float64, from, to int) {
	if !lengths.has(f) {
		return
	}
	for i := from; i < to; i++ {
		if v[i] < 0 {
			p.fail(i, at(f, fmt.Errorf("%s is negative", table.Quote(p.batch.cell(f, i)))))
		}
	}
}

// number reads a number that is not written as most are.
func (p *parser) number(cell string) (float64, error) {
	if p.c.Comma && strings.IndexByte(cell, ',') >= 0 && strings.IndexByte(cell, '.') < 0 {
		cell = strings.Replace(cell, ",", ".", 1)
	}
	return number(cell)
}

// readOne is read of one row; it is not ok if something is wrong with it.
func (p *parser) readOne(f Field, i int) (v float64, ok bool) {
	return p.read(f, i, i+1)[i], p.batch.failed[i] == nil
}

// columns are what shapes are made of, by the rows of the batch.
type columns struct {
	at       [4][]float64 // of the fields that a notation needs, in order
	radius   []float64    // nil if there is none
	c, s     []float32
	notation *notation
	kind     string
	filled   fieldSet
	together bool // they are added all at once
}

// buildAlike makes shapes of rows from to to-1, which are written alike.
func (p *parser) buildAlike(from, to int) {
	b := &p.batch
	filled, cell := b.filled[from]&written, ""
	if filled.has(Kind) {
		cell = b.text[Kind][from]
	}
	p.readAlike(filled, cell, from, to)
	begin := from // rows from here on have been added, but not entered
	for i := from; i < to; {
		n := 0
		if b.failed[i] == nil {
			var err error
			if n, err = p.add(i, to); err != nil {
				p.fail(i, err)
			}
		}
		if i += n; n > 0 {
			continue
		}
		p.enter(begin, i)
		b.failed[i].before = p.part.rows()
		p.part.failed = append(p.part.failed, *b.failed[i])
		i++
		begin = i
	}
	p.enter(begin, to)
}

// readAlike finds out how rows write down their shapes, and reads the columns of numbers that these are made of.
func (p *parser) readAlike(filled fieldSet, cell string, from, to int) {
	b := &p.batch
	kind, w, ignored, fresh, err := p.ways.of(filled, cell)
	p.columns = columns{notation: w, kind: kind, filled: filled}
	c := &p.columns
	if err != nil {
		for i := from; i < to; i++ {
			p.fail(i, err)
		}
		return
	}
	if fresh {
		p.part.ignoredColumns.see(w, ignored, p.head)
	}
	if w == byWKT || w == byPoints {
		return // which are read row by row
	}
	for k, f := range w.needs {
		if c.at[k] = p.read(f, from, to); f == Y && w.more.has(Angle) {
			p.turn(from, to)
		}
	}
	if w == byCorners {
		p.checkCorners(from, to)
	}
	switch {
	case filled.has(R) && kind != "segment":
		c.radius = p.read(R, from, to)
	case w == byRadius && p.c.HasRadius:
		c.radius = b.radius[:]
		for i := from; i < to; i++ {
			c.radius[i] = p.c.Radius
		}
	case w == byRadius:
		for i := from; i < to; i++ {
			p.fail(i, p.noRadius("a circle"))
		}
	}
	rounded := c.radius != nil && w != byRadius
	c.together = (w.kind == circle || w.kind == posedBox || w.kind == corneredBox) && !rounded && !b.filtered && !p.c.Exact && !p.c.Given
}

// noRadius says that there is no radius.
func (p *parser) noRadius(what string) error {
	if p.head.have.has(R) {
		return at(R, fmt.Errorf("the cell is empty; %s needs a radius (--radius gives one to all)", what))
	}
	return fmt.Errorf("%s needs a radius, and there is no r (--radius gives one to all)", what)
}

// checkCorners finds boxes whose corners are the wrong way round.
func (p *parser) checkCorners(from, to int) {
	b, c := &p.batch, &p.columns
	for k, f := range []Field{MaxX, MaxY} {
		low, high := c.at[k], c.at[k+2]
		for i := from; i < to; i++ {
			if high[i] < low[i] {
				least := byCorners.needs[k]
				p.fail(i, at(f, fmt.Errorf("%s is less than %s, which is %s", b.cell(f, i), least, b.cell(least, i))))
			}
		}
	}
}

// turn finds the rotations of rows.
func (p *parser) turn(from, to int) {
	b, c := &p.batch, &p.columns
	c.c, c.s = b.cos[:], b.sin[:]
	if !c.filled.has(Angle) {
		for i := from; i < to; i++ {
			c.c[i], c.s[i] = 1, 0
		}
		return
	}
	angle := p.read(Angle, from, to)
	if !p.c.Degrees {
		soa.SinCosAll(angle[from:to], c.s[from:to], c.c[from:to])
		return
	}
	for i := from; i < to; i++ {
		pose := turned(0, 0, angle[i])
		c.c[i], c.s[i] = pose.C, pose.S
	}
}

// turned is a pose with its angle in degrees. Whole quarter turns are exact.
func turned(x, y, degrees float64) soa.Pose {
	d := math.Mod(degrees, 360)
	if d < 0 {
		d += 360
	}
	p := soa.Pose{X: x, Y: y}
	switch d {
	case 0, 360:
		p.C = 1
	case 90:
		p.S = 1
	case 180:
		p.C = -1
	case 270:
		p.S = -1
	default:
		return soa.At(x, y, d*(math.Pi/180))
	}
	return p
}

// add makes shapes of rows from i on, all of which are written alike, of one at least, and returns of how
// many. An error is about the row behind them.
func (p *parser) add(i, to int) (n int, err error) {
	b, t := &p.batch, p.part
	if p.columns.together {
		end := i + 1
		for end < to && b.failed[end] == nil {
			end++
		}
		if n = p.addTogether(i, end); n > 0 {
			for k := range n {
				t.cuts.add(len(t.forms), 1)
				t.forms = append(t.forms, p.columns.notation.form)
				p.record(i + k)
			}
			return n, nil
		}
	}
	slots, drawn := t.shapes.Len(), len(t.drawn)
	if err = p.addOne(i); err != nil {
		t.drawn = t.drawn[:drawn]
		t.corners.cut(slots)
		return 0, err
	}
	t.cuts.add(len(t.forms), t.shapes.Len()-slots)
	t.forms = append(t.forms, p.primitive.form)
	p.record(i)
	return 1, nil
}

// addTogether adds circles or boxes of rows up to the first of which it cannot be made like this, or
// something is wrong with it.
func (p *parser) addTogether(from, to int) (n int) {
	c, s := &p.columns, store.Of(p.part.shapes)
	x, y := c.at[0][from:to], c.at[1][from:to]
	switch c.notation.kind {
	case circle:
		n, _ = s.AddCircles(x, y, c.radius[from:to])
		return n
	case corneredBox:
		return p.addCornered(x, y, c.at[2][from:to], c.at[3][from:to])
	}
	hx, hy := c.at[2][from:to], c.at[3][from:to]
	if scale := c.notation.scale; scale != 1 {
		t := &p.scratch
		for i := range hx {
			t.p[i], t.q[i] = hx[i]*scale, hy[i]*scale
		}
		hx, hy = t.p[:len(hx)], t.q[:len(hy)]
	}
	n, _ = s.AddBoxes(x, y, c.c[from:to], c.s[from:to], hx, hy)
	return n
}

// scratch is what is computed of boxes before they become shapes.
type scratch struct {
	x, y, p, q [batchRows]float64
	c, s       [batchRows]float32
}

// enter enters rows from to to-1, whose shapes have been added: all of them but the shapes.
func (p *parser) enter(from, to int) {
	b, t := &p.batch, p.part
	if from == to {
		return
	}
	if p.c.Time > 0 {
		if b.motions == nil {
			b.motions = make([]motion, batchRows)
		}
		t.moves = append(t.moves, b.motions[from:to]...)
	}
	if b.packed {
		return // all else is known
	}
	for i := from; i < to; i++ {
		t.line = append(t.line, uint32(min(uint64(b.line[i]), math.MaxUint32)))
	}
	for n := range p.head.keep {
		for _, cell := range b.kept[n][from:to] {
			addLabel(&t.kept[n], cell)
		}
	}
	p.enterIDs(from, to)
	p.enterWorlds(from, to)
	if p.head.have.has(Body) || t.bodies.used {
		for i := from; i < to; i++ {
			body := ""
			if b.filled[i].has(Body) {
				body = b.text[Body][i]
			}
			if body != "" || t.bodies.used {
				for len(t.body) < t.rows()-(to-i) {
					t.body = append(t.body, t.bodies.number(""))
				}
				t.body = append(t.body, t.bodies.number(body))
			}
		}
	}
}

// enterIDs enters the names of rows. A row without one goes by its number.
func (p *parser) enterIDs(from, to int) {
	b, t := &p.batch, p.part
	switch {
	case !p.head.have.has(ID):
		t.ids = t.ids.And(columnar.Int64)
		for range to - from {
			addLabel(&t.labels, "")
		}
	case b.wholes.has(ID):
		t.ids = t.ids.And(b.ids)
		for i, v := range b.whole[ID][from:to] {
			if v < 0 || v >= 1e15 {
				addLabel(&t.labels, strconv.FormatInt(v, 10))
				if v < 0 || v >= 1e18 {
					v = -1
				}
			} else {
				t.labels.cells = append(t.labels.cells, numberCell(uint64(v)))
			}
			b.idNumber[from+i] = v
		}
	default:
		for i, text := range b.text[ID][from:to] {
			addLabel(&t.labels, text)
			switch {
			case t.ids == columnar.Text:
			case b.ids != columnar.NoType:
				t.ids = t.ids.And(b.ids)
			case b.idNumber[from+i] >= 0:
				t.ids = t.ids.And(columnar.Int64)
			default:
				t.ids = t.ids.And(columnar.OfText(text))
			}
		}
	}
	t.number = append(t.number, b.idNumber[from:to]...)
}

// enterWorlds enters the worlds of rows.
func (p *parser) enterWorlds(from, to int) {
	b, t := &p.batch, p.part
	last, number := int64(0), uint32(0)
	for i := from; i < to; i++ {
		switch {
		case !b.filled[i].has(World):
			number = t.worlds.number("")
		case !b.wholes.has(World):
			number = t.worlds.number(b.text[World][i])
		case i == from || b.whole[World][i] != last:
			last = b.whole[World][i]
			number = t.worlds.number(strconv.FormatInt(last, 10))
		}
		t.world = append(t.world, number)
	}
}
