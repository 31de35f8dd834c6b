// SPDX-License-Identifier: MIT

package pipeline

import (
	"context"
	"encoding/binary"
	"io"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"daylight/cmd/internal/shards"
)

func init() {
	register.DoFn4x1[context.Context, []byte, []byte, func(int64, []byte), error](&routeFn{})
	register.DoFn4x1[int64, func(*[]byte) bool, func(*[]byte) bool, []byte, error](&idsFn{})
	register.Function3x0(runsOf)
}

// blockSize is how large a block of packs becomes before it is sent to its tile.
const blockSize = 1 << 16

// routeFn sends shapes to the tiles that they reach: those of a bundle in blocks of packs, so that the runner
// moves a few thousand large elements and not a million small ones.
type routeFn struct {
	Tables tables

	planned planned
	dealer  *shards.Dealer
	blocks  [][]byte // by tile
	head    []byte   // of the pack at hand
	parts   uint64   // into which it was cut so far: those of one tile are in the order of rows
	emit    func(int64, []byte)
}

func (f *routeFn) ProcessElement(ctx context.Context, pack, plan []byte, emit func(int64, []byte)) error {
	if err := f.planned.know(plan, &f.Tables); err != nil {
		return err
	}
	if f.blocks == nil {
		f.blocks = make([][]byte, f.planned.Plan.Tiles())
		f.dealer = shards.NewDealer(f.planned.Plan, nil, 1<<40, f.keep)
	}
	var share, row uint64
	records, err := cutHead(pack, &share, &row)
	if err != nil {
		return err
	}
	f.head, f.parts, f.emit = pack[:len(pack)-len(records)], 0, emit
	f.dealer.Worlds = shards.WorldNumbers(f.planned.Shares[f.planned.places[int(share)]].Numbering.Worlds)
	before := f.dealer.Dealt()
	if err := f.dealer.Deal(0, records); err != nil {
		return err
	}
	copiesCounter.Inc(ctx, f.dealer.Dealt()-before)
	return f.dealer.Flush()
}

// keep adds a pack to the block of a tile.
func (f *routeFn) keep(_, t int, records []byte) error {
	f.parts++
	head := binary.AppendUvarint(append(f.blocks[t], f.head...), f.parts)
	f.blocks[t] = append(binary.AppendUvarint(head, uint64(len(records))), records...)
	if len(f.blocks[t]) >= blockSize {
		f.send(t, f.emit)
	}
	return nil
}

// send emits a block, which the runner may keep.
func (f *routeFn) send(t int, emit func(int64, []byte)) {
	emit(int64(t), f.blocks[t])
	f.blocks[t] = nil
}

func (f *routeFn) FinishBundle(_ []byte, emit func(int64, []byte)) {
	for t := range f.blocks {
		if len(f.blocks[t]) > 0 {
			f.send(t, emit)
		}
	}
}

// idsFn finds ids of a list that are there twice in their world.
type idsFn struct {
	Tables tables

	planned planned
}

func (f *idsFn) ProcessElement(list int64, blocks, runs func(*[]byte) bool, plan []byte) error {
	if err := f.planned.know(plan, &f.Tables); err != nil {
		return err
	}
	var all [2][][]byte
	for k, next := range []func(*[]byte) bool{blocks, runs} {
		var text []byte
		for next(&text) {
			all[k] = append(all[k], slices.Clone(text))
		}
	}
	if list == idLists { // these are runs themselves
		all[0] = nil
	}
	for set := range 2 {
		found, _, err := f.planned.all.Twins(set, f.next(set, all[1]), []shards.Next{f.next(set, all[0])}, listMemory)
		if err != nil {
			return err
		}
		if len(found) > 0 {
			return found[0]
		}
	}
	return nil
}

// runsOf are the runs of ids.
func runsOf(list int64, text []byte, emit func([]byte)) {
	if list == idLists {
		emit(text)
	}
}

// next reads blocks of a set.
func (f *idsFn) next(set int, blocks [][]byte) shards.Next {
	return func([]byte) (text []byte, share, span int, err error) {
		for len(blocks) > 0 {
			var number uint64
			if text, err = cutHead(blocks[0], &number); err != nil {
				return nil, 0, 0, err
			}
			blocks = blocks[1:]
			if f.Tables.set(int(number)) == set {
				return text, f.planned.places[int(number)], 0, nil
			}
		}
		return nil, 0, 0, io.EOF
	}
}
