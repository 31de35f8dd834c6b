// SPDX-License-Identifier: MIT

package main

/*
#define DAYLIGHT_TYPES_ONLY
#include "daylight.h"
*/
import "C"

import (
	"unsafe"

	"daylight/region"
	"daylight/soa"
)

//export daylight_add_circles
func daylight_add_circles(handle C.daylight_scene, n C.size_t, at *C.daylight_poses, radius C.daylight_column, attrs *C.daylight_attrs, ids *C.daylight_id) C.daylight_status {
	return own(handle, func(s *scene) error {
		return s.add(n, at, attrs, ids, func(n int, p soa.Poses, a []soa.Attrs) ([]soa.ID, error) {
			r, err := floats(radius, n, "radius", &s.columns[3])
			if err != nil {
				return nil, err
			}
			return s.shapes.AddCircles(nil, p, r, a)
		})
	})
}

//export daylight_add_boxes
func daylight_add_boxes(handle C.daylight_scene, n C.size_t, at *C.daylight_poses, hx, hy, radius C.daylight_column, attrs *C.daylight_attrs, ids *C.daylight_id) C.daylight_status {
	return own(handle, func(s *scene) error {
		return s.add(n, at, attrs, ids, func(n int, p soa.Poses, a []soa.Attrs) ([]soa.ID, error) {
			x, err := floats(hx, n, "hx", &s.columns[3])
			if err != nil {
				return nil, err
			}
			y, err := floats(hy, n, "hy", &s.columns[4])
			if err != nil {
				return nil, err
			}
			if none(radius) {
				return s.shapes.AddBoxes(nil, p, x, y, a)
			}
			r, err := floats(radius, n, "radius", &s.columns[5])
			if err != nil {
				return nil, err
			}
			return s.each(n, p, a, func(to *soa.Shapes, i int, p soa.Pose, a soa.Attrs) error {
				_, err := to.AddRoundedBox(p, x[i], y[i], r[i], a)
				return err
			})
		})
	})
}

//export daylight_add_capsules
func daylight_add_capsules(handle C.daylight_scene, n C.size_t, at *C.daylight_poses, halfLength, radius C.daylight_column, attrs *C.daylight_attrs, ids *C.daylight_id) C.daylight_status {
	return own(handle, func(s *scene) error {
		return s.add(n, at, attrs, ids, func(n int, p soa.Poses, a []soa.Attrs) ([]soa.ID, error) {
			h, err := floats(halfLength, n, "half_length", &s.columns[3])
			if err != nil {
				return nil, err
			}
			r, err := s.radii(radius, n)
			if err != nil {
				return nil, err
			}
			return s.each(n, p, a, func(to *soa.Shapes, i int, p soa.Pose, a soa.Attrs) error {
				_, err := to.AddCapsule(p, h[i], r[i], a)
				return err
			})
		})
	})
}

//export daylight_add_polygons
func daylight_add_polygons(handle C.daylight_scene, n C.size_t, at *C.daylight_poses, x, y C.daylight_column, offsets *C.int64_t, radius C.daylight_column, attrs *C.daylight_attrs, ids *C.daylight_id) C.daylight_status {
	return own(handle, func(s *scene) error {
		if at == nil || *at == *unplaced {
			at = unplaced
		}
		return s.add(n, at, attrs, ids, func(n int, p soa.Poses, a []soa.Attrs) ([]soa.ID, error) {
			pts, ends, err := s.outline(n, x, y, offsets)
			if err != nil {
				return nil, err
			}
			r, err := s.radii(radius, n)
			if err != nil {
				return nil, err
			}
			return s.shapes.AddPolygons(nil, p, pts, ends, r, a)
		})
	})
}

