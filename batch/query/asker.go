// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"math"
	"sync/atomic"
	"unsafe"

	"daylight"
	"daylight/internal/guard"
	"daylight/internal/kernels/bvh"
	"daylight/internal/scratch"
	"daylight/soa"
)

// Asker asks an index many questions at a time. It keeps the memory that answers take: after the
// first calls, a call with one worker allocates nothing, and a call with more workers allocates a
// constant amount for each. Answers belong to the Asker and are valid until the same method is
// called again; methods that return the same type of Rows share them. Only one goroutine at a time
// may use an Asker; many Askers may share an index.
//
// Questions are columns of one length, with an entry for each question. A call does not keep them.
// It returns a *QuestionError if a question makes no sense, a *daylight.LimitError if there are
// more answers than AskerConfig.MaxAnswers or if it would take more memory than
// AskerConfig.MemoryLimit, a *daylight.ArgumentError for bad Options or a nil context, and the
// error of the context if that ends first. A call with an error returns no answers, and the Asker
// can be used again.
type Asker struct {
	ix  *Index
	set AskerConfig
	*kept
}

// kept is the memory that an Asker reuses from call to call. After a call that exceeded MemoryLimit
// it is allocated anew, so that what that call had taken is freed.
type kept struct {
	*account // nil for single questions, which have no limit
	questions

	workers []*worker
	ctx     context.Context
	found   atomic.Int64
	failed  atomic.Bool
	errs    []error // of the parts of a check

	sorter sorter
	boxes  []box // of questions, in the frame of the tree

	any              []bool
	rayHits          []Hit
	castHits         []Hit
	hitRows          Rows[Hit]
	overlaps         Rows[Overlap]
	neighbours       Rows[Neighbour]
	neighboursBefore Rows[Neighbour]
	ids              Rows[soa.ID]
	images           images
	pairs            withinTask
}

