// SPDX-License-Identifier: MIT

package query

import "math/bits"

// stop is a node on the way of a ray: to be looked at unless something is met before.
type stop struct {
	near  float32
	node  uint32
	level int32
}

// push puts the children in mask on the stack, the nearest last.
func (w *worker) push(stack []stop, mask, first uint32, level int32) []stop {
	base := len(stack)
	for ; mask != 0; mask &= mask - 1 {
		k := bits.TrailingZeros32(mask)
		v := w.near[k]
		at := len(stack)
		stack = append(stack, stop{})
		for ; at > base && stack[at-1].near < v; at-- {
			stack[at] = stack[at-1]
		}
		stack[at] = stop{near: v, node: first + uint32(k), level: level}
	}
	return stack
}
