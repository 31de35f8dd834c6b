// SPDX-License-Identifier: MIT

package push

import (
	"daylight/internal/kernels"
	"daylight/internal/store"
)

// eachCorner yields the corners of the shape in a slot, in local coordinates, and returns its
// radius.
func eachCorner(c *store.Columns, i int, yield func(px, py float32)) (radius float64) {
	p, q := c.P[i], c.Q[i]
	switch c.Class[i] {
	case kernels.Circle:
		yield(0, 0)
		return float64(p)
	case kernels.Capsule:
		yield(-p, 0)
		yield(p, 0)
		return float64(q)
	case kernels.Box:
		yield(-p, -q)
		yield(p, -q)
		yield(p, q)
		yield(-p, q)
		return 0
	}
	vx, vy := c.Local.VX[c.Off[i]:][:c.Num[i]], c.Local.VY[c.Off[i]:][:c.Num[i]]
	for k := range vx {
		if k > 0 && vx[k] == vx[k-1] && vy[k] == vy[k-1] {
			break // padding
		}
		yield(vx[k], vy[k])
	}
	return float64(p)
}
