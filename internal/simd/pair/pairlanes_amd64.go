// SPDX-License-Identifier: MIT

//go:build !purego

package pair

import (
	"unsafe"

	"daylight/internal/simd"
)

// fewPairs is the number below which the portable code decides.
const fewPairs = 4

// maxRecords is how many records a 32-bit byte offset tells apart.
const maxRecords = 1 << 27

// atOnce is how many pairs one call of assembly decides: it cannot be preempted.
const atOnce = 4096

// pairLanes is the signature of all assembly that holds one pair per lane. It
// relies on this: every index has its record (and class, where classes are read),
// there are maxRecords of them at most, count is positive, and each column written
// has room for count entries and Slack.
type pairLanes func(rec *float64, class *uint8, pairs *uint64, count int, limit float32,
	a, b *uint32, sep, nx, ny *float32) (n, open int)

// width is what kernels of one vector width share.
type width struct {
	lanes    int
	maxIndex func(pairs *uint64, count int) uint32 // of 16 pairs at least
}

// kernel is the portable kernel by means of the assembly: closed for limits up to
// zero, near for positive ones. What the assembly may not see goes to the portable
// code, with its panic if it deserves one.
func (w width) kernel(portable Contact, closed, near pairLanes, normals, classes bool) Contact {
	return func(a *Args) Count {
		if !w.sound(a, normals, classes) {
			return portable(a)
		}
		f := closed
		if a.Limit > 0 {
			f = near
		}
		o := &a.Out
		rec := (*float64)(unsafe.Pointer(unsafe.SliceData(a.Block.Rec)))
		class := (*uint8)(unsafe.SliceData(a.Block.Class))
		n, open := 0, 0
		for rest := a.Pairs; len(rest) > 0; {
			count := min(len(rest), atOnce)
			var nx, ny *float32
			if normals {
				nx, ny = &o.NX[n], &o.NY[n]
			}
			more, moreOpen := f(rec, class, simd.Words(rest), count, a.Limit, &o.A[n], &o.B[n], &o.Sep[n], nx, ny)
			n, open, rest = n+more, open+moreOpen, rest[count:]
		}
		end := min(n+w.lanes, len(a.Pairs)+simd.Slack)
		simd.RaceWrite(o.A[:end])
		simd.RaceWrite(o.B[:end])
		simd.RaceWrite(o.Sep[:end])
		if normals {
			simd.RaceWrite(o.NX[:end])
			simd.RaceWrite(o.NY[:end])
		}
		return Count{N: n, Open: open}
	}
}

// sound tells whether the arguments are as pairLanes wants them, and makes the reads
// known to the race detector.
func (w width) sound(a *Args, normals, classes bool) bool {
	n, records, o := len(a.Pairs), len(a.Block.Rec), &a.Out
	room := min(len(o.A), len(o.B), len(o.Sep))
	if normals {
		room = min(room, len(o.NX), len(o.NY))
	}
	if n < fewPairs || room < n+simd.Slack || records > maxRecords || classes && len(a.Block.Class) < records {
		return false
	}
	most := uint32(0)
	if n >= 16 {
		for rest := a.Pairs; len(rest) > 0; {
			count := min(len(rest), atOnce)
			if len(rest)-count < 16 { // which the scan would not take
				count = len(rest)
			}
			most, rest = max(most, w.maxIndex(simd.Words(rest), count)), rest[count:]
		}
	} else {
		for _, p := range a.Pairs {
			most = max(most, p.A, p.B)
		}
	}
	if uint64(most) >= uint64(records) {
		return false
	}
	simd.RaceRead(a.Pairs)
	simd.RaceRead(a.Block.Rec)
	if classes {
		simd.RaceRead(a.Block.Class)
	}
	return true
}
