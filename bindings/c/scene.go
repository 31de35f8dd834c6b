// SPDX-License-Identifier: MIT

package main

/*
#define DAYLIGHT_TYPES_ONLY
#include "daylight.h"
*/
import "C"

import (
	"context"
	"runtime"
	"runtime/cgo"
	"sync/atomic"

	"daylight/batch"
	"daylight/batch/push"
	"daylight/batch/query"
	"daylight/batch/separate"
	"daylight/batch/solver"
	"daylight/soa"
)

// scene is shapes, the engine that steps them, and what calls gave.
type scene struct {
	busy   atomic.Bool
	closed bool
	shapes *soa.Shapes
	ids    []soa.ID // by index; 0 where a shape was removed
	cfg    batch.Config
	engine *batch.Engine

	motion soa.Motion      // without columns unless shapes have velocities
	last   *batch.Contacts // those of the last step, nil before the first and after shapes have moved apart

	bodies      push.Bodies
	push        *separate.Separator
	pushing     separate.Config
	solver      *solver.Solver
	solving     solver.Config
	inverseMass *soa.Column[float64]

	index *query.Index
	asker *query.Asker

	columns    [8][]float64 // columns that had to be converted
	angles     [2][]float32 // cosines and sines
	attrs      []soa.Attrs
	found      pinned // what the last step gave
	changes    pinned
	answers    [kinds]pinned
	within     query.Rows[uint32]
	overlaps   [2]query.Rows[query.Overlap] // of points, of boxes
	neighbours query.Rows[query.Neighbour]
	hits       [2][]query.Hit // of rays, of shapes
	offsets    [kinds][]int64
	places     span
	regions    bool // some shape is one of several parts
}

// The kinds of questions whose answers are kept apart.
const (
	rays = iota
	casts
	points
	boxes
	nearest
	within
	bodies
	kinds
)

// pinned is memory that callers look at.
type pinned struct{ runtime.Pinner }

// first is the address of the first entry of a column, which stays where it is; nil of an empty one.
func first[T any](p *pinned, column []T) *T {
	if len(column) == 0 {
		return nil
	}
	p.Pin(&column[0])
	return &column[0]
}

var ctx = context.Background()

//export daylight_open
func daylight_open(cfg *C.daylight_config, out *C.daylight_scene) (status C.daylight_status) {
	if cfg == nil || out == nil {
		return fail(argument("daylight_open: the config or the place of the scene is NULL"))
	}
	s, err := open(cfg)
	if err != nil {
		return fail(err)
	}
	*out = C.daylight_scene(cgo.NewHandle(s))
	return C.DAYLIGHT_OK
}

func open(cfg *C.daylight_config) (*scene, error) {
	if cfg.abi != C.DAYLIGHT_ABI {
		return nil, argument("daylight_open: the caller's daylight.h has ABI %d, the library %d: begin with daylight_config cfg = daylight_default(), and compile with the header beside the library", cfg.abi, C.DAYLIGHT_ABI)
	}
	s := &scene{shapes: soa.New()}
	s.cfg = batch.Config{
		Margin: float64(cfg.margin), Duration: float64(cfg.duration), Skin: cfg.skin != 0, Workers: int(cfg.workers),
		Strict: cfg.strict != 0, Canonical: cfg.sorted != 0, Events: cfg.events != 0, FixedOrder: cfg.fixed_order != 0,
		MaxCandidates: int(cfg.max_candidates), MemoryLimit: int64(cfg.memory_limit),
	}
	modes := map[C.daylight_mode]batch.Mode{
		C.DAYLIGHT_PAIRS: batch.ModePairs, C.DAYLIGHT_OVERLAPS: batch.ModeOverlaps, C.DAYLIGHT_CONTACTS: batch.ModeContacts,
		C.DAYLIGHT_MANIFOLDS: batch.ModeManifolds, C.DAYLIGHT_DISTANCES: batch.ModeDistance, C.DAYLIGHT_SWEPT: batch.ModeSwept,
	}
	mode, ok := modes[cfg.mode]
	if !ok {
		return nil, argument("daylight_open: mode %d is none: want DAYLIGHT_CONTACTS or another daylight_mode", cfg.mode)
	}
	s.cfg.Mode = mode
	if cfg.kernels != nil {
		s.cfg.Kernels = C.GoString(cfg.kernels)
	}
	if cfg.velocities != 0 {
		s.motion = soa.AttachMotion(s.shapes)
		s.cfg.Columns.Motion = s.motion
	}
	engine, err := batch.New(s.shapes, s.cfg)
	if err != nil {
		return nil, err
	}
	s.engine = engine
	return s, nil
}

//export daylight_close
func daylight_close(handle C.daylight_scene) C.daylight_status {
	status := with(handle, func(s *scene) error {
		s.closed = true
		s.found.Unpin()
		s.changes.Unpin()
		for i := range s.answers {
			s.answers[i].Unpin()
		}
		return nil
	})
	if status == C.DAYLIGHT_OK {
		cgo.Handle(handle).Delete()
	}
	return status
}

//export daylight_count
func daylight_count(handle C.daylight_scene, n *C.size_t) C.daylight_status {
	return with(handle, func(s *scene) error {
		if n == nil {
			return argument("daylight_count: the place of the count is NULL")
		}
		*n = C.size_t(s.shapes.Len())
		return nil
	})
}

// main is not called: the package is built as a library.
func main() {}
