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
	"daylight/batch/solver"
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
	s.push, s.solver = nil, nil // they were made without the column
}

//export daylight_push
func daylight_push(handle C.daylight_scene, how *C.daylight_pushing, out *C.daylight_pushed) C.daylight_status {
	return with(handle, func(s *scene) error {
		c, err := s.contacts("daylight_push")
		if err != nil {
			return err
		}
		var h C.daylight_pushing
		if how != nil {
			h = *how
		}
		var did C.daylight_pushed
		if h.duration == 0 {
			did, err = s.part(&h, c)
		} else {
			did, err = s.solve(&h, c)
		}
		if err == nil && out != nil {
			*out = did
		}
		return err
	})
}

//export daylight_push_bodies
func daylight_push_bodies(handle C.daylight_scene, how *C.daylight_pushing, out *C.daylight_bodies) C.daylight_status {
	return with(handle, func(s *scene) error {
		c, err := s.contacts("daylight_push_bodies")
		if err != nil {
			return err
		}
		var h C.daylight_pushing
		if how != nil {
			h = *how
		}
		if h.duration != 0 || h.smooth_seams != 0 {
			return argument("daylight_push_bodies: duration and smooth_seams are of use in daylight_push only")
		}
		p, b := &s.answers[bodies], &s.bodies
		p.Unpin()
		if err := b.Find(c); err != nil {
			return err
		}
		if _, err := s.part(&h, b.Contacts()); err != nil {
			return err
		}
		if out != nil {
			*out = C.daylight_bodies{n: C.size_t(len(b.A)), a: (*C.daylight_id)(first(p, b.A)), b: (*C.daylight_id)(first(p, b.B))}
			out.x, out.y, out.excess = (*C.double)(first(p, b.X)), (*C.double)(first(p, b.Y)), (*C.double)(first(p, b.Excess))
		}
		return nil
	})
}

// part pushes shapes apart.
func (s *scene) part(how *C.daylight_pushing, c *batch.Contacts) (out C.daylight_pushed, err error) {
	if how.velocity_iterations != 0 || how.sub_steps != 0 || how.gravity_x != 0 || how.gravity_y != 0 || how.friction != 0 || how.restitution != 0 || how.restitution_above != 0 {
		return out, argument("daylight_push: velocity_iterations, sub_steps, gravity, friction and restitution need a duration")
	}
	cfg := separate.Config{
		Columns: separate.Columns{InvMass: s.inverseMass}, Iterations: int(how.iterations), StaticPasses: int(how.static_passes),
		Relaxation: float64(how.relaxation), Slop: float64(how.slop), MaxPush: float64(how.max_push),
		SmoothSeams: how.smooth_seams != 0, Workers: s.cfg.Workers,
	}
	if s.push == nil || cfg != s.pushing {
		if s.push, err = separate.New(s.shapes, cfg); err != nil {
			return out, err
		}
		s.pushing = cfg
	}
	stats, err := s.push.Separate(ctx, c)
	return C.daylight_pushed{contacts: C.int64_t(stats.Contacts), overlaps: C.int64_t(stats.Overlaps), iterations: C.int64_t(stats.Iterations), deepest: C.double(stats.Deepest)}, err
}

// solve moves shapes by their velocities.
func (s *scene) solve(how *C.daylight_pushing, c *batch.Contacts) (out C.daylight_pushed, err error) {
	switch {
	case s.motion.VX == nil:
		return out, argument("daylight_push: a duration is for velocities, and the scene was opened without: set cfg.velocities")
	case how.static_passes != 0 || how.relaxation != 0:
		return out, argument("daylight_push: static_passes and relaxation are of no use beside a duration")
	}
	cfg := solver.Config{
		Columns: solver.Columns{InvMass: s.inverseMass, Motion: soa.Motion{VX: s.motion.VX, VY: s.motion.VY}}, Duration: float64(how.duration),
		SubSteps: int(how.sub_steps), Iterations: int(how.velocity_iterations), RelaxIterations: int(how.iterations),
		Slop: float64(how.slop), MaxPush: float64(how.max_push), Gravity: soa.Point{X: float64(how.gravity_x), Y: float64(how.gravity_y)},
		Friction: float64(how.friction), Restitution: float64(how.restitution), RestitutionAbove: float64(how.restitution_above),
		Workers: s.cfg.Workers,
	}
	if s.solver == nil || cfg != s.solving {
		if s.solver, err = solver.New(s.shapes, cfg); err != nil {
			return out, err
		}
		s.solving = cfg
	}
	stats, err := s.solver.Solve(ctx, c)
	return C.daylight_pushed{contacts: C.int64_t(stats.Contacts), overlaps: C.int64_t(stats.Overlaps), deepest: C.double(stats.Deepest)}, err
}
