// SPDX-License-Identifier: MIT

package columnar

import (
	"fmt"
	"io"
)

// Writer writes a file of Parquet, or a file or stream of Arrow, some rows at a time.
type Writer struct {
	out    io.Writer
	kind   Kind
	fields []Field
	meta   [][2]string
	at     int64
	rows   int64
	groups []group // of Parquet
	blocks []block // of Arrow
	err    error
}

// Encoded are rows as they stand in the file.
type Encoded struct {
	rows   int
	data   []byte
	chunks []written // of Parquet
	block  block     // of Arrow
	err    error
}

// NewWriter begins a file, which says of itself what the pairs of names and values are.
func NewWriter(out io.Writer, kind Kind, fields []Field, meta ...[2]string) (*Writer, error) {
	w := &Writer{out: out, kind: kind, fields: fields, meta: meta}
	begin := []byte(magic)
	switch kind {
	case ArrowFile:
		begin = append([]byte(arrowMagic+"\x00\x00"), schemaMessage(fields, meta)...)
	case ArrowStream:
		begin = schemaMessage(fields, meta)
	}
	w.put(begin)
	return w, w.err
}

func (w *Writer) put(data []byte) {
	if w.err == nil {
		_, w.err = w.out.Write(data)
		w.at += int64(len(data))
	}
}

// Encode makes of cells, one list for each column, what Write writes. It may be called by several
// goroutines at once.
func (w *Writer) Encode(cells []Cells) *Encoded {
	e := &Encoded{rows: cells[0].n}
	for k := range cells {
		if cells[k].long {
			e.err = fmt.Errorf("column %s: the values of %d rows take more than 2 GiB", cells[k].of.Name, e.rows)
			return e
		}
	}
	if w.kind == Parquet {
		e.encodeParquet(cells)
	} else {
		e.encodeArrow(cells)
	}
	return e
}

// Write writes rows.
func (w *Writer) Write(e *Encoded) error {
	if w.err == nil {
		w.err = e.err
	}
	if e.rows == 0 {
		return w.err
	}
	if w.rows += int64(e.rows); w.kind == Parquet {
		w.groups = append(w.groups, group{int64(e.rows), w.at, e.chunks})
	} else if w.kind == ArrowFile {
		e.block.at = w.at
		w.blocks = append(w.blocks, e.block)
	}
	w.put(e.data)
	return w.err
}

// Close writes what stands at the end of the file.
func (w *Writer) Close() error {
	switch w.kind {
	case Parquet:
		w.put(w.parquetFooter())
	case ArrowFile:
		w.put(w.arrowFooter())
	default:
		w.put(endOfStream)
	}
	return w.err
}
