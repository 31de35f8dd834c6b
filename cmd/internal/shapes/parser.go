// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/table"
	"daylight/soa"
)

// mostUnknown is how many names without a meaning are reported.
const mostUnknown = 32

// parser makes shapes of the rows of blocks. It is used by one goroutine and knows
// nothing of blocks before.
type parser struct {
	c     *Config
	names *Names
	file  string
	rows  *table.Rows
	head  *header // of the table, or of the row before if each row brings its own
	own   bool    // each row brings its own
	part  *part
	row   record
	// primitive is what the row's shape is.
	primitive primitive
	attrs     soa.Attrs
	motion    motion
	bulk      bulk
	line      int           // of the row
	shown     *notation     // how it writes its shape down
	ids       columnar.Type // the type of its id; NoIDs if its text says which
	scratch   []byte        // of its cells
	spare     []soa.ID
	kept      []string // its cells that are kept
	// features says that rows of the table, which is stored by columns, are features: its file names
	// a geometry. nowhere says that the row is one that has none.
	features, nowhere bool
	// geoJSON says that the row is a feature or a geometry of GeoJSON, and collection that all of its table are.
	geoJSON, collection bool
}

func newParser(c *Config) *parser { return &parser{c: c, names: c.Names.clone()} }

// begin prepares for a table.
func (p *parser) begin(r *table.Reader, head *header) {
	p.file, p.rows, p.own, p.collection = r.File(), r.Rows(), head == nil, r.Format() == table.GeoJSON
	p.names = p.c.Names.clone()
	p.use(head)
}

// use takes the cells of rows for what a header says they are.
func (p *parser) use(head *header) {
	p.head, p.row = head, record{comma: p.c.Comma, head: head, columns: head != nil && !p.own, radius: p.c.HasRadius}
	if head == nil {
		return
	}
	p.row.have = head.have
	for k, g := range p.c.constants {
		f := head.fields[len(head.fields)-len(p.c.constants)+k]
		if f < numFields && g.Value != "" {
			p.row.cell[f] = g.Value
			p.row.constant |= 1 << f
		}
	}
}

// parse makes shapes of a block. What is wrong with its rows is in the part.
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
			to.failed = append(to.failed, failure{before: to.rows(), err: err})
			continue
		}
		p.line = row.Line
		p.finish(p.fill(row))
	}
	to.passed, to.firstPassed = p.rows.Comments()
	p.tile()
}

// finish makes a shape of the row, unless its cells could not be taken.
func (p *parser) finish(err error) {
	if err == nil && p.nowhere && !p.placed() {
		p.part.failed = append(p.part.failed, failure{before: p.part.rows(), line: p.line, nowhere: "feature without a geometry (null)"})
	} else if err != nil {
		p.fail(&failure{err: err})
	} else if f := p.enter(); f != nil && p.vanished(f.err) {
		p.part.failed = append(p.part.failed, failure{before: p.part.rows(), line: p.line, nowhere: "polygon of which --mend leaves no area"})
	} else if f != nil {
		p.fail(f)
	}
}

// placed reports whether cells other than the geometry say where the row's shape is.
func (p *parser) placed() bool {
	return p.row.any(X, Y, X1, Y1, X2, Y2, MinX, MinY, MaxX, MaxY, Points)
}

// fail enters a row of which no shape came.
func (p *parser) fail(f *failure) {
	f.before, f.line = p.part.rows(), p.line
	e := &table.Error{File: p.file, Line: p.line, Msg: f.err.Error(), Err: f.err}
	var c *cellError
	if errors.As(f.err, &c) {
		e.Column = p.head.called(c.field)
		f.header = p.headless(c.field)
	}
	if id := p.row.cell[ID]; utf8.ValidString(id) && (c == nil || c.field != ID) {
		e.ID = strings.Clone(id)
	}
	f.err = e
	p.part.failed = append(p.part.failed, *f)
}

// headless reports whether the row, if it is the first of its table, may be a header that
// is there although the columns were named on the command line: the cell of field f is the
// name of a column.
func (p *parser) headless(f Field) bool {
	if len(p.c.Table.Columns) == 0 || p.c.Table.Header {
		return false
	}
	_, known := p.names.find(normal(p.row.cell[f]))
	return known
}

