// SPDX-License-Identifier: MIT

package main

/*
#define DAYLIGHT_TYPES_ONLY
#include "daylight.h"
*/
import "C"

import (
	"daylight/batch"
	"daylight/batch/exact"
	faults "daylight/internal/store"
	"daylight/region"
	"daylight/soa"
)

// exactPairs are the columns of pairs that daylight_exact found.
type exactPairs struct {
	a, b        []soa.ID
	overlapping []uint8
}

//export daylight_exact
func daylight_exact(handle C.daylight_scene, out *C.daylight_exact_pairs) C.daylight_status {
	return own(handle, func(s *scene) error {
		if out == nil {
			return argument("daylight_exact: the place of the pairs is NULL")
		}
		if s.cfg.Period != [2]float64{} {
			return argument("daylight_exact: the scene is a torus, on which nothing is decided exactly")
		}
		stored, ids, err := s.inFloat64()
		if err != nil {
			return err
		}
		cfg := exact.Config{Engine: batch.Config{Workers: s.cfg.Workers, Kernels: s.cfg.Kernels, MemoryLimit: s.cfg.MemoryLimit}}
		found, err := exact.Find(ctx, stored, cfg)
		if err != nil {
			return err
		}
		p, e := &s.answers[exactly], &s.exact
		p.Unpin()
		e.fold(s, found, ids)
		*out = C.daylight_exact_pairs{n: C.size_t(len(e.a)), a: (*C.daylight_id)(first(p, e.a)), b: (*C.daylight_id)(first(p, e.b))}
		out.overlapping = (*C.uint8_t)(first(p, e.overlapping))
		return nil
	})
}

// inFloat64 makes a scene of the shapes as they are stored, by index, and tells their IDs. Shapes
// in quarantine are left out.
func (s *scene) inFloat64() (*exact.Scene, []soa.ID, error) {
	to := new(exact.Scene)
	var ids []soa.ID
	for _, id := range s.ids {
		if id == 0 {
			continue
		}
		shape, err := s.shapes.Shape(id)
		if err != nil {
			return nil, nil, err
		}
		// As steps do: a rotation need not be a unit vector to the last digit, and circles have none.
		p := shape.Pose
		if len(shape.Vertices) > 1 {
			var fault uint8
			if p.C, p.S, fault = faults.Unit(p.C, p.S); fault != faults.Sound {
				continue
			}
		}
		if faults.PositionFault(p.X, p.Y) != faults.Sound {
			continue
		}
		core := make([]region.Point, len(shape.Vertices))
		for i, v := range shape.Vertices {
			c, s := float64(p.C), float64(p.S)
			core[i] = region.Point{X: p.X + (float64(c*v.X) - float64(s*v.Y)), Y: p.Y + (float64(s*v.X) + float64(c*v.Y))}
		}
		solid, err := region.NewConvex(core, shape.Radius)
		if err != nil {
			return nil, nil, err
		}
		if _, err := to.Add(solid, shape.Attrs); err != nil {
			return nil, nil, err
		}
		ids = append(ids, id)
	}
	return to, ids, nil
}

// fold gives each two regions one row.
func (e *exactPairs) fold(s *scene, found *exact.Pairs, ids []soa.ID) {
	e.a, e.b, e.overlapping = e.a[:0], e.b[:0], e.overlapping[:0]
	rows := map[[2]soa.ID]int{}
	for i, verdict := range found.Verdicts {
		a, b := s.shapes.Region(ids[found.A[i]]), s.shapes.Region(ids[found.B[i]])
		if a > b {
			a, b = b, a
		}
		if s.regions {
			if row, ok := rows[[2]soa.ID{a, b}]; ok {
				e.overlapping[row] |= overlapping(verdict)
				continue
			}
			rows[[2]soa.ID{a, b}] = len(e.a)
		}
		e.a, e.b, e.overlapping = append(e.a, a), append(e.b, b), append(e.overlapping, overlapping(verdict))
	}
}

func overlapping(v region.Verdict) uint8 {
	if v == region.Overlapping {
		return 1
	}
	return 0
}
