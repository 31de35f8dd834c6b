// SPDX-License-Identifier: MIT

package shards

import (
	"encoding/binary"
	"hash/crc32"

	"daylight/batch/tile"
	"daylight/cmd/internal/shapes"
)

// dealt says where the shapes of each tile lie, of the first set and of the second.
type dealt struct {
	stretches [2][][]stretch
	shapes    [2][]int
}

// has reports whether a set has shapes in a tile.
func (d *dealt) has(t int, second bool) bool { return len(d.stretches[index(second)][t]) > 0 }

// count is how many shapes of a set a tile has.
func (d *dealt) count(t int, second bool) int { return d.shapes[index(second)][t] }

func index(second bool) int {
	if second {
		return 1
	}
	return 0
}

// dealer puts the shapes of each tile together, and has put write them.
type dealer struct {
	*dealt
	plan  *tile.Plan
	near  *Near // of questions for the nearest shapes, else nil
	put   func(text []byte) (at int64, err error)
	most  int // bytes that are kept of a tile until they are written
	set   int // of the shapes that are dealt now; those of the first come first
	rooms [][]byte
	tiles []int
}

// newDealer makes a dealer that takes so much memory at most.
func newDealer(p *tile.Plan, near *Near, room int64, put func(text []byte) (at int64, err error)) *dealer {
	d := &dealer{dealt: new(dealt), plan: p, near: near, put: put, rooms: make([][]byte, p.Tiles())}
	// What is kept of 64 tiles is to fit into a cache beside the shapes that come; a shard reads
	// what is written at once from one place.
	d.most = int(min(max(room/int64(p.Tiles()), 1<<12), 1<<15))
	for set := range d.stretches {
		d.stretches[set], d.shapes[set] = make([][]stretch, p.Tiles()), make([]int, p.Tiles())
	}
	return d
}

// add deals a shape, as shapes.Scanned.Spilled shows it, with a prefix of so many bytes.
func (d *dealer) add(set int, text []byte, prefix int) error {
	if set != d.set {
		if err := d.flush(); err != nil {
			return err
		}
		d.set = set
	}
	world, box := shapes.SpilledPlace(text[prefix:])
	d.tiles = d.plan.AppendTiles(d.tiles[:0], world, d.near.Grow(set == 1, world, box))
	for _, t := range d.tiles {
		if err := d.give(t, text); err != nil {
			return err
		}
	}
	return nil
}

// several deals shapes, as AppendSpilled writes them.
func (d *dealer) several(set int, text []byte) error {
	for len(text) > 0 {
		size, prefix, err := spilled(text)
		if err != nil {
			return err
		}
		if err := d.add(set, text[:size], prefix); err != nil {
			return err
		}
		text = text[size:]
	}
	return nil
}

// give adds a shape of the set at hand to a tile.
func (d *dealer) give(t int, text []byte) error {
	d.shapes[d.set][t]++
	d.rooms[t] = append(d.rooms[t], text...)
	if len(d.rooms[t]) >= d.most {
		return d.full(t)
	}
	return nil
}

// full writes what is kept of a tile.
func (d *dealer) full(t int) error {
	at, err := d.put(d.rooms[t])
	d.stretches[d.set][t] = append(d.stretches[d.set][t], stretch{at, len(d.rooms[t]), crc32.Checksum(d.rooms[t], castagnoli)})
	d.rooms[t] = d.rooms[t][:0]
	return err
}

// flush writes what is kept of all tiles.
func (d *dealer) flush() error {
	for t := range d.rooms {
		if len(d.rooms[t]) > 0 {
			if err := d.full(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// all deals shapes that lie in blocks of a file, those of both sets, and says how far it is.
func (d *dealer) all(from *scratch, blocks [2][]stretch, tell func(done, total int)) error {
	if err := from.flush(); err != nil {
		return err
	}
	total, done := len(blocks[0])+len(blocks[1]), 0
	var text []byte
	for set := range blocks {
		for _, b := range blocks[set] {
			var err error
			if text, err = read(from, b, text); err != nil {
				return err
			}
			if err := d.several(set, text); err != nil {
				return err
			}
			done++
			tell(done, total)
		}
	}
	return nil
}

// spilled tells how long the first of some shapes is, and how long the length in front of it.
func spilled(text []byte) (size, prefix int, err error) {
	n, k := binary.Uvarint(text)
	if k <= 0 || n < shapes.PlaceSize || n > uint64(len(text)-k) {
		return 0, 0, shapes.ErrSpill
	}
	return k + int(n), k, nil
}
