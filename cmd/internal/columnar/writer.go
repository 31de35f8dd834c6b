// SPDX-License-Identifier: MIT

package columnar

import (
	"fmt"
	"io"
	"sync"

	"github.com/parquet-go/parquet-go/format"
)

// Writer writes a file of Parquet, or a file or stream of Arrow, some rows at a time.
type Writer struct {
	out    io.Writer
	kind   Kind
	fields []Field
	pairs  [][2]string
	at     int64
	meta   format.FileMetaData // of Parquet
	blocks [][]int64           // of Arrow: place, header length, data length of a batch
	used   sync.Pool           // of *Encoded that were written
	err    error
}

// Encoded are rows as they stand in the file.
type Encoded struct {
	rows                 int
	data, values, packed []byte
	group                format.RowGroup // of Parquet
	block                []int64         // of Arrow
	err                  error
}

// NewWriter begins a file. A Parquet file gets the pairs of names and values as its metadata.
func NewWriter(out io.Writer, kind Kind, fields []Field, pairs ...[2]string) (*Writer, error) {
	w := &Writer{out: out, kind: kind, fields: fields, pairs: pairs}
	switch kind {
	case ArrowFile:
		w.put(append([]byte(arrowMagic+"\x00\x00"), schemaMessage(fields)...))
	case ArrowStream:
		w.put(schemaMessage(fields))
	default:
		w.put([]byte(magic))
	}
	return w, w.err
}

func (w *Writer) put(data []byte) {
	if w.err == nil {
		_, w.err = w.out.Write(data)
		w.at += int64(len(data))
	}
}

// Encode makes the data for Write. cells has one list for each column. Several goroutines may call
// Encode at once.
func (w *Writer) Encode(cells []Cells) *Encoded {
	e, _ := w.used.Get().(*Encoded)
	if e == nil {
		e = new(Encoded)
	}
	e.rows, e.data = cells[0].Len(), e.data[:0]
	for k := range cells {
		c := &cells[k]
		if c.tooLong {
			e.err = fmt.Errorf("column %s: the values of %d rows take more than 2 GiB", c.of.Name, e.rows)
			return e
		}
		if i := c.invalid(); i >= 0 {
			e.err = fmt.Errorf("column %s: %q is not valid UTF-8, as %v requires: write CSV, or leave the column out", c.of.Name, c.Text(i)[:min(40, len(c.Text(i)))], w.kind)
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
	if e.rows == 0 || w.err != nil {
		return w.err
	}
	if w.kind == Parquet {
		w.add(e.group)
	} else {
		w.blocks = append(w.blocks, append([]int64{w.at}, e.block...))
	}
	w.put(e.data)
	w.used.Put(e)
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
