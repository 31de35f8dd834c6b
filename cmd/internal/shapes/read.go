// SPDX-License-Identifier: MIT

package shapes

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/ordered"
	"daylight/cmd/internal/schema"
	"daylight/cmd/internal/table"
)

// Read reads one table to its end. An error is a *table.Error, or that of a context
// that ended.
func (l *Loader) Read(in io.Reader, name string) error {
	l.pending = nil
	err := l.read(in, name)
	if l.refused() {
		return l.set.faults.with(err)
	}
	return err
}

func (l *Loader) read(in io.Reader, name string) error {
	buf := bufio.NewReaderSize(in, 64<<10)
	magic, _ := buf.Peek(8)
	switch kind := columnar.Detect(magic); l.c.Table.Format {
	case table.Auto, table.Parquet, table.Arrow:
		if kind != columnar.None && (l.c.Table.Format != table.Parquet || kind == columnar.Parquet) && (l.c.Table.Format != table.Arrow || kind != columnar.Parquet) {
			return l.readBatches(in, buf, kind, name)
		}
	}
	options := l.c.Table
	options.Memory = l.c.Memory
	rows, err := table.NewReader(buf, name, options)
	if err != nil {
		return err
	}
	var head *schema.Header
	if names := rows.Names; names != nil {
		if names, err = schema.Beside(names, l.c.constants); err == nil {
			head = l.c.Names.Header(names, l.c.HasRadius, l.c.Table.FlagName())
			err = head.Err
		}
		if err != nil {
			return &table.Error{File: name, Line: rows.HeaderLine(), Msg: err.Error(), Fatal: true}
		}
	}
	l.begin(head, name)
	l.features = rows.Format == table.GeoJSON
	sized, _ := in.(interface{ Unpacked() int64 })
	if err := l.readRows(rows, head, sized); err != nil {
		return err
	}
	return l.end(name, rows.Passed(), systemsOf(rows)...)
}

// readRows reads the rows of a table. After some rows, sized estimates the size of all in bytes; it
// may be nil.
func (l *Loader) readRows(rows *table.Reader, head *schema.Header, sized interface{ Unpacked() int64 }) error {
	for _, p := range l.parsers {
		p.begin(rows.File, head)
		p.rows, p.collection = rows.Rows(), rows.Format == table.GeoJSON
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
		if sized != nil {
			l.expect(int64(w.part.rows()), int64(w.part.lanes), int64(w.block.Size()), sized.Unpacked())
			sized = nil
		}
		return l.merged(&w.part)
	})
}

// readBatches reads a table that is stored by columns. The number of a row stands in
// place of a line.
func (l *Loader) readBatches(in io.Reader, text *bufio.Reader, kind columnar.Kind, name string) error {
	bad := func(err error) error {
		var e *table.Error
		switch {
		case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.As(err, &e):
			return err
		case errors.Is(err, memory.ErrLimit):
			return &table.Error{File: name, Line: 1, Msg: "no memory for the file", Fatal: true, Err: err}
		}
		return &table.Error{File: name, Line: 1, Msg: err.Error(), Fatal: true, Err: err}
	}
	var at io.ReaderAt
	var size int64
	file, ok := in.(interface {
		At() (io.ReaderAt, int64, bool)
	}) // any place of it can be read, unless it is packed
	if ok {
		at, size, ok = file.At()
	}
	if !ok && kind != columnar.ArrowStream {
		all := &spool{account: &l.account}
		if _, err := io.Copy(all, text); err != nil {
			return bad(err)
		}
		at, size, ok = bytes.NewReader(all.data), int64(len(all.data)), true
	}
	var r *columnar.Reader
	var err error
	if ok {
		r, err = columnar.Open(at, size, kind, l.c.Memory)
	} else {
		r, err = columnar.OpenStream(text, l.c.Memory)
	}
	if err != nil {
		return bad(err)
	}
	defer r.Close()
	if len(l.c.Table.Columns) > 0 {
		return bad(fmt.Errorf("this is %v, which names its columns: drop %s", kind, l.c.Table.FlagName()))
	}
	names := slices.Clone(r.Names)
	l.c.Names.Geometries(names, r.Geometry, r.Others)
	all, err := schema.Beside(r.Names, l.c.constants) // as the user knows them
	if err != nil {
		return bad(err)
	}
	head := l.c.Names.Header(slices.Concat(names, all[len(names):]), l.c.HasRadius, "")
	if head.Err != nil {
		return bad(head.Err)
	}
	head.Columns, head.Keep = all, l.c.Names.Places(all)
	l.begin(head, name)
	if err := l.system(r.CRS, name); err != nil {
		return err
	}
	r.Want(func(i int) bool { return head.Fields[i] < schema.NumFields || slices.Contains(head.Keep, i) })
	for _, p := range l.parsers {
		p.begin(name, head)
		p.features = r.Geometry != ""
	}
	if r.Rows > 0 {
		l.expect(1, 0, 1, min(r.Rows, size)) // a row takes a byte, or the file lies
	}
	g := &groups{l: l, r: r, head: head, cuts: l.c.Concave && head.Have.Has(schema.WKT) && !r.Points}
	lots := mostLots
	if l.c.Memory != nil {
		lots = max(1, min(lots, int(l.c.Memory.Limit()/(lotBytes*int64(l.c.Workers)))))
	}
	err = ordered.RunSeveral(context.Background(), l.c.Workers, lots, g.next, func(worker int, w *piece, give func(*piece) error) error {
		return l.parsers[worker].parseBatch(r, w, l.take, give)
	}, g.merge)
	if err != nil {
		return bad(err)
	}
	g.end()
	note := ""
	if r.Unmarked() {
		note = "the stream has no mark at its end: if it was cut off between two of its batches, rows are missing"
	}
	return l.end(name, note)
}

