// SPDX-License-Identifier: MIT

package answer

import (
	"time"

	"daylight/batch"
	"daylight/region"
	"daylight/soa"
)

// Result is the answer of the engine about one Set, or about one against another. It is read-only
// once made.
type Result struct {
	Sides
	Contacts *batch.Contacts
	Stats    batch.Stats
	Collide  time.Duration // wall time of the engine
	Order    time.Duration // of putting contacts in order of world
	mode     batch.Mode
	parts    bool
	bodies   bool
	margin   float32
	strict   bool                  // rows are folded, have depths, and omit touching pairs
	excluded [2]*soa.Column[uint8] // columns that exclude the pairs of other tiles
	// folded are the rows of the answer where shapes are cut into parts, unless each two parts
	// have a row, or where rows are about bodies.
	folded []folded
	wholes [2]*wholes // of A and of B, if rows are about shapes or bodies of several parts
	// outlines decides about wholes if their corners are known; else it is nil.
	outlines *outlines
	// order[i] is the place of row i of the answer, in folded if that is not nil, else in
	// Contacts; nil when they agree.
	order []uint32
}

// full reports whether contacts of a mode have depths and normals.
func full(m batch.Mode) bool { return m != batch.ModeOverlaps && m != batch.ModePairs }

// Len is the number of rows: contacts of two shapes, or of two parts of them.
func (r *Result) Len() int {
	if r.folded != nil {
		return len(r.folded)
	}
	return r.Contacts.Len()
}

// at returns the contact of row i, and the folded row if contacts are folded.
func (r *Result) at(i int) (k int, f *folded) {
	if k = i; r.order != nil {
		k = int(r.order[i])
	}
	if r.folded != nil {
		f = &r.folded[k]
		k = int(f.lead)
	}
	return k, f
}

// Pair gives the shapes of row i of the answer, each by its place in the set it is from.
func (r *Result) Pair(i int) (a, b int) {
	k, f := r.at(i)
	if f != nil {
		return int(f.a), int(f.b)
	}
	return r.shapes(r.Contacts.A[k], r.Contacts.B[k])
}

// Measure gives the depth and normal of row i of the answer.
func (r *Result) Measure(i int) (depth, nx, ny float32) {
	k, f := r.at(i)
	if f != nil {
		return f.depth, f.nx, f.ny
	}
	return r.Contacts.Depth[k], r.Contacts.NX[k], r.Contacts.NY[k]
}

// cut reports whether some of the shapes have several parts.
func (r *Result) cut() bool { return r.A.Cut() || r.B.Cut() }

// folds reports whether rows are about shapes or bodies of several parts.
func (r *Result) folds() bool { return !r.parts && (r.cut() || r.bodies) }

// open reports whether the interiors of the two parts of a contact meet, or, with a margin, whether
// the parts are nearer than it.
func (r *Result) open(c *batch.Contacts, k int) bool {
	return c.Depth[k] > -r.margin || r.margin == 0 && c.Depth[k] == 0 && byCorners(r.A, r.B)(c.A[k], c.B[k], region.Touching) == region.Overlapping
}

// shapes returns the shapes or bodies of two parts.
func (r *Result) shapes(p, q soa.ID) (a, b int) {
	if r.wholes[0] != nil {
		return r.wholes[0].of(int(p.Index())), r.wholes[1].of(int(q.Index()))
	}
	return r.A.Of(int(p.Index())), r.B.Of(int(q.Index()))
}

// single reports whether two shapes or bodies are one convex part each, so that the engine's answer
// is complete.
func (r *Result) single(a, b int) bool {
	return r.wholes[0].count(a) == 1 && r.wholes[1].count(b) == 1
}
