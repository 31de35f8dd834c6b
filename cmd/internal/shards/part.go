// SPDX-License-Identifier: MIT

package shards

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"

	"daylight/cmd/internal/output"
)

const (
	partKind = "part"
	// mostHead is how long the first line may be.
	mostHead = 1 << 28
	// mostRow is how long a row may be: two labels, kept cells and an outline.
	mostRow = 1 << 30
)

// theEnd follows the checksum of a part.
var theEnd = []byte("end of part\n")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// PartError says what is wrong with a part.
type PartError struct {
	Name string
	Why  string
}

func (e *PartError) Error() string { return e.Name + ": " + e.Why }

// ErrPart is what every PartError is, for errors.Is.
var ErrPart = errors.New("not a whole part of an answer")

// Is makes a PartError ErrPart.
func (e *PartError) Is(target error) bool { return target == ErrPart }

// WritePart writes an answer as a part. The bytes depend on the head and the
// answer alone.
func WritePart(w io.Writer, h Head, answer output.Pairs) error {
	h.name(answer)
	sum := crc32.New(castagnoli)
	out := io.MultiWriter(w, sum)
	line, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if _, err := out.Write(append(line, '\n')); err != nil {
		return err
	}
	if _, err := writeRows(out, &h, answer); err != nil {
		return err
	}
	tail := binary.LittleEndian.AppendUint32(nil, sum.Sum32())
	_, err = w.Write(append(tail, theEnd...))
	return err
}

// writeRows writes the rows of an answer that has such a head, each with its length in front, and says how long they are.
func writeRows(w io.Writer, h *Head, answer output.Pairs) (size int64, err error) {
	var text, all []byte
	var values []output.Value
	for i := range answer.Len() {
		if i%touched == 0 {
			output.Touch(answer, i, min(i+touched, answer.Len()))
		}
		text = appendRow(text[:0], answer, i, h, &values)
		all = append(binary.AppendUvarint(all, uint64(len(text))), text...)
		if len(all) >= 1<<16 || i == answer.Len()-1 {
			n, err := w.Write(all)
			if size += int64(n); err != nil {
				return size, err
			}
			all = all[:0]
		}
	}
	return size, nil
}

// touched is of how many rows what they are made of is fetched at a time.
const touched = 1 << 12

// Source is a part, or what is like one, being read.
type Source struct {
	Head
	name    string
	in      *bufio.Reader
	check   bool   // a checksum and an end follow the rows
	sum     uint32 // of what was read so far
	left    int    // rows
	row     bytes.Buffer
	limit   io.LimitedReader // of a row
	place   place            // of the row at hand
	world   uint64
	bounded byte   // 1 if a shorter push may be found for it
	text    []byte // the row, as appendRow wrote it; until the next
	rest    []byte // what follows its place
}

// How much of a Source is read at a time: of few more than of many, which are read at once.
const (
	mostRoom  = 1 << 17
	leastRoom = 1 << 12
	allRoom   = 1 << 25 // of all together
)

// reader reads one of so many.
func reader(in io.Reader, of int) *bufio.Reader {
	return bufio.NewReaderSize(in, min(max(allRoom/max(of, 1), leastRoom), mostRoom))
}

