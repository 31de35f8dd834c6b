// SPDX-License-Identifier: MIT

package separate

import (
	"cmp"
	"math"
	"slices"

	"daylight/batch"
	"daylight/batch/mtv"
	"daylight/internal/store"
	"daylight/soa"
)

// BodyContacts are the contacts of a step folded to one row for each pair of bodies, as
// columns. A body is a region, whose ID it has; or all shapes of one world with the same
// soa.Body, called by the lowest of their IDs; or a shape of no body. Of a batch.Join, A is a
// body of the first set and B one of the second.
type BodyContacts struct {
	A, B []soa.ID // A < B unless of a Join, in ascending order
	// First is where the contacts of the pair's parts begin in Rows, Count how many there are.
	First, Count []int
	// Deepest is which of the contacts is the deepest.
	Deepest []int
	// Moving all parts of B by (X, Y) ends the overlap of the pair: afterwards all parts
	// were asked again. They are 0 for a pair that does not overlap, sensors (soa.Sensor)
	// apart: those have contacts, and no push ends them.
	X, Y []float64
	// Least is what no push can be shorter than: the greatest depth of two parts. So the
	// push is longer than the shortest by the difference at most. Where one part of each
	// overlaps, as of two convex shapes, there is none.
	Least []float64
	// Rows are the contacts, pair by pair.
	Rows []int

	s        parter
	question mtv.Question
	sets     [2]bodySet
}

// bodySet is the bodies of one set of shapes.
type bodySet struct {
	shapes *soa.Shapes
	lowest map[bodyKey]soa.ID
	parts  map[soa.ID][]soa.ID // that are solid
}

// Find folds contacts that have depths. What was there before is overwritten. It fails if the
// contacts are of no shapes, as those that a caller has put together. The shapes must lie as
// they did when the contacts were found. It runs on the calling goroutine; a pair takes time
// in proportion to the product of its bodies' parts.
func (p *BodyContacts) Find(c *batch.Contacts) error {
	if err := p.s.begin(c); err != nil {
		return err
	}
	if c.Of() == nil {
		return wrong("BodyContacts.Find", "the contacts are of no shapes; pass what a step returned")
	}
	p.sets[0].group(p.s.of[0])
	if p.s.joined() {
		p.sets[1].group(p.s.of[1])
	} else {
		p.sets[1] = bodySet{}
	}
	p.A, p.B, p.First, p.Count, p.Deepest = p.A[:0], p.B[:0], p.First[:0], p.Count[:0], p.Deepest[:0]
	p.X, p.Y, p.Least, p.Rows = p.X[:0], p.Y[:0], p.Least[:0], p.Rows[:0]
	for i := range c.A {
		p.Rows = append(p.Rows, i)
	}
	pair := func(i int) (a, b soa.ID) {
		a, b = p.sets[0].bodyOf(c.A[i]), p.second().bodyOf(c.B[i])
		if p.s.joined() {
			return a, b
		}
		return min(a, b), max(a, b)
	}
	slices.SortFunc(p.Rows, func(i, k int) int {
		a, b := pair(i)
		u, v := pair(k)
		return cmp.Or(cmp.Compare(a, u), cmp.Compare(b, v), cmp.Compare(c.A[i], c.A[k]), cmp.Compare(c.B[i], c.B[k]))
	})
	for n, i := range p.Rows {
		a, b := pair(i)
		last := len(p.A) - 1
		if last < 0 || p.A[last] != a || p.B[last] != b {
			p.A, p.B = append(p.A, a), append(p.B, b)
			p.First, p.Count, p.Deepest = append(p.First, n), append(p.Count, 0), append(p.Deepest, i)
			last++
		}
		p.Count[last]++
		if c.Depth[i] > c.Depth[p.Deepest[last]] {
			p.Deepest[last] = i
		}
	}
	for k := range p.A {
		x, y, least := p.push(c, k)
		p.X, p.Y, p.Least = append(p.X, x), append(p.Y, y), append(p.Least, least)
	}
	return nil
}

// second is the bodies that B is one of.
func (p *BodyContacts) second() *bodySet {
	if p.s.joined() {
		return &p.sets[1]
	}
	return &p.sets[0]
}

// group finds the bodies of the shapes.
func (p *bodySet) group(shapes *soa.Shapes) {
	p.shapes = shapes
	if p.lowest == nil {
		p.lowest, p.parts = map[bodyKey]soa.ID{}, map[soa.ID][]soa.ID{}
	}
	clear(p.lowest)
	clear(p.parts)
	cols := store.Of(shapes).Columns()
	if cols.Body == nil {
		return
	}
	for id := range shapes.All() {
		if k, ok := keyOf(shapes, id); ok {
			if low, found := p.lowest[k]; !found || id < low {
				p.lowest[k] = id
			}
		}
	}
	for id := range shapes.All() {
		if a, err := shapes.Attrs(id); err != nil || a.Sensor {
			continue
		}
		b := p.bodyOf(id)
		p.parts[b] = append(p.parts[b], id)
	}
	for _, parts := range p.parts {
		slices.Sort(parts)
	}
}

