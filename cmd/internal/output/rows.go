// SPDX-License-Identifier: MIT

package output

import (
	"io"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/geometry"
)

// Table is a table to write. Its cells are asked for by several goroutines at once, if there are several workers;
// with one in order.
type Table interface {
	Len() int
	// Fields are the columns.
	Fields() []columnar.Field
	// Cells appends the cells of row i to dst, one for each column. They are valid until the next call with the
	// same dst.
	Cells(dst []Value, i int) []Value
}

// Writing is how a table is to be written.
type Writing struct {
	Format  Format
	Workers int // processors that make rows; at least 1
	// Tell is told now and then how many rows are done of all; it may be nil.
	Tell func(done, total int)
	// Further continues a table of CSV or NDJSON that has rows already.
	Further bool
	// Draw is the geometry of each row, in formats that know geometries, and CRS the system
	// of coordinates that it is in.
	Draw Drawing
	CRS  geometry.CRS
	// Sparse has objects go without members that are missing, in place of null.
	Sparse bool

	rows *rows // that are written
}

// atATime is how many rows are written in one go.
const atATime = 1 << 12

// rows hands out the rows of contacts, some at a time.
type rows struct {
	c    Contacts // nil of a table of others
	n    int
	size int // how many are loaded at a time
	at   int // those before it were handed out
}

// span are rows from to to-1.
type span struct{ from, to int }

// next hands out rows.
func (r *rows) next() (span, error) {
	if r.at >= r.n {
		return span{}, io.EOF
	}
	s := span{r.at, min(r.at+r.size, r.n)}
	r.at = s.to
	return s, nil
}

// done says that rows have been written, and tells how many of all.
func (r *rows) done(s span, tell func(done, total int)) {
	if tell != nil {
		tell(s.to, r.n)
	}
}

// rowsOf has the rows of a table be written.
func (o *Writing) rowsOf(t Table) {
	o.rows = &rows{c: contactsOf(t), n: t.Len(), size: atATime}
	if o.Format == Parquet || o.Format == Arrow {
		o.rows.size = batchRows
	}
	if o.rows.n <= atATime {
		o.Workers = 1
	}
}
