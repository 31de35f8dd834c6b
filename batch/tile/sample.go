// SPDX-License-Identifier: MIT

package tile

import (
	"container/heap"
	"math/rand/v2"

	"daylight/region"
)

// Sample stands for a scene. It holds all shapes of the scene, or some of them drawn at random.
// (To take every nth row of a table would not do: tables have patterns.) With 1,600 shapes per
// tile, the busiest tile had 1.12 to 1.28 times the mean work in scenes of a million shapes;
// docs/scale.md has the figures.
type Sample struct {
	World []uint32     // nil if all are in world 0
	Boxes []region.Box // as Bounds.Box returns them; empty ones do not count
	// Weight says how many shapes of the scene each of these stands for. It is nil if each
	// stands for itself.
	Weight []float64
}

func (s *Sample) world(i int) uint32 {
	if s.World == nil {
		return 0
	}
	return s.World[i]
}

func (s *Sample) weight(i int) float64 {
	if s.Weight == nil {
		return 1
	}
	return s.Weight[i]
}

// Sampler draws a Sample from shapes that come one by one. It keeps the largest shapes, an
// eighth of the sample, since it matters to the balance whether a shape that meets thousands
// is among them. The rest it draws at random from all other shapes, each with the same chance.
// The same shapes in the same order give the same sample. NewSampler makes a Sampler; the zero
// value is not ready for use. A Sampler belongs to one goroutine at a time.
type Sampler struct {
	room   int
	random *rand.Rand
	seen   int64 // of those that are drawn by chance
	some   []sampled
	giants giants
}

type sampled struct {
	world uint32
	box   region.Box
}

func (s *sampled) size() float64 {
	return max(s.box.MaxX-s.box.MinX, s.box.MaxY-s.box.MinY)
}

// giants is a heap, the smallest on top.
type giants []sampled

func (g giants) Len() int           { return len(g) }
func (g giants) Less(i, k int) bool { return g[i].size() < g[k].size() }
func (g giants) Swap(i, k int)      { g[i], g[k] = g[k], g[i] }
func (g *giants) Push(v any)        { *g = append(*g, v.(sampled)) }
func (g *giants) Pop() any          { panic("a heap of giants only grows") }

// NewSampler makes a Sampler that keeps so many shapes, at least 16. It takes 40 bytes per shape
// that it keeps, and its lists have some room to grow.
func NewSampler(room int) *Sampler {
	return &Sampler{room: max(room, 16), random: rand.New(rand.NewPCG(1, 2))}
}

// Add shows the sampler a shape by its world and its box. It ignores a shape whose box is empty.
func (s *Sampler) Add(world uint32, b region.Box) {
	if isEmpty(b) {
		return
	}
	one := sampled{world, b}
	if most := s.room / 8; len(s.giants) < most {
		heap.Push(&s.giants, one)
		return
	} else if one.size() > s.giants[0].size() {
		one, s.giants[0] = s.giants[0], one
		heap.Fix(&s.giants, 0)
	}
	s.seen++
	if most := s.room - s.room/8; len(s.some) < most {
		s.some = append(s.some, one)
	} else if k := s.random.Int64N(s.seen); k < int64(most) {
		s.some[k] = one
	}
}

// Sample returns what has been drawn so far. It is a copy, 44 bytes per shape, that belongs to
// the caller; the Sampler can go on.
func (s *Sampler) Sample() Sample {
	var out Sample
	add := func(list []sampled, weight float64) {
		for _, one := range list {
			out.World = append(out.World, one.world)
			out.Boxes = append(out.Boxes, one.box)
			out.Weight = append(out.Weight, weight)
		}
	}
	add(s.giants, 1)
	if n := len(s.some); n > 0 {
		add(s.some, float64(s.seen)/float64(n))
	}
	return out
}
