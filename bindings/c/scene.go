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
	of     [2]C.daylight_scene // the handles of the two scenes of a join, else 0
	sides  [2]*scene           // those scenes; of any other, itself and nil
	shapes *soa.Shapes
	ids    []soa.ID // by index; 0 where a shape was removed
	cfg    batch.Config
	engine *batch.Engine

	motion soa.Motion      // without columns unless shapes have velocities
	last   *batch.Contacts // those of the last step, nil before the first and after shapes have moved apart

	bodies      push.Bodies
	separator   *separate.Separator
	separating  separate.Config
	inverseMass *soa.Column[float64]

	solver   *solver.Solver
	solving  solving // what it was made of
	material *soa.Column[solver.Material]
	upright  *soa.Column[bool]
	omit     []C.uint8_t // the caller's, during a call
	state    []byte
	kernels  []byte // the name of those of the last step

	index *query.Index
	asker *query.Asker

	columns    [8][]float64 // columns that had to be converted
	angles     [2][]float32 // cosines and sines
	attrs      []soa.Attrs
	found      pinned // what the last step gave
	changes    pinned
	answers    [kinds]pinned
	within     query.Rows[uint32]
	overlaps   [3]query.Rows[query.Overlap] // of points, of boxes, of shapes
	covers     query.Rows[soa.ID]
	neighbours [2]query.Rows[query.Neighbour] // of points, of shapes
	allHits    query.Rows[query.Hit]
	pushes     push.Pushes
	exact      exactPairs
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
	impulses
	state
	raysAll
	overlapped
	covering
	nearestTo
	pushes
	exactly
	stats
	kinds
)

// pinned is memory that callers look at.
type pinned struct{ runtime.Pinner }

// first is the address of the first entry of a column, which stays where it is; nil of an empty
// one.
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
	s, err := configured(cfg)
	if err != nil {
		return fail(err)
	}
	s.shapes, s.sides[0] = soa.New(), s
	if cfg.velocities != 0 {
		s.motion = soa.AttachMotion(s.shapes)
		s.cfg.Columns[0].Motion = s.motion
	}
	if s.engine, err = batch.New(s.shapes, s.cfg); err != nil {
		return fail(err)
	}
	*out = C.daylight_scene(cgo.NewHandle(s))
	return C.DAYLIGHT_OK
}

//export daylight_open_join
func daylight_open_join(cfg *C.daylight_config, a, b C.daylight_scene, out *C.daylight_scene) C.daylight_status {
	return own(a, func(first *scene) error {
		if cfg == nil || out == nil {
			return argument("daylight_open_join: the config or the place of the scene is NULL")
		}
		if a == b {
			return argument("daylight_open_join: a scene cannot be joined with itself: daylight_open and daylight_step find its own pairs")
		}
		return using(b, func(second *scene) error {
			if second.joined() {
				return errJoin
			}
			s, err := configured(cfg)
			if err != nil {
				return err
			}
			s.of, s.sides, s.shapes = [2]C.daylight_scene{a, b}, [2]*scene{first, second}, first.shapes
			if s.cfg.Mode == batch.ModeSwept { // other modes of a join refuse velocities
				s.cfg.Columns[0].Motion, s.cfg.Columns[1].Motion = first.motion, second.motion
			}
			if s.engine, err = batch.NewJoin(first.shapes, second.shapes, s.cfg); err != nil {
				return err
			}
			*out = C.daylight_scene(cgo.NewHandle(s))
			return nil
		})
	})
}

// joined reports whether a scene is one of the pairs between two others.
func (s *scene) joined() bool { return s.of[0] != 0 }

// configured is a scene without shapes and without an engine.
func configured(cfg *C.daylight_config) (*scene, error) {
	if cfg.abi != C.DAYLIGHT_ABI {
		return nil, argument("daylight_open: the caller's daylight.h has ABI %d, the library %d: begin with daylight_config cfg = daylight_default(), and compile with the header beside the library", cfg.abi, C.DAYLIGHT_ABI)
	}
	s := new(scene)
	s.cfg = batch.Config{
		Margin: float64(cfg.margin), Duration: float64(cfg.duration), Period: [2]float64{float64(cfg.period_x), float64(cfg.period_y)}, Skin: cfg.skin != 0, Workers: int(cfg.workers),
		Strict: cfg.strict != 0, Canonical: cfg.canonical != 0, Events: cfg.events != 0, FixedOrder: cfg.fixed_order != 0,
		MemoryLimit: int64(cfg.memory_limit),
	}
	modes := map[C.daylight_mode]batch.Mode{
		C.DAYLIGHT_PAIRS: batch.ModePairs, C.DAYLIGHT_OVERLAPS: batch.ModeOverlaps, C.DAYLIGHT_CONTACTS: batch.ModeContacts,
		C.DAYLIGHT_MANIFOLDS: batch.ModeManifolds, C.DAYLIGHT_DISTANCE: batch.ModeDistance, C.DAYLIGHT_SWEPT: batch.ModeSwept,
	}
	mode, ok := modes[cfg.mode]
	if !ok {
		return nil, argument("daylight_open: mode %d is none: want DAYLIGHT_CONTACTS or another daylight_mode", cfg.mode)
	}
	s.cfg.Mode = mode
	if cfg.kernels != nil {
		s.cfg.Kernels = C.GoString(cfg.kernels)
	}
	return s, nil
}

//export daylight_close
func daylight_close(handle C.daylight_scene) C.daylight_status {
	status := alone(handle, func(s *scene) error {
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
	return own(handle, func(s *scene) error {
		if n == nil {
			return argument("daylight_count: the place of the count is NULL")
		}
		*n = C.size_t(s.shapes.Len())
		return nil
	})
}

// main is not called: the package is built as a library.
func main() {}
