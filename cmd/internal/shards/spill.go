// SPDX-License-Identifier: MIT

package shards

import (
	"io"

	"daylight/batch/tile"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// Spill keeps the shapes of one set, or of two, in temporary files: as they come, and then by
// tile.
type Spill struct {
	dir    string
	sizes  [2]int64 // shapes of both sets
	all    *scratch
	blocks [2][]stretch
	tiles  *scratch
	dealt  *dealt
	found  *scratch
	rows   []found
	room   []byte
	span   int
}

type found struct {
	head     Head
	at, size int64
}

// NewSpill makes temporary files in a directory.
func NewSpill(dir string) (*Spill, error) {
	s := &Spill{dir: dir}
	var err error
	s.all, err = newScratch(dir)
	return s, err
}

// Close lets go of the files.
func (s *Spill) Close() {
	s.all.close()
	s.tiles.close()
	s.found.close()
}

// Bytes is how much is in temporary files.
func (s *Spill) Bytes() int64 {
	n := s.all.size
	for _, f := range []*scratch{s.tiles, s.found} {
		if f != nil {
			n += f.size
		}
	}
	return n
}

// Add keeps shapes.
func (s *Spill) Add(in shapes.Scanned) error {
	set := 0
	if in.Second {
		set = 1
	}
	s.room = in.AppendSpilled(s.room[:0])
	for k := range in.Boxes {
		if !in.Left(k) {
			s.sizes[set]++
		}
	}
	if len(s.room) == 0 {
		return nil
	}
	s.blocks[set] = append(s.blocks[set], stretch{at: s.all.size, size: len(s.room), span: s.span})
	_, err := s.all.Write(s.room)
	return err
}

// Next goes on to the next span of the tables, for Router.Spilled.
func (s *Spill) Next() error {
	s.span++
	return nil
}

// Deal puts the shapes of each tile together, and the questions near to them unless near is nil. It takes so much memory at most, and can be
// called again with another plan.
func (s *Spill) Deal(p *tile.Plan, near *Near, room int64, tell func(done, total int)) error {
	s.tiles.close()
	s.found.close()
	var err error
	if s.tiles, err = newScratch(s.dir); err != nil {
		return err
	}
	if s.found, err = newScratch(s.dir); err != nil {
		return err
	}
	s.rows = nil
	s.dealt = newDealt(p.Tiles())
	var d *Dealer
	d = NewDealer(p, near, room, func(set, t int, text []byte) error {
		s.dealt.shapes[set][t] += d.count[t]
		s.dealt.stretches[set][t] = append(s.dealt.stretches[set][t], stretch{at: s.tiles.size, size: len(text)})
		_, err := s.tiles.Write(text)
		return err
	})
	if err := d.all(s.all, s.blocks, tell, func(int) {}); err != nil {
		return err
	}
	return s.tiles.flush()
}

// temporary is where shapes are from that this process wrote.
var temporary = &shapes.Origin{Name: "temporary file"}

// Blocks are the shapes of a tile, of the second set if that is said, for Loader.ReadSpilled.
func (s *Spill) Blocks(t int, second bool) func(room []byte) ([]byte, *shapes.Origin, error) {
	left := s.dealt.stretches[index(second)][t]
	return func(room []byte) ([]byte, *shapes.Origin, error) {
		if len(left) == 0 {
			return nil, nil, io.EOF
		}
		b := left[0]
		left = left[1:]
		text, err := read(s.tiles, b, room)
		return text, temporary, err
	}
}

// Shapes is how many shapes of a set a tile has.
func (s *Spill) Shapes(t int, second bool) int { return s.dealt.shapes[index(second)][t] }

// Found keeps what was found in a tile, with such a head, about sets that a and b are from.
func (s *Spill) Found(answer output.Pairs, first, second *shapes.Set, head Head) error {
	f := found{head: head, at: s.found.size}
	if err := WriteRows(s.found, &f.head, answer, first, second); err != nil {
		return err
	}
	f.size = s.found.size - f.at
	s.rows = append(s.rows, f)
	return nil
}

// Merged is what was found in all tiles; worlds are the names of worlds, ids the types of ids.
func (s *Spill) Merged(worlds []string, ids [2]columnar.Type) (*Merged, error) {
	if err := s.found.flush(); err != nil {
		return nil, err
	}
	var parts []*Source
	for _, f := range s.rows {
		parts = append(parts, rowsOf(io.NewSectionReader(s.found.file, f.at, f.size), "temporary file", f.head))
	}
	return merge(parts, worlds, ids)
}
