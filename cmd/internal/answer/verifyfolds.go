// SPDX-License-Identifier: MIT

package answer

import (
	"context"
	"math"

	"daylight/batch"
	"daylight/internal/probe"
	"daylight/internal/store"
	"daylight/region"
	"daylight/soa"
)

// Directions is the number of directions in which Verify looks for a shorter push.
const Directions = 32

// wholePair are two shapes or bodies of several parts, in the order of the input. partContacts sums
// up the contacts of their parts.
type (
	wholePair    struct{ a, b int }
	partContacts struct {
		count   uint32
		deepest float32
		overlap bool // by their corners, any two parts that may meet do
		open    bool // any contact is, see Result.open
		unknown bool // some have no corners
	}
)

// inOrder is a pair of wholes in the order of the input.
func (r *Result) inOrder(a, b int) wholePair {
	if !r.joined() && a > b {
		a, b = b, a
	}
	return wholePair{a, b}
}

// byWholes groups contacts of parts by their shapes or bodies.
func (r *Result) byWholes(c *batch.Contacts) map[wholePair]*partContacts {
	pairs := map[wholePair]*partContacts{}
	decide := byCorners(r.A, r.B)
	var rooms [2][64]region.Point
	for k := range c.A {
		p := r.inOrder(r.shapes(c.A[k], c.B[k]))
		s := pairs[p]
		if s == nil {
			s = &partContacts{deepest: float32(math.Inf(-1))}
			pairs[p] = s
		}
		s.count++
		if len(c.Depth) > 0 {
			s.deepest, s.open = max(s.deepest, c.Depth[k]), s.open || r.strict && r.open(c, k)
		}
		if r.outlines == nil || len(r.A.Corners(c.A[k], rooms[0][:])) == 0 || len(r.B.Corners(c.B[k], rooms[1][:])) == 0 {
			s.unknown = true
		} else if !s.overlap {
			s.overlap = decide(c.A[k], c.B[k], region.Touching) == region.Overlapping
		}
	}
	return pairs
}

// verifyFolds groups the contacts of parts in another way than Run, and compares the rows with the
// true ones. Then it moves the second shape of each row by its push, after which no two parts may
// overlap. It also moves the shape by a little less along other directions, after which two parts
// must overlap. It skips this second test if the push is only an upper bound.
func (r *Result) verifyFolds(ctx context.Context, d *Difference, truth map[wholePair]*partContacts) error {
	seen := r.byWholes(r.Contacts)
	if r.mode == batch.ModePairs {
		truth = seen
	}
	rows := map[wholePair]bool{}
	for i := range r.folded {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		f := &r.folded[i]
		p := wholePair{int(f.a), int(f.b)}
		want, found := truth[p], seen[p]
		if want == nil || found == nil || rows[p] || r.strict && !want.open {
			r.note(d, &d.Extra, "extra", p.a, p.b)
			continue
		}
		if rows[p] = true; !full(r.mode) {
			continue
		}
		lead := r.Contacts.Depth[f.lead]
		if !r.agrees(f, found, want) {
			r.note(d, &d.Changed, "changed", p.a, p.b)
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
			r.note(d, &d.Misplaced, why, p.a, p.b)
		}
	}
	for p, want := range truth {
		if !rows[p] && (!r.strict || want.open) {
			r.note(d, &d.Missing, "missing", p.a, p.b)
		}
	}
	return nil
}

// agrees checks a row about shapes of several parts against the contacts that were found and the
// true ones. If the corners of the shapes are known, its depth must be above 0 exactly if they
// overlap.
func (r *Result) agrees(f *folded, found, want *partContacts) bool {
	lead, swept := r.Contacts.Depth[f.lead], r.mode == batch.ModeSwept
	switch {
	case !swept && lead != found.deepest, f.least > f.depth, f.bounded && f.least < min(lead, f.depth), f.count != want.count:
		return false
	}
	return swept || want.unknown || r.single(int(f.a), int(f.b)) || want.overlap == (f.depth > 0)
}

// misplaced tries the push of a row. It returns what is wrong with the push, or an empty string.
func (r *Result) misplaced(f *folded, p wholePair) string {
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

// mover decides whether parts overlap after the first ones are moved.
type mover struct {
	ask   probe.Pair
	of    [2]*soa.Shapes
	parts [2][]soa.ID
	last  [2]int // two that overlapped last, and may again
}

// overlap reports whether any two parts overlap by more than the given multiple of the error of
// depths.
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
