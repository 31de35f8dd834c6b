// SPDX-License-Identifier: MIT

package verlet

import (
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels/pose"
)

// TestListStripSpan: a strip knows which blocks of slots it has some of, unless they span more than
// it has bits for.
func TestListStripSpan(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, wide := range []uint32{1, 100, pose.PoseBlock, 5 * pose.PoseBlock, 63 * pose.PoseBlock, 64 * pose.PoseBlock, 1 << 24} {
		for range 20 {
			from := r.Uint32N(1 << 28)
			slots := make([]uint32, 1+r.IntN(40))
			has := map[uint32]bool{}
			lo, hi := from+wide, uint32(0)
			for k := range slots {
				slots[k] = from + r.Uint32N(wide)
				lo, hi = min(lo, slots[k]), max(hi, slots[k])
				has[slots[k]/pose.PoseBlock] = true
			}
			var s strip
			s.span(slots)
			if s.lo != lo || s.hi != hi {
				t.Fatalf("from %d to %d, not from %d to %d: %v", s.lo, s.hi, lo, hi, slots)
			}
			first := lo / pose.PoseBlock
			if hi/pose.PoseBlock-first >= 64 {
				if s.blocks != 0 {
					t.Fatalf("blocks %b of slots that span more than 64: %v", s.blocks, slots)
				}
				continue
			}
			for k := range uint32(64) {
				if got := s.blocks>>k&1 != 0; got != has[first+k] {
					t.Fatalf("block %d: %v, of slots %v", first+k, got, slots)
				}
			}
		}
	}
}
