// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"daylight/internal/must"
)

// streams are Arrow streams of types with lengths and places of their own. Each has a column of
// three rows, and the second row is missing if it can be; and how their rows are told.
func streams(t testing.TB) map[string][]byte {
	t.Helper()
	long := `"a text of more than twelve bytes"`
	number, text := arrow.PrimitiveTypes.Int64, arrow.BinaryTypes.String
	either := []arrow.Field{{Name: "n", Type: number, Nullable: true}, {Name: "t", Type: text, Nullable: true}}
	all := map[string][]byte{}
	for name, of := range map[string]struct {
		typ  arrow.DataType
		json string
	}{
		"views":      {arrow.BinaryTypes.StringView, `["short",null,` + long + `]`},
		"bytes":      {arrow.BinaryTypes.BinaryView, `["c2hvcnQ=",null,"c2hvcnQ="]`},
		"runs":       {arrow.RunEndEncodedOf(arrow.PrimitiveTypes.Int32, number), `[7,7,9]`},
		"list views": {arrow.ListViewOf(number), `[[1,2],null,[3]]`},
		"lists":      {arrow.LargeListOf(text), `[["a","b"],null,[]]`},
		"maps":       {arrow.MapOf(text, number), `[[{"key":"a","value":1}],null,[]]`},
		"decimals":   {&arrow.Decimal128Type{Precision: 9, Scale: 2}, `["-1.05",null,"12345.60"]`},
		"times":      {arrow.FixedWidthTypes.Timestamp_us, `["2020-02-29T12:00:00.5Z",null,"1969-12-31T23:59:59.999999Z"]`},
		"clocks":     {arrow.FixedWidthTypes.Time32ms, `["12:00:01.500",null,"00:00:00.001"]`},
		"half":       {arrow.FixedWidthTypes.Float16, `[1.5,null,-0.25]`},
		"nothing":    {arrow.Null, `[null,null,null]`},
		"dictionary": {&arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint8, ValueType: number}, `[7,null,9]`},
	} {
		a, _, err := array.FromJSON(memory.DefaultAllocator, of.typ, strings.NewReader(of.json))
		if err != nil {
			t.Fatal(name, err)
		}
		all[name] = stream(t, a)
	}
	for name, b := range map[string]array.UnionBuilder{
		"sparse union": array.NewSparseUnionBuilder(memory.DefaultAllocator, arrow.SparseUnionOf(either, []arrow.UnionTypeCode{3, 5})),
		"dense union":  array.NewDenseUnionBuilder(memory.DefaultAllocator, arrow.DenseUnionOf(either, []arrow.UnionTypeCode{3, 5})),
	} {
		for i := range 3 {
			if i == 1 {
				b.AppendNull()
				continue
			}
			code := arrow.UnionTypeCode(3 + i)
			switch b := b.(type) {
			case *array.SparseUnionBuilder:
				b.Append(code)
			case *array.DenseUnionBuilder:
				b.Append(code)
			}
			for k := range 2 {
				if _, dense := b.(*array.DenseUnionBuilder); dense && 3+2*k != int(code) {
					continue
				}
				must.Do(t, b.Child(k).AppendValueFromString(fmt.Sprint(i)))
			}
		}
		all[name] = stream(t, b.NewArray())
	}
	return all
}

func stream(t testing.TB, a arrow.Array, options ...ipc.Option) []byte {
	t.Helper()
	schema := arrow.NewSchema([]arrow.Field{{Name: "x", Type: a.DataType(), Nullable: true}}, nil)
	var out bytes.Buffer
	w := ipc.NewWriter(&out, append(options, ipc.WithSchema(schema))...)
	must.Do(t, errors.Join(w.Write(array.NewRecordBatch(schema, []arrow.Array{a}, int64(a.Len()))), w.Close()))
	return out.Bytes()
}

