// SPDX-License-Identifier: MIT

package memory

import "math"

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
