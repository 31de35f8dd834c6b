// SPDX-License-Identifier: MIT

package ordered

import (
	"context"
	"io"
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
// returned, but a call of next that cannot be broken off, such as a read from a pipe, may.
func Run[T, R any](ctx context.Context, workers int, next func() (T, error), work func(worker int, piece T) R, emit func(R) error) error {
	r := &run[T, R]{next: next, work: work, emit: emit, room: 2 * workers, left: workers, results: map[int]result[R]{}}
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
	work func(int, T) R
	emit func(R) error
	room int // how many results may wait for one that comes before them

	source sync.Mutex // held while a piece is taken
	taken  int        // pieces that were taken; under source

	mu       sync.Mutex
	changed  sync.Cond
	results  map[int]result[R] // that wait for their turn
	turn     int               // number of the piece to emit next
	emitting bool
	left     int // workers that have not ended
	busy     int // workers that are not in next
	stopped  bool
	err      error
}

// result is what came of a piece, or the error that came in place of one.
type result[R any] struct {
	value R
	err   error
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
		value, err := r.do(0, piece)
		if err != nil {
			return err
		}
		if err := r.give(value); err != nil {
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
		if r.ended() {
			r.source.Unlock()
			return
		}
		number := r.taken
		r.taken++
		piece, err := r.read()
		r.mu.Lock()
		r.busy++
		ended := r.stopped
		r.mu.Unlock()
		// Whoever comes after the end of the pieces finds the end again.
		r.source.Unlock()
		if !ended {
			var value R
			if err == nil {
				value, err = r.do(worker, piece)
			}
			r.hand(number, result[R]{value, err})
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

// hand takes a result to its place. A worker that finds it is its turn emits it and all
// that follow on it; others leave theirs to that one, and wait if too many are waiting.
func (r *run[T, R]) hand(number int, res result[R]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for number >= r.turn+r.room && !r.stopped {
		r.changed.Wait()
	}
	r.results[number] = res
	if r.emitting {
		return
	}
	r.emitting = true
	for !r.stopped {
		res, ok := r.results[r.turn]
		if !ok {
			break
		}
		delete(r.results, r.turn)
		if res.err != nil {
			if res.err == io.EOF {
				res.err = nil
			}
			r.fail(res.err)
			break
		}
		r.mu.Unlock()
		err := r.give(res.value)
		r.mu.Lock()
		if err != nil {
			r.fail(err)
			break
		}
		r.turn++
		r.changed.Broadcast()
	}
	r.emitting = false
}
