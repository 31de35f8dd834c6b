// SPDX-License-Identifier: MIT

package query

import (
	"daylight/internal/scratch"
	"daylight/soa"
)

// The forms in which calls return answers: rows of many questions, rows appended to those of a
// caller, and one answer each, of many questions or of one.

var (
	hitRows = kind[Hit]{
		rows: func(k *kept) *Rows[Hit] { return &k.hitRows }, found: func(w *worker) *[]Hit { return &w.hits },
		merge: mergeHits, shiftBack: shiftHits,
	}
	overlapRows = kind[Overlap]{
		rows: func(k *kept) *Rows[Overlap] { return &k.overlaps }, found: func(w *worker) *[]Overlap { return &w.overlaps },
		merge: mergeOverlaps, shiftBack: func([]Overlap, [2]float64) {}, // without positions
	}
	neighbourRows = kind[Neighbour]{
		rows: func(k *kept) *Rows[Neighbour] { return &k.neighbours }, found: func(w *worker) *[]Neighbour { return &w.neighbours },
		merge: mergeNeighbours, shiftBack: shiftNeighbours,
		before: func(k *kept) *Rows[Neighbour] { return &k.neighboursBefore }, distance: func(v *Neighbour) float32 { return v.Distance },
	}
	idRows = kind[soa.ID]{rows: func(k *kept) *Rows[soa.ID] { return &k.ids }, found: func(w *worker) *[]soa.ID { return &w.ids }}
)

// answer answers the current questions, unless err says that they are invalid.
func (t *kind[T]) answer(a *Asker, err error, block blockFunc) (*Rows[T], error) {
	switch {
	case err != nil:
		return nil, err
	case a.images.on:
		return t.answerOnTorus(a, block)
	}
	return t.answerPlain(a, block)
}

// answerEach answers the current questions if each has one answer, in a column of the Asker. On a
// torus, fold combines the answers of a question's images.
func answerEach[T any](a *Asker, to *[]T, block blockFunc, fold func(*Asker, []T) []T) (answers []T, err error) {
	if a.images.on {
		if err := a.unroll(everyImage); err != nil {
			return nil, err
		}
	}
	if *to, err = grow(a.account, (*to)[:0], len(a.boxes)); err != nil {
		return nil, err
	}
	*to = (*to)[:len(a.boxes)]
	if err := answerBlocks(a, block); err != nil {
		return nil, err
	}
	if a.images.on {
		*to = fold(a, *to)
	}
	return *to, nil
}

// append answers the one question of an Asker that askOne returned, unless err says that it is
// invalid, and appends the answers to dst.
func (t *kind[T]) append(dst []T, a *Asker, err error, block blockFunc) ([]T, error) {
	if err != nil {
		return dst, err
	}
	if a.images.on {
		dst, err = t.appendOnTorus(dst, a, block)
		a.ix.put(a)
		return dst, err
	}
	w := a.workers[0]
	found := t.found(w)
	w.rows, *found = w.rows[:0], dst
	err = block(a, w, 0, first)
	dst, *found = *found, nil
	a.ix.put(a)
	return dst, err
}

// first holds the index of the one question of askOne.
var first = []uint32{0}

// answerOne answers the one question of an Asker that askOne returned, whose answer block writes to
// a column of the Asker.
func answerOne[T any](a *Asker, to *[]T, block blockFunc, fold func(*Asker, []T) []T) (answer T, err error) {
	if a.images.on {
		if err = a.unroll(everyImage); err == nil {
			*to = scratch.Resize(*to, len(a.boxes))
			err = block(a, a.workers[0], 0, a.images.every())
			answer = fold(a, *to)[0]
		}
	} else {
		err = block(a, a.workers[0], 0, first)
		answer = (*to)[0]
	}
	a.ix.put(a)
	return answer, err
}
