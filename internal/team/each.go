// SPDX-License-Identifier: MIT

package team

import "golang.org/x/sync/errgroup"

// Each calls part(t, 0) to part(t, n-1), each on a goroutine of its own, waits for all, and
// returns the first error. A panic in part k becomes the error that caught makes of its
// value, on the goroutine that panicked. With one part it is a plain call on the goroutine
// of the caller and allocates nothing, if part is a function or a method expression.
func Each[T any](n int, t T, part func(t T, k int) error, caught func(t T, k int, value any) error) error {
	if n == 1 {
		return guarded(t, 0, part, caught)
	}
	var g errgroup.Group
	for k := range n {
		g.Go(func() error { return guarded(t, k, part, caught) })
	}
	return g.Wait()
}

func guarded[T any](t T, k int, part func(T, int) error, caught func(T, int, any) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = caught(t, k, v)
		}
	}()
	return part(t, k)
}
