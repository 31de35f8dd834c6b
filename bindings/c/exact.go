// SPDX-License-Identifier: MIT

package main

/*
#define DAYLIGHT_TYPES_ONLY
#include "daylight.h"
*/
import "C"

import (
	"math"

	"daylight/batch"
	"daylight/batch/exact"
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
		p, sound := stepPose(shape.Pose, len(shape.Vertices) > 1)
		if !sound {
			continue
		}
		core := make([]region.Point, len(shape.Vertices))
		for i, v := range shape.Vertices {
			c, s := float64(p.C), float64(p.S)
			x, y := float64(c*v.X)-float64(s*v.Y), float64(s*v.X)+float64(c*v.Y)
			core[i] = region.Point{X: p.X + x, Y: p.Y + y}
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

// stepPose returns the pose by which a step takes a shape, and whether it takes it at all. As in a
// step, positions reach 2^100. A rotation whose squared length is 1/2 to 2 is brought to length 1.
func stepPose(p soa.Pose, turns bool) (soa.Pose, bool) {
	if !(math.Abs(p.X) <= 0x1p100 && math.Abs(p.Y) <= 0x1p100) {
		return p, false
	}
	c, s := float64(p.C), float64(p.S)
	q := float64(c*c) + float64(s*s)
	if !turns { // a circle, whose rotation may be anything
		p.C, p.S = 1, 0
		return p, true
	}
	if math.Abs(q-1) <= 0x1p-21 {
		return p, true
	}
	l := math.Sqrt(q)
	p.C, p.S = float32(c/l), float32(s/l)
	return p, q >= 0.5 && q <= 2
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
