// SPDX-License-Identifier: MIT

package main

/*
#define DAYLIGHT_TYPES_ONLY
#include "daylight.h"
*/
import "C"

import (
	"unsafe"

	"daylight/batch"
	"daylight/soa"
)

//export daylight_step
func daylight_step(handle C.daylight_scene, out *C.daylight_contacts) C.daylight_status {
	return with(handle, func(s *scene) error {
		return s.step(out, func() (*batch.Contacts, error) { return s.engine.Step(ctx) })
	})
}

//export daylight_advance
func daylight_advance(handle C.daylight_scene, dt C.double, out *C.daylight_contacts) C.daylight_status {
	return own(handle, func(s *scene) error {
		if s.motion.VX == nil {
			return argument("daylight_advance: the scene was opened without velocities: set cfg.velocities")
		}
		return s.step(out, func() (*batch.Contacts, error) { return s.engine.Advance(ctx, float64(dt)) })
	})
}

// step makes a step and shows its contacts where the engine has them.
func (s *scene) step(out *C.daylight_contacts, do func() (*batch.Contacts, error)) error {
	if out == nil {
		return argument("the place of the contacts is NULL")
	}
	s.found.Unpin()
	s.last = nil
	*out = C.daylight_contacts{}
	c, err := do()
	if err != nil {
		return err
	}
	s.last = c
	p := &s.found
	out.n = C.size_t(c.Len())
	out.a, out.b = (*C.daylight_id)(first(p, c.A)), (*C.daylight_id)(first(p, c.B))
	out.depth, out.nx, out.ny = (*C.float)(first(p, c.Depth)), (*C.float)(first(p, c.NX)), (*C.float)(first(p, c.NY))
	out.time = (*C.float)(first(p, c.Time))
	out.point1 = (*C.daylight_point)(unsafe.Pointer(first(p, c.Points[0])))
	out.point2 = (*C.daylight_point)(unsafe.Pointer(first(p, c.Points[1])))
	return nil
}

// contacts are those of the last step.
func (s *scene) contacts(call string) (*batch.Contacts, error) {
	if s.last == nil {
		return nil, argument("%s: there are no contacts: call daylight_step first", call)
	}
	return s.last, nil
}

//export daylight_events
func daylight_events(handle C.daylight_scene, out *C.daylight_changes) C.daylight_status {
	return with(handle, func(s *scene) error {
		if out == nil {
			return argument("daylight_events: the place of the changes is NULL")
		}
		e, err := s.engine.Events()
		if err != nil {
			return err
		}
		p := &s.changes
		p.Unpin()
		*out = C.daylight_changes{begin: C.size_t(len(e.Begin.A)), end: C.size_t(len(e.End.A))}
		out.begin_a, out.begin_b = (*C.daylight_id)(first(p, e.Begin.A)), (*C.daylight_id)(first(p, e.Begin.B))
		out.end_a, out.end_b = (*C.daylight_id)(first(p, e.End.A)), (*C.daylight_id)(first(p, e.End.B))
		out.was = (*C.int32_t)(first(p, e.Was))
		return nil
	})
}

//export daylight_stats_of
func daylight_stats_of(handle C.daylight_scene, out *C.daylight_stats) C.daylight_status {
	return with(handle, func(s *scene) error {
		if out == nil {
			return argument("daylight_stats_of: the place of the stats is NULL")
		}
		did := s.engine.Stats()
		*out = C.daylight_stats{
			shapes: C.int64_t(did.Shapes), quarantined: C.int64_t(did.Quarantined), candidates: C.int64_t(did.Candidates),
			contacts: C.int64_t(did.Contacts), undecided: C.int64_t(did.Undecided), skin_age: C.int64_t(did.SkinAge), workers: C.int64_t(did.Workers),
		}
		p := &s.answers[stats]
		p.Unpin()
		s.kernels = append(append(s.kernels[:0], did.Kernels...), 0)
		out.kernels = (*C.char)(unsafe.Pointer(first(p, s.kernels)))
		return nil
	})
}

//export daylight_by_world
func daylight_by_world(handle C.daylight_scene, worlds C.size_t, offsets *C.int64_t, order *C.uint32_t) C.daylight_status {
	return with(handle, func(s *scene) error {
		c, err := s.contacts("daylight_by_world")
		if err != nil {
			return err
		}
		n, err := s.count(worlds)
		if err != nil {
			return err
		}
		if offsets == nil || order == nil && c.Len() > 0 {
			return argument("daylight_by_world: the place of the offsets or of the order is NULL")
		}
		return byWorld(c.A, s.shapes, unsafe.Slice((*int64)(offsets), n+1), unsafe.Slice((*uint32)(order), c.Len()))
	})
}

// byWorld is a counting sort of contacts by the world of their shapes.
func byWorld(a []soa.ID, shapes *soa.Shapes, offsets []int64, order []uint32) error {
	worlds := make([]uint32, len(a))
	clear(offsets)
	for i, id := range a {
		attrs, err := shapes.Attrs(id)
		if err != nil {
			return err
		}
		if int(attrs.World) >= len(offsets)-1 {
			return argument("daylight_by_world: contact %d is in world %d, and there are to be %d worlds", i, attrs.World, len(offsets)-1)
		}
		worlds[i] = attrs.World
		offsets[attrs.World+1]++
	}
	for w := 1; w < len(offsets); w++ {
		offsets[w] += offsets[w-1]
	}
	next := make([]int64, len(offsets))
	copy(next, offsets)
	for i, w := range worlds {
		order[next[w]] = uint32(i)
		next[w]++
	}
	return nil
}
