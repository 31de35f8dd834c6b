// SPDX-License-Identifier: MIT

package table

import (
	"errors"
	"io"
	"unsafe"
)

// Row is one row of a table. It is the Rows' own, and valid until the next call of Next;
// the texts of its cells are, for the most part, the very bytes of the block, and stay until the next
// call of Open: what is to be kept of them for longer has to be copied.
type Row struct {
	Line  int // where the row begins; 1-based
	Names []string
	Cells []string // as many as Names
	// Same says that Names are those of the row before.
	Same bool
	// Feature says that the cells are those of a feature of GeoJSON.
	Feature bool
	// Strings says which cells are strings of JSON; nil of another format.
	Strings []bool
}

// Rows makes rows of blocks, one after the other. It is used by one goroutine; several may
// work on blocks of one Reader side by side.
type Rows struct {
	file   string
	format Format
	names  []string
	cut    byte // between cells; 0 if blanks are

	text string
	at   int // where the next row begins, or what stands before it
	line int // of that place
	end  error
	done bool

	row      Row
	same     bool
	cells    []string
	strings  []bool   // which cells of an object are strings
	fields   []string // names of an object
	scratch  []byte   // cells that are not in the text as they are
	comments comments
	inner    *Rows    // for the properties of a feature
	flat     []string // names of a feature's cells
	shown    int      // what the cells of the object before are
}

// separators are the bytes between cells, of formats that have quotes.
var separators = [...]byte{CSV: ',', Semicolon: ';', TSV: '\t', Blank: 0, NDJSON: 0, GeoJSON: 0, Parquet: 0, Arrow: 0}

// Rows returns a Rows for blocks of r.
func (r *Reader) Rows() *Rows {
	c := &Rows{file: r.file, format: r.format, names: r.names, cut: separators[r.format]}
	c.comments = comments{separator: c.cut, columns: len(r.names)}
	return c
}

// Open begins with a block.
func (c *Rows) Open(b *Block) {
	c.comments.n = 0
	c.open(b)
}

func (c *Rows) open(b *Block) {
	c.text = unsafe.String(unsafe.SliceData(b.text), len(b.text))
	c.at, c.line, c.end, c.done, c.scratch = 0, b.line, b.end, false, c.scratch[:0]
}

// Comments says how many lines of the block were taken for comments that may be meant as
// rows, and which is the first.
func (c *Rows) Comments() (n, first int) { return c.comments.n, c.comments.first }

// Next returns the next row, or io.EOF after the last of the block. Any other error is an
// *Error, or that of a context when reading was cancelled. After an Error that is not
// Fatal the next call goes on with the row that follows.
func (c *Rows) Next() (*Row, error) {
	if c.done {
		return nil, io.EOF
	}
	names, cells, line, err := c.parse()
	if err != nil {
		if err == io.EOF {
			c.done = true
			return nil, err
		}
		err = wrap(c.file, err, line)
		var e *Error
		if !errors.As(err, &e) || e.Fatal {
			c.done = true
		}
		return nil, err
	}
	c.row.Same, c.row.Feature = c.same, c.names == nil && c.shown == featureCells
	if c.names != nil {
		if names = c.names; len(cells) != len(names) {
			return nil, &Error{File: c.file, Line: line, Msg: uneven(c.format, cells, names)}
		}
		c.row.Same = true
	}
	c.row.Line, c.row.Names, c.row.Cells, c.row.Strings = line, names, cells, nil
	switch {
	case c.row.Feature:
		c.row.Strings = c.inner.strings
	case c.names == nil:
		c.row.Strings = c.strings
	}
	return &c.row, nil
}

// parse reads a row, whatever the format.
func (c *Rows) parse() (names, cells []string, line int, err error) {
	switch {
	case c.cut != 0:
		return c.delimited()
	case c.format == NDJSON:
		return c.object()
	case c.format == GeoJSON:
		return c.element()
	}
	return c.blanks()
}

// object reads one JSON object from a line of its own. The names of most objects are
// those of the one before, in the same order, which is told by comparing bytes.
func (c *Rows) object() (names, cells []string, line int, err error) {
	text, line, err := c.textLine()
	if err != nil {
		return nil, nil, line, err
	}
	switch {
	case text[0] == '[' && line == 1:
		return nil, nil, line, &Error{Msg: "this is a JSON array; NDJSON has one object on each line (jq -c '.[]' makes it so)", Fatal: true}
	case text[0] != '{':
		return nil, nil, line, &Error{Msg: "the line is not a JSON object: it begins with " + Quote(text[:1])}
	}
	if err := c.all(text); err != nil {
		return nil, nil, line, err
	}
	return c.feature(text, line)
}
