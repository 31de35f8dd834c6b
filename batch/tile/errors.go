// SPDX-License-Identifier: MIT

package tile

import (
	"errors"
	"fmt"

	"daylight/internal/failure"
)

// ErrPlan is the error for a plan that makes no sense. New and Plan.UnmarshalJSON return errors
// that wrap it and say which entry is wrong and why. Other arguments that make no sense are a
// *batch.ArgumentError.
var ErrPlan = errors.New("tile: not a plan")

// badPlan is an ErrPlan that says why.
func badPlan(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrPlan, fmt.Sprintf(format, args...))
}

// noPlan is the error of a call on a nil Plan.
func noPlan(call string) error {
	return failure.Argument(call, "the plan is nil; make it with New or Make")
}
