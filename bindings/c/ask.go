// SPDX-License-Identifier: MIT

package main

/*
#define DAYLIGHT_TYPES_ONLY
#include "daylight.h"
*/
import "C"

import (
	"unsafe"

	"daylight/batch/query"
	"daylight/soa"
)

//export daylight_index
func daylight_index(handle C.daylight_scene) C.daylight_status {
	return own(handle, (*scene).reindex)
}

func (s *scene) reindex() error {
	if s.index != nil {
		return s.index.Build()
	}
	index, err := query.New(s.shapes, query.Config{Workers: s.cfg.Workers, Kernels: s.cfg.Kernels, MemoryLimit: s.cfg.MemoryLimit})
	if err != nil {
		return err
	}
	asker, err := index.NewAsker(query.AskerConfig{Workers: s.cfg.Workers, MemoryLimit: s.cfg.MemoryLimit})
	if err != nil {
		return err
	}
	s.index, s.asker = index, asker
	return nil
}

// asking reads the columns of n questions and what they ask, and calls ask, whose answers of a kind
// take the places of those before.
func (s *scene) asking(call string, kind int, entries C.size_t, columns []C.daylight_column, a *C.daylight_asking, ask func(v [4][]float64, o query.Options) error) error {
	if s.index == nil {
		return argument("%s: call daylight_index first", call)
	}
	n, err := s.count(entries)
	if err != nil {
		return err
	}
	o := query.Options{Period: s.cfg.Period}
	if a != nil {
		o.Within, o.Inside, o.IgnoreSensors, o.Strict = float64(a.within), a.inside != 0, a.ignore_sensors != 0, a.strict != 0
		if o.AttrsOf, err = s.attributes(a.attrs, n); err != nil {
			return err
		}
		if a.skip != nil {
			o.SkipOf = unsafe.Slice((*soa.ID)(a.skip), n)
		}
	}
	var v [4][]float64
	for i, c := range columns {
		if v[i], err = floats(c, n, "of questions", &s.columns[i]); err != nil {
			return err
		}
	}
	s.answers[kind].Unpin()
	return ask(v, o)
}

//export daylight_cast_rays
func daylight_cast_rays(handle C.daylight_scene, n C.size_t, x, y, dx, dy C.daylight_column, a *C.daylight_asking, out **C.daylight_hit) C.daylight_status {
	return own(handle, func(s *scene) error {
		return s.asking("daylight_cast_rays", rays, n, []C.daylight_column{x, y, dx, dy}, a, func(v [4][]float64, o query.Options) error {
			hits, err := s.asker.CastRays(ctx, v[0], v[1], v[2], v[3], o)
			return s.hit(rays, hits, err, out)
		})
	})
}

//export daylight_cast_rays_all
func daylight_cast_rays_all(handle C.daylight_scene, n C.size_t, x, y, dx, dy C.daylight_column, a *C.daylight_asking, out *C.daylight_rows) C.daylight_status {
	return own(handle, func(s *scene) error {
		return s.asking("daylight_cast_rays_all", raysAll, n, []C.daylight_column{x, y, dx, dy}, a, func(v [4][]float64, o query.Options) error {
			r, err := s.asker.CastRaysAll(ctx, v[0], v[1], v[2], v[3], o)
			return show(s, raysAll, &s.allHits, r, err, out)
		})
	})
}

//export daylight_cast_shapes
func daylight_cast_shapes(handle, of C.daylight_scene, n C.size_t, ids *C.daylight_id, dx, dy, turn C.daylight_column, a *C.daylight_asking, out **C.daylight_hit) C.daylight_status {
	return own(handle, func(s *scene) error {
		columns := []C.daylight_column{dx, dy, turn}
		if none(turn) {
			columns = columns[:2]
		}
		return s.askingShapes("daylight_cast_shapes", casts, of, n, ids, columns, a, func(by *soa.Shapes, list []soa.ID, v [4][]float64, o query.Options) error {
			hits, err := s.asker.CastShapes(ctx, by, list, v[0], v[1], v[2], o)
			return s.hit(casts, hits, err, out)
		})
	})
}