// OpenPart reads the head of a part, one of so many.
func OpenPart(in io.Reader, name string, of int) (*Source, error) {
	s := &Source{name: name, in: reader(in, of), check: true}
	for {
		text, err := s.in.ReadSlice('\n')
		s.row.Write(text)
		if errors.Is(err, bufio.ErrBufferFull) && s.row.Len() <= mostHead {
			continue
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		break
	}
	line := s.row.Bytes()
	if json.Unmarshal(line, &s.Head) != nil || s.Daylight != partKind || s.Rows < 0 || len(s.Kinds) != len(s.Columns) {
		return nil, &PartError{name, "this is no part of an answer, as collide --shard --format part writes them"}
	}
	if !bytes.HasSuffix(line, []byte{'\n'}) {
		return nil, &PartError{name, "it is torn: it ends in its first line"}
	}
	s.left, s.sum, s.row = s.Rows, crc32.Checksum(line, castagnoli), bytes.Buffer{}
	return s, nil
}

// rowsOf reads rows that writeRows wrote, of so many tiles.
func rowsOf(in io.Reader, name string, h Head, of int) *Source {
	return &Source{Head: h, name: name, in: reader(in, of), left: h.Rows}
}

// torn is what is wrong if there is too little of a part, unless it cannot be read.
func (s *Source) torn(err error) error {
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return &PartError{s.name, fmt.Sprintf("it is torn: it ends after %d of %d rows; run its shard again", s.Rows-s.left, s.Rows)}
}

func (s *Source) damaged() error {
	return &PartError{s.name, "it is damaged; run its shard again"}
}

// next goes on to the next row, or returns io.EOF when the part has come to its end whole.
func (s *Source) next() error {
	if s.left == 0 {
		return s.end()
	}
	length, err := s.in.Peek(binary.MaxVarintLen64)
	n, size := binary.Uvarint(length)
	switch {
	case size < 0 || n > mostRow:
		return s.damaged()
	case size == 0:
		return s.torn(err)
	}
	s.sum = crc32.Update(s.sum, castagnoli, length[:size])
	_, _ = s.in.Discard(size) // which has been read
	s.row.Reset()
	s.limit = io.LimitedReader{R: s.in, N: int64(n)}
	if _, err := s.row.ReadFrom(&s.limit); err != nil || s.limit.N > 0 { // a length that is not true takes no memory
		return s.torn(err)
	}
	last := s.place
	s.text = s.row.Bytes()
	s.sum = crc32.Update(s.sum, castagnoli, s.text)
	if s.place, s.world, s.bounded, s.rest = readPlace(s.text, &s.Head); s.rest == nil || !whole(s.rest, len(s.Columns), s.texts()) {
		return s.damaged()
	}
	if s.left < s.Rows && last.compare(&s.place) >= 0 {
		return s.damaged()
	}
	s.left--
	return nil
}

// end returns io.EOF if what follows the rows is the end of a part.
func (s *Source) end() error {
	if !s.check {
		return io.EOF
	}
	size := 4 + len(theEnd)
	switch tail, err := s.in.Peek(size + 1); {
	case err != nil && !errors.Is(err, io.EOF) || len(tail) < size:
		return s.torn(err)
	case len(tail) > size || binary.LittleEndian.Uint32(tail) != s.sum || !bytes.Equal(tail[4:], theEnd):
		return s.damaged()
	}
	return io.EOF
}

// mostOpen is how many parts are open at once, at most; systems allow as few as 256 files.
const mostOpen = 100

// Files opens parts, however many, as they are read. Its methods belong to one goroutine.
type Files struct {
	open  []*partFile // in the order in which they were opened
	pipes []*partFile // what cannot be opened again
}

// Open opens a part, one of so many, and reads its head.
func (f *Files) Open(name string, of int) (*Source, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	return OpenPart(&partFile{files: f, name: name, again: info.Mode().IsRegular()}, name, of)
}

// Close closes all that are open.
func (f *Files) Close() {
	for _, p := range append(f.open, f.pipes...) {
		p.file.Close()
	}
}

// partFile is a part's file, which is closed while others are read if it can be opened again.
type partFile struct {
	files *Files
	name  string
	again bool
	at    int64
	file  *os.File  // nil while it is closed
	in    io.Reader // of it, from at on
}

func (p *partFile) Read(buf []byte) (int, error) {
	f := p.files
	if p.file == nil {
		if len(f.open) >= mostOpen {
			first := f.open[0]
			first.file.Close()
			first.file, f.open = nil, append(f.open[:0], f.open[1:]...)
		}
		file, err := os.Open(p.name)
		if err != nil {
			return 0, err
		}
		p.in = file
		if p.file = file; !p.again {
			f.pipes = append(f.pipes, p)
		} else if f.open = append(f.open, p); p.at > 0 {
			p.in = io.NewSectionReader(file, p.at, math.MaxInt64-p.at)
		}
	}
	n, err := p.in.Read(buf)
	p.at += int64(n)
	return n, err
}
