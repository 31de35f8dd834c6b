// SPDX-License-Identifier: MIT

package query

import (
	"errors"
	"fmt"
	"math"

	"daylight/batch"
	"daylight/internal/simd/pose"
)

// ErrChanged is what Index.Refit returns after changes that only Index.Build can follow.
var ErrChanged = errors.New("query: Refit: the index is not of these shapes, or not in these worlds; use Build")

// QuestionError is about one question of a call, or about all. It is a batch.ErrArgument like other
// arguments that make no sense.
type QuestionError struct {
	Op       string // the call
	Question int    // counted from 0; -1 if it is about all
	Reason   string // what is wrong, and what to do
}

func (e *QuestionError) Error() string {
	if e.Question < 0 {
		return fmt.Sprintf("query: %s: %s", e.Op, e.Reason)
	}
	return fmt.Sprintf("query: %s: question %d: %s", e.Op, e.Question, e.Reason)
}

// Is reports whether target is batch.ErrArgument.
func (e *QuestionError) Is(target error) bool { return target == batch.ErrArgument }

// bad is the error of question i, or of all if i is -1.
func (c *call) bad(i int, format string, args ...any) error {
	return &QuestionError{c.name, i, fmt.Sprintf(format, args...)}
}

// unequal is the error of a column that has not one entry for each question.
func (c *call) unequal(column string, has, questions int) error {
	return c.bad(-1, "column %s has %d entries for %d questions: give one for each", column, has, questions)
}

// checkPlace refuses coordinates that are out of range; what says whose they are.
func (c *call) checkPlace(i int, what string, x, y float64) error {
	if math.Abs(x) <= pose.PoseRange && math.Abs(y) <= pose.PoseRange {
		return nil
	}
	return c.bad(i, "%s (%v, %v) is not finite, or beyond 2^100", what, x, y)
}

// checkBox refuses boxes that are out of range, empty or too large.
func (c *call) checkBox(i int, x0, y0, x1, y1 float64) error {
	const far = pose.PoseRange
	if !(math.Abs(x0) <= far && math.Abs(y0) <= far && math.Abs(x1) <= far && math.Abs(y1) <= far) {
		return c.bad(i, "box (%v, %v) to (%v, %v) is not finite, or beyond 2^100", x0, y0, x1, y1)
	}
	if x0 > x1 || y0 > y1 {
		return c.bad(i, "box (%v, %v) to (%v, %v) is empty: give the lesser coordinates first", x0, y0, x1, y1)
	}
	if !(x1-x0 <= 0x1p61 && y1-y0 <= 0x1p61) {
		return c.bad(i, "box (%v, %v) to (%v, %v) is larger than 2^61: cut it to the shapes' extent", x0, y0, x1, y1)
	}
	return nil
}

// checkMotion refuses motions that are out of range.
func (c *call) checkMotion(i int, dx, dy, turn float64) error {
	if pose.Moving(float32(dx), float32(dy), float32(turn)) {
		return nil
	}
	return c.bad(i, "motion (%v, %v) with a turn of %v is not finite, beyond 2^100, or turns by more than %d", dx, dy, turn, pose.MaxTurn)
}

// checkRay refuses rays that are out of range.
func (c *call) checkRay(i int, r *ray) error {
	if err := c.checkPlace(i, "origin", r.x, r.y); err != nil {
		return err
	}
	return c.checkPlace(i, "direction", r.dx, r.dy)
}
