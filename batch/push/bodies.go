// SPDX-License-Identifier: MIT

package push

import (
	"cmp"
	"math"
	"slices"

	"daylight/batch"
	"daylight/internal/guard"
	"daylight/internal/kernels/pair"
	"daylight/internal/minkowski"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/region"
	"daylight/soa"
)

// Bodies are the minimum translations that part whole bodies, as columns with one row for each pair
// of bodies that have contacts. A body is a region, named by its ID; or all shapes of one world
// with the same soa.Attrs.Body, named by the lowest of their IDs; or a shape that is part of no
// body. Rows has the indices of the contacts of each pair, for other columns of the contacts, such
// as contact points.
//
// The zero value is ready for use. It owns its columns, which are valid until Find is called
// again. Only one goroutine at a time may use it.
type Bodies struct {
	// A < B, in ascending order. For contacts between two sets, A is a body of the first set and B
	// one of the second.
	A, B []soa.ID
	// Rows[Start[k]:Start[k+1]] are the indices of the contacts between the parts of pair k, the
	// deepest first. In ModeSwept the first is the deepest of the contacts that touch earliest.
	// Find prefers contacts whose normal is not that of a cut between two parts of one body. It
	// recognizes cuts by the present poses of the bodies, so it misses those of bodies that turn
	// before they touch.
	Start, Rows []int
	// The overlap of the pair ends if all parts of B are moved by (X, Y), and no shorter move
	// ends it: it is the minimum translation of the whole bodies, concave or not. X and Y are 0
	// for a pair that does not overlap (in ModeSwept, at the start of the step), and for contacts
	// of sensors (soa.Attrs.Sensor), which push nothing unless Sensors says otherwise.
	//
	// The store rounds each shape by at most 2^-23 of its reach from its position. If bodies of
	// several parts overlap by no more than this error, (X, Y) is the push of the deepest contact.
	// Bodies that interlock may have a push after which they fit into each other within this error.
	// (X, Y) is that push if it is less than half as long as the push that takes them apart.
	X, Y []float64
	// Excess is 0 if no shorter push ends the overlap. If it is not 0, the bodies have so many
	// parts near each other that Find gave up the search for a shorter push: (X, Y) ends the
	// overlap, and is longer than the shortest push by Excess at most.
	Excess []float64
	// Begin lists the pairs that the previous call of Find did not have. End lists the pairs that
	// only the previous call had. For contacts between two sets both are empty.
	Begin, End batch.Pairs

	// Decide, unless nil, says whether two parts of bodies overlap where float32 cannot tell, as
	// batch.Config.Decide does. The caller must decide, since the store has no exact outlines. Find
	// gives it contacts whose depth is within the error bound of 0, until one overlaps. If no two
	// parts of two bodies overlap, the bodies only touch, and Find does not push them. An overlap
	// may be so small that the search finds no push. Then Find returns the push of the deepest
	// contact. Without Decide any depth above 0 is an overlap, even if it is a rounding error. Find
	// calls Decide on its own goroutine.
	Decide func(a, b soa.ID, found region.Verdict) region.Verdict

	// Sensors, set before Find is called, makes Find treat sensors as other shapes: for measuring
	// how deep bodies overlap, not for parting them.
	Sensors bool

	// Effort, set before Find is called, is how many corners the search for one push may visit
	// before it is given up, so that answers do not depend on the machine. Time and memory grow
	// with it. 0 stands for 2,097,152, which is enough for two outlines of some hundred corners
	// that lie in each other. Effort is at most 2^30.
	Effort int

	wholes  batch.Contacts
	before  batch.Pairs
	deepest []int
	index   [2]bodyIndex // of the set of A, and of the set of B if that is another
	keys    []pairKey
	finder  minkowski.Finder
	parts   [2][]minkowski.Part
	loaded  soa.ID // body of parts[0]
}

type pairKey struct {
	a, b soa.ID
	row  int
}

