// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/parquet-go/parquet-go/format"
)

const (
	usualHeader = 4 << 10  // bytes that are read for the header of a page
	largeHeader = 16 << 20 // most bytes that are read for it
	oldHeader   = 100      // most bytes of the header of a dictionary
	mostPage    = 1 << 28  // bytes that a page may unpack to
	spare       = 32       // bytes behind a page, which the library may read
)

var (
	errFew       = errors.New("it has fewer values than rows, or than it says")
	errLevels    = errors.New("its levels contradict its size, or each other")
	errPacked    = errors.New("its levels are packed by BIT_PACKED, which is not read")
	errSum       = errors.New("its checksum says that it was changed since it was written")
	errWords     = errors.New("it is a dictionary of an unknown kind")
	errElsewhere = errors.New("its values are in another file")
)

// chunk reads the values of a column of a group of rows, a lot of rows at a time.
type chunk struct {
	*node
	meta *format.ColumnMetaData
	file *parquetFile
	heap *heap

	at, last, end int64 // the next page; the end of the pages; the latest end of the last page
	pages         int
	seen          int64    // values of the pages so far
	words         []uint64 // the dictionary
	wordsText     int      // bytes of its texts

	// The lot: its levels, the values that are present, and where the next lot begins.
	reps, defs []uint8
	present    []uint64
	slot, word int   // missing values are counted, and are not counted
	live       int64 // bytes for the lot
	scratch
}

// scratch is memory that one chunk after the other may use. It holds the levels and the present
// values of some pages. All texts are in values.text, those of the dictionary first.
type scratch struct {
	allReps, allDefs []uint8
	values           vector
	spread           []uint64 // values of the lot at their places
	packed           []byte   // a page
	index            []int32
	sizes, same      []uint64
}

// bytes is the size of that memory.
func (s *scratch) bytes() int64 {
	return int64(cap(s.packed) + cap(s.allReps) + cap(s.allDefs) + cap(s.values.text) +
		8*(cap(s.values.words)+cap(s.spread)+cap(s.sizes)+cap(s.same)) + 4*cap(s.index))
}

// startOf is where the pages of a column begin.
func startOf(m *format.ColumnMetaData) int64 {
	if d := m.DictionaryPageOffset; d > 0 && d < m.DataPageOffset {
		return d
	}
	return m.DataPageOffset
}

// open begins with a column.
func (p *parquetFile) open(of *format.ColumnChunk, n *node, h *heap) *chunk {
	m := &of.MetaData
	c := &chunk{node: n, meta: m, file: p, heap: h}
	if s, is := p.used.Get().(*scratch); is {
		h.take(s.bytes())
		c.scratch = *s
	}
	c.allReps, c.allDefs, c.values = c.allReps[:0], c.allDefs[:0], vector{sense: n.sense, words: c.values.words[:0], text: c.values.text[:0]}
	check(of.FilePath == "", errElsewhere)
	c.at = startOf(m)
	switch {
	case c.at < 0 || m.TotalCompressedSize < 0 || c.at > p.size:
		fail("its %d bytes at byte %d are not in the file, which has %d", m.TotalCompressedSize, c.at, p.size)
	case m.TotalCompressedSize > p.size-c.at:
		fail("its %d bytes at byte %d reach beyond the end of the file", m.TotalCompressedSize, c.at)
	}
	// Old writers left the header of the dictionary out of the length.
	c.last = c.at + m.TotalCompressedSize
	c.end = min(c.last+oldHeader, p.size)
	return c
}

// slots returns how many values were read and not forgotten, including missing ones.
func (c *chunk) slots() int {
	if c.def > 0 {
		return len(c.allDefs)
	}
	return len(c.values.words)
}

