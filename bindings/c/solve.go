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
	"daylight/batch/solver"
	"daylight/soa"
)

//export daylight_set_materials
func daylight_set_materials(handle C.daylight_scene, first, n C.size_t, m *C.daylight_materials) C.daylight_status {
	return own(handle, func(s *scene) error {
		from, n, err := s.indices(first, n)
		if err != nil {
			return err
		}
		if m == nil {
			return argument("daylight_set_materials: the materials are NULL")
		}
		var v [4][]float64
		for k, c := range []C.daylight_column{m.friction, m.restitution, m.rolling_resistance, m.surface_speed} {
			if !none(c) {
				if v[k], err = floats(c, n, [...]string{"friction", "restitution", "rolling_resistance", "surface_speed"}[k], &s.columns[k]); err != nil {
					return err
				}
			}
		}
		if s.material == nil {
			s.material = soa.Attach[solver.Material](s.shapes)
		}
		return s.shapes.Update(func(l soa.Live) {
			to, data := s.span(&l, from, n), s.material.Data(l)
			to.wrote(l)
			for j, slot := range to.slots {
				for k, field := range []*float32{&data[slot].Friction, &data[slot].Restitution, &data[slot].RollingResistance, &data[slot].SurfaceSpeed} {
					if v[k] != nil {
						*field = float32(v[k][to.entries[j]])
					}
				}
			}
		})
	})
}

//export daylight_set_fixed_rotations
func daylight_set_fixed_rotations(handle C.daylight_scene, first, n C.size_t, fixed C.daylight_column) C.daylight_status {
	return own(handle, func(s *scene) error {
		from, n, err := s.indices(first, n)
		if err != nil {
			return err
		}
		v, err := floats(fixed, n, "fixed_rotation", &s.columns[0])
		if err != nil {
			return err
		}
		if s.upright == nil {
			s.upright = soa.Attach[bool](s.shapes)
		}
		return s.shapes.Update(func(l soa.Live) {
			to, data := s.span(&l, from, n), s.upright.Data(l)
			to.wrote(l)
			for j, slot := range to.slots {
				data[slot] = v[to.entries[j]] != 0
			}
		})
	})
}

//export daylight_solve
func daylight_solve(handle C.daylight_scene, how *C.daylight_solving, out *C.daylight_solved) C.daylight_status {
	return with(handle, func(s *scene) error {
		c, err := s.contacts("daylight_solve")
		if err != nil {
			return err
		}
		if how == nil {
			return argument("daylight_solve: how is NULL, and has to have a duration")
		}
		if how.no_spin == 0 && s.cfg.Mode != batch.ModeManifolds {
			return argument("daylight_solve: shapes turn by contact points, which DAYLIGHT_MANIFOLDS finds: open the scene in that mode, or set no_spin")
		}
		if err := s.solverOf(*how); err != nil {
			return err
		}
		p := &s.answers[impulses]
		p.Unpin()
		if how.omit != nil {
			s.omit = unsafe.Slice(how.omit, c.Len())
		}
		did, err := s.solver.Solve(ctx, c)
		if s.omit = nil; err != nil || out == nil {
			return err
		}
		at := s.solver.Impulses()
		*out = C.daylight_solved{contacts: C.int64_t(did.Contacts), overlaps: C.int64_t(did.Overlaps), deepest: C.double(did.Deepest), n: C.size_t(c.Len())}
		out.impulse1 = (*C.daylight_impulse)(unsafe.Pointer(first(p, at[0])))
		out.impulse2 = (*C.daylight_impulse)(unsafe.Pointer(first(p, at[1])))
		return nil
	})
}

// solving is what a solver is made of.
type solving struct {
	how     C.daylight_solving
	omits   bool
	columns [2]solver.Columns
}

// solverOf makes the solver for that, unless the last was. A new one goes on with what the last one
// kept.
func (s *scene) solverOf(how C.daylight_solving) error {
	of := solving{how: how, omits: how.omit != nil}
	of.how.omit = nil
	moves := false
	for k, side := range s.sides {
		if side == nil {
			continue
		}
		of.columns[k] = solver.Columns{InvMass: side.inverseMass, Motion: side.motion, FixedRotation: side.upright, Material: side.material}
		if how.no_spin != 0 {
			of.columns[k].Spin, of.columns[k].FixedRotation = nil, nil
		}
		moves = moves || side.motion.VX != nil
	}
	if !moves {
		return argument("the solver needs velocities, and the scene was opened without: set cfg.velocities")
	}
	if s.solver != nil && of == s.solving {
		return nil
	}
	cfg := solver.Config{
		Columns: of.columns, Duration: float64(how.duration),
		SubSteps: int(how.sub_steps), Iterations: int(how.iterations), RelaxIterations: int(how.relax_iterations),
		Slop: float64(how.slop), MaxPush: float64(how.max_push), Gravity: soa.Point{X: float64(how.gravity_x), Y: float64(how.gravity_y)},
		Restitution: float64(how.restitution), RestitutionAbove: float64(how.restitution_above),
		Friction: float64(how.friction), RollingResistance: float64(how.rolling_resistance), Density: float64(how.density),
		Impulses: how.impulses != 0, Workers: s.cfg.Workers, Kernels: s.cfg.Kernels,
	}
	if of.omits {
		cfg.Omit = func(_ *batch.Contacts, i int) bool { return s.omit[i] != 0 }
	}
	make := func(cfg solver.Config) (*solver.Solver, error) { return solver.New(s.shapes, cfg) }
	if s.joined() {
		make = func(cfg solver.Config) (*solver.Solver, error) {
			return solver.NewJoin(s.shapes, s.sides[1].shapes, cfg)
		}
	}
	made, err := make(cfg)
	if err != nil {
		return err
	}
	if s.solver != nil {
		kept, err := s.solver.AppendState(nil)
		if err != nil {
			return err
		}
		if err := made.SetState(kept); err != nil {
			return err
		}
	}
	s.solver, s.solving = made, of
	return nil
}

//export daylight_get_state
func daylight_get_state(handle C.daylight_scene, bytes **C.uint8_t, n *C.size_t) C.daylight_status {
	return with(handle, func(s *scene) (err error) {
		if bytes == nil || n == nil {
			return argument("daylight_get_state: the place of the bytes or of their number is NULL")
		}
		if err := s.anySolver(); err != nil {
			return err
		}
		p := &s.answers[state]
		p.Unpin()
		if s.state, err = s.solver.AppendState(s.state[:0]); err != nil {
			return err
		}
		*bytes, *n = (*C.uint8_t)(first(p, s.state)), C.size_t(len(s.state))
		return nil
	})
}

//export daylight_set_state
func daylight_set_state(handle C.daylight_scene, bytes *C.uint8_t, n C.size_t) C.daylight_status {
	return with(handle, func(s *scene) error {
		if bytes == nil {
			return argument("daylight_set_state: the bytes are NULL")
		}
		if err := s.anySolver(); err != nil {
			return err
		}
		return s.solver.SetState(unsafe.Slice((*byte)(bytes), n))
	})
}

// anySolver makes a solver to hold a state, unless there is one.
func (s *scene) anySolver() error {
	if s.solver != nil {
		return nil
	}
	return s.solverOf(C.daylight_solving{duration: 1})
}
