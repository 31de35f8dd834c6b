// SPDX-License-Identifier: MIT

package bits

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
	"math"

	"daylight/batch"
	"daylight/bench/sim"
)

// Frames is how many steps of a simulation are hashed.
const Frames = 60

// Hash is of the contacts of a simulation's first steps. It is used by one goroutine.
type Hash struct {
	sum    hash.Hash64
	frames int
	room   []byte
}

// New begins a hash.
func New() *Hash { return &Hash{sum: fnv.New64a()} }

// Add takes the contacts of the next step, and reports whether it was the last that counts.
func (h *Hash) Add(c *batch.Contacts) bool {
	if h.frames >= Frames {
		return false
	}
	h.frames++
	h.room = binary.LittleEndian.AppendUint64(h.room[:0], uint64(c.Len()))
	for i := range c.A {
		for _, v := range [...]uint32{c.A[i].Index(), c.B[i].Index(), math.Float32bits(c.Depth[i]), math.Float32bits(c.NX[i]), math.Float32bits(c.NY[i])} {
			h.room = binary.LittleEndian.AppendUint32(h.room, v)
		}
	}
	h.sum.Write(h.room)
	return h.frames == Frames
}

// String is the hash so far.
func (h *Hash) String() string { return fmt.Sprintf("%016x", h.sum.Sum64()) }

// Of is the hash of the first steps of a simulation.
func Of(ctx context.Context, w sim.World) (string, error) {
	h := New()
	for done := false; !done; {
		if err := w.Step(ctx); err != nil {
			return "", err
		}
		done = h.Add(w.Contacts())
	}
	return h.String(), nil
}
