// SPDX-License-Identifier: MIT

package daylight

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// MaxWorkers is the greatest number of goroutines that a Config may ask for.
const MaxWorkers = 1024

// ErrArgument matches every *ArgumentError (errors.Is).
var ErrArgument = errors.New("an argument that makes no sense")

// ErrLimit matches every *LimitError, and other errors that report a limit (errors.Is).
var ErrLimit = errors.New("daylight: a limit is reached")

// ErrBusy is returned by a call on an engine or a Separator while another call on it is under way,
// in another goroutine or around the function that makes the call. The call has changed nothing.
// Each goroutine needs an engine of its own, over shapes of its own.
var ErrBusy = errors.New("daylight: it is at work in another call; give each goroutine an engine and shapes of its own")

// ArgumentError is returned by a call whose arguments or Config make no sense. The call has changed
// nothing.
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

// LimitError is returned by a call that would exceed a limit of its Config, before it takes the
// memory. It is an ErrLimit. The engine and the shapes can be used as before; batch.Engine.Advance
// may have moved them (see batch.ErrMoved).
type LimitError struct {
	Option string // which limit: "MemoryLimit" or "MaxAnswers"
	Limit  int64  // what is allowed: bytes or answers
	// Needed is more than Limit. For MemoryLimit it is an estimate of the bytes that would do, from
	// the share of the work that was done.
	Needed int64
}

func (e *LimitError) Error() string {
	if e.Option == "MaxAnswers" {
		return fmt.Sprintf("daylight: %d answers or more, and %d are allowed: ask less at a time, or raise MaxAnswers if the memory is there", e.Needed, e.Limit)
	}
	return fmt.Sprintf("daylight: it would take about %s of memory, and %s are allowed: the shapes are crowded, or far larger than meant; raise MemoryLimit if the memory is there",
		bytes(e.Needed), bytes(e.Limit))
}

// Is reports whether target is ErrLimit.
func (e *LimitError) Is(target error) bool { return target == ErrLimit }

// PanicError is a panic during a call, turned into an error. The engine and the shapes can be used
// as before; batch.Engine.Advance may have moved them (see batch.ErrMoved).
type PanicError struct {
	Value    any    // what panic was called with
	Stack    []byte // of the goroutine that panicked
	Function string // the field of a Config whose function panicked, such as "Decide"; empty for a fault of the library
}

// Error is one line. Stack says where the panic happened.
func (e *PanicError) Error() string {
	if e.Function != "" {
		return fmt.Sprintf("daylight: the function given to %s panicked: %v", e.Function, e.Value)
	}
	return fmt.Sprintf("daylight: internal error: %v; please report it with the Stack of the *daylight.PanicError", e.Value)
}

// Unwrap returns the value of the panic if that is an error, else nil.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// bytes writes a number of bytes for people, such as 512 MiB or 1.5 GiB.
func bytes(n int64) string {
	v, unit := float64(n), 0
	for ; v >= 1024 && unit < 6; unit++ {
		v /= 1024
	}
	digits := 0
	if unit > 0 && v < 10 {
		digits = 1
	}
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', digits, 64), ".0") + " " + units[unit]
}

var units = [...]string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
