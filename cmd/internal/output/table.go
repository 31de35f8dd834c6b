// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/decimal"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/ordered"
)

// Table is a table to write. Several workers call Fill at the same time; one worker calls it in the
// order of the rows.
type Table interface {
	Len() int
	// Fields returns the columns.
	Fields() []Field
	// Fill appends rows from to to-1 to the columns.
	Fill(cells []columnar.Cells, from, to int)
	// Widest returns the most bytes that the texts of a row may take.
	Widest() int
}

// Field is a column of a table.
type Field struct {
	columnar.Field
	// Plain has Fill append texts that no format quotes: whole numbers, true, false, lists of JSON.
	// In formats with types, a plain column of whole numbers holds numbers.
	Plain bool
}

// Text returns a column of texts.
func Text(name string) Field { return Field{Field: columnar.Field{Name: name, Type: columnar.Text}} }

// Number returns a column of a type, in which values may be missing.
func Number(name string, t columnar.Type) Field {
	return Field{Field: columnar.Field{Name: name, Type: t, Nullable: true}}
}

// Writing says how to write a table.
type Writing struct {
	Format  Format
	Workers int // processors that make rows; at least 1
	// Tell receives now and then how many of all rows are done. It may be nil.
	Tell func(done, total int)
	// Further continues a table of CSV or NDJSON that has rows already.
	Further bool
	// Draw is the geometry of each row, in formats that know geometries, and CRS the system
	// of coordinates that it is in.
	Draw Drawing
	CRS  geometry.CRS
	// Sparse leaves missing members out of objects. Otherwise they are null.
	Sparse bool
	Memory *memory.Budget // is charged for rows on their way to the output, unless nil
}

// span are rows from to to-1.
type span struct{ from, to int }

// passage says how the rows of a table pass through the workers.
type passage struct {
	span int // rows that a worker takes at a time
	most int // bytes of texts after which a worker hands over its rows
	row  int // bytes of a row, without its texts
}

// blockRows is how many rows are in columns at a time, if their texts are short.
const blockRows = 1 << 9

// block returns how many rows to fill before their bytes are counted.
func (p *passage) block(t Table) int { return max(1, min(blockRows, p.most/8/max(1, t.Widest()))) }

// pass calls work for each span of rows, and hands the results to emit in the order of the rows.
// The results that wait take a bounded amount of memory, which is charged to o.Memory.
func pass[R any](ctx context.Context, t Table, o Writing, p passage, work func(worker int, s span, give func(R) error) error, emit func(R) error) error {
	n, at, workers := t.Len(), 0, o.Workers
	if n <= p.span {
		workers = 1
	}
	each := min(int64(p.span), int64(n))
	each = 2 * (each*int64(p.row) + min(int64(p.most), each*int64(t.Widest())) + int64(t.Widest()))
	for ; ; workers-- {
		pieces := int64(1) // ordered holds so many
		if workers > 1 {
			pieces = 3*int64(workers) + 1
		}
		err := o.Memory.Reserve(pieces * each)
		if err == nil {
			defer o.Memory.Release(pieces * each)
			break
		}
		if workers <= 1 {
			return fmt.Errorf("for rows on their way to the output: %w (--memory says how much to use)", err)
		}
	}
	return ordered.RunSeveral(ctx, workers, 1, func() (span, error) {
		if at >= n {
			return span{}, io.EOF
		}
		s := span{at, min(at+p.span, n)}
		at = s.to
		return s, nil
	}, work, emit)
}

// tell tells how many rows are done.
func (o *Writing) tell(done int, t Table) {
	if o.Tell != nil {
		o.Tell(done, t.Len())
	}
}

func appendFloat(dst []byte, v float64, bits int) []byte {
	if n := int64(v); float64(n) == v && -1e6 < v && v < 1e6 && (n != 0 || !math.Signbit(v)) {
		return strconv.AppendInt(dst, n, 10) // the same digits, in less time
	}
	if bits == 32 {
		return decimal.AppendFloat32(dst, float32(v))
	}
	return strconv.AppendFloat(dst, v, 'g', -1, bits)
}

// FloatText returns the text of a float32 in tables of contacts.
func FloatText(v float32) string { return string(appendFloat(nil, float64(v)+0, 32)) }
