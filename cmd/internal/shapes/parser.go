// SPDX-License-Identifier: MIT

package shapes

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/schema"
	"daylight/cmd/internal/table"
	"daylight/soa"
)

// parser makes shapes of the rows of blocks. It is used by one goroutine and knows
// nothing of blocks before.
type parser struct {
	c       *Config
	file    string
	rows    *table.Rows
	head    *schema.Header            // of the table, or of the row before if each row brings its own
	own     bool                      // each row brings its own
	headers map[string]*schema.Header // of rows before, by their names, each behind its length
	key     []byte                    // of the row's names, and whether it is a feature
	idAt    int                       // index of the id in a row
	vertex  [2]int                    // indices of the coordinates of its corner, if the header has corners
	others  []int                     // indices of its other cells then, except its world
	part    *part
	recipe  schema.Recipe
	places  []place // of the cells of a row, in the batch
	batch   rowBatch
	// State of the current rows:
	columns columns
	scratch scratch
	// primitive is the row's shape, attrs and motion are its other fields.
	primitive primitive
	attrs     soa.Attrs
	motion    motion
	spare     []soa.ID
	cut       bool    // a tile has left out a shape that is cut
	outside   *part   // left-out shapes are built here to find that; nil before the first
	vertices  []point // of a shape as it is stored
	// features says that rows of the table, which is stored by columns, are features: its file
	// names a geometry. collection says that all rows of one of text are.
	features, collection bool
}

// begin prepares for a table.
func (p *parser) begin(name string, head *schema.Header) {
	p.file, p.own, p.rows, p.headers = name, head == nil, nil, nil
	p.use(head)
}

// place is where the cells of a column go, if they mean anything.
type place struct {
	texts []string
	bit   schema.FieldSet
}

// parse makes shapes of a block. The part holds the faults of its rows.
func (p *parser) parse(b *table.Block, to *part) {
	to.clear()
	p.part = to
	p.rows.Open(b)
	for {
		row, err := p.rows.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			var bad *table.Error
			if p.build(); p.head != nil && p.head.Corners && errors.As(err, &bad) {
				bad.Fatal = true // a polygon without one of its corners is another one
			}
			to.failed = append(to.failed, failure{before: to.rows(), err: err})
			continue
		}
		p.take(row)
	}
	p.finish()
}

// use takes columns for what a header says they are.
func (p *parser) use(head *schema.Header) {
	b := &p.batch
	b.constant, b.numeric, b.wholes, b.geometries = 0, 0, 0, nil
	p.places, p.others = p.places[:0], p.others[:0]
	if p.head = head; head == nil {
		return
	}
	p.recipe, p.vertex, p.idAt = schema.NewRecipe(head), [2]int{}, slices.Index(head.Fields, schema.ID)
	if head.Corners {
		b.constant = 1 << schema.Points
		p.vertex = [2]int{slices.Index(head.Fields, schema.VertexX), slices.Index(head.Fields, schema.VertexY)}
	}
	for len(b.kept) < len(head.Keep) {
		b.kept = append(b.kept, make([]string, batchRows))
	}
	for k, f := range head.Fields {
		if f >= schema.NumFields || f == schema.VertexX || f == schema.VertexY {
			p.places = append(p.places, place{})
			continue
		}
		texts := b.texts(f)
		p.places = append(p.places, place{texts, 1 << f})
		if c := k - (len(head.Fields) - len(p.c.constants)); c >= 0 {
			for i := range texts {
				texts[i] = p.c.constants[c].Value
			}
			if p.c.constants[c].Value != "" {
				b.constant |= 1 << f
			}
		} else if head.Corners && f > schema.World {
			p.others = append(p.others, k)
		}
	}
}

// constantAt is the cell of a column that is a constant, if it is one.
func (p *parser) constantAt(k int) (cell string, ok bool) {
	if k -= len(p.head.Fields) - len(p.c.constants); k < 0 {
		return "", false
	}
	return p.c.constants[k].Value, true
}

// take adds a row of text to the batch. It makes shapes of the batch when it is full, or when the
// row is not like the rows before.
func (p *parser) take(row *table.Row) {
	b := &p.batch
	ids := columnar.NoType
	if p.own && (p.head == nil || !row.Same) {
		p.takeNames(row)
	}
	if row.Strings != nil && p.idAt >= 0 && p.idAt < len(row.Strings) && row.Strings[p.idAt] {
		ids = columnar.Text
	}
	h := p.head
	if p.goesOn(row.Cells) {
		p.alike(row.Cells)
		p.corner(row.Cells[p.vertex[0]], row.Cells[p.vertex[1]])
		return
	}
	if b.n == batchRows || b.feature != row.Feature || b.ids != ids || len(b.corners) > mostCorners {
		p.build()
		b.feature, b.ids, b.geoJSON = row.Feature, ids, p.collection || row.Feature
	}
	i, filled := b.n, b.constant
	b.n++
	b.line[i], b.cornersAt[i] = row.Line, len(b.corners)
	places := p.places[:len(row.Cells)]
	for k, cell := range row.Cells {
		if at := &places[k]; at.texts != nil {
			at.texts[i] = cell
			if cell != "" {
				filled |= at.bit
			}
		}
	}
	b.filled[i] = filled
	for n, k := range h.Keep {
		cell, constant := "", false
		if cell, constant = p.constantAt(k); !constant && k >= 0 {
			cell = row.Cells[k]
		}
		b.kept[n][i] = cell
	}
	switch {
	case h.Err != nil:
		p.fail(i, h.Err)
	case h.Corners:
		p.corner(row.Cells[p.vertex[0]], row.Cells[p.vertex[1]])
	}
	if h.Type >= 0 && strings.HasPrefix(row.Cells[h.Type], "Feature") {
		p.fail(i, errors.New("this is a collection of GeoJSON among lines of NDJSON: read it on its own"))
	}
}