// next goes on to the next lot, of n rows. A call with n = 0 ends the column. The argument of is
// the number of rows of the group.
func (c *chunk) next(n int, of int64) {
	if n == 0 {
		if c.seen < c.meta.NumValues || c.slot < c.slots() {
			fail("it has %d values for %d rows", c.meta.NumValues, of)
		}
		c.file.used.Put(&c.scratch)
		return
	}
	c.heap.give(c.live)
	c.live = 0
	to, rows := c.reach(n, c.slot, 0)
	// The last row of a lot may go on in the next page.
	for c.seen < c.meta.NumValues && (rows < n || c.rep > 0 && to == c.slots()) {
		if c.slot > 0 {
			to -= c.slot
			c.forget()
		}
		c.page()
		to, rows = c.reach(n, to, rows)
	}
	check(rows == n, errFew)
	count := to - c.slot
	if c.def > 0 {
		c.defs = c.allDefs[c.slot:to]
		count = bytes.Count(c.defs, []byte{uint8(c.def)})
	}
	if c.rep > 0 {
		c.reps = c.allReps[c.slot:to]
	}
	c.present = c.values.words[c.word:][:count]
	c.slot, c.word = to, c.word+count
}

// reach returns where the next n rows end, and how many of them were read. It goes on from what it
// returned before the last page: a scan of the whole lot after each page would take quadratic time.
func (c *chunk) reach(n, to, rows int) (int, int) {
	if c.rep == 0 {
		rows = min(n, c.slots()-c.slot)
		return c.slot + rows, rows
	}
	for ; to < len(c.allReps); to++ {
		if c.allReps[to] == 0 {
			if rows == n {
				break
			}
			rows++
		}
	}
	return to, rows
}

// forget lets go of the lots so far.
func (c *chunk) forget() {
	v, end := &c.values, c.wordsText
	c.allReps, c.allDefs, v.words = behind(c.allReps, c.slot), behind(c.allDefs, c.slot), behind(v.words, c.word)
	for i := 0; c.typ == NoType && i < len(v.words); i++ {
		if text := v.bytes(i); v.words[i]>>32 >= uint64(c.wordsText) {
			v.words[i] = placeOf(end, len(text))
			end += copy(v.text[end:], text)
		}
	}
	v.text = v.text[:end]
	c.slot, c.word = 0, 0
}

// behind moves the elements behind the first n to the front.
func behind[T any](s []T, n int) []T { return append(s[:0], s[min(n, len(s)):]...) }

// page reads the next page.
func (c *chunk) page() {
	check(c.at < c.last, errFew)
	c.pages++
	within(fmt.Sprint("page ", c.pages), func() {
		h := c.header()
		at := c.at
		c.at += int64(h.CompressedPageSize)
		if h.Type == format.DictionaryPage || h.Type == format.DataPage || h.Type == format.DataPageV2 {
			c.packed = grown(c.heap, c.packed[:0], int(h.CompressedPageSize)+spare)[:h.CompressedPageSize]
			readAt(c.file.in, c.packed, at)
			check(h.CRC == 0 || crc32.ChecksumIEEE(c.packed) == uint32(h.CRC), errSum)
			c.contents(&h)
		}
	})
}

// contents decodes a page.
func (c *chunk) contents(h *format.PageHeader) {
	switch {
	case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
		c.dictionary(h)
	case h.Type == format.DataPage && h.DataPageHeader.Valid:
		v := &h.DataPageHeader.V
		check(c.def == 0 || v.DefinitionLevelEncoding == format.RLE, errPacked)
		check(c.rep == 0 || v.RepetitionLevelEncoding == format.RLE, errPacked)
		data := c.unpacked(h, 0)
		cut := func(most int) (part []byte) {
			if most > 0 {
				check(len(data) >= 4 && int64(binary.LittleEndian.Uint32(data)) <= int64(len(data)-4), errLevels)
				part = data[4:][:binary.LittleEndian.Uint32(data)]
				data = data[4+len(part):]
			}
			return part
		}
		reps := cut(c.rep)
		defs := cut(c.def)
		c.data(h, v.Encoding, int64(v.NumValues), reps, defs, data)
	case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
		v := &h.DataPageHeaderV2.V
		r, d := int64(v.RepetitionLevelsByteLength), int64(v.DefinitionLevelsByteLength)
		check(r >= 0 && d >= 0 && r+d <= int64(min(h.CompressedPageSize, h.UncompressedPageSize)), errLevels)
		levels := c.packed[:r+d]
		c.data(h, v.Encoding, int64(v.NumValues), levels[:r], levels[r:], c.unpacked(h, r+d))
	default:
		check(false, errFew)
	}
}

