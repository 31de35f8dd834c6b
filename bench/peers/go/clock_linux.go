// SPDX-License-Identifier: MIT

package main

import (
	"time"

	"golang.org/x/sys/unix"
)

// processTime is the processor time that this process has used.
func processTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(err) // every Linux has this clock
	}
	return time.Duration(t.Nano())
}
