// SPDX-License-Identifier: MIT

package solve

// Solving is what solves contacts by one instruction set: its assembly. Portable Go replaces a nil
// field; the zero value is portable Go alone.
type Solving struct {
	warmStart func(blocks *uint32, n int, bodies *float32)
	push      func(blocks *uint32, n int, bodies, how *float32) // Solve without friction
	solve     func(blocks *uint32, n int, bodies, how *float32)
	fill      func(block *uint32, rows *float32, shapes *float64)
}

// Go is the portable code.
var Go = Solving{}
