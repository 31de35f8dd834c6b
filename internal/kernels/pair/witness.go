// SPDX-License-Identifier: MIT

package pair

import "daylight/internal/kernels"

// flush is how much farther back than the farthest vertex, as a fraction of the scale,
// another may lie and still count as equally far: it must exceed proofRim and the
// rounding of an axis, so that the vertices of the edge that a normal stands on, and
// both ends of a vector that was proven, all count.
const flush = 0x1p-19

// WitnessBound returns how far a witness may lie from the boundary of its shape, and how far
// the vector from A's to B's may be from separation*normal, for a pair whose scale is
// that of ErrorBound.
//
// With u = 2^-24 and S the scale: a support point lies within flush = 32u S of the true
// support, and rounding of dots, rotation and the way along the tangent adds 8u S. Two
// of them differ in height from the true separation by 80u S, the one reported
// by 48u S (ErrorBound). Across, they are made equal, but for the rounding of a direction;
// where the normal is an axis that falls short of the distance, because the gap is within
// rounding of zero, the feet may be 42u S apart. All are within 128u S.
//
// One case is not: of shapes that overlap, near a corner at which a polygon turns by no more
// than a small angle. Both its edges are then equally deep but for rounding, 32u S, and
// the one that is reported may end as much as 32u S / angle short of the place that the
// other shape's corner faces: the vector may be off by that, along the edge. Both points
// lie on the boundaries all the same.
func WitnessBound(scale float32) float32 {
	return float32(128*0x1p-24*scale) + 0x1p-58
}

// Witness finds the witnesses of the first n entries of a.Out, which must be decided: run Resolve
// first. For each it writes a point of A's boundary, relative to A's position, to points[0]. It
// writes a point of B's boundary, relative to B's position, to points[1]. Neither is rotated, and
// depth and feature are 0. They are as far apart as the separation, along the normal: the closest
// points of shapes that are apart, and those that touch once B is moved by depth*normal. Points
// that are not unique, where edges face each other in parallel, lie in the middle of the stretch
// that the edges share. It is the same code under every table and does not allocate.
//
// The points of a convex core farthest along the normal are a vertex or an edge, taken
// as an interval of the tangent. The closest points of two shapes lie on these, face to
// face: where the intervals meet.
func Witness(a *Args, n int, points [2][]Point) {
	blk := a.Block
	rec, class := blk.Rec, blk.Class
	out := &a.Out
	as, bs := out.A[:n], out.B[:n]
	nxs, nys := out.NX[:n], out.NY[:n]
	ofA, ofB := points[0][:n], points[1][:n]
	for i := 0; i < n; i++ {
		ia, ib := as[i], bs[i]
		if class[ia] == kernels.Box && class[ib] == kernels.Box {
			k := i + 1
			for k < n && class[as[k]] == kernels.Box && class[bs[k]] == kernels.Box {
				k++
			}
			witnessBoxes(rec, out, points, i, k)
			i = k - 1
			continue
		}
		s, t := &rec[ia], &rec[ib]
		nx, ny := nxs[i], nys[i]
		dx, dy := delta(s, t)
		tol := float32(flush * ((coreReach(s, class[ia]) + coreReach(t, class[ib])) + (kernels.Abs(dx) + kernels.Abs(dy))))
		f := blk.farthest(ia, nx, ny, tol)
		g := blk.farthest(ib, -nx, -ny, tol)
		ax, ay, bx, by := meet(&f, &g, dx, dy, nx, ny)
		ofA[i], ofB[i] = Point{X: ax, Y: ay}, Point{X: bx, Y: by}
	}
}

// meet returns the middle of where two parts that face each other meet, as points of the
// shapes.
func meet(f, g *farthest, dx, dy, nx, ny float32) (ax, ay, bx, by float32) {
	// The tangent is (-ny, nx); g was found with that of the opposite normal.
	at := (float32(dy*nx) - float32(dx*ny)) - g.mid
	fl, fr := f.mid-f.half, f.mid+f.half
	gl, gr := at-g.half, at+g.half
	mid := float32(0.5 * (pick(fl > gl, fl, gl) + pick(fr < gr, fr, gr)))
	// By rounding they may fall short of meeting: each point stays on its own core.
	ka, kb := pick(mid > fl, mid, fl), pick(mid > gl, mid, gl)
	ka, kb = pick(ka < fr, ka, fr)-f.mid, pick(kb < gr, kb, gr)-at
	ax = (f.x - float32(ka*ny)) + float32(f.radius*nx)
	ay = (f.y + float32(ka*nx)) + float32(f.radius*ny)
	bx = (g.x - float32(kb*ny)) - float32(g.radius*nx)
	by = (g.y + float32(kb*nx)) - float32(g.radius*ny)
	return
}

