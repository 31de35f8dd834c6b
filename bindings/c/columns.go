// SPDX-License-Identifier: MIT

package main

/*
#define DAYLIGHT_TYPES_ONLY
#include "daylight.h"
*/
import "C"

import (
	"cmp"
	"fmt"
	"math"
	"unsafe"

	"daylight"
	"daylight/soa"
)

// number is what a column may hold.
type number interface {
	float64 | float32 | int64 | int32 | uint32 | uint8
}

// none reports whether a column is not given.
func none(c C.daylight_column) bool { return c.data == nil && c._type == C.DAYLIGHT_NONE }

// check finds what keeps a column from being read.
func check(c C.daylight_column, n int, name string) error {
	if c._type < C.DAYLIGHT_FLOAT64 || c._type > C.DAYLIGHT_UINT8 {
		return argument("column %s: type %d is none: make columns by daylight_f64 and its likes", name, c._type)
	}
	if c.data == nil && n > 0 {
		return argument("column %s: its data is NULL", name)
	}
	return nil
}

// at is the address of an entry.
func at(c C.daylight_column, i int) unsafe.Pointer {
	return unsafe.Add(c.data, i*int(c.stride))
}

// floats is a column as float64: the caller's memory if it is that, else a copy in room.
func floats(c C.daylight_column, n int, name string, room *[]float64) ([]float64, error) {
	if err := check(c, n, name); err != nil {
		return nil, err
	}
	if n == 0 {
		return []float64{}, nil
	}
	if c._type == C.DAYLIGHT_FLOAT64 && c.stride == 8 && uintptr(c.data)%8 == 0 {
		return unsafe.Slice((*float64)(c.data), n), nil
	}
	*room = grown(*room, n)
	convert(*room, c)
	return *room, nil
}

// grown is room with n entries.
func grown[T any](room []T, n int) []T {
	if cap(room) < n {
		return make([]T, n)
	}
	return room[:n]
}

// convert reads a column as float64. Entries need not lie at multiples of their size: packed
// records have them anywhere.
func convert(dst []float64, c C.daylight_column) {
	switch c._type {
	case C.DAYLIGHT_FLOAT64:
		readAll[float64](dst, c)
	case C.DAYLIGHT_FLOAT32:
		readAll[float32](dst, c)
	case C.DAYLIGHT_INT64:
		readAll[int64](dst, c)
	case C.DAYLIGHT_INT32:
		readAll[int32](dst, c)
	case C.DAYLIGHT_UINT32:
		readAll[uint32](dst, c)
	case C.DAYLIGHT_UINT8:
		readAll[uint8](dst, c)
	}
}

func readAll[T number](dst []float64, c C.daylight_column) {
	for i := range dst {
		dst[i] = float64(load[T](at(c, i)))
	}
}

// load reads a value wherever it lies.
func load[T number](p unsafe.Pointer) (v T) {
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&v)), unsafe.Sizeof(v)), unsafe.Slice((*byte)(p), unsafe.Sizeof(v)))
	return v
}

// store writes a number to an entry of a column, rounded to its type.
func store(c C.daylight_column, i int, v float64) {
	p := at(c, i)
	if c._type == C.DAYLIGHT_FLOAT64 {
		bits := math.Float64bits(v)
		copy(unsafe.Slice((*byte)(p), 8), unsafe.Slice((*byte)(unsafe.Pointer(&bits)), 8))
		return
	}
	bits := math.Float32bits(float32(v))
	copy(unsafe.Slice((*byte)(p), 4), unsafe.Slice((*byte)(unsafe.Pointer(&bits)), 4))
}

// writable finds what keeps a column from being written.
func writable(c C.daylight_column, n int, name string) error {
	if err := check(c, n, name); err != nil {
		return err
	}
	if c._type != C.DAYLIGHT_FLOAT64 && c._type != C.DAYLIGHT_FLOAT32 {
		return argument("column %s: it is written, so it has to be of float64 or float32", name)
	}
	if c.stride == 0 && n > 1 {
		return argument("column %s: it is written, so its stride cannot be 0", name)
	}
	return nil
}

// whole reads a column of whole numbers between least and greatest into a field of attributes.
func (s *scene) whole(c C.daylight_column, n int, name string, least, greatest float64, set func(a *soa.Attrs, v int64)) error {
	if none(c) {
		return nil
	}
	v, err := floats(c, n, name, &s.columns[0])
	if err != nil {
		return err
	}
	for i, x := range v {
		if x != math.Trunc(x) || x < least || x > greatest {
			return argument("column %s: entry %d is %v: want a whole number from %v to %v", name, i, x, least, greatest)
		}
		set(&s.attrs[i], int64(x))
	}
	return nil
}

