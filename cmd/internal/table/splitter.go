// SPDX-License-Identifier: MIT

package table

import (
	"bytes"
	"io"
	"slices"

	"daylight/cmd/internal/memory"
)

// blockSize is how much text is parsed in one go: small enough for a processor's own cache, large
// enough for what is done once for each block not to count. A block has about blockRows lines at
// most, since several blocks of shapes are in memory at a time, and short lines make many of them.
const (
	blockSize  = 256 << 10
	firstBlock = blockSize / 4
	blockRows  = 1 << 13
)

// Block is a stretch of whole rows, to be parsed by any goroutine. Its memory can be used
// for another once its rows are no longer needed.
type Block struct {
	line int // of the first byte
	text []byte
	buf  []byte
	// end is what cuts the text short in the midst of a row: an error of reading, or that
	// the row is too long. Nil if the text is whole.
	end error

	room *memory.Budget // charged with held bytes for an unusually long text
	held int64
}

// Drop frees an unusually long text when its rows are no longer needed.
func (b *Block) Drop() {
	if b.held > 0 {
		b.room.Release(b.held)
		*b = Block{}
	}
}

// longBlock is the least length of a text that is charged.
const longBlock = 4 * blockSize

// hold charges a block for its bytes. Short blocks are free.
func (b *Block) hold(room *memory.Budget, bytes int) error {
	if bytes < longBlock {
		bytes = 0
	}
	more := int64(bytes) - b.held
	if err := room.Reserve(more); err != nil {
		return &Error{Msg: "no memory for a row", Fatal: true, Err: err}
	}
	b.room, b.held = room, int64(bytes)
	return nil
}

// Size is how many bytes of rows there are.
func (b *Block) Size() int { return len(b.text) }

// splitter cuts a stream of text into blocks of whole rows.
type splitter struct {
	in     io.Reader
	quoted bool // cells in quotes may hold line ends
	nested bool // rows are elements of JSON, and line ends say nothing
	size   int  // of a block, if no row is larger
	most   int  // the greatest size
	room   *memory.Budget
	line   int // of the first byte of rest
	rest   []byte
	err    error // what the stream ended with

	documents documents // if nested
}

// next fills a block. At the end of the stream the error is io.EOF. Any other end of the stream
// ends the last block.
func (s *splitter) next(b *Block) error {
	if s.nested {
		return s.nextNested(b)
	}
	buf := s.begin(b)
	cut := cutter{quoted: s.quoted}
	for size := s.size; ; {
		buf = s.fill(b, buf, size)
		n := cut.find(buf)
		switch {
		case s.err != nil:
			return s.last(b, buf)
		case n > 0:
			s.rest = append(s.rest, buf[n:]...)
			s.pass(b, buf[:n], buf)
			return nil
		case s.quoted && buf[0] == '#' && len(buf) >= sniffLen: // of any length, and nobody needs it
			if buf = s.skipLine(b, buf[:0]); len(buf) == 0 && s.err != nil {
				return s.last(b, buf)
			}
			cut = cutter{quoted: s.quoted}
		case len(buf) > MaxRow:
			if s.err = errTooLong; s.quoted && cut.open != (bytes.Count(buf[cut.at:], []byte{'"'})&1 == 1) {
				s.err = errNoQuote
			}
			return s.last(b, buf)
		default:
			size = 2 * len(buf)
		}
	}
}

// nextNested is next for elements of JSON.
func (s *splitter) nextNested(b *Block) error {
	buf := s.begin(b)
	d := &s.documents
	for size := s.size; ; size = 2 * len(buf) {
		buf = s.fill(b, buf, size)
		if wrong := d.walk(buf); wrong != nil {
			wrong.Line = s.line + bytes.Count(buf[:d.at-1], []byte{'\n'})
			s.err, buf = wrong, buf[:d.end]
		}
		switch {
		case d.end > 0:
			s.rest = append(s.rest, buf[d.end:]...)
			s.pass(b, buf[:d.end], buf)
			d.cut()
			return nil
		case s.err == nil && len(buf) > MaxRow:
			s.err = &Error{Msg: "a feature is longer than 64 MiB", Fatal: true}
		case s.err == nil:
			continue
		case s.err == io.EOF && d.list:
			s.err = &Error{Msg: "the GeoJSON ends too early: its list of " + d.of + " is not closed", Fatal: true}
		case s.err == io.EOF && d.tail:
			s.err = &Error{Msg: "the GeoJSON ends too early: its collection is not closed", Line: s.line + bytes.Count(buf, []byte{'\n'}), Fatal: true}
		}
		if d.tail {
			buf = buf[:0]
		}
		s.documents = documents{systems: d.systems}
		return s.last(b, buf)
	}
}