// witnessBoxes is Witness for entries lo to hi-1, which are of two boxes each: upright
// and meet written out, which halves their cost.
func witnessBoxes(rec []kernels.Record, out *Hits, points [2][]Point, lo, hi int) {
	as, bs := out.A[lo:hi], out.B[lo:hi]
	n := len(as)
	bs = bs[:n]
	nxs, nys := out.NX[lo:hi][:n], out.NY[lo:hi][:n]
	ofA, ofB := points[0][lo:hi][:n], points[1][lo:hi][:n]
	for i, ia := range as {
		s, t := &rec[ia], &rec[bs[i]]
		nx, ny := nxs[i], nys[i]
		dx, dy := delta(s, t)
		tol := float32(flush * (((s.P + s.Q) + (t.P + t.Q)) + (kernels.Abs(dx) + kernels.Abs(dy))))

		c, si, p, q := s.C, s.S, s.P, s.Q
		u, v := float32(nx*c)+float32(ny*si), float32(ny*c)-float32(nx*si)
		flatX, flatY := float32(2*p)*kernels.Abs(u) <= tol, float32(2*q)*kernels.Abs(v) <= tol
		x, y := pick(flatX, 0, signed(p, sign(u))), pick(flatY, 0, signed(q, sign(v)))
		fh := pick(flatX, float32(p*kernels.Abs(v)), 0) + pick(flatY, float32(q*kernels.Abs(u)), 0)
		fm := float32(y*u) - float32(x*v)
		fx, fy := float32(x*c)-float32(y*si), float32(x*si)+float32(y*c)

		c, si, p, q = t.C, t.S, t.P, t.Q
		u, v = float32(-nx*c)+float32(-ny*si), float32(-ny*c)-float32(-nx*si)
		flatX, flatY = float32(2*p)*kernels.Abs(u) <= tol, float32(2*q)*kernels.Abs(v) <= tol
		x, y = pick(flatX, 0, signed(p, sign(u))), pick(flatY, 0, signed(q, sign(v)))
		gh := pick(flatX, float32(p*kernels.Abs(v)), 0) + pick(flatY, float32(q*kernels.Abs(u)), 0)
		gm := float32(y*u) - float32(x*v)
		gx, gy := float32(x*c)-float32(y*si), float32(x*si)+float32(y*c)

		at := (float32(dy*nx) - float32(dx*ny)) - gm
		fl, fr := fm-fh, fm+fh
		gl, gr := at-gh, at+gh
		mid := float32(0.5 * (pick(fl > gl, fl, gl) + pick(fr < gr, fr, gr)))
		ka, kb := pick(mid > fl, mid, fl), pick(mid > gl, mid, gl)
		ka, kb = pick(ka < fr, ka, fr)-fm, pick(kb < gr, kb, gr)-at
		ofA[i] = Point{X: fx - float32(ka*ny), Y: fy + float32(ka*nx)}
		ofB[i] = Point{X: gx - float32(kb*ny), Y: gy + float32(kb*nx)}
	}
}

// farthest is what of a core lies farthest along a unit vector n: the middle (x, y) of a
// vertex or edge, its coordinate along the tangent (-ny, nx), and half its length.
type farthest struct {
	x, y, mid, half, radius float32
}

// farthest returns the part of shape k that faces (nx, ny).
func (b *Block) farthest(k uint32, nx, ny, tol float32) (f farthest) {
	r := &b.Rec[k]
	switch b.Class[k] {
	case kernels.Circle:
		return farthest{radius: r.P}
	case kernels.Capsule:
		f = upright(r.C, r.S, r.P, 0, nx, ny, tol)
		f.radius = r.Q
		return f
	case kernels.Box:
		return upright(r.C, r.S, r.P, r.Q, nx, ny, tol)
	}
	lo, hi := int(b.Off[k]), int(b.Off[k])+int(b.Num[k])
	vx, vy := b.Lanes.VX[lo:hi], b.Lanes.VY[lo:hi]
	vy = vy[:len(vx)]
	most := float32(nx*vx[0]) + float32(ny*vy[0])
	for i, x := range vx {
		at := float32(nx*x) + float32(ny*vy[i])
		most = pick(at > most, at, most)
	}
	// The ends of those within the tolerance. They lie next to each other, but padding
	// and the place where lanes begin may come between.
	floor := most - tol
	left, right := float32(0), float32(0)
	first := true
	var ax, ay, bx, by float32
	for i, x := range vx {
		y := vy[i]
		if !(float32(nx*x)+float32(ny*y) >= floor) {
			continue
		}
		at := float32(nx*y) - float32(ny*x)
		if first || at < left {
			left, ax, ay = at, x, y
		}
		if first || at > right {
			right, bx, by = at, x, y
		}
		first = false
	}
	return farthest{
		x: float32(0.5*ax) + float32(0.5*bx), y: float32(0.5*ay) + float32(0.5*by),
		mid: float32(0.5*left) + float32(0.5*right), half: float32(0.5*right) - float32(0.5*left),
		radius: r.P,
	}
}

// upright is farthest for a box of half extents p and q turned by (c, s), or for a
// segment, whose q is 0.
func upright(c, s, p, q, nx, ny, tol float32) farthest {
	u := float32(nx*c) + float32(ny*s)
	v := float32(ny*c) - float32(nx*s)
	// Along an axis whose two ends are equally far the middle is taken, and the axis
	// lies along the tangent.
	flatX, flatY := float32(2*p)*kernels.Abs(u) <= tol, float32(2*q)*kernels.Abs(v) <= tol
	x, y := pick(flatX, 0, signed(p, sign(u))), pick(flatY, 0, signed(q, sign(v)))
	half := pick(flatX, float32(p*kernels.Abs(v)), 0) + pick(flatY, float32(q*kernels.Abs(u)), 0)
	return farthest{
		x: float32(x*c) - float32(y*s), y: float32(x*s) + float32(y*c),
		mid: float32(y*u) - float32(x*v), half: half,
	}
}

// coreReach returns the greatest distance of the core from the position, or more.
func coreReach(r *kernels.Record, c kernels.Class) float32 {
	switch c {
	case kernels.Circle:
		return 0
	case kernels.Capsule:
		return r.P
	case kernels.Box:
		return r.P + r.Q
	}
	return r.C
}
