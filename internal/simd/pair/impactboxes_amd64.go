// SPDX-License-Identifier: MIT

//go:build !purego

package pair

import (
	"unsafe"

	"daylight/internal/simd"
)

// siftAtOnce is how many pairs are sifted at a time, so that they fit on the stack.
const siftAtOnce = 256

// boxImpact is the portable kernel on what a sieve leaves. The sieve only drops pairs
// that the portable kernel drops, so the answer has the same bits.
func (w width) boxImpact(sieve pairLanes) Impact {
	return func(a *ImpactArgs) int {
		if a.Limit > 0 || a.Turn != nil || len(a.Motion) < len(a.Block.Rec) || len(a.Time) < len(a.Pairs) || !w.sound(&a.Args, true, false) {
			return boxImpacts(a)
		}
		simd.RaceRead(a.Motion)
		rec := (*float64)(unsafe.Pointer(unsafe.SliceData(a.Block.Rec)))
		motions := (*uint8)(unsafe.Pointer(unsafe.SliceData(a.Motion)))
		var left struct {
			a, b  [siftAtOnce + simd.Slack]uint32
			sep   [siftAtOnce + simd.Slack]float32
			pairs [siftAtOnce]simd.Pair
		}
		some := *a
		n := 0
		for rest := a.Pairs; len(rest) > 0; {
			count := min(len(rest), siftAtOnce)
			m, _ := sieve(rec, motions, simd.Words(rest), count, a.Limit, &left.a[0], &left.b[0], &left.sep[0], nil, nil)
			for i := range m {
				left.pairs[i] = simd.Pair{A: left.a[i], B: left.b[i]}
			}
			some.Pairs, some.Time = left.pairs[:m], a.Time[n:]
			some.Out = Hits{A: a.Out.A[n:], B: a.Out.B[n:], Sep: a.Out.Sep[n:], NX: a.Out.NX[n:], NY: a.Out.NY[n:]}
			n, rest = n+boxImpacts(&some), rest[count:]
		}
		return n
	}
}