// askingShapes asks by shapes of a scene that may be another one.
func (s *scene) askingShapes(call string, kind int, of C.daylight_scene, n C.size_t, ids *C.daylight_id, columns []C.daylight_column, a *C.daylight_asking,
	ask func(by *soa.Shapes, list []soa.ID, v [4][]float64, o query.Options) error) error {
	asked := func(by *scene) error {
		if by.joined() {
			return errJoin
		}
		list, err := by.named(n, ids, call)
		if err != nil {
			return err
		}
		if list == nil {
			list = []soa.ID{} // none, where nil would be all
		}
		return s.asking(call, kind, n, columns, a, func(v [4][]float64, o query.Options) error { return ask(by.shapes, list, v, o) })
	}
	if of == 0 {
		return asked(s)
	}
	if by, err := find(of); err == nil && by == s {
		return asked(s)
	}
	return using(of, asked)
}

//export daylight_overlap_shapes
func daylight_overlap_shapes(handle, of C.daylight_scene, n C.size_t, ids *C.daylight_id, a *C.daylight_asking, out *C.daylight_rows) C.daylight_status {
	return own(handle, func(s *scene) error {
		return s.askingShapes("daylight_overlap_shapes", overlapped, of, n, ids, nil, a, func(by *soa.Shapes, list []soa.ID, _ [4][]float64, o query.Options) error {
			o.Canonical = true
			r, err := s.asker.OverlapShapes(ctx, by, list, o)
			return show(s, overlapped, &s.overlaps[2], r, err, out)
		})
	})
}

//export daylight_cover_shapes
func daylight_cover_shapes(handle, of C.daylight_scene, n C.size_t, ids *C.daylight_id, a *C.daylight_asking, out *C.daylight_rows) C.daylight_status {
	return own(handle, func(s *scene) error {
		return s.askingShapes("daylight_cover_shapes", covering, of, n, ids, nil, a, func(by *soa.Shapes, list []soa.ID, _ [4][]float64, o query.Options) error {
			o.Canonical, o.Period = true, [2]float64{}
			r, err := s.asker.CoverShapes(ctx, by, list, o)
			return show(s, covering, &s.covers, r, err, out)
		})
	})
}

//export daylight_nearest_to_shapes
func daylight_nearest_to_shapes(handle, of C.daylight_scene, n C.size_t, ids *C.daylight_id, k C.size_t, a *C.daylight_asking, out *C.daylight_rows) C.daylight_status {
	return own(handle, func(s *scene) error {
		k, err := s.count(k)
		if err != nil {
			return err
		}
		return s.askingShapes("daylight_nearest_to_shapes", nearestTo, of, n, ids, nil, a, func(by *soa.Shapes, list []soa.ID, _ [4][]float64, o query.Options) error {
			r, err := s.asker.NearestToShapes(ctx, by, list, k, o)
			return show(s, nearestTo, &s.neighbours[1], r, err, out)
		})
	})
}

// hit shows hits where the asker has them.
func (s *scene) hit(kind int, hits []query.Hit, err error, out **C.daylight_hit) error {
	if err != nil {
		return err
	}
	if out == nil {
		return argument("the place of the hits is NULL")
	}
	// The next call of another kind may use the memory of these.
	s.hits[kind] = append(s.hits[kind][:0], hits...)
	*out = (*C.daylight_hit)(unsafe.Pointer(first(&s.answers[kind], s.hits[kind])))
	return nil
}

//export daylight_overlap_points
func daylight_overlap_points(handle C.daylight_scene, n C.size_t, x, y C.daylight_column, a *C.daylight_asking, out *C.daylight_rows) C.daylight_status {
	return own(handle, func(s *scene) error {
		return s.asking("daylight_overlap_points", points, n, []C.daylight_column{x, y}, a, func(v [4][]float64, o query.Options) error {
			o.Canonical = true
			r, err := s.asker.OverlapPoints(ctx, v[0], v[1], o)
			return show(s, points, &s.overlaps[0], r, err, out)
		})
	})
}

//export daylight_overlap_boxes
func daylight_overlap_boxes(handle C.daylight_scene, n C.size_t, minX, minY, maxX, maxY C.daylight_column, a *C.daylight_asking, out *C.daylight_rows) C.daylight_status {
	return own(handle, func(s *scene) error {
		return s.asking("daylight_overlap_boxes", boxes, n, []C.daylight_column{minX, minY, maxX, maxY}, a, func(v [4][]float64, o query.Options) error {
			o.Canonical = true
			r, err := s.asker.OverlapBoxes(ctx, v[0], v[1], v[2], v[3], o)
			return show(s, boxes, &s.overlaps[1], r, err, out)
		})
	})
}

