// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"io"
	"math"
	"strconv"
	"strings"

	"daylight/cmd/internal/output"
)

// rowWriter writes a table. A row is its cells, in the order of the columns, and End. A cell
// that is left out is empty in CSV; an object goes without. It is used by one goroutine.
//
// Texts must hold no character that would need a quote in CSV or in JSON.
type rowWriter struct {
	out     io.Writer
	objects bool
	columns []string
	next    int // column of the next cell
	buf     []byte
}

// newRowWriter returns a rowWriter of a table with these columns. CSV begins with their names. Objects
// may have members of other names; CSV leaves those out.
func newRowWriter(out io.Writer, format output.Format, columns ...string) *rowWriter {
	w := &rowWriter{out: out, objects: format == output.NDJSON, columns: columns}
	if !w.objects {
		w.buf = append(w.buf, strings.Join(columns, ",")...)
		w.buf = append(w.buf, '\n')
	}
	return w
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
		if w.columns[at] == name {
			w.skipTo(at + 1)
			return true
		}
	}
	return false
}

// skipTo writes what separates the cells up to column at.
func (w *rowWriter) skipTo(at int) {
	if w.next == 0 {
		w.next = 1
	}
	for ; w.next < at; w.next++ {
		w.buf = append(w.buf, ',')
	}
}

// Text writes a text.
func (w *rowWriter) Text(name, v string) {
	if !w.cell(name) {
		return
	}
	if w.objects {
		w.buf = append(w.buf, '"')
		defer func() { w.buf = append(w.buf, '"') }()
	}
	w.buf = append(w.buf, v...)
}

// Whole writes a whole number.
func (w *rowWriter) Whole(name string, v int64) {
	if w.cell(name) {
		w.buf = strconv.AppendInt(w.buf, v, 10)
	}
}

// Bool writes true or false.
func (w *rowWriter) Bool(name string, v bool) {
	if w.cell(name) {
		w.buf = strconv.AppendBool(w.buf, v)
	}
}

// Number writes a number with the fewest digits that give the same value back, of so many
// bits. JSON has neither infinities nor NaN: an object goes without.
func (w *rowWriter) Number(name string, v float64, bits int) {
	if w.objects && (math.IsNaN(v) || math.IsInf(v, 0)) {
		return
	}
	if w.cell(name) {
		w.buf = strconv.AppendFloat(w.buf, v, 'g', -1, bits)
	}
}

// Points writes n points: x y;x y in CSV, a list of pairs in an object.
func (w *rowWriter) Points(name string, n int, at func(k int) (x, y float64), bits int) {
	if !w.cell(name) {
		return
	}
	open, between, after, end := "", " ", ";", ""
	if w.objects {
		open, between, after, end = "[", ",", ",", "]"
		w.buf = append(w.buf, '[')
		defer func() { w.buf = append(w.buf, ']') }()
	}
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
}

// enoughRow is how many bytes are collected before they are written.
const enoughRow = 1 << 15

// End ends a row. Now and then, and if it is the last for a while, it writes what there is
// and reports that it did; it fails if the context has ended, or if writing fails.
func (w *rowWriter) End(ctx context.Context, last bool) (wrote bool, err error) {
	if w.objects {
		w.buf = append(w.buf, '}')
	} else {
		w.skipTo(len(w.columns))
	}
	w.buf = append(w.buf, '\n')
	w.next = 0
	if len(w.buf) < enoughRow && !last {
		return false, nil
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	_, err = w.out.Write(w.buf)
	w.buf = w.buf[:0]
	return true, err
}