// header reads the header of the next page.
func (c *chunk) header() (h format.PageHeader) {
	for size := int64(usualHeader); ; size = largeHeader {
		part := c.heap.part()
		head := part.bytes(min(size, c.end-c.at))
		readAt(c.file.in, head, c.at)
		n := 0
		err := mistakeIn(func() { n = readThrift(part, head, &h) })
		part.free()
		if err == nil {
			c.at += int64(n)
			break
		}
		if size >= c.end-c.at || size == largeHeader {
			fail("its header: %w", err)
		}
	}
	switch {
	case h.CompressedPageSize < 0 || h.UncompressedPageSize < 0:
		fail("it says that it has %d bytes, %d unpacked", h.CompressedPageSize, h.UncompressedPageSize)
	case int64(h.CompressedPageSize) > c.end-c.at:
		fail("it says that it has %d bytes, and there are %d", h.CompressedPageSize, c.end-c.at)
	case int64(h.UncompressedPageSize) > min(c.heap.most, mostPage):
		fail("it says that it has %d bytes when it is unpacked; no more than %d are taken from a file of this size", h.UncompressedPageSize, min(c.heap.most, mostPage))
	}
	return h
}

// unpacked unpacks a page without its levels. For a column of texts, it appends the page to the
// texts.
func (c *chunk) unpacked(h *format.PageHeader, levels int64) (dst []byte) {
	raw, n, v := c.packed[levels:], int64(h.UncompressedPageSize)-levels, &h.DataPageHeaderV2
	loose := c.meta.Codec == format.Uncompressed || v.Valid && v.V.IsCompressed.Valid && !v.V.IsCompressed.V
	check(!loose || n == int64(len(raw)), errUnpacked)
	if c.typ != NoType {
		c.values.text = c.values.text[:0]
	}
	c.values.text, dst = longer(c.heap, grown(c.heap, c.values.text, int(n)+spare), int(n))
	if loose {
		copy(dst, raw)
	} else if n > 0 { // n is 0 if all values are missing
		unpack(c.meta.Codec, dst, raw)
	}
	return dst
}

// data decodes the levels and the values of a page.
func (c *chunk) data(h *format.PageHeader, how format.Encoding, n int64, reps, defs, data []byte) {
	if n < 0 || n > c.meta.NumValues-c.seen {
		fail("it says that it has %d values, and the column has no more than %d here", n, c.meta.NumValues)
	}
	// Writers without checksums do not always list their encodings.
	if h.CRC != 0 && !slices.Contains(c.meta.Encoding, how) {
		fail("its values are encoded as %v, which the column does not list", how)
	}
	c.seen += n
	there := int(n)
	c.allReps = c.levels(c.allReps, reps, c.rep, there)
	if c.allDefs = c.levels(c.allDefs, defs, c.def, there); c.def > 0 {
		there = bytes.Count(c.allDefs[len(c.allDefs)-there:], []byte{uint8(c.def)})
	}
	c.decode(how, data, there)
}

// dictionary reads the page that holds the dictionary.
func (c *chunk) dictionary(h *format.PageHeader) {
	v := &h.DictionaryPageHeader.V
	check((v.Encoding == format.Plain || v.Encoding == oldDictionary) && c.kind != arrowBool && c.pages == 1, errWords)
	data := c.unpacked(h, 0)
	least := max(c.width, 4*(1-min(c.width, 1))) // a text has a length of four bytes
	n := int(v.NumValues)
	if n < 0 || n > len(data)/least || c.width > 0 && n < len(data)/least {
		fail("it says that it has %d values in %d bytes", n, len(data))
	}
	c.plain(data, n)
	if c.words, c.values.words = c.values.words, nil; c.typ == NoType {
		c.wordsText = len(data)
	}
}