//export daylight_nearest_to_points
func daylight_nearest_to_points(handle C.daylight_scene, n C.size_t, x, y C.daylight_column, k C.size_t, a *C.daylight_asking, out *C.daylight_rows) C.daylight_status {
	return own(handle, func(s *scene) error {
		k, err := s.count(k)
		if err != nil {
			return err
		}
		return s.asking("daylight_nearest_to_points", nearest, n, []C.daylight_column{x, y}, a, func(v [4][]float64, o query.Options) error {
			r, err := s.asker.NearestToPoints(ctx, v[0], v[1], k, o)
			return show(s, nearest, &s.neighbours[0], r, err, out)
		})
	})
}

// show keeps a copy of rows, since the next call of another kind may use their memory, and shows
// it.
func show[T any](s *scene, kind int, kept *query.Rows[T], r *query.Rows[T], err error, out *C.daylight_rows) error {
	if err != nil {
		return err
	}
	if out == nil {
		return argument("the place of the rows is NULL")
	}
	kept.Answers = append(kept.Answers[:0], r.Answers...)
	kept.Offsets = append(kept.Offsets[:0], r.Offsets...)
	s.row(kind, kept.Offsets, unsafe.Pointer(first(&s.answers[kind], kept.Answers)), out)
	return nil
}

func (s *scene) row(kind int, offsets []int, answers unsafe.Pointer, out *C.daylight_rows) {
	if len(offsets) == 0 { // of no questions
		offsets = make([]int, 1)
	}
	s.offsets[kind] = s.offsets[kind][:0]
	for _, v := range offsets {
		s.offsets[kind] = append(s.offsets[kind], int64(v))
	}
	*out = C.daylight_rows{n: C.size_t(len(offsets) - 1), offsets: (*C.int64_t)(first(&s.answers[kind], s.offsets[kind])), answers: answers}
}

//export daylight_within_distance
func daylight_within_distance(handle C.daylight_scene, distance C.double, centres C.int, walls C.daylight_scene, out *C.daylight_rows) C.daylight_status {
	return own(handle, func(s *scene) error {
		o := query.Options{Centres: centres != 0, Period: s.cfg.Period}
		switch walls {
		case 0:
			return s.list(float64(distance), o, out)
		case handle:
			return argument("daylight_within_distance: the walls are the scene itself: every shape would hide itself")
		}
		return using(walls, func(w *scene) error {
			if w.asker == nil {
				return argument("daylight_within_distance: call daylight_index for the walls first")
			}
			o.Walls = w.asker
			return s.list(float64(distance), o, out)
		})
	})
}

// list finds the shapes within a distance of each.
func (s *scene) list(distance float64, o query.Options, out *C.daylight_rows) error {
	if out == nil {
		return argument("the place of the rows is NULL")
	}
	if err := s.reindex(); err != nil {
		return err
	}
	s.answers[within].Unpin()
	r, err := s.asker.WithinDistance(ctx, distance, o)
	if err != nil {
		return err
	}
	return s.shapes.Update(func(l soa.Live) {
		l.Wrote(0, 0)
		s.byIndex(l, r, out)
	})
}

// byIndex puts lists of slots in the order of indices, and shows them.
func (s *scene) byIndex(l soa.Live, r *query.Rows[uint32], out *C.daylight_rows) {
	slots := make([]int32, len(s.ids))
	for slot, id := range l.ID {
		slots[id.Index()] = int32(slot) + 1
	}
	s.within.Answers, s.within.Offsets = grown(s.within.Answers, len(r.Answers))[:0], append(s.within.Offsets[:0], 0)
	for _, slot := range slots {
		if slot > 0 {
			for _, other := range r.Row(int(slot) - 1) {
				s.within.Answers = append(s.within.Answers, l.ID[other].Index())
			}
		}
		s.within.Offsets = append(s.within.Offsets, len(s.within.Answers))
	}
	s.row(within, s.within.Offsets, unsafe.Pointer(first(&s.answers[within], s.within.Answers)), out)
}