// Find makes the rows of the contacts of a step, and overwrites the previous ones. The shapes must
// not have moved since the contacts were found. Find holds them, so that nobody changes them
// meanwhile, and returns soa.ErrInUse if somebody else does.
//
// It returns a *daylight.ArgumentError if the contacts have no depths, or if a caller made them, so
// that their set of shapes is unknown.
//
// The caller may also define the bodies: the first function of of returns, for each shape, the name
// of its body, which must be the ID of one of the shapes of that body. For contacts between two
// sets, a second function does so for the second set. Find calls the functions once for each shape
// in the store, on the calling goroutine; they must not change shapes. A nil function stands for
// bodies as they are.
//
// Find runs on the calling goroutine. If there are bodies, it visits all shapes of the store. For
// the push of a pair it compares the AABBs of every two parts of the two bodies a few times, and
// searches among the parts near the overlap. The time of the search grows with the square of the
// number of such pairs of parts, until Find gives up. For pairs that touch in several places later
// in a step of ModeSwept, it puts the parts of each body in order once, and looks at parts that lie
// at a contact. Find reuses its columns, but allocates memory for the parts of overlapping bodies
// that have several, and about 800 bytes for each pair of parts that the search visits, up to 250
// MB for a pair of bodies with the default Effort. MemoryLimit of batch.Config does not count that.
func (p *Bodies) Find(c *batch.Contacts, of ...func(soa.ID) soa.ID) error {
	if err := p.check(c, of); err != nil {
		return err
	}
	a, b := c.Shapes()
	sets := [2]*soa.Shapes{a, b}
	if _, err := store.Hold(sets); err != nil {
		return err
	}
	defer store.Release(sets)
	p.find(c, of)
	return nil
}

// Contacts returns one contact for each pair that overlaps: its push as depth and normal, between a
// part of A and one of B. Given to a separate.Separator in place of the contacts of the step, they
// part whole bodies, even if contacts of their parts push in opposite directions, as between two
// hooks. They are valid until Find is called again.
func (p *Bodies) Contacts() *batch.Contacts { return &p.wholes }

// check refuses what Find cannot serve.
func (p *Bodies) check(c *batch.Contacts, of []func(soa.ID) soa.ID) error {
	a, b := c.Shapes()
	if a == nil {
		return guard.Argument("push.Bodies.Find", "the contacts are of no shapes; pass what a step returned")
	}
	if err := c.Fit(store.Key{}, a, b, true); err != nil {
		return err
	}
	if len(of) > 2 {
		return guard.Argument("push.Bodies.Find", "%d functions that name bodies; there are two sets at most", len(of))
	}
	if p.Effort < 0 || p.Effort > minkowski.MaxEffort {
		return guard.Argument("push.Bodies.Find", "Effort is %d; want 1 to %d, or 0 for the default", p.Effort, minkowski.MaxEffort)
	}
	return nil
}

// find is Find for contacts of shapes that are held.
func (p *Bodies) find(c *batch.Contacts, of []func(soa.ID) soa.ID) {
	var named [2]func(soa.ID) soa.ID
	copy(named[:], of)
	shapes, others := c.Shapes()
	joined := shapes != others
	p.before.A, p.A = p.A, p.before.A[:0]
	p.before.B, p.B = p.B, p.before.B[:0]
	a, b := &p.index[0], &p.index[0]
	a.find(shapes, named[0])
	if joined {
		b = &p.index[1]
		b.find(others, named[1])
	}
	if p.Sensors {
		a.senses, b.senses = false, false
	}
	p.Start, p.deepest = p.Start[:0], p.deepest[:0]
	p.X, p.Y, p.Excess = p.X[:0], p.Y[:0], p.Excess[:0]
	p.finder.Effort = p.Effort
	p.keys, p.Rows = scratch.Resize(p.keys, c.Len()), scratch.Resize(p.Rows, c.Len())
	for i := range c.A {
		k := pairKey{a.body(c.A[i]), b.body(c.B[i]), i}
		if !joined && k.a > k.b {
			k.a, k.b = k.b, k.a
		}
		p.keys[i] = k
	}
	slices.SortFunc(p.keys, func(k, l pairKey) int {
		return cmp.Or(cmp.Compare(k.a, l.a), cmp.Compare(k.b, l.b), cmp.Compare(c.A[k.row], c.A[l.row]), cmp.Compare(c.B[k.row], c.B[l.row]))
	})
	for n, k := range p.keys {
		p.Rows[n] = k.row
		last := len(p.A) - 1
		if last < 0 || p.A[last] != k.a || p.B[last] != k.b {
			p.A, p.B = append(p.A, k.a), append(p.B, k.b)
			p.Start, p.deepest = append(p.Start, n), append(p.deepest, k.row)
			last++
		}
		if ahead(c, k.row, p.deepest[last]) {
			p.deepest[last] = k.row
		}
	}
	p.Start = append(p.Start, len(p.Rows))
	p.loaded = 0
	w := &p.wholes
	w.A, w.B, w.Depth, w.NX, w.NY = w.A[:0], w.B[:0], w.Depth[:0], w.NX[:0], w.NY[:0]
	for k := range p.A {
		p.preferOuter(c, k, a, b)
		push, excess := p.push(c, k, a, b), 0.0
		if !push.Exact {
			excess = max(push.Length-push.Least, math.SmallestNonzeroFloat64)
		}
		p.X, p.Y, p.Excess = append(p.X, push.X), append(p.Y, push.Y), append(p.Excess, excess)
		p.addWhole(c, k, push, a, b)
		rows := p.rows(k)
		at := slices.Index(rows, p.deepest[k])
		rows[0], rows[at] = rows[at], rows[0]
	}
	p.changes(joined)
}

