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
	// Further says that the rows go on with a table of CSV or NDJSON that has some already.
	Further bool
	// Draw is the geometry of each row, in formats that know geometries, and CRS the system
	// of coordinates that it is in.
	Draw Drawing
	CRS  geometry.CRS
	// Meta are names and values that files of Parquet and Arrow have about themselves.
	Meta [][2]string

	// Sparse has objects go without members that are missing, in place of null.
	Sparse bool

	rows *rows // that are written, of all or of one world
}

// atATime is how many rows are written in one go.
const atATime = 1 << 12

// rows hands out the rows of contacts, some at a time: all of them, or those of one world, then those of the next.
type rows struct {
	c       Contacts // nil of a table of others
	n       int
	size    int // how many are loaded at a time
	at      int // those before it were handed out
	lo, hi  int // which are loaded, or were
	byWorld bool
	world   string // whose rows are handed out, if byWorld
	first   int    // of them
}

// span are rows from to to-1, which were loaded with others.
type span struct{ from, to, lo, hi int }

// load makes sure that there is a row at hand.
func (r *rows) load() error {
	if r.at >= r.n {
		return io.EOF
	}
	if r.at == r.hi {
		r.lo, r.hi = r.at, min(r.at+r.size, r.n)
		if l, ok := r.c.(Loading); ok {
			return l.Load(r.lo, r.hi)
		}
	}
	return nil
}

// begin goes on to the next world.
func (r *rows) begin() (world string, err error) {
	if err := r.load(); err != nil {
		return "", err
	}
	r.world, _, _ = r.c.Row(r.at)
	r.first = r.at
	return r.world, nil
}

// next hands out rows, until there are no more of the world.
func (r *rows) next() (s span, err error) {
	if err := r.load(); err != nil {
		return s, err
	}
	s = span{r.at, r.hi, r.lo, r.hi}
	if r.byWorld {
		for s.to = s.from; s.to < r.hi; s.to++ {
			if world, _, _ := r.c.Row(s.to); world != r.world {
				break
			}
		}
		if s.to == s.from {
			return s, io.EOF
		}
	}
	r.at = s.to
	return s, nil
}

// done says that rows have been written, and tells how many of all.
func (r *rows) done(s span, tell func(done, total int)) {
	if l, ok := r.c.(Loading); ok && s.to == s.hi {
		l.Drop(s.lo, s.hi)
	}
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
