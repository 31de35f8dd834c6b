// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/schema"
	"daylight/cmd/internal/table"
	"daylight/soa"
)

// build makes shapes of the rows of the batch, and empties it. First it looks at what all rows have
// in common, column by column, and then at one stretch of rows after the other that are written
// alike. It reports only the first mistake of each row.
func (p *parser) build() {
	if p.batch.n == 0 {
		return
	}
	if p.head.Corners && len(p.part.loose) == 0 {
		p.loosen(0)
	}
	p.buildRows()
}

func (p *parser) buildRows() {
	b := &p.batch
	if b.feature || p.head.Have.Has(schema.WKT) {
		for i := range b.n {
			if b.filled[i]&(schema.Places|schema.SetOf(schema.WKT, schema.Kind)) == 0 {
				p.fail(i, geometry.ErrEmpty)
			}
		}
	}
	p.chargeTexts()
	p.checkNames()
	p.readFilters()
	p.readVelocities()
	for from, to := 0, 0; from < b.n; from = to {
		key := b.filled[from] & schema.Written
		for to = from + 1; to < b.n && b.filled[to]&schema.Written == key && (!key.Has(schema.Kind) || b.text[schema.Kind][to] == b.text[schema.Kind][from]); to++ {
		}
		p.buildAlike(from, to)
	}
	if b.bad > 0 {
		clear(b.failed[:b.n])
	}
	b.n, b.bad, b.corners = 0, 0, b.corners[:0]
}

// chargeTexts charges the part for the names and kept cells of the batch before they are copied, if
// they are long.
func (p *parser) chargeTexts() {
	b, n := &p.batch, int64(0)
	for _, f := range [3]schema.Field{schema.ID, schema.World, schema.Body} {
		if !p.head.Have.Has(f) || b.wholes.Has(f) {
			continue
		}
		for _, cell := range b.text[f][:b.n] {
			n += int64(len(cell))
		}
	}
	for k := range p.head.Keep {
		for _, cell := range b.kept[k][:b.n] {
			n += int64(len(cell))
		}
	}
	if n < longOutline {
		return
	}
	if err := p.c.Memory.Reserve(2 * n); err != nil { // a growing list is in memory twice
		for i := range b.n {
			p.fail(i, p.noMemory(i, "rows", err))
		}
		return
	}
	p.part.held += 2 * n
}

// noMemory returns the fatal error that ends reading at row i.
func (p *parser) noMemory(i int, what string, err error) error {
	return &table.Error{File: p.file, Line: p.batch.line[i], Msg: "no memory for " + what, Fatal: true, Err: err}
}

// checkNames finds ids and worlds that cannot be ones: any text can, but not an empty one.
func (p *parser) checkNames() {
	b := &p.batch
	for _, f := range [2]schema.Field{schema.ID, schema.World} {
		last := ""
		for i := range b.n {
			if !p.head.Have.Has(f) {
				if f == schema.ID {
					b.idNumber[i] = -1
				}
				continue
			}
			if !b.filled[i].Has(f) {
				why := "the cell is empty"
				if slices.Contains(p.head.Fields[len(p.head.Fields)-len(p.c.constants):], f) {
					why += ", since the name of the directory says null: rename that, such as to " + f.String() + "=none, or move it away"
				}
				p.fail(i, schema.At(f, errors.New(why)))
				continue
			}
			if b.wholes.Has(f) {
				continue
			}
			text := b.text[f][i]
			if f == schema.ID {
				if b.idNumber[i] = LabelNumber(text); b.idNumber[i] >= 0 {
					continue
				}
			}
			if text == last {
				continue
			}
			if last = text; !utf8.ValidString(text) {
				p.fail(i, schema.At(f, fmt.Errorf("%s is not valid UTF-8", table.Quote(text))))
				last = ""
			}
		}
	}
}

