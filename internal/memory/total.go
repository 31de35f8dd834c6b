// SPDX-License-Identifier: MIT

package memory

import (
	"math"
	"runtime/debug"
	"sync"
)

// Total is how many bytes this process may use. It is found out once.
var Total = sync.OnceValue(func() int64 {
	return least(debug.SetMemoryLimit(-1), free(), limits())
})

// ForEngine is how much the data of an engine may take by default: half of Total. While a
// column grows, the old one lies beside the new one until the garbage collector comes round,
// which by default lets the heap grow to twice what is in use. Where GOMEMLIMIT is set, the
// collector keeps to it, and two thirds are safe.
func ForEngine() int64 {
	if debug.SetMemoryLimit(-1) < math.MaxInt64 {
		return share(Total())
	}
	return Total() / 2
}

// ForProgram is how much a program may take by default: three quarters of what is free, so
// that others on the machine have some left; all of GOMEMLIMIT if that is less.
func ForProgram() int64 {
	return min(debug.SetMemoryLimit(-1), least(free(), limits())/4*3)
}

// share is how much data may take where the garbage collector keeps to a limit. It does so
// as well as it can: it does not stop a program that allocates faster than it collects.
func share(total int64) int64 { return total / 3 * 2 }
