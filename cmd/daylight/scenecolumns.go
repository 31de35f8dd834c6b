// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"io"
	"strconv"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/output"
)

// sceneGroupRows is how many rows are in a group of Parquet, and in a batch of Arrow.
const sceneGroupRows = 1 << 16

// sceneColumns writes a table as Parquet or Arrow. Cells that are left out are null.
type sceneColumns struct {
	file   *columnar.Writer
	fields []columnar.Field
	cells  []columnar.Cells
	at     map[string]int
	rows   int // since the last group
	text   []byte
}

func newSceneColumns(out io.Writer, format output.Format, columns []string) (*sceneColumns, error) {
	w := &sceneColumns{at: map[string]int{}}
	for k, name := range columns {
		w.at[name] = k
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
	w.cells = columnar.NewCells(w.fields, sceneGroupRows)
	var err error
	w.file, err = columnar.NewWriter(out, output.Columnar(format, out), w.fields)
	return w, err
}

func (w *sceneColumns) Text(name, v string) {
	if k, has := w.at[name]; has {
		columnar.AppendText(&w.cells[k], v)
	}
}

func (w *sceneColumns) Whole(name string, v int64) {
	if k, has := w.at[name]; has {
		w.cells[k].Whole(v)
	}
}

func (w *sceneColumns) Number(name string, v float64, _ int) {
	if k, has := w.at[name]; has {
		w.cells[k].Float(v)
	}
}

// Points writes points as in CSV: x y;x y.
func (w *sceneColumns) Points(name string, n int, at func(k int) (x, y float64), bits int) {
	w.text = w.text[:0]
	for k := range n {
		x, y := at(k)
		if k > 0 {
			w.text = append(w.text, ';')
		}
		w.text = append(strconv.AppendFloat(w.text, x, 'g', -1, bits), ' ')
		w.text = strconv.AppendFloat(w.text, y, 'g', -1, bits)
	}
	w.Text(name, string(w.text))
}

func (w *sceneColumns) End(ctx context.Context, last bool) (told bool, err error) {
	w.rows++
	for k := range w.cells {
		if w.cells[k].Len() < w.rows {
			w.cells[k].Null()
		}
	}
	if w.rows < sceneGroupRows {
		return last || w.rows%1024 == 0, ctx.Err()
	}
	return true, w.flush()
}

// flush writes the rows that there are.
func (w *sceneColumns) flush() error {
	if w.rows == 0 {
		return nil
	}
	w.rows = 0
	e := w.file.Encode(w.cells)
	w.cells = columnar.NewCells(w.fields, sceneGroupRows)
	return w.file.Write(e)
}

func (w *sceneColumns) Close() error { return errors.Join(w.flush(), w.file.Close()) }
