// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"math"
	"runtime/debug"
	"slices"
	"sync/atomic"

	"daylight/batch"
	"daylight/internal/scratch"
	"daylight/internal/simd/bvh"
	"daylight/internal/team"
	"daylight/soa"
)

// Asker asks an index many questions at a time. It keeps the memory that answers take: after the
// first calls, a call with one worker allocates nothing, and a call with more workers allocates a
// constant amount for each. Answers belong to the Asker; those of a method are valid until the same
// method is called again (the Overlap methods and Covers share their columns). Only one goroutine
// at a time may use an Asker; many Askers may share an index.
//
// A call returns a *QuestionError if a question makes no sense, an *AnswersError if there are more
// answers than MaxAnswers, a *batch.LimitError if it would take more memory than MemoryLimit allows,
// a *batch.ArgumentError for a bad option or a nil context, and the error
// of the context if that ends first. Then it returns no answers, and the Asker can be used again.
type Asker struct {
	ix  *Index
	set config // by NewAsker
	*kept
}

// kept is what an Asker keeps from one call to the next. A call that was refused memory is the last
// that used it.
type kept struct {
	cfg config // of the call in hand
	account

	workers []*worker
	ctx     context.Context
	found   atomic.Int64
	failed  atomic.Bool

	sorter sorter
	boxes  []box // of questions, in the frame of the tree
	asked  int64 // bytes charged for questions
	boxing boxing
	task   task

	overlap overlaps
	rays    rays
	near    nearest
	casts   casts
	around  withinTask
	merged  *answers
}

// worker is one goroutine's scratch.
type worker struct {
	account      *account    // nil for single questions, which have no limit
	charged      int64       // bytes, for what charge counts
	lists        [3][]uint32 // nodes and places
	leaves       []uint32
	box          box // of the block in hand; here, for what is handed to a table escapes
	search       search
	together     together
	volley       volley
	pending      int // answers not counted yet
	beam         bvh.Beam
	outer, inner outline
	near         [fan]float32
	rows         []row
	out          answers // what rows are of
	narrow       narrow
	probe        probes // of a single question
	stack        []stop
	sorting      sorting
	struck       uint32 // place of what a cast has run into
	best         []candidate
	rowsNear     withinStrip
	pairs        []uint64   // of slots, the lower in the upper half
	parts        [][]uint64 // of entries: the row's slot in the upper half, the other in the lower
	entries      []uint32   // of each row of a part: how many, then where the next belongs
}

// row says where the answers to a question begin in a worker's, and how many they are.
type row struct {
	question uint32
	n        uint32
	at       int
}

// task is what a call does with a block of questions, which are those from one on in the sorter's order.
type task interface {
	block(a *Asker, w *worker, from int, questions []uint32) error
}

// blockSize is how many questions a worker takes at a time.
const blockSize = 128

// NewAsker returns an Asker for an index. The options hold for all its calls. It returns a
// *batch.ArgumentError for a bad option.
func (ix *Index) NewAsker(opts ...Option) (*Asker, error) {
	if ix == nil || ix.store == nil {
		return nil, wrong("Index.NewAsker", "the Index was not made by New")
	}
	c, err := newConfig(slices.Concat([]Option{Sensors(!ix.solid), Inside(ix.inside), MemoryLimit(ix.memory)}, opts))
	if err != nil {
		return nil, err
	}
	return &Asker{ix, c, newKept(c.workers)}, nil
}

func newKept(workers int) *kept {
	k := &kept{}
	for range workers {
		w := newWorker()
		w.account = &k.account
		k.workers = append(k.workers, w)
	}
	return k
}

func newWorker() *worker {
	w := &worker{}
	w.narrow.init()
	return w
}

// begin is what every call does first.
func (a *Asker) begin(ctx context.Context, opts []Option) error {
	if a == nil || a.ix == nil {
		return wrong("Asker", "it was not made by Index.NewAsker")
	}
	if ctx == nil {
		return wrong("Asker", "ctx is nil; pass context.Background()")
	}
	if a.short.Load() {
		a.kept = newKept(len(a.workers)) // else what a refused call had taken would be held for ever
	}
	a.cfg = a.set
	if err := a.cfg.apply(opts); err != nil {
		return err
	}
	a.cfg.workers = min(a.cfg.workers, len(a.workers))
	a.open(a.cfg.memory)
	a.ctx = ctx
	a.found.Store(0)
	for _, w := range a.workers {
		w.rows = w.rows[:0]
		w.pending = 0
		w.out.reset()
		// What did not suit other questions is forgotten: a warm call goes as the one before,
		// and takes no more memory.
		w.together.again, w.together.rest, w.together.rests = 0, 0, 0
		w.volley.reach, w.volley.rest, w.volley.rests = 0, 0, 0
	}
	return ctx.Err()
}

