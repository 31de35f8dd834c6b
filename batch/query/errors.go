// SPDX-License-Identifier: MIT

package query

import (
	"errors"
	"fmt"

	"daylight/batch"
)

// What errors of this package are, for errors.Is. All but ErrChanged come as types that say
// more.
var (
	ErrOption   = errors.New("query: bad option")       // a *batch.ArgumentError
	ErrQuestion = errors.New("query: bad question")     // a *QuestionError
	ErrAnswers  = errors.New("query: too many answers") // a *AnswersError

	// ErrChanged is what Index.Refit returns after changes that only Index.Build can follow.
	ErrChanged = errors.New("query: Refit: the index is not of these shapes, or not in these worlds; use Build")
)

// wrong is the error of a call that was given what makes no sense.
func wrong(call, problem string) error {
	return &batch.ArgumentError{Call: "query." + call, Problem: problem}
}

// refuse is the error of an option that was given a value that makes no sense.
func refuse(option string, value any, want string, args ...any) error {
	return &batch.ArgumentError{
		Call:    fmt.Sprintf("query.%s(%v)", option, value),
		Problem: fmt.Sprintf("want "+want, args...), Reason: ErrOption,
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

// AnswersError ends a call that found more answers than it may. The Asker is as usable as
// before. It is an ErrAnswers, and a batch.ErrLimit like other limits that are reached.
type AnswersError struct {
	Limit int // what was allowed
	Found int // how many had been found when the call gave up
}

func (e *AnswersError) Error() string {
	return fmt.Sprintf("query: more than %d answers (%d found so far): ask less at a time, or raise MaxAnswers if the memory is there", e.Limit, e.Found)
}

// Is reports whether target is ErrAnswers or batch.ErrLimit.
func (e *AnswersError) Is(target error) bool {
	return target == ErrAnswers || target == batch.ErrLimit
}
