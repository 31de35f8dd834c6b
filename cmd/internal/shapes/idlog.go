// SPDX-License-Identifier: MIT

package shapes

import (
	"cmp"
	"encoding/binary"
	"errors"
	"hash/maphash"
	"slices"
)

// idRow is what tells a row from others: its world and its id.
type idRow struct {
	world uint32
	line  uint32
	file  int   // number of its table
	row   int64 // its number, counted over all tables
	cut   bool  // its shape is cut into convex parts
	label []byte
}

// idLog keeps the ids of any number of rows in a file, those that may be the same together: by a
// hash in one of logLists lists, of which one at a time is then read into memory.
type idLog struct {
	to    *Scratch
	size  int64
	seed  maphash.Seed
	lists [logLists]logList
}

// logList is a list of rows: where the blocks of the file are that begin it, and those that follow.
type logList struct {
	blocks []logPlace
	room   []byte
}

type logPlace struct {
	at   int64
	size int
}

const (
	logLists = 1 << 10
	logBlock = 1 << 12
)

func newIDLog(to *Scratch) *idLog { return &idLog{to: to, seed: maphash.MakeSeed()} }

// add keeps a row, of a greater number than those before.
func (g *idLog) add(r *idRow) (err error) {
	l := &g.lists[maphash.Bytes(g.seed, r.label)%logLists]
	if l.room == nil {
		l.room = make([]byte, 0, logBlock+64)
	}
	cut := uint64(0)
	if r.cut {
		cut = 1
	}
	for _, v := range [...]uint64{uint64(r.world), uint64(r.row), uint64(r.file), uint64(r.line), cut, uint64(len(r.label))} {
		l.room = binary.AppendUvarint(l.room, v)
	}
	if l.room = append(l.room, r.label...); len(l.room) >= logBlock {
		_, err = g.to.Write(l.room)
		l.blocks = append(l.blocks, logPlace{g.size, len(l.room)})
		g.size += int64(len(l.room))
		l.room = l.room[:0]
	}
	return err
}

// twin is a row whose world and id another has that comes before it.
type twin struct {
	idRow
	firstFile int
	firstLine uint32
}

// errTwins says that what is found would take more memory than it may.
var errTwins = errors.New("so many ids are there twice that there is no memory to list them (--memory allows more)")

// twins finds all rows but the first of each world and id, in the order of rows. What it finds takes
// so many bytes at most.
func (g *idLog) twins(limit int64) (found []twin, err error) {
	type first struct {
		file int
		line uint32
	}
	var block, key []byte
	for i := range g.lists {
		l, seen := &g.lists[i], map[string]first{}
		read := func(text []byte) error {
			for in := (Packed{Text: text}); len(in.Text) > 0; {
				r := idRow{world: uint32(in.Uvarint()), row: int64(in.Uvarint()), file: int(in.Uvarint()), line: uint32(in.Uvarint()), cut: in.Uvarint() != 0, label: in.Name()}
				if in.Bad {
					return ErrSpill
				}
				key = append(binary.LittleEndian.AppendUint32(key[:0], r.world), r.label...)
				was, known := seen[string(key)]
				if !known {
					seen[string(key)] = first{r.file, r.line}
					continue
				}
				if limit -= duplicateID + int64(len(r.label)); limit < 0 {
					return errTwins
				}
				r.label = slices.Clone(r.label)
				found = append(found, twin{r, was.file, was.line})
			}
			return nil
		}
		for _, b := range l.blocks {
			block = slices.Grow(block[:0], b.size)[:b.size]
			if _, err := g.to.ReadAt(block, b.at); err != nil {
				return nil, err
			}
			if err := read(block); err != nil {
				return nil, err
			}
		}
		if err := read(l.room); err != nil {
			return nil, err
		}
		*l = logList{}
	}
	slices.SortFunc(found, func(a, b twin) int { return cmp.Compare(a.row, b.row) })
	return found, nil
}