//export daylight_add_region
func daylight_add_region(handle C.daylight_scene, rings C.size_t, offsets *C.int64_t, x, y C.daylight_column, radius C.double, attrs *C.daylight_attrs, id *C.daylight_id) C.daylight_status {
	return own(handle, func(s *scene) error {
		n, err := s.count(rings)
		if err != nil {
			return err
		}
		pts, ends, err := s.outline(n, x, y, offsets)
		if err != nil {
			return err
		}
		polygon := make([][]region.Point, n)
		for i := range polygon {
			polygon[i] = pts[ends[i]:ends[i+1]]
		}
		r, err := region.New([][][]region.Point{polygon}, region.Config{})
		if err != nil {
			return argument("daylight_add_region: %v", err)
		}
		a, err := s.attributes(attrs, 1)
		if err != nil {
			return err
		}
		if a == nil {
			a = []soa.Attrs{{}}
		}
		whole, err := s.shapes.AddRegion(r, float64(radius), a[0])
		if err != nil {
			return err
		}
		parts, err := s.shapes.Parts(nil, whole)
		if err != nil {
			return err
		}
		s.name(parts)
		s.regions = true
		if id != nil {
			*id = C.daylight_id(whole)
		}
		return nil
	})
}

//export daylight_region_of
func daylight_region_of(handle C.daylight_scene, n C.size_t, parts, wholes *C.daylight_id) C.daylight_status {
	return own(handle, func(s *scene) error {
		n, err := s.count(n)
		if err != nil || n == 0 {
			return err
		}
		if parts == nil || wholes == nil {
			return argument("daylight_region_of: a column of IDs is NULL")
		}
		to := unsafe.Slice((*soa.ID)(wholes), n)
		for i, id := range unsafe.Slice((*soa.ID)(parts), n) {
			to[i] = s.shapes.Region(id)
		}
		return nil
	})
}

// add adds shapes of one kind, and writes their IDs.
func (s *scene) add(entries C.size_t, at *C.daylight_poses, attrs *C.daylight_attrs, ids *C.daylight_id, add func(n int, p soa.Poses, a []soa.Attrs) ([]soa.ID, error)) error {
	n, err := s.count(entries)
	if err != nil {
		return err
	}
	a, err := s.attributes(attrs, n) // before the poses, since both convert columns
	if err != nil {
		return err
	}
	p, err := s.poses(at, n)
	if err != nil {
		return err
	}
	added, err := add(n, p, a)
	if err != nil {
		return err
	}
	s.name(added)
	if ids != nil {
		copy(unsafe.Slice((*soa.ID)(ids), n), added)
	}
	return nil
}

// each adds shapes one by one, all or none: to a store of their own first, since to take shapes out
// again would leave their indices in another order.
func (s *scene) each(n int, p soa.Poses, attrs []soa.Attrs, add func(to *soa.Shapes, i int, p soa.Pose, a soa.Attrs) error) ([]soa.ID, error) {
	to := soa.New()
	for i := range n {
		pose := soa.Pose{X: p.X[i], Y: p.Y[i], C: 1}
		if p.C != nil {
			pose.C, pose.S = p.C[i], p.S[i]
		}
		var a soa.Attrs
		if attrs != nil {
			a = attrs[i]
		}
		if err := add(to, i, pose, a); err != nil {
			return nil, rowError{i, err}
		}
	}
	return s.shapes.Append(nil, to, 0, n)
}

// rowError is an error about an entry of columns.
type rowError struct {
	row int
	err error
}

func (e rowError) Error() string { return "entry " + itoa(e.row) + ": " + e.err.Error() }
func (e rowError) Unwrap() error { return e.err }

// radii is a column of radii, zeros if there is none.
func (s *scene) radii(c C.daylight_column, n int) ([]float64, error) {
	if none(c) {
		s.columns[5] = grown(s.columns[5], n)
		clear(s.columns[5])
		return s.columns[5], nil
	}
	return floats(c, n, "radius", &s.columns[5])
}

