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
	largeHeader = 16 << 20 // most bytes that are read for the header of a page
	oldHeader   = 100      // most bytes of the header of a dictionary
	mostPage    = 1 << 28  // bytes that a page may unpack to
	spare       = 32       // bytes behind a page, which the library may read
)

var (
	errFew    = errors.New("it has fewer values than rows, or than it says")
	errLevels = errors.New("its levels contradict its size, or each other")
	errPacked = errors.New("its levels are packed by BIT_PACKED, which is not read")
	errSum    = errors.New("its checksum says that it was changed since it was written")
	errWords  = errors.New("it is a dictionary of an unknown kind")
)

// chunk reads the values of a column of a group of rows, page by page.
type chunk struct {
	*node
	meta *format.ColumnMetaData
	file *parquetFile
	heap *heap

	at, last, end int64 // the next page; the end of the pages; the latest end of the last page
	pages         int
	seen          int64    // values of the pages so far
	words         cells    // of the dictionary
	bufs          [][]byte // buffers of texts: the dictionary, and pages
	live, old     int64    // bytes of the last page of texts, and of those before it

	// The values that were read. The values before levelAt and valueAt were taken.
	levelAt, valueAt int
	read             cells
	scratch

	// The rows that were taken last: levels, and present values.
	reps, defs []uint8
	taken      cells
}

// scratch is memory that one chunk after the other may use.
type scratch struct {
	packed, room []byte
	repeats      []uint8
	defines      []uint8
	own          []byte // room of read.fixed
	texts        []place
	spaced       cells // the values of spread
	index        []int32
	sizes, same  []int64
}

// bytes is the size of that memory.
func (s *scratch) bytes() int64 {
	n := cap(s.packed) + cap(s.room) + cap(s.repeats) + cap(s.defines) + cap(s.own) + cap(s.spaced.fixed)
	return int64(n + 12*(cap(s.texts)+cap(s.spaced.texts)) + 4*cap(s.index) + 8*(cap(s.sizes)+cap(s.same)))
}

// cells are n values of fixed width, or texts.
type cells struct {
	fixed []byte
	texts []place
	n     int
}

// place is the place of a text in one of several buffers. It has no pointer, so the garbage
// collector skips it.
type place struct{ of, from, size uint32 }

// startOf is where the pages of a column begin.
func startOf(m *format.ColumnMetaData) int64 {
	if d := m.DictionaryPageOffset; d > 0 && d < m.DataPageOffset {
		return d
	}
	return m.DataPageOffset
}

// open begins with a column.
func (c *chunk) open() {
	m, size := c.meta, c.file.size
	c.at = startOf(m)
	switch {
	case c.at < 0 || m.TotalCompressedSize < 0 || c.at > size:
		fail("its %d bytes at byte %d are not in the file, which has %d", m.TotalCompressedSize, c.at, size)
	case m.TotalCompressedSize > size-c.at:
		fail("its %d bytes at byte %d reach beyond the end of the file", m.TotalCompressedSize, c.at)
	}
	// Old writers left the header of the dictionary out of the length.
	c.last = c.at + m.TotalCompressedSize
	c.end, c.bufs = min(c.last+oldHeader, size), make([][]byte, 1)
}

// take takes the levels of n rows, and their present values.
func (c *chunk) take(n int) {
	c.heap.give(c.old)
	c.old = 0
	k, all := c.rows(n)
	for ; !all; k, all = c.rows(n) {
		check(c.seen < c.meta.NumValues && c.at < c.last, errFew)
		c.pages++
		within(fmt.Sprint("page ", c.pages), c.page)
	}
	there := k
	if c.node.rep > 0 {
		c.reps = c.repeats[c.levelAt : c.levelAt+k]
	}
	if c.node.def > 0 {
		c.defs = c.defines[c.levelAt : c.levelAt+k]
		there = bytes.Count(c.defs, []byte{uint8(c.node.def)})
	}
	c.taken = cells{n: there}
	if w := c.width; w > 0 {
		c.taken.fixed = c.read.fixed[c.valueAt*w : (c.valueAt+there)*w]
	} else {
		c.taken.texts = c.read.texts[c.valueAt : c.valueAt+there]
	}
	c.levelAt, c.valueAt = c.levelAt+k, c.valueAt+there
}

// left returns how many values were read and not taken, missing ones included.
func (c *chunk) left() int {
	if c.node.def > 0 {
		return len(c.defines) - c.levelAt
	}
	return c.read.n - c.valueAt
}

// rows returns how many of the values that were read belong to the next n rows. all says whether
// the n rows have no further values.
func (c *chunk) rows(n int) (values int, all bool) {
	if c.node.rep == 0 {
		return min(n, c.left()), c.left() >= n
	}
	list := c.repeats[c.levelAt:]
	check(len(list) == 0 || list[0] == 0, errLevels)
	for k, v := range list {
		if v > 0 {
			continue
		}
		if n == 0 {
			return k, true
		}
		n--
	}
	return len(list), n == 0 && c.seen == c.meta.NumValues
}

