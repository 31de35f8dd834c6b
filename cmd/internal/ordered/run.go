// SPDX-License-Identifier: MIT

package ordered

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
)

// Run takes pieces from next until that returns io.EOF, has work make something of each,
// and hands the results to emit in the order of the pieces. Workers pieces are worked on
// at a time; next and emit are called by one goroutine at a time, though by various ones,
// and the number of the worker, from 0, is told to work so that it can have memory of its
// own. With one worker everything happens on the calling goroutine.
//
// The first error in the order of the pieces, be it of next or of emit, ends the run and is
// returned; so does the end of ctx. A panic of any of the three functions counts as an error:
// a *PanicError. Nothing is emitted and no work goes on after Run has
// returned, but a call of next that cannot be broken off, such as a read from a pipe, may, unless
// the error is nil. Next is not called again after it has returned an error, io.EOF included.
func Run[T, R any](ctx context.Context, workers int, next func() (T, error), work func(worker int, piece T) R, emit func(R) error) error {
	return RunSeveral(ctx, workers, 1, next, func(worker int, piece T, give func(R) error) error {
		return give(work(worker, piece))
	}, emit)
}

// RunSeveral is Run for work that makes any number of results of a piece, and gives one after the
// other. Up to most of them wait for the pieces before theirs, and then give waits; those of the
// piece whose turn it is do not wait until work is done with it. An error of work has its place
// behind the results that were given. When give returns an error nobody asks for more.
func RunSeveral[T, R any](ctx context.Context, workers, most int, next func() (T, error), work func(worker int, piece T, give func(R) error) error, emit func(R) error) error {
	r := &run[T, R]{next: next, work: work, emit: emit, room: 2 * workers, most: most, left: workers, pieces: map[int]*results[R]{}}
	if workers <= 1 {
		return r.alone(ctx)
	}
	r.changed.L = &r.mu
	stop := context.AfterFunc(ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.fail(ctx.Err())
	})
	defer stop()
	for w := range workers {
		go r.loop(w)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.left > 0 && (!r.stopped || r.busy > 0) {
		r.changed.Wait()
	}
	return r.err
}

type run[T, R any] struct {
	next func() (T, error)
	work func(int, T, func(R) error) error
	emit func(R) error
	room int // for how many pieces from the one whose turn it is on results may wait
	most int // results of one of them

	source sync.Mutex // held while a piece is taken
	taken  int        // pieces that were taken; under source
	dry    bool       // next has returned an error; under source

	mu       sync.Mutex
	changed  sync.Cond
	pieces   map[int]*results[R] // by number, from the one whose turn it is on
	turn     int                 // number of the piece to emit next
	emitting bool
	left     int // workers that have not ended
	busy     int // workers that are not in next
	stopped  bool
	err      error
}

// results are those of a piece that wait for their turn.
type results[R any] struct {
	list []R
	done bool  // no more are to come
	err  error // behind them
}

// fail ends the run. The lock is held.
func (r *run[T, R]) fail(err error) {
	if !r.stopped {
		r.stopped, r.err = true, err
	}
	r.changed.Broadcast()
}

// alone is a run on the calling goroutine.
func (r *run[T, R]) alone(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		piece, err := r.read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		err = r.do(0, piece, func(value R) error {
			if r.err == nil {
				r.err = ctx.Err()
			}
			if r.err == nil {
				r.err = r.give(value)
			}
			return r.err
		})
		if r.err != nil {
			return r.err
		}
		if err != nil {
			return err
		}
	}
}

func (r *run[T, R]) loop(worker int) {
	defer func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.left--
		r.changed.Broadcast()
	}()
	for {
		r.source.Lock()
		if r.dry || r.ended() {
			r.source.Unlock()
			return
		}
		number := r.taken
		r.taken++
		piece, err := r.read()
		r.dry = err != nil
		r.mu.Lock()
		r.busy++
		ended := r.stopped
		if !ended {
			r.pieces[number] = new(results[R])
		}
		r.mu.Unlock()
		r.source.Unlock()
		if !ended {
			if err == nil {
				err = r.do(worker, piece, func(value R) error { return r.hand(number, value) })
			}
			r.finish(number, err)
		}
		r.mu.Lock()
		r.busy--
		r.changed.Broadcast()
		r.mu.Unlock()
		if err != nil || ended {
			return
		}
	}
}

func (r *run[T, R]) ended() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stopped
}

// hand takes a result to its place, and waits if too many are waiting. A worker that finds it is
// its turn emits what there is; if another is at that already, it leaves its own to that one.
func (r *run[T, R]) hand(number int, value R) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.pieces[number]
	for !r.stopped && (number >= r.turn+r.room || len(p.list) >= r.most && (number != r.turn || r.emitting)) {
		r.changed.Wait()
	}
	if r.stopped {
		return r.err
	}
	p.list = append(p.list, value)
	r.drain()
	if r.stopped {
		return r.err
	}
	return nil
}

// finish says that a piece has no more results.
func (r *run[T, R]) finish(number int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.pieces[number]
	p.done, p.err = true, err
	r.drain()
}

// drain emits all results whose turn it is. The lock is held, but not while it emits.
func (r *run[T, R]) drain() {
	if r.emitting {
		return
	}
	r.emitting = true
	for !r.stopped {
		p := r.pieces[r.turn]
		if p == nil {
			break
		}
		if len(p.list) > 0 {
			value := p.list[0]
			p.list = p.list[1:]
			r.changed.Broadcast()
			r.mu.Unlock()
			err := r.give(value)
			r.mu.Lock()
			if err != nil {
				r.fail(err)
			}
			continue
		}
		if !p.done {
			break
		}
		if p.err != nil {
			err := p.err
			if err == io.EOF {
				err = nil
			}
			r.fail(err)
			break
		}
		delete(r.pieces, r.turn)
		r.turn++
		r.changed.Broadcast()
	}
	r.emitting = false
	r.changed.Broadcast()
}

// PanicError is a panic of a function that Run calls, turned into an error of the run.
type PanicError struct {
	Value any    // what panic was called with
	Stack []byte // of the goroutine that panicked
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("internal error, please report it: %v\n%s", e.Value, e.Stack)
}

// Unwrap is the value of the panic if that is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// caught makes an error of a panic. It is to be deferred.
func caught(err *error) {
	if v := recover(); v != nil {
		*err = &PanicError{Value: v, Stack: debug.Stack()}
	}
}

// read, do and give are next, work and emit, whose panics are errors.

func (r *run[T, R]) read() (piece T, err error) {
	defer caught(&err)
	return r.next()
}

func (r *run[T, R]) do(worker int, piece T, give func(R) error) (err error) {
	defer caught(&err)
	return r.work(worker, piece, give)
}

func (r *run[T, R]) give(value R) (err error) {
	defer caught(&err)
	return r.emit(value)
}