// find says which columns the answers of the call in hand are to have.
func (k *kept) find(full, way, ends bool) {
	for _, w := range k.workers {
		w.out.find(full, way, ends)
	}
}

// answer has the workers do the task on all questions of the sorter's order.
func (a *Asker) answer(t task) error {
	a.task = t
	blocks := (len(a.sorter.order) + blockSize - 1) / blockSize
	a.phase(blocks, min(a.cfg.workers, blocks) > 1)
	a.failed.Store(false)
	return team.Each(max(1, min(a.cfg.workers, blocks)), a, (*Asker).share, caughtIn[*Asker])
}

// caughtIn is the error of a panic.
func caughtIn[T any](_ T, _ int, value any) error {
	return &batch.PanicError{Value: value, Stack: debug.Stack()}
}

// boxing is the phase of a call in which questions are checked, and boxed.
type boxing struct {
	op    string
	check func(a *Asker, lo, hi int) error
	errs  []error // of the parts
}

// questionsAtLeast is how many questions a goroutine is to check, for it costs some microseconds.
const questionsAtLeast = 1 << 13

// box has the workers check n questions and write their boxes. check does so for a range of them. Of
// several questions that make no sense, the error is about the first.
func (a *Asker) box(op string, n int, check func(a *Asker, lo, hi int) error) error {
	if err := a.ask(n); err != nil {
		return err
	}
	b := &a.boxing
	b.op, b.check = op, check
	parts := max(1, min(a.cfg.workers, n/questionsAtLeast))
	if parts == 1 {
		return check(a, 0, n)
	}
	b.errs = scratch.Resize(b.errs, parts)
	clear(b.errs)
	if err := team.Each(parts, a, (*Asker).boxShare, caughtIn[*Asker]); err != nil {
		return err
	}
	for _, err := range b.errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// ask makes room for n questions.
func (k *kept) ask(n int) error {
	if err := k.upTo(&k.asked, withSpare(n, questionBytes)); err != nil {
		return err
	}
	k.boxes = scratch.Resize(k.boxes, n)
	return nil
}

// boxShare is the k-th part.
func (a *Asker) boxShare(k int) error {
	b, n := &a.boxing, len(a.boxes)
	b.errs[k] = b.check(a, team.Cut(n, k, len(b.errs)), team.Cut(n, k+1, len(b.errs)))
	return nil
}

// share is worker k's share.
func (a *Asker) share(k int) error {
	order := a.sorter.order
	for !a.failed.Load() {
		lo := int(a.next.Add(1)-1) * blockSize
		if lo >= len(order) {
			return nil
		}
		w, err := a.workers[k], a.ctx.Err()
		if err == nil {
			w.rows, err = grow(w.account, w.rows, blockSize)
		}
		if err == nil {
			err = a.task.block(a, w, lo, order[lo:min(lo+blockSize, len(order))])
		}
		if err == nil {
			err = w.charge()
		}
		if err == nil {
			err = a.count(w)
		}
		if err != nil {
			a.failed.Store(true)
			return err
		}
	}
	return nil
}

// allow counts n more answers and refuses them beyond the limit.
func (a *Asker) allow(n int) error {
	if n == 0 {
		return nil
	}
	if found := a.found.Add(int64(n)); found > int64(a.cfg.limit) {
		return &AnswersError{Limit: a.cfg.limit, Found: int(found)}
	}
	return nil
}

// countFrom is how many answers a worker finds before it tells the others.
const countFrom = 4096

// count tells of the answers that a worker has found since it last did.
func (a *Asker) count(w *worker) error {
	n := w.pending
	w.pending = 0
	return a.allow(n)
}

// end closes a row that began at an answer.
func (a *Asker) end(w *worker, question uint32, at int) error {
	return a.endAt(w, question, at, len(w.out.shape)-at)
}

// endAt adds a row of n answers.
func (a *Asker) endAt(w *worker, question uint32, at, n int) error {
	w.rows = append(w.rows, row{question: question, n: uint32(n), at: at})
	if w.pending += n; w.pending < countFrom {
		return nil
	}
	return a.count(w)
}

// collect puts the workers' rows in the order in which n questions were asked.
func (a *Asker) collect(n int, to *answers) (offsets []int, err error) {
	a.phase(0, false)
	if to.offsets, err = grow(&a.account, to.offsets[:0], n+1); err != nil {
		return nil, err
	}
	to.offsets = to.offsets[:n+1]
	offsets = to.offsets
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
		// They are where they belong: the worker gets the room of the last answers instead.
		w := a.workers[0]
		*to, w.out = w.out, *to
		to.offsets, w.out.offsets = offsets, nil
		return offsets, a.ctx.Err()
	}
	if err := to.like(&a.workers[0].out, offsets[n], &a.account); err != nil {
		return nil, err
	}
	a.merged = to
	if err := team.Each(max(a.cfg.workers, 1), a, (*Asker).merge, caughtIn[*Asker]); err != nil {
		return nil, err
	}
	return offsets, a.ctx.Err()
}