// outline reads the corners of n rings.
func (s *scene) outline(n int, x, y C.daylight_column, offsets *C.int64_t) ([]region.Point, []int, error) {
	if offsets == nil {
		return nil, nil, argument("the offsets of the corners are NULL")
	}
	ends := make([]int, n+1)
	for i, v := range unsafe.Slice((*int64)(offsets), n+1) {
		if v < 0 || v > 1<<32 || i > 0 && v < int64(ends[i-1]) || i == 0 && v != 0 {
			return nil, nil, argument("offset %d of the corners is %d: offsets begin with 0 and ascend", i, v)
		}
		ends[i] = int(v)
	}
	px, err := floats(x, ends[n], "x", &s.columns[6])
	if err != nil {
		return nil, nil, err
	}
	py, err := floats(y, ends[n], "y", &s.columns[7])
	if err != nil {
		return nil, nil, err
	}
	pts := make([]region.Point, ends[n])
	for i := range pts {
		pts[i] = region.Point{X: px[i], Y: py[i]}
	}
	return pts, ends, nil
}

// name notes the IDs of shapes that were added, by their indices.
func (s *scene) name(ids []soa.ID) {
	for _, id := range ids {
		i := int(id.Index())
		for len(s.ids) <= i {
			s.ids = append(s.ids, 0)
		}
		s.ids[i] = id
		if s.inverseMass != nil {
			_ = s.inverseMass.Set(id, 1) // the shape was just added
		}
	}
}

//export daylight_ids
func daylight_ids(handle C.daylight_scene, first, n C.size_t, ids *C.daylight_id) C.daylight_status {
	return own(handle, func(s *scene) error {
		from, n, err := s.indices(first, n)
		if err != nil || n == 0 {
			return err
		}
		if ids == nil {
			return argument("daylight_ids: the place of the IDs is NULL")
		}
		copy(unsafe.Slice((*soa.ID)(ids), n), s.ids[from:])
		return nil
	})
}

//export daylight_remove
func daylight_remove(handle C.daylight_scene, n C.size_t, ids *C.daylight_id) C.daylight_status {
	return own(handle, func(s *scene) error {
		list, err := s.named(n, ids, "daylight_remove")
		if err != nil {
			return err
		}
		for _, id := range list {
			parts, err := s.shapes.Parts(nil, id)
			if err != nil {
				return err
			}
			if err := s.shapes.Remove(id); err != nil {
				return err
			}
			for _, part := range parts {
				s.ids[part.Index()] = 0
			}
		}
		return nil
	})
}

//export daylight_set_attrs
func daylight_set_attrs(handle C.daylight_scene, n C.size_t, ids *C.daylight_id, attrs *C.daylight_attrs) C.daylight_status {
	return own(handle, func(s *scene) error {
		list, err := s.named(n, ids, "daylight_set_attrs")
		if err != nil {
			return err
		}
		a, err := s.attributes(attrs, len(list))
		if err != nil {
			return err
		}
		if a == nil {
			a = make([]soa.Attrs, len(list))
		}
		return s.shapes.SetAttrsOf(list, a)
	})
}

// named reads IDs of shapes that are there, each once.
func (s *scene) named(n C.size_t, ids *C.daylight_id, call string) ([]soa.ID, error) {
	entries, err := s.count(n)
	if err != nil || entries == 0 {
		return nil, err
	}
	if ids == nil {
		return nil, argument("%s: the IDs are NULL", call)
	}
	list := unsafe.Slice((*soa.ID)(ids), entries)
	seen := make(map[soa.ID]bool, entries)
	for i, id := range list {
		if seen[id] {
			return nil, rowError{i, argument("%s: ID %d:%d is there twice", call, uint64(id)>>32, uint32(id))}
		}
		seen[id] = true
		if !s.shapes.Has(id) {
			return nil, rowError{i, argument("%s: ID %d:%d names no shape of the scene", call, uint64(id)>>32, uint32(id))}
		}
	}
	return list, nil
}
