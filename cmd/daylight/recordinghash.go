// SPDX-License-Identifier: MIT

package main

import (
	"math"

	"daylight/bench/sim"
	mixing "daylight/internal/hash"
	"daylight/internal/store"
)

// worldHash is a hash of where every shape is, which way it is turned, and of the contacts
// of the last step with depths and normals, to the bit. Shapes count by ID, whatever
// slots they are in; contacts in their order, which is part of the answer.
//
// It serves to find differences, not to resist those who want to hide one.
func worldHash(w sim.World) uint64 {
	col := store.Of(w.Shapes()).Columns()
	sum := uint64(len(col.ID))
	for i, id := range col.ID {
		h := mixed(uint64(id) ^ math.Float64bits(col.X[i]))
		h = mixed(h + math.Float64bits(col.Y[i]))
		sum += mixed(h ^ (uint64(math.Float32bits(col.C[i]))<<32 | uint64(math.Float32bits(col.S[i]))))
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

// mixed permutes the bits of x, and does not leave 0 alone.
func mixed(x uint64) uint64 { return mixing.Mix64(x + 0x9E3779B97F4A7C15) }