// worker is what one goroutine works with.
type worker struct {
	account *account // that of the Asker
	charged int64    // bytes charged for the lists that charge counts
	pending int      // answers not counted yet

	rows       []row // of the answers of one of these types
	hits       []Hit
	overlaps   []Overlap
	neighbours []Neighbour
	ids        []soa.ID

	search  search
	asked   []uint32 // the questions of the block
	rays    rayBlock
	long    backoff // for rays that are searched by their boxes
	tooLong int     // rays of the block whose boxes meet too many shapes
	nearest nearestBlock
	strip   withinStrip
	narrow  candidates

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

// NewAsker returns an Asker of an index. It returns a *daylight.ArgumentError for a bad
// AskerConfig.
func (ix *Index) NewAsker(cfg AskerConfig) (*Asker, error) {
	if err := ix.made(); err != nil {
		return nil, err
	}
	if err := cfg.check("query.AskerConfig", ix.memory); err != nil {
		return nil, err
	}
	return &Asker{ix, cfg, newKept(cfg.Workers, &account{})}, nil
}

func newKept(workers int, m *account) *kept {
	k := &kept{account: m}
	for range workers {
		k.workers = append(k.workers, &worker{account: m})
	}
	return k
}

// begin starts a call: it checks the Asker and the context, and resets the state of the last call.
func (a *Asker) begin(ctx context.Context) error {
	if a == nil || a.ix == nil {
		return guard.Argument("query.Asker", "it was not made by Index.NewAsker")
	}
	if ctx == nil {
		return guard.Argument("query.Asker", "ctx is nil; pass context.Background()")
	}
	if err := a.ix.changed(); err != nil {
		return err
	}
	if a.short.Load() {
		a.kept = newKept(len(a.workers), &account{})
	}
	a.budget.Reset(a.set.MemoryLimit, a.budget.Held())
	a.phase(0, false)
	a.ctx = ctx
	a.found.Store(0)
	for _, w := range a.workers {
		w.forget()
	}
	return ctx.Err()
}

// forget drops the answers of the last call and what was adapted to its questions, so that equal
// calls take the same steps and the same memory.
func (w *worker) forget() {
	w.rows, w.pending = w.rows[:0], 0
	w.hits, w.overlaps, w.neighbours, w.ids = w.hits[:0], w.overlaps[:0], w.neighbours[:0], w.ids[:0]
	w.nearest.retried, w.nearest.backoff = 0, backoff{}
	w.rays.reach, w.rays.backoff, w.long = 0, backoff{}, backoff{}
}

// each calls do for ranges of size of n items, as one of several workers that share them, until
// none are left, any worker has failed, or the context ends.
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

// allow counts n more answers of the call, and returns a *daylight.LimitError beyond MaxAnswers.
func (a *Asker) allow(n int) error {
	if n == 0 {
		return nil
	}
	if found := a.found.Add(int64(n)); found > int64(a.set.MaxAnswers) {
		return tooMany(a.set.MaxAnswers, int(found))
	}
	return nil
}

func tooMany(limit, found int) error {
	return &daylight.LimitError{Option: "MaxAnswers", Limit: int64(limit), Needed: int64(found)}
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

// newSingle returns an Asker for single questions, which have no limits.
func newSingle(ix *Index) *Asker {
	a := &Asker{ix, AskerConfig{Workers: 1, MaxAnswers: math.MaxInt}, newKept(1, nil)}
	r := &a.row
	a.columns = columns{x: r[:1], y: r[1:2], u: r[2:3], v: r[3:4], turn: r[4:], ids: a.id[:]}
	a.rayHits, a.castHits, a.any = make([]Hit, 1), make([]Hit, 1), make([]bool, 1)
	return a
}

// put returns an Asker to the pool, without references to the caller's memory.
func (ix *Index) put(a *Asker) {
	m := &a.images
	if m.on {
		a.columns, m.on = m.asked, false
	}
	a.options.AttrsOf, a.options.SkipOf, a.attrs, a.columns.store = nil, nil, nil, nil
	m.asked.store, m.attrs, m.skips = nil, nil, nil
	ix.idle.Put(a)
}

// Bytes that an Asker takes for each question or shape. Answers and lists of pairs are charged as
// they grow.
const (
	questionBytes = 16 + 5*4                      // its box, its world, and four columns of a sorter
	probeBytes    = 12 + 32 + 1 + 16 + 8 + 28 + 8 // a copy of a shape, its attributes, slot and ID
	imageBytes    = 80                            // of an entry on a torus, more than that
	pairedBytes   = 120                           // of a shape in WithinDistance, as its comment says
)

// account keeps count of the memory of an Asker, and of the progress of its current phase.
type account struct {
	budget scratch.Budget
	short  atomic.Bool  // a call exceeded the limit
	next   atomic.Int64 // next part of the phase to be done
	parts  int          // of the phase, if it finds answers
	twice  bool         // the answers will be merged into new memory
}

// phase starts a phase of a call.
func (m *account) phase(parts int, twice bool) {
	m.next.Store(0)
	m.parts, m.twice = parts, twice
}

// limited returns the *daylight.LimitError of a call that needs more bytes than its limit. It
// extrapolates the need of the whole call from the share of the work that has been done.
func (m *account) limited(needed int64) error {
	m.short.Store(true)
	if m.twice {
		needed *= 2
	}
	if taken := m.next.Load(); taken > 0 && taken < int64(m.parts) {
		needed = int64(min(float64(needed)/float64(taken)*float64(m.parts), 1<<62))
	}
	return &daylight.LimitError{Option: "MemoryLimit", Limit: m.budget.Limit(), Needed: max(needed, m.budget.Limit()+1)}
}

// upTo raises what has been charged to a total: n entries of so many bytes each, with a quarter
// more room, as scratch.Resize allocates, and other bytes. A nil account has no limit.
func (m *account) upTo(charged *int64, n int, each, others int64) error {
	more := each*(int64(n)+int64(n)/4) + others - *charged
	if m == nil || more <= 0 {
		return nil
	}
	if !m.budget.Reserve(more) {
		return m.limited(m.budget.Held() + more)
	}
	*charged += more
	return nil
}

// grow makes room for n more entries of a column. A nil account has no limit.
func grow[T any](m *account, s []T, n int) ([]T, error) {
	if cap(s)-len(s) >= n {
		return s, nil
	}
	if m == nil {
		s, _ = scratch.GrowWithin(nil, s, n)
		return s, nil
	}
	s, ok := scratch.GrowWithin(&m.budget, s, n)
	if !ok {
		return s, m.limited(m.budget.Held() + int64(n)*int64(unsafe.Sizeof(*new(T))))
	}
	return s, nil
}

// charge charges the lists of nodes and places of a worker after they have grown. They take at most
// a share of what the index takes.
func (w *worker) charge() error {
	s := &w.search
	n := cap(s.places.Node) + cap(s.places.Box) + cap(s.zeroes) + cap(w.leaves)
	for _, list := range &w.lists {
		n += cap(list)
	}
	for k := range s.lists {
		n += cap(s.lists[k].Node) + cap(s.lists[k].Box)
	}
	return w.account.upTo(&w.charged, 0, 0, 4*int64(n+cap(w.rays.numbers))+8*int64(cap(w.rays.times))+32*int64(cap(w.best)+cap(w.rays.rec)))
}
