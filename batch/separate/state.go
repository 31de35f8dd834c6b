// SPDX-License-Identifier: MIT

package separate

import (
	"context"
	"math"

	"daylight/batch"
	"daylight/internal/failure"
	"daylight/internal/team"
)

// node is what every pass wants of a shape, half a cache line. What a shape is asked
// adds up in tx and ty over all passes; dx and dy change between passes only, so
// whoever reads them in one sees the same, and are what everything is judged by.
type node struct {
	tx, ty float64 // all that its contacts asked of it, times its mass
	dx, dy float32 // how far that has pushed it; while velocities are found, its velocity
	share  float32 // inverse mass times the parts it is split into
	hits   int32   // contacts that pushed in this pass
}

// trait is what passes want of a shape now and then.
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

// owner is a range of slots and all links that have an end in it. A link between two
// ranges is in the lists of both, which come to the same numbers, each for its own
// end: so nobody writes to what others write to, or to what they read in one pass.
type owner struct {
	k      int
	lo, hi uint32
	links  []link
	deep   []uint32 // links that overlap before the first pass: overlapping of them
	fixed  []uint32 // links to something that cannot move
	stuck  []uint32 // slots that such a link pushed in the last pass
	driven driven

	overlapping int

	active   int // links that pushed in the last pass, counted at their first end
	contacts int
	overlaps int
	deepest  float64
	bad      int // slot with an inverse mass that is none, or -1
}

// solver is a separation under way and the scratch that it leaves for the next.
type solver struct {
	ctx context.Context
	cfg *Config
	sets
	contacts *batch.Contacts
	over     []bool // by contact: it is passed over; nil if none is
	pushes   map[int]pushed
	phase    func(*solver, *owner)

	nodes  []node
	traits []trait
	hits   []int32      // by slot: links that overlap before the first pass
	exits  [][2]float64 // by slot: the push that ends the deepest overlap with a shape that cannot move
	first  bool         // the pass is the first of its kind
	ends   [][2]uint32  // of every contact, noSlot if it is ignored
	counts [][]int32    // by part of the contacts and owner: links, then where they go
	owners []owner
	drive  drive
	memory memory
	parts  bodies
}

// drive is the state of the search for velocities.
//
// It is that of the push, with impulses in the place of pushes and speeds in the place of
// distances: what the links ask of a shape adds up in its node and never is rounded but to
// the shape's grid. The sum is the impulse of one sub-step, and the next begins with it.
type drive struct {
	h      float64 // the time of a sub-step
	bodies []body
	moved  [][2]float32 // by slot: how far the shape has moved in this frame; all links read it
	sub    int          // the sub-step in hand
	last   bool         // the pass is the last of its sub-step, after which shapes move
}

// body is a shape that has a velocity.
type body struct {
	vx, vy float64 // before the impulses of this sub-step; at the end, after those of the last
	x, y   float64 // how far it has moved in this frame
	off    bool    // its velocity is not finite, or close to it: no other is to catch it
}

// driven are columns of an owner's links.
type driven struct {
	normal, across []float32 // the impulse of a sub-step, along the normal and to its left
	back           []float32 // at which speed to part after an impact
	kept, top      int       // see memory
}

// idle stands for the impulse across of a link that has no say in velocities.
var idle = float32(math.NaN())

// tooFast bounds the speeds that are heeded.
const tooFast = 0x1p60

// bodies knows which shapes are parts of one body, and so move as one. Each body is led
// by the part of the lowest ID: contacts of any part are links of the lead, which has the
// mass of all, and what moves the lead moves all of them.
type bodies struct {
	lead  []uint32 // by slot; nil if no shape is part of a body
	first map[bodyKey]uint32
}

// bodyKey tells bodies apart: parts of one are in one world.
type bodyKey struct{ world, body uint32 }

// each has every owner go through a pass.
func (s *solver) each(phase func(*solver, *owner)) error {
	s.phase = phase
	return team.Each(len(s.owners), s, share, failure.Panicked[*solver])
}

func share(s *solver, k int) error {
	s.phase(s, &s.owners[k])
	return s.ctx.Err()
}

// weight is a shape's inverse mass. If all masses are alike its node tells it, which
// is at hand.
func (s *solver) weight(i uint32) float64 {
	if s.inv != nil || s.parts.lead != nil {
		return s.traits[i].w
	}
	if s.nodes[i].share == 0 {
		return 0
	}
	return 1
}

// split readies a shape for the next pass. It is split into as many parts as it ever
// had links that pushed: who pushes next is not known before they do, and a shape
// split too little is thrown about.
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

// after is the separation once the shapes have moved.
func (l *link) after(a, b *[2]float32) float64 {
	return float64(l.sep) + (float64(float64(l.nx)*float64(b[0]-a[0])) + float64(float64(l.ny)*float64(b[1]-a[1])))
}

// impulse is what a link asks of its b, on the grid.
func (l *link) impulse(normal, across float64) (x, y float64) {
	nx, ny, g := float64(l.nx), float64(l.ny), float64(l.grid)
	return snap(float64(normal*nx)-float64(across*ny), g), snap(float64(normal*ny)+float64(across*nx), g)
}

// fit has the shape's grid be at least g, unless it does not move: then it has none,
// or a wall would join the grids of all that touch it.
func (t *trait) fit(g float64) {
	if b := math.Float32bits(float32(g)); t.w != 0 { // of numbers that are not negative, bits are in their order
		t.grid = math.Float32frombits(max(math.Float32bits(t.grid), b))
	}
}

// grade gives a link its grid.
func (s *solver) grade(l *link) {
	l.grid = max(s.traits[l.a].grid, s.traits[l.b].grid)
}

// leadOf returns the slot whose node moves a slot's shape.
func (s *solver) leadOf(i uint32) uint32 {
	if s.parts.lead == nil {
		return i
	}
	return s.parts.lead[i]
}

// noSlot stands for the ends of a contact that is ignored.
const noSlot = math.MaxUint32
