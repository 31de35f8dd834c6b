// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"io"

	"daylight/cmd/internal/columnar"
)

// columnPass limits the rows of a batch of Arrow and of a row group of Parquet. Long texts make
// them fewer.
var columnPass = passage{span: 1 << 16, most: 4 << 20}

// Columnar is the kind of a format of columns that goes to w: Arrow to standard output, or to what
// else is no file that is read again, is a stream.
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
	var fields []columnar.Field
	for _, f := range t.Fields() {
		fields = append(fields, f.Field)
	}
	var meta [][2]string
	p := columnPass
	block := p.block(t)
	if draw.what != NoDrawing {
		fields = append(fields, draw.field(o.CRS))
		if o.Format == Parquet {
			meta = append(meta, [2]string{"geo", draw.geoParquet(o.CRS)})
		}
	}
	if draw.shapes != nil {
		block = 1 // how long outlines are is not known
	}
	file, err := columnar.NewWriter(w, Columnar(o.Format, w), fields, meta...)
	if err != nil {
		return err
	}
	p.row = 8 * len(fields)
	type group struct {
		*columnar.Encoded
		to int
	}
	workers := make([][]columnar.Cells, max(o.Workers, 1))
	err = pass(ctx, t, o, p, func(worker int, s span, give func(group) error) error {
		for at := s.from; at < s.to; {
			if workers[worker] == nil {
				workers[worker] = columnar.NewCells(fields, min(s.to-at, block+p.most/max(1, t.Widest())))
			}
			cells := workers[worker]
			for k := range cells {
				cells[k].Clear()
			}
			for texts := 0; at < s.to && texts < p.most; {
				to := min(at+block, s.to)
				t.Fill(cells[:len(t.Fields())], at, to)
				draw.fill(cells, at, to)
				at, texts = to, 0
				for k := range cells {
					texts += cells[k].TextBytes()
				}
			}
			if err := give(group{file.Encode(cells), at}); err != nil {
				return err
			}
		}
		return nil
	}, func(g group) error {
		o.tell(g.to, t)
		return file.Write(g.Encoded)
	})
	if err != nil {
		return err
	}
	return file.Close()
}