// enter makes a shape of the row whose cells have been taken.
func (p *parser) enter() *failure {
	r, to := &p.row, p.part
	label, err := r.label(ID)
	if err != nil {
		return &failure{err: err}
	}
	world, err := r.label(World)
	if err != nil {
		return &failure{err: err}
	}
	if err := p.attributes(); err != nil {
		return &failure{err: err}
	}
	if err := p.velocity(); err != nil {
		return &failure{err: err}
	}
	slots, drawn := to.shapes.Len(), len(to.drawn)
	if err := p.shape(); err != nil {
		to.drawn = to.drawn[:drawn]
		to.corners.cut(slots)
		if world == "" {
			world = DefaultWorld
		}
		return &failure{err: err, late: true, label: strings.Clone(label), world: strings.Clone(world)}
	}
	to.cuts.add(to.rows(), to.shapes.Len()-slots)
	addLabel(&to.labels, label)
	for n, cell := range p.kept {
		addLabel(&to.kept[n], cell)
	}
	number := labelNumber(label)
	to.number = append(to.number, number)
	if to.ids != columnar.Text {
		to.ids = to.ids.And(p.idOf(label, number))
	}
	to.forms = append(to.forms, p.form(p.shown))
	to.world = append(to.world, to.worlds.number(world))
	to.line = append(to.line, place32(p.line))
	if body := r.cell[Body]; body != "" || to.bodies.used {
		for len(to.body) < len(to.line)-1 {
			to.body = append(to.body, to.bodies.number(""))
		}
		to.body = append(to.body, to.bodies.number(body))
	}
	if p.c.Time > 0 {
		to.moves = append(to.moves, p.motion)
	}
	return nil
}

// idOf is the type of the row's id, of which number is what labelNumber says. A row without one goes
// by its number.
func (p *parser) idOf(label string, number int64) columnar.Type {
	switch {
	case p.ids != columnar.NoType && label != "":
		return p.ids
	case number >= 0 || label == "":
		return columnar.Int64
	}
	return columnar.OfText(label)
}

// fill sorts the row's cells by field.
func (p *parser) fill(row *table.Row) error {
	if p.own && (p.head == nil || !row.Same) {
		names, why := p.c.beside(row.Names)
		head := p.names.fields(names)
		if why != "" {
			head.err = errors.New(why)
		}
		p.use(head)
	}
	r, h := &p.row, p.head
	r.filled, p.ids = r.constant, columnar.NoType
	for i, cell := range row.Cells {
		if f := h.fields[i]; f < numFields {
			if r.cell[f] = cell; cell != "" {
				r.filled |= 1 << f
			}
			if f == ID && row.Strings != nil && row.Strings[i] {
				p.ids = columnar.Text
			}
		}
	}
	p.nowhere = row.Feature && r.filled>>WKT&1 == 0
	p.geoJSON = p.collection || row.Feature
	p.kept = p.kept[:0]
	for _, k := range h.keep {
		cell := ""
		if k >= len(row.Cells) {
			cell = p.c.constants[k-len(row.Cells)].Value
		} else if k >= 0 {
			cell = row.Cells[k]
		}
		p.kept = append(p.kept, cell)
	}
	if !p.own {
		return nil
	}
	p.part.moving, p.part.lonLat = p.part.moving || h.moving(), p.part.lonLat || h.lonLat
	for _, name := range h.ignored {
		if len(p.part.unknown) < mostUnknown && !slices.Contains(p.part.unknown, name) {
			p.part.unknown = append(p.part.unknown, name)
		}
	}
	if h.typeAt >= 0 && strings.HasPrefix(row.Cells[h.typeAt], "Feature") {
		return fmt.Errorf("this is a collection of GeoJSON among lines of NDJSON: read it on its own")
	}
	return h.err
}

// attributes sets p.attrs.
func (p *parser) attributes() error {
	r := &p.row
	p.attrs = soa.Attrs{}
	if r.filled&(1<<Category|1<<Mask|1<<Group|1<<Static|1<<Sensor) == 0 {
		return nil
	}
	if c := r.cell[Category]; c != "" {
		v, err := bits(c, r.comma)
		if err != nil {
			return at(Category, err)
		}
		p.attrs.Category = v
	}
	if c := r.cell[Mask]; c != "" {
		v, err := bits(c, r.comma)
		if err != nil {
			return at(Mask, err)
		}
		p.attrs.Ignore = ^v
	}
	if c := r.cell[Category]; c != "" && p.attrs.Category == 0 { // in no category, so it meets nothing
		p.attrs.Ignore = ^uint32(0)
	}
	if c := r.cell[Group]; c != "" {
		v, err := signed(c, r.comma)
		if err != nil {
			return at(Group, err)
		}
		p.attrs.Group = v
	}
	if c := r.cell[Static]; c != "" {
		v, err := truth(c, r.comma)
		if err != nil {
			return at(Static, err)
		}
		if v {
			p.attrs.Static = true
		}
	}
	if c := r.cell[Sensor]; c != "" {
		v, err := truth(c, r.comma)
		if err != nil {
			return at(Sensor, err)
		}
		if v {
			p.attrs.Sensor = true
		}
	}
	return nil
}

// label reads an id or world cell: any text, but not an empty one.
func (r *record) label(f Field) (string, error) {
	c := r.cell[f]
	switch {
	case c == "" && r.have[f]:
		return "", at(f, errors.New("the cell is empty"))
	case !utf8.ValidString(c):
		return "", at(f, fmt.Errorf("%s is not valid UTF-8", table.Quote(c)))
	}
	return c, nil
}

// place32 is a line number as it is stored; beyond 32 bits it stays at the last.
func place32(line int) uint32 { return uint32(min(uint64(line), math.MaxUint32)) }
