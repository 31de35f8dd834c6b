// SPDX-License-Identifier: MIT

package pair

import (
	"math"

	"daylight/internal/kernels"
)

// circlePolygon decides a circle against a polygon: the greatest of the centre's
// separations from the polygon's edges, minus both radii, unless the centre is
// outside and beyond an end of that edge; see corner.
func circlePolygon(a *Args) Count {
	blk, limit := a.Block, a.Limit
	rec := blk.Rec
	out := columns(a)
	n, opened := 0, 0
	for _, p := range a.Pairs {
		i, j := p.A, p.B
		turn := uint32(0)
		if blk.Class[p.A] == kernels.Circle {
			i, j, turn = p.B, p.A, kernels.SignBit
		}
		s, t := &rec[i], &rec[j]
		dx, dy := delta(s, t)
		r := s.P + t.P
		off, num := blk.Off[i], blk.Num[i]
		nx := blk.Lanes.NX[off:][:num]
		ny := blk.Lanes.NY[off:][:num]
		dd := blk.Lanes.D[off:][:num]
		gap, lane := math.Float32frombits(0xff800000), 0
		for k, x := range nx {
			g := (float32(x*dx) + float32(ny[k]*dy)) - dd[k]
			wider := g > gap
			gap = pick(wider, g, gap)
			if wider {
				lane = k
			}
		}
		if !(gap-r <= limit && gap >= -math.MaxFloat32) {
			continue // apart, or NaN
		}
		sep := (gap - r) + 0
		mx, my := nx[lane], ny[lane]
		if scale := s.C + (kernels.Abs(dx) + kernels.Abs(dy)); gap > -rim*scale {
			vx, vy := blk.Lanes.VX[off:][:num], blk.Lanes.VY[off:][:num]
			switch qx, qy, where := corner(vx, vy, nx, ny, lane, dx, dy); where {
			case vertex:
				d2 := float32(qx*qx) + float32(qy*qy)
				d := sqrt(d2)
				sep = d - r
				if d2 >= faint {
					mx, my = qx/d, qy/d
				}
			case unsure:
				out.A[n], out.B[n], out.Sep[n] = p.A, p.B, open
				out.NX[n], out.NY[n] = 0, 0
				n++
				opened++
				continue
			}
		}
		out.A[n], out.B[n], out.Sep[n] = p.A, p.B, sep
		out.NX[n], out.NY[n] = signed(mx, turn), signed(my, turn)
		n += kernels.One(sep <= limit)
	}
	return Count{N: n, Open: opened}
}

type region int

const (
	face   region = iota // the foot lies on the edge
	vertex               // the centre lies in the normal cone of one of its ends
	unsure               // the next edge has a say
)

// corner says where the centre p lies relative to edge i, the one it is farthest
// out of. In exact arithmetic the closest feature is that edge or one of its ends.
// A vertex is accepted only if p is also beyond the end of the edge on its other
// side, tested with the vector q from the vertex that the normal is made of: the
// normal then lies in the vertex's normal cone however short q is. Should that
// test fail, two edges are so nearly in line that rounding chose the wrong one,
// and the pair is left open.
func corner(vx, vy, nx, ny []float32, i int, px, py float32) (qx, qy float32, where region) {
	last := len(vx) - 1
	// The tangent of an edge with outward normal (nx, ny) is (-ny, nx).
	x, y := px-vx[i], py-vy[i]
	if float32(y*nx[i])-float32(x*ny[i]) < 0 {
		before := i - 1
		if i == 0 {
			before = last
		}
		if float32(y*nx[before])-float32(x*ny[before]) > 0 {
			return x, y, vertex
		}
		return 0, 0, unsure
	}
	after := next(vx, vy, i)
	x, y = px-vx[after], py-vy[after]
	if float32(y*nx[i])-float32(x*ny[i]) > 0 {
		if float32(y*nx[after])-float32(x*ny[after]) < 0 {
			return x, y, vertex
		}
		return 0, 0, unsure
	}
	return 0, 0, face
}

// next returns the lane of the vertex that ends edge i. Padding repeats the last
// vertex, so an edge of no length stands for the one that closes the polygon.
func next(vx, vy []float32, i int) int {
	k := i + 1
	if k >= len(vx) || vx[k] == vx[i] && vy[k] == vy[i] {
		return 0
	}
	return k
}
