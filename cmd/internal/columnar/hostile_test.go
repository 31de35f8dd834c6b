// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"

	"daylight/internal/must"
)

// fields are a structure in Thrift's compact protocol, in the order of their numbers.
type fields []struct {
	number int
	value  any // int32, int64, string, fields, or a list
}

// list is a list of structures that says it has so many.
type list struct {
	n  int
	of []fields
}

func (f fields) append(b []byte) []byte {
	last := 0
	for _, x := range f {
		put := func(kind byte) { b = append(b, byte(x.number-last)<<4|kind) }
		switch v := x.value.(type) {
		case int32:
			put(5)
			b = binary.AppendVarint(b, int64(v))
		case int64:
			put(6)
			b = binary.AppendVarint(b, v)
		case string:
			put(8)
			b = append(binary.AppendUvarint(b, uint64(len(v))), v...)
		case fields:
			put(12)
			b = v.append(b)
		case list:
			put(9)
			b = append(b, 15<<4|12)
			b = binary.AppendUvarint(b, uint64(v.n))
			for _, e := range v.of {
				b = e.append(b)
			}
		case []int32:
			put(9)
			b = append(b, byte(len(v))<<4|5)
			for _, e := range v {
				b = binary.AppendVarint(b, int64(e))
			}
		case []string:
			put(9)
			b = append(b, byte(len(v))<<4|8)
			for _, e := range v {
				b = append(binary.AppendUvarint(b, uint64(len(e))), e...)
			}
		}
		last = x.number
	}
	return append(b, 0)
}

// forged is a file of Parquet with a column x of numbers or of texts, one page of it.
type forged struct {
	texts            bool
	codec            compress.Compression
	encoding         parquet.Encoding
	body             []byte // of the page, packed
	unpacked         int    // bytes that it has when it is unpacked, as its header says
	values           int    // that it has
	missing          bool   // values may be, and the page's run of levels says that all of them are
	rows             int    // of the group, beyond the values
	packed           int    // bytes of the page beyond its own
	offset, length   int64  // of the column, beyond where and as long as it is
	children         int32  // of the schema, beyond the one that there is
	columns          int    // that the schema says it has, beyond the two elements there are
	nested, unfolded int    // groups in groups around the column; structures in structures
}

func (f forged) bytes() []byte {
	kind := int32(parquet.Types.Double)
	if f.texts {
		kind = int32(parquet.Types.ByteArray)
	}
	repetition := int32(0)
	if f.missing {
		repetition = 1
		run := append(binary.AppendUvarint(nil, uint64(f.values)<<1), 0)
		f.body = append(binary.LittleEndian.AppendUint32(nil, uint32(len(run))), run...)
		f.unpacked = len(f.body)
	}
	header := fields{{1, int32(0)}, {2, int32(f.unpacked)}, {3, int32(len(f.body) + f.packed)},
		{5, fields{{1, int32(f.values)}, {2, int32(f.encoding)}, {3, int32(3)}, {4, int32(3)}}}}
	file := header.append([]byte("PAR1"))
	file = append(file, f.body...)
	length := int64(len(file) - 4)
	elements := []fields{{{4, "schema"}, {5, 1 + f.children}}}
	path := []string{"x"}
	for range f.nested {
		elements = append(elements, fields{{3, int32(0)}, {4, "g"}, {5, int32(1)}})
		path = []string{"g", "x"} // as far as anybody looks
	}
	elements = append(elements, fields{{1, kind}, {3, repetition}, {4, "x"}})
	chunk := fields{{1, kind}, {2, []int32{int32(f.encoding)}}, {3, path}, {4, int32(f.codec)}, {5, int64(f.values)}, {6, int64(f.unpacked)}, {7, length + f.length}, {9, 4 + f.offset}}
	group := fields{{1, list{1, []fields{{{2, int64(4)}, {3, chunk}}}}}, {2, length}, {3, int64(f.values + f.rows)}}
	meta := fields{{1, int32(2)}, {2, list{len(elements) + f.columns, elements}}, {3, int64(f.values + f.rows)}, {4, list{1, []fields{group}}}}
	if f.unfolded > 0 {
		deep := fields{}
		for range f.unfolded {
			deep = fields{{1, deep}}
		}
		meta = append(meta, fields{{14, deep}}...)
	}
	foot := meta.append(nil)
	file = append(file, foot...)
	return append(binary.LittleEndian.AppendUint32(file, uint32(len(foot))), "PAR1"...)
}