// rows are the places of the contacts of pair k.
func (p *Bodies) rows(k int) []int { return p.Rows[p.Start[k]:p.Start[k+1]] }

// changes finds which pairs begin and which end.
func (p *Bodies) changes(joined bool) {
	p.Begin.A, p.Begin.B, p.End.A, p.End.B = p.Begin.A[:0], p.Begin.B[:0], p.End.A[:0], p.End.B[:0]
	if joined {
		return
	}
	old, i := &p.before, 0
	for k := 0; k < len(p.A) || i < len(old.A); {
		order := -1
		switch {
		case k == len(p.A):
			order = 1
		case i < len(old.A):
			order = cmp.Or(cmp.Compare(p.A[k], old.A[i]), cmp.Compare(p.B[k], old.B[i]))
		}
		switch {
		case order < 0:
			p.Begin.A, p.Begin.B = append(p.Begin.A, p.A[k]), append(p.Begin.B, p.B[k])
			k++
		case order > 0:
			p.End.A, p.End.B = append(p.End.A, old.A[i]), append(p.End.B, old.B[i])
			i++
		default:
			i, k = i+1, k+1
		}
	}
}

// push finds the push of pair k.
func (p *Bodies) push(c *batch.Contacts, k int, a, b *bodyIndex) minkowski.Push {
	i, overlaps, several := p.deepest[k], false, a.several(p.A[k]) || b.several(p.B[k])
	for _, n := range p.rows(k) {
		if overlaps || len(c.Time) > 0 && c.Time[n] > 0 || a.sensor(c.A[n]) || b.sensor(c.B[n]) {
			continue
		}
		if overlaps = c.Depth[n] > 0; several && p.Decide != nil && p.inDoubt(c, n, a, b) {
			found := region.Verdict(1 + cmp.Compare(c.Depth[n], 0))
			overlaps = p.Decide(c.A[n], c.B[n], found) == region.Overlapping
		}
	}
	known := overlaps
	// A shape without area may lie on the seam of two parts and touch both.
	if !overlaps && len(p.rows(k)) > 1 && c.Depth[i] == 0 && (len(c.Time) == 0 || c.Time[i] == 0) {
		overlaps = (a.thin(c.A[i]) || b.thin(c.B[i])) && !a.sensor(c.A[i]) && !b.sensor(c.B[i])
	}
	if !overlaps {
		return minkowski.Push{Exact: true}
	}
	// The engine knows the shortest push of two convex shapes.
	depth := float64(max(c.Depth[i], math.SmallestNonzeroFloat32))
	deepest := minkowski.Push{X: float64(depth * float64(c.NX[i])), Y: float64(depth * float64(c.NY[i])), Length: depth, Exact: true}
	if !several {
		return deepest
	}
	origin := pointOf(a.shapes, p.A[k])
	if p.loaded != p.A[k] {
		p.loaded, p.parts[0] = p.A[k], a.cores(p.parts[0][:0], p.A[k], origin)
	}
	p.parts[1] = b.cores(p.parts[1][:0], p.B[k], origin)
	if push := p.finder.Part(p.parts[0], p.parts[1]); push.Length > 0 || !known {
		return push
	}
	return deepest // the overlap is less than a rounding
}

