// SPDX-License-Identifier: MIT

package solver

import (
	"daylight/internal/guard"
	"daylight/internal/movers"
	"daylight/internal/scratch"
)

// beginSums sets the sums of all blocks to 0. Without Config.Impulses there are none.
func (s *state) beginSums() {
	n := 0
	if s.cfg.Impulses {
		n = len(s.blocks)
	}
	s.sums = scratch.Resize(s.sums, n)
	clear(s.sums)
}

// addSums adds the impulses of a sub-step to an owner's share of the sums.
func (s *state) addSums(o *owner) {
	n, parts := len(s.sums), len(s.owners)
	lo, hi := guard.Cut(n, o.k, parts), guard.Cut(n, o.k+1, parts)
	for i := range s.sums[lo:hi] {
		block := &s.blocks[lo+i]
		for j := range s.sums[lo+i] {
			if j == 1 && !block.Two {
				break
			}
			sum, p := &s.sums[lo+i][j], &block.Points[j]
			for k := range sum.normal {
				sum.normal[k] += p.Normal[k]
				sum.tangent[k] += p.Tangent[k]
			}
		}
	}
}

// addHit adds the impulses of a hit in lane k of block i to the sums.
func (s *state) addHit(i, k int, normal, tangent [2]float32) {
	if len(s.sums) == 0 {
		return
	}
	for j := range s.sums[i] {
		s.sums[i][j].normal[k] += normal[j]
		s.sums[i][j].tangent[k] += tangent[j]
	}
}

// tellImpulses writes the impulses of an owner's share of the contacts, along the normals of the
// step.
func (s *state) tellImpulses(o *owner) {
	c := s.contacts
	for i, hi := s.entries(o); i < hi; i++ {
		s.impulses[0][i], s.impulses[1][i] = Impulse{}, Impulse{}
		if s.ends[i][0] == movers.NoSlot {
			continue
		}
		block, k := s.lane(i)
		nx, ny := block.NX[k], block.NY[k]
		along, across := float32(1), float32(0)
		if nx != c.NX[i] || ny != c.NY[i] {
			along, across = float32(nx*c.NX[i])+float32(ny*c.NY[i]), float32(nx*c.NY[i])-float32(ny*c.NX[i])
		}
		sum := &s.sums[s.block(i)]
		for j := range s.impulses {
			normal, tangent := sound(sum[j].normal[k]), sound(sum[j].tangent[k])
			s.impulses[j][i] = Impulse{float32(normal*along) + float32(tangent*across), float32(tangent*along) - float32(normal*across)}
		}
	}
}
