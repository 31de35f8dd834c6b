// SPDX-License-Identifier: MIT

package shards

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"sync"

	"daylight/batch/tile"
	"daylight/cmd/internal/shapes"
)

// leftovers are temporary files that could not be removed while they are open.
var leftovers struct {
	sync.Mutex
	names map[string]bool
}

// Abandon removes temporary files that are left, for a program that has to end at once. Where
// open files can be removed there are none.
func Abandon() {
	leftovers.Lock()
	defer leftovers.Unlock()
	for name := range leftovers.names {
		os.Remove(name)
	}
}

// scratch is a temporary file that is written to its end, and read anywhere. It has no name
// if the system allows that, so that nothing is left of it however the process ends.
type scratch struct {
	dir  string
	name string // if it has one
	file *os.File
	out  *bufio.Writer
	size int64
}

func newScratch(dir string) (*scratch, error) {
	f, err := os.CreateTemp(dir, ".daylight-*.tmp")
	if err != nil {
		return nil, fmt.Errorf("cannot keep shapes in %s: %w", dir, err)
	}
	s := &scratch{dir: dir, file: f, out: bufio.NewWriterSize(f, 1<<20)}
	if os.Remove(f.Name()) != nil {
		leftovers.Lock()
		defer leftovers.Unlock()
		if leftovers.names == nil {
			leftovers.names = map[string]bool{}
		}
		s.name = f.Name()
		leftovers.names[s.name] = true
	}
	return s, nil
}

func (s *scratch) close() {
	if s == nil {
		return
	}
	s.file.Close()
	if s.name != "" {
		os.Remove(s.name)
		leftovers.Lock()
		defer leftovers.Unlock()
		delete(leftovers.names, s.name)
	}
}

func (s *scratch) Write(text []byte) (int, error) {
	n, err := s.out.Write(text)
	s.size += int64(n)
	if err != nil {
		return n, fmt.Errorf("cannot write temporary files in %s: %w", s.dir, err)
	}
	return n, nil
}

func (s *scratch) flush() error {
	if err := s.out.Flush(); err != nil {
		return fmt.Errorf("cannot write temporary files in %s: %w", s.dir, err)
	}
	return nil
}

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
	s.sizes[set] += int64(len(in.Boxes))
	if len(s.room) == 0 {
		return nil
	}
	s.blocks[set] = append(s.blocks[set], stretch{at: s.all.size, size: len(s.room)})
	_, err := s.all.Write(s.room)
	return err
}

// Deal puts the shapes of each tile together. It takes so much memory at most, and can be
// called again with another plan.
func (s *Spill) Deal(p *tile.Plan, room int64, tell func(done, total int)) error {
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
	if s.dealt, err = s.deal(p, room, func(text []byte) (int64, error) {
		at := s.tiles.size
		_, err := s.tiles.Write(text)
		return at, err
	}, tell); err != nil {
		return err
	}
	return s.tiles.flush()
}

func read(f *scratch, b stretch, room []byte) ([]byte, error) {
	if cap(room) < b.size {
		room = make([]byte, b.size)
	}
	room = room[:b.size]
	if _, err := f.file.ReadAt(room, b.at); err != nil {
		return nil, fmt.Errorf("cannot read temporary files in %s: %w", f.dir, err)
	}
	return room, nil
}

// Blocks are the shapes of a tile, of the second set if that is said, for Loader.ReadSpilled.
func (s *Spill) Blocks(t int, second bool) func(room []byte) ([]byte, error) {
	left := s.dealt.stretches[index(second)][t]
	return func(room []byte) ([]byte, error) {
		if len(left) == 0 {
			return nil, io.EOF
		}
		b := left[0]
		left = left[1:]
		return read(s.tiles, b, room)
	}
}

// Shapes is how many shapes of a set a tile has.
func (s *Spill) Shapes(t int, second bool) int { return s.dealt.count(t, second) }

// Has reports whether a set has shapes in a tile.
func (s *Spill) Has(t int, second bool) bool { return s.dealt.has(t, second) }

// Found keeps what was found in a tile.
func (s *Spill) Found(answer Answer, first, second *shapes.Set, join bool) error {
	f := found{head: HeadOf(answer, join), at: s.found.size}
	if err := WriteRows(s.found, answer, first, second); err != nil {
		return err
	}
	f.size = s.found.size - f.at
	s.rows = append(s.rows, f)
	return nil
}

// Merged is what was found in all tiles; worlds are the names of worlds, and the head says what
// rows would hold of which there are none.
func (s *Spill) Merged(worlds []string, none Head) (*Merged, error) {
	if err := s.found.flush(); err != nil {
		return nil, err
	}
	var parts []*Source
	for _, f := range s.rows {
		parts = append(parts, rowsOf(io.NewSectionReader(s.found.file, f.at, f.size), "temporary file", f.head))
	}
	m, err := merge(parts, worlds)
	if err == nil && len(parts) == 0 {
		m.head = none
	}
	return m, err
}
