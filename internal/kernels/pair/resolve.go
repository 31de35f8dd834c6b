// SPDX-License-Identifier: MIT

package pair

import (
	"math"

	"daylight/internal/kernels"
)

// proof64 is how far a float64 distance may exceed the support gap along its own
// direction and still count as proven, as a fraction of the cores' scale. Half a
// rounding of float32: no answer gets worse by it, and the direction of any vector
// longer than that is good enough in float64 to pass.
const proof64 = 0x1p-25

// Resolve decides the open entries among the first n of a.Out, in float64, keeps
// those within a.Limit, closes the gaps in order and returns the new n. Entries that
// are not open stay as they are. It is the same code under every table. Resolve does not
// allocate.
func Resolve(a *Args, n int) int {
	out := &a.Out
	kept := 0
	for k := 0; k < n; k++ {
		p := kernels.Pair{A: out.A[k], B: out.B[k]}
		sep, nx, ny := out.Sep[k], out.NX[k], out.NY[k]
		if sep != sep {
			s, x, y := separation(a.Block, p, math.Float32bits(sep) == math.Float32bits(openAlong), nx, ny)
			sep, nx, ny = float32(s), float32(x), float32(y)
			if !(sep <= a.Limit) {
				continue
			}
		}
		out.A[kept], out.B[kept], out.Sep[kept], out.NX[kept], out.NY[kept] = p.A, p.B, sep, nx, ny
		kept++
	}
	return kept
}

// separation returns the signed distance of a pair of any classes and the unit normal from A to B,
// in float64 on the exact float32 geometry. If along is set, (ax, ay) is the axis of the greatest
// gap, from A to B, and need not be searched.
//
// Each answer "apart" has two witnesses: a vector between points of the two cores,
// whose length the distance cannot exceed, and the support gap along it, which the
// distance cannot fall short of. The vector is looked for near the best axis first,
// then among all pairs of a vertex and an edge. If none can be proven the cores
// overlap, or are so near that the answer is the same: then the widest gap over all
// edges is the separation.
func separation(b *Block, p kernels.Pair, along bool, ax, ay float32) (sep, nx, ny float64) {
	var ca, cb core
	ca.load(b, p.A)
	cb.load(b, p.B)
	dx := b.Rec[p.B].X - b.Rec[p.A].X
	dy := b.Rec[p.B].Y - b.Rec[p.A].Y
	r := ca.radius + cb.radius
	scale := ca.reach + cb.reach + math.Abs(dx) + math.Abs(dy)
	slack := proof64 * scale

	lane, ofB := -1, false
	if along {
		if lane = ca.laneOf(ax, ay); lane < 0 {
			lane, ofB = cb.laneOf(-ax, -ay), true
		}
		if d, x, y, ok := beside(&ca, &cb, dx, dy, scale, slack, lane, ofB); ok {
			return d - r, x, y
		}
	}
	var gap float64
	if lane < 0 {
		if gap, lane, ofB = axis(&ca, &cb, dx, dy); !(gap > -rim*scale) {
			lane = -1
		}
	}
	v, d, x, y, ok := shortest(&ca, &cb, dx, dy, slack, lane, ofB)
	if ok {
		return d - r, x, y
	}
	gap, nx, ny = widest(&ca, &cb, dx, dy)
	if nx == 0 && ny == 0 { // two points on one spot
		return math.Sqrt(v.dd) - r, 1, 0
	}
	return gap - r, nx, ny
}

// shortest returns a vector between the cores that is as long as their distance, with its
// length and direction: the one near the axis at a lane, if there is one and it is proven, or
// the closest of all; and whether it is proven.
func shortest(a, b *core, dx, dy, slack float64, lane int, ofB bool) (v vector, d, nx, ny float64, ok bool) {
	far, x, y := math.Inf(1), 0.0, 0.0
	if lane >= 0 {
		if ofB {
			v = b.near(a, -dx, -dy, lane)
			v.x, v.y = -v.x, -v.y
			x, y, _ = b.axis(lane)
			x, y = -x, -y
		} else {
			v = a.near(b, dx, dy, lane)
			x, y, _ = a.axis(lane)
		}
		if d, nx, ny, ok = a.proven(b, &v, dx, dy, slack); ok {
			return v, d, nx, ny, true
		}
		far = math.Sqrt(v.dd)
	}
	v = closest(a, b, dx, dy, x, y, far)
	d, nx, ny, ok = a.proven(b, &v, dx, dy, slack)
	return v, d, nx, ny, ok
}

