// SPDX-License-Identifier: MIT

package guard

import (
	"runtime/debug"

	"golang.org/x/sync/errgroup"

	"daylight"
)

// Each calls part(t, 0) on the goroutine of the caller, and part(t, 1) to part(t, n-1) each on its
// own goroutine. It waits for all. It returns the error of part 0, or else the first error. A panic
// in a part becomes a *daylight.PanicError. With one part it is a plain call and allocates nothing,
// if part is a function or a method expression.
func Each[T any](n int, t T, part func(t T, k int) error) error { return EachNamed(n, t, part, nil) }

// EachNamed is Each for parts that call functions of a Config. After a panic in part k, calling
// returns the name of the field whose function panicked, or "". It runs on the goroutine of part k.
func EachNamed[T any](n int, t T, part func(t T, k int) error, calling func(t T, k int) string) error {
	if n == 1 {
		return guarded(t, 0, part, calling)
	}
	var g errgroup.Group
	for k := 1; k < n; k++ {
		g.Go(func() error { return guarded(t, k, part, calling) })
	}
	own := guarded(t, 0, part, calling)
	if err := g.Wait(); own == nil {
		return err
	}
	return own
}

func guarded[T any](t T, k int, part func(T, int) error, calling func(T, int) string) (err error) {
	defer func() {
		if v := recover(); v != nil {
			p := &daylight.PanicError{Value: v, Stack: debug.Stack()}
			if calling != nil {
				p.Function = calling(t, k)
			}
			err = p
		}
	}()
	return part(t, k)
}

// Cut is where the i-th of k parts of n things begins. The product of n and i may exceed an int of
// 32 bits.
func Cut(n, i, k int) int { return int(uint64(n) * uint64(i) / uint64(k)) }
