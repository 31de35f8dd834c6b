// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"io"
)

// The library takes what a flatbuffer says of lengths on trust, and asks the system for as
// much memory. So a stream's messages are walked through beforehand: they are small, and
// the data between them need not be read.

const (
	mostMetadata = 64 << 20 // bytes of one message
	mostNodes    = 1 << 20  // tables in it
	mostDepth    = 64
)

var errMetadata = errors.New("a message's lengths contradict each other")

// layout says what of a flatbuffer's table is looked at: by slot, vectors of elements of so
// many bytes, and tables in it.
type layout struct {
	vectors map[int]int
	tables  map[int]*layout
	lists   map[int]*layout // vectors of tables
}

var (
	keyValue = &layout{vectors: map[int]int{0: 1, 1: 1}}
	union    = &layout{vectors: map[int]int{1: 4}}
	field    = &layout{vectors: map[int]int{0: 1}, lists: map[int]*layout{6: keyValue}}
	schema   = &layout{vectors: map[int]int{3: 8}, lists: map[int]*layout{1: field, 2: keyValue}}
	batch    = &layout{vectors: map[int]int{1: 16, 2: 16, 4: 8}}
	lexicon  = &layout{tables: map[int]*layout{1: batch}}
	headers  = []*layout{1: schema, 2: lexicon, 3: batch}
)

func init() { field.lists[5] = field }

// verify walks through the messages of a stream.
func verify(in io.ReaderAt, at, size int64) error {
	for at+4 <= size {
		var head [8]byte
		n, err := in.ReadAt(head[:min(8, size-at)], at)
		if err != nil && err != io.EOF {
			return err
		}
		length := int64(binary.LittleEndian.Uint32(head[:]))
		at += 4
		if length == 0xffffffff {
			if n < 8 {
				return io.ErrUnexpectedEOF
			}
			length = int64(binary.LittleEndian.Uint32(head[4:]))
			at += 4
		}
		if length == 0 {
			return nil
		}
		if length > mostMetadata || length > size-at {
			return errMetadata
		}
		data := make([]byte, length)
		if _, err := in.ReadAt(data, at); err != nil {
			return err
		}
		c := checker{data: data}
		body := c.message()
		if !c.ok() || body < 0 || body > size-at-length {
			return errMetadata
		}
		at += length + body
	}
	return nil
}

// checker reads a flatbuffer. Beyond its end everything is 0, and bad is set.
type checker struct {
	data  []byte
	bad   bool
	nodes int
}

func (c *checker) ok() bool { return !c.bad }

func (c *checker) bytes(at, n int) []byte {
	if at < 0 || n > len(c.data) || at > len(c.data)-n {
		c.bad = true
		return make([]byte, 8)
	}
	return c.data[at : at+n]
}

func (c *checker) u16(at int) int { return int(binary.LittleEndian.Uint16(c.bytes(at, 2))) }
func (c *checker) u32(at int) int { return int(binary.LittleEndian.Uint32(c.bytes(at, 4))) }
func (c *checker) i64(at int) int64 {
	return int64(binary.LittleEndian.Uint64(c.bytes(at, 8)))
}

// slot is where a table's value lies, or 0 if it has none.
func (c *checker) slot(table, i int) int {
	entries := table - int(int32(c.u32(table)))
	if 4+2*i >= c.u16(entries) { // as the library asks, which sees half a slot, too
		return 0
	}
	if off := c.u16(entries + 4 + 2*i); off != 0 {
		return table + off
	}
	return 0
}

// vector returns where a vector's elements begin, and how many there are.
func (c *checker) vector(at, element int) (begin, n int) {
	begin = at + c.u32(at)
	n = c.u32(begin)
	if begin += 4; c.bad || n > (len(c.data)-begin)/element {
		c.bad = true
		return 0, 0
	}
	return begin, n
}

func (c *checker) table(at int, l *layout, depth int) {
	if c.nodes++; c.nodes > mostNodes || depth > mostDepth {
		c.bad = true
	}
	if c.bad {
		return
	}
	for i, element := range l.vectors {
		if s := c.slot(at, i); s != 0 {
			c.vector(s, element)
		}
	}
	for i, inner := range l.tables {
		if s := c.slot(at, i); s != 0 {
			c.table(s+c.u32(s), inner, depth+1)
		}
	}
	for i, inner := range l.lists {
		if s := c.slot(at, i); s != 0 {
			begin, n := c.vector(s, 4)
			for k := range n {
				c.table(begin+4*k+c.u32(begin+4*k), inner, depth+1)
			}
		}
	}
	const typeOfUnion = 14
	if l == field {
		if kind, s := c.slot(at, 2), c.slot(at, 3); kind != 0 && s != 0 && c.bytes(kind, 1)[0] == typeOfUnion {
			c.table(s+c.u32(s), union, depth+1)
		}
	}
}

// message checks a message and returns how long the data is that follows.
func (c *checker) message() (body int64) {
	root := c.u32(0)
	if s := c.slot(root, 3); s != 0 {
		body = c.i64(s)
	}
	if s := c.slot(root, 4); s != 0 {
		begin, n := c.vector(s, 4)
		for k := range n {
			c.table(begin+4*k+c.u32(begin+4*k), keyValue, 1)
		}
	}
	kind, header := c.slot(root, 1), c.slot(root, 2)
	if kind == 0 || header == 0 {
		c.bad = true
		return body
	}
	k := int(c.bytes(kind, 1)[0])
	if k >= len(headers) || headers[k] == nil {
		return body // what it is, the library says
	}
	at := header + c.u32(header)
	c.table(at, headers[k], 0)
	if headers[k] == lexicon {
		if s := c.slot(at, 1); s != 0 {
			at = s + c.u32(s)
		}
	}
	if headers[k] != schema && c.ok() {
		// Rows take a bit each at least, unless they are all null, or all alike.
		if s := c.slot(at, 0); s != 0 {
			if rows := c.i64(s); rows < 0 || rows > 1<<20+64*max(body, 0) {
				c.bad = true
			}
		}
	}
	return body
}
