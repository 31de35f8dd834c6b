// SPDX-License-Identifier: MIT

package solve

// blocksAtOnce is how many blocks a call of assembly solves at most, since it cannot be preempted: each takes a few hundred
// nanoseconds.
const blocksAtOnce = 256

// Solve changes the impulses of blocks so that points do not approach each other faster than the gap between them allows,
// nor slide or roll unless friction is overcome. It clamps the sums of impulses, not what one pass adds to them. No two
// contacts of the blocks share a body that moves, and all bodies that they name exist.
func (by *Solving) Solve(blocks []Block, bodies []Body, how *Pass) {
	if by.solve == nil {
		Solve(blocks, bodies, how)
		return
	}
	for len(blocks) > 0 {
		n := min(len(blocks), blocksAtOnce)
		by.solve(&blocks[0].A[0], n, &bodies[0].VX, &how.InvTime)
		blocks = blocks[n:]
	}
}
