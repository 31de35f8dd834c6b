// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"github.com/klauspost/compress/snappy"
)

// pageBytes is how much a page holds, about; wordsBytes is how large a dictionary may become.
const (
	pageBytes  = 1 << 20
	wordsBytes = 1 << 18
)

// group is a group of rows that was written.
type group struct {
	rows   int64
	at     int64
	chunks []written
}

// written is a column of a group.
type written struct {
	from, size  int64 // in the group
	unpacked    int64
	data        int64 // where the first page of values is, in the group
	words       bool  // a dictionary stands before it
	n, missing  int
	least, most []byte // nil if nobody says
}

// encodeParquet makes the pages of a group of rows.
func (e *Encoded) encodeParquet(cells []Cells) {
	var values, packed []byte
	for k := range cells {
		c := &cells[k]
		one := written{from: int64(len(e.data)), n: c.n, missing: c.missing}
		index, words := c.dictionary()
		page := func(kind int64, n int, encoding int64) {
			packed = snappy.Encode(packed[:cap(packed)], values)
			of := structure(map[int64]int16{dataPage: 5, dictionaryPage: 7}[kind], i32(1, int64(n)), i32(2, encoding))
			if kind == dataPage {
				of.list = append(of.list, i32(3, rle), i32(4, rle))
			}
			head, before := structure(0, i32(1, kind), i32(2, int64(len(values))), i32(3, int64(len(packed))), of), len(e.data)
			e.data = head.append(e.data)
			one.unpacked += int64(len(e.data)-before) + int64(len(values))
			e.data = append(e.data, packed...)
		}
		if words != nil {
			values, one.words = values[:0], true
			for _, w := range words {
				values = append(binary.LittleEndian.AppendUint32(values, uint32(len(w))), w...)
			}
			page(dictionaryPage, len(words), plain)
		}
		one.data = int64(len(e.data)) - one.from
		for from := 0; from < c.n; {
			to := c.until(from)
			values = c.levels(values[:0], from, to)
			encoding := int64(plain)
			if words != nil {
				width := max(bits.Len(uint(len(words)-1)), 1)
				values = append(values, byte(width))
				values = appendRuns(values, index[from:to], width)
				encoding = dictionary
			} else {
				values = c.plain(values, from, to)
			}
			page(dataPage, to-from, encoding)
			from = to
		}
		one.size = int64(len(e.data)) - one.from
		one.least, one.most = c.extremes()
		e.chunks = append(e.chunks, one)
	}
}

// until is where a page ends that begins with a row.
func (c *Cells) until(from int) int {
	if c.ends == nil {
		return min(c.n, from+pageBytes/8)
	}
	size := 0
	for i := from; i < c.n; i++ {
		if size += 4 + len(c.text(i)); size > pageBytes && i > from {
			return i
		}
	}
	return c.n
}

// levels appends which values there are, of a column of which some may be missing.
func (c *Cells) levels(dst []byte, from, to int) []byte {
	if !c.of.Nullable {
		return dst
	}
	at := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	if c.missing == 0 {
		dst = append(binary.AppendUvarint(dst, uint64(to-from)<<1), 1)
	} else {
		dst = binary.AppendUvarint(dst, uint64(to-from+7)/8<<1|1)
		for i := from; i < to; i += 8 {
			b := byte(0)
			for k := i; k < min(i+8, to); k++ {
				if !c.null(k) {
					b |= 1 << (k - i)
				}
			}
			dst = append(dst, b)
		}
	}
	binary.LittleEndian.PutUint32(dst[at:], uint32(len(dst)-at-4))
	return dst
}

// plain appends values as they are.
func (c *Cells) plain(dst []byte, from, to int) []byte {
	width := 0
	if c.ends == nil {
		width = c.of.Type.bytes()
	}
	if width >= 4 && c.missing == 0 {
		return append(dst, c.data[from*width:to*width]...)
	}
	for i := from; i < to; i++ {
		switch {
		case c.null(i):
		case c.ends != nil:
			text := c.text(i)
			dst = append(binary.LittleEndian.AppendUint32(dst, uint32(len(text))), text...)
		case width < 4: // which Parquet has no room for
			v := vector{data: c.data, width: width, ids: c.of.Type}
			dst = binary.LittleEndian.AppendUint32(dst, uint32(v.whole(i)))
		default:
			dst = append(dst, c.data[i*width:(i+1)*width]...)
		}
	}
	return dst
}

// dictionary numbers the values of a column whose values repeat; there are no words if they do not.
func (c *Cells) dictionary() (index []uint32, words []string) {
	if !c.of.Repeats || c.missing > 0 || c.n == 0 {
		return nil, nil
	}
	seen := map[string]uint32{}
	size, last := 0, uint32(0)
	for i := range c.n {
		text := c.text(i)
		if i == 0 || words[last] != string(text) {
			k, known := seen[string(text)]
			if !known {
				if size += 4 + len(text); size > wordsBytes {
					return nil, nil
				}
				k = uint32(len(words))
				words = append(words, string(text))
				seen[words[k]] = k
			}
			last = k
		}
		index = append(index, last)
	}
	return index, words
}

