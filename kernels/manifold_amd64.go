// SPDX-License-Identifier: MIT

//go:build !purego

package kernels

import "unsafe"

func init() {
	avx2.Points.BoxBox = width{8, maxIndexAVX2}.boxManifolds(boxManifoldAVX2)
	avx512.Points.BoxBox = width{16, maxIndexAVX512}.boxManifolds(boxManifoldAVX512)
}

// boxPoints is the signature of assembly that clips boxes. It relies on this: every
// index has its record, there are maxRecords of them at most, count is at least the
// number of lanes, and every column has count entries.
type boxPoints func(rec *float64, a, b *uint32, sep, nx, ny *float32, count int, limit float32,
	n *uint8, x0, y0, d0 *float32, f0 *uint32, x1, y1, d1 *float32, f1 *uint32)

// boxManifolds is the portable function by means of the assembly. What that may not see
// goes to the portable code, with its panic if it deserves one.
func (w width) boxManifolds(f boxPoints) Manifold {
	return func(a *Args, n int, out *Manifolds) {
		in := &a.Out
		if n < w.lanes || !in.has(n) || !out.has(n) || !w.recorded(a.Block, in.A[:n]) || !w.recorded(a.Block, in.B[:n]) {
			boxManifolds(a, n, out)
			return
		}
		raceRead(a.Block.Rec)
		raceRead(in.A[:n])
		raceRead(in.B[:n])
		raceRead(in.Sep[:n])
		raceRead(in.NX[:n])
		raceRead(in.NY[:n])
		raceWrite(out.N[:n])
		for k := range 2 {
			raceWrite(out.X[k][:n])
			raceWrite(out.Y[k][:n])
			raceWrite(out.Depth[k][:n])
			raceWrite(out.Feature[k][:n])
		}
		rec := (*float64)(unsafe.Pointer(unsafe.SliceData(a.Block.Rec)))
		for i := 0; i < n; {
			count := min(n-i, atOnce)
			if rest := n - i - count; rest > 0 && rest < w.lanes { // which no vector takes
				count -= w.lanes
			}
			f(rec, &in.A[i], &in.B[i], &in.Sep[i], &in.NX[i], &in.NY[i], count, a.Limit,
				&out.N[i], &out.X[0][i], &out.Y[0][i], &out.Depth[0][i], (*uint32)(&out.Feature[0][i]),
				&out.X[1][i], &out.Y[1][i], &out.Depth[1][i], (*uint32)(&out.Feature[1][i]))
			i += count
		}
	}
}

// has tells whether every column has n entries.
func (h *Hits) has(n int) bool {
	return min(len(h.A), len(h.B), len(h.Sep), len(h.NX), len(h.NY)) >= n
}

func (m *Manifolds) has(n int) bool {
	least := len(m.N)
	for k := range 2 {
		least = min(least, len(m.X[k]), len(m.Y[k]), len(m.Depth[k]), len(m.Feature[k]))
	}
	return least >= n
}

// recorded tells whether every index has its record.
func (w width) recorded(b *Block, index []uint32) bool {
	records := len(b.Rec)
	if records > maxRecords {
		return false
	}
	most := uint32(0)
	rest := index
	// The scan takes two indices for a pair, and sixteen pairs at least.
	for len(rest) >= 32 {
		count := min(len(rest)/2, atOnce)
		most = max(most, w.maxIndex((*uint64)(unsafe.Pointer(unsafe.SliceData(rest))), count))
		rest = rest[2*count:]
	}
	for _, k := range rest {
		most = max(most, k)
	}
	return uint64(most) < uint64(records)
}
