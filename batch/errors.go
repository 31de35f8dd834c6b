// SPDX-License-Identifier: MIT

package batch

import (
	"errors"
	"fmt"
	"runtime/debug"

	"daylight"
	"daylight/internal/failure"
	"daylight/soa"
)

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
	return &daylight.PanicError{Value: v, Stack: debug.Stack(), Function: field}
}

// unattached is the error of a Config with a column of another store.
func unattached(field, column string) error {
	return &daylight.ArgumentError{Reason: soa.ErrForeign,
		Problem: fmt.Sprintf("batch.Config: %s.%s is %v; attach it to the shapes that are stepped", field, column, soa.ErrForeign)}
}

// wrong is the error of a call.
func wrong(call, problem string, args ...any) error {
	return failure.Argument("batch."+call, problem, args...)
}

// refuse is the error of a field of Config whose value makes no sense.
func refuse(field string, value any, want string, args ...any) error {
	return failure.Field("batch.Config", field, value, "want "+want, args...)
}

// unfit is the error of a call that cannot use the contacts it was given.
func unfit(problem string, reason error) error {
	return &daylight.ArgumentError{Problem: "batch.Contacts: " + problem, Reason: reason}
}
