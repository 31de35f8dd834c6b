// SPDX-License-Identifier: MIT

package job

import (
	"context"
	"math"

	"daylight/batch"
	"daylight/internal/probe"
	"daylight/internal/store"
	"daylight/region"
	"daylight/soa"
)

// Directions is along how many Verify tries whether a push is longer than need be.
const Directions = 32

// shapePair are two shapes that have several parts, and partContacts are what the contacts of theirs come to.
type (
	shapePair    struct{ a, b int }
	partContacts struct {
		count   uint32
		deepest float32
	}
)

// verifyFolds groups the true contacts of parts in another way than Run, and compares the rows.
// Then it moves the second shape of each row by its push, after which no two parts may overlap. It
// also moves the shape by a little less along other directions, after which two parts must overlap.
// It skips this second test if the push is only an upper bound.
func (r *Result) verifyFolds(ctx context.Context, d *Difference, truth *batch.Contacts, by *outlines) error {
	seen := r.byPair()
	pairs := seen
	if r.mode != batch.ModePairs {
		all := *r
		all.Contacts = truth
		pairs = all.byPair()
	}
	slot := func(p shapePair) (a, b int) {
		a, _ = r.A.Slots(p.a)
		b, _ = r.B.Slots(p.b)
		return a, b
	}
	for i := range r.folded {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		f := &r.folded[i]
		p := shapePair{int(f.a), int(f.b)}
		a, b := slot(p)
		s := pairs[p]
		if s == nil || seen[p] == nil {
			r.note(d, &d.Extra, "extra", a, b)
			continue
		}
		deepest := seen[p].deepest
		delete(pairs, p)
		if !r.Full() {
			continue
		}
		lead := r.Contacts.Depth[f.lead]
		if r.mode != batch.ModeSwept && lead != deepest || f.least > f.depth || f.bounded && f.least < min(lead, f.depth) || f.count != s.count || !r.agrees(f, p, by) {
			r.note(d, &d.Changed, "changed", a, b)
			continue
		}
		depth, nx, ny := f.measure(r.Contacts)
		if f.depth == depth && f.nx == nx && f.ny == ny && (lead <= 0 || f.count == 1 && r.single(p.a, p.b)) {
			continue // the contact itself
		}
		if r.mode == batch.ModeSwept && r.Contacts.Time[f.lead] > 0 {
			continue
		}
		d.Pushes++
		if why := r.misplaced(f, p); why != "" {
			r.note(d, &d.Misplaced, why, a, b)
		}
	}
	for p := range pairs {
		a, b := slot(p)
		r.note(d, &d.Missing, "missing", a, b)
	}
	return nil
}

// agrees checks a row about shapes of several parts. If their corners are known, its depth must be
// above 0 exactly if the shapes overlap.
func (r *Result) agrees(f *folded, p shapePair, by *outlines) bool {
	if by == nil || r.single(p.a, p.b) || r.mode == batch.ModeSwept {
		return true
	}
	c := by.compare(p.a, p.b)
	return c.verdict == unknown || (c.verdict == region.Overlapping) == (f.depth > 0)
}

// byPair groups the contacts of parts by their shapes.
func (r *Result) byPair() map[shapePair]*partContacts {
	pairs := map[shapePair]*partContacts{}
	for k := range r.Contacts.A {
		var p shapePair
		p.a, p.b, _ = r.between(k)
		s := pairs[p]
		if s == nil {
			s = &partContacts{deepest: float32(math.Inf(-1))}
			pairs[p] = s
		}
		s.count++
		if r.Full() {
			s.deepest = max(s.deepest, r.Contacts.Depth[k])
		}
	}
	return pairs
}

// misplaced tries the push of a row, and says what is wrong with it, or nothing.
func (r *Result) misplaced(f *folded, p shapePair) string {
	m := mover{of: [2]*soa.Shapes{r.B.Shapes, r.A.Shapes}, parts: [2][]soa.ID{r.wholes[1].parts(p.b), r.wholes[0].parts(p.a)}}
	if far := float64(f.depth); m.overlap(far*float64(f.nx), far*float64(f.ny), 2) {
		return "a push that leaves an overlap of"
	}
	for k := range Directions {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / Directions)
		if far := .97 * float64(f.depth); !f.bounded && !m.overlap(far*cos, far*sin, -2) {
			return "a push that is too long of"
		}
	}
	return ""
}

// mover asks whether parts overlap if the first ones are moved.
type mover struct {
	ask   probe.Pair
	of    [2]*soa.Shapes
	parts [2][]soa.ID
	last  [2]int // two that did, and may again
}

// overlap reports whether any two parts overlap by more than so many times what depths may be wrong by.
func (m *mover) overlap(x, y, errors float64) bool {
	two := func(i, k int) bool {
		c, err := m.ask.Between(store.Both(m.of), uint64(m.parts[0][i]), uint64(m.parts[1][k]), x, y)
		return err == nil && float64(c.Depth) > errors*c.Bound
	}
	if two(m.last[0], m.last[1]) {
		return true
	}
	for i := range m.parts[0] {
		for k := range m.parts[1] {
			if two(i, k) {
				m.last = [2]int{i, k}
				return true
			}
		}
	}
	return false
}
