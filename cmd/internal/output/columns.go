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
func writeColumns(ctx context.Context, w io.Writer, t Table, o Writing) error {
	draw, err := newDrawer(t, o.Draw)
	if err != nil {
		return err
	}
	fields, meta := slices.Clone(t.Fields()), slices.Clone(o.Meta)
	if draw.what != NoDrawing {
		fields = append(fields, draw.field(o.CRS))
		if o.Format == Parquet {
			meta = append(meta, [2]string{"geo", draw.geoParquet(o.CRS)})
		}
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
		return group{file.Encode(batch(t, draw, fields, o, s)), s}
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
func batch(t Table, draw *drawer, fields []columnar.Field, o Writing, s span) []columnar.Cells {
	cells := columnar.NewCells(fields, s.to-s.from)
	var row []Value
	var wkb []byte
	for i := s.from; i < s.to; i++ {
		if (i-s.from)%atATime == 0 {
			Touch(o.rows.c, i, min(i+atATime, s.to))
		}
		row = t.Cells(row[:0], i)
		for k := range row {
			switch v, to := &row[k], &cells[k]; v.kind {
			case missing:
				to.Null()
			case TextKind, plainKind:
				columnar.AppendText(to, v.text)
			case WholeKind:
				to.Whole(int64(v.v))
			default:
				to.Float(v.v)
			}
		}
		if draw.what == NoDrawing {
			continue
		}
		if wkb = draw.binary(wkb[:0], row, i); len(wkb) == 0 {
			cells[len(row)].Null()
		} else {
			columnar.AppendText(&cells[len(row)], wkb)
		}
	}
	return cells
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
