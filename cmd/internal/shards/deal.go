// SPDX-License-Identifier: MIT

package shards

import (
	"encoding/binary"
	"io"
	"slices"

	"daylight/batch/tile"
	"daylight/cmd/internal/shapes"
)

// What is dealt to tiles: the shapes of both sets, and then the ids of both.
const (
	IDsOf = 2 // the ids of a set, behind the sets
	lists = 4
)

// stretch is where something lies in a file, and if it was dealt its checksum and the span of the tables it is from.
type stretch struct {
	at   int64
	size int
	sum  uint32
	span int
}

// dealt says where lies what was dealt to each tile. Of ids there is one list more, that of all tiles.
type dealt struct {
	stretches [lists][][]stretch
	shapes    [2][]int
}

func newDealt(tiles int) *dealt {
	d := &dealt{}
	for k := range d.stretches {
		d.stretches[k] = make([][]stretch, tiles+k/IDsOf)
	}
	for k := range d.shapes {
		d.shapes[k] = make([]int, tiles)
	}
	return d
}

// SetOf is the number of a set: 0 of the first, 1 of the second.
func SetOf(second bool) int {
	if second {
		return 1
	}
	return 0
}

// Dealer puts the shapes of each tile together.
type Dealer struct {
	// Worlds are the numbers of worlds in the plan, by those of the shapes; nil if they are the same.
	Worlds Worlds
	// Only says of which tiles shapes are kept; nil of all.
	Only func(t int) bool

	plan  *tile.Plan
	near  *Near // of questions for the nearest shapes, else nil
	put   func(set, t int, text []byte) error
	most  int // bytes that are kept of a tile until they are put
	set   int // of what is dealt now; those of the first come first
	rooms [][]byte
	count []int // shapes in them
	tiles []int
	dealt int64
}

// NewDealer has put write the shapes of tiles, and questions near to them unless near is nil. It takes so much memory at most.
func NewDealer(p *tile.Plan, near *Near, room int64, put func(set, t int, text []byte) error) *Dealer {
	// What is kept of 64 tiles is to fit into a cache beside the shapes that come; a shard reads
	// what is written at once from one place.
	most := int(min(max(room/int64(p.Tiles()), 1<<12), 1<<15))
	return &Dealer{plan: p, near: near, put: put, most: most, rooms: make([][]byte, p.Tiles()), count: make([]int, p.Tiles())}
}

// Deal deals shapes of a set, as shapes.Scanned.AppendSpilled writes them.
func (d *Dealer) Deal(set int, text []byte) error {
	if set != d.set {
		if err := d.Flush(); err != nil {
			return err
		}
		d.set = set
	}
	for len(text) > 0 {
		n, prefix := binary.Uvarint(text)
		if prefix <= 0 || n < shapes.PlaceSize || n > uint64(len(text)-prefix) {
			return shapes.ErrSpill
		}
		one := text[:prefix+int(n)]
		text = text[len(one):]
		world, box := shapes.SpilledPlace(one[prefix:])
		if d.Worlds != nil {
			if uint64(world) >= uint64(len(d.Worlds)) {
				return shapes.ErrSpill
			}
			world = d.Worlds[world]
		}
		d.tiles = d.plan.AppendTiles(d.tiles[:0], world, d.near.Grow(set == 1, world, box))
		for _, t := range d.tiles {
			if d.Only != nil && !d.Only(t) {
				continue
			}
			d.count[t]++
			d.dealt++
			d.rooms[t] = append(d.rooms[t], one...)
			if len(d.rooms[t]) >= d.most {
				if err := d.full(t); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// full puts what is kept of a tile.
func (d *Dealer) full(t int) error {
	err := d.put(d.set, t, d.rooms[t])
	d.rooms[t], d.count[t] = d.rooms[t][:0], 0
	return err
}

// Flush puts what is kept of all tiles.
func (d *Dealer) Flush() error {
	for t := range d.rooms {
		if len(d.rooms[t]) > 0 {
			if err := d.full(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// all deals shapes that lie in blocks of a file, those of both sets, and says how far it is, and of which span of the
// tables they are.
func (d *Dealer) all(from io.ReaderAt, blocks [2][]stretch, tell func(done, total int), of func(span int)) error {
	total, done, span := len(blocks[0])+len(blocks[1]), 0, -1
	var text []byte
	for set := range blocks {
		for _, b := range blocks[set] {
			var err error
			if b.span != span {
				err = d.Flush()
				span = b.span
				of(span)
			}
			if err == nil {
				text = slices.Grow(text[:0], b.size)[:b.size]
				_, err = from.ReadAt(text, b.at)
			}
			if err == nil {
				err = d.Deal(set, text)
			}
			if err != nil {
				return err
			}
			done++
			tell(done, total)
		}
	}
	return d.Flush()
}
