// SPDX-License-Identifier: MIT

package contacts

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"daylight/batch/tile"
	"daylight/region"
)

func init() {
	register.DoFn4x1[context.Context, []byte, string, func(int64, []byte), error](&routeFn{})
	register.Emitter2[int64, []byte]()
}

// blockSize is how large a block of shapes becomes before it is sent to its tile.
const blockSize = 1 << 16

// routeFn sends the shapes of packs to the tiles that they reach, many of one bundle at a time. The
// plan is a side input.
type routeFn struct {
	// Second says that the shapes are of the second set of a join.
	Second bool
	// Singly says that nothing may be left for FinishBundle; see packFn.
	Singly bool

	text  string // the plan
	plan  *tile.Plan
	rooms [][]byte // by tile
	tiles []int
}

func (f *routeFn) ProcessElement(ctx context.Context, pack []byte, plan string, emit func(int64, []byte)) error {
	if f.plan == nil || f.text != plan {
		p, err := readPlan(plan)
		if err != nil {
			return err
		}
		f.plan, f.text, f.rooms = p, plan, make([][]byte, p.Tiles())
	}
	copies := int64(0)
	err := eachPacked(pack, func(world uint32, box region.Box, shape []byte) {
		f.tiles = f.plan.AppendTiles(f.tiles[:0], world, box)
		copies += int64(len(f.tiles))
		for _, t := range f.tiles {
			room := f.rooms[t]
			if len(room) == 0 {
				room = append(room, one(f.Second))
			}
			room = append(room, shape...)
			if len(room) >= blockSize {
				emit(int64(t), room)
				room = nil // the runner may keep what it was given
			}
			f.rooms[t] = room
		}
	})
	copiesCounter.Inc(ctx, copies)
	if f.Singly {
		f.send(emit)
	}
	return err
}

func (f *routeFn) FinishBundle(_ string, emit func(int64, []byte)) { f.send(emit) }

func (f *routeFn) send(emit func(int64, []byte)) {
	for t, room := range f.rooms {
		if len(room) > 0 {
			emit(int64(t), room)
			f.rooms[t] = nil
		}
	}
}

func one(on bool) byte {
	if on {
		return 1
	}
	return 0
}
