// SPDX-License-Identifier: MIT

package pipeline

import (
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"math"
	"math/rand/v2"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"daylight/batch/tile"
	"daylight/cmd/internal/shapes"
	"daylight/region"
)

func init() {
	register.DoFn3x1[[]byte, func(*[]byte) bool, func(string), error](&planFn{})
	register.Emitter1[string]()
	register.Iter1[[]byte]()
}

const (
	// mostSample is how many shapes a plan is made from at most.
	mostSample = 1 << 19
	// sampledSize is how long a shape of a sample is: world, weight, box.
	sampledSize = 4 + 5*8
)

func appendSample(dst []byte, s tile.Sample) []byte {
	le := binary.LittleEndian
	for i, b := range s.Boxes {
		dst = le.AppendUint32(dst, s.World[i])
		for _, v := range [...]float64{s.Weight[i], b.MinX, b.MinY, b.MaxX, b.MaxY} {
			dst = le.AppendUint64(dst, math.Float64bits(v))
		}
	}
	return dst
}

// planFn makes a plan from the samples of all bundles. Which those are, and in what order they
// come, changes how even the tiles are, and not what is found.
type planFn struct{ Tiles int }

func (f *planFn) ProcessElement(_ []byte, samples func(*[]byte) bool, emit func(string)) error {
	p, err := makePlan(samples, f.Tiles, mostSample)
	if err != nil {
		return err
	}
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	emit(string(text))
	return nil
}

// makePlan puts samples together. If they are more than most, each stays with a chance of one
// half, then of one quarter, and so on, and stands for as many more.
func makePlan(samples func(*[]byte) bool, tiles, most int) (*tile.Plan, error) {
	random := rand.New(rand.NewPCG(1, 2))
	le := binary.LittleEndian
	var s tile.Sample
	scale := 1.0 // each stands for so many more
	var block []byte
	for samples(&block) {
		if len(block)%sampledSize != 0 {
			return nil, shapes.ErrSpill
		}
		for ; len(block) > 0; block = block[sampledSize:] {
			if scale > 1 && random.Float64()*scale >= 1 {
				continue
			}
			at := func(i int) float64 { return math.Float64frombits(le.Uint64(block[4+8*i:])) }
			s.World = append(s.World, le.Uint32(block))
			s.Weight = append(s.Weight, at(0)*scale)
			s.Boxes = append(s.Boxes, region.Box{MinX: at(1), MinY: at(2), MaxX: at(3), MaxY: at(4)})
			if len(s.Boxes) <= most {
				continue
			}
			n := 0
			for k := range s.Boxes {
				if random.Uint64()&1 == 0 {
					s.World[n], s.Weight[n], s.Boxes[n] = s.World[k], 2*s.Weight[k], s.Boxes[k]
					n++
				}
			}
			s.World, s.Weight, s.Boxes = s.World[:n], s.Weight[:n], s.Boxes[:n]
			scale *= 2
		}
	}
	for k := range s.Weight {
		s.Weight[k] = min(s.Weight[k], math.MaxUint32) // more is no weight
	}
	return tile.Make(s, tiles)
}

// readPlan reads what a plan was made into.
func readPlan(text string) (*tile.Plan, error) {
	p := new(tile.Plan)
	return p, json.Unmarshal([]byte(text), p)
}

// worldNumbers are those by which the plan knows worlds: hashes of their names. Worlds of the same number are
// cut alike, and meet no more than others do.
type worldNumbers map[string]uint32

func (w worldNumbers) number(name string) uint32 {
	n, known := w[name]
	if !known {
		h := fnv.New32a()
		h.Write([]byte(name))
		n = h.Sum32() & math.MaxInt32
		w[name] = n
	}
	return n
}
