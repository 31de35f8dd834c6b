// SPDX-License-Identifier: MIT

package broadphase

import "errors"

// What a call may be refused for; test with errors.Is.
var (
	ErrColumns = errors.New("columns of unequal length")
	ErrTooMany = errors.New("too many boxes")
	ErrGrow    = errors.New("boxes cannot grow by that")
)
