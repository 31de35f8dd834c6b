// SPDX-License-Identifier: MIT

package columnar

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"

	"daylight/cmd/internal/memory"
)

const (
	arrowMagic   = "ARROW1"
	mostMetadata = 64 << 20 // bytes of one message
)

var errMetadata = errors.New("a message's lengths contradict each other")

// What a message is about, as Arrow numbers it.
const (
	aSchema = iota + 1
	aDictionary
	aBatch
)

// message is a message and the place of the data that follows it.
type message struct {
	data     []byte
	room     *memory.Budget // that data is charged to
	kind     int
	header   table  // what it says
	version  int    // of the format
	at, body int64  // of what follows
	content  []byte // that, of a stream that is read as it arrives
	rows     int64
	words    map[int64]*vector // dictionaries as they were before it
}

// drop lets go of a message.
func (m *message) drop() { m.room.Release(int64(len(m.data) + len(m.content))) }

// arriving is a stream that is read from its beginning to its end.
type arriving struct {
	in *bufio.Reader
	at int64
}

// ReadAt reads from where the last call ended, or a few bytes that may be read once more.
func (s *arriving) ReadAt(p []byte, at int64) (n int, err error) {
	if _, err := s.in.Discard(int(at - s.at)); err != nil {
		return 0, err
	}
	if s.at = at; len(p) <= 8 {
		head, err := s.in.Peek(len(p))
		return copy(p, head), err
	}
	n, err = io.ReadFull(s.in, p)
	if s.at += int64(n); err == io.EOF || err == io.ErrUnexpectedEOF {
		err = errCut
	}
	return n, err
}

// arrowReader is a stream of Arrow, or a file, which is a stream with a table of contents at its end.
type arrowReader struct {
	in      io.ReaderAt
	at, end int64
	heap    *heap
	schema  []*field
	fields  int              // in all
	coded   map[int64]*field // by their dictionaries
	words   map[int64]*vector
	kept    *message // the first, if it was read to see what it is
	file    bool     // behind whose last message a mark or the table of contents stands
	whole   bool     // its table of contents is there
	open    bool     // it is a stream that ended without a mark
}

func openArrow(in io.ReaderAt, size int64, kind Kind, h *heap) (*arrowReader, error) {
	a := &arrowReader{in: in, end: size, heap: h, coded: map[int64]*field{}, words: map[int64]*vector{}}
	contents := noTable
	if a.file = kind == ArrowFile; a.file {
		a.at = 8
		var err error
		if contents, err = a.contents(); err != nil {
			return nil, err
		}
		a.whole = contents.there()
	}
	first, err := a.message()
	switch {
	case err == nil && first.kind == aSchema:
		defer first.drop()
		return a, a.columns(first.header)
	case err != nil && err != io.EOF || !a.whole:
		if err == nil || err == io.EOF {
			err = errors.New("it does not begin with a schema")
		}
		return nil, err
	}
	// Some writers put the schema into the table of contents alone.
	if err == nil {
		a.kept = &first
	}
	return a, a.columns(contents.inner(1))
}

// contents reads the table of contents at the end of a file, if it is there.
func (a *arrowReader) contents() (t table, err error) {
	t = noTable
	var tail [10]byte
	if a.end < int64(a.at)+int64(len(tail)) {
		return t, nil
	}
	if err := readAt(a.in, tail[:], a.end-int64(len(tail))); err != nil {
		return t, err
	}
	length := int64(binary.LittleEndian.Uint32(tail[:]))
	if string(tail[4:]) != arrowMagic || length > a.end-int64(len(tail))-a.at || length < 8 {
		return t, nil
	}
	data, err := a.heap.bytes(length)
	if err != nil {
		return t, err
	}
	a.end -= int64(len(tail)) + length
	if err := readAt(a.in, data, a.end); err != nil {
		return t, err
	}
	return rootOf(data), nil
}