// vector leads from a point of A's core to a point of B's; dd is its length squared.
type vector struct {
	x, y, dd float64
}

// proven returns the length and direction of v if the cores' support gap along it
// is no more than slack shorter.
func (a *core) proven(b *core, v *vector, dx, dy, slack float64) (d, nx, ny float64, ok bool) {
	d = math.Sqrt(v.dd)
	if !(d > slack) || math.IsInf(d, 1) {
		return 0, 0, 0, false
	}
	nx, ny = v.x/d, v.y/d
	return d, nx, ny, d-gapAlong(a, b, dx, dy, nx, ny) <= slack
}

// gapAlong returns the width of the gap between the cores along the unit vector (x, y)
// from A to B, negative if they overlap along it.
func gapAlong(a, b *core, dx, dy, x, y float64) float64 {
	least, _ := b.lowest(x, y, b.toward(x, y))
	most, _ := a.lowest(-x, -y, a.toward(-x, -y))
	return least + most + (float64(x*dx) + float64(y*dy))
}

// beside is shortest for a vertex beside the edge at a lane, if all other vertices of its core lie
// farther out by more than the rim. The gap along the lane's axis then proves, up to rounding, that
// the shortest vector is perpendicular to the edge: the ends of the edge reach as far along the
// axis as their core, to 2^-22 of the scale. The same holds along the vector, unless the edge is so
// short that rounding turns it by more than the rim.
func beside(a, b *core, dx, dy, scale, slack float64, lane int, ofB bool) (d, nx, ny float64, ok bool) {
	own, other, turn := a, b, 1.0
	if ofB {
		own, other, turn = b, a, -1
	}
	if lane < 0 {
		return 0, 0, 0, false
	}
	x, y, _ := own.axis(lane)
	px, py, ok := other.foremost(x, y, rim*scale)
	if !ok {
		return 0, 0, 0, false
	}
	i, j := own.edge(lane)
	ax, ay := own.at(i)
	bx, by := own.at(j)
	ex, ey := bx-ax, by-ay
	ee := float64(ex*ex) + float64(ey*ey)
	qx, qy := px+float64(turn*dx)-ax, py+float64(turn*dy)-ay
	t := float64(qx*ex) + float64(qy*ey)
	if !(t > 0 && t < ee && ee > float64(scale*scale)*0x1p-8) {
		return 0, 0, 0, false
	}
	w := (float64(qy*ex) - float64(qx*ey)) / ee
	qx, qy = float64(-w*ey), float64(w*ex)
	if d = math.Sqrt(float64(qx*qx) + float64(qy*qy)); w < 0 && d > slack {
		return d, turn * (qx / d), turn * (qy / d), !math.IsInf(d, 1)
	}
	// The cores touch. Along other normals they overlap more, unless the vertex lies near an end of
	// the edge.
	e := math.Sqrt(ee)
	x, y = ey/e, -ex/e
	most, _ := own.lowest(-x, -y, min(i, max(own.corners-1, 0)))
	gap := float64(x*px) + float64(y*py) + most + float64(turn*(float64(x*dx)+float64(y*dy)))
	return gap, turn * x, turn * y, t > ee*0x1p-6 && t < ee*(1-0x1p-6)
}

// axis returns the greatest gap over the stored axes of A, then B, and whose lane it
// is; a negative lane if neither core has any. The axes are float32 and the gap is
// good to rounding only: it says where to look.
func axis(a, b *core, dx, dy float64) (gap float64, lane int, ofB bool) {
	gap, lane = a.widestAxis(b, dx, dy, math.Inf(-1))
	if gapB, laneB := b.widestAxis(a, -dx, -dy, gap); gapB > gap {
		return gapB, laneB, true
	}
	return gap, lane, false
}

// widestAxis returns the greatest gap between c and o, which lies (dx, dy) away, over the
// stored axes of c, and the first lane that has it; or floor and -1 if no gap is greater. An axis
// is passed over if any vertex of o proves its gap no greater.
func (c *core) widestAxis(o *core, dx, dy, floor float64) (gap float64, lane int) {
	gap, lane = floor, -1
	at := -1
	for i := range c.axes {
		x, y, d := c.axis(i)
		to := float64(x*dx) + float64(y*dy)
		var m float64
		if o.corners == 0 {
			m, _ = o.least(x, y)
		} else {
			if at < 0 {
				at = o.toward(x, y)
			}
			if (float64(x*float64(o.vx[at]))+float64(y*float64(o.vy[at])))+to-d <= gap {
				continue
			}
			m, at = o.lowest(x, y, at)
		}
		if g := m + to - d; g > gap {
			gap, lane = g, i
		}
	}
	return gap, lane
}

