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

// deal puts the shapes of each tile together, which lie in blocks of a file, those of both sets, and
// has put write them. It takes so much memory at most.
func deal(all *scratch, blocks [2][]stretch, p *tile.Plan, room int64, put func(text []byte) (at int64, err error), tell func(done, total int)) (*dealt, error) {
	if err := all.flush(); err != nil {
		return nil, err
	}
	d := new(dealt)
	most := int(min(max(room/int64(p.Tiles()), 1<<12), 1<<18))
	total, done := len(blocks[0])+len(blocks[1]), 0
	var text []byte
	var tiles []int
	for set := range blocks {
		d.stretches[set], d.shapes[set] = make([][]stretch, p.Tiles()), make([]int, p.Tiles())
		rooms := make([][]byte, p.Tiles())
		full := func(t int) error {
			at, err := put(rooms[t])
			d.stretches[set][t] = append(d.stretches[set][t], stretch{at, len(rooms[t]), crc32.Checksum(rooms[t], castagnoli)})
			rooms[t] = rooms[t][:0]
			return err
		}
		for _, b := range blocks[set] {
			var err error
			if text, err = read(all, b, text); err != nil {
				return nil, err
			}
			for rest := text; len(rest) > 0; {
				n, k := binary.Uvarint(rest)
				if k <= 0 || n < shapes.PlaceSize || n > uint64(len(rest)-k) {
					return nil, shapes.ErrSpill
				}
				whole := rest[:k+int(n)]
				world, box := shapes.SpilledPlace(whole[k:])
				rest = rest[len(whole):]
				tiles = p.AppendTiles(tiles[:0], world, box)
				for _, t := range tiles {
					d.shapes[set][t]++
					if rooms[t] = append(rooms[t], whole...); len(rooms[t]) >= most {
						if err := full(t); err != nil {
							return nil, err
						}
					}
				}
			}
			done++
			tell(done, total)
		}
		for t := range rooms {
			if len(rooms[t]) > 0 {
				if err := full(t); err != nil {
					return nil, err
				}
			}
		}
	}
	return d, nil
}