// TestArrowTypes: values of every type are told as another reader does.
func TestArrowTypes(t *testing.T) {
	want := map[string]string{
		"views": "short - a text of more than twelve bytes", "bytes": "short - short", "lists": `["a","b"] - []`,
		"maps": `[{"key":"a","value":1}] - []`, "decimals": "-1.05 - 12345.60", "times": "2020-02-29T12:00:00.5Z - 1969-12-31T23:59:59.999999Z",
		"clocks": "12:00:01.500 - 00:00:00.001", "half": "1.5=1.5 - -0.25=-0.25", "nothing": "- - -", "dictionary": "7=7 - 9=9",
	}
	for name, data := range streams(t) {
		rows, _, err := readAll(data, ArrowStream, nil)
		var got []string
		for _, row := range rows {
			got = append(got, row[strings.Index(row, " ")+1:])
		}
		if w, read := want[name]; !read && (err == nil || !strings.HasPrefix(err.Error(), "damaged Arrow data: column x: it is of a type that is not read (number ")) || read && (err != nil || strings.Join(got, " ") != w) {
			t.Errorf("%s: %q, %v; want %q", name, strings.Join(got, " "), err, want[name])
		}
		for at := range data { // no panic, and nothing that hangs
			bad := slices.Clone(data)
			bad[at] ^= 0xff
			_, _, _ = readAll(bad, ArrowStream, nil)
		}
	}
	packed, _ := must.Both(array.FromJSON(memory.DefaultAllocator, arrow.PrimitiveTypes.Int64, strings.NewReader("["+strings.Repeat("7,", 1000)+"7]")))(t)
	for _, option := range []ipc.Option{ipc.WithLZ4(), ipc.WithZstd()} {
		if rows, _, err := readAll(stream(t, packed, option), ArrowStream, nil); err != nil || len(rows) != 1001 || rows[1000] != "1000: 7=7" {
			t.Errorf("packed: %d rows, %v", len(rows), err)
		}
	}
}

// TestManyViews: texts of views may lie in many buffers, packed or not.
func TestManyViews(t *testing.T) {
	b := array.NewStringViewBuilder(memory.DefaultAllocator)
	var want []string
	for i := range 20_000 {
		if i%9 == 0 {
			b.AppendNull()
			want = append(want, fmt.Sprint(i, ": -"))
			continue
		}
		text := strings.Repeat("é", i%40) + fmt.Sprint(i)
		b.Append(text)
		want = append(want, fmt.Sprint(i, ": ", text))
	}
	a := b.NewArray()
	if n := len(a.Data().Buffers()); n < 10 {
		t.Fatal(n, " buffers")
	}
	for _, options := range [][]ipc.Option{nil, {ipc.WithLZ4()}, {ipc.WithZstd()}} {
		if rows, _, err := readAll(stream(t, a, options...), ArrowStream, nil); err != nil || !slices.Equal(rows, want) {
			t.Errorf("%d rows, %v", len(rows), err)
		}
	}
}

// TestGoneOver: a column that is not read, of any type, is passed over.
func TestGoneOver(t *testing.T) {
	numbers, _ := must.Both(array.FromJSON(memory.DefaultAllocator, arrow.PrimitiveTypes.Int64, strings.NewReader("[4,5,6]")))(t)
	for name, data := range streams(t) {
		in, err := ipc.NewReader(bytes.NewReader(data))
		if err != nil || !in.Next() {
			t.Fatal(name, err)
		}
		x := in.RecordBatch().Column(0)
		schema := arrow.NewSchema([]arrow.Field{{Name: "x", Type: x.DataType(), Nullable: true}, {Name: "y", Type: arrow.PrimitiveTypes.Int64}}, nil)
		var out bytes.Buffer
		w := ipc.NewWriter(&out, ipc.WithSchema(schema))
		if err := errors.Join(w.Write(array.NewRecordBatch(schema, []arrow.Array{x, numbers}, 3)), w.Close()); err != nil {
			t.Fatal(name, err)
		}
		if rows, _, err := readAll(out.Bytes(), ArrowStream, func(i int) bool { return i == 1 }); err != nil || strings.Join(rows, ",") != "0: 4=4,1: 5=5,2: 6=6" {
			t.Errorf("%s: %q, %v", name, rows, err)
		}
	}
}

// TestCoordinates: x and y are what is called so, wherever it stands in a point.
func TestCoordinates(t *testing.T) {
	for names, want := range map[string]string{"x,y": " POINT[{1 2}][]", "y,x": " POINT[{2 1}][]", "z,y,x": " POINT[{3 2}][]", "lat,lon": ` {"lat":1,"lon":2}`} {
		var fields []arrow.Field
		var cells []string
		for k, name := range strings.Split(names, ",") {
			fields = append(fields, arrow.Field{Name: name, Type: arrow.PrimitiveTypes.Float64})
			cells = append(cells, fmt.Sprintf("%q:%d", name, k+1))
		}
		a, _ := must.Both(array.FromJSON(memory.DefaultAllocator, arrow.StructOf(fields...), strings.NewReader("[{"+strings.Join(cells, ",")+"}]")))(t)
		if rows, _, err := readAll(stream(t, a), ArrowStream, nil); err != nil || strings.Join(rows, "") != "0:"+want {
			t.Errorf("%s: %q, %v", names, rows, err)
		}
	}
}

