// SPDX-License-Identifier: MIT

package generate

import (
	"context"
	"errors"
	"io"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"daylight/cmd/internal/output"
)

// groupRows is how many rows are in a group of Parquet, and in a batch of Arrow.
const groupRows = 1 << 16

// byColumns writes a table as Parquet or Arrow. Cells that are left out are null.
type byColumns struct {
	file interface {
		Write(arrow.RecordBatch) error
		Close() error
	}
	build *array.RecordBuilder
	at    map[string]int
	rows  int // since the last group
	text  []byte
}

// only hides what else a writer can do: it is not these formats' to close.
type only struct{ io.Writer }

func newByColumns(out io.Writer, format output.Format, columns []string) (*byColumns, error) {
	w := &byColumns{at: map[string]int{}}
	var fields []arrow.Field
	for k, name := range columns {
		w.at[name] = k
		f := arrow.Field{Name: name, Type: arrow.PrimitiveTypes.Float64, Nullable: true}
		switch name {
		case "id":
			f.Type = arrow.PrimitiveTypes.Int64
		case "world", "kind", "points":
			f.Type = arrow.BinaryTypes.String
		}
		fields = append(fields, f)
	}
	schema := arrow.NewSchema(fields, nil)
	w.build = array.NewRecordBuilder(memory.DefaultAllocator, schema)
	var err error
	if format == output.Parquet {
		// Places are hardly ever the same twice, so that a dictionary would only be in the way.
		props := parquet.NewWriterProperties(parquet.WithCompression(compress.Codecs.Snappy), parquet.WithDictionaryDefault(false),
			parquet.WithDictionaryFor("world", true), parquet.WithDictionaryFor("kind", true), parquet.WithMaxRowGroupLength(groupRows))
		w.file, err = pqarrow.NewFileWriter(schema, only{out}, props, pqarrow.NewArrowWriterProperties())
	} else {
		w.file, err = ipc.NewFileWriter(only{out}, ipc.WithSchema(schema))
	}
	return w, err
}

func (w *byColumns) Text(name, v string) {
	if k, has := w.at[name]; has {
		w.build.Field(k).(*array.StringBuilder).Append(v)
	}
}

func (w *byColumns) Whole(name string, v int64) {
	if k, has := w.at[name]; has {
		w.build.Field(k).(*array.Int64Builder).Append(v)
	}
}

func (w *byColumns) Number(name string, v float64, _ int) {
	if k, has := w.at[name]; has {
		w.build.Field(k).(*array.Float64Builder).Append(v)
	}
}

// Points writes points as in CSV: x y;x y.
func (w *byColumns) Points(name string, n int, at func(k int) (x, y float64), bits int) {
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

func (w *byColumns) End(ctx context.Context, last bool) (told bool, err error) {
	w.rows++
	for _, f := range w.build.Fields() {
		if f.Len() < w.rows {
			f.AppendNull()
		}
	}
	if w.rows < groupRows {
		return last || w.rows%1024 == 0, ctx.Err()
	}
	return true, w.flush()
}

// flush writes the rows that there are.
func (w *byColumns) flush() error {
	if w.rows == 0 {
		return nil
	}
	w.rows = 0
	b := w.build.NewRecordBatch()
	defer b.Release()
	return w.file.Write(b)
}

func (w *byColumns) Close() error { return errors.Join(w.flush(), w.file.Close()) }
