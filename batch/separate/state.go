// SPDX-License-Identifier: MIT

package separate

import (
	"daylight/internal/guard"

	"context"
	"math"

	"daylight/batch"
)

// node is what every pass reads of a shape, in half a cache line. Pushes add up in tx and ty over all passes. dx and
// dy change between passes only, so that all links of a pass see the same positions.
type node struct {
	tx, ty float64 // the sum of all pushes, times its mass
	dx, dy float32 // by how much the shape has been pushed; in the search for velocities, its velocity
	share  float32 // inverse mass times the parts it is split into
	hits   int32   // contacts that pushed in this pass
}

// trait is what some passes read of a shape.
type trait struct {
	w    float64 // inverse mass, 0 if it does not move
	grid float32 // see snap
	size float32
}

// link is a contact as the solver sees it.
type link struct {
	a, b   uint32  // slots
	sep    float32 // as found by the step; later, after shapes have moved by their velocities
	nx, ny float32
	grid   float32 // the greater of the two shapes'
	row    uint32  // of the contacts
}

// owner is a range of slots and all links that have an end in it. A link between two ranges is in the lists of both
// owners. Both compute the same push, and each applies it to its own end. So no two goroutines write to one node, and
// none writes what another reads in the same pass.
type owner struct {
	k        int
	lo, hi   uint32
	links    []link
	deep     []uint32 // links that overlap before the first pass: overlapping of them
	fixed    []uint32 // links to something that cannot move
	stuck    []uint32 // slots that such a link pushed in the last pass
	impulses impulses

	overlapping int

	active   int // links that pushed in the last pass, counted at their first end
	contacts int
	overlaps int
	deepest  float64
	bad      int // a slot whose inverse mass is out of range, or -1
}

// pushed is the push of whole bodies in place of the depth and normal of a contact.
type pushed struct{ depth, nx, ny float32 }

// solver is the state of one call of Separate, whose memory the next call uses again.
type solver struct {
	ctx context.Context
	cfg *Config
	sets
	contacts *batch.Contacts
	ignored  []bool // by contact: it is ignored; nil if none is
	pushes   map[int]pushed
	phase    func(*solver, *owner)

	nodes        []node
	traits       []trait
	hits         []int32      // by slot: links that overlap before the first pass
	exits        [][2]float64 // by slot: the push that ends the deepest overlap with a shape that cannot move
	first        bool         // the pass is the first of its kind
	ends         [][2]uint32  // of every contact, noSlot if it is ignored
	counts       [][]int32    // by part of the contacts and owner: links, then where they go
	owners       []owner
	motion       motion
	impulseCache cache[straight]
	parts        bodies
	turning      turning
}

// motion is the state of the search for velocities.
//
// The search works like that for positions, with impulses in place of pushes and speeds in place of distances. The
// impulses of all links of a shape add up in its node, rounded to the grid of the shape and to nothing else. The sum is
// the impulse of one sub-step, and the next sub-step begins with it.
type motion struct {
	h      float64 // the time of a sub-step
	bodies []body
	moved  [][2]float32 // by slot: how far the shape has moved in this frame; all links read it
	sub    int          // the current sub-step
	last   bool         // the pass is the last of its sub-step, after which shapes move
}

// body is a shape that has a velocity.
type body struct {
	vx, vy  float64 // before the impulses of this sub-step; at the end, after those of the last
	x, y    float64 // how far it has moved in this frame
	ignored bool    // its velocity is beyond maxSpeed or NaN, and must not spread to other shapes
}

// impulses are columns of an owner's links.
type impulses struct {
	normal, tangent []float32 // the impulse of a sub-step, along the normal and to its left
	bounce          []float32 // the speed of parting after an impact
	kept, top       int       // see cache
}

// noImpulse is the tangential impulse of a link that the search for velocities leaves out.
var noImpulse = float32(math.NaN())

// maxSpeed is the greatest speed that a shape may have to take part in the search for velocities.
const maxSpeed = 0x1p60

// bodies says which shapes are parts of one body, and so move as one. The lead of a body is its part of the lowest ID.
// Contacts of any part are links of the lead, which has the mass of all parts; whatever moves the lead moves them all.
type bodies struct {
	lead  []uint32 // by slot; nil if no shape is part of a body
	first map[bodyKey]uint32
}

// bodyKey tells bodies apart: parts of one are in one world.
type bodyKey struct{ world, body uint32 }

// each runs a pass for every owner, in parallel.
func (s *solver) each(phase func(*solver, *owner)) error {
	s.phase = phase
	return guard.Each(len(s.owners), s, share)
}

func share(s *solver, k int) error {
	s.phase(s, &s.owners[k])
	return s.ctx.Err()
}

// weight is a shape's inverse mass. If all masses are 1 or infinite it reads the node, which is in cache.
func (s *solver) weight(i uint32) float64 {
	if s.inv != nil || s.parts.lead != nil {
		return s.traits[i].w
	}
	if s.nodes[i].share == 0 {
		return 0
	}
	return 1
}

// split prepares a shape for the next pass, in which it is split into as many parts as it has ever had pushing links in
// one pass. The number of the next pass is not known beforehand, and a shape that is split too little oscillates.
func (n *node) split(w, easing float64) {
	if share := float32(float64(w*float64(n.hits)) * easing); share > n.share {
		n.share = share
	}
	n.hits = 0
}

// gap is the separation now, found by how far the shapes have been pushed.
func (l *link) gap(p, q *node) float64 {
	return float64(l.sep) + (float64(float64(l.nx)*float64(q.dx-p.dx)) + float64(float64(l.ny)*float64(q.dy-p.dy)))
}

// after is the separation after the shapes have moved.
func (l *link) after(a, b *[2]float32) float64 {
	return float64(l.sep) + (float64(float64(l.nx)*float64(b[0]-a[0])) + float64(float64(l.ny)*float64(b[1]-a[1])))
}

// impulse is the impulse of a link on its b, rounded to the grid.
func (l *link) impulse(normal, tangent float64) (x, y float64) {
	nx, ny, g := float64(l.nx), float64(l.ny), float64(l.grid)
	return snap(float64(normal*nx)-float64(tangent*ny), g), snap(float64(normal*ny)+float64(tangent*nx), g)
}

// fit makes the grid of a shape at least g. A shape that does not move has no grid, or else a wall would make the grids
// of all shapes that touch it the same.
func (t *trait) fit(g float64) {
	if b := math.Float32bits(float32(g)); t.w != 0 { // of numbers that are not negative, bits are in their order
		t.grid = math.Float32frombits(max(math.Float32bits(t.grid), b))
	}
}

// setGrid gives a link the coarser grid of its two shapes.
func (s *solver) setGrid(l *link) {
	l.grid = max(s.traits[l.a].grid, s.traits[l.b].grid)
}

// leadOf returns the slot whose node moves a slot's shape.
func (s *solver) leadOf(i uint32) uint32 {
	if s.parts.lead == nil {
		return i
	}
	return s.parts.lead[i]
}

// contact returns the depth and the normal of contact i, or those of the push of whole bodies in its place.
func (s *solver) contact(i int) (depth, nx, ny float32) {
	if s.pushes != nil {
		if p, ok := s.pushes[i]; ok {
			return p.depth, p.nx, p.ny
		}
	}
	c := s.contacts
	return c.Depth[i], c.NX[i], c.NY[i]
}
