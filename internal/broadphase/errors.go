// SPDX-License-Identifier: MIT

package broadphase

import (
	"errors"
	"fmt"
)

// ErrArgument is what every error of a call wraps that refuses its input. The frame then has no
// strips; the caller's columns are unchanged.
var ErrArgument = errors.New("bad argument")

// refuse says what was given and what to do about it.
func refuse(format string, args ...any) error {
	return fmt.Errorf("broadphase: %w: %s", ErrArgument, fmt.Sprintf(format, args...))
}
