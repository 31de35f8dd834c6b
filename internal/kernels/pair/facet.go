// SPDX-License-Identifier: MIT

package pair

import (
	"math"

	"daylight/internal/kernels"
)

// facet is the edge of a shape that faces along a unit vector n, in its frame: from
// (t0, h0) on to (t1, h1), place and height. v0 and v1 are the names of its ends as
// halves of a Feature; the edge's own is v0 without the bit of vertices.
type facet struct {
	t0, h0, t1, h1 float32
	v0, v1         uint32
	radius, reach  float32
	at             int // the edge's lane, of a polygon
}

// facing finds the facet of shape k along (nx, ny).
func (f *facet) facing(b *Block, k uint32, nx, ny float32) {
	rec := &b.Rec[k]
	switch b.Class[k] {
	case kernels.Circle:
		*f = facet{v0: 1, v1: 1, radius: rec.P}
	case kernels.Capsule:
		// Edge 0 leads along (C, S) and faces (S, -C).
		m := float32(nx*rec.S) - float32(ny*rec.C)
		o := float32(nx*rec.C) + float32(ny*rec.S)
		back := sign(m)
		t, h := float32(rec.P*kernels.Abs(m)), float32(rec.P*signed(o, back))
		e := back >> 31
		*f = facet{-t, -h, t, h, e<<1 | 1, (e^1)<<1 | 1, rec.Q, rec.P, 0}
	case kernels.Box:
		f.box(rec, nx, ny)
	default:
		lo, num := int(b.Off[k]), int(b.Num[k])
		l := &b.Lanes
		f.polygon(l.VX[lo:][:num], l.VY[lo:][:num], l.NX[lo:][:num], l.NY[lo:][:num], nx, ny)
		f.radius, f.reach = rec.P, rec.C
	}
}

// box is facing for boxes, in closed form. Edge 0 faces -y, 1 faces +x, 2 faces +y.
func (f *facet) box(rec *kernels.Record, nx, ny float32) {
	c0 := float32(nx*rec.C) + float32(ny*rec.S)
	c1 := float32(ny*rec.C) - float32(nx*rec.S)
	// The edge's own normal is (m, -o) in the frame of n, up to the sign of m.
	// The side has no pattern: no branch.
	p, q, e := rec.P, rec.Q, uint32(1)
	side := kernels.Abs(c1) > kernels.Abs(c0)
	m, o := pick(side, c1, c0), pick(side, -c0, c1)
	own, half := pick(side, q, p), pick(side, p, q)
	if side {
		e = 2
	}
	back := sign(m)
	c, s := kernels.Abs(m), signed(o, back)
	e ^= back >> 31 << 1
	f.t0 = -(float32(own*s) + float32(half*c))
	f.t1 = float32(half*c) - float32(own*s)
	f.h0 = float32(own*c) - float32(half*s)
	f.h1 = float32(own*c) + float32(half*s)
	f.v0, f.v1 = e<<1|1, (e+1)&3<<1|1
	f.radius, f.reach = 0, rec.P+rec.Q
}

// polygon is facing for polygons: of equal edges the first. An edge whose cosine is less
// than the greatest by more than rounding is not the nearest, so few sines are asked for.
func (f *facet) polygon(vx, vy, nx, ny []float32, x, y float32) {
	const doubt = 0x1p-20
	best, at := math.Float32frombits(0xff800000), 0
	most := best
	ny = ny[:len(nx)]
	for i, u := range nx {
		v := ny[i]
		if dot := float32(u*x) + float32(v*y); dot > most {
			most = max(most, dot-doubt)
			if k := nearness(u, v, x, y); k > best {
				best, at = k, i
			}
		}
	}
	f.edge(vx, vy, at, x, y)
}

// nearness grows as the angle between two unit vectors shrinks. Below 45 degrees it is
// minus the sine, which distinguishes angles of 2^-23, and above the cosine less two.
func nearness(u, v, x, y float32) float32 {
	dot := float32(u*x) + float32(v*y)
	sine := kernels.Abs(float32(u*y) - float32(v*x))
	return pick(dot > sine, -sine, dot-2)
}

// edge sets f to a polygon's edge from vertex at, but for the radius and the reach.
func (f *facet) edge(vx, vy []float32, at int, x, y float32) {
	to := next(vx, vy, at)
	f.t0 = float32(vy[at]*x) - float32(vx[at]*y)
	f.h0 = float32(vx[at]*x) + float32(vy[at]*y)
	f.t1 = float32(vy[to]*x) - float32(vx[to]*y)
	f.h1 = float32(vx[to]*x) + float32(vy[to]*y)
	f.v0, f.v1 = half(at)|1, half(to)|1
	f.at = at
}

// half is an index as half of a Feature.
func half(i int) uint32 { return uint32(i) << 1 & 0xffff }

// turned is f, found along -n, in the frame of n from a place (t, h) away.
func (f *facet) turned(t, h float32) {
	f.t0, f.t1 = t-f.t1, t-f.t0
	f.h0, f.h1 = h-f.h1, h-f.h0
	f.v0, f.v1 = f.v1, f.v0
}

// blunt makes a facet too short for two ends the vertex that lies farther along n, of
// equals the first. It returns the facet's length across n and how it rises for that.
func (f *facet) blunt(short float32) (length, slope float32) {
	length = f.t1 - f.t0
	if length > short {
		return length, (f.h1 - f.h0) / length
	}
	if f.h1 > f.h0 {
		f.t0, f.h0, f.v0 = f.t1, f.h1, f.v1
	} else {
		f.t1, f.h1, f.v1 = f.t0, f.h0, f.v0
	}
	return 0, 0
}
