// SPDX-License-Identifier: MIT

package main

/*
#define DAYLIGHT_TYPES_ONLY
#include "daylight.h"
*/
import "C"

import (
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
	s.push = nil // it was made without the column
}

// speeds makes the columns of velocities that pushing corrects, which begin as those that the scene has.
func (s *scene) speeds() error {
	if s.pushX != nil {
		return nil
	}
	s.pushX, s.pushY = soa.Attach[float64](s.shapes), soa.Attach[float64](s.shapes)
	return s.shapes.Update(func(l soa.Live) {
		x, y := s.pushX.Data(l), s.pushY.Data(l)
		for i, v := range s.vx.Data(l) {
			x[i] = float64(v)
		}
		for i, v := range s.vy.Data(l) {
			y[i] = float64(v)
		}
	})
}

//export daylight_push
func daylight_push(handle C.daylight_scene, how *C.daylight_pushing, out *C.daylight_pushed) C.daylight_status {
	return with(handle, func(s *scene) error {
		c, err := s.contacts("daylight_push")
		if err != nil {
			return err
		}
		var cfg separate.Config
		if how != nil {
			cfg = separate.Config{
				Duration: float64(how.duration), Iterations: int(how.iterations), VelocityIterations: int(how.velocity_iterations),
				SubSteps: int(how.sub_steps), StaticPasses: int(how.static_passes), Relaxation: float64(how.relaxation), Slop: float64(how.slop),
				MaxPush: float64(how.max_push), Gravity: soa.Point{X: float64(how.gravity_x), Y: float64(how.gravity_y)},
				Friction: float64(how.friction), Restitution: float64(how.restitution), RestitutionAbove: float64(how.restitution_above),
				WholeBodies: how.whole_bodies != 0, SmoothSeams: how.smooth_seams != 0,
			}
		}
		if err := s.separator(cfg); err != nil {
			return err
		}
		stats, err := s.push.Separate(ctx, c)
		if err != nil {
			return err
		}
		if cfg.Duration > 0 {
			if err := s.slower(); err != nil {
				return err
			}
		}
		if out != nil {
			*out = C.daylight_pushed{contacts: C.int64_t(stats.Contacts), overlaps: C.int64_t(stats.Overlaps), iterations: C.int64_t(stats.Iterations), deepest: C.double(stats.Deepest)}
		}
		return nil
	})
}

// separator makes the separator of a Config, unless that of the last call will do.
func (s *scene) separator(cfg separate.Config) error {
	cfg.Workers = s.cfg.Workers
	if cfg.Duration > 0 {
		if s.vx == nil {
			return argument("daylight_push: a duration is for velocities, and the scene was opened without: set cfg.velocities")
		}
		if err := s.speeds(); err != nil {
			return err
		}
		cfg.Columns.VX, cfg.Columns.VY = s.pushX, s.pushY
	}
	cfg.Columns.InvMass = s.inverseMass
	if s.push != nil && cfg == s.pushing {
		return nil
	}
	made, err := separate.New(s.shapes, cfg)
	if err != nil {
		return err
	}
	s.push, s.pushing = made, cfg
	return nil
}

// slower gives the velocities that a push has corrected to the engine, which has them as float32.
func (s *scene) slower() error {
	return s.shapes.Update(func(l soa.Live) {
		x, y := s.vx.Data(l), s.vy.Data(l)
		for i, v := range s.pushX.Data(l) {
			x[i] = float32(v)
		}
		for i, v := range s.pushY.Data(l) {
			y[i] = float32(v)
		}
	})
}
