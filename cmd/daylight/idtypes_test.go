// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"daylight/cmd/internal/output"
	"daylight/internal/must"
	"daylight/region"
)

// idRows are circles in a row, with ids of a type. Each circle touches the next.
func idRows(t *testing.T, ids arrow.DataType, n int) arrow.RecordBatch {
	t.Helper()
	number := arrow.PrimitiveTypes.Float64
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{{Name: "id", Type: ids}, {Name: "x", Type: number}, {Name: "y", Type: number}, {Name: "r", Type: number}}, nil))
	for i := range n {
		must.Do(t, b.Field(0).AppendValueFromString(fmt.Sprint(i+1)))
		b.Field(1).(*array.Float64Builder).Append(float64(i) * 1.5)
		b.Field(2).(*array.Float64Builder).Append(0)
		b.Field(3).(*array.Float64Builder).Append(1)
	}
	return b.NewRecordBatch()
}

// typesOf are the types of id_a and id_b.
func typesOf(t *testing.T, data string, format string) string {
	t.Helper()
	var schema *arrow.Schema
	if format == "parquet" {
		f := must.Get(file.NewParquetReader(strings.NewReader(data)))(t)
		schema = must.Get(pqarrow.FromParquet(f.MetaData().Schema, nil, nil))(t)
		for i := range f.MetaData().Schema.NumColumns() * min(f.NumRowGroups(), 1) {
			chunk, err := f.MetaData().RowGroup(0).ColumnChunk(i)
			if name := f.MetaData().Schema.Column(i).Name(); err != nil || chunk.HasDictionaryPage() != (name == "world") {
				t.Errorf("column %s has a dictionary: %v, %v", name, chunk.HasDictionaryPage(), err)
			}
		}
	} else if strings.HasPrefix(data, "ARROW1") {
		schema = must.Get(ipc.NewFileReader(strings.NewReader(data)))(t).Schema()
	} else { // of standard output
		schema = must.Get(ipc.NewReader(strings.NewReader(data)))(t).Schema()
	}
	return schema.Field(1).Type.String() + " " + schema.Field(2).Type.String()
}

