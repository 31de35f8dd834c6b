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
	travel   travel // if the method moves
	memory   memory.Budget
	found    atomic.Int64 // candidates
	failed   atomic.Bool  // a worker has, so that the others need not go on
}

// method is what sets a mode apart; see methods, which lists them all.
type method struct {
	// slots are those of a strip's entries; nil if entries are slots.
	slots func(w *worker, j *job, entries []uint32) []uint32

	// decide finds the contacts among candidates, and appends them.
	decide func(w *worker, j *job, pairs []simd.Pair)

	// places adds where they touch to the n answers of a kernel, which are to be the
	// contacts from at on; nil if it is not asked for.
	places func(w *worker, j *job, a, b simd.Class, at, n int)

	// later looks for contacts among the pairs that are none now: all but the n from at
	// on; nil if nothing moves.
	later func(w *worker, j *job, a, b simd.Class, at, n int, pairs []simd.Pair)
}

// ended returns the error of a context that has ended, and whether the step has, by that
// or by another worker's error.
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