// appendRuns appends numbers of so many bits: one run if they are all alike, else packed groups of eight.
func appendRuns(dst []byte, list []uint32, width int) []byte {
	if !slices.ContainsFunc(list, func(v uint32) bool { return v != list[0] }) {
		dst = binary.AppendUvarint(dst, uint64(len(list))<<1)
		return append(dst, binary.LittleEndian.AppendUint32(nil, list[0])[:(width+7)/8]...)
	}
	dst = binary.AppendUvarint(dst, uint64(len(list)+7)/8<<1|1)
	word, have := uint64(0), 0
	for k := range (len(list) + 7) / 8 * 8 {
		if k < len(list) {
			word |= uint64(list[k]) << have
		}
		for have += width; have >= 8; have -= 8 {
			dst = append(dst, byte(word))
			word >>= 8
		}
	}
	return dst
}

// extremes are the least and the greatest value, of numbers.
func (c *Cells) extremes() (least, most []byte) {
	if c.missing == c.n || c.ends != nil {
		return nil, nil
	}
	v := vector{data: c.data, width: c.of.Type.bytes()}
	if c.of.Type.Whole() {
		v.ids = c.of.Type
	}
	low, high := -1, -1
	for i := range c.n {
		if c.missing > 0 && c.null(i) {
			continue
		}
		if v.ids == NoType && math.IsNaN(v.number(i)) {
			return nil, nil
		}
		if low < 0 || v.less(i, low) {
			low = i
		}
		if high < 0 || v.less(high, i) {
			high = i
		}
	}
	least, most = c.plain(nil, low, low+1), c.plain(nil, high, high+1)
	if v.ids == NoType && v.number(low) == 0 {
		least[len(least)-1] |= 0x80 // readers cannot know which of the zeros there are
	}
	if v.ids == NoType && v.number(high) == 0 {
		most[len(most)-1] &^= 0x80
	}
	return least, most
}

// less reports whether a number is less than another.
func (a *vector) less(i, k int) bool {
	switch a.ids {
	case NoType:
		return a.number(i) < a.number(k)
	case Uint64:
		return uint64(a.whole(i)) < uint64(a.whole(k))
	}
	return a.whole(i) < a.whole(k)
}

// physical is the type of Parquet that a type is stored as.
func (t Type) physical() int64 {
	switch {
	case t == Float32:
		return floats32
	case t == Float64:
		return floats64
	case t == Text || t == Binary:
		return byteArrays
	case t.bytes() == 8:
		return int64s
	}
	return int32s
}

// parquetFooter says what is in the file.
func (w *Writer) parquetFooter() []byte {
	schema, orders := []value{structure(0, binaryOf(4, "schema"), i32(5, int64(len(w.fields))))}, []value{}
	for k := range w.fields {
		schema, orders = append(schema, w.fields[k].element()), append(orders, structure(0, structure(1))) // the order of the type
	}
	meta := structure(0, i32(1, 2), listOf(2, schema...), i64(3, w.rows))
	var groups, pairs []value
	for k := range w.groups {
		groups = append(groups, w.groups[k].value(w.fields))
	}
	for _, m := range w.meta {
		pairs = append(pairs, structure(0, binaryOf(1, m[0]), binaryOf(2, m[1])))
	}
	meta.list = append(meta.list, listOf(4, groups...))
	if pairs != nil {
		meta.list = append(meta.list, listOf(5, pairs...))
	}
	meta.list = append(meta.list, binaryOf(6, "daylight"), listOf(7, orders...))
	b := meta.append(nil)
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(b))), magic...)
}

// element says what a column is.
func (f *Field) element() value {
	repetition := int64(0)
	if f.Nullable {
		repetition = 1
	}
	e := structure(0, i32(1, f.Type.physical()), i32(3, repetition), binaryOf(4, f.Name))
	switch {
	case f.Type == Text:
		e.list = append(e.list, i32(6, 0), structure(10, structure(aText)))
	case f.Type.Whole():
		converted, signed := 11+int64(f.Type-Uint8), byte(thriftFalse)
		if f.Type < Uint8 {
			converted, signed = 15+int64(f.Type-Int8), thriftTrue
		}
		e.list = append(e.list, i32(6, converted), structure(10, structure(anInteger, value{id: 1, kind: thriftByte, whole: int64(8 * f.Type.bytes())}, value{id: 2, kind: signed})))
	}
	return e
}

func (g *group) value(fields []Field) value {
	unpacked, packed := int64(0), int64(0)
	var list []value
	for k := range g.chunks {
		c, f := &g.chunks[k], &fields[k]
		unpacked, packed = unpacked+c.unpacked, packed+c.size
		encodings := []value{i32(0, rle), i32(0, plain)}
		if c.words {
			encodings = append(encodings, i32(0, dictionary))
		}
		meta := structure(3, i32(1, f.Type.physical()), listOf(2, encodings...), listOf(3, binaryOf(0, f.Name)), i32(4, int64(snappyCodec)), i64(5, int64(c.n)),
			i64(6, c.unpacked), i64(7, c.size), i64(9, g.at+c.from+c.data))
		if c.words {
			meta.list = append(meta.list, i64(11, g.at+c.from))
		}
		extremes := structure(12, i64(3, int64(c.missing)))
		if c.least != nil {
			extremes.list = append(extremes.list, value{id: 5, kind: thriftBinary, text: c.most}, value{id: 6, kind: thriftBinary, text: c.least})
		}
		meta.list = append(meta.list, extremes)
		list = append(list, structure(0, i64(2, g.at+c.from), meta))
	}
	return structure(0, listOf(1, list...), i64(2, unpacked), i64(3, g.rows), i64(5, g.at), i64(6, packed))
}
