// SPDX-License-Identifier: MIT

package main

import (
	"math"

	"daylight/bench/sim"
)

// worldHash is a hash of where every shape is, which way it is turned, and of the contacts
// of the last step with depths and normals, to the bit. Shapes count by ID, whatever
// slots they are in; contacts in their order, which is part of the answer.
//
// It serves to find differences, not to resist those who want to hide one.
func worldHash(w sim.World) uint64 {
	s := w.Shapes()
	sum := uint64(s.Len())
	for id := range s.All() {
		p, _ := s.Pose(id) // it is there
		h := mixed(uint64(id) ^ math.Float64bits(p.X))
		h = mixed(h + math.Float64bits(p.Y))
		sum += mixed(h ^ (uint64(math.Float32bits(p.C))<<32 | uint64(math.Float32bits(p.S))))
	}
	h := mixed(sum)
	c := w.Contacts()
	if c == nil {
		return h
	}
	sum = uint64(c.Len())
	for i := range c.A {
		k := mixed(uint64(i)<<32 ^ uint64(c.A[i]))
		k = mixed(k + uint64(c.B[i]))
		if len(c.Depth) > 0 {
			k = mixed(k ^ (uint64(math.Float32bits(c.Depth[i]))<<32 | uint64(math.Float32bits(c.NX[i]))))
			k += uint64(math.Float32bits(c.NY[i]))
		}
		sum += mixed(k)
	}
	return mixed(h + sum)
}

// mixed is a step of SplitMix64: it permutes the bits of x, and does not leave 0 alone.
func mixed(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
