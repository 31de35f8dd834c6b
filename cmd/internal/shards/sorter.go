// SPDX-License-Identifier: MIT

package shards

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"slices"

	"github.com/zeebo/xxh3"

	"daylight/cmd/internal/shapes"
)

// Sorter puts texts in the order of their keys, and those of one in the order in which they come. Once they are many they
// are in a temporary file of a directory.
type Sorter struct {
	dir  string
	file *shapes.Scratch
	runs []stretch // of the file, each in order
	// Of what is in no run yet each text, with its length in front, and above the bits of its place the key.
	text  []byte
	order []uint64
}

// placeBits are those of a place among texts that are sorted in memory, and KeyBits those that a key has at most.
const (
	placeBits = 21
	KeyBits   = 64 - placeBits
)

// NewSorter is to have its temporary file in a directory.
func NewSorter(dir string) *Sorter { return &Sorter{dir: dir} }

// Add takes a text, which is that of all parts one after the other.
func (s *Sorter) Add(key uint64, parts ...[]byte) (err error) {
	s.order = append(s.order, key<<placeBits|uint64(len(s.text)))
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	s.text = binary.AppendUvarint(s.text, uint64(size))
	for _, p := range parts {
		s.text = append(s.text, p...)
	}
	if len(s.text) < 1<<placeBits {
		return nil
	}
	if s.file == nil {
		if s.file, err = shapes.NewScratch(s.dir); err != nil {
			return err
		}
	}
	at := s.file.Size()
	err = s.write(s.file)
	s.runs = append(s.runs, stretch{at: at, size: int(s.file.Size() - at)})
	s.order, s.text = s.order[:0], s.text[:0]
	return err
}

// write writes in order what is in no run yet.
func (s *Sorter) write(to io.Writer) error {
	slices.Sort(s.order)
	var one []byte
	for _, o := range s.order {
		text, _, _ := cutText(s.text[o&(1<<placeBits-1):])
		one = appendText(binary.LittleEndian.AppendUint64(one[:0], o>>placeBits), text)
		one = binary.LittleEndian.AppendUint32(one, sumOf(o>>placeBits, text))
		if _, err := to.Write(one); err != nil {
			return err
		}
	}
	return nil
}

// sumOf is written behind a text, and says later whether it and its key are what they were.
func sumOf(key uint64, text []byte) uint32 { return uint32(xxh3.HashSeed(text, key)) }

// Each tells of all texts in order, which it may not keep.
func (s *Sorter) Each(tell func(key uint64, text []byte) error) error {
	var rest bytes.Buffer
	err := s.write(&rest)
	var in []*bufio.Reader
	most := rest.Len() // bytes of a text
	for _, r := range s.runs {
		most = max(most, r.size)
		in = append(in, reader(io.NewSectionReader(s.file, r.at, int64(r.size)), len(s.runs)))
	}
	in = append(in, bufio.NewReader(&rest))
	places := make([]place, len(in))
	next := func(k int) error {
		head, err := in[k].Peek(8)
		if err == io.EOF && len(head) == 0 {
			places[k] = over
			return nil
		}
		if err == nil {
			places[k] = place{world: binary.LittleEndian.Uint64(head), first: uint64(k)}
			_, err = in[k].Discard(8)
		}
		return err
	}
	for k := 0; k < len(in) && err == nil; k++ {
		err = next(k)
	}
	var turn tournament
	var text []byte
	for turn.begin(places); err == nil && places[turn.first()] != over; turn.next() {
		k := turn.first()
		var size uint64
		if size, err = binary.ReadUvarint(in[k]); err == nil && size > uint64(most) {
			err = shapes.ErrSpill
		}
		if err == nil {
			text = slices.Grow(text[:0], int(size)+4)[:size+4]
			_, err = io.ReadFull(in[k], text)
		}
		if err == nil && binary.LittleEndian.Uint32(text[size:]) != sumOf(places[k].world, text[:size]) {
			err = shapes.ErrSpill
		}
		if err == nil {
			err = tell(places[k].world, text[:size])
		}
		if err == nil {
			err = next(k)
		}
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = shapes.ErrSpill
	}
	return err
}

// Close lets go of the file.
func (s *Sorter) Close() {
	if s != nil {
		s.file.Close()
	}
}

// tournament finds which of several lists goes on first: a tree of losers (Knuth, The Art of
// Computer Programming, volume 3, 5.4.1), which takes one comparison on each of its levels for
// every row, where a heap takes two.
type tournament struct {
	places []place // of the first row of each list that is left; over when there is none
	losers []int32 // losers[0] is the winner; the parent of node k is k/2, lists are leaves
}

// over is the place of a list that is at its end: behind all others.
var over = place{math.MaxUint64, math.MaxUint64, math.MaxUint64, math.MaxUint64}

// begin plays the first round.
func (t *tournament) begin(places []place) {
	t.places, t.losers = places, make([]int32, max(len(places), 1))
	n := len(places)
	winners := make([]int32, 2*n)
	for k := range n {
		winners[n+k] = int32(k)
	}
	for k := n - 1; k > 0; k-- {
		a, b := winners[2*k], winners[2*k+1]
		if t.places[b].before(&t.places[a]) {
			a, b = b, a
		}
		winners[k], t.losers[k] = a, b
	}
	if n > 1 {
		t.losers[0] = winners[1]
	}
}

// first is the list that goes on.
func (t *tournament) first() int { return int(t.losers[0]) }

// next plays again after the place of the first list has changed.
func (t *tournament) next() {
	winner := t.losers[0]
	for k := (int(winner) + len(t.places)) / 2; k > 0; k /= 2 {
		if t.places[t.losers[k]].before(&t.places[winner]) {
			t.losers[k], winner = winner, t.losers[k]
		}
	}
	t.losers[0] = winner
}
