// SPDX-License-Identifier: MIT

package team

import (
	"golang.org/x/sync/errgroup"
)

// Each calls part(t, 0) on the goroutine of the caller, which would only wait otherwise, and
// part(t, 1) to part(t, n-1) each on one of its own, waits for all, and returns an error: that
// of part 0, else the first. A panic in part k becomes the error that caught makes of its
// value, on the goroutine that panicked. With one part it is a plain call and allocates
// nothing, if part is a function or a method expression.
func Each[T any](n int, t T, part func(t T, k int) error, caught func(t T, k int, value any) error) error {
	if n == 1 {
		return guarded(t, 0, part, caught)
	}
	var g errgroup.Group
	for k := 1; k < n; k++ {
		g.Go(func() error { return guarded(t, k, part, caught) })
	}
	own := guarded(t, 0, part, caught)
	if err := g.Wait(); own == nil {
		return err
	}
	return own
}

func guarded[T any](t T, k int, part func(T, int) error, caught func(T, int, any) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = caught(t, k, v)
		}
	}()
	return part(t, k)
}

// Cut is where the i-th of k parts of n things begins. n times i may be beyond what an int
// of 32 bits holds.
func Cut(n, i, k int) int { return int(uint64(n) * uint64(i) / uint64(k)) }
