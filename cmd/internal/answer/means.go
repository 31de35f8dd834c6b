// SPDX-License-Identifier: MIT

package answer

import (
	"errors"
	"fmt"
	"runtime"

	"daylight"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/progress"
	"daylight/kernels"
)

// Means say how an answer to any question is found. Zero values stand for flags that were not
// given.
type Means struct {
	Workers int    // 0: one for each processor
	Kernels string // empty or auto: the best there is, or what DAYLIGHT_KERNELS names
	Limit   int    // most answers; 0: the library's own limit
	Effort  int    // what is spent on one push of shapes that are cut: see push.Bodies
	Verify  bool   // compare the answer with brute force
	Memory  *memory.Budget
	Bars    *progress.Reporter
	Note    func(string) // takes notes about slow work; may be nil
}

// DefaultEffort stands for an Effort of 0, and maxEffort is the greatest: see push.Bodies.
const (
	DefaultEffort = 1 << 21
	maxEffort     = 1 << 30
)

// Check finds what is wrong with the Means, and returns the name of the kernels.
func (m *Means) Check() (kernels string, err error) {
	switch {
	case m.Workers < 0 || m.Workers > daylight.MaxWorkers:
		return "", fmt.Errorf("--workers %d: want 1 to %d, or 0 for one for each processor", m.Workers, daylight.MaxWorkers)
	case m.Limit < 0:
		return "", fmt.Errorf("--limit %d: want at least 1, or 0 for the default", m.Limit)
	case m.Effort < 0 || m.Effort > maxEffort:
		return "", fmt.Errorf("--effort %d: want 1 to %d, or 0 for the default", m.Effort, maxEffort)
	}
	return Variant(m.Kernels)
}

// Processors is the number of workers to use.
func (m *Means) Processors() int {
	if m.Workers == 0 {
		return min(runtime.GOMAXPROCS(0), daylight.MaxWorkers)
	}
	return m.Workers
}

// Variant returns the name of the kernels that --kernels picks; auto is the default.
func Variant(name string) (string, error) {
	if name == "auto" {
		name = ""
	}
	variant, err := kernels.Choose(name)
	if err != nil && name != "" {
		err = fmt.Errorf("--kernels %s: %w (daylight kernels lists them)", name, err)
	}
	return variant, err
}

// leastMemory is what the library may take even if the budget is used up.
const leastMemory = 1 << 20

// explain rewords an error of the library for the command line. what names the thing that takes
// memory.
func (m *Means) explain(what string, err error) error {
	var limit *daylight.LimitError
	switch {
	case !errors.As(err, &limit):
	case limit.Option == "MaxAnswers":
		return tooMany(int(limit.Limit), int(limit.Needed))
	case m.Memory != nil:
		return memory.For(what, m.Memory.Short(limit.Needed))
	}
	return err
}

// tooMany is the error of a run that found more answers than --limit allows.
func tooMany(limit, found int) error {
	noun := "answers"
	if limit == 1 {
		noun = "answer"
	}
	return fmt.Errorf("more than %d %s (%d found so far): ask less at a time; --limit allows more, if the memory is there: about 100 bytes for each", limit, noun, found)
}
