// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"sync/atomic"
	"time"

	"daylight/internal/memory"
	"daylight/internal/simd"
	"daylight/internal/simd/pair"
	"daylight/internal/sweep"
	"daylight/soa"
)

// flush is how many candidates a worker collects before it runs the kernels on them:
// few enough to stay in the first-level cache with their answers, and to keep one
// uninterruptible kernel call far below a millisecond, enough to make the calls'
// own cost vanish. The order of contacts depends on it.
const flush = 2048

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
	skin     *skin  // nil without
	travel   travel // if the method moves
	memory   memory.Budget
	found    atomic.Int64 // candidates
	failed   atomic.Bool  // a worker has, so that the others need not go on
}

// method is what sets a mode apart; see methods, which lists them all.
type method struct {
	records bool // pairs are decided, from the records of their shapes
	depths  bool // kernels find separations and normals
	moves   bool // shapes move during the step, see travel

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

// allow counts n more candidates and refuses them beyond the limit.
func (j *job) allow(n int) error {
	if found := j.found.Add(int64(n)); found > int64(j.cfg.maxCandidates) {
		return &LimitError{Option: "MaxCandidates", Limit: int64(j.cfg.maxCandidates), Needed: found}
	}
	return nil
}

// flight is a worker's scratch for ModeSwept: what rows do during the step.
type flight struct {
	slots       []uint32
	motion      []pair.Motion
	turn        []float32
	piece, more []uint16 // which piece, of how many beyond the first; nothing if no motion is cut
	apart       [flush]simd.Pair
	args        pair.ImpactArgs
}

// worker is one goroutine's scratch. Nothing in it is shared while a step runs.
type worker struct {
	loaded sweep.Strip // the strip in hand

	// Columns of the strip in hand, by row.
	ids    []soa.ID
	joined []soa.ID // room for ids of two sets
	rec    []simd.Record
	reach  []float32    // of a list that has polygons
	class  []simd.Class // of a strip before, where all shapes are of one class
	off    []uint32
	num    []uint32
	block  pair.Block
	seen   uint   // classes in the strip, a bit for each
	mixed  bool   // more than one class in the strip
	most   uint32 // lanes of the polygon that has most

	kinds  [flush]uint8     // the bin of each
	binned [flush]simd.Pair // the same pairs, bin after bin
	hints  [flush]pair.Axis
	beside []pair.Axis // of the list, beside the pairs to come
	hits   pair.Hits
	doubts *doubts // with Config.Decide
	flight flight
	args   pair.Args // here, not on the stack: a call through a table lets it escape
	points pair.Manifolds

	out   *Contacts // where contacts go: local, or the engine's own with one worker
	local Contacts
	parts []part
	done  float64 // share of all rows that were looked at, or are being, before the strip in hand
	room  int     // contacts that out has room for, or is allowed to grow to

	charged int64 // to the step's account of memory, for out

	number  int      // of its list
	leavers []uint32 // slots that left their fattened AABBs, of its share
	spare   []simd.Pair
	slotsOf []uint32 // of pairs, two each

	bits       []uint8  // of the rows, if some are to be excluded
	slots      []uint32 // of the rows
	velX, velY []float32
	mtvs       []pair.MTV

	counts  counts
	times   Times
	calling string // the field of Config whose function is being called
}

// part says where the contacts of a stretch of strips lie in a worker's output.
type part struct {
	stretch, at, n int
}

// counts are the worker's share of Stats.
type counts struct {
	candidates, hintsTried, hintsHit, undecided int
}

func newWorker() *worker {
	return &worker{hits: newHits()}
}

func newHits() pair.Hits {
	const room = flush + simd.Slack
	return pair.Hits{
		A: make([]uint32, room), B: make([]uint32, room),
		Sep: make([]float32, room), NX: make([]float32, room), NY: make([]float32, room),
	}
}

func (w *worker) begin(out *Contacts) {
	w.local.reset()
	w.out = out
	if out == nil {
		w.out = &w.local
	}
	w.room, w.charged = w.out.capacity(), w.out.bytes()
	w.parts = w.parts[:0]
	w.counts = counts{}
	w.times = Times{}
	w.calling = ""
	w.beside = nil
}