// widest returns the greatest gap over all edge normals of A, then B, computed from
// the vertices, and the normal from A to B. With no edges the normal is zero.
func widest(a, b *core, dx, dy float64) (gap, nx, ny float64) {
	gap, nx, ny = a.widestEdge(b, dx, dy, math.Inf(-1))
	if g, x, y := b.widestEdge(a, -dx, -dy, gap); g > gap {
		return g, -x, -y
	}
	return gap, nx, ny
}

// widestEdge returns the greatest gap between c and o, which lies (dx, dy) away, over the
// normals of c's edges, and the first that has it; or floor and zero if no gap is greater.
func (c *core) widestEdge(o *core, dx, dy, floor float64) (gap, nx, ny float64) {
	gap = floor
	at, top := 0, 0
	for i := range c.n {
		x, y, ok := c.normal(i)
		if !ok {
			continue
		}
		if i == 0 {
			at = o.toward(x, y)
		}
		if i < c.corners {
			top = i
		}
		var least, most float64
		least, at = o.lowest(x, y, at)
		most, _ = c.lowest(-x, -y, top)
		if g := least + most + (float64(x*dx) + float64(y*dy)); g > gap {
			gap, nx, ny = g, x, y
		}
	}
	return gap, nx, ny
}

// closest returns the shortest vector between a vertex of one core and an edge of
// the other. Unless the cores overlap it is as long as their distance. No vector need be
// known that is longer than far; and vertices are passed over that lie farther than that
// above the other's highest along (x, y), of length one or almost, from A to B.
func closest(a, b *core, dx, dy, x, y, far float64) vector {
	v := vector{dd: math.Inf(1)}
	scale := a.reach + b.reach + math.Abs(dx) + math.Abs(dy)
	far += float64(0x1p-18*far) + float64(0x1p-40*scale)
	lowB, _ := b.least(x, y)
	topA, _ := a.least(-x, -y)
	to := float64(x*dx) + float64(y*dy)
	for j := 0; j < b.n; j++ {
		px, py := b.at(j)
		if float64(x*px)+float64(y*py)+to+topA > far {
			continue
		}
		for i := 0; i < a.n; i++ {
			v.toPoint(a, i, a.after(i), px+dx, py+dy, false)
		}
	}
	for i := 0; i < a.n; i++ {
		px, py := a.at(i)
		if lowB+to-float64(x*px)-float64(y*py) > far {
			continue
		}
		for j := 0; j < b.n; j++ {
			v.toPoint(b, j, b.after(j), px-dx, py-dy, true)
		}
	}
	return v
}

// near returns the shortest vector from c's edge at the given lane to o's edges at
// the vertex that lies farthest back along the lane's axis.
func (c *core) near(o *core, dx, dy float64, lane int) vector {
	v := vector{dd: math.Inf(1)}
	i, j := c.edge(lane)
	x, y, _ := c.axis(lane)
	_, k := o.least(x, y)
	before, after := o.around(k)
	for _, m := range [3]int{before, k, after} {
		px, py := o.at(m)
		v.toPoint(c, i, j, px+dx, py+dy, false)
	}
	for _, m := range [2]int{i, j} {
		px, py := c.at(m)
		v.toPoint(o, before, k, px-dx, py-dy, true)
		v.toPoint(o, k, after, px-dx, py-dy, true)
	}
	return v
}

// toPoint replaces v by the vector from core c's segment ij to the point (x, y) if
// that is shorter; turned round if turn is set.
func (v *vector) toPoint(c *core, i, j int, x, y float64, turn bool) {
	ax, ay := c.at(i)
	bx, by := c.at(j)
	ex, ey := bx-ax, by-ay
	qx, qy := x-ax, y-ay
	if ee := float64(ex*ex) + float64(ey*ey); ee > 0 {
		switch t := float64(qx*ex) + float64(qy*ey); {
		case t >= ee:
			qx, qy = x-bx, y-by
		case t > 0:
			// Across the edge, not the remainder of a projection: along a short
			// vector the direction would drown in rounding.
			w := (float64(qy*ex) - float64(qx*ey)) / ee
			qx, qy = float64(-w*ey), float64(w*ex)
		}
	}
	dd := float64(qx*qx) + float64(qy*qy)
	if !(dd < v.dd) {
		return
	}
	if turn {
		qx, qy = -qx, -qy
	}
	v.x, v.y, v.dd = qx, qy, dd
}
