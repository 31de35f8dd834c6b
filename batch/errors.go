// SPDX-License-Identifier: MIT

package batch

import (
	"errors"
	"fmt"
	"runtime/debug"

	"daylight/internal/memory"
	"daylight/soa"
)

// ErrLimit matches every *LimitError, and the errors by which the packages beside this one report a
// limit (errors.Is): there are more shapes than a limit allows, or they are too crowded.
var ErrLimit = errors.New("batch: a limit is reached")

// ErrBusy is returned by a call on an Engine or Separator while another call on it is under way,
// in another goroutine or around the function that makes the call. The call has changed nothing.
// Each goroutine needs an engine of its own, over shapes of its own.
var ErrBusy = errors.New("batch: it is at work in another call; give each goroutine an engine and shapes of its own")

// ErrMoved is wrapped by the errors that Engine.Advance returns after it has moved the shapes. It
// has then moved all of them, once. Call Step to find their contacts; another Advance would move
// them again.
var ErrMoved = errors.New("batch: the shapes have moved; call Step")

// caught is the error of a panic, given the value of recover, or nil if there was none. field names the
// function of Config that panicked; it is empty if none did.
func caught(v any, field string) error {
	if v == nil {
		return nil
	}
	return &PanicError{Value: v, Stack: debug.Stack(), function: field}
}

// ErrArgument matches every *ArgumentError (errors.Is).
var ErrArgument = errors.New("an argument that makes no sense")

// ArgumentError is returned by a call, of this package or of one beside it, whose arguments or
// Config make no sense. The call has changed nothing.
type ArgumentError struct {
	Problem string // the call or the field, what is wrong with it, and what it wants
	Reason  error  // an error of another package that says the same, or nil
}

func (e *ArgumentError) Error() string { return e.Problem }

// Unwrap returns ErrArgument, and Reason if there is one.
func (e *ArgumentError) Unwrap() []error {
	if e.Reason == nil {
		return []error{ErrArgument}
	}
	return []error{ErrArgument, e.Reason}
}

// unattached is the error of a Config with a column of another store.
func unattached(field, column string) error {
	return &ArgumentError{Reason: soa.ErrForeign,
		Problem: fmt.Sprintf("batch.Config: %s.%s is %v; attach it to the shapes that are stepped", field, column, soa.ErrForeign)}
}

// wrong is the error of a call.
func wrong(call, problem string, args ...any) error {
	return &ArgumentError{Problem: "batch." + call + ": " + fmt.Sprintf(problem, args...)}
}

// refuse is the error of a field of Config whose value makes no sense.
func refuse(field string, value any, want string, args ...any) error {
	return wrong(fmt.Sprintf("Config{%s: %v}", field, value), "want "+want, args...)
}

// LimitError is returned by a call that would exceed MaxCandidates or MemoryLimit, before it takes the
// memory. It is an ErrLimit. The engine and the shapes can be used as before; Engine.Advance may have moved
// them (see ErrMoved).
type LimitError struct {
	Option string // which limit: "MaxCandidates", "MemoryLimit" or "MaxAnswers"
	Limit  int64  // what is allowed: candidates, bytes or answers
	// Needed is more than Limit. Of MaxCandidates it is how many candidates had been found when
	// the step gave up; of MemoryLimit about how many bytes would do, reckoned from the share of
	// the work that was done.
	Needed int64
}

func (e *LimitError) Error() string {
	switch e.Option {
	case "MaxAnswers":
		return fmt.Sprintf("query: %d answers or more, and %d are allowed: ask less at a time, or raise MaxAnswers if the memory is there", e.Needed, e.Limit)
	case "MemoryLimit":
		return fmt.Sprintf("batch: it would take about %s of memory, and %s are allowed: the shapes are crowded, or far larger than meant; raise MemoryLimit if the memory is there",
			memory.Format(e.Needed), memory.Format(e.Limit))
	}
	return fmt.Sprintf("batch: more than %d candidates (%d found so far): the shapes are crowded, or far larger than meant; raise MaxCandidates if the memory is there", e.Limit, e.Needed)
}

// Is reports whether target is ErrLimit.
func (e *LimitError) Is(target error) bool { return target == ErrLimit }

// PanicError is a panic during a call, turned into an error. The engine and the shapes can be
// used as before; Engine.Advance may have moved them (see ErrMoved).
//
// Error is one line, which says whether a function of Config panicked or the fault is in this package;
// Stack says where it happened.
type PanicError struct {
	Value any    // what panic was called with
	Stack []byte // of the goroutine that panicked

	function string // of Config: OnProgress, Decide or Omit; empty if the fault is in this package
}

// Unwrap returns the value of the panic if that is an error, else nil.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

func (e *PanicError) Error() string {
	if e.function != "" {
		return fmt.Sprintf("batch: the function given to %s panicked: %v", e.function, e.Value)
	}
	return fmt.Sprintf("batch: internal error: %v; please report it with the Stack of the *batch.PanicError", e.Value)
}
