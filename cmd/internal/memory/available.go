// SPDX-License-Identifier: MIT

package memory

import (
	"math"
	"runtime/debug"
)

// Available returns how many bytes the program may take by default: three quarters of what is free, so
// that others on the machine have some left; all of GOMEMLIMIT if that is less.
func Available() int64 {
	return min(debug.SetMemoryLimit(-1), least(free(), limits())/4*3)
}

// unknown is what there is taken to be where the system does not tell.
const unknown = 4 << 30

// maxTotal is what a process can address at all: little, with 32 bits.
const maxTotal = int64(^uint(0) >> 1)

// least is the least of the amounts that are known, which are above 0.
func least(amounts ...int64) int64 {
	total := int64(math.MaxInt64)
	for _, n := range amounts {
		if n > 0 {
			total = min(total, n)
		}
	}
	if total == math.MaxInt64 {
		total = unknown
	}
	return min(total, maxTotal)
}