// begin returns the rest of the text before, in memory of b.
func (s *splitter) begin(b *Block) []byte {
	buf := append(b.buf[:0], s.rest...)
	if s.rest = s.rest[:0]; cap(s.rest) > longBlock {
		s.rest = nil
	}
	return buf
}

// fill reads until there are size bytes, or the stream ends. A growing text is in memory twice.
func (s *splitter) fill(b *Block, buf []byte, size int) []byte {
	if len(buf) >= size || s.err != nil {
		return buf
	}
	if s.err = b.hold(s.room, 2*size); s.err != nil {
		return buf
	}
	buf = slices.Grow(buf, size-len(buf))
	for idle := 0; len(buf) < size && s.err == nil; {
		n, err := s.in.Read(buf[len(buf):size])
		buf, s.err = buf[:len(buf)+n], err
		if idle++; n > 0 {
			idle = 0
		}
		if idle > 100 {
			s.err = io.ErrNoProgress
		}
	}
	return buf
}

// last hands out what is left when the stream has ended.
func (s *splitter) last(b *Block, buf []byte) error {
	if len(buf) == 0 && s.err == io.EOF {
		b.buf = buf
		return io.EOF
	}
	if s.err != io.EOF {
		b.end = s.err
	} else {
		b.end = nil
	}
	end := b.end
	s.pass(b, buf, buf)
	b.end, s.err = end, io.EOF
	return nil
}

// pass makes a block of text, which lies in buf.
func (s *splitter) pass(b *Block, text, buf []byte) {
	b.text, b.buf, b.line, b.end = text, buf, s.line, nil
	_ = b.hold(s.room, cap(buf)) // it is less than before
	lines := bytes.Count(text, []byte{'\n'})
	s.line += lines
	if s.most > 0 {
		s.size = min(max(firstBlock, len(text)/(lines+1)*blockRows), s.most)
	}
}

// skipLine reads over the rest of a line and returns what was read beyond it.
func (s *splitter) skipLine(b *Block, buf []byte) []byte {
	for s.err == nil {
		buf = s.fill(b, buf[:0], s.size)
		if i := bytes.IndexByte(buf, '\n'); i >= 0 {
			s.line++
			return buf[:copy(buf, buf[i+1:])]
		}
	}
	return buf[:0]
}

// cutter finds where the last whole row of a text ends. The text may grow between calls.
type cutter struct {
	quoted bool
	at     int  // the lines before this place have been looked at
	open   bool // a cell in quotes reaches beyond it
	end    int  // of the last whole row
}

// find returns the length of the whole rows that text begins with. The text begins with
// a row. A line end belongs to a cell if there is an odd number of quotes between the
// beginning of the row and it; where that is wrong, in a row with a quote in the midst of
// a cell, the row is an error, and the rest is not read.
func (c *cutter) find(text []byte) int {
	if !c.open && (!c.quoted || bytes.IndexByte(text[c.at:], '"') < 0) {
		if n := bytes.LastIndexByte(text[c.at:], '\n'); n >= 0 {
			c.at += n + 1
			c.end = c.at
		}
		return c.end
	}
	for {
		n := bytes.IndexByte(text[c.at:], '\n')
		if n < 0 {
			return c.end
		}
		line := text[c.at : c.at+n]
		if c.open || len(line) == 0 || line[0] != '#' {
			c.open = c.open != (bytes.Count(line, []byte{'"'})&1 == 1)
		}
		if c.at += n + 1; !c.open {
			c.end = c.at
		}
	}
}
