// SPDX-License-Identifier: MIT

package ordered

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
)

// Run takes pieces from next until that returns io.EOF, has work make something of each, and hands
// the results to emit in the order of the pieces. Workers pieces are worked on at a time; next is
// called by one goroutine at a time, though by various ones, emit by the calling one, and the
// number of the worker, from 0, is told to work so that it can have memory of its own. With one
// worker everything happens on the calling goroutine.
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
	r := &run[T, R]{next: next, work: work, emit: emit, most: most}
	if workers <= 1 {
		return r.alone(ctx)
	}
	r.turns, r.done = make(chan chan result[R], 2*workers), make(chan struct{})
	for w := range workers {
		go func() {
			for r.piece(w) {
			}
		}()
	}
	err := r.drain(ctx)
	close(r.done)
	r.working.Lock() // when nobody works any more
	defer r.working.Unlock()
	return err
}

type run[T, R any] struct {
	next func() (T, error)
	work func(int, T, func(R) error) error
	emit func(R) error
	most int // results of a piece that may wait

	source  sync.Mutex          // held while a piece is taken and gets its turn
	dry     bool                // next has returned an error; under source
	turns   chan chan result[R] // of the pieces that were taken, in their order
	done    chan struct{}       // closed when nothing more is to be emitted
	working sync.RWMutex        // held for reading by each worker while it works on a piece
}

// result is one of a piece, or what its results end with.
type result[R any] struct {
	value R
	err   error
}

// alone is a run on the calling goroutine.
func (r *run[T, R]) alone(ctx context.Context) error {
	var ended error // of what was emitted
	for {
		piece, err := r.read(ctx)
		if err == nil {
			err = r.do(0, piece, func(value R) error {
				if ended = cmp.Or(ended, ctx.Err()); ended == nil {
					ended = r.give(value)
				}
				return ended
			})
		}
		if err = cmp.Or(ended, err); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// drain emits results in the order of their pieces.
func (r *run[T, R]) drain(ctx context.Context) error {
	for {
		results, more, err := receive(ctx, r.turns)
		for err == nil && more {
			var one result[R]
			if one, more, err = receive(ctx, results); err == nil && more {
				if err = one.err; err == nil {
					err = r.give(one.value)
				} else if err == io.EOF {
					return nil
				}
			}
		}
		if err != nil {
			return err
		}
	}
}

// receive takes a value from a channel, if there are more, until the context ends.
func receive[T any](ctx context.Context, from <-chan T) (value T, more bool, err error) {
	if err := ctx.Err(); err != nil {
		return value, false, err
	}
	select {
	case value, more = <-from:
		return value, more, nil
	case <-ctx.Done():
		return value, false, ctx.Err()
	}
}

// errEnded is what work is told that goes on when the run has ended.
var errEnded = errors.New("the run has ended")

// piece works on the next piece. It waits for a turn if too many pieces wait. It reports whether
// there was one.
func (r *run[T, R]) piece(worker int) bool {
	r.source.Lock()
	if r.dry {
		r.source.Unlock()
		return false
	}
	piece, err := r.read(context.Background()) // may take for ever
	r.dry = err != nil
	r.working.RLock()
	defer r.working.RUnlock()
	results := make(chan result[R], r.most)
	ended := !hand(r.done, r.turns, results)
	r.dry = r.dry || ended
	r.source.Unlock()
	if ended {
		return false
	}
	defer close(results)
	if err == nil {
		err = r.do(worker, piece, func(value R) error {
			if !hand(r.done, results, result[R]{value: value}) {
				return errEnded
			}
			return nil
		})
	}
	if err != nil {
		hand(r.done, results, result[R]{err: err})
	}
	return true
}

// hand sends a value unless the run is done, and reports whether it did.
func hand[T any](done <-chan struct{}, to chan<- T, value T) bool {
	select {
	case <-done:
		return false
	default:
	}
	select {
	case to <- value:
		return true
	case <-done:
		return false
	}
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

func (r *run[T, R]) read(ctx context.Context) (piece T, err error) {
	defer caught(&err)
	if err := ctx.Err(); err != nil {
		return piece, err
	}
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
