// SPDX-License-Identifier: MIT

package pair

import (
	"fmt"
	"testing"

	"daylight/internal/simd"
)

// BenchmarkBound measures what a bound beside each pair would give: a number that its separation
// is not below, used up by how far its two shapes move, so that a pair is passed over as long as
// the bound is positive. The bound is the best there is, the separation itself, and costs
// nothing to find; moved tells how far each shape goes in a frame, in parts of its reach, and
// costs nothing either. So this is the most that any such bound can give.
func BenchmarkBound(b *testing.B) {
	for _, sides := range []int{4, 8, 16, 32, 64} {
		n := min(1024, 1<<15/sides)
		for _, hit := range []float64{0.1, 0.5, 0.9} {
			for _, motion := range []float32{0, 0.01, 0.05} { // 0: without bounds
				for _, tab := range All() {
					b.Run(fmt.Sprintf("corners=%d/kernels=%s/n=%d/hit=%g/motion=%g", sides, tab.Name, n, hit, motion), func(b *testing.B) {
						s := newBounded(fullPolygons(n, [2]int{sides, sides}, hit), motion, sides >= 16)
						for range 8 {
							s.frame(tab)
						}
						decided, frames := 0, 0
						for b.Loop() {
							decided += s.frame(tab)
							frames++
						}
						b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/pair")
						b.ReportMetric(100*float64(decided)/float64(frames*n), "%decided")
					})
				}
			}
		}
	}
}

// bounded is a block of pairs with a bound beside each.
type bounded struct {
	args        *Args
	pairs, todo []simd.Pair
	at          []int32
	sep, bound  []float32
	moved       []float32 // by shape
	hints, tell []Axis    // beside pairs, and beside todo
}

func newBounded(args *Args, motion float32, hinted bool) *bounded {
	n := len(args.Pairs)
	s := &bounded{
		args: args, pairs: args.Pairs, todo: make([]simd.Pair, n), at: make([]int32, n),
		sep: make([]float32, n), bound: make([]float32, n), moved: make([]float32, len(args.Block.Rec)),
	}
	if motion == 0 {
		s.bound = nil
	}
	if hinted {
		s.hints, s.tell = make([]Axis, n), make([]Axis, n)
	}
	for k, p := range s.pairs {
		sep, _, _ := separation(args.Block, p)
		s.sep[k] = float32(sep)
		for _, i := range [2]uint32{p.A, p.B} {
			s.moved[i] = motion * args.Block.Rec[i].C // a polygon's reach
		}
	}
	return s
}

// frame decides the pairs of which bounds do not tell that they are apart, and says how many.
func (s *bounded) frame(tab *Table) int {
	if s.bound == nil {
		s.args.Hints = s.hints
		tab.Contacts.Convex(s.args)
		return len(s.pairs)
	}
	n := 0
	for k, p := range s.pairs {
		left := s.bound[k] - (s.moved[p.A] + s.moved[p.B])
		s.bound[k] = left
		s.todo[n], s.at[n] = p, int32(k)
		if s.hints != nil {
			s.tell[n] = s.hints[k]
		}
		if !(left > 0) {
			n++
		}
	}
	a := s.args
	a.Pairs, a.Hints = s.todo[:n], nil
	if s.hints != nil {
		a.Hints = s.tell[:n]
	}
	got := tab.Contacts.Convex(a)
	hit := 0
	for i, p := range s.todo[:n] {
		k := s.at[i]
		if s.hints != nil {
			s.hints[k] = s.tell[i]
		}
		if hit < got.N && a.Out.A[hit] == p.A && a.Out.B[hit] == p.B {
			hit++
			continue
		}
		s.bound[k] = s.sep[k]
	}
	return n
}
