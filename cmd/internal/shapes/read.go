// SPDX-License-Identifier: MIT

package shapes

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/ordered"
	"daylight/cmd/internal/table"
)

// Read reads one table to its end. An error is a *table.Error, or that of a context
// that ended.
func (l *Loader) Read(in io.Reader, name string) error {
	buf := bufio.NewReaderSize(in, 64<<10)
	magic, _ := buf.Peek(8)
	switch kind := columnar.Detect(magic); l.c.Table.Format {
	case table.Auto, table.Parquet, table.Arrow:
		if kind != columnar.None && (l.c.Table.Format != table.Parquet || kind == columnar.Parquet) && (l.c.Table.Format != table.Arrow || kind != columnar.Parquet) {
			return l.readBatches(in, buf, kind, name, nil)
		}
	}
	rows, head, err := l.open(buf, name)
	if err != nil {
		return err
	}
	size := func() int64 { return 0 }
	if s, ok := in.(interface{ Unpacked() int64 }); ok {
		size = s.Unpacked
	}
	if err := l.readRows(rows, head, size); err != nil {
		return err
	}
	return l.end(name, rows.Passed(l.passed.n, l.passed.first), systemsOf(rows)...)
}

// open begins with a table of text: it reads its header, if it has one.
func (l *Loader) open(in io.Reader, name string) (rows *table.Reader, head *header, err error) {
	if rows, err = table.NewReader(in, name, l.c.Table); err != nil {
		return nil, nil, err
	}
	if names := rows.Names(); names != nil {
		names, why := l.c.beside(names)
		if why == "" {
			head, why = l.c.Names.header(names, l.c.HasRadius, l.c.Table.FlagName())
		}
		if why != "" {
			return nil, nil, &table.Error{File: name, Line: rows.HeaderLine(), Msg: why, Fatal: true}
		}
	}
	l.begin(head, rows.Names(), name)
	l.features = rows.Format() == table.GeoJSON
	return rows, head, nil
}

// readRows reads the rows of a table, of about so many bytes as size says once some are read. It
// may be nil.
func (l *Loader) readRows(rows *table.Reader, head *header, size func() int64) error {
	for _, p := range l.parsers {
		p.begin(rows.File(), head)
		p.rows, p.collection = rows.Rows(), rows.Format() == table.GeoJSON
	}
	next := func() (*piece, error) {
		w := l.take()
		return w, rows.Block(&w.block)
	}
	return ordered.Run(context.Background(), l.c.Workers, next, func(worker int, w *piece) *piece {
		l.parsers[worker].parse(&w.block, &w.part)
		return w
	}, func(w *piece) error {
		defer l.put(w)
		l.span = Span{At: w.block.At(), Size: int64(w.block.Size()), Ranged: rows.Ranged()}
		if size != nil {
			l.expect(int64(w.part.rows()), int64(w.part.lanes), int64(w.block.Size()), size())
			size = nil
		}
		return l.merged(&w.part)
	})
}

// ReadRanges reads some rows of a table, or all if there are no ranges and whole says so. The
// first row of the table has that number. The ranges are in order, and of the same table when
// it was scanned.
func (l *Loader) ReadRanges(in io.Reader, name string, row int64, ranges []Range, whole bool) error {
	l.set.Rows = int(row)
	if whole {
		return l.Read(in, name)
	}
	d, ok := in.(direct)
	if !ok {
		return fmt.Errorf("%s: not a file of which parts can be read", name)
	}
	at, size, ok := d.At()
	if !ok {
		return fmt.Errorf("%s: not a file of which parts can be read", name)
	}
	magic := make([]byte, 8)
	n, _ := at.ReadAt(magic, 0)
	if kind := columnar.Detect(magic[:n]); kind != columnar.None {
		if ranges == nil {
			ranges = []Range{}
		}
		return l.readBatches(in, bufio.NewReader(io.NewSectionReader(at, 0, size)), kind, name, ranges)
	}
	rows, head, err := l.open(io.NewSectionReader(at, 0, size), name)
	if err != nil {
		return err
	}
	o := table.Options{Format: rows.Format(), Columns: rows.Names(), Flag: l.c.Table.Flag}
	for _, r := range ranges {
		if r.At < 0 || r.Size < 0 || r.At+r.Size > size {
			return &table.Error{File: name, Line: 1, Fatal: true, Msg: "the file is shorter than when the plan was made"}
		}
		part, err := table.NewReader(io.NewSectionReader(at, r.At, r.Size), name, o)
		if err != nil {
			return err
		}
		l.set.Rows = int(r.Row)
		if err := l.readRows(part, head, nil); err != nil {
			return err
		}
	}
	return l.end(name, "")
}
