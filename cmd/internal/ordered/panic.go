// SPDX-License-Identifier: MIT

package ordered

import (
	"fmt"
	"runtime/debug"
)

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
