// SPDX-License-Identifier: MIT

package shards

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"daylight/batch/tile"
)

// A file of shapes that are cut by tile, which shards read in place of the tables, is: cutBegin;
// for each tile some stretches of shapes, as shapes.Scanned.AppendSpilled writes them, in any
// order (those of a tile in that of the rows); an index, which says where they are, and of which cuts; where the index begins, in 8
// bytes; and cutEnd. The index is made of uvarints: the number of tiles, and for both sets and
// each tile the numbers of shapes and of stretches, and of each stretch its place, size and
// checksum.
var (
	cutBegin = []byte("daylight cut 1\n")
	cutEnd   = []byte("end of cut\n")
)

// cutTail is how long the end of such a file is, behind the index.
var cutTail = int64(8 + len(cutEnd))

// sumOfCuts tells plans apart by what their shapes were cut by: the flags, which say how far
// shapes reach, the worlds and the cuts.
func sumOfCuts(p *Plan) ([]byte, error) {
	text, err := json.Marshal([]any{append([]Flag{}, p.Flags...), append([]string{}, p.Worlds...), append([]tile.Part{}, p.Tiles.Parts()...)})
	sum := sha256.Sum256(text)
	return sum[:], err
}

// Cut is a file that WriteCut wrote, opened.
type Cut struct {
	name string
	file *os.File
	dealt
}

// Name is the name by which it was opened.
func (c *Cut) Name() string { return c.name }

// Close closes the file.
func (c *Cut) Close() error { return c.file.Close() }

// OpenCut opens the shapes of a plan, cut by tile, that now have that name. It refuses those of
// another plan, and of one whose cuts have been edited since.
func (p *Plan) OpenCut(name string) (*Cut, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	c := &Cut{name: name, file: in}
	if err := c.open(p); err != nil {
		in.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

var errCut = errors.New("these are not the shapes that were cut for this plan: make a new plan")

func (c *Cut) open(p *Plan) error {
	info, err := c.file.Stat()
	if err != nil {
		return err
	}
	size := info.Size()
	if size != p.Cut.Size || size < int64(len(cutBegin))+cutTail {
		return errCut
	}
	tail := make([]byte, cutTail)
	if _, err := c.file.ReadAt(tail, size-cutTail); err != nil {
		return err
	}
	at := int64(binary.LittleEndian.Uint64(tail))
	if !bytes.Equal(tail[8:], cutEnd) || at < int64(len(cutBegin)) || at > size-cutTail {
		return errCut
	}
	text := make([]byte, size-cutTail-at)
	if _, err := c.file.ReadAt(text, at); err != nil {
		return err
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:16]) != p.Cut.Sum {
		return errCut
	}
	cuts, err := sumOfCuts(p)
	if err != nil {
		return err
	}
	text, same := bytes.CutPrefix(text, cuts)
	if !same {
		return errors.New("the cuts or flags of the plan are others than those by which these shapes were cut, and can be edited only without --cut: make a new plan")
	}
	return c.index(text, p.Tiles.Tiles(), at)
}

// index reads the index of a file whose shapes end at end.
func (c *Cut) index(text []byte, tiles int, end int64) error {
	bad := false
	number := func() uint64 {
		v, n := binary.Uvarint(text)
		if n <= 0 {
			bad, text = true, nil
			return 0
		}
		text = text[n:]
		return v
	}
	if number() != uint64(tiles) {
		return errCut
	}
	for set := range c.stretches {
		c.stretches[set], c.shapes[set] = make([][]stretch, tiles), make([]int, tiles)
		for t := range tiles {
			c.shapes[set][t] = int(number())
			for n := number(); n > 0 && !bad; n-- {
				at, size, sum := number(), number(), number()
				if at > uint64(end) || size > uint64(end)-at {
					bad = true
				}
				c.stretches[set][t] = append(c.stretches[set][t], stretch{int64(at), int(size), uint32(sum)})
			}
		}
	}
	if bad || len(text) > 0 {
		return errCut
	}
	return nil
}

// Shapes is how many shapes of a set a tile has.
func (c *Cut) Shapes(t int, second bool) int { return c.count(t, second) }

// Blocks are the shapes of a tile, for Loader.ReadSpilled.
func (c *Cut) Blocks(t int, second bool) func(room []byte) ([]byte, error) {
	left := c.stretches[index(second)][t]
	return func(room []byte) ([]byte, error) {
		if len(left) == 0 {
			return nil, io.EOF
		}
		b := left[0]
		left = left[1:]
		if cap(room) < b.size {
			room = make([]byte, b.size)
		}
		room = room[:b.size]
		if _, err := c.file.ReadAt(room, b.at); err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		if crc32.Checksum(room, castagnoli) != b.sum {
			return nil, fmt.Errorf("%s: it is damaged: make a new plan", c.name)
		}
		return room, nil
	}
}
