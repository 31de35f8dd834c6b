// SPDX-License-Identifier: MIT

package tile

import (
	"container/heap"
	"math/rand/v2"
)

// Sample stands for a scene: some of its shapes, drawn at random (tables have patterns that every
// so many-th row would meet), or all. A thousand a tile make tiles that differ by a few percent.
type Sample struct {
	World []uint32 // nil if all are in world 0
	Boxes []Box    // as Bounds has them
	// Weight is how many shapes each of them stands for; nil if each stands for itself.
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

// Sampler draws a Sample of shapes that come one by one. It keeps the largest shapes, since
// it matters whether one of those that meet thousands is among a sample, and of the others as
// many as there is room for, by chance: the same from the same shapes in the same order. The zero
// value is not ready; see NewSampler.
type Sampler struct {
	room   int
	random *rand.Rand
	seen   int64 // of those that are drawn by chance
	some   []sampled
	giants giants
}

type sampled struct {
	world uint32
	box   Box
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

// NewSampler makes a Sampler that keeps so many shapes, 48 bytes each.
func NewSampler(room int) *Sampler {
	return &Sampler{room: max(room, 16), random: rand.New(rand.NewPCG(1, 2))}
}

// Add shows the sampler a shape. One with an empty box is passed over.
func (s *Sampler) Add(world uint32, b Box) {
	if b.Empty() {
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

// Seen is how many shapes were added.
func (s *Sampler) Seen() int64 { return s.seen + int64(len(s.giants)) }

// Sample is what was drawn. The Sampler may go on.
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
