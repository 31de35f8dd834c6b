// SPDX-License-Identifier: MIT

package query

import (
	"math"

	"daylight/internal/kernels"
)

// crossing says how a ray meets a shape.
type crossing uint8

const (
	miss         crossing = iota
	enter                 // at a fraction, with a normal
	startsInside          // the shape holds the origin
)

// intersect decides a ray against the shape in one place: pure float64 arithmetic on the shape as
// it is stored, relative to its position. Only if inside is set does a ray meet a shape that holds
// its origin.
func (s *shapes) intersect(place uint32, r *ray, inside bool) (h rayHit, ok bool) {
	var own kernels.Record
	rec := &own
	if s.from == nil {
		rec = &s.rec[place]
	} else {
		own = s.from.Record(place)
	}
	px, py := r.X-rec.X, r.Y-rec.Y
	p, q := float64(rec.P), float64(rec.Q)
	var how crossing
	switch class := s.class[place]; class {
	case kernels.Circle:
		how, h.t, h.nx, h.ny = intersectDisc(px, py, r.DX, r.DY, p)
	case kernels.Box, kernels.Capsule:
		c, sn := float64(rec.C), float64(rec.S)
		from, by := turn(c, sn, px, py), turn(c, sn, r.DX, r.DY)
		var nx, ny float64
		if class == kernels.Box {
			how, h.t, nx, ny = intersectBox(from, by, p, q)
		} else {
			how, h.t, nx, ny = intersectCapsule(from, by, p, q)
		}
		h.nx, h.ny = float64(c*nx)-float64(sn*ny), float64(sn*nx)+float64(c*ny)
	default:
		lo, hi := s.off[place], s.off[place]+s.num[place]
		vx, vy := s.lanes.VX[lo:hi], s.lanes.VY[lo:hi]
		if p == 0 {
			how, h.t, h.nx, h.ny = intersectPolygon(px, py, r.DX, r.DY, vx, vy)
		} else {
			how, h.t, h.nx, h.ny = intersectRounded(px, py, r.DX, r.DY, vx, vy, p)
		}
	}
	h.shape = s.id[place]
	return h, how == enter || how == startsInside && inside
}

// enteredBox is what intersect returns of a box that a ray enters as bvh.Searching.EnterBoxes says.
func (s *shapes) enteredBox(place uint32, r *ray, as float64) rayHit {
	rec := s.record(place)
	c, sn := float64(rec.C), float64(rec.S)
	by := turn(c, sn, r.DX, r.DY)
	nx, ny := -math.Copysign(1, by.x), 0.0
	if as < 0 {
		nx, ny = 0, -math.Copysign(1, by.y)
	}
	return rayHit{t: math.Abs(as), nx: float64(c*nx) - float64(sn*ny), ny: float64(sn*nx) + float64(c*ny), shape: s.id[place]}
}

// vec is a point or a vector.
type vec struct{ x, y float64 }

// turn is (x, y) in a frame whose first axis is (c, s).
func turn(c, s, x, y float64) vec {
	return vec{float64(c*x) + float64(s*y), float64(c*y) - float64(s*x)}
}

// intersectDisc meets a disc about the origin. The discriminant is taken from the distance
// at which the ray passes the centre, which keeps its digits (C. Ericson, Real-Time
// Collision Detection, 2005, section 5.3.2, has the plain form). The normal of a point is
// the direction in which the ray comes, turned round.
func intersectDisc(px, py, dx, dy, r float64) (how crossing, t, nx, ny float64) {
	pp, rr := float64(px*px)+float64(py*py), float64(r*r)
	if pp <= rr {
		return startsInside, 0, 0, 0
	}
	closing := -(float64(px*dx) + float64(py*dy))
	if !(closing > 0) {
		return miss, 0, 0, 0
	}
	dd := float64(dx*dx) + float64(dy*dy)
	pass := float64(px*dy) - float64(py*dx)
	q := float64(rr*dd) - float64(pass*pass)
	if !(q >= 0) {
		return miss, 0, 0, 0
	}
	// (closing - root) / dd, without the cancellation.
	if t = (pp - rr) / (closing + math.Sqrt(q)); !(t <= 1) {
		return miss, 0, 0, 0
	}
	if rr > 0 {
		nx, ny = px+float64(t*dx), py+float64(t*dy)
		// Rounding may take a ray that grazes past the place where it touches.
		if along := float64(nx*dx) + float64(ny*dy); along > 0 {
			nx, ny = nx-float64(along/dd*dx), ny-float64(along/dd*dy)
		}
		if n := math.Sqrt(float64(nx*nx) + float64(ny*ny)); n > 0x1p-62 {
			return enter, t, nx / n, ny / n
		}
	}
	d := math.Sqrt(dd)
	return enter, t, -dx / d, -dy / d
}

