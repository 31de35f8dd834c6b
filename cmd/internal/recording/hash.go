// SPDX-License-Identifier: MIT

package recording

import (
	"math"

	"daylight/bench/sim"
	"daylight/internal/hash"
	"daylight/internal/store"
)

// Hash is a hash of where every shape is, which way it is turned, and of the contacts
// of the last step with depths and normals, to the bit. Shapes count by ID, whatever
// slots they are in; contacts in their order, which is part of the answer.
//
// It serves to find differences, not to resist those who want to hide one.
func Hash(w sim.World) uint64 {
	col := store.Of(w.Shapes()).Columns()
	sum := uint64(len(col.ID))
	for i, id := range col.ID {
		h := mix(uint64(id) ^ math.Float64bits(col.X[i]))
		h = mix(h + math.Float64bits(col.Y[i]))
		sum += mix(h ^ (uint64(math.Float32bits(col.C[i]))<<32 | uint64(math.Float32bits(col.S[i]))))
	}
	h := mix(sum)
	c := w.Contacts()
	if c == nil {
		return h
	}
	sum = uint64(c.Len())
	for i := range c.A {
		k := mix(uint64(i)<<32 ^ uint64(c.A[i]))
		k = mix(k + uint64(c.B[i]))
		if len(c.Depth) > 0 {
			k = mix(k ^ (uint64(math.Float32bits(c.Depth[i]))<<32 | uint64(math.Float32bits(c.NX[i]))))
			k += uint64(math.Float32bits(c.NY[i]))
		}
		sum += mix(k)
	}
	return mix(h + sum)
}

// mix permutes the bits of x, and does not leave 0 alone.
func mix(x uint64) uint64 { return hash.Mix64(x + 0x9E3779B97F4A7C15) }
