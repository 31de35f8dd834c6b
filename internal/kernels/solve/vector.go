// SPDX-License-Identifier: MIT

package solve

// blocksAtOnce is how many blocks a call of assembly takes at most, since it cannot be preempted:
// each takes a few hundred nanoseconds.
const blocksAtOnce = 256

// WarmStart gives bodies the impulses that blocks begin with. No two contacts of the blocks share a
// body that moves, and all bodies that they name exist.
func (by *Solving) WarmStart(blocks []Block, bodies []Body) {
	if by.warmStart == nil {
		WarmStart(blocks, bodies)
		return
	}
	for len(blocks) > 0 {
		n := min(len(blocks), blocksAtOnce)
		by.warmStart(&blocks[0].A[0], n, &bodies[0].VX)
		blocks = blocks[n:]
	}
}

// Solve changes the impulses of blocks so that points do not approach each other faster than the
// gap between them allows, nor slide or roll unless friction is overcome. It clamps the sums of
// impulses, not what one pass adds to them. Blocks are as WarmStart wants them.
func (by *Solving) Solve(blocks []Block, bodies []Body, how *Pass) {
	if by.solve == nil {
		Solve(blocks, bodies, how)
		return
	}
	pass := by.solve
	if how.Rub == 0 {
		pass = by.push
	}
	for len(blocks) > 0 {
		n := min(len(blocks), blocksAtOnce)
		pass(&blocks[0].A[0], n, &bodies[0].VX, &how.InvTime)
		blocks = blocks[n:]
	}
}

// Fill writes the lanes of a block: bodies, masses and materials of the shapes that A and B name,
// and the points of rows. Points begin with the impulses of the last frame at points of the same
// features. The caller has set NX, NY and Two.
func (by *Solving) Fill(block *Block, rows *Rows, shapes []Shape) {
	if by.fill == nil {
		Fill(block, rows, shapes)
		return
	}
	by.fill(&block.A[0], &rows.Points[0][0].X, &shapes[0].X)
}