// intersectBox meets the box of half extents a, b about the origin, whose sides lie along
// the axes: a passage through two slabs. Through a corner it enters by the first axis.
func intersectBox(p, d vec, a, b float64) (how crossing, t, nx, ny float64) {
	if d.x != 0 && d.y != 0 {
		// Most rays, with but one branch that depends on what they meet.
		e, h := math.Copysign(a, d.x), math.Copysign(b, d.y)
		x, y := (-e-p.x)/d.x, (-h-p.y)/d.y
		near, far := max(x, y), min((e-p.x)/d.x, (h-p.y)/d.y, 1)
		if !(near <= far) {
			return miss, 0, 0, 0
		}
		if near > 0 {
			if y > x {
				return enter, near, 0, -math.Copysign(1, d.y)
			}
			return enter, near, -math.Copysign(1, d.x), 0
		}
	}
	if math.Abs(p.x) <= a && math.Abs(p.y) <= b {
		return startsInside, 0, 0, 0
	}
	near, far := math.Inf(-1), 1.0
	if d.x != 0 {
		e := math.Copysign(a, d.x)
		near, far = (-e-p.x)/d.x, min(far, (e-p.x)/d.x)
		nx = -math.Copysign(1, d.x)
	} else if !(math.Abs(p.x) <= a) {
		return miss, 0, 0, 0
	}
	if d.y != 0 {
		e := math.Copysign(b, d.y)
		if k := (-e - p.y) / d.y; k > near {
			near, nx, ny = k, 0, -math.Copysign(1, d.y)
		}
		far = min(far, (e-p.y)/d.y)
	} else if !(math.Abs(p.y) <= b) {
		return miss, 0, 0, 0
	}
	if !(near >= 0 && near <= far) {
		return miss, 0, 0, 0
	}
	return enter, near, nx, ny
}

// intersectCapsule meets the segment from (-a, 0) to (a, 0) grown by r: a box and two discs,
// and the ray enters what they cover where it enters the first of them. The ends of the box are
// no boundary: a ray that is said to enter there goes along a side, or rounding has kept it
// from meeting a disc first; nor is the inner half of a disc, by the same token.
func intersectCapsule(p, d vec, a, r float64) (how crossing, t, nx, ny float64) {
	how, t, nx, ny = intersectBox(p, d, a, r)
	if how == startsInside {
		return startsInside, 0, 0, 0
	}
	side := -math.Copysign(1, d.y)
	if d.y == 0 {
		side = math.Copysign(1, p.y)
	}
	if nx != 0 && r > 0 {
		nx, ny = 0, side
	}
	for _, end := range [2]float64{-a, a} {
		h, u, x, y := intersectDisc(p.x-end, p.y, d.x, d.y, r)
		if h == startsInside {
			return startsInside, 0, 0, 0
		}
		if h == enter && (how == miss || u < t) {
			if how, t, nx, ny = enter, u, x, y; r == 0 && x*end < 0 && d.y != 0 {
				nx, ny = 0, side
			}
		}
	}
	return how, t, nx, ny
}

// intersectPolygon clips the ray by each edge (M. Cyrus and J. Beck, 1978). If it crosses several
// edges at the same time, the first counts.
func intersectPolygon(px, py, dx, dy float64, vx, vy []float32) (how crossing, t, nx, ny float64) {
	near, far := math.Inf(-1), 1.0
	inside := true
	var ex, ey float64
	vy = vy[:len(vx)]
	ax, ay := float64(vx[len(vx)-1]), float64(vy[len(vx)-1])
	for i := range vx {
		bx, by := float64(vx[i]), float64(vy[i])
		wx, wy := bx-ax, by-ay
		// Padding has edges of no length, for which both are 0.
		num := float64(wx*(py-ay)) - float64(wy*(px-ax))
		den := float64(wx*dy) - float64(wy*dx)
		ax, ay = bx, by
		if num < 0 {
			inside = false
			if !(den > 0) {
				return miss, 0, 0, 0
			}
			if k := num / -den; k > near {
				near, ex, ey = k, wx, wy
			}
		} else if den < 0 {
			far = min(far, num/-den)
		}
	}
	switch {
	case inside:
		return startsInside, 0, 0, 0
	case !(near <= far):
		return miss, 0, 0, 0
	}
	e := math.Sqrt(float64(ex*ex) + float64(ey*ey))
	return enter, near, ey / e, -ex / e
}

// intersectRounded meets a polygon grown by r: its outline is the edges, moved outward, and
// arcs about the vertices, and the ray enters at the first of them that it meets.
func intersectRounded(px, py, dx, dy float64, vx, vy []float32, r float64) (how crossing, t, nx, ny float64) {
	inside := true
	vy = vy[:len(vx)]
	ax, ay := float64(vx[len(vx)-1]), float64(vy[len(vx)-1])
	for i := range vx {
		bx, by := float64(vx[i]), float64(vy[i])
		wx, wy := bx-ax, by-ay
		ww := float64(wx*wx) + float64(wy*wy)
		qx, qy := px-ax, py-ay
		ax, ay = bx, by
		h, u, x, y := intersectDisc(px-bx, py-by, dx, dy, r)
		if h == startsInside {
			return startsInside, 0, 0, 0
		}
		if h == enter && (how == miss || u < t) {
			how, t, nx, ny = enter, u, x, y
		}
		if !(ww > 0) {
			continue // padding
		}
		w := math.Sqrt(ww)
		num := float64(wx*qy) - float64(wy*qx) // height above the edge times w, inward
		inside = inside && num >= 0
		along := float64(wx*qx) + float64(wy*qy)
		reach := float64(r * w)
		if num < 0 && num >= -reach && along >= 0 && along <= ww {
			return startsInside, 0, 0, 0
		}
		den := float64(wx*dy) - float64(wy*dx)
		if !(num < -reach && den > 0) {
			continue
		}
		u = (num + reach) / -den
		if at := along + float64(u*(float64(wx*dx)+float64(wy*dy))); u <= 1 && at >= 0 && at <= ww && (how == miss || u < t) {
			how, t, nx, ny = enter, u, wy/w, -wx/w
		}
	}
	if inside {
		return startsInside, 0, 0, 0
	}
	return how, t, nx, ny
}
