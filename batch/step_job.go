// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"sync/atomic"
	"time"

	"daylight/internal/memory"
	"daylight/internal/simd"
	"daylight/internal/sweep"
)

// job is what the workers of a step share.
type job struct {
	scene
	ctx      context.Context
	begun    time.Time
	cfg      *config
	method   *method
	limitSep float32 // the greatest separation that kernels report
	frame    sweep.Frame
	rows     int  // of all strips
	built    bool // frame is of this step
	axes     axisCache
	travel   travel // in ModeSwept
	memory   memory.Budget
	found    atomic.Int64 // candidates
	failed   atomic.Bool  // a worker has failed, so the others stop
}

// method is what a mode does beyond and instead of the common path; see methods.
type method struct {
	// slots returns the slots of a strip's entries; nil if entries are slots.
	slots func(w *worker, j *job, entries []uint32) []uint32

	// decide finds the contacts among candidates, and appends them.
	decide func(w *worker, j *job, pairs []simd.Pair)

	// places finds the points of the n answers of a kernel, which become the contacts from at on;
	// nil if the mode has no points.
	places func(w *worker, j *job, a, b simd.Class, at, n int)

	// later looks for contacts later in the step among the pairs that do not touch at its start, which
	// are all but the n contacts from at on; nil if nothing moves.
	later func(w *worker, j *job, a, b simd.Class, at, n int, pairs []simd.Pair)
}

// ended reports whether the step has ended early: by its context, whose error it returns, or by an error of
// another worker.
func (j *job) ended() (bool, error) {
	if err := j.ctx.Err(); err != nil {
		return true, err
	}
	return j.failed.Load(), nil
}

// oneClass returns the class of all shapes, if they are of one.
func (j *job) oneClass() (simd.Class, bool) {
	for c, n := range j.cols.Count {
		if n == len(j.cols.Class) {
			return simd.Class(c), true
		}
	}
	return 0, false
}

// allow counts n more candidates and refuses them beyond the limit.
func (j *job) allow(n int) error {
	if found := j.found.Add(int64(n)); found > int64(j.cfg.maxCandidates) {
		return &LimitError{Option: "MaxCandidates", Limit: int64(j.cfg.maxCandidates), Needed: found}
	}
	return nil
}
