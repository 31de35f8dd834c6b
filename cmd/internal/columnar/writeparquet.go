// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"

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

// appendRuns appends numbers of so many bits: a run where they are alike for long, and packed groups of
// eight where they are not.
func appendRuns(dst []byte, list []uint32, width int) []byte {
	for i := 0; i < len(list); {
		same := i + 1
		for same < len(list) && list[same] == list[i] {
			same++
		}
		if same-i >= 16 || same == len(list) {
			dst = binary.AppendUvarint(dst, uint64(same-i)<<1)
			for k := range (width + 7) / 8 {
				dst = append(dst, byte(list[i]>>(8*k)))
			}
			i = same
			continue
		}
		// Groups up to where the next long run begins.
		to := i
		for to < len(list) && !(to+16 <= len(list) && to > i && (to-i)%8 == 0 && equal(list[to:to+16])) {
			to++
		}
		groups := (to - i + 7) / 8
		dst = binary.AppendUvarint(dst, uint64(groups)<<1|1)
		word, have := uint64(0), 0
		for k := range 8 * groups {
			if i+k < to {
				word |= uint64(list[i+k]) << have
			}
			for have += width; have >= 8; have -= 8 {
				dst = append(dst, byte(word))
				word >>= 8
			}
		}
		i = to
	}
	return dst
}

func equal(list []uint32) bool {
	for _, v := range list {
		if v != list[0] {
			return false
		}
	}
	return true
}

// extremes are the least and the greatest value, of numbers and of texts that repeat.
func (c *Cells) extremes() (least, most []byte) {
	switch {
	case c.missing == c.n || c.of.Type == Binary || c.ends != nil && !c.of.Repeats:
		return nil, nil
	case c.ends != nil:
		return c.textExtremes()
	}
	return c.numberExtremes()
}

func (c *Cells) textExtremes() (least, most []byte) {
	for i := range c.n {
		text := c.text(i)
		if least == nil || bytes.Compare(text, least) < 0 {
			least = text
		}
		if most == nil || bytes.Compare(text, most) > 0 {
			most = text
		}
	}
	if len(least) > 1<<10 || len(most) > 1<<10 {
		return nil, nil
	}
	return append([]byte{}, least...), append([]byte{}, most...)
}

func (c *Cells) numberExtremes() (least, most []byte) {
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
	one := Cells{of: Field{Type: c.of.Type}, n: c.n, data: c.data, missing: 1, valid: bytes.Repeat([]byte{0xff}, (c.n+7)/8)}
	least, most = one.plain(nil, low, low+1), one.plain(nil, high, high+1)
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
