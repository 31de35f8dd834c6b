// SPDX-License-Identifier: MIT

package query

import (
	"cmp"
	"math"

	"daylight/internal/guard"
	"daylight/soa"
)

// Hit is what a ray or a moving shape meets. Shape is 0 if that is nothing; then Fraction is 1,
// (X, Y) is the end of the ray or motion, and the normal is (0, 0).
//
// For a ray, Fraction is the fraction of it, in [0, 1], at which it enters the shape. (X, Y) is
// that point, in the world. (NX, NY) is the unit normal of the shape's boundary there; it points to
// the side that the ray comes from.
//
// For a moving shape, Fraction is the fraction of its motion after which the two first touch,
// rounded to float32; 0 if they touch at the start. (X, Y) is the point of the shape met where they
// touch, in the world, and (NX, NY) is the unit normal there, from the shape met to the moving one.
type Hit struct {
	Shape    soa.ID
	Fraction float64
	X, Y     float64
	NX, NY   float32
}

// Overlap is a shape that overlaps what is asked about, or is near it. The overlap ends if the
// shape or point asked about is moved by Depth along the unit normal (NX, NY), which points from
// the shape found to it. A negative depth is minus the distance.
type Overlap struct {
	Shape  soa.ID
	Depth  float32
	NX, NY float32
}

// Neighbour is one of the shapes that are nearest to a question. Distance is that between the shape
// found and the shape or point asked about; if they overlap, it is minus the depth. (X, Y) is the
// point of the shape found that is closest to the other, (QX, QY) is the point of the other that is
// closest to the shape found, and the unit normal (NX, NY) points from the shape found to the
// other; see kernels.Witness. Points are in the world, rounded to float64 once. With
// Options.NoClosestPoints they are 0. All depends on the two shapes alone, not on which others
// there are.
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

// row is the range of a worker's answers that belong to a question.
type row struct {
	question uint32
	n        uint32
	at       int
}

// kind gives access to the answers of one type: the merged rows of an Asker, and those of one
// worker.
type kind[T any] struct {
	rows  func(*kept) *Rows[T]
	found func(*worker) *[]T
	// On a torus, merge makes one row of the rows of a question's images. shiftBack moves the
	// answers of an image back to its question. For questions about the nearest, before is memory
	// for more rows, and distance returns the distance of an answer.
	merge     func(a *Asker, row []T) []T
	shiftBack func(row []T, by [2]float64)
	before    func(*kept) *Rows[T]
	distance  func(*T) float32
}

// blockFunc answers a block of questions, which begins at index from of the sorter's order.
type blockFunc func(a *Asker, w *worker, from int, questions []uint32) error

// blockSize is how many questions a worker takes at a time.
const blockSize = 128

// job is a call under way: its questions, and the function that answers a block of them.
type job struct {
	*Asker
	block blockFunc
}

// answerBlocks sorts the current questions, and has the workers answer them block by block.
func answerBlocks(a *Asker, block blockFunc) error {
	a.sort()
	blocks := (len(a.sorter.order) + blockSize - 1) / blockSize
	workers := min(a.set.Workers, blocks)
	a.phase(blocks, workers > 1)
	a.failed.Store(false)
	return guard.Each(max(1, workers), job{a, block}, job.share)
}

// share answers blocks on worker k until none are left.
func (j job) share(k int) error {
	a, w, order := j.Asker, j.workers[k], j.sorter.order
	return a.each(len(order), blockSize, func(lo, hi int) (err error) {
		if w.rows, err = grow(w.account, w.rows, blockSize); err != nil {
			return err
		}
		if err := j.block(a, w, lo, order[lo:hi]); err != nil {
			return err
		}
		if err := w.charge(); err != nil {
			return err
		}
		return a.count(w)
	})
}

// answerPlain answers the current questions and merges the workers' rows in the order in which the
// questions were asked.
func (t *kind[T]) answerPlain(a *Asker, block blockFunc) (rows *Rows[T], err error) {
	if err = answerBlocks(a, block); err != nil {
		return nil, err
	}
	a.phase(0, false)
	n, to := len(a.boxes), t.rows(a.kept)
	if to.Offsets, err = grow(a.account, to.Offsets[:0], n+1); err != nil {
		return nil, err
	}
	to.Offsets = to.Offsets[:n+1]
	clear(to.Offsets)
	for _, w := range a.workers {
		for i := range w.rows {
			to.Offsets[w.rows[i].question+1] = int(w.rows[i].n)
		}
	}
	for i := range n {
		to.Offsets[i+1] += to.Offsets[i]
	}
	if a.inOrder() {
		// The worker's answers are the result as they are: it swaps arrays with the last result.
		found := t.found(a.workers[0])
		to.Answers, *found = *found, to.Answers
		return to, a.ctx.Err()
	}
	if to.Answers, err = grow(a.account, to.Answers[:0], to.Offsets[n]); err != nil {
		return nil, err
	}
	to.Answers = to.Answers[:to.Offsets[n]]
	part := func(a *Asker, k int) error { merge(to, a.workers[k], *t.found(a.workers[k])); return nil }
	if err := guard.Each(len(a.workers), a, part); err != nil {
		return nil, err
	}
	return to, a.ctx.Err()
}

// inOrder reports whether one worker found all answers, in the order of the questions.
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

// merge copies a worker's rows to their places in the result. Most rows are short.
func merge[T any](to *Rows[T], w *worker, from []T) {
	w.rows = join(w.rows, to.Offsets)
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

// join concatenates rows that are adjacent both in the worker's answers and in the result, as the
// rows of a block are if questions are answered in the order asked.
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
