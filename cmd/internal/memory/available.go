// SPDX-License-Identifier: MIT

package memory

import "runtime/debug"

// Available returns how many bytes the program may take by default: three quarters of what is free,
// so that others on the machine have some left; all of GOMEMLIMIT if that is less.
func Available() int64 {
	return min(debug.SetMemoryLimit(-1), least(free(), limits())/4*3)
}
