// SPDX-License-Identifier: MIT

package shapes

import (
	"cmp"
	"encoding/binary"
	"errors"
	"hash/maphash"
	"io"
	"slices"
)

// Scratch is a temporary file: what is written goes to its end, and can be read at once.
type Scratch interface {
	io.Writer
	io.ReaderAt
	Close()
}

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
	to    Scratch
	size  int64
	seed  maphash.Seed
	lists [logLists]logList
	n     int64
}

// logList is a list of blocks. Each begins with where the one before is, plus one, and its length.
type logList struct {
	last int64 // plus one
	room []byte
	n    int
}

const (
	logLists = 1 << 10
	logBlock = 1 << 12
	logHead  = 8 + 4
)

func newIDLog(to Scratch) *idLog { return &idLog{to: to, seed: maphash.MakeSeed()} }

// add keeps a row.
func (g *idLog) add(r *idRow) error {
	l := &g.lists[maphash.Bytes(g.seed, r.label)%logLists]
	if len(l.room) == 0 {
		l.room = append(make([]byte, 0, logBlock+64), make([]byte, logHead)...)
	}
	t := binary.AppendUvarint(l.room, uint64(r.world))
	t = binary.AppendUvarint(t, uint64(r.row))
	t = binary.AppendUvarint(t, uint64(r.file))
	t = binary.AppendUvarint(t, uint64(r.line))
	cut := byte(0)
	if r.cut {
		cut = 1
	}
	t = append(t, cut)
	t = binary.AppendUvarint(t, uint64(len(r.label)))
	l.room = append(t, r.label...)
	l.n++
	g.n++
	if len(l.room) < logBlock {
		return nil
	}
	return g.write(l)
}

func (g *idLog) write(l *logList) error {
	if len(l.room) <= logHead {
		return nil
	}
	binary.LittleEndian.PutUint64(l.room, uint64(l.last))
	binary.LittleEndian.PutUint32(l.room[8:], uint32(len(l.room)))
	l.last = g.size + 1
	g.size += int64(len(l.room))
	_, err := g.to.Write(l.room)
	l.room = l.room[:logHead]
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
		row  int64
		file int
		line uint32
		cut  bool
	}
	need := int64(0)
	var block, key []byte
	for i := range g.lists {
		l := &g.lists[i]
		if err := g.write(l); err != nil {
			return nil, err
		}
		l.room = nil
		begin := len(found)
		seen := make(map[string]first, l.n)
		for at := l.last; at > 0; {
			var head [logHead]byte
			if _, err := g.to.ReadAt(head[:], at-1); err != nil {
				return nil, err
			}
			size := int(binary.LittleEndian.Uint32(head[8:]))
			block = slices.Grow(block[:0], size)[:size]
			if _, err := g.to.ReadAt(block, at-1); err != nil {
				return nil, err
			}
			at = int64(binary.LittleEndian.Uint64(head[:]))
			in := spillReader{text: block[logHead:]}
			for len(in.text) > 0 {
				r := idRow{world: uint32(in.uvarint()), row: int64(in.uvarint()), file: int(in.uvarint()), line: uint32(in.uvarint())}
				r.cut = in.take(1)[0] != 0
				r.label = in.name()
				if in.bad {
					return nil, ErrSpill
				}
				key = append(binary.LittleEndian.AppendUint32(key[:0], r.world), r.label...)
				was, known := seen[string(key)]
				if known && was.row < r.row {
					found = append(found, twin{idRow: r})
					found[len(found)-1].label = slices.Clone(r.label)
				} else {
					// Blocks come with the last first, so the first may be that of another row until the end.
					if known {
						one := idRow{world: r.world, row: was.row, file: was.file, line: was.line, cut: was.cut, label: slices.Clone(r.label)}
						found = append(found, twin{idRow: one})
					}
					seen[string(key)] = first{r.row, r.file, r.line, r.cut}
				}
				if known {
					if need += duplicateID + int64(len(r.label)); need > limit {
						return nil, errTwins
					}
				}
			}
		}
		for k := begin; k < len(found); k++ {
			f := &found[k]
			key = append(binary.LittleEndian.AppendUint32(key[:0], f.world), f.label...)
			from := seen[string(key)]
			f.firstFile, f.firstLine = from.file, from.line
		}
	}
	slices.SortFunc(found, func(a, b twin) int { return cmp.Compare(a.row, b.row) })
	return found, nil
}
