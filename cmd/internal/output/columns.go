// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"errors"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/ordered"
)

// batchRows is how many rows are in a batch of Arrow and in a group of Parquet.
const batchRows = 1 << 16

var typesOfIDs = map[columnar.IDs]arrow.DataType{columnar.NoIDs: arrow.BinaryTypes.String, columnar.TextIDs: arrow.BinaryTypes.String,
	columnar.Int8: arrow.PrimitiveTypes.Int8, columnar.Int16: arrow.PrimitiveTypes.Int16, columnar.Int32: arrow.PrimitiveTypes.Int32, columnar.Int64: arrow.PrimitiveTypes.Int64,
	columnar.Uint8: arrow.PrimitiveTypes.Uint8, columnar.Uint16: arrow.PrimitiveTypes.Uint16, columnar.Uint32: arrow.PrimitiveTypes.Uint32, columnar.Uint64: arrow.PrimitiveTypes.Uint64}

// schemaOf is the schema of a table of contacts: names and kept columns are text, numbers
// what they are. A number is nullable, since it may be missing.
func schemaOf(c Contacts, draw *drawer, o Writing) *arrow.Schema {
	text := arrow.BinaryTypes.String
	a, b := c.IDs()
	fields := []arrow.Field{{Name: "world", Type: text}, {Name: "id_a", Type: typesOfIDs[a]}, {Name: "id_b", Type: typesOfIDs[b]}}
	types := map[Kind]arrow.DataType{SingleKind: arrow.PrimitiveTypes.Float32, DoubleKind: arrow.PrimitiveTypes.Float64, WholeKind: arrow.PrimitiveTypes.Uint32, TextKind: text}
	kinds := c.Kinds()
	for k, name := range c.Columns() {
		fields = append(fields, arrow.Field{Name: name, Type: types[kinds[k]], Nullable: true})
	}
	for _, name := range c.Kept() {
		fields = append(fields, arrow.Field{Name: name + "_a", Type: text, Nullable: true}, arrow.Field{Name: name + "_b", Type: text, Nullable: true})
	}
	if draw.what == NoDrawing {
		return arrow.NewSchema(fields, nil)
	}
	fields = append(fields, draw.field(o.CRS))
	if o.Format != Parquet {
		return arrow.NewSchema(fields, nil)
	}
	meta := arrow.NewMetadata([]string{"geo"}, []string{draw.geoParquet(o.CRS)})
	return arrow.NewSchema(fields, &meta)
}

// writeColumns writes Parquet, or a file of Arrow.
func writeColumns(ctx context.Context, w io.Writer, c Contacts, o Writing) error {
	draw, err := newDrawer(c, o.Draw)
	if err != nil {
		return err
	}
	schema := schemaOf(c, draw, o)
	var file interface {
		Write(arrow.RecordBatch) error
		Close() error
	}
	if o.Format == Parquet {
		props := parquet.NewWriterProperties(parquet.WithCompression(compress.Codecs.Snappy), parquet.WithDictionaryDefault(false),
			parquet.WithDictionaryFor("world", true), parquet.WithMaxRowGroupLength(batchRows))
		file, err = pqarrow.NewFileWriter(schema, plainWriter{w}, props, pqarrow.NewArrowWriterProperties())
	} else {
		file, err = ipc.NewFileWriter(plainWriter{w}, ipc.WithSchema(schema))
	}
	if err != nil {
		return err
	}
	n, done := c.Len(), 0
	err = ordered.Run(ctx, o.Workers, ranges(c, batchRows), func(_, from int) arrow.RecordBatch {
		return batch(c, draw, schema, from, min(from+batchRows, n))
	}, func(b arrow.RecordBatch) error {
		defer b.Release()
		drop(c, done, done+int(b.NumRows()))
		if done += int(b.NumRows()); o.Tell != nil {
			o.Tell(done, n)
		}
		return file.Write(b)
	})
	return errors.Join(err, file.Close())
}

// plainWriter hides what else a writer can do: it is not these formats' to close.
type plainWriter struct{ io.Writer }

// batch makes columns of some rows.
func batch(c Contacts, draw *drawer, schema *arrow.Schema, from, to int) arrow.RecordBatch {
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	b.Reserve(to - from)
	worlds := b.Field(0).(*array.StringBuilder)
	kept := len(c.Kept())
	first := 3 + len(c.Columns())
	var shape *array.BinaryBuilder
	if draw.what != NoDrawing {
		shape = b.Field(first + 2*kept).(*array.BinaryBuilder)
	}
	var wkb []byte
	var values []Value
	for i := from; i < to; i++ {
		if (i-from)%atATime == 0 {
			Touch(c, i, min(i+atATime, to))
		}
		world, p, q := c.Row(i)
		worlds.Append(world)
		appendIDTo(b.Field(1), p)
		appendIDTo(b.Field(2), q)
		values = c.Values(values[:0], i)
		for k, v := range values {
			switch f := b.Field(3 + k).(type) {
			case *array.Float32Builder:
				if v == Missing {
					f.AppendNull()
				} else {
					f.Append(float32(v.v) + 0)
				}
			case *array.Float64Builder:
				if v == Missing {
					f.AppendNull()
				} else {
					f.Append(v.v + 0)
				}
			case *array.StringBuilder:
				if v == Missing {
					f.AppendNull()
				} else {
					f.Append(v.text)
				}
			case *array.Uint32Builder:
				if v == Missing {
					f.AppendNull()
				} else {
					f.Append(uint32(v.v))
				}
			}
		}
		for k := range kept {
			p, q := c.Texts(i, k)
			appendOrNull(b.Field(first+2*k).(*array.StringBuilder), p)
			appendOrNull(b.Field(first+2*k+1).(*array.StringBuilder), q)
		}
		if shape == nil {
			continue
		}
		if wkb = draw.binary(wkb[:0], values, i); len(wkb) == 0 {
			shape.AppendNull()
		} else {
			shape.Append(wkb)
		}
	}
	return b.NewRecordBatch()
}

func appendIDTo(b array.Builder, id []byte) {
	if t, ok := b.(*array.StringBuilder); ok {
		t.BinaryBuilder.Append(id)
		return
	}
	_ = b.AppendValueFromString(string(id))
}

func appendOrNull(b *array.StringBuilder, cell []byte) {
	if len(cell) == 0 {
		b.AppendNull()
		return
	}
	b.BinaryBuilder.Append(cell)
}
