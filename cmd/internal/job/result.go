// SPDX-License-Identifier: MIT

package job

import (
	"time"

	"daylight/batch"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/shapes"
)

// Result is the answer about one Set, or about one against another. It is read-only
// once made.
type Result struct {
	Set      *shapes.Set
	Other    *shapes.Set // that B is from; nil if that is Set
	Contacts *batch.Contacts
	Stats    batch.Stats
	Collide  time.Duration // wall time of the engine
	Order    time.Duration // of putting contacts in order of world
	mode     batch.Mode
	parts    bool
	bodies   bool
	plain    bool
	// folded are the rows of the answer where shapes are cut into parts, unless each two parts
	// have a row, or where rows are about bodies.
	folded []folded
	wholes [2]*wholes // of Set and of second, if there are folded rows
	// order[i] is the place of row i of the answer, in folded if that is not nil, else in
	// Contacts; nil when they agree.
	order []uint32
}

// second is the set that B is from.
func (r *Result) second() *shapes.Set {
	if r.Other != nil {
		return r.Other
	}
	return r.Set
}

// Len is the number of rows: contacts of two shapes, or of two parts of them.
func (r *Result) Len() int {
	if r.folded != nil {
		return len(r.folded)
	}
	return r.Contacts.Len()
}

// Pair gives the shapes of row i of the answer, each by its place in the set it is from.
func (r *Result) Pair(i int) (a, b int) {
	k := r.at(i)
	if r.folded != nil {
		return int(r.folded[k].a), int(r.folded[k].b)
	}
	return r.shapes(k)
}

// Row gives the names of row i of the answer.
func (r *Result) Row(i int) (world string, a, b []byte) {
	p, q := r.Pair(i)
	return r.Set.Worlds()[r.Set.World(p)], r.Set.Label(p), r.second().Label(q)
}

// IDs are the types of those names.
func (r *Result) IDs() (a, b columnar.Type) { return r.Set.IDs, r.second().IDs }

// Touch looks at what the names of rows from to to-1 are made of: those of B are anywhere in
// memory, and looking at many at once takes a fraction of the time of one after the other.
func (r *Result) Touch(from, to int) (sum byte) {
	second := r.second()
	for i := from; i < to; i++ {
		p, q := r.Pair(i)
		sum += r.Set.Touch(p) + second.Touch(q)
	}
	return sum
}

// Measure gives the depth and normal of row i of the answer.
func (r *Result) Measure(i int) (depth, nx, ny float32) {
	k := r.at(i)
	if r.folded != nil {
		return r.folded[k].depth, r.folded[k].nx, r.folded[k].ny
	}
	return r.Contacts.Depth[k], r.Contacts.NX[k], r.Contacts.NY[k]
}

func (r *Result) at(i int) int {
	if r.order == nil {
		return i
	}
	return int(r.order[i])
}

// Full reports whether contacts have depths and normals.
func (r *Result) Full() bool { return r.mode != batch.ModeOverlaps && r.mode != batch.ModePairs }

// cut reports whether some of the shapes have several parts.
func (r *Result) cut() bool { return r.Set.Cut() || r.Other != nil && r.Other.Cut() }

// folds reports whether rows are about what has several parts.
func (r *Result) folds() bool { return !r.parts && (r.cut() || r.bodies) }

// shapes are the shapes or bodies that contact k is between.
func (r *Result) shapes(k int) (a, b int) {
	if r.wholes[0] != nil {
		return r.wholes[0].of(int(r.Contacts.A[k].Index())), r.wholes[1].of(int(r.Contacts.B[k].Index()))
	}
	return r.Set.Of(int(r.Contacts.A[k].Index())), r.second().Of(int(r.Contacts.B[k].Index()))
}

// single reports whether two shapes or bodies are one convex part each, of which the engine knows
// all.
func (r *Result) single(a, b int) bool {
	return r.wholes[0].count(a) == 1 && r.wholes[1].count(b) == 1
}

// all is how many convex shapes there are, parts of others included. Those of a join are
// numbered together: first those of Set, then those of Other.
func (r *Result) all() int {
	if r.Other == nil {
		return r.Set.Shapes.Len()
	}
	return r.Set.Shapes.Len() + r.Other.Shapes.Len()
}

// first is the number of the first shape that B may be.
func (r *Result) first() int { return r.all() - r.second().Shapes.Len() }

// across reports whether shapes a < b are of the sets that A and B are from.
func (r *Result) across(a, b int) bool {
	return r.Other == nil || (a < r.first() && b >= r.first())
}

func (r *Result) world(k int) uint32 {
	if r.Other != nil && k >= r.first() {
		return r.Other.World(r.Other.Of(k - r.first()))
	}
	return r.Set.World(r.Set.Of(k))
}

func (r *Result) label(k int) []byte {
	if r.Other != nil && k >= r.first() {
		return r.Other.Label(r.Other.Of(k - r.first()))
	}
	return r.Set.Label(r.Set.Of(k))
}
