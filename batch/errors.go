// SPDX-License-Identifier: MIT

package batch

import (
	"errors"
	"fmt"
)

// ErrLimit is what a *LimitError is, for errors.Is.
var ErrLimit = errors.New("batch: too many candidates")

// errNoDepths is what calls say that are given contacts of ModeOverlaps or ModePairs.
var errNoDepths = errors.New("batch: the contacts have no depths; find them in ModeContacts or ModeDistance")

// errJoined is what calls say that know of one set of shapes only.
var errJoined = errors.New("batch: the contacts are of a Join, whose A and B are of two sets; put all shapes in one and step that")

// measured is the error of contacts without depths, or whose shapes are of two sets.
func (c *Contacts) measured() error {
	switch {
	case len(c.Depth) != c.Len():
		return errNoDepths
	case c.joined:
		return errJoined
	}
	return nil
}

// LimitError ends a step that found more candidates than it may. The engine and the
// shapes are as usable as before.
type LimitError struct {
	Limit int // what was allowed
	Found int // how many had been found when the step gave up
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("batch: more than %d candidates (%d found so far): the shapes are crowded, or far larger than meant; raise Limit if the memory is there", e.Limit, e.Found)
}

// Is reports whether target is ErrLimit.
func (e *LimitError) Is(target error) bool { return target == ErrLimit }

// PanicError is a panic in a worker, turned into an error.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("batch: internal error, please report it: %v\n%s", e.Value, e.Stack)
}
