// SPDX-License-Identifier: MIT

//go:build !purego

package strip

import (
	"math"
	"unsafe"

	"daylight/internal/simd"
)

// sweepRows is how many rows one call of assembly sweeps at most. Long rows end a call
// earlier; the longest call, 2^17 partners of one row that overlap and that filters
// reject, took 0.2 ms.
const sweepRows = 256

func sweepByAVX2(s *Strip, from Cursor, out []simd.Pair) (n int, at Cursor) {
	if !vectorised(s, from, out) {
		return sweep(s, from, out)
	}
	last, args := s.last(), sweepArguments(s)
	for at = from; ; {
		rest, m := out[n:], 0
		args.upto, args.i, args.j = min(at.I+sweepRows, last), at.I, at.J
		args.out, args.room = simd.Words(rest), len(rest)
		if s.Filters != nil {
			m, at.I, at.J = sweepFilteredAVX2(args)
		} else {
			m, at.I, at.J = sweepAVX2(args)
		}
		n += m
		if at.I >= last || at.J != 0 && len(out)-n < Group {
			return n, at
		}
	}
}

// How many rows one call sweeps by blocks at most, some ten microseconds' work, and how many are
// swept one by one where the next block has a row of many partners: in a crowd many have.
const (
	blockRows = 4096
	aloneRows = 64
)

// sweepByAVX512 sweeps by blocks of sixteen rows where it can, and else as AVX2 does.
func sweepByAVX512(s *Strip, from Cursor, out []simd.Pair) (n int, at Cursor) {
	if s.Filters != nil || !vectorised(s, from, out) {
		return sweepByAVX2(s, from, out)
	}
	last, args := s.last(), sweepArguments(s)
	for at = from; ; {
		m := 0
		if at.J == 0 {
			args.upto, args.i = min(at.I+blockRows, last), at.I
			args.out, args.room = simd.Words(out[n:]), len(out)-n
			m, at.I = sweepBlocksAVX512(args)
			if n += m; at.I >= last {
				return n, at
			}
		}
		args.upto, args.i, args.j = min(at.I+aloneRows, last), at.I, at.J
		args.out, args.room = simd.Words(out[n:]), len(out)-n
		m, at.I, at.J = sweepAVX2(args)
		if n += m; at.I >= last || at.J != 0 && len(out)-n < Group {
			return n, at
		}
	}
}

// vectorised tells whether the assembly may sweep the strip, and makes every access
// it will make known to the bounds checks and the race detector.
func vectorised(s *Strip, from Cursor, out []simd.Pair) bool {
	rows := len(s.End)
	if rows == 0 || rows > math.MaxInt32-simd.Slack || from.I < 0 || from.I >= s.last() || from.J < 0 || from.J > rows || len(out) < Group {
		return false
	}
	room := rows + simd.Slack
	if cap(s.X0) < room || cap(s.X1) < room || cap(s.Y0) < room || cap(s.Y1) < room ||
		cap(s.Order) < room || len(s.Order) < rows || cap(s.Apart) < room {
		return false
	}
	simd.RaceRead(s.X0[:rows])
	simd.RaceRead(s.X1[:rows])
	simd.RaceRead(s.Y0[:rows])
	simd.RaceRead(s.Y1[:rows])
	simd.RaceRead(s.Order[:rows])
	simd.RaceRead(s.Apart[:rows])
	simd.RaceRead(s.End)
	simd.RaceWrite(out)
	if f := s.Filters; f != nil {
		if cap(f.World) < room || cap(f.Body) < room || cap(f.Category) < room || cap(f.Mask) < room || cap(f.Group) < room ||
			min(len(f.World), len(f.Body), len(f.Category), len(f.Mask), len(f.Group)) < rows {
			return false
		}
		simd.RaceRead(f.World[:rows])
		simd.RaceRead(f.Body[:rows])
		simd.RaceRead(f.Category[:rows])
		simd.RaceRead(f.Mask[:rows])
		simd.RaceRead(f.Group[:rows])
	}
	return true
}

// sweepArguments are the columns of a strip.
func sweepArguments(s *Strip) sweepArgs {
	args := sweepArgs{
		x0: simd.At(s.X0), x1: simd.At(s.X1), y0: simd.At(s.Y0), y1: simd.At(s.Y1),
		order: simd.At(s.Order), apart: simd.At(s.Apart), end: simd.At(s.End), rows: len(s.End),
	}
	if f := s.Filters; f != nil {
		args.world, args.body, args.category, args.mask = simd.At(f.World), simd.At(f.Body), simd.At(f.Category), simd.At(f.Mask)
		args.group = (*uint32)(unsafe.Pointer(simd.At(f.Group))) // as the bits that are compared
	}
	return args
}
