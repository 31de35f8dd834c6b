// SPDX-License-Identifier: MIT

package sweep

import (
	"errors"
	"fmt"
)

// Reasons for which a call is refused, to be tested with errors.Is. An *Error wraps one of them.
var (
	ErrColumns = errors.New("columns of unequal length")
	ErrTooMany = errors.New("too many boxes")
	ErrGrow    = errors.New("boxes cannot grow by that")
)

// Error is what a call returns that refuses its input. It says what was given, why that is
// refused, and what to do about it. The frame then has no strips; the caller's columns are
// unchanged.
type Error struct {
	What   string // the column or the setting, and how it is
	Reason error  // one of the above
	Advice string // what to do
}

// Error returns for example
//
//	broadphase: Boxes.MinX has 2 entries, X has 3: columns of unequal length; make them equally long
func (e *Error) Error() string {
	return fmt.Sprintf("broadphase: %s: %v; %s", e.What, e.Reason, e.Advice)
}

// Unwrap returns the reason, for errors.Is.
func (e *Error) Unwrap() error { return e.Reason }