// TestDictionaries: a dictionary may be another from some batch on. One that is added to is
// refused.
func TestDictionaries(t *testing.T) {
	typ := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	schema := arrow.NewSchema([]arrow.Field{{Name: "x", Type: typ}}, nil)
	for _, deltas := range []bool{false, true} {
		var out bytes.Buffer
		w := ipc.NewWriter(&out, ipc.WithSchema(schema), ipc.WithDictionaryDeltas(deltas))
		for _, words := range []string{`["a"]`, `["a","b"]`, `["a","b","c"]`} {
			a, _, err := array.FromJSON(memory.DefaultAllocator, typ, strings.NewReader(words))
			if err == nil {
				err = w.Write(array.NewRecordBatch(schema, []arrow.Array{a}, int64(a.Len())))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		must.Do(t, w.Close())
		rows, _, err := readAll(out.Bytes(), ArrowStream, nil)
		if deltas {
			if !errors.Is(err, errAdded) || strings.Join(rows, ",") != "0: a" {
				t.Errorf("added to: %q, %v", rows, err)
			}
		} else if err != nil || strings.Join(rows, ",") != "0: a,1: a,2: b,3: a,4: b,5: c" {
			t.Errorf("%q, %v", rows, err)
		}
	}
}

// batchOf is the table of the first batch of a stream, which can be changed in place.
func batchOf(t *testing.T, data []byte) table {
	t.Helper()
	a := &arrowFile{in: bytes.NewReader(data), end: int64(len(data)), heap: newHeap(int64(len(data)), nil)}
	for {
		m := a.message()
		if m.kind == aBatch {
			m.header.Bytes = data[bytes.Index(data, m.data):] // in place
			return m.header
		}
	}
}

// TestHostileArrow: no count and no length that a stream says is taken on trust.
func TestHostileArrow(t *testing.T) {
	all := streams(t)
	put := func(data []byte, at int, v int64) { binary.LittleEndian.PutUint64(data[at:], uint64(v)) }
	// The element k of a vector of the batch, and the number i in it.
	in := func(slot, size, k, i int) func(b table, v int64) {
		return func(b table, v int64) {
			begin, _ := b.vector(slot)
			put(b.Bytes, begin+k*size+8*i, v)
		}
	}
	rows := func(b table, v int64) { put(b.Bytes, int(b.Pos)+int(b.Offset(4)), v) }
	for _, c := range []struct {
		stream string
		set    func(b table, v int64)
		v      int64
		says   string
	}{
		{"views", in(4, 8, 0, 0), 1 << 40, "column x: it says that it has 1099511627776 buffers, and there are 1"},
		{"views", in(4, 8, 0, 0), -1, "column x: it says that it has -1 buffers, and there are 1"},
		{"views", in(2, 16, 1, 1), 1 << 40, "column x: an offset in it is beyond its data"},
		{"views", in(2, 16, 2, 1), 1, "column x: an offset in it is beyond its data"},
		{"views", in(2, 16, 1, 0), -8, "column x: an offset in it is beyond its data"},
		{"views", in(1, 16, 0, 0), 1 << 50, "column x: it says that it has 1125899906842624 values in a batch of "},
		{"views", rows, 1 << 40, "it says that there are 1099511627776 rows in "},
		{"views", rows, -1, "a message's lengths contradict each other"},
		{"nothing", rows, 1 << 40, "it says that there are 1099511627776 rows in 0 bytes, so that nearly all are missing or alike"},
		{"runs", rows, 1 << 40, "it says that there are 1099511627776 rows in "},
		{"lists", in(1, 16, 1, 0), 1, "column x: an offset in it is beyond its data"},
		{"decimals", in(2, 16, 1, 1), 47, "column x: it needs 48 bytes, and there are 47"},
	} {
		data := slices.Clone(all[c.stream])
		c.set(batchOf(t, data), c.v)
		if _, _, err := readAll(data, ArrowStream, nil); err == nil || !strings.HasPrefix(err.Error(), "damaged Arrow data: "+c.says) {
			t.Errorf("%s with %d: %v\nwant %s", c.stream, c.v, err, c.says)
		}
	}
	// A buffer that says that it is longer once it is unpacked than anything can be.
	packed, _ := must.Both(array.FromJSON(memory.DefaultAllocator, arrow.PrimitiveTypes.Int64, strings.NewReader("["+strings.Repeat("7,", 1000)+"7]")))(t)
	data := stream(t, packed, ipc.WithZstd())
	at := bytes.Index(data, []byte{0x28, 0xb5, 0x2f, 0xfd})
	for v, says := range map[int64]string{1 << 60: "column x: it asks for 1152921504606846976 bytes of memory", -2: "column x: it asks for -2 bytes", 8: "column x: it unpacks to more than its header says", 1 << 20: "column x: it unpacks to less than its header says"} {
		put(data, at-8, v)
		if _, _, err := readAll(data, ArrowStream, nil); err == nil || !strings.HasPrefix(err.Error(), "damaged Arrow data: "+says) {
			t.Errorf("%d bytes: %v", v, err)
		}
	}
}
