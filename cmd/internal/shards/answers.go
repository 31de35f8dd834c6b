// SPDX-License-Identifier: MIT

package shards

import (
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

// Add keeps what was found in a tile, with such a head, about sets that a and b are from.
func (a *Answers) Add(answer output.Pairs, first, second *shapes.Set, head Head) error {
	k := Kept{Head: head, At: a.end()}
	n, err := writeRows(a.file, &k.Head, answer, first, second)
	k.Size = n
	a.Tiles = append(a.Tiles, k)
	return err
}

// Merged is what was found in all tiles; worlds are the names of worlds, ids the types of ids.
func (a *Answers) Merged(worlds []string, ids [2]columnar.Type) (*Merged, error) {
	var parts []*Source
	for _, k := range a.Tiles {
		parts = append(parts, rowsOf(io.NewSectionReader(a.file, k.At, k.Size), "temporary file", k.Head))
	}
	return merge(parts, worlds, ids)
}
