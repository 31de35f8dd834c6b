// SPDX-License-Identifier: MIT

package shards

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"

	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// Head is the first line of a part: what it is of, and what its rows hold.
type Head struct {
	Daylight string        `json:"daylight"` // "part"
	Plan     string        `json:"plan"`     // the Plan's ID
	Shard    int           `json:"shard"`
	Of       int           `json:"of"`
	Rows     int           `json:"rows"`
	Join     bool          `json:"join"`
	Columns  []string      `json:"columns"`
	Kinds    []output.Kind `json:"kinds"`
	Kept     []string      `json:"kept"`
}

const (
	partKind = "part"
	// mostHead is how long the first line may be.
	mostHead = 1 << 20
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

// HeadOf is the head of a part with that answer.
func HeadOf(answer Answer, join bool) Head {
	return Head{Daylight: partKind, Rows: answer.Len(), Join: join, Columns: answer.Columns(), Kinds: answer.Kinds(), Kept: answer.Kept()}
}

// WritePart writes an answer about sets as a part. The bytes depend on the head and the
// answer alone.
func WritePart(w io.Writer, h Head, answer Answer, first, second *shapes.Set) error {
	sum := crc32.New(castagnoli)
	out := io.MultiWriter(w, sum)
	line, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if _, err := out.Write(append(line, '\n')); err != nil {
		return err
	}
	if err := WriteRows(out, answer, first, second); err != nil {
		return err
	}
	tail := binary.LittleEndian.AppendUint32(nil, sum.Sum32())
	_, err = w.Write(append(tail, theEnd...))
	return err
}

// WriteRows writes the rows of an answer, each with its length in front.
func WriteRows(w io.Writer, answer Answer, first, second *shapes.Set) error {
	var text, all []byte
	var values []output.Value
	for i := range answer.Len() {
		text = appendRow(text[:0], answer, i, first, second, &values)
		all = append(binary.AppendUvarint(all, uint64(len(text))), text...)
		if len(all) >= 1<<16 || i == answer.Len()-1 {
			if _, err := w.Write(all); err != nil {
				return err
			}
			all = all[:0]
		}
	}
	return nil
}

// Source is a part, or what is like one, being read.
type Source struct {
	Head
	name string
	in   *bufio.Reader
	sum  hash.Hash32 // nil: there is none
	left int
	row  row
	last row // in another memory
	text [2][]byte
}

// OpenPart reads the head of a part.
func OpenPart(in io.Reader, name string) (*Source, error) {
	s := &Source{name: name, in: bufio.NewReaderSize(in, 1<<16), sum: crc32.New(castagnoli)}
	bad := func(why string) (*Source, error) { return nil, &PartError{name, why} }
	line, err := s.in.ReadSlice('\n')
	var long []byte
	for errors.Is(err, bufio.ErrBufferFull) && len(long) < mostHead {
		long = append(long, line...)
		line, err = s.in.ReadSlice('\n')
	}
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	line = append(long, line...)
	if json.Unmarshal(line, &s.Head) != nil || s.Daylight != partKind || s.Rows < 0 || len(s.Kinds) != len(s.Columns) {
		return bad("this is no part of an answer, as collide --shard writes them")
	}
	if err != nil {
		return bad("it is torn: it ends in its first line")
	}
	s.sum.Write(line)
	s.left = s.Rows
	return s, nil
}

// rowsOf reads rows that WriteRows wrote, in so many blocks.
func rowsOf(in io.Reader, name string, h Head) *Source {
	return &Source{Head: h, name: name, in: bufio.NewReaderSize(in, 1<<16), left: h.Rows}
}

// next reads the next row, which holds until the one after the next, or returns io.EOF when the
// part has come to its end whole.
func (s *Source) next(join bool) error {
	torn := func(err error) error {
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		return &PartError{s.name, fmt.Sprintf("it is torn: it ends after %d of %d rows; run its shard again", s.Rows-s.left, s.Rows)}
	}
	damaged := &PartError{s.name, "it is damaged; run its shard again"}
	if s.left == 0 {
		if s.sum == nil {
			return io.EOF
		}
		tail := make([]byte, 4+len(theEnd))
		if _, err := io.ReadFull(s.in, tail); err != nil {
			return torn(err)
		}
		if binary.LittleEndian.Uint32(tail) != s.sum.Sum32() || !bytes.Equal(tail[4:], theEnd) {
			return damaged
		}
		if _, err := s.in.ReadByte(); err != io.EOF {
			return damaged
		}
		return io.EOF
	}
	n, err := binary.ReadUvarint(s.in)
	if err != nil {
		return torn(err)
	}
	if n > mostRow {
		return damaged
	}
	s.text[0], s.text[1] = s.text[1], s.text[0]
	s.row, s.last = s.last, s.row
	text := s.text[0]
	for text = text[:0]; uint64(len(text)) < n; { // a length that is not true takes no memory
		from := len(text)
		text = append(text, make([]byte, min(n-uint64(from), 1<<20))...)
		if _, err := io.ReadFull(s.in, text[from:]); err != nil {
			return torn(err)
		}
	}
	s.text[0] = text
	if s.sum != nil {
		var length [binary.MaxVarintLen64]byte
		s.sum.Write(length[:binary.PutUvarint(length[:], n)])
		s.sum.Write(text)
	}
	if !s.row.read(text, len(s.Columns), 2*len(s.Kept)) {
		return damaged
	}
	if s.left < s.Rows && s.last.compare(&s.row, join) >= 0 {
		return damaged
	}
	s.left--
	return nil
}
