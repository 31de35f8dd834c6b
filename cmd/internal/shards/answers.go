// SPDX-License-Identifier: MIT

package shards

import (
	"encoding/binary"
	"errors"
	"io"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// Answers are the rows of tiles, of one after the other, that are kept in a file until all are there.
type Answers struct {
	file  Log
	Tiles []Kept
}

// Log is a file that is written to its end, and read anywhere.
type Log interface {
	io.Writer
	io.ReaderAt
}

// Kept is where the rows of a tile are, and what they hold.
type Kept struct {
	Head Head  `json:"head"`
	At   int64 `json:"at"`
	Size int64 `json:"size"`
}

// NewAnswers keeps rows in a file that has those of some tiles already, or nothing.
func NewAnswers(file Log, tiles []Kept) *Answers { return &Answers{file, tiles} }

func (a *Answers) end() int64 {
	if n := len(a.Tiles); n > 0 {
		return a.Tiles[n-1].At + a.Tiles[n-1].Size
	}
	return 0
}

// Add keeps what was found in a tile, with such a head.
func (a *Answers) Add(answer output.Pairs, head Head) error {
	k := Kept{Head: head, At: a.end()}
	n, err := writeRows(a.file, &k.Head, answer)
	k.Size = n
	a.Tiles = append(a.Tiles, k)
	return err
}

// Merged is what was found in all tiles; worlds are the names of worlds, ids the types of ids.
func (a *Answers) Merged(worlds []string, ids [2]columnar.Type) (*Merged, error) {
	var parts []*Source
	for _, k := range a.Tiles {
		parts = append(parts, rowsOf(io.NewSectionReader(a.file, k.At, k.Size), "temporary file", k.Head, len(a.Tiles)))
	}
	return merge(parts, worlds, ids)
}

// Reduced are the rows that are left of all tiles: of a question the first, each once, and none about shapes
// that any tile left out. They are kept in a temporary file in a directory. Bounded is how many of them a
// shorter push may be found for. Where nothing is to be left out, m is all there is.
func (m *Merged) Reduced(dir string) (rows *Merged, bounded int, err error) {
	left := map[uint64]bool{}
	for _, s := range m.parts {
		for _, row := range s.LeftOut {
			left[uint64(row)] = true
		}
	}
	if !m.head.Asked || m.head.First == 0 && len(left) == 0 {
		return m, 0, nil
	}
	out, err := shapes.NewScratch(dir)
	if err != nil {
		return nil, 0, err
	}
	head, bounded, err := m.reduce(out, left)
	if err == nil {
		rows, err = merge([]*Source{rowsOf(io.NewSectionReader(out, 0, out.Size()), "temporary file", head, 1)}, m.worlds, m.ids)
	}
	if err != nil {
		out.Close()
		return nil, 0, err
	}
	rows.scratch = out
	return rows, bounded, nil
}

// reduce writes the rows that are left without those of some shapes.
func (m *Merged) reduce(out *shapes.Scratch, left map[uint64]bool) (head Head, bounded int, err error) {
	last, of := over, 0
	head = m.head
	head.Rows, head.LeftOut = 0, nil
	for ; m.done < len(m.parts); m.turn.next() {
		i := m.turn.first()
		s := m.parts[i]
		p := s.place
		if p.first != last.first {
			of = 0
		}
		if p != last && (head.First == 0 || of < head.First) && !left[p.a] && !(left[p.first] && !head.Join) {
			of++
			head.Rows++
			bounded += int(s.bounded)
			if _, err := out.Write(append(binary.AppendUvarint(nil, uint64(len(s.text))), s.text...)); err != nil {
				return head, 0, err
			}
		}
		last = p
		m.taken++
		if err := m.next(s, &m.turn.places[i]); err != nil {
			return head, 0, err
		}
	}
	return head, bounded, errors.Join(m.Whole(), out.Flush())
}

// Close lets go of a temporary file, if there is one.
func (m *Merged) Close() { m.scratch.Close() }
