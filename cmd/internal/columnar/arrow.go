// SPDX-License-Identifier: MIT

package columnar

import (
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
)

// What a message is about, as Arrow numbers it.
const (
	aSchema = iota + 1
	aDictionary
	aBatch
)

// message is a message and the place of the data that follows it.
type message struct {
	data     []byte
	heap     *heap // it is charged for data and content
	kind     int
	header   table            // the header of the message
	at, body int64            // place and length of the data that follows
	content  []byte           // the data that follows, if the stream is read as it arrives
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
	schema  []*field
	fields  int              // in all
	coded   map[int64]*field // by their dictionaries
	words   map[int64]*words
	kept    *message // the first, if it was read to see what it is
	short   error    // what it means that bytes are missing
	marked  bool     // behind the last message stands a mark, or nothing of the stream
	open    bool     // it is a stream that ended without a mark
}

func openArrow(in io.Reader, from io.ReaderAt, size int64, kind Kind, h *heap) *arrowFile {
	a := &arrowFile{in: in, from: from, end: size, heap: h, short: errCut, marked: kind == ArrowFile, coded: map[int64]*field{}, words: map[int64]*words{}}
	contents := noTable
	if kind == ArrowFile {
		contents = a.contents()
		a.at = 8
		a.in = io.NewSectionReader(from, a.at, a.end-a.at)
	}
	whole := contents.there()
	if whole {
		a.short, a.marked = errMetadata, false
	}
	first := a.message()
	if first != nil && first.kind == aSchema {
		defer first.drop()
		a.columns(first.header)
		return a
	}
	// Some writers put the schema into the table of contents alone.
	check(whole, errNoSchema)
	a.kept = first
	a.columns(contents.inner(1))
	return a
}

// contents reads the table of contents at the end of a file, if it is there.
func (a *arrowFile) contents() table {
	var tail [10]byte
	most := a.end - 8 - int64(len(tail))
	if most < 0 {
		return noTable
	}
	readAt(a.from, tail[:], a.end-int64(len(tail)))
	length := int64(binary.LittleEndian.Uint32(tail[:]))
	if string(tail[4:]) != arrowMagic || length > most || length < 8 {
		return noTable
	}
	data := a.heap.bytes(length)
	a.end -= int64(len(tail)) + length
	readAt(a.from, data, a.end)
	return rootOf(data)
}

// read fills data with what comes next. It returns false if nothing comes.
func (a *arrowFile) read(data []byte) bool {
	check(int64(len(data)) <= a.end-a.at || a.at == a.end, a.short)
	n, err := io.ReadFull(a.in, data)
	a.at += int64(n)
	if err == io.ErrUnexpectedEOF || err == io.EOF && n < len(data) && a.at < a.end && a.from != nil {
		err = a.short
	}
	check(err == nil || err == io.EOF, err)
	return err == nil
}

// message returns the next message, or nil at the end.
func (a *arrowFile) message() *message {
	if m := a.kept; m != nil {
		a.kept = nil
		return m
	}
	head := make([]byte, 4)
	if !a.read(head) {
		check(!a.marked, a.short)
		a.open = a.short == errCut
		return nil
	}
	if string(head) == "\xff\xff\xff\xff" {
		check(a.read(head), a.short)
	}
	length := int64(binary.LittleEndian.Uint32(head))
	if length == 0 {
		return nil
	}
	check(length <= mostMetadata, errMetadata)
	check(length <= a.end-a.at, a.short)
	m := &message{heap: a.heap.part()}
	m.data = m.heap.bytes(length)
	check(a.read(m.data), a.short)
	root := rootOf(m.data)
	m.kind, m.header, m.body, m.at = root.small(1, 0), root.inner(2), root.long(3), a.at
	check(m.header.there() && m.body >= 0, errMetadata)
	check(m.body <= a.end-a.at, a.short)
	if m.kind < aSchema || m.kind > aBatch {
		fail("a message has a kind that tables do not use (number %d)", m.kind)
	}
	if a.from != nil {
		a.at += m.body
		_, err := a.in.(io.Seeker).Seek(m.body, io.SeekCurrent)
		sure(err)
		return m
	}
	sure(m.heap.room.Reserve(m.body))
	m.heap.held += m.body
	m.content = make([]byte, m.body)
	check(a.read(m.content) || m.body == 0, a.short)
	return m
}

// next reads the next batch and the dictionaries before it.
func (a *arrowFile) next(b *Batch, _ []bool) bool {
	for {
		m := a.message()
		switch {
		case m == nil:
			return false
		case m.kind == aBatch:
			m.words = a.words
			for _, w := range m.words {
				w.users.Add(1)
			}
			b.arrow, b.rows, b.bytes = m, m.header.long(0), m.body
			check(b.rows >= 0, errMetadata)
			return true
		}
		check(m.kind == aDictionary, errSecond)
		a.dictionary(m)
		m.drop()
	}
}

// dictionary reads a dictionary, or what is added to one.
func (a *arrowFile) dictionary(m *message) {
	id, added, data := m.header.long(0), m.header.small(2, 0) != 0, m.header.inner(1)
	f, was := a.coded[id], a.words[id]
	if f == nil || !data.there() {
		fail("a dictionary belongs to no column (number %d)", id)
	}
	w := &words{heap: a.heap.part()}
	w.users.Add(1)
	within("the dictionary of column "+f.name, func() {
		values := *f
		values.coded = false
		w.vector = a.arrays(m, data, w.heap, a.words).array(&values, true)
		if added && was != nil {
			w.vector = was.join(w.heap, w.vector)
		}
	})
	a.words = maps.Clone(a.words) // earlier batches keep the earlier dictionaries
	a.words[id] = w
	was.drop()
}

func (a *arrowFile) close() {
	for _, w := range a.words {
		w.drop()
	}
}

// arrowRows are the vectors of a batch.
type arrowRows struct {
	columns []*vector
	at      int
}

func (a *arrowFile) load(b *Batch, wanted []bool, h *heap) rows {
	m := b.arrow
	l, of := &arrowRows{columns: make([]*vector, len(a.schema))}, a.arrays(m, m.header, h, m.words)
	for i, f := range a.schema {
		within("column "+f.name, func() {
			one := of.array(f, wanted[i])
			if l.columns[i] = one; wanted[i] && int64(one.n) != b.rows {
				fail("it has %d values for %d rows", one.n, b.rows)
			}
		})
	}
	return l
}

func (l *arrowRows) take(n int) ([]*vector, int) {
	l.at += n
	return l.columns, l.at - n
}

func (l *arrowRows) end() {}
