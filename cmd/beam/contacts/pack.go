// SPDX-License-Identifier: MIT

package contacts

import (
	"context"
	"encoding/binary"
	"math"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"daylight/batch/tile"
	"daylight/region"
)

func init() {
	register.DoFn4x1[context.Context, Shape, func([]byte), func([]byte), error](&packFn{})
	register.Emitter1[[]byte]()
}

// Namespace is that of the metrics.
const Namespace = "daylight"

// The counters. That of copies counts a shape once for each tile that it reaches.
var (
	shapesCounter     = beam.NewCounter(Namespace, "shapes")
	copiesCounter     = beam.NewCounter(Namespace, "copies")
	boxlessCounter    = beam.NewCounter(Namespace, "shapes without a box")
	tilesCounter      = beam.NewCounter(Namespace, "tiles")
	candidatesCounter = beam.NewCounter(Namespace, "candidates")
	contactsCounter   = beam.NewCounter(Namespace, "contacts")
	undecidedCounter  = beam.NewCounter(Namespace, "undecided")
	tileShapes        = beam.NewDistribution(Namespace, "shapes per tile")
)

// bundleSample is how many shapes of a bundle are in the sample at most.
const bundleSample = 1 << 13

// packFn puts the shapes of a bundle together in packs, with the world and the box of each, and draws
// a sample of them. From here on there are few elements.
type packFn struct {
	Set settings
	// Singly says that each shape is to go by itself. FinishBundle emits into the global window
	// alone, so in other windows nothing may be left for it.
	Singly bool

	bounds  *bounds
	sampler *tile.Sampler
	pack    []byte
	one     []byte
}

func (f *packFn) StartBundle(_, _ func([]byte)) {
	f.bounds, f.sampler = newBounds(&f.Set), tile.NewSampler(bundleSample)
}

func (f *packFn) ProcessElement(ctx context.Context, s Shape, packs, _ func([]byte)) error {
	full, err := f.bounds.add(s)
	if err != nil || !full && !f.Singly {
		return err
	}
	return f.send(ctx, packs)
}

func (f *packFn) FinishBundle(ctx context.Context, packs, samples func([]byte)) error {
	if err := f.send(ctx, packs); err != nil {
		return err
	}
	if s := f.sampler.Sample(); len(s.Boxes) > 0 && !f.Singly {
		samples(appendSample(nil, s))
	}
	f.bounds, f.sampler = nil, nil
	return nil
}

// placeSize is how long the world and the box of a shape are in a pack.
const placeSize = 4 + 4*8

func (f *packFn) send(ctx context.Context, emit func([]byte)) error {
	le := binary.LittleEndian
	seen, placed := int64(len(f.bounds.list)), int64(0)
	pack := make([]byte, 0, len(f.pack)+len(f.pack)/8) // as the last; the runner may keep what it is given
	err := f.bounds.each(func(s *Shape, world uint32, box region.Box) {
		placed++
		f.sampler.Add(world, box)
		f.one = appendShape(f.one[:0], s)
		pack = le.AppendUint32(pack, world)
		for _, v := range [...]float64{box.MinX, box.MinY, box.MaxX, box.MaxY} {
			pack = le.AppendUint64(pack, math.Float64bits(v))
		}
		pack = append(binary.AppendUvarint(pack, uint64(len(f.one))), f.one...)
	})
	if err != nil {
		return err
	}
	if len(pack) > 0 {
		emit(pack)
	}
	f.pack = pack
	shapesCounter.Inc(ctx, seen)
	boxlessCounter.Inc(ctx, seen-placed)
	return nil
}

// eachPacked calls do with the shapes of a pack, as appendShape writes them.
func eachPacked(pack []byte, do func(world uint32, box region.Box, shape []byte)) error {
	le := binary.LittleEndian
	for len(pack) > 0 {
		if len(pack) < placeSize {
			return errBlock
		}
		at := func(i int) float64 { return math.Float64frombits(le.Uint64(pack[4+8*i:])) }
		world, box := le.Uint32(pack), region.Box{MinX: at(0), MinY: at(1), MaxX: at(2), MaxY: at(3)}
		n, k := binary.Uvarint(pack[placeSize:])
		if k <= 0 || n > uint64(len(pack)-placeSize-k) {
			return errBlock
		}
		pack = pack[placeSize+k:]
		do(world, box, pack[:n])
		pack = pack[n:]
	}
	return nil
}