// page reads the next page. Its values come after the values that are left of pages before.
func (c *chunk) page() {
	c.compact()
	h := c.header()
	at := c.at
	c.at += int64(h.CompressedPageSize)
	if h.Type != format.DictionaryPage && h.Type != format.DataPage && h.Type != format.DataPageV2 {
		return
	}
	c.packed = c.heap.resized(c.packed, int64(h.CompressedPageSize))
	readAt(c.file.in, c.packed, at)
	check(h.CRC == 0 || crc32.ChecksumIEEE(c.packed) == uint32(h.CRC), errSum)
	switch {
	case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
		c.dictionary(&h)
	case h.Type == format.DataPage && h.DataPageHeader.Valid:
		v := &h.DataPageHeader.V
		check(c.node.def == 0 || v.DefinitionLevelEncoding == format.RLE, errPacked)
		check(c.node.rep == 0 || v.RepetitionLevelEncoding == format.RLE, errPacked)
		data := c.unpacked(&h, 0)
		cut := func() []byte {
			check(len(data) >= 4 && int64(binary.LittleEndian.Uint32(data)) <= int64(len(data)-4), errLevels)
			part := data[4:][:binary.LittleEndian.Uint32(data)]
			data = data[4+len(part):]
			return part
		}
		var reps, defs []byte
		if c.node.rep > 0 {
			reps = cut()
		}
		if c.node.def > 0 {
			defs = cut()
		}
		c.values(&h, v.Encoding, int64(v.NumValues), reps, defs, data)
	case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
		v := &h.DataPageHeaderV2.V
		r, d := int64(v.RepetitionLevelsByteLength), int64(v.DefinitionLevelsByteLength)
		check(r >= 0 && d >= 0 && r+d <= int64(min(h.CompressedPageSize, h.UncompressedPageSize)), errLevels)
		levels := c.packed[:r+d]
		c.values(&h, v.Encoding, int64(v.NumValues), levels[:r], levels[r:], c.unpacked(&h, r+d))
	default:
		check(false, errFew)
	}
}

// compact moves the values that were not taken to the front.
func (c *chunk) compact() {
	if c.node.rep > 0 {
		c.repeats = append(c.repeats[:0], c.repeats[c.levelAt:]...)
	}
	if c.node.def > 0 {
		c.defines = append(c.defines[:0], c.defines[c.levelAt:]...)
	}
	if w := c.width; w > 0 {
		left := c.read.fixed[c.valueAt*w : c.read.n*w]
		c.own = append(grown(c.heap, c.own[:0], len(left)), left...)
		c.read.fixed = c.own
	} else {
		left, drop := c.read.texts[c.valueAt:], uint32(len(c.bufs)-1)
		if k := slices.IndexFunc(left, func(p place) bool { return p.of > 0 }); k >= 0 {
			drop = left[k].of - 1
		}
		c.bufs = append(c.bufs[:1], c.bufs[1+drop:]...)
		for i, p := range left {
			p.of -= min(p.of, drop)
			c.read.texts[i] = p
		}
		c.read.texts = c.read.texts[:len(left)]
		c.old, c.live = c.old+c.live, 0
	}
	c.read.n -= c.valueAt
	c.levelAt, c.valueAt = 0, 0
}

// header reads the header of the next page.
func (c *chunk) header() (h format.PageHeader) {
	for size := int64(256); ; size *= 16 {
		part := c.heap.part()
		head := part.bytes(min(size, c.end-c.at))
		readAt(c.file.in, head, c.at)
		n, err := 0, error(nil)
		func() {
			defer part.free()
			defer func() {
				if p := recover(); p != nil {
					err = mistakeOf(p)
				}
			}()
			n = readThrift(part, head, &h)
		}()
		if err == nil {
			c.at += int64(n)
			break
		}
		if size >= c.end-c.at || size >= largeHeader {
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

// unpacked unpacks a page without its levels. Texts and dictionaries point into the result, so it
// is not used again for another page.
func (c *chunk) unpacked(h *format.PageHeader, levels int64) []byte {
	raw, n := c.packed[levels:], int64(h.UncompressedPageSize)-levels
	keep, v := h.Type == format.DictionaryPage || c.width == 0, &h.DataPageHeaderV2
	loose := c.meta.Codec == format.Uncompressed || v.Valid && v.V.IsCompressed.Valid && !v.V.IsCompressed.V
	check(!loose || n == int64(len(raw)), errUnpacked)
	dst := raw
	switch {
	case keep:
		dst = c.heap.bytes(n + spare)[:n]
		c.live += n + spare
	case !loose:
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

// values decodes the levels and the values of a page.
func (c *chunk) values(h *format.PageHeader, how format.Encoding, n int64, reps, defs, data []byte) {
	if n < 0 || n > c.meta.NumValues-c.seen {
		fail("it says that it has %d values, and the column has no more than %d here", n, c.meta.NumValues)
	}
	// Writers without checksums do not always list their encodings.
	if h.CRC != 0 && !slices.Contains(c.meta.Encoding, how) {
		fail("its values are encoded as %v, which the column does not list", how)
	}
	c.seen += n
	there := int(n)
	c.repeats = c.levels(c.repeats, reps, c.node.rep, int(n))
	if c.defines = c.levels(c.defines, defs, c.node.def, int(n)); c.node.def > 0 {
		there = bytes.Count(c.defines[len(c.defines)-int(n):], []byte{uint8(c.node.def)})
	}
	c.decode(how, data, there)
}

// dictionary reads the page that holds the dictionary.
func (c *chunk) dictionary(h *format.PageHeader) {
	v := &h.DictionaryPageHeader.V
	check((v.Encoding == format.Plain || v.Encoding == oldDictionary) && c.kind != arrowBool, errWords)
	data := c.unpacked(h, 0)
	least := max(c.width, 4*(1-min(c.width, 1))) // a text has a length of four bytes
	n := int(v.NumValues)
	if n < 0 || n > len(data)/least || c.width > 0 && n < len(data)/least {
		fail("it says that it has %d values in %d bytes", n, len(data))
	}
	if c.words = (cells{fixed: data, n: n}); c.width == 0 {
		c.bufs[0], c.words.texts = data, cut(c.heap, nil, 0, data, n)
	}
	c.live = 0 // the dictionary stays until the column was read
}