func keyOf(shapes *soa.Shapes, id soa.ID) (bodyKey, bool) {
	a, err := shapes.Attrs(id)
	return bodyKey{a.World, a.Body}, err == nil && a.Body != 0
}

// bodyOf is what the body of a shape is called.
func (p *bodySet) bodyOf(id soa.ID) soa.ID {
	if lead := p.shapes.Region(id); lead != id {
		return lead
	}
	if k, ok := keyOf(p.shapes, id); ok {
		return p.shapes.Region(p.lowest[k])
	}
	return id
}

// partsOf are the solid parts of a body that has one.
func (p *bodySet) partsOf(body soa.ID) []soa.ID {
	if parts := p.parts[body]; parts != nil {
		return parts
	}
	return []soa.ID{body}
}

// rounds is how often a push is mended when other parts are in its way.
const rounds = 16

// push finds the push of pair k.
func (p *BodyContacts) push(c *batch.Contacts, k int) (x, y, least float64) {
	s := &p.s
	s.walls = s.walls[:0]
	overlaps := false
	for _, i := range p.Rows[p.First[k] : p.First[k]+p.Count[k]] {
		if s.senses(c.A[i], c.B[i]) {
			continue
		}
		of, other, nx, ny := c.B[i], c.A[i], c.NX[i], c.NY[i]
		if p.second().bodyOf(of) != p.B[k] { // the other way round
			of, other, nx, ny = other, of, -nx, -ny
		}
		s.add(of, other, nx, ny, c.Depth[i])
		d, _, err := p.question.MovedBetween(p.moving(), of, other, 0, 0)
		if err == nil {
			least = max(least, float64(d.Depth))
		}
		overlaps = overlaps || c.Depth[i] > 0
	}
	if !overlaps {
		return 0, 0, 0
	}
	as, bs := p.sets[0].partsOf(p.A[k]), p.second().partsOf(p.B[k])
	s.of = p.moving() // B is pushed
	push := s.push()
	s.of = p.stored()
	for range rounds {
		if push.Squeezed() {
			break
		}
		if p.inTheWay(as, bs, push) {
			return push.X, push.Y, least
		}
		push = s.solveAll()
	}
	x, y = p.outOfHull(as, bs)
	return x, y, least
}

// stored are the sets of A and of B, moving those of B and of A.
func (p *BodyContacts) stored() [2]*soa.Shapes {
	return [2]*soa.Shapes{p.sets[0].shapes, p.second().shapes}
}

func (p *BodyContacts) moving() [2]*soa.Shapes {
	return [2]*soa.Shapes{p.second().shapes, p.sets[0].shapes}
}

// inTheWay asks all pairs of parts after a push, and adds walls for those that still overlap.
// It reports whether there are none.
func (p *BodyContacts) inTheWay(as, bs []soa.ID, push Push) bool {
	s := &p.s
	parted := true
	for _, b := range bs {
		for _, a := range as {
			c, bound, err := p.question.MovedBetween(p.moving(), b, a, push.X, push.Y)
			if err != nil || float64(c.Depth) <= bound {
				continue
			}
			// The normal leads from b, which moves, to a.
			s.add(b, a, -c.NX, -c.NY, c.Depth)
			w := &s.walls[len(s.walls)-1]
			w.depth += float64(w.nx*push.X) + float64(w.ny*push.Y)
			parted = false
		}
	}
	return parted
}

// outOfHull finds a push that is certain, if not short: along the normal of some wall, until
// all of one body lies on one side of a line and all of the other on the other.
func (p *BodyContacts) outOfHull(as, bs []soa.ID) (x, y float64) {
	best := math.Inf(1)
	for _, w := range p.s.walls {
		_, far := extent(p.sets[0].shapes, as, w.nx, w.ny)
		near, _ := extent(p.second().shapes, bs, w.nx, w.ny)
		if d := far - near; d < best {
			best, x, y = d, float64(d*w.nx), float64(d*w.ny)
		}
	}
	return x, y
}

// extent is how far shapes reach along a direction.
func extent(shapes *soa.Shapes, ids []soa.ID, nx, ny float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, id := range ids {
		shape, err := shapes.Shape(id)
		if err != nil {
			continue
		}
		for _, v := range shape.Vertices {
			q := shape.Pose.Transform(v)
			d := float64(nx*q.X) + float64(ny*q.Y)
			low, high = min(low, d-shape.Radius), max(high, d+shape.Radius)
		}
	}
	return low, high
}
