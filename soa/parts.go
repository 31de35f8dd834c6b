// SPDX-License-Identifier: MIT

package soa

import (
	"sync/atomic"
)

// firstBody is the least number of a body that is given to a region.
const firstBody = 1 << 31

// regionBodies counts the bodies that were given to regions, in all stores, since bodies
// of the same number in two stores of a join are one.
var regionBodies atomic.Uint32

// takeBodies returns the first of n numbers of bodies that nobody has, if there are so many.
func takeBodies(n int) (first uint32, ok bool) {
	for {
		taken := regionBodies.Load()
		if uint64(taken)+uint64(n) > 1<<32-firstBody {
			return 0, false
		}
		if regionBodies.CompareAndSwap(taken, taken+uint32(n)) {
			return firstBody + taken, true
		}
	}
}

func noBodies(op string) error {
	return refuse(op, "", ErrFull, "2^31 regions have been made; give them bodies")
}

// regions records which shapes are the parts of a region. The ID of the first part names the
// region.
type regions struct {
	parts map[ID][]ID   // of each region, the first too
	of    map[ID]ID     // the region of each part
	given map[ID]uint32 // the body that a region was given because attributes named none
}

// enter records a region and the body that it was given, or 0.
func (g *regions) enter(parts []ID, given uint32) {
	if g.parts == nil {
		g.parts, g.of, g.given = map[ID][]ID{}, map[ID]ID{}, map[ID]uint32{}
	}
	for _, id := range parts {
		g.of[id] = parts[0]
	}
	g.parts[parts[0]] = parts
	if given != 0 {
		g.given[parts[0]] = given
	}
}

// ownBody returns the body that a region was given, or gives it one.
func (g *regions) ownBody(id ID) (body uint32, ok bool) {
	if body, ok = g.given[id]; ok {
		return body, true
	}
	if body, ok = takeBodies(1); ok {
		g.given[id] = body
	}
	return body, ok
}

// forget removes the record of a region.
func (g *regions) forget(id ID) {
	for _, part := range g.parts[id] {
		delete(g.of, part)
	}
	delete(g.parts, id)
	delete(g.given, id)
}
