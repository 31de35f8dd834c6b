// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"math"
	"sync/atomic"

	"daylight/batch"
	"daylight/internal/failure"
	"daylight/internal/simd/bvh"
	"daylight/soa"
)

// Asker asks an index many questions at a time. It keeps the memory that answers take: after the
// first calls, a call with one worker allocates nothing, and a call with more workers allocates a
// constant amount for each. Answers belong to the Asker and are valid until the same method is called
// again; methods that return the same type of Rows share them. Only one goroutine at a time may use an
// Asker; many Askers may share an index.
//
// Questions are columns of one length, with an entry for each question. A call does not keep them. It
// returns a *QuestionError if a question makes no sense, a *batch.LimitError if there are more answers
// than Config.MaxAnswers or if it would take more memory than Config.MemoryLimit, a
// *batch.ArgumentError for bad Options or a nil context, and the error of the context if that ends
// first. Then it returns no answers, and the Asker can be used again.
type Asker struct {
	ix  *Index
	set settings
	*kept
}

// kept is the memory that an Asker reuses from call to call. After a call that exceeded MemoryLimit it is
// allocated anew, so that what that call had taken is freed.
type kept struct {
	account
	questions

	workers []*worker
	ctx     context.Context
	found   atomic.Int64
	failed  atomic.Bool
	errs    []error // of the parts of a check

	sorter sorter
	boxes  []box // of questions, in the frame of the tree

	any        []bool
	rayHits    []Hit
	castHits   []Hit
	hitRows    Rows[Hit]
	overlaps   Rows[Overlap]
	neighbours Rows[Neighbour]
	ids        Rows[soa.ID]
	pairs      withinTask
}

// worker is what one goroutine works with.
type worker struct {
	account *account // nil for single questions, which have no limit
	charged int64    // bytes charged for the lists that charge counts
	pending int      // answers not counted yet

	rows       []row // of the answers of one of these types
	hits       []Hit
	overlaps   []Overlap
	neighbours []Neighbour
	ids        []soa.ID

	search  search
	rays    rayBlock
	nearest nearestBlock
	strip   withinStrip
	narrow  narrow

	lists        [3][]uint32 // nodes and places
	leaves       []uint32
	stack        []visit
	near         [fan]float32 // of a node's children
	leaf         [fan]visit   // places of a leaf, the nearest last
	box          box          // argument of kernels: a local variable would escape to the heap
	beam         bvh.Beam
	outer, inner outline
	best         []candidate
}

// NewAsker returns an Asker of an index. It returns a *batch.ArgumentError for a bad Config.
func (ix *Index) NewAsker(cfg Config) (*Asker, error) {
	if err := ix.made(); err != nil {
		return nil, err
	}
	s, err := cfg.forAsker(ix)
	if err != nil {
		return nil, err
	}
	a := &Asker{ix, s, newKept(s.workers)}
	return a, nil
}

func newKept(workers int) *kept {
	k := &kept{}
	for range workers {
		w := &worker{account: &k.account}
		k.workers = append(k.workers, w)
	}
	return k
}

// begin starts a call: it checks the Asker and the context, and resets the state of the last call.
func (a *Asker) begin(ctx context.Context) error {
	if a == nil || a.ix == nil {
		return failure.Argument("query.Asker", "it was not made by Index.NewAsker")
	}
	if ctx == nil {
		return failure.Argument("query.Asker", "ctx is nil; pass context.Background()")
	}
	if a.short.Load() {
		a.kept = newKept(len(a.workers))
	}
	a.budget.Reset(a.set.memory, a.budget.Held())
	a.phase(0, false)
	a.ctx = ctx
	a.found.Store(0)
	for _, w := range a.workers {
		w.forget()
	}
	return ctx.Err()
}

// forget drops the answers of the last call and what was adapted to its questions, so that equal calls
// take the same steps and the same memory.
func (w *worker) forget() {
	w.rows, w.pending = w.rows[:0], 0
	w.hits, w.overlaps, w.neighbours, w.ids = w.hits[:0], w.overlaps[:0], w.neighbours[:0], w.ids[:0]
	w.nearest.retried, w.nearest.backoff = 0, backoff{}
	w.rays.reach, w.rays.backoff = 0, backoff{}
}

// each calls do for ranges of size of n items, as one of several workers that share them, until none are
// left, any worker has failed, or the context ends.
func (a *Asker) each(n, size int, do func(lo, hi int) error) error {
	for !a.failed.Load() {
		lo := int(a.next.Add(1)-1) * size
		if lo >= n {
			return nil
		}
		err := a.ctx.Err()
		if err == nil {
			err = do(lo, min(lo+size, n))
		}
		if err != nil {
			a.failed.Store(true)
			return err
		}
	}
	return nil
}

// allow counts n more answers of the call, and returns a *batch.LimitError beyond MaxAnswers.
func (a *Asker) allow(n int) error {
	if n == 0 {
		return nil
	}
	if found := a.found.Add(int64(n)); found > int64(a.set.answers) {
		return tooMany(a.set.answers, int(found))
	}
	return nil
}

func tooMany(limit, found int) error {
	return &batch.LimitError{Option: "MaxAnswers", Limit: int64(limit), Needed: int64(found)}
}

// countFrom is how many answers a worker finds between two updates of the shared counter.
const countFrom = 4096

// count adds the pending answers of a worker to the shared counter.
func (a *Asker) count(w *worker) error {
	n := w.pending
	w.pending = 0
	return a.allow(n)
}

// end ends the row of a question, which has the worker's n answers from one on.
func (a *Asker) end(w *worker, question uint32, at, n int) error {
	w.rows = append(w.rows, row{question: question, n: uint32(n), at: at})
	if w.pending += n; w.pending < countFrom {
		return nil
	}
	return a.count(w)
}

// single returns an Asker from the index's pool, whose one worker has no limits, for one question.
func (ix *Index) single() (*Asker, error) {
	if err := ix.made(); err != nil {
		return nil, err
	}
	a, ok := ix.idle.Get().(*Asker)
	if !ok {
		a = &Asker{ix, settings{workers: 1, answers: math.MaxInt}, newKept(1)}
		a.workers[0].account = nil
		a.budget.Reset(1<<62, 0)
		r := &a.row
		a.columns = columns{x: r[:1], y: r[1:2], u: r[2:3], v: r[3:4], turn: r[4:], ids: a.id[:]}
		a.rayHits, a.castHits, a.any = make([]Hit, 1), make([]Hit, 1), make([]bool, 1)
	}
	return a, nil
}

// put returns an Asker to the pool, without references to the caller's memory.
func (ix *Index) put(a *Asker) {
	a.options.AttrsOf, a.options.SkipOf, a.attrs, a.columns.store = nil, nil, nil, nil
	ix.idle.Put(a)
}