// TestIDTypes: ids have the type that they have in the tables, if all of a side have one of whole
// numbers, in every format and tile; a format without types has whole numbers where
// all are written as such.
func TestIDTypes(t *testing.T) {
	t.Chdir(t.TempDir())
	rows := func(format string, n int) (text string) {
		for i := range n {
			text += fmt.Sprintf(format, i+1, float64(i)*1.5)
		}
		return text
	}
	const head = "id,x,y,r\n"
	write(t, "whole.csv", head+rows("%d,%v,0,1\n", 9))
	write(t, "text.csv", head+rows("s%d,%v,0,1\n", 9))
	write(t, "zeros.csv", head+rows("00%d,%v,0,1\n", 9))
	write(t, "one.csv", head+rows("%d,%v,0,1\n", 9)+"last,0,0.1,1\n")
	write(t, "minus.csv", head+rows("-%d,%v,0,1\n", 9))
	write(t, "none.csv", rows("%[2]v,0,1\n", 0)+"x,y,r\n"+rows("%[2]v,0,%[1]d\n", 9))
	write(t, "number.ndjson", rows(`{"id":%d,"x":%v,"y":0,"r":1}`+"\n", 9))
	write(t, "string.ndjson", rows(`{"id":"%d","x":%v,"y":0,"r":1}`+"\n", 9))
	write(t, "escaped.ndjson", rows(`{"x":0,"id":"\u003%d","y":%v,"r":1}`+"\n", 9))
	const feature = `{"type":"Feature","properties":{"r":1%s},"geometry":{"type":"Point","coordinates":[%%[2]v,0]}%s},`
	collection := func(inner, outer string) string {
		return `{"type":"FeatureCollection","features":[` + strings.TrimSuffix(rows(fmt.Sprintf(feature, inner, outer), 9), ",") + "]}"
	}
	write(t, "number.geojson", collection("", `,"id":%[1]d`))
	write(t, "string.geojson", collection("", `,"id":"%[1]d"`))
	write(t, "inner.geojson", collection(`,"id":"%[1]d"`, ""))
	for _, typ := range []arrow.DataType{arrow.PrimitiveTypes.Int8, arrow.PrimitiveTypes.Int16, arrow.PrimitiveTypes.Int32, arrow.PrimitiveTypes.Int64, arrow.PrimitiveTypes.Uint8, arrow.PrimitiveTypes.Uint16,
		arrow.PrimitiveTypes.Uint32, arrow.PrimitiveTypes.Uint64, arrow.BinaryTypes.String, arrow.PrimitiveTypes.Float64, &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.PrimitiveTypes.Int32}} {
		b := idRows(t, typ, 9)
		if typ.ID() != arrow.DICTIONARY {
			write(t, typ.Name()+".parquet", parquetOf(t, b, 4))
		}
		write(t, typ.Name()+".arrow", arrowOf(t, b))
	}
	r := rand.New(rand.NewPCG(17, 22))
	asNumber := regexp.MustCompile(`"id_a":-?\d+,"id_b":-?\d+,`)
	for _, c := range []struct{ files, want string }{
		{"whole.csv", "int64"}, {"text.csv", "utf8"}, {"zeros.csv", "utf8"}, {"one.csv", "utf8"}, {"minus.csv", "int64"}, {"none.csv", "int64"},
		{"number.ndjson", "int64"}, {"string.ndjson", "utf8"}, {"escaped.ndjson", "utf8"},
		{"number.geojson", "int64"}, {"string.geojson", "utf8"}, {"inner.geojson", "utf8"},
		{"int8.parquet", "int8"}, {"int16.parquet", "int16"}, {"int32.parquet", "int32"}, {"int64.parquet", "int64"}, {"utf8.parquet", "utf8"}, {"float64.parquet", "utf8"},
		{"uint8.parquet", "uint8"}, {"uint16.parquet", "uint16"}, {"uint32.parquet", "uint32"}, {"uint64.parquet", "uint64"},
		{"int8.arrow", "int8"}, {"uint16.arrow", "uint16"}, {"uint64.arrow", "uint64"}, {"dictionary.arrow", "int32"}, {"utf8.arrow", "utf8"},
	} {
		for _, format := range []string{"parquet", "arrow", "ndjson"} {
			d := doing{t, r, "collide", []string{"--radius", "1", c.files}, output.Format(format), "", 1}
			one := d.answer()
			if format == "ndjson" {
				if lines := strings.Count(one, "\n"); lines < 8 || len(asNumber.FindAllString(one, -1)) != lines && c.want != "utf8" || c.want == "utf8" && asNumber.MatchString(one) {
					t.Errorf("%s: %s", c.files, one)
				}
			} else if got := typesOf(t, one, format); got != c.want+" "+c.want {
				t.Errorf("%s as %s: ids are %s, want %s", c.files, format, got, c.want)
			}
			for _, tile := range append(quarters(6, 0.5)[:2], region.Box{MinX: 99, MaxX: 100, MaxY: 1}) { // without the last row, and without any
				part := d.answer("--tile", tileText(tile))
				if format == "ndjson" {
					if part != "" && asNumber.MatchString(part) != asNumber.MatchString(one) {
						t.Errorf("%s, tile %v: %s", c.files, tile, part)
					}
				} else if got := typesOf(t, part, format); got != c.want+" "+c.want {
					t.Errorf("%s as %s, tile %v: ids are %s, want %s", c.files, format, tile, got, c.want)
				}
			}
		}
	}
	// Each side has a type of its own; files of a side that differ are texts together.
	write(t, "ask.csv", "id,x,y\nq1,0,0\n")
	for _, c := range []struct {
		want string
		args []string
	}{
		{"int64 utf8", []string{"collide", "whole.csv", "--join", "text.csv"}},
		{"utf8 uint16", []string{"collide", "text.csv", "--join", "uint16.parquet"}},
		{"utf8 int8", []string{"collide", "whole.csv", "text.csv", "--join", "int8.arrow", "--skip-bad"}},
		{"utf8 utf8", []string{"collide", "int8.arrow", "minus.csv"}},
		{"int64 int64", []string{"collide", "--exact", "whole.csv"}},
		{"int64 int64", []string{"collide", "--mode", "area", "whole.csv"}},
		{"utf8 int32", []string{"query", "points", "--ask", "ask.csv", "int32.parquet"}},
		{"int64 int64", []string{"query", "within", "--near", "1", "whole.csv"}},
		{"int64 int64", []string{"query", "inside", "whole.csv"}},
	} {
		for _, format := range []string{"parquet", "arrow"} {
			got := done(t, "", append(c.args, "--format", format, "-q")...).out
			if types := typesOf(t, got, format); types != c.want {
				t.Errorf("%s as %s: ids are %s, want %s", c.args, format, types, c.want)
			}
		}
	}
	got := done(t, "", "collide", "whole.csv", "--join", "text.csv", "--format", "geojson", "--mode", "distance", "-q").out
	p := featuresOf(t, got)[0].Properties
	if _, number := p["id_a"].(float64); !number || p["id_b"] != "s1" {
		t.Errorf("%v: %s", p, got)
	}
}
