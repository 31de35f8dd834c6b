// SPDX-License-Identifier: MIT

package team

// Cut is where the i-th of k parts of n things begins. n times i may be beyond what an int
// of 32 bits holds.
func Cut(n, i, k int) int { return int(uint64(n) * uint64(i) / uint64(k)) }
