// SPDX-License-Identifier: MIT

package query

import (
	"cmp"
	"math"

	"daylight/internal/failure"
	"daylight/internal/team"
	"daylight/soa"
)

// Hit is what a ray or a moving shape meets. Shape is 0 if that is nothing; then Fraction is 1,
// (X, Y) is the end of the way, and the normal is (0, 0).
//
// Of a ray, Fraction is the fraction of it, in [0, 1], at which it enters the shape, (X, Y) is that
// point, in the world, and (NX, NY) is the unit normal of the shape's boundary there, which points to
// the side that the ray comes from.
//
// Of a moving shape, Fraction is the fraction of its motion after which the two first touch, rounded to
// float32; 0 if they touch at the start. (X, Y) is the point of the shape met where they touch, in the
// world, and (NX, NY) is the unit normal there, from the shape met to the moving one.
type Hit struct {
	Shape    soa.ID
	Fraction float64
	X, Y     float64
	NX, NY   float32
}

// Overlap is a shape that overlaps what is asked about, or is near it. The overlap ends if the shape or
// point asked about is moved by Depth along the unit normal (NX, NY), which points from the shape found
// to it. A negative depth is minus the distance.
type Overlap struct {
	Shape  soa.ID
	Depth  float32
	NX, NY float32
}

// Neighbour is one of the shapes that are nearest to a question. Distance is that between the shape
// found and the shape or point asked about; if they overlap, it is minus the depth. (X, Y) is the point
// of the shape found that is closest to the other, (QX, QY) is the point of the other that is closest to
// the shape found, and the unit normal (NX, NY) points from the shape found to the other; see
// kernels.Witness. Points are in the world, rounded to float64 once. With Options.NoClosestPoints they
// are 0. All depends on the two shapes alone, not on which others there are.
type Neighbour struct {
	Shape        soa.ID
	Distance     float32
	NX, NY       float32
	X, Y, QX, QY float64
}

// Rows are the answers to questions that may have any number of them: those to question i are
// Answers[Offsets[i]:Offsets[i+1]].
type Rows[T any] struct {
	Offsets []int
	Answers []T
}

// Len is the number of questions.
func (r *Rows[T]) Len() int { return max(len(r.Offsets)-1, 0) }

// Row is the answers to question i.
func (r *Rows[T]) Row(i int) []T { return r.Answers[r.Offsets[i]:r.Offsets[i+1]] }

// byFraction is the order of hits: by fraction, then by ID.
func byFraction(a, b Hit) int {
	return cmp.Or(cmp.Compare(a.Fraction, b.Fraction), cmp.Compare(a.Shape, b.Shape))
}

// byShape is the canonical order of overlaps.
func byShape(a, b Overlap) int { return cmp.Compare(a.Shape, b.Shape) }

// row says where a worker's answers to a question begin, and how many they are.
type row struct {
	question uint32
	n        uint32
	at       int
}

// The answers that a worker has found, of each type.
func hitsOf(w *worker) *[]Hit             { return &w.hits }
func overlapsOf(w *worker) *[]Overlap     { return &w.overlaps }
func neighboursOf(w *worker) *[]Neighbour { return &w.neighbours }
func idsOf(w *worker) *[]soa.ID           { return &w.ids }

// collect merges the workers' rows in the order in which the questions were asked.
func collect[T any](a *Asker, to *Rows[T], of func(*worker) *[]T) (*Rows[T], error) {
	a.phase(0, false)
	n := len(a.boxes)
	offsets, err := grow(&a.account, to.Offsets[:0], n+1)
	if err != nil {
		return nil, err
	}
	offsets = offsets[:n+1]
	to.Offsets = offsets
	clear(offsets)
	for _, w := range a.workers {
		for i := range w.rows {
			offsets[w.rows[i].question+1] = int(w.rows[i].n)
		}
	}
	for i := range n {
		offsets[i+1] += offsets[i]
	}
	if a.inOrder() {
		// They are where they belong: the worker gets the memory of the last answers instead.
		found := of(a.workers[0])
		to.Answers, *found = *found, to.Answers
		return to, a.ctx.Err()
	}
	if to.Answers, err = grow(&a.account, to.Answers[:0], offsets[n]); err != nil {
		return nil, err
	}
	to.Answers = to.Answers[:offsets[n]]
	if len(a.workers) == 1 {
		merge(to, a.workers[0], of)
		return to, a.ctx.Err()
	}
	part := func(a *Asker, k int) error { merge(to, a.workers[k], of); return nil }
	if err := team.Each(len(a.workers), a, part, failure.Panicked); err != nil {
		return nil, err
	}
	return to, a.ctx.Err()
}

// inOrder reports whether one worker has found all, in the order asked.
func (a *Asker) inOrder() bool {
	for _, w := range a.workers[1:] {
		if len(w.rows) > 0 {
			return false
		}
	}
	rows := a.workers[0].rows
	for i := 1; i < len(rows); i++ {
		if rows[i-1].question >= rows[i].question {
			return false
		}
	}
	return true
}

// merge copies a worker's rows to where they belong. Most rows are short.
func merge[T any](to *Rows[T], w *worker, of func(*worker) *[]T) {
	w.rows = join(w.rows, to.Offsets)
	from := *of(w)
	for i := range w.rows {
		r := &w.rows[i]
		n := int(r.n)
		src := from[r.at : r.at+n]
		dst := to.Answers[to.Offsets[r.question]:][:n]
		if n > 16 {
			copy(dst, src)
			continue
		}
		//lint:ignore S1001 a call of copy takes longer than the few words of a short row
		for k, v := range src {
			dst[k] = v
		}
	}
}

// join makes one row of rows that follow each other where they are and where they belong, as those of
// a block do if questions are answered in the order asked.
func join(rows []row, offsets []int) []row {
	n := 0
	for i := range rows {
		r := &rows[i]
		if n > 0 {
			last := &rows[n-1]
			if m := int(last.n); last.at+m == r.at && offsets[last.question]+m == offsets[r.question] && uint64(last.n)+uint64(r.n) <= math.MaxUint32 {
				last.n += r.n
				continue
			}
		}
		rows[n] = *r
		n++
	}
	return rows[:n]
}
