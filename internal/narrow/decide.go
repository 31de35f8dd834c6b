// SPDX-License-Identifier: MIT

package narrow

import (
	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
)

// Decide runs a kernel on pairs of its two classes, and decides in float64 the pairs that the
// kernel leaves open. It returns the number of answers.
func Decide(f pair.Contact, args *pair.Args) int {
	c := f(args)
	if c.Open > 0 {
		return pair.Resolve(args, c.N)
	}
	return c.N
}

// Hits returns room for the answers about that many pairs.
func Hits(pairs int) pair.Hits {
	room := pairs + kernels.Slack
	return pair.Hits{
		A: make([]uint32, room), B: make([]uint32, room),
		Sep: make([]float32, room), NX: make([]float32, room), NY: make([]float32, room),
	}
}
