// SPDX-License-Identifier: MIT

package separate

import (
	"context"
	"math"

	"daylight/batch"
	"daylight/internal/guard"
	"daylight/internal/movers"
)

// node is what every pass reads of a shape, in half a cache line. Pushes add up in tx and ty over
// all passes. dx and dy change between passes only, so that all links of a pass see the same
// positions.
type node struct {
	tx, ty float64 // the sum of all pushes, times its mass
	dx, dy float32 // by how much the shape has been pushed
	share  float32 // inverse mass times the parts it is split into
	hits   int32   // contacts that pushed in this pass
}

// link is a contact as the solver sees it.
type link struct {
	a, b   uint32  // slots
	sep    float32 // as found by the step
	nx, ny float32
	grid   float32 // the greater of the two shapes'
}

// owner is a range of slots and all links that have an end in it. A link between two ranges is in
// the lists of both owners. Both compute the same push, and each applies it to its own end. So no
// two goroutines write to one node, and none writes what another reads in the same pass.
type owner struct {
	k      int
	lo, hi uint32
	links  []link
	deep   []uint32 // links that overlap before the first pass: overlapping of them
	fixed  []uint32 // links to something that cannot move
	stuck  []uint32 // slots that such a link pushed in the last pass

	overlapping int

	active   int // links that pushed in the last pass, counted at their first end
	contacts int
	overlaps int
	deepest  float64
	bad      int // a slot whose inverse mass is out of range, or -1
}

// solver is the state of one call of Separate, whose memory the next call uses again.
type solver struct {
	ctx context.Context
	cfg *Config
	movers.Sets
	contacts *batch.Contacts
	ignored  []bool // by contact: it is ignored; nil if no contact is
	phase    func(*solver, *owner)

	nodes  []node
	hits   []int32      // by slot: links that overlap before the first pass
	exits  [][2]float64 // by slot: the push that ends the deepest overlap with a shape that cannot move
	first  bool         // the pass is the first of its kind
	ends   [][2]uint32  // of every contact, movers.NoSlot if it is ignored
	counts [][]int32    // by part of the contacts and owner: links, then where they go
	owners []owner
}

// each runs a pass for every owner, in parallel.
func (s *solver) each(phase func(*solver, *owner)) error {
	s.phase = phase
	return guard.Each(len(s.owners), s, share)
}

func share(s *solver, k int) error {
	s.phase(s, &s.owners[k])
	return s.ctx.Err()
}

// weight is a shape's inverse mass. If all masses are 1 or infinite it reads the node, which is in
// cache.
func (s *solver) weight(i uint32) float64 {
	if s.Inv != nil || s.Lead != nil {
		return s.Traits[i].W
	}
	if s.nodes[i].share == 0 {
		return 0
	}
	return 1
}

// split prepares a shape for the next pass, in which it is split into as many parts as it has ever
// had pushing links in one pass. The number of the next pass is not known beforehand, and a shape
// that is split too little oscillates.
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

// fit makes the grid of a shape at least g. A shape that does not move has no grid, or else a wall
// would make the grids of all shapes that touch it the same.
func fit(t *movers.Trait, g float64) {
	if b := math.Float32bits(float32(g)); t.W != 0 { // of numbers that are not negative, bits are in their order
		t.Grid = math.Float32frombits(max(math.Float32bits(t.Grid), b))
	}
}

// setGrid gives a link the coarser grid of its two shapes.
func (s *solver) setGrid(l *link) {
	l.grid = max(s.Traits[l.a].Grid, s.Traits[l.b].Grid)
}

// contact returns the depth and the normal of contact i of leads a and b.
func (s *solver) contact(i int, a, b uint32) (depth, nx, ny float32) {
	c := s.contacts
	if x, y, ok := s.Spread(a, b, c.A[i], c.B[i]); ok {
		return c.Depth[i], x, y
	}
	return c.Depth[i], c.NX[i], c.NY[i]
}