// message reads the next message, or returns io.EOF.
func (a *arrowReader) message() (m message, err error) {
	if m := a.kept; m != nil {
		a.kept = nil
		return *m, nil
	}
	switch {
	case a.at >= a.end && (a.whole || !a.file):
		a.open = !a.file
		return m, io.EOF
	case a.at+4 > a.end:
		return m, a.short()
	}
	var head [8]byte
	n, err := a.in.ReadAt(head[:min(8, a.end-a.at)], a.at)
	if _, stream := a.in.(*arriving); stream && n == 0 && err == io.EOF {
		a.open = true
		return m, err
	}
	if err != nil && err != io.EOF {
		return m, err
	}
	length := int64(binary.LittleEndian.Uint32(head[:]))
	a.at += 4
	if length == 0xffffffff {
		if n < 8 {
			return m, a.short()
		}
		length = int64(binary.LittleEndian.Uint32(head[4:]))
		a.at += 4
	}
	switch {
	case n < 4:
		return m, a.short()
	case length == 0:
		return m, io.EOF
	case length > mostMetadata:
		return m, errMetadata
	case length > a.end-a.at:
		return m, a.short()
	}
	if err := a.heap.room.Reserve(length); err != nil {
		return m, err
	}
	m = message{data: make([]byte, length), room: a.heap.room}
	if err := readAt(a.in, m.data, a.at); err != nil {
		return m, err
	}
	root := rootOf(m.data)
	m.version, m.kind, m.header, m.body = root.small(0, 0), root.small(1, 0), root.inner(2), root.long(3)
	a.at += length
	switch m.at = a.at; {
	case !m.header.there() || m.body < 0:
		return m, errMetadata
	case m.body > a.end-a.at:
		return m, a.short()
	case m.kind < aSchema || m.kind > aBatch:
		return m, fmt.Errorf("a message is of no kind that tables have (number %d)", m.kind)
	}
	a.at += m.body
	return m, a.follow(&m)
}

// follow reads what follows a message of a stream.
func (a *arrowReader) follow(m *message) error {
	if _, stream := a.in.(*arriving); !stream || m.body == 0 {
		return nil
	}
	if err := a.heap.room.Reserve(m.body); err != nil {
		return err
	}
	m.content = make([]byte, m.body)
	return readAt(a.in, m.content, m.at)
}

// short is the error of a message that has an end beyond what there is.
func (a *arrowReader) short() error {
	if a.whole {
		return errMetadata
	}
	return errCut
}

// next returns the next batch of rows, or io.EOF. Dictionaries before it are read.
func (a *arrowReader) next() (m message, err error) {
	for {
		if m, err = a.message(); err != nil {
			return m, err
		}
		switch m.kind {
		case aSchema:
			return m, errors.New("there is a second schema")
		case aBatch:
			if m.rows, m.words = m.header.long(0), a.words; m.rows < 0 {
				return m, errMetadata
			}
			return m, nil
		}
		if err := a.dictionary(&m); err != nil {
			return m, err
		}
		m.drop()
	}
}

// dictionary reads a dictionary, or what is added to one.
func (a *arrowReader) dictionary(m *message) error {
	id, added, data := m.header.long(0), m.header.small(2, 0) != 0, m.header.inner(1)
	f := a.coded[id]
	if f == nil || !data.there() {
		return fmt.Errorf("there is a dictionary of no column (number %d)", id)
	}
	values := *f
	values.coded = false
	got, err := a.batch(m, data, a.heap, a.words).array(&values, true)
	if err != nil {
		return fmt.Errorf("the dictionary of column %s: %w", f.name, err)
	}
	if was := a.words[id]; added && was != nil {
		got = joined(was, got)
	}
	a.words = maps.Clone(a.words) // batches before go by the dictionaries that there were
	a.words[id] = got
	return nil
}

// joined are the values of two arrays of one type.
func joined(a, b *vector) *vector {
	both := &vector{form: elsewhere, n: a.n + b.n, fields: []*vector{a}}
	both.place = func(i int) (*vector, int) {
		if i < a.n {
			return a, i
		}
		return b, i - a.n
	}
	return both
}

// load shows the rows of a batch.
func (a *arrowReader) load(ctx context.Context, r *Reader, m *Batch, h *heap, see func(first int64, columns []*Column, rows int) error) error {
	if err := m.claim.check(r); err != nil {
		return damaged(r.kind, err)
	}
	b := a.batch(&m.arrow, m.arrow.header, h, m.arrow.words)
	arrays, columns := make([]*vector, len(a.schema)), make([]*Column, len(a.schema))
	for i, f := range a.schema {
		one, err := b.array(f, r.wanted[i])
		if err == nil && r.wanted[i] && int64(one.n) != m.arrow.rows {
			err = fmt.Errorf("it has %d values for %d rows", one.n, m.arrow.rows)
		}
		if err != nil {
			return damaged(r.kind, fmt.Errorf("column %s: %w", f.name, err))
		}
		if r.wanted[i] {
			arrays[i], columns[i] = one, new(Column)
		}
	}
	for done := int64(0); done < m.arrow.rows; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := int(min(m.arrow.rows-done, sliceRows))
		for i, c := range columns {
			if c != nil {
				c.set(arrays[i], int(done), n)
			}
		}
		if err := see(m.First+done, columns, n); err != nil {
			return err
		}
		done += int64(n)
	}
	return nil
}
