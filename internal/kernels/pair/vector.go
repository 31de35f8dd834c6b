// SPDX-License-Identifier: MIT

//go:build !purego

package pair

import (
	"unsafe"

	"daylight/internal/kernels"
)

// fewPairs is the number below which the portable code decides.
const fewPairs = 4

// maxRecords is how many records a 32-bit byte offset can address.
const maxRecords = 1 << 27

// atOnce is how many pairs one call of assembly decides: it cannot be preempted.
const atOnce = 4096

// pairLanes is the signature of all assembly that holds one pair per lane. It
// relies on this: every index has its record (and class, where classes are read),
// there are maxRecords of them at most, count is positive, and each column written
// has room for count entries and Slack.
type pairLanes func(rec *float64, class *uint8, pairs *uint64, count int, limit float32,
	a, b *uint32, sep, nx, ny *float32, soon *uintptr) (n, open int)

// width is what kernels of one vector width share.
type width struct {
	lanes    int
	maxIndex func(pairs *uint64, count int) uint32 // of 16 pairs at least
}

// laneKernel is a kernel with one pair in each lane: the portable one, and assembly, closed for
// limits up to zero, near for positive ones. The assembly reads classes only if classes is set.
type laneKernel struct {
	*width
	portable     Contact
	closed, near pairLanes
	classes      bool
}

// contacts is the portable kernel by means of the assembly. Pairs that the assembly may not see go
// to the portable code, which panics for invalid ones.
func (k laneKernel) contacts(a *Args) Count {
	if len(a.Pairs) < fewPairs || !k.sound(a, k.classes) {
		return k.portable(a)
	}
	f := k.closed
	if a.Limit > 0 {
		f = k.near
	}
	o := &a.Out
	rec := (*float64)(unsafe.Pointer(unsafe.SliceData(a.Block.Rec)))
	class := (*uint8)(unsafe.SliceData(a.Block.Class))
	var soon *uintptr
	if a.Soon != nil {
		soon = &a.Soon.Pairs
	}
	n, open := 0, 0
	for rest := a.Pairs; len(rest) > 0; {
		count := min(len(rest), atOnce)
		more, moreOpen := f(rec, class, kernels.Words(rest), count, a.Limit, &o.A[n], &o.B[n], &o.Sep[n], &o.NX[n], &o.NY[n], soon)
		n, open, rest = n+more, open+moreOpen, rest[count:]
	}
	end := min(n+k.lanes, len(a.Pairs)+kernels.Slack)
	kernels.RaceWrite(o.A[:end])
	kernels.RaceWrite(o.B[:end])
	kernels.RaceWrite(o.Sep[:end])
	kernels.RaceWrite(o.NX[:end])
	kernels.RaceWrite(o.NY[:end])
	return Count{N: n, Open: open}
}

// sound reports whether the arguments are as pairLanes wants them, and makes the reads
// known to the race detector.
func (w *width) sound(a *Args, classes bool) bool {
	n, records := len(a.Pairs), len(a.Block.Rec)
	if !a.Out.has(n+kernels.Slack) || records > maxRecords || classes && len(a.Block.Class) < records {
		return false
	}
	most := uint32(0)
	if n >= 16 {
		for rest := a.Pairs; len(rest) > 0; {
			count := min(len(rest), atOnce)
			if len(rest)-count < 16 { // which the scan would not take
				count = len(rest)
			}
			most, rest = max(most, w.maxIndex(kernels.Words(rest), count)), rest[count:]
		}
	} else {
		for _, p := range a.Pairs {
			most = max(most, p.A, p.B)
		}
	}
	if uint64(most) >= uint64(records) {
		return false
	}
	kernels.RaceRead(a.Pairs)
	kernels.RaceRead(a.Block.Rec)
	if classes {
		kernels.RaceRead(a.Block.Class)
	}
	return true
}

// has reports whether every column has n entries.
func (h *Hits) has(n int) bool {
	return min(len(h.A), len(h.B), len(h.Sep), len(h.NX), len(h.NY)) >= n
}

// filterAtOnce is how many pairs are filtered at a time, so that they fit on the stack.
const filterAtOnce = 256

// boxMotion is assembly that drops pairs of boxes which do not meet in a step, and none that
// boxImpacts keeps.
type boxMotion struct {
	*width
	prefilter pairLanes
}

// impacts is boxImpacts of the pairs that the assembly leaves.
func (k boxMotion) impacts(a *ImpactArgs) int {
	if len(a.Pairs) < fewPairs || a.Limit > 0 || a.Turn != nil || len(a.Motion) < len(a.Block.Rec) || len(a.Time) < len(a.Pairs) || !k.sound(&a.Args, false) {
		return boxImpacts(a)
	}
	kernels.RaceRead(a.Motion)
	rec := (*float64)(unsafe.Pointer(unsafe.SliceData(a.Block.Rec)))
	motions := (*uint8)(unsafe.Pointer(unsafe.SliceData(a.Motion)))
	var kept struct {
		a, b  [filterAtOnce + kernels.Slack]uint32
		sep   [filterAtOnce + kernels.Slack]float32
		pairs [filterAtOnce]kernels.Pair
	}
	some := *a
	n := 0
	for rest := a.Pairs; len(rest) > 0; {
		count := min(len(rest), filterAtOnce)
		m, _ := k.prefilter(rec, motions, kernels.Words(rest), count, a.Limit, kernels.Local(&kept.a[0]), kernels.Local(&kept.b[0]), kernels.Local(&kept.sep[0]), nil, nil, nil)
		for i := range m {
			kept.pairs[i] = kernels.Pair{A: kept.a[i], B: kept.b[i]}
		}
		some.Pairs, some.Time = kept.pairs[:m], a.Time[n:]
		some.Out = Hits{A: a.Out.A[n:], B: a.Out.B[n:], Sep: a.Out.Sep[n:], NX: a.Out.NX[n:], NY: a.Out.NY[n:]}
		n, rest = n+boxImpacts(&some), rest[count:]
	}
	return n
}
