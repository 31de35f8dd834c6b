// SPDX-License-Identifier: MIT

package step

import (
	"math/bits"
	"sync/atomic"

	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/soa"
)

// axisCache remembers, from one step to the next, the axis that separated a pair of
// polygons (the last separating axis; G. van den Bergen, "Collision Detection in
// Interactive 3D Environments", 2003, section 4.3, calls on the same coherence).
//
// It is a pair of direct-mapped tables: a step reads what the step before wrote, so a worker's
// result does not depend on how far the others are. Two pairs may have the same place; the greater
// value is kept, whichever comes first. So the tables and the hit rate are the same for any number
// of workers. A wrong or missing entry costs only time: the kernels give the same answer with any
// hint.
type axisCache struct {
	prev, next []uint64 // tag (40 bits), B's axis (1 bit), edge + 1 (23 bits); 0 is empty
	live       atomic.Int64
}

const (
	axisBits  = 24
	axisB     = 1 << (axisBits - 1)
	axisLimit = axisB - 1 // greatest edge + 1 that fits
	minPlaces = 1 << 10
)

// begin makes the table that the last step wrote the one to read, and an empty one to write.
func (c *axisCache) begin() {
	c.prev, c.next = c.next, c.prev
	n := c.places()
	c.live.Store(0)
	if cap(c.next) < n {
		c.next = make([]uint64, n)
		return
	}
	c.next = c.next[:n]
	clear(c.next)
}

// places is how many places the table of the next step has.
func (c *axisCache) places() int {
	return max(1<<bits.Len64(uint64(2*c.live.Load())), minPlaces)
}

// forget empties the cache, as after a step that failed half way.
func (c *axisCache) forget() {
	c.live.Store(0)
	clear(c.prev)
	clear(c.next)
}

func pairHash(a, b soa.ID) uint64 {
	return kernels.Mix64(kernels.Mix64(uint64(a)) + uint64(b))
}

// find returns the axis that is remembered for a pair, or 0. An axis beyond the lanes of its shapes
// belongs to another pair with the same tag.
func (c *axisCache) find(a, b soa.ID, lanesA, lanesB uint32) pair.Axis {
	if len(c.prev) == 0 {
		return 0
	}
	h := pairHash(a, b)
	e := c.prev[h&uint64(len(c.prev)-1)]
	if e == 0 || (e^h)>>axisBits != 0 {
		return 0
	}
	edge := uint32(e & axisLimit)
	if e&axisB != 0 {
		if edge > lanesB {
			return 0
		}
		return pair.BAxis + pair.Axis(edge)
	}
	if edge > lanesA {
		return 0
	}
	return pair.Axis(edge)
}

// keep remembers the axis that separated a pair.
func (c *axisCache) keep(a, b soa.ID, axis pair.Axis) {
	edge := uint64(axis &^ pair.BAxis)
	if edge > axisLimit {
		return
	}
	h := pairHash(a, b)
	e := h>>axisBits<<axisBits | edge
	if axis&pair.BAxis != 0 {
		e |= axisB
	}
	p := &c.next[h&uint64(len(c.next)-1)]
	for {
		old := atomic.LoadUint64(p)
		if old >= e || atomic.CompareAndSwapUint64(p, old, e) {
			return
		}
	}
}