// filter reads the cells of a field of filters.
func (p *parser) filter(f schema.Field, read func(a *soa.Attrs, cell string) error) {
	b := &p.batch
	if !p.head.Have.Has(f) {
		return
	}
	for i := range b.n {
		if !b.filled[i].Has(f) {
			continue
		}
		if b.attrs == nil {
			b.attrs = make([]soa.Attrs, batchRows)
		}
		b.filtered = true
		if err := read(&b.attrs[i], b.text[f][i]); err != nil {
			p.fail(i, schema.At(f, err))
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
	p.filter(schema.Category, func(a *soa.Attrs, cell string) (err error) {
		if a.Category, err = schema.Bits(cell, p.c.Comma); a.Category == 0 {
			a.Ignore = ^uint32(0) // in no category, so it meets nothing
			p.part.Apart |= schema.SetOf(schema.Category)
		}
		return err
	})
	p.filter(schema.Mask, func(a *soa.Attrs, cell string) error {
		v, err := schema.Bits(cell, p.c.Comma)
		a.Ignore |= ^v
		return err
	})
	p.filter(schema.Group, func(a *soa.Attrs, cell string) (err error) {
		if a.Group, err = schema.Signed(cell, p.c.Comma); a.Group < 0 {
			p.part.Apart |= schema.SetOf(schema.Group)
		}
		return err
	})
	p.filter(schema.Static, func(a *soa.Attrs, cell string) (err error) {
		a.Static, err = schema.Truth(cell, p.c.Comma)
		return err
	})
	p.filter(schema.Sensor, func(a *soa.Attrs, cell string) (err error) {
		a.Sensor, err = schema.Truth(cell, p.c.Comma)
		return err
	})
}

// buildAlike makes shapes of rows from to to-1, which are written alike.
func (p *parser) buildAlike(from, to int) {
	b := &p.batch
	filled, cell := b.filled[from]&schema.Written, ""
	if filled.Has(schema.Kind) {
		cell = b.text[schema.Kind][from]
	}
	p.readAlike(filled, cell, from, to)
	begin := from // rows from here on have been added, but not entered
	for i := from; i < to; {
		if b.failed[i] == nil {
			n, err := p.add(i, to)
			if err != nil {
				p.fail(i, err)
			}
			if i += n; n > 0 {
				continue
			}
		}
		p.enter(begin, i)
		if b.failed[i] != &handedOn {
			p.part.leave(*b.failed[i])
		}
		i++
		begin = i
	}
	p.enter(begin, to)
}

// readAlike finds out how rows write down their shapes, and reads the columns of numbers that these
// are made of.
func (p *parser) readAlike(filled schema.FieldSet, cell string, from, to int) {
	b := &p.batch
	kind, w, ignored, fresh, err := p.recipe.Of(filled, cell)
	p.columns = columns{notation: w, kind: kind, filled: filled}
	c := &p.columns
	if err != nil {
		for i := from; i < to; i++ {
			p.fail(i, err)
		}
		return
	}
	if fresh {
		p.part.See(w, ignored, p.head)
	}
	if w == schema.ByWKT || w == schema.ByPoints {
		return // which are read row by row
	}
	for k, f := range w.Needs {
		if c.at[k] = p.read(f, from, to); f == schema.Y && w.More.Has(schema.Angle) {
			p.turn(from, to)
		}
	}
	if w.Form == schema.CorneredBox && filled.Has(schema.Angle) {
		p.checkUpright(from, to)
	}
	switch w {
	case schema.ByCorners:
		p.checkCorners(from, to)
	case schema.BySize:
		p.addSizes(from, to)
	}
	p.readRadii(from, to)
	p.placeAlike(from, to)
	rounded := c.radius != nil && w != schema.ByRadius
	c.together = (w.Form == schema.Circle || w.Form == schema.PosedBox || w.Form == schema.CorneredBox) && !rounded && !b.filtered && !p.c.Exact && !p.c.Given
}

// addSizes finds the greater corners of boxes.
func (p *parser) addSizes(from, to int) {
	c := &p.columns
	if p.scratch.high == nil {
		p.scratch.high = new([2][batchRows]float64)
	}
	for k := range p.scratch.high {
		low, size, high := c.at[k], c.at[k+2], &p.scratch.high[k]
		for i := from; i < to; i++ {
			high[i] = low[i] + size[i]
		}
		c.at[k+2] = high[:]
	}
}

// readRadii reads the radii of shapes.
func (p *parser) readRadii(from, to int) {
	b, c := &p.batch, &p.columns
	switch {
	case c.filled.Has(schema.R) && c.kind != "segment":
		c.radius = p.read(schema.R, from, to)
	case c.notation == schema.ByRadius && p.c.HasRadius:
		c.radius = b.radius[:]
		for i := from; i < to; i++ {
			c.radius[i] = p.c.Radius
		}
	case c.notation == schema.ByRadius:
		for i := from; i < to; i++ {
			p.fail(i, p.noRadius("a circle"))
		}
	}
}

// checkUpright refuses angles of boxes that are given by corners.
func (p *parser) checkUpright(from, to int) {
	for i, angle := range p.read(schema.Angle, from, to)[from:to] {
		if angle != 0 {
			p.fail(from+i, schema.At(schema.Angle, errors.New("a box by a corner or two does not turn: give its centre (x, y, width, height)")))
		}
	}
}

// checkCorners finds boxes whose corners are the wrong way round.
func (p *parser) checkCorners(from, to int) {
	b, c := &p.batch, &p.columns
	for k, f := range []schema.Field{schema.MaxX, schema.MaxY} {
		low, high := c.at[k], c.at[k+2]
		for i := from; i < to; i++ {
			if high[i] < low[i] {
				least := schema.ByCorners.Needs[k]
				p.fail(i, schema.At(f, fmt.Errorf("%s is less than %s, which is %s", b.cell(f, i), least, b.cell(least, i))))
			}
		}
	}
}

// placeAlike finds the boxes of rows, and leaves out rows that are outside.
func (p *parser) placeAlike(from, to int) {
	if !p.c.boxed() {
		return
	}
	for i := from; i < to; i++ {
		if p.batch.failed[i] == nil && p.readPrimitive(i) == nil {
			if err := p.place(i); err != nil {
				p.fail(i, err)
			}
		}
	}
}

// add makes shapes of rows from i on, at least one, and returns their number. All these rows are
// written alike. An error is about the row behind them.
func (p *parser) add(i, to int) (n int, err error) {
	b, t := &p.batch, p.part
	if p.c.Scan != nil && p.columns.notation != schema.ByWKT && p.columns.notation != schema.ByPoints {
		return 1, nil // its box is known
	}
	if p.columns.together {
		end := i + 1
		for end < to && b.failed[end] == nil {
			end++
		}
		if n = p.addTogether(i, end); n > 0 {
			for range n {
				t.cuts.add(t.added, 1)
				t.added++
			}
			return n, nil
		}
	}
	slots, sources := t.shapes.Len(), len(t.sources)
	if err = p.addCharged(i); err != nil {
		t.sources = t.sources[:sources]
		t.corners.cut(slots)
		return 0, err
	}
	t.cuts.add(t.added, t.shapes.Len()-slots)
	t.added++
	return 1, nil
}

// To make a shape of an outline takes some multiple of the outline's bytes, most if it is concave.
// These bytes are charged if the outline is long. The shape stays charged until its part is merged.
// Other outlines are small beside the memory of a batch.
const (
	longOutline   = 1 << 16
	makingFactor  = 20
	readingFactor = 6 // if no shape is made
	keptFactor    = 4
)

// addCharged adds the shape of a row to the part. The memory that a long outline takes is charged
// before it is read.
func (p *parser) addCharged(i int) error {
	n, factor := int64(p.outlineSize(i)), int64(makingFactor)
	if n < longOutline {
		return p.addOne(i)
	}
	if p.c.Scan != nil {
		factor = readingFactor
	}
	if err := p.c.Memory.Reserve(factor * n); err != nil {
		return p.noMemory(i, "an outline", err)
	}
	err := p.addOne(i)
	if n > 1<<20 {
		p.primitive.geometry = geometry.Geometry{}
	}
	p.part.held += keptFactor * n
	p.c.Memory.Release((factor - keptFactor) * n)
	return err
}

// outlineSize is how many bytes the outline of a row takes in its table.
func (p *parser) outlineSize(i int) int {
	switch b := &p.batch; {
	case p.head.Corners:
		return 16 * len(b.cornersOf(i))
	case b.geometries != nil:
		return b.geometries.GeometrySize(b.base + i)
	default:
		return max(len(b.cell(schema.WKT, i)), len(b.cell(schema.Points, i)))
	}
}

// addTogether adds circles or boxes of rows. It stops at the first row that it cannot make like
// this, or that is wrong.
func (p *parser) addTogether(from, to int) (n int) {
	c, s := &p.columns, p.part.shapes
	x, y := c.at[0][from:to], c.at[1][from:to]
	switch c.notation.Form {
	case schema.Circle:
		return p.addUpTo(to-from, func(n int) ([]soa.ID, error) {
			return s.AddCircles(p.spare, soa.Poses{X: x[:n], Y: y[:n]}, c.radius[from:from+n], nil)
		})
	case schema.CorneredBox:
		return p.addCornered(x, y, c.at[2][from:to], c.at[3][from:to])
	}
	hx, hy := c.at[2][from:to], c.at[3][from:to]
	if scale := c.notation.Scale; scale != 1 {
		t := &p.scratch
		for i := range hx {
			t.p[i], t.q[i] = hx[i]*scale, hy[i]*scale
		}
		hx, hy = t.p[:len(hx)], t.q[:len(hy)]
	}
	return p.addUpTo(to-from, func(n int) ([]soa.ID, error) {
		return s.AddBoxes(p.spare, soa.Poses{X: x[:n], Y: y[:n], C: c.c[from : from+n], S: c.s[from : from+n]}, hx[:n], hy[:n], nil)
	})
}

// scratch is what is computed of boxes before they become shapes.
type scratch struct {
	x, y, p, q [batchRows]float64
	c, s       [batchRows]float32
	high       *[2][batchRows]float64 // greater corners of boxes with a size; nil before the first
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
	if p.c.boxed() {
		t.boxes = append(t.boxes, b.boxes[from:to]...)
	}
	for i := from; i < to; i++ {
		t.line = append(t.line, uint32(min(uint64(b.line[i]), math.MaxUint32)))
	}
	for n := range p.head.Keep {
		for _, cell := range b.kept[n][from:to] {
			addLabel(&t.kept[n], cell)
		}
	}
	p.enterIDs(from, to)
	p.enterWorlds(from, to)
	if p.head.Have.Has(schema.Body) || t.bodies.used {
		for i := from; i < to; i++ {
			body := ""
			if b.filled[i].Has(schema.Body) {
				body = b.text[schema.Body][i]
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
	case !p.head.Have.Has(schema.ID):
		t.ids = t.ids.And(columnar.Int64)
		for range to - from {
			addLabel(&t.labels, "")
		}
	case b.wholes.Has(schema.ID):
		t.ids = t.ids.And(b.ids)
		for i, v := range b.whole[schema.ID][from:to] {
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
		for i, text := range b.text[schema.ID][from:to] {
			addLabel(&t.labels, text)
			if t.ids != columnar.Text {
				t.ids = t.ids.And(p.idType(from + i))
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
		case !b.filled[i].Has(schema.World):
			number = t.worlds.number("")
		case !b.wholes.Has(schema.World):
			number = t.worlds.number(b.text[schema.World][i])
		case i == from || b.whole[schema.World][i] != last:
			last = b.whole[schema.World][i]
			number = t.worlds.number(strconv.FormatInt(last, 10))
		}
		t.world = append(t.world, number)
	}
}