// attributes reads columns of attributes; nil stands for the default of all.
func (s *scene) attributes(a *C.daylight_attrs, n int) ([]soa.Attrs, error) {
	if a == nil {
		return nil, nil
	}
	s.attrs = grown(s.attrs, n)
	clear(s.attrs)
	const u32 = math.MaxUint32
	for _, f := range []struct {
		column          C.daylight_column
		name            string
		least, greatest float64
		set             func(a *soa.Attrs, v int64)
	}{
		{a.world, "world", 0, u32, func(a *soa.Attrs, v int64) { a.World = uint32(v) }},
		{a.category, "category", 0, u32, func(a *soa.Attrs, v int64) { a.Category = uint32(v) }},
		{a.ignore, "ignore", 0, u32, func(a *soa.Attrs, v int64) { a.Ignore = uint32(v) }},
		{a.group, "group", math.MinInt32, math.MaxInt32, func(a *soa.Attrs, v int64) { a.Group = int32(v) }},
		{a.body, "body", 0, u32, func(a *soa.Attrs, v int64) { a.Body = uint32(v) }},
		{a.is_static, "static", 0, 1, func(a *soa.Attrs, v int64) { a.Static = v != 0 }},
		{a.sensor, "sensor", 0, 1, func(a *soa.Attrs, v int64) { a.Sensor = v != 0 }},
	} {
		if err := s.whole(f.column, n, f.name, f.least, f.greatest, f.set); err != nil {
			return nil, err
		}
	}
	return s.attrs, nil
}

// unplaced stands for the poses of polygons whose corners are where they are.
var unplaced = new(C.daylight_poses)

// poses reads columns of poses.
func (s *scene) poses(at *C.daylight_poses, n int) (p soa.Poses, err error) {
	if at == nil {
		return p, argument("the poses are NULL")
	}
	if at == unplaced || n == 0 && *at == (C.daylight_poses{}) {
		return p, nil
	}
	if none(at.x) || none(at.y) {
		return p, argument("the poses have no columns x and y")
	}
	if p.X, err = floats(at.x, n, "x", &s.columns[0]); err != nil {
		return p, err
	}
	if p.Y, err = floats(at.y, n, "y", &s.columns[1]); err != nil {
		return p, err
	}
	p.C, p.S, err = s.rotations(at, n)
	return p, err
}

// rotations reads those of poses, nil if there are none.
func (s *scene) rotations(at *C.daylight_poses, n int) (cosine, sine []float32, err error) {
	given := [3]bool{!none(at.angle), !none(at.cosine), !none(at.sine)}
	switch given {
	case [3]bool{}:
		return nil, nil, nil
	case [3]bool{true, false, false}:
		angle, err := floats(at.angle, n, "angle", &s.columns[2])
		if err != nil {
			return nil, nil, err
		}
		s.angles[0], s.angles[1] = grown(s.angles[0], n), grown(s.angles[1], n)
		soa.SinCosAll(angle, s.angles[1], s.angles[0])
		return s.angles[0], s.angles[1], nil
	case [3]bool{false, true, true}:
		if cosine, err = singles(at.cosine, n, "cosine", &s.angles[0], &s.columns[2]); err != nil {
			return nil, nil, err
		}
		sine, err = singles(at.sine, n, "sine", &s.angles[1], &s.columns[2])
		return cosine, sine, err
	}
	return nil, nil, argument("poses have angles, or cosines and sines, or neither")
}

// singles is a column as float32, of the caller's memory if it is that.
func singles(c C.daylight_column, n int, name string, room *[]float32, wide *[]float64) ([]float32, error) {
	if c._type == C.DAYLIGHT_FLOAT32 && c.stride == 4 && c.data != nil && uintptr(c.data)%4 == 0 {
		return unsafe.Slice((*float32)(c.data), n), nil
	}
	v, err := floats(c, n, name, wide)
	if err != nil {
		return nil, err
	}
	*room = grown(*room, n)
	for i, x := range v {
		(*room)[i] = float32(x)
	}
	return *room, nil
}

// count is a number of entries, if the scene may take the memory for them.
func (s *scene) count(n C.size_t) (int, error) {
	limit := uint64(cmp.Or(s.cfg.MemoryLimit, 4<<30))
	if uint64(n) > limit/entryBytes {
		return 0, fmt.Errorf("%d entries in one call take more than the %d MiB of memory_limit: %w", uint64(n), limit>>20, daylight.ErrLimit)
	}
	return int(n), nil
}

// entryBytes is about what a shape takes at least, in the store and while it is added.
const entryBytes = 128