// inOrder reports whether one worker has all rows, in the order asked.
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

// merge copies worker k's rows to where they belong.
func (a *Asker) merge(k int) error {
	to, w := a.merged, a.workers[k]
	w.rows = join(w.rows, to.offsets)
	move(w.rows, to.offsets, to.shape, w.out.shape)
	if to.full {
		move(w.rows, to.offsets, to.sep, w.out.sep)
	}
	if to.way {
		move(w.rows, to.offsets, to.fraction, w.out.fraction)
	}
	if to.full || to.way {
		move(w.rows, to.offsets, to.nx, w.out.nx)
		move(w.rows, to.offsets, to.ny, w.out.ny)
	}
	if to.ends {
		move(w.rows, to.offsets, to.ax, w.out.ax)
		move(w.rows, to.offsets, to.ay, w.out.ay)
		move(w.rows, to.offsets, to.bx, w.out.bx)
		move(w.rows, to.offsets, to.by, w.out.by)
	}
	return nil
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

// move copies one column of rows to where it belongs. Most rows are short.
func move[T any](rows []row, offsets []int, to, from []T) {
	for i := range rows {
		r := &rows[i]
		at, n := offsets[r.question], int(r.n)
		src := from[r.at : r.at+n]
		dst := to[at : at+n]
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

// answers are columns of answers; those that a call does not find are empty.
type answers struct {
	offsets         []int // of rows, once collected
	shape           []soa.ID
	sep, nx, ny     []float32
	fraction        []float64
	ax, ay, bx, by  []float64 // points: on the shape, on the question's
	full, way, ends bool      // which columns: sep; fraction; ax to by
	room            int       // how many answers fit without a column growing
}

func (s *answers) reset() {
	s.shape = s.shape[:0]
	s.sep, s.nx, s.ny = s.sep[:0], s.nx[:0], s.ny[:0]
	s.fraction = s.fraction[:0]
	s.ax, s.ay, s.bx, s.by = s.ax[:0], s.ay[:0], s.bx[:0], s.by[:0]
}

// like gives s the columns of o, n long.
func (s *answers) like(o *answers, n int, m *account) error {
	s.find(o.full, o.way, o.ends)
	s.reset()
	if err := s.grow(m, n); err != nil {
		return err
	}
	s.shape = s.shape[:n]
	single, double := s.columns()
	for _, c := range single {
		if c != nil {
			*c = (*c)[:n]
		}
	}
	for _, c := range double {
		if c != nil {
			*c = (*c)[:n]
		}
	}
	return nil
}

// swap swaps two entries.
func (s *answers) swap(i, j int) {
	s.shape[i], s.shape[j] = s.shape[j], s.shape[i]
	if s.full {
		s.sep[i], s.sep[j] = s.sep[j], s.sep[i]
	}
	if s.way {
		s.fraction[i], s.fraction[j] = s.fraction[j], s.fraction[i]
	}
	if s.full || s.way {
		s.nx[i], s.nx[j] = s.nx[j], s.nx[i]
		s.ny[i], s.ny[j] = s.ny[j], s.ny[i]
	}
	if s.ends {
		s.ax[i], s.ax[j], s.ay[i], s.ay[j] = s.ax[j], s.ax[i], s.ay[j], s.ay[i]
		s.bx[i], s.bx[j], s.by[i], s.by[j] = s.bx[j], s.bx[i], s.by[j], s.by[i]
	}
}
