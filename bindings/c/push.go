// SPDX-License-Identifier: MIT

package main

/*
#define DAYLIGHT_TYPES_ONLY
#include "daylight.h"
*/
import "C"

import (
	"daylight/batch"
	"daylight/batch/separate"
	"daylight/soa"
)

// masses makes the column of inverse masses, which are 1 until they are set.
func (s *scene) masses() {
	if s.inverseMass != nil {
		return
	}
	s.inverseMass = soa.Attach[float64](s.shapes)
	for _, id := range s.ids {
		if id != 0 {
			_ = s.inverseMass.Set(id, 1) // the shape is there
		}
	}
}

//export daylight_separate
func daylight_separate(handle C.daylight_scene, how *C.daylight_separating, out *C.daylight_separated) C.daylight_status {
	return with(handle, func(s *scene) error {
		c, err := s.contacts("daylight_separate")
		if err != nil {
			return err
		}
		did, err := s.separate(how, c)
		if err == nil && out != nil {
			*out = did
		}
		return err
	})
}

//export daylight_push_bodies
func daylight_push_bodies(handle C.daylight_scene, how *C.daylight_separating, out *C.daylight_bodies) C.daylight_status {
	return with(handle, func(s *scene) error {
		c, err := s.contacts("daylight_push_bodies")
		if err != nil {
			return err
		}
		if how != nil && how.smooth_seams != 0 {
			return argument("daylight_push_bodies: smooth_seams is of use in daylight_separate only")
		}
		p, b := &s.answers[bodies], &s.bodies
		p.Unpin()
		if err := b.Find(c); err != nil {
			return err
		}
		if _, err := s.separate(how, b.Contacts()); err != nil {
			return err
		}
		if out != nil {
			*out = C.daylight_bodies{n: C.size_t(len(b.A)), a: (*C.daylight_id)(first(p, b.A)), b: (*C.daylight_id)(first(p, b.B))}
			out.x, out.y, out.excess = (*C.double)(first(p, b.X)), (*C.double)(first(p, b.Y)), (*C.double)(first(p, b.Excess))
		}
		return nil
	})
}

//export daylight_push
func daylight_push(handle C.daylight_scene, out *C.daylight_pushes) C.daylight_status {
	return with(handle, func(s *scene) error {
		c, err := s.contacts("daylight_push")
		if err != nil {
			return err
		}
		if out == nil {
			return argument("daylight_push: the place of the pushes is NULL")
		}
		at, p := &s.answers[pushes], &s.pushes
		at.Unpin()
		p.Workers = s.cfg.Workers
		if err := p.Find(c); err != nil {
			return err
		}
		*out = C.daylight_pushes{n: C.size_t(len(p.ID)), id: (*C.daylight_id)(first(at, p.ID))}
		out.x, out.y, out.left = (*C.double)(first(at, p.X)), (*C.double)(first(at, p.Y)), (*C.double)(first(at, p.Left))
		return nil
	})
}

// separate pushes shapes apart.
func (s *scene) separate(how *C.daylight_separating, c *batch.Contacts) (out C.daylight_separated, err error) {
	if how == nil {
		how = new(C.daylight_separating)
	}
	cfg := separate.Config{
		Iterations: int(how.iterations), StaticPasses: int(how.static_passes),
		Relaxation: float64(how.relaxation), Slop: float64(how.slop), MaxPush: float64(how.max_push),
		SmoothSeams: how.smooth_seams != 0, Workers: s.cfg.Workers, Kernels: s.cfg.Kernels,
	}
	for k, side := range s.sides {
		if side != nil {
			cfg.Columns[k].InvMass = side.inverseMass
		}
	}
	if s.separator == nil || cfg != s.separating {
		if s.joined() {
			s.separator, err = separate.NewJoin(s.shapes, s.sides[1].shapes, cfg)
		} else {
			s.separator, err = separate.New(s.shapes, cfg)
		}
		if err != nil {
			return out, err
		}
		s.separating = cfg
	}
	stats, err := s.separator.Separate(ctx, c)
	return C.daylight_separated{contacts: C.int64_t(stats.Contacts), overlaps: C.int64_t(stats.Overlaps), iterations: C.int64_t(stats.Iterations), deepest: C.double(stats.Deepest)}, err
}
