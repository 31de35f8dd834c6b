// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/output"
)

// rowWriter writes a table of shapes. A row is its cells, in the order of the columns, and End. A cell
// that is left out is empty in CSV and null in Parquet and Arrow; an object goes without. It is used by one goroutine.
//
// Texts must hold no character that would need a quote in CSV or in JSON.
type rowWriter struct {
	out     io.Writer
	objects bool
	columns []string
	next    int              // column of the next cell
	buf     []byte           // text that is not written yet
	file    *columnar.Writer // of Parquet and Arrow
	fields  []columnar.Field
	cells   []columnar.Cells // rows that are not written yet
}

// newRowWriter returns a rowWriter of a table with these columns. CSV begins with their names. Objects
// may have members of other names; other formats leave those out.
func newRowWriter(out io.Writer, format output.Format, columns ...string) (w *rowWriter, err error) {
	w = &rowWriter{out: out, columns: columns}
	switch format {
	case output.NDJSON:
		w.objects = true
	case output.CSV:
		w.buf = append([]byte(strings.Join(columns, ",")), '\n')
	default:
		for _, name := range columns {
			f := columnar.Field{Name: name, Type: columnar.Float64, Nullable: true}
			switch name {
			case "id":
				f.Type = columnar.Int64
			case "world", "kind":
				f.Type, f.Repeats = columnar.Text, true
			case "points":
				f.Type = columnar.Text
			}
			w.fields = append(w.fields, f)
		}
		w.cells = columnar.NewCells(w.fields, groupRows)
		w.file, err = columnar.NewWriter(out, output.Columnar(format, out), w.fields)
	}
	return w, err
}

// cell begins a cell, and reports whether the table has it.
func (w *rowWriter) cell(name string) bool {
	if w.objects {
		w.buf = append(w.buf, "{,"[min(w.next, 1)], '"')
		w.buf = append(w.buf, name...)
		w.buf = append(w.buf, '"', ':')
		w.next++
		return true
	}
	for at := w.next; at < len(w.columns); at++ {
		if w.columns[at] != name {
			continue
		}
		if w.skipTo(at); w.file == nil && at > 0 {
			w.buf = append(w.buf, ',')
		}
		w.next++
		return true
	}
	return false
}

// skipTo leaves out the cells up to column at.
func (w *rowWriter) skipTo(at int) {
	for ; w.next < at; w.next++ {
		if w.file != nil {
			w.cells[w.next].Null()
		} else if w.next > 0 {
			w.buf = append(w.buf, ',')
		}
	}
}

// Text writes a text.
func (w *rowWriter) Text(name, v string) {
	switch {
	case !w.cell(name):
	case w.file != nil:
		columnar.AppendText(&w.cells[w.next-1], v)
	case w.objects:
		w.buf = append(append(append(w.buf, '"'), v...), '"')
	default:
		w.buf = append(w.buf, v...)
	}
}

// Whole writes a whole number.
func (w *rowWriter) Whole(name string, v int64) {
	switch {
	case !w.cell(name):
	case w.file != nil:
		w.cells[w.next-1].Whole(v)
	default:
		w.buf = strconv.AppendInt(w.buf, v, 10)
	}
}

// Bool writes true or false, as text.
func (w *rowWriter) Bool(name string, v bool) {
	if w.cell(name) {
		w.buf = strconv.AppendBool(w.buf, v)
	}
}

// Number writes a number with the fewest digits that give the same value back, of so many
// bits. JSON has neither infinities nor NaN: an object goes without.
func (w *rowWriter) Number(name string, v float64, bits int) {
	switch {
	case w.objects && (math.IsNaN(v) || math.IsInf(v, 0)) || !w.cell(name):
	case w.file != nil:
		w.cells[w.next-1].Float(v)
	default:
		w.buf = strconv.AppendFloat(w.buf, v, 'g', -1, bits)
	}
}

// Points writes n points: a list of pairs in an object, else the text x y;x y.
func (w *rowWriter) Points(name string, n int, at func(k int) (x, y float64), bits int) {
	if !w.cell(name) {
		return
	}
	open, between, after, end := "", " ", ";", ""
	if w.objects {
		open, between, after, end = "[", ",", ",", "]"
	}
	w.buf = append(w.buf, open...)
	for k := range n {
		if k > 0 {
			w.buf = append(w.buf, after...)
		}
		x, y := at(k)
		w.buf = append(w.buf, open...)
		w.buf = strconv.AppendFloat(w.buf, x, 'g', -1, bits)
		w.buf = append(w.buf, between...)
		w.buf = strconv.AppendFloat(w.buf, y, 'g', -1, bits)
		w.buf = append(w.buf, end...)
	}
	if w.buf = append(w.buf, end...); w.file != nil {
		columnar.AppendText(&w.cells[w.next-1], w.buf)
		w.buf = w.buf[:0]
	}
}

// How many bytes of text are collected before they are written, how many rows are in a group of Parquet or a batch of
// Arrow, and after how many of those it is told of.
const (
	enoughText = 1 << 15
	groupRows  = 1 << 16
	toldRows   = 1 << 10
)

// End ends a row. Now and then, and if it is the last for a while, it writes what there is of text
// and reports that it did, or has taken rows of columns; it fails if the context has ended, or if writing fails.
func (w *rowWriter) End(ctx context.Context, last bool) (wrote bool, err error) {
	if w.objects {
		w.buf = append(w.buf, '}')
	} else {
		w.skipTo(len(w.columns))
	}
	w.next = 0
	if w.file != nil {
		n := w.cells[0].Len()
		if n == groupRows {
			return true, w.flush()
		}
		return last || n%toldRows == 0, ctx.Err()
	}
	if w.buf = append(w.buf, '\n'); len(w.buf) < enoughText && !last {
		return false, nil
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	_, err = w.out.Write(w.buf)
	w.buf = w.buf[:0]
	return true, err
}

// flush writes the rows of columns that there are.
func (w *rowWriter) flush() error {
	if w.cells[0].Len() == 0 {
		return nil
	}
	e := w.file.Encode(w.cells)
	w.cells = columnar.NewCells(w.fields, groupRows)
	return w.file.Write(e)
}

// Close writes what is still to be written, behind the last row. The rowWriter must not be used after that.
func (w *rowWriter) Close() error {
	if w.file == nil {
		return nil
	}
	return errors.Join(w.flush(), w.file.Close())
}
