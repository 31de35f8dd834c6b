// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"sync/atomic"
)

const (
	arrowMagic   = "ARROW1"
	mostMetadata = 64 << 20 // bytes of one message
)

var (
	errMetadata = errors.New("a message's lengths contradict each other")
	errNoSchema = errors.New("it does not begin with a schema")
	errSecond   = errors.New("there is a second schema")
	errAdded    = errors.New("values are added to it, which is not read: write the dictionary as a whole")
)

// The types of a message, as Arrow numbers them.
const (
	aSchema = iota + 1
	aDictionary
	aBatch
)

// message is a message and the place of the data that follows it.
type message struct {
	data     []byte
	heap     *heap // it is charged for the message, and for the data if the stream is read as it arrives
	kind     int
	header   table
	in       io.ReaderAt
	at, body int64            // place and length of the data
	words    map[int64]*words // the dictionaries as they were before the message
}

// words is a dictionary. Its memory is released when another has replaced it and no batch needs it.
type words struct {
	*vector
	heap  *heap
	users atomic.Int32
}

func (w *words) drop() {
	if w != nil && w.users.Add(-1) == 0 {
		w.heap.free()
	}
}

// drop lets go of a message.
func (m *message) drop() {
	if m != nil {
		m.heap.free()
		for _, w := range m.words {
			w.drop()
		}
	}
}

// arrowFile is a stream of Arrow, or a file, which is a stream with a table of contents at its end.
type arrowFile struct {
	in      io.Reader
	from    io.ReaderAt // what in reads; nil if it is read as it arrives
	at, end int64
	heap    *heap
	file    bool
	schema  []*field
	fields  int              // in all
	coded   map[int64]*field // by their dictionaries
	words   map[int64]*words
	open    bool // it is a stream that ended without a mark
}

func openArrow(in io.Reader, from io.ReaderAt, size int64, kind Kind, h *heap) *arrowFile {
	a := &arrowFile{in: in, from: from, end: size, heap: h, file: kind == ArrowFile, coded: map[int64]*field{}, words: map[int64]*words{}}
	if a.file {
		a.columns(a.contents().inner(1)) // some writers put the schema there alone
		a.at = 8
		a.in = io.NewSectionReader(from, a.at, a.end-a.at)
		return a
	}
	m := a.message()
	check(m != nil && m.kind == aSchema, errNoSchema)
	defer m.drop()
	a.columns(m.header)
	return a
}

// contents reads the table of contents at the end of a file.
func (a *arrowFile) contents() table {
	var tail [10]byte
	most := a.end - 8 - int64(len(tail))
	check(most >= 0, errCut)
	readAt(a.from, tail[:], a.end-int64(len(tail)))
	length := int64(binary.LittleEndian.Uint32(tail[:]))
	check(string(tail[4:]) == arrowMagic && length <= most && length >= 8, errCut)
	data := a.heap.bytes(length)
	a.end -= int64(len(tail)) + length
	readAt(a.from, data, a.end)
	return rootOf(data)
}

// read fills data with what comes next. It returns false if nothing comes.
func (a *arrowFile) read(data []byte) bool {
	n, err := io.ReadFull(a.in, data)
	a.at += int64(n)
	check(err != io.ErrUnexpectedEOF && (err != io.EOF || a.at == a.end || a.from == nil), errCut)
	check(err == nil || err == io.EOF, err)
	return err == nil
}

// message returns the next message, or nil at the end.
func (a *arrowFile) message() *message {
	head := make([]byte, 4)
	if !a.read(head) {
		a.open = !a.file
		return nil
	}
	if string(head) == "\xff\xff\xff\xff" {
		check(a.read(head), errCut)
	}
	length := int64(binary.LittleEndian.Uint32(head))
	if length == 0 {
		return nil
	}
	check(length <= mostMetadata, errMetadata)
	check(length <= a.end-a.at, errCut)
	m := &message{heap: a.heap.part()}
	m.data = m.heap.bytes(length)
	check(a.read(m.data), errCut)
	root := rootOf(m.data)
	m.kind, m.header, m.body, m.in, m.at = root.small(1, 0), root.inner(2), root.long(3), a.from, a.at
	check(m.header.there() && m.body >= 0, errMetadata)
	check(m.body <= a.end-a.at, errCut)
	if a.from != nil {
		a.at += m.body
		_, err := a.in.(io.Seeker).Seek(m.body, io.SeekCurrent)
		sure(err)
		return m
	}
	sure(m.heap.room.Reserve(m.body))
	m.heap.held += m.body
	content := make([]byte, m.body)
	check(a.read(content) || m.body == 0, errCut)
	m.in, m.at = bytes.NewReader(content), 0
	return m
}

// next reads the next batch and the dictionaries before it.
func (a *arrowFile) next(b *Batch, _ []bool) bool {
	for {
		m := a.message()
		if m == nil {
			return false
		}
		switch m.kind {
		case aBatch:
			m.words = a.words
			for _, w := range m.words {
				w.users.Add(1)
			}
			b.arrow, b.Rows, b.bytes = m, m.header.long(0), m.body
			check(b.Rows >= 0, errMetadata)
			return true
		case aDictionary:
			a.dictionary(m)
		case aSchema:
			check(a.file && b.Number == 0, errSecond) // a file has two
		default:
			fail("a message has a kind that tables do not use (number %d)", m.kind)
		}
		m.drop()
	}
}

// dictionary reads a dictionary.
func (a *arrowFile) dictionary(m *message) {
	id, data := m.header.long(0), m.header.inner(1)
	f := a.coded[id]
	if f == nil || !data.there() {
		fail("a dictionary belongs to no column (number %d)", id)
	}
	w := &words{heap: a.heap.part()}
	w.users.Add(1)
	within("the dictionary of column "+f.name, func() {
		check(m.header.small(2, 0) == 0, errAdded)
		values := *f
		values.coded = false
		w.vector = newArrays(m, data, w.heap, a.words).array(&values, true)
	})
	a.words[id].drop()
	a.words = maps.Clone(a.words) // earlier batches keep the earlier dictionaries
	a.words[id] = w
}

func (a *arrowFile) close() {
	for _, w := range a.words {
		w.drop()
	}
}

func (a *arrowFile) load(b *Batch, wanted []bool, h *heap) taker {
	m, columns, at := b.arrow, make([]*vector, len(a.schema)), 0
	of := newArrays(m, m.header, h, m.words)
	for i, f := range a.schema {
		within("column "+f.name, func() {
			if columns[i] = of.array(f, wanted[i]); wanted[i] && int64(columns[i].n) != b.Rows {
				fail("it has %d values for %d rows", columns[i].n, b.Rows)
			}
		})
	}
	return func(n int) ([]*vector, int) {
		at += n
		return columns, at - n
	}
}
