// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"syscall"
	"time"
)

// processTime is the processor time of this process, or 0 if it is not known.
func processTime() time.Duration {
	var use syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &use) != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
