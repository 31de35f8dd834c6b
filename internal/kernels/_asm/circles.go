// SPDX-License-Identifier: MIT

package main

// faint is that of package pair.
const faint = 0x1p-124

// circles decides circle against circle.
func circles(g *gen) {
	k := g.kernel("circleCircle", "decides circles.", true, 1)
	limit := k.limit()
	least, one := g.float("faint", faint), g.float("one", 1)
	k.loop(true)
	in := k.gather([2]want{onlyP, onlyP}, nil)
	dx, dy := in.dx, in.dy
	dd := k.add(k.mul(dx, dx), k.mul(dy, dy))
	d := k.sqrt(dd)
	sep := k.sub(d, k.add(in.of[0][0], in.of[1][0]))
	hit := k.is(le, sep, limit)
	apart := k.is(ge, dd, least)
	nx := k.pick(apart, k.div(dx, d), k.reg(one))
	ny := k.where(apart, k.div(dy, d))
	k.finish(hit, nil, sep, nx, ny)
}