// addWhole adds the contact of pair k, if it overlaps, between the first two parts that are no
// sensors.
func (p *Bodies) addWhole(c *batch.Contacts, k int, push minkowski.Push, a, b *bodyIndex) {
	if push.Length == 0 {
		return
	}
	for _, n := range p.rows(k) {
		of, with := c.A[n], c.B[n]
		if a.sensor(of) || b.sensor(with) {
			continue
		}
		if a == b && a.body(of) != p.A[k] {
			of, with = with, of
		}
		w := &p.wholes
		w.A, w.B = append(w.A, of), append(w.B, with)
		w.Depth, w.NX, w.NY = append(w.Depth, float32(push.Length)), append(w.NX, float32(push.X/push.Length)), append(w.NY, float32(push.Y/push.Length))
		return
	}
}

// inDoubt reports whether the depth of contact n is within the error bound of 0.
func (p *Bodies) inDoubt(c *batch.Contacts, n int, a, b *bodyIndex) bool {
	p0, r0 := a.extent(c.A[n])
	p1, r1 := b.extent(c.B[n])
	scale := float32(r0 + r1 + math.Abs(p0.X-p1.X) + math.Abs(p0.Y-p1.Y))
	// Half as much again covers the rounding of stored corners, as in a step.
	return math.Abs(float64(c.Depth[n])) <= float64(1.5*pair.ErrorBound(scale))
}

// ahead reports whether contact i represents a pair rather than contact k: the earlier one does,
// and of two equally early ones the deeper.
func ahead(c *batch.Contacts, i, k int) bool {
	if len(c.Time) > 0 && c.Time[i] != c.Time[k] {
		return c.Time[i] < c.Time[k]
	}
	return c.Depth[i] > c.Depth[k]
}

// atOnce is the delay, in steps, up to which a contact of two bodies counts as simultaneous with
// their first. It is more than the error of times.
const atOnce = 0x1p-18

// preferOuter replaces the deepest contact of pair k, if its normal is internal, by a simultaneous
// one whose normal is that of an outline. Where a cut between two parts comes to the outline, the
// normal of one part alone may be that of the cut, or point into the other part.
func (p *Bodies) preferOuter(c *batch.Contacts, k int, a, b *bodyIndex) {
	lead := p.deepest[k]
	if len(c.Time) == 0 || c.Time[lead] == 0 || len(p.rows(k)) == 1 || !p.isInternal(c, lead, k, a, b) {
		return
	}
	best := -1
	for _, n := range p.rows(k) {
		if c.Time[n] <= c.Time[lead]+atOnce && (best < 0 || ahead(c, n, best)) && !p.isInternal(c, n, k, a, b) {
			best = n
		}
	}
	if best >= 0 {
		p.deepest[k] = best
	}
}

// isInternal reports whether the normal of contact i of pair k belongs to a cut between two parts
// of one body, and so to neither outline.
func (p *Bodies) isInternal(c *batch.Contacts, i, k int, a, b *bodyIndex) bool {
	of, with := p.A[k], p.B[k]
	if a == b && a.body(c.A[i]) != of {
		of, with = with, of
	}
	nx, ny := float64(c.NX[i]), float64(c.NY[i])
	return a.isInternal(of, c.A[i], nx, ny) || b.isInternal(with, c.B[i], -nx, -ny)
}

func pointOf(shapes *soa.Shapes, id soa.ID) minkowski.Vec {
	x, y, err := shapes.Position(id)
	if err != nil {
		return minkowski.Vec{}
	}
	return minkowski.Vec{X: x, Y: y}
}

// cores appends the solid parts of a body, relative to a point.
func (x *bodyIndex) cores(dst []minkowski.Part, body soa.ID, origin minkowski.Vec) []minkowski.Part {
	x.each(body, func(id soa.ID) {
		c := &x.cols
		i, found := store.Of(x.shapes).Slot(uint64(id))
		if !found || x.senses && c.Sensor[i] {
			return
		}
		cos, sin := float64(c.C[i]), float64(c.S[i])
		if l := math.Sqrt(float64(cos*cos) + float64(sin*sin)); l > 0 {
			cos, sin = cos/l, sin/l
		}
		dx, dy := c.X[i]-origin.X, c.Y[i]-origin.Y
		var part minkowski.Part
		far := 0.0
		part.Radius = eachCorner(c, i, func(px, py float32) {
			x, y := float64(px), float64(py)
			far = max(far, float64(x*x)+float64(y*y))
			part.Core = append(part.Core, minkowski.Vec{
				X: dx + (float64(cos*x) - float64(sin*y)),
				Y: dy + (float64(sin*x) + float64(cos*y)),
			})
		})
		part.Slack = minkowski.StoredSlack(far, part.Radius)
		dst = append(dst, part)
	})
	return dst
}
