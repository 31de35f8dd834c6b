// SPDX-License-Identifier: MIT

package query

import (
	"errors"
	"fmt"
)

// What errors of this package are, for errors.Is.
var (
	ErrOption   = errors.New("bad option")
	ErrQuestion = errors.New("bad question")
	ErrAnswers  = errors.New("too many answers")
)

// QuestionError is about one question of a call.
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

// Is reports whether target is ErrQuestion.
func (e *QuestionError) Is(target error) bool { return target == ErrQuestion }

// AnswersError ends a call that found more answers than it may. The Asker is as usable as
// before.
type AnswersError struct {
	Limit int // what was allowed
	Found int // how many had been found when the call gave up
}

func (e *AnswersError) Error() string {
	return fmt.Sprintf("query: more than %d answers (%d found so far): ask less at a time, or raise MaxAnswers if the memory is there", e.Limit, e.Found)
}

// Is reports whether target is ErrAnswers.
func (e *AnswersError) Is(target error) bool { return target == ErrAnswers }
