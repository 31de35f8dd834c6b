// SPDX-License-Identifier: MIT

package main

/*
#define DAYLIGHT_TYPES_ONLY
#include "daylight.h"
*/
import "C"

import (
	"strconv"

	"daylight/soa"
)

func itoa(i int) string { return strconv.Itoa(i) }

// span is the shapes with some indices, as slots of the store and entries of the caller's columns.
type span struct{ slots, entries []int32 }

// span finds the shapes with indices from first to first+n-1. A part of a region has the entry of
// its region.
func (s *scene) span(l *soa.Live, first, n int) *span {
	p := &s.places
	p.slots, p.entries = p.slots[:0], p.entries[:0]
	if n < len(l.ID)/8 && !s.regions {
		for i := range n {
			if slot, ok := l.Slot(s.ids[first+i]); ok {
				p.slots, p.entries = append(p.slots, int32(slot)), append(p.entries, int32(i))
			}
		}
		return p
	}
	for slot, id := range l.ID {
		if s.regions {
			if whole := s.shapes.Region(id); whole != 0 {
				id = whole
			}
		}
		if i := int(id.Index()) - first; uint(i) < uint(n) {
			p.slots, p.entries = append(p.slots, int32(slot)), append(p.entries, int32(i))
		}
	}
	return p
}

// wrote tells the store to which slots scatter is going to write, if they are few.
func (p *span) wrote(l soa.Live) {
	if len(p.slots) >= len(l.ID)/8 {
		return
	}
	l.Wrote(0, 0)
	for _, slot := range p.slots {
		l.Wrote(int(slot), int(slot)+1)
	}
}

// scatter writes entries of columns to the slots of their shapes, and gather reads them from there.
func scatter[T any](p *span, dst, src []T) {
	if src == nil {
		return
	}
	for k, slot := range p.slots {
		dst[slot] = src[p.entries[k]]
	}
}

func gather[T float64 | float32](p *span, dst C.daylight_column, src []T) {
	if none(dst) {
		return
	}
	for k, slot := range p.slots {
		store(dst, int(p.entries[k]), float64(src[slot]))
	}
}

// indices checks a range of indices.
func (s *scene) indices(first, n C.size_t) (int, int, error) {
	if uint64(first) > uint64(len(s.ids)) || uint64(n) > uint64(len(s.ids))-uint64(first) {
		return 0, 0, argument("indices %d to %d: the scene has %d, from 0 on", uint64(first), uint64(first)+uint64(n), len(s.ids))
	}
	return int(first), int(n), nil
}

//export daylight_set_poses
func daylight_set_poses(handle C.daylight_scene, first, n C.size_t, at *C.daylight_poses) C.daylight_status {
	return own(handle, func(s *scene) error {
		from, n, err := s.indices(first, n)
		if err != nil {
			return err
		}
		if at == nil {
			return argument("daylight_set_poses: the poses are NULL")
		}
		var p soa.Poses
		if !none(at.x) {
			if p.X, err = floats(at.x, n, "x", &s.columns[0]); err != nil {
				return err
			}
		}
		if !none(at.y) {
			if p.Y, err = floats(at.y, n, "y", &s.columns[1]); err != nil {
				return err
			}
		}
		if p.C, p.S, err = s.rotations(at, n); err != nil {
			return err
		}
		return s.shapes.Update(func(l soa.Live) {
			to := s.span(&l, from, n)
			to.wrote(l)
			scatter(to, l.Poses.X, p.X)
			scatter(to, l.Poses.Y, p.Y)
			scatter(to, l.Poses.C, p.C)
			scatter(to, l.Poses.S, p.S)
		})
	})
}

//export daylight_get_poses
func daylight_get_poses(handle C.daylight_scene, first, n C.size_t, into *C.daylight_poses) C.daylight_status {
	return own(handle, func(s *scene) error {
		from, n, err := s.indices(first, n)
		if err != nil {
			return err
		}
		if into == nil {
			return argument("daylight_get_poses: the poses are NULL")
		}
		if !none(into.angle) {
			return argument("daylight_get_poses: rotations are given as cosine and sine; their angle is atan2(sine, cosine)")
		}
		if err := writableAll(n, into.x, "x", into.y, "y", into.cosine, "cosine", into.sine, "sine"); err != nil {
			return err
		}
		return s.shapes.Update(func(l soa.Live) {
			l.Wrote(0, 0)
			of := s.span(&l, from, n)
			gather(of, into.x, l.Poses.X)
			gather(of, into.y, l.Poses.Y)
			gather(of, into.cosine, l.Poses.C)
			gather(of, into.sine, l.Poses.S)
		})
	})
}

// writableAll checks output columns, each with its name; absent ones are skipped.
func writableAll(n int, columns ...any) error {
	for i := 0; i < len(columns); i += 2 {
		if c := columns[i].(C.daylight_column); !none(c) {
			if err := writable(c, n, columns[i+1].(string)); err != nil {
				return err
			}
		}
	}
	return nil
}

//export daylight_set_velocities
func daylight_set_velocities(handle C.daylight_scene, first, n C.size_t, vx, vy, spin C.daylight_column) C.daylight_status {
	return own(handle, func(s *scene) error {
		from, n, err := s.velocities(first, n)
		if err != nil {
			return err
		}
		var columns [3][]float64
		for k, c := range []C.daylight_column{vx, vy, spin} {
			if !none(c) {
				if columns[k], err = floats(c, n, [...]string{"vx", "vy", "spin"}[k], &s.columns[k]); err != nil {
					return err
				}
			}
		}
		return s.shapes.Update(func(l soa.Live) {
			to := s.span(&l, from, n)
			to.wrote(l)
			for k, c := range []*soa.Column[float32]{s.motion.VX, s.motion.VY, s.motion.Spin} {
				if columns[k] != nil {
					data := c.Data(l)
					for j, slot := range to.slots {
						data[slot] = float32(columns[k][to.entries[j]])
					}
				}
			}
		})
	})
}

//export daylight_get_velocities
func daylight_get_velocities(handle C.daylight_scene, first, n C.size_t, vx, vy, spin C.daylight_column) C.daylight_status {
	return own(handle, func(s *scene) error {
		from, n, err := s.velocities(first, n)
		if err != nil {
			return err
		}
		if err := writableAll(n, vx, "vx", vy, "vy", spin, "spin"); err != nil {
			return err
		}
		return s.shapes.Update(func(l soa.Live) {
			l.Wrote(0, 0)
			of := s.span(&l, from, n)
			gather(of, vx, s.motion.VX.Data(l))
			gather(of, vy, s.motion.VY.Data(l))
			gather(of, spin, s.motion.Spin.Data(l))
		})
	})
}

// velocities is indices of a scene whose shapes have velocities.
func (s *scene) velocities(first, n C.size_t) (int, int, error) {
	if s.motion.VX == nil {
		return 0, 0, argument("the scene was opened without velocities: set cfg.velocities")
	}
	return s.indices(first, n)
}

//export daylight_set_inverse_masses
func daylight_set_inverse_masses(handle C.daylight_scene, first, n C.size_t, inverseMass C.daylight_column) C.daylight_status {
	return own(handle, func(s *scene) error {
		from, n, err := s.indices(first, n)
		if err != nil {
			return err
		}
		v, err := floats(inverseMass, n, "inverse_mass", &s.columns[0])
		if err != nil {
			return err
		}
		s.masses()
		return s.shapes.Update(func(l soa.Live) {
			to := s.span(&l, from, n)
			to.wrote(l)
			scatter(to, s.inverseMass.Data(l), v)
		})
	})
}
