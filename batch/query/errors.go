// SPDX-License-Identifier: MIT

package query

import (
	"errors"
	"fmt"
	"math"

	"daylight/batch"
	"daylight/internal/simd/pose"
)

// Sentinel errors, for errors.Is. All but ErrChanged come as types that say more.
var (
	ErrOption   = errors.New("query: bad option")       // a *batch.ArgumentError
	ErrQuestion = errors.New("query: bad question")     // a *QuestionError
	ErrAnswers  = errors.New("query: too many answers") // a *AnswersError

	// ErrChanged is what Index.Refit returns after changes that only Index.Build can follow.
	ErrChanged = errors.New("query: Refit: the index is not of these shapes, or not in these worlds; use Build")
)

// wrong is the error of a call that was given what makes no sense.
func wrong(call, problem string) error {
	return &batch.ArgumentError{Problem: "query." + call + ": " + problem}
}

// refuse is the error of an option that was given a value that makes no sense.
func refuse(option string, value any, want string, args ...any) error {
	return &batch.ArgumentError{
		Problem: fmt.Sprintf("query.%s(%v): want %s", option, value, fmt.Sprintf(want, args...)), Reason: ErrOption,
	}
}

// QuestionError is about one question of a call, or about all. It is an ErrQuestion, and a
// batch.ErrArgument like other arguments that make no sense.
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

// Is reports whether target is ErrQuestion or batch.ErrArgument.
func (e *QuestionError) Is(target error) bool {
	return target == ErrQuestion || target == batch.ErrArgument
}

// AnswersError is returned by a call that found more answers than MaxAnswers allows. The Asker
// can be used as before. For errors.Is it is an ErrAnswers, and like other limits a
// batch.ErrLimit.
type AnswersError struct {
	Limit int // what was allowed
	Found int // how many had been found when the call gave up
}

func (e *AnswersError) Error() string {
	answers := "answers"
	if e.Limit == 1 {
		answers = "answer"
	}
	return fmt.Sprintf("query: more than %d %s (%d found so far): ask less at a time, or raise MaxAnswers if the memory is there", e.Limit, answers, e.Found)
}

// Is reports whether target is ErrAnswers or batch.ErrLimit.
func (e *AnswersError) Is(target error) bool {
	return target == ErrAnswers || target == batch.ErrLimit
}

func checkBox(op string, i int, x0, y0, x1, y1 float64) error {
	const far = pose.PoseRange
	if !(math.Abs(x0) <= far && math.Abs(y0) <= far && math.Abs(x1) <= far && math.Abs(y1) <= far) {
		return &QuestionError{op, i, fmt.Sprintf("box (%v, %v) to (%v, %v) is not finite, or beyond 2^100", x0, y0, x1, y1)}
	}
	if x0 > x1 || y0 > y1 {
		return &QuestionError{op, i, fmt.Sprintf("box (%v, %v) to (%v, %v) is empty: give the lesser coordinates first", x0, y0, x1, y1)}
	}
	if !(x1-x0 <= 0x1p61 && y1-y0 <= 0x1p61) {
		return &QuestionError{op, i, fmt.Sprintf("box (%v, %v) to (%v, %v) is larger than 2^61: cut it to the shapes' extent", x0, y0, x1, y1)}
	}
	return nil
}

// column is a named column's length.
type column struct {
	name string
	n    int
}

// columns refuses columns of different lengths.
func columns(op string, n int, others ...column) error {
	for _, c := range others {
		if c.n != n {
			return &QuestionError{op, -1, fmt.Sprintf("column %s has %d entries, the first column %d: give one for each question", c.name, c.n, n)}
		}
	}
	return nil
}

func notPlace(op string, i int, what string, x, y float64) error {
	return &QuestionError{op, i, fmt.Sprintf("%s (%v, %v) is not finite, or beyond 2^100", what, x, y)}
}
