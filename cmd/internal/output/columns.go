// SPDX-License-Identifier: MIT

package output

import (
	"context"
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
	fields := slices.Clone(t.Fields())
	var meta [][2]string
	if draw.what != NoDrawing {
		fields = append(fields, draw.field(o.CRS))
		if o.Format == Parquet {
			meta = append(meta, [2]string{"geo", draw.geoParquet(o.CRS)})
		}
	}
	file, err := columnar.NewWriter(w, Columnar(o.Format, w), fields, meta...)
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
	if err != nil {
		return err
	}
	return file.Close()
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
