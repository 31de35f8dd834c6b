// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/ordered"
)

// batchRows is how many rows are in a batch of Arrow and in a group of Parquet.
const batchRows = 1 << 16

// fieldsOf are the columns of a table of contacts: worlds and kept columns are text, ids and numbers
// what they are. A number may be missing.
func fieldsOf(c Contacts, draw *drawer, o Writing) []columnar.Field {
	a, b := c.IDs()
	fields := []columnar.Field{{Name: "world", Type: columnar.Text, Repeats: true}, {Name: "id_a", Type: max(a, columnar.Text)}, {Name: "id_b", Type: max(b, columnar.Text)}}
	types := map[Kind]columnar.Type{SingleKind: columnar.Float32, DoubleKind: columnar.Float64, WholeKind: columnar.Uint32, TextKind: columnar.Text}
	kinds := c.Kinds()
	for k, name := range c.Columns() {
		fields = append(fields, columnar.Field{Name: name, Type: types[kinds[k]], Nullable: true})
	}
	for _, name := range c.Kept() {
		for _, side := range []string{"_a", "_b"} {
			fields = append(fields, columnar.Field{Name: name + side, Type: columnar.Text, Nullable: true})
		}
	}
	if draw.what != NoDrawing {
		fields = append(fields, draw.field(o.CRS))
	}
	if o.rows.byWorld {
		return fields[1:]
	}
	return fields
}

// Columnar is the kind of a format of columns that goes to w: Arrow to standard output, or to what else is no file that is
// read again, is a stream.
func Columnar(format Format, w io.Writer) columnar.Kind {
	f, is := w.(*File)
	switch {
	case format == Parquet:
		return columnar.Parquet
	case is && !f.Whole():
		return columnar.ArrowStream
	}
	return columnar.ArrowFile
}

// writeColumns writes Parquet or Arrow.
func writeColumns(ctx context.Context, w io.Writer, c Contacts, o Writing) error {
	draw, err := newDrawer(c, o.Draw)
	if err != nil {
		return err
	}
	fields := fieldsOf(c, draw, o)
	meta := slices.Clone(o.Meta)
	if o.Format == Parquet && draw.what != NoDrawing {
		meta = append(meta, [2]string{"geo", draw.geoParquet(o.CRS)})
	}
	var file *columnar.Writer
	if o.Lots == nil {
		file, err = columnar.NewWriter(w, Columnar(o.Format, w), fields, meta...)
	} else {
		file, err = o.Lots.columns(w, fields, meta)
	}
	if err != nil {
		return err
	}
	type group struct {
		*columnar.Encoded
		span
	}
	err = ordered.Run(ctx, o.Workers, o.rows.next, func(_ int, s span) group {
		return group{file.Encode(batch(c, draw, fields, o, s)), s}
	}, func(g group) error {
		o.rows.done(g.span, o.Tell)
		return file.Write(g.Encoded)
	})
	if o.Lots != nil {
		return err
	}
	return errors.Join(err, file.Close())
}

// batch makes columns of some rows.
func batch(c Contacts, draw *drawer, fields []columnar.Field, o Writing, s span) []columnar.Cells {
	all := columnar.NewCells(fields, s.to-s.from)
	cells, worlds := all, []columnar.Cells(nil)
	if !o.rows.byWorld {
		worlds, cells = all[:1], all[1:]
	}
	kept := len(c.Kept())
	first := 2 + len(c.Columns())
	var wkb []byte
	var values []Value
	for i := s.from; i < s.to; i++ {
		if (i-s.from)%atATime == 0 {
			Touch(c, i, min(i+atATime, s.to))
		}
		world, p, q := c.Row(i)
		for k := range worlds {
			columnar.AppendText(&worlds[k], world)
		}
		columnar.AppendText(&cells[0], p)
		columnar.AppendText(&cells[1], q)
		values = c.Values(values[:0], i)
		for k, v := range values {
			switch to := &cells[2+k]; v.kind {
			case missing:
				to.Null()
			case TextKind:
				columnar.AppendText(to, v.text)
			case WholeKind:
				to.Whole(int64(v.v))
			default:
				to.Float(v.v + 0)
			}
		}
		for k := range kept {
			p, q := c.Texts(i, k)
			appendOrNull(&cells[first+2*k], p)
			appendOrNull(&cells[first+2*k+1], q)
		}
		if draw.what != NoDrawing {
			wkb = draw.binary(wkb[:0], values, i)
			appendOrNull(&cells[first+2*kept], wkb)
		}
	}
	return all
}

func appendOrNull(to *columnar.Cells, cell []byte) {
	if len(cell) == 0 {
		to.Null()
		return
	}
	columnar.AppendText(to, cell)
}

// Lots are contacts that are written lot by lot, as one table: of Arrow in its form for streams, of Parquet not at all.
type Lots struct {
	begun, rows bool             // there has been a lot, or a row
	file        *columnar.Writer // of Arrow
	fields      []columnar.Field
}

// further reports whether there has been a lot before.
func (l *Lots) further() bool { return l != nil && l.begun }

// columns goes on with a stream of Arrow, or begins it.
func (l *Lots) columns(w io.Writer, fields []columnar.Field, meta [][2]string) (file *columnar.Writer, err error) {
	if !l.begun {
		l.fields = fields
		l.file, err = columnar.NewWriter(w, columnar.ArrowStream, fields, meta...)
	}
	for k := range fields[:3] {
		if is, was := fields[k].Type, l.fields[k].Type; is != was {
			return nil, fmt.Errorf("%s was %v in the first world and is %v now, which one stream of Arrow cannot have: write CSV or NDJSON", fields[k].Name, was, is)
		}
	}
	return l.file, err
}

// Close ends the table, which has a lot at least.
func (l *Lots) Close(w io.Writer, format Format) (err error) {
	switch format {
	case Arrow:
		return l.file.Close()
	case GeoJSON:
		_, err = io.WriteString(w, endFeatures)
	}
	return err
}