// spool keeps what cannot be read at any place in memory.
type spool struct {
	account *account
	data    []byte
}

func (s *spool) Write(p []byte) (int, error) {
	if err := s.account.take(2 * int64(len(p))); err != nil {
		return 0, err
	}
	s.data = append(s.data, p...)
	return len(p), nil
}

// partRows is how many rows of a batch, at least, become a part by themselves. Few of them are in
// memory at a time, where a batch may have any number.
const partRows = 1 << 13

// mostLots is how many parts of a batch may wait for earlier batches. A worker has three batches in
// memory, each with that many parts. lotBytes is the memory for one part of each.
const (
	mostLots = 128
	lotBytes = 6 << 20
)

// parseBatch makes shapes of the batch of a piece, and gives on one piece after the other with some
// of its rows. Each part holds the faults of its rows.
func (p *parser) parseBatch(r *columnar.Reader, w *piece, take func() *piece, give func(*piece) error) error {
	b, unsure := w.batch, w.unsure
	begin := func() {
		w.batch, w.unsure = b, unsure
		w.part.clear()
		p.part = &w.part
	}
	begin()
	var ended error // of give
	err := r.Load(context.Background(), b, func(first int64, columns []*columnar.Column, rows int) error {
		if p.head.Corners {
			p.loadCorners(columns, int(first), rows)
			p.finish()
		}
		for from := 0; from < rows && !p.head.Corners; from += batchRows {
			p.load(columns, int(first), from, min(from+batchRows, rows))
			p.build()
		}
		if err := p.fits(); err != nil {
			return err
		}
		if p.head.Corners || p.part.rows()+len(p.part.failed) >= partRows {
			if ended = give(w); ended != nil {
				return ended
			}
			w = take()
			begin()
		}
		return nil
	})
	if ended != nil {
		return ended
	}
	if err != nil {
		msg := err.Error()
		if errors.Is(err, memory.ErrLimit) {
			msg = "no memory for the rows from here on"
		}
		to := p.part
		to.failed = append(to.failed, failure{before: to.rows(), err: &table.Error{File: p.file, Line: int(b.First) + 1, Msg: msg, Fatal: true, Err: err}})
	}
	return give(w)
}

// fits returns an error if bad rows need more memory than is left.
func (p *parser) fits() error {
	if n := int64(len(p.part.failed)) * failureBytes; n > p.c.Memory.Left() {
		return p.c.Memory.Short(n)
	}
	return nil
}

// failureBytes is the approximate memory of a row that made no shape, until it is reported.
const failureBytes = 512
