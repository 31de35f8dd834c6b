// SPDX-License-Identifier: MIT

package pipeline

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"daylight/batch/tile"
	"daylight/cmd/internal/shapes"
	"daylight/region"
)

func init() {
	register.DoFn4x1[context.Context, []byte, string, func(int64, []byte), error](&routeFn{})
	register.Emitter2[int64, []byte]()
}

// blockSize is how large a block of packs becomes before it is sent to its tile.
const blockSize = 1 << 16

// routeFn sends shapes to the tiles that they reach: those of a bundle in blocks of packs, so that the runner
// moves a few thousand large elements and not a million small ones.
type routeFn struct {
	text   string // the plan
	plan   *tile.Plan
	worlds worldNumbers
	blocks [][]byte // by tile
	some   [][]byte // by tile, shapes of the pack at hand
	tiles  []int
	packs  []shapes.Pack
}

func (f *routeFn) StartBundle(_ string, _ func(int64, []byte)) { f.plan = nil }

func (f *routeFn) ProcessElement(ctx context.Context, data []byte, plan string, emit func(int64, []byte)) (err error) {
	if f.plan == nil || f.text != plan {
		if f.plan, err = readPlan(plan); err != nil {
			return err
		}
		f.text, f.worlds = plan, worldNumbers{}
		f.blocks, f.some = make([][]byte, f.plan.Tiles()), make([][]byte, f.plan.Tiles())
	}
	if f.packs, err = shapes.ReadPacks(f.packs[:0], data); err != nil {
		return err
	}
	copies := 0
	for i := range f.packs {
		p := &f.packs[i]
		var worlds []uint32
		for _, name := range p.Worlds {
			worlds = append(worlds, f.worlds.number(name))
		}
		var reached []int
		err := p.Each(func(world uint32, box region.Box, record []byte) {
			f.tiles = f.plan.AppendTiles(f.tiles[:0], worlds[world], box)
			copies += len(f.tiles)
			for _, t := range f.tiles {
				if len(f.some[t]) == 0 {
					reached = append(reached, t)
				}
				f.some[t] = append(f.some[t], record...)
			}
		})
		if err != nil {
			return err
		}
		for _, t := range reached {
			f.blocks[t] = p.Append(f.blocks[t], f.some[t])
			f.some[t] = f.some[t][:0]
			if len(f.blocks[t]) >= blockSize {
				f.send(t, emit)
			}
		}
	}
	copiesCounter.Inc(ctx, int64(copies))
	return nil
}

// send emits a block, which the runner may keep.
func (f *routeFn) send(t int, emit func(int64, []byte)) {
	emit(int64(t), f.blocks[t])
	f.blocks[t] = nil
}

func (f *routeFn) FinishBundle(_ string, emit func(int64, []byte)) {
	for t := range f.blocks {
		if len(f.blocks[t]) > 0 {
			f.send(t, emit)
		}
	}
}
