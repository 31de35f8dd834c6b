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

// chunk reads the values of a column of a group of rows, page by page.
type chunk struct {
	*node
	meta *format.ColumnMetaData
	file *parquetFile
	heap *heap

	at, last, end int64 // the next page; the end of the pages; the latest end of the last page
	pages         int
	seen          int64  // values of the pages so far
	words         vector // the dictionary
	kept          bool   // pages are kept, since a lot may have texts of several
	took, tookOf  int    // values of the last lot, missing ones included, and those that are there
	live          int64  // bytes of the pages that were read
	scratch
}

// scratch is memory that one chunk after the other may use. It holds the levels and the present
// values that were read.
type scratch struct {
	packed, room []byte
	reps, defs   []uint8
	values       vector
	index        []int32
	sizes, same  []int64
}

// bytes is the size of that memory.
func (s *scratch) bytes() int64 {
	v := &s.values
	n := cap(s.packed) + cap(s.room) + cap(s.reps) + cap(s.defs) + 8*(cap(v.floats)+cap(v.ints)) + 4*cap(v.singles) + 12*cap(v.places)
	return int64(n + 4*cap(s.index) + 8*(cap(s.sizes)+cap(s.same)))
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
	c, m := &chunk{node: n, meta: &of.MetaData, file: p, heap: h}, &of.MetaData
	check(of.FilePath == "", errElsewhere)
	c.at = startOf(m)
	switch {
	case of.CryptoMetadata.Value != nil || of.EncryptedColumnMetadata != nil:
		fail("it is encrypted")
	case c.at < 0 || m.TotalCompressedSize < 0 || c.at > p.size:
		fail("its %d bytes at byte %d are not in the file, which has %d", m.TotalCompressedSize, c.at, p.size)
	case m.TotalCompressedSize > p.size-c.at:
		fail("its %d bytes at byte %d reach beyond the end of the file", m.TotalCompressedSize, c.at)
	}
	// Old writers left the header of the dictionary out of the length.
	c.last = c.at + m.TotalCompressedSize
	c.end = min(c.last+oldHeader, p.size)
	c.values = vector{floats: []float64{}, singles: []float32{}, ints: []int64{}} // pages are not left where they are unpacked
	if s, is := p.used.Get().(*scratch); is {
		h.take(s.bytes())
		c.scratch = *s
	}
	c.clear()
	return c
}

// clear forgets the pages that were read.
func (c *chunk) clear() {
	v := &c.values
	*v = vector{sense: c.sense, form: c.formOf(), floats: v.floats[:0], singles: v.singles[:0], ints: v.ints[:0], bufs: [][]byte{nil}, places: v.places[:0]}
	if len(c.words.bufs) > 0 {
		v.bufs = c.words.bufs[:1]
	}
	c.reps, c.defs = c.reps[:0], c.defs[:0]
	c.heap.give(c.live)
	c.live = 0
}

// next reads pages until there are values, and forgets those before.
func (c *chunk) next() {
	for c.clear(); c.values.n == 0 && len(c.defs) == 0; c.page() {
		check(c.seen < c.meta.NumValues, errFew)
	}
}

// slots is how many values were read, missing ones included.
func (c *chunk) slots() int {
	if c.def > 0 {
		return len(c.defs)
	}
	return c.values.n
}

// lot forgets the lot before, and returns a chunk that holds the levels and the present values of
// the next n rows.
func (c *chunk) lot(n int) *chunk {
	v := &c.values
	c.reps, c.defs = behind(c.reps, c.took), behind(c.defs, c.took)
	v.floats, v.singles, v.ints, v.places = behind(v.floats, c.tookOf), behind(v.singles, c.tookOf), behind(v.ints, c.tookOf), behind(v.places, c.tookOf)
	v.n -= c.tookOf
	c.took = 0
	for rows := 0; ; c.took++ {
		for c.took == c.slots() && c.seen < c.meta.NumValues { // the last row may go on in the next page
			c.page()
		}
		if c.took == c.slots() {
			check(rows == n, errFew)
			break
		}
		if c.rep == 0 || c.reps[c.took] == 0 {
			if rows == n {
				break
			}
			rows++
		}
	}
	l := *c
	l.reps, l.defs = before(c.reps, c.took), before(c.defs, c.took)
	if c.tookOf = c.took; c.def > 0 {
		c.tookOf = bytes.Count(l.defs, []byte{uint8(c.def)})
	}
	l.values.n = c.tookOf
	l.values.floats, l.values.singles, l.values.ints, l.values.places = before(v.floats, c.tookOf), before(v.singles, c.tookOf), before(v.ints, c.tookOf), before(v.places, c.tookOf)
	return &l
}

// before returns the first n elements, if there are any, and behind moves those behind them to the
// front.
func before[T any](s []T, n int) []T { return slices.Clip(s[:min(n, len(s))]) }
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
			c.packed = c.heap.resized(c.packed, int64(h.CompressedPageSize))
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

// resized returns n bytes with spare bytes behind them, in b if it is large enough.
func (h *heap) resized(b []byte, n int64) []byte {
	if int64(cap(b)) < n+spare {
		h.give(int64(cap(b)))
		b = h.bytes(n + spare)
	}
	return b[:n]
}

// unpacked unpacks a page without its levels. Texts and dictionaries point into the result.
func (c *chunk) unpacked(h *format.PageHeader, levels int64) []byte {
	raw, n, v := c.packed[levels:], int64(h.UncompressedPageSize)-levels, &h.DataPageHeaderV2
	keep := c.kept || h.Type == format.DictionaryPage
	loose := c.meta.Codec == format.Uncompressed || v.Valid && v.V.IsCompressed.Valid && !v.V.IsCompressed.V
	check(!loose || n == int64(len(raw)), errUnpacked)
	if loose && !keep {
		return raw
	}
	var dst []byte
	if keep {
		dst = c.heap.bytes(n + spare)[:n]
	} else {
		c.room = c.heap.resized(c.room, n)
		dst = c.room
	}
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
	c.reps = c.levels(c.reps, reps, c.rep, there)
	if c.defs = c.levels(c.defs, defs, c.def, there); c.def > 0 {
		there = bytes.Count(c.defs[len(c.defs)-there:], []byte{uint8(c.def)})
	}
	c.decode(how, data, there)
	c.values.n += there
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
	c.words = vector{sense: c.sense, n: n}
	c.plain(&c.words, data, n)
	c.values.bufs[0] = data
}
