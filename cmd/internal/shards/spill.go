// SPDX-License-Identifier: MIT

package shards

import (
	"io"

	"daylight/cmd/internal/shapes"
)

// Spill keeps shapes in a temporary file as they come, until it is known how they are cut.
type Spill struct {
	all    *scratch
	blocks [2][]stretch
	room   []byte
	span   int
}

// NewSpill makes a temporary file in a directory.
func NewSpill(dir string) (*Spill, error) {
	f, err := newScratch(dir)
	return &Spill{all: f}, err
}

// Close lets go of the file.
func (s *Spill) Close() { s.all.Close() }

// Bytes is how much is in the file.
func (s *Spill) Bytes() int64 { return s.all.size }

// Add keeps shapes.
func (s *Spill) Add(in shapes.Scanned) error {
	s.room = in.AppendSpilled(s.room[:0])
	if len(s.room) == 0 {
		return nil
	}
	set := SetOf(in.Second)
	s.blocks[set] = append(s.blocks[set], stretch{at: s.all.size, size: len(s.room), span: s.span})
	_, err := s.all.Write(s.room)
	return err
}

// Next goes on to the next span of the tables.
func (s *Spill) Next() error {
	s.span++
	return nil
}

// Route writes the pieces of what was spilled of all tables, of which all of share but its pieces is known, and says how
// far it is. It takes about so much memory.
func (p *Plan) Route(s *Spill, share *Share, room int64, to io.Writer, tell func(done, total int)) (size int64, err error) {
	r, err := NewRouter(p, 0, 1, room, false, nil, to)
	if err != nil {
		return 0, err
	}
	r.Spans, r.Sets, r.Facts = share.Spans, share.Sets, share.Facts
	r.deal.Worlds = WorldNumbers(share.Numbering.Worlds)
	if err := r.deal.all(s.all, s.blocks, tell, func(span int) { r.span = span }); err != nil {
		return 0, err
	}
	err = r.Close()
	return r.at, err
}