// differences begins values that are written down as differences.
func differences(block, parts, total uint64, first int64, rest ...byte) []byte {
	b := binary.AppendUvarint(nil, block)
	b = binary.AppendUvarint(binary.AppendUvarint(b, parts), total)
	return append(binary.AppendVarint(b, first), rest...)
}

// alike is n times the same length of texts, as differences.
func alike(n int, first, then int64) []byte {
	b := differences(128, 4, uint64(n), first)
	for left := n - 1; left > 0; left -= 128 {
		step := int64(0)
		if left == n-1 && then != first { // from the first to the second: one of each 128 goes up
			step = then - first
		}
		b = binary.AppendVarint(b, 0)
		if step == 0 {
			b = append(b, 0, 0, 0, 0)
			continue
		}
		b = append(b, 32, 0, 0, 0)
		b = append(binary.LittleEndian.AppendUint32(b, uint32(step)), make([]byte, 31*4)...)
	}
	return b
}

// TestHostile: lengths in a file are not trusted, and the message names the fault and the column.
func TestHostile(t *testing.T) {
	zeros := make([]byte, 1<<20)
	pack := func(c compress.Compression) []byte {
		codec := must.Get(compress.GetCodec(c))(t)
		return codec.Encode(nil, zeros)
	}
	two := append(binary.LittleEndian.AppendUint64(nil, math.Float64bits(1)), binary.LittleEndian.AppendUint64(nil, math.Float64bits(2))...)
	none := compress.Codecs.Uncompressed
	plain := forged{codec: none, body: two, unpacked: 16, values: 2}
	with := func(set func(f *forged)) forged {
		f := plain
		set(&f)
		return f
	}
	packed := func(c compress.Compression, body []byte) forged {
		return forged{codec: c, body: body, unpacked: 16, values: 2}
	}
	texts := func(e parquet.Encoding, values int, parts ...[]byte) forged {
		body := bytes.Join(parts, nil)
		return forged{texts: true, codec: none, encoding: e, body: body, unpacked: len(body), values: values}
	}
	// The first text is long, and all others are the same: as many times its length.
	const long, many = 30_000, 5_000
	grown := texts(parquet.Encodings.DeltaByteArray, many, alike(many, 0, long), alike(many, long, 0), make([]byte, long))
	if rows, _, err := readAll(plain.bytes(), Parquet, nil); err != nil || strings.Join(rows, ",") != "0: 1=1,1: 2=2" {
		t.Fatalf("the file that all others are made of: %q, %v", rows, err)
	}
	for _, e := range []parquet.Encoding{parquet.Encodings.DeltaLengthByteArray, parquet.Encodings.DeltaByteArray, parquet.Encodings.RLEDict} {
		none := forged{texts: true, missing: true, codec: none, encoding: e, values: 2}
		if rows, _, err := readAll(none.bytes(), Parquet, nil); err != nil || strings.Join(rows, ",") != "0: -,1: -" {
			t.Errorf("values that are all missing, as %v: %q, %v", e, rows, err)
		}
	}
	for _, c := range []struct {
		name string
		file forged
		want string
	}{
		{"elements of the schema", with(func(f *forged) { f.columns = 90_000_000 }), "the description of its columns: a list has more elements than there are bytes left"},
		{"members of a group", with(func(f *forged) { f.children = math.MaxInt32 - 1 }), "the description of its columns: a group of columns has 2147483647 members"},
		{"groups in groups", with(func(f *forged) { f.nested = 100_000 }), "the description of its columns: it is nested more than 64 deep"},
		{"structures in structures", with(func(f *forged) { f.unfolded = 10_000 }), "the description of its columns: it is nested more than 64 deep"},
		{"place of a column", with(func(f *forged) { f.offset = 1 << 40 }), "column x: its 33 bytes at byte 1099511627780 are not in the file, which has 112"},
		{"place before the file", with(func(f *forged) { f.offset = -1 << 40 }), "column x: its 33 bytes at byte -1099511627772 are not in the file, which has 112"},
		{"length of a column", with(func(f *forged) { f.length = 1 << 40 }), "column x: its 1099511627809 bytes at byte 4 reach beyond the end of the file"},
		{"negative length of a column", with(func(f *forged) { f.length = -1 << 20 }), "column x: its -1048543 bytes at byte 4 are not in the file, which has 109"},
		{"size of a page", with(func(f *forged) { f.packed = 1 << 30 }), "column x: page 1: it says that it has 1073741840 bytes, and there are "},
		{"negative size of a page", with(func(f *forged) { f.packed = -17 }), "column x: page 1: it says that it has -1 bytes, 16 unpacked"},
		{"unpacked size of a page", with(func(f *forged) { f.unpacked = 1 << 30 }), "column x: page 1: it says that it has 1073741824 bytes when it is unpacked; no more than 67223864 are taken from a file of this size"},
		{"number of values", with(func(f *forged) { f.values = 1 << 20 }), "column x: page 1: its values take another number of bytes than it has"},
		{"very many values", with(func(f *forged) { f.values = math.MaxInt32 }), "it says that there are 2147483647 rows in 37 bytes, so that nearly all are missing or alike"},
		{"missing values", with(func(f *forged) { f.missing, f.values = true, math.MaxInt32 }), "it says that there are 2147483647 rows in 31 bytes, so that nearly all are missing or alike"},
		{"some missing values", with(func(f *forged) { f.missing, f.values = true, 1000 }), ""},
		{"rows", with(func(f *forged) { f.rows = math.MaxInt32 - 2 }), "column x: it has 2 values for 2147483647 rows"},
		{"no values", with(func(f *forged) { f.values = -1 }), "group 0 of rows has -1 rows"},
		{"a bomb of Snappy", packed(compress.Codecs.Snappy, pack(compress.Codecs.Snappy)), "column x: page 1: it unpacks to more than its header says"},
		{"a length in Snappy", packed(compress.Codecs.Snappy, binary.AppendUvarint(nil, math.MaxUint32)), "column x: page 1: it unpacks to more than its header says"},
		{"a bomb of Zstandard", packed(compress.Codecs.Zstd, pack(compress.Codecs.Zstd)), "column x: page 1: it unpacks to more than its header says"},
		{"a bomb of gzip", packed(compress.Codecs.Gzip, pack(compress.Codecs.Gzip)), "column x: page 1: it unpacks to more than its header says"},
		{"a bomb of Brotli", packed(compress.Codecs.Brotli, pack(compress.Codecs.Brotli)), "column x: page 1: it unpacks to more than its header says"},
		{"a block of differences", texts(parquet.Encodings.DeltaLengthByteArray, 2, differences(1<<32-128, 1, 2, 0, 0, 0)), "column x: page 1: a block of differences is too large"},
		{"negative lengths", texts(parquet.Encodings.DeltaLengthByteArray, 2, differences(128, 4, 2, -1, 0, 0, 0, 0, 0)), "column x: page 1: its lengths contradict each other"},
		{"number of texts", texts(parquet.Encodings.DeltaLengthByteArray, 1<<20, differences(128, 4, 1<<20, 0, 0, 0, 0, 0, 0)), "column x: page 1: it ends too early"},
		{"another number of texts", texts(parquet.Encodings.DeltaLengthByteArray, 2, differences(128, 4, math.MaxInt32, 0, 0, 0, 0, 0, 0)), "column x: page 1: its lengths contradict each other"},
		{"texts that grow", grown, "column x: page 1: its texts take more than 97883864 bytes"},
		{"texts without a beginning", texts(parquet.Encodings.DeltaByteArray, 1, differences(128, 4, 1, 5), differences(128, 4, 1, 0)), "column x: page 1: its lengths contradict each other"},
	} {
		_, _, err := readAll(c.file.bytes(), Parquet, nil)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), "damaged Parquet data: "+c.want)):
			t.Errorf("%s:\ngot  %v\nwant %s", c.name, err, c.want)
		}
	}
}
