// SPDX-License-Identifier: MIT

//go:build !purego

package pair

import "daylight/internal/kernels"

// reportLanes is how many contacts the assembly reports at a time.
const reportLanes = 8

// reportVector is assembly for n contacts, a multiple of reportLanes. It stops before eight of
// which one has a row that is not below count; depth may be nil.
type reportVector func(a, b, keys *uint64, rowsA, rowsB *uint32, depth *float32, count, n int) (done int)

// report is the portable function by means of the assembly. A row without a key is left to that,
// and to its panic.
func (f reportVector) report(a, b, keys []uint64, rowsA, rowsB []uint32, depth []float32) {
	done, n := 0, len(rowsA)&^(reportLanes-1)
	if n > 0 && len(keys) > 0 && min(len(a), len(b), len(rowsB)) >= n && (depth == nil || len(depth) >= n) {
		kernels.RaceWrite(a[:n])
		kernels.RaceWrite(b[:n])
		kernels.RaceRead(rowsA[:n])
		kernels.RaceRead(rowsB[:n])
		kernels.RaceReadAt(keys, rowsA[:n], 0)
		kernels.RaceReadAt(keys, rowsB[:n], 0)
		kernels.RaceWrite(depth[:min(n, len(depth))])
		count := int(min(uint64(len(keys)), 1<<31))
		for done < n {
			k := min(n-done, kernels.CallEntries)
			var sep *float32
			if depth != nil {
				sep = &depth[done]
			}
			did := f(&a[done], &b[done], &keys[0], &rowsA[done], &rowsB[done], sep, count, k)
			if done += did; did < k {
				break
			}
		}
	}
	if done < len(rowsA) {
		if depth != nil {
			depth = depth[done:]
		}
		report(a[done:], b[done:], keys, rowsA[done:], rowsB[done:], depth)
	}
}