// takeNames switches to the names of a row. A polygon cannot continue with corners that have other
// names.
func (p *parser) takeNames(row *table.Row) {
	id, world, corners := p.lastPolygon()
	p.build()
	p.useOwn(row.Names, row.Feature)
	if corners && p.namesPolygon(id, world, row.Cells) && p.part.changed == 0 {
		p.part.changed = row.Line
	}
}

// mostHeaders is how many different sets of names are known at a time.
const mostHeaders = 64

// useOwn takes columns for what the names that rows bring say they are.
func (p *parser) useOwn(names []string, feature bool) {
	properties := 0
	if feature {
		properties = len(names)
	}
	p.key = append(p.key[:0], byte(min(properties, 1)))
	for _, name := range names {
		p.key = append(binary.AppendUvarint(p.key, uint64(len(name))), name...)
	}
	h := p.headers[string(p.key)]
	if h == nil {
		all, err := schema.Beside(slices.Clone(names), p.c.constants) // the reader's own change from row to row
		if h = p.c.Names.Members(all, properties); err != nil {
			h.Err = err
		}
		if p.headers == nil || len(p.headers) == mostHeaders {
			p.headers = map[string]*schema.Header{}
		}
		p.headers[string(p.key)] = h
	}
	p.use(h)
	p.part.Add(&h.Said)
}

// load takes rows from to to-1 of columns for the batch. The first of the table's rows among them
// has that number.
func (p *parser) load(columns []*columnar.Column, first, from, to int) {
	b, n := &p.batch, to-from
	b.n, b.base, b.cells = n, from, b.cells[:0]
	b.numeric, b.wholes, b.ids, b.geometries, b.feature, b.geoJSON = 0, 0, columnar.NoType, nil, p.features, false
	for i := range n {
		b.line[i], b.filled[i] = first+from+i+1, b.constant
	}
	for k, c := range columns {
		f := p.head.Fields[k]
		if f >= schema.NumFields || c == nil {
			continue
		}
		if f == schema.ID {
			b.ids = c.IDs()
		}
		switch {
		case f == schema.WKT:
			b.geometries = c
		case schema.Measures.Has(f) && c.Numbers != nil:
			b.number[f], b.numeric = c.Numbers[from:to], b.numeric|1<<f
		case f <= schema.World && c.Int64s != nil:
			b.whole[f], b.wholes = c.Int64s[from:to], b.wholes|1<<f
		default:
			p.loadTexts(f, c, from, n)
			continue
		}
		sparse := c.Sparse
		for i := range n {
			if !sparse || !c.Null(from+i) {
				b.filled[i] |= 1 << f
			}
		}
	}
	for m, k := range p.head.Keep {
		constant, is := p.constantAt(k)
		for i := range n {
			if b.kept[m][i] = constant; !is && k >= 0 && !columns[k].Null(from+i) {
				b.kept[m][i], b.cells = columns[k].Text(from+i, b.cells)
			}
		}
	}
}

// loadTexts takes the values of a column that has neither numbers nor geometries.
func (p *parser) loadTexts(f schema.Field, c *columnar.Column, from, n int) {
	b := &p.batch
	texts := b.texts(f)
	for i := range n {
		if texts[i] = ""; c.Null(from + i) {
			continue
		}
		if texts[i], b.cells = c.Text(from+i, b.cells); texts[i] != "" {
			b.filled[i] |= 1 << f
		}
	}
}

// loadCorners is load for columns of corners.
func (p *parser) loadCorners(columns []*columnar.Column, first, rows int) {
	b := &p.batch
	cells, arena := make([]string, len(columns)), b.cells[:0]
	row := table.Row{Cells: cells}
	for i := range rows {
		for k, c := range columns {
			if cells[k] = ""; c != nil && !c.Null(i) {
				cells[k], arena = c.Text(i, arena)
			}
		}
		row.Line = first + i + 1
		p.take(&row)
	}
	b.cells = arena
}

// finish makes shapes of the last rows of a part.
func (p *parser) finish() {
	b := &p.batch
	if b.n == 0 {
		return
	}
	if p.head.Corners {
		if len(p.part.loose) == 0 {
			p.loosen(0)
		}
		p.loosen(b.n - 1)
	}
	p.buildRows()
}

// tighten makes a shape of a loose polygon whose corners are all known.
func (p *parser) tighten(s *loose, to *part) {
	to.clear()
	p.part = to
	p.use(s.head)
	b := &p.batch
	b.n, b.line[0], b.filled[0], b.ids, b.feature = 1, s.line, s.filled, s.ids, s.feature
	b.corners, b.cornersAt[0] = append(b.corners[:0], s.corners...), 0
	for f := range schema.NumFields {
		if s.filled.Has(f) {
			b.texts(f)[0] = s.cells[f]
		}
	}
	for n, cell := range s.kept {
		b.kept[n][0] = cell
	}
	if b.failed[0] = s.failed; s.failed != nil {
		b.bad = 1
	}
	p.fail(0, s.differs)
	p.buildRows()
}
