// SPDX-License-Identifier: MIT

package batch

import (
	"errors"

	"daylight"
	"daylight/internal/guard"
	"daylight/soa"
)

// ErrMoved is wrapped by the errors that Engine.Advance returns after it has moved the shapes. It
// has then moved all of them, once. Call Step to find their contacts; another Advance would move
// them again.
var ErrMoved = errors.New("batch: the shapes have moved; call Step")

// wrong is the error of a call.
func wrong(call, problem string, args ...any) error {
	return guard.Argument("batch."+call, problem, args...)
}

// refuse is the error of a field of Config whose value makes no sense.
func refuse(field string, value any, want string, args ...any) error {
	return guard.Field("batch.Config", field, value, "want "+want, args...)
}

// unfit is the error of a call that cannot use the contacts it was given.
func unfit(problem string, reason error) error {
	return &daylight.ArgumentError{Problem: "batch.Contacts: " + problem, Reason: reason}
}

// joinable refuses what are not two sets.
func joinable(op string, a, b *soa.Shapes) error {
	if a == nil || b == nil {
		return wrong(op, "a set of shapes is nil; make it with soa.New")
	}
	if a == b {
		return wrong(op, "both sets are the same; use New or Collide for contacts within one")
	}
	return nil
}
