// SPDX-License-Identifier: MIT

// Package sweep finds the pairs of axis-aligned boxes that overlap: by sort and sweep, in
// strips. Package broadphase is its door, whose documentation says how it works
// and what it costs; what only the engine needs is not there.
//
// An engine builds a frame and sweeps its strips side by side, each goroutine with a Strip of its
// own:
//
//	err := frame.Build(&boxes, &filters, sweep.Settings{Each: pool.Each, Workers: 8})
//	for k := range frame.Strips() { // side by side
//		frame.Load(k, &strip)
//		for more := true; more; {
//			pairs, more = strip.Next()
//			// pairs of rows; row r is box strip.Slots[r]
//		}
//	}
package sweep
