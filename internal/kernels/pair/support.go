// SPDX-License-Identifier: MIT

package pair

import (
	"math"

	"daylight/internal/kernels"
)

// Along a direction the heights of a convex polygon's corners fall from the highest to the
// lowest and rise again on the other side. So a walk down from any corner finds the lowest. The
// normals of the other polygon turn step by step, so the next lowest corner lies next to the last.
// A pair costs then what its edges are together, not what their product is.
//
// The answer must be that of a look at all corners, bit for bit, although the corners are
// rounded and so are their heights. Let E be the error of a computed height against that of
// the corner before it was turned. For any h, all corners whose true heights are at most h are
// neighbours: the outline is convex. A walk has passed a stretch of corners, in both directions, up
// to two whose computed heights exceed the least that it met by 2E. Their true heights exceed that
// of the least, so none that is as low lies beyond them, and all beyond are higher than the lower
// of the two: computed, no lower than the least.
//
// E, with u = 2^-24 and c, s, x, y as stored: a coordinate c*x - s*y has errors
// u(|c*x| + |s*y|) and u times the result, which is 2u of the reach for each and sqrt(8)u for
// the two; a height is off by another 2u. Questions may be turned once more. That makes 8u at
// most, and 2E is 16u: half of rise.

const (
	// WalkLanes is how many lanes a polygon has at least whose lowest corner is walked to.
	WalkLanes = 32
	// mostLanes is how many it has at most: a float32 can number that many.
	mostLanes = 1 << 24
	// rise is by how much, as a fraction of the reach, a corner must be higher than the
	// lowest to end a walk.
	rise = 0x1p-19
	// leastReach is that of the smallest polygons that are walked about: below it heights
	// lose digits.
	leastReach = 0x1p-90
)

// Corners returns what the record of a polygon says of its lanes, turned or not: how many corners
// it has, if they are enough for walks, else 0. The lanes must be those of a convex polygon. Last
// corners that coincide, which may be by turning them, count as one.
func Corners(vx, vy []float32) float32 {
	if len(vx) < WalkLanes || len(vx) > mostLanes {
		return 0
	}
	n := len(vx)
	for n > 1 && vx[n-2] == vx[n-1] && vy[n-2] == vy[n-1] {
		n--
	}
	return float32(n)
}

// corners returns how many corners the polygon of a record has, which are the first of its num
// lanes, or 0 if the record does not say or there are too few for a walk.
func corners(rec *kernels.Record, num int) int {
	if num < WalkLanes || num > mostLanes || !(rec.C >= leastReach && rec.C <= math.MaxFloat32) || !(rec.S > float32(num/2) && rec.S <= float32(num)) {
		return 0
	}
	n := int(rec.S)
	if float32(n) != rec.S {
		return 0
	}
	return n
}

// hull is a core with edges: its vertices, and its edges as outward normals with
// their supports. The number of vertices is a multiple of four: a polygon's lanes
// are padded to a power of two, no less than four, and a segment repeats an end.
type hull struct {
	vx, vy, nx, ny, d []float32
	radius, reach     float32
	sharp             bool

	corners int     // of a polygon whose lowest vertices are walked to, else 0
	rise    float32 // how much higher than the lowest a vertex is that ends a walk
	front   int     // the vertex that faces the other shape, if either has corners
}

// spare makes lanes of a buffer, for shapes that have none.
func spare(buf *[5][4]float32) kernels.Lanes {
	return kernels.Lanes{VX: buf[0][:], VY: buf[1][:], NX: buf[2][:], NY: buf[3][:], D: buf[4][:]}
}

// lowest returns the least product of (x, y) with a vertex of h, and a vertex that has it,
// found from the vertex at.
func (h *hull) lowest(x, y float32, at int) (float32, int) {
	vx, vy := h.vx[:h.corners], h.vy[:h.corners]
	m := float32(x*vx[at]) + float32(y*vy[at])
	start := at
	for j := start; ; {
		if j++; j == len(vx) {
			j = 0
		}
		if j == start {
			return m, at // all round
		}
		p := float32(x*vx[j]) + float32(y*vy[j])
		if p-h.rise > m {
			break
		}
		if p < m {
			m, at = p, j
		}
	}
	for j := start; ; {
		if j--; j < 0 {
			j = len(vx) - 1
		}
		p := float32(x*vx[j]) + float32(y*vy[j])
		if p-h.rise > m || j == start {
			return m, at
		}
		if p < m {
			m, at = p, j
		}
	}
}

// toward returns a vertex of h that is low along (x, y), or near one that is.
func (h *hull) toward(x, y float32) (at int) {
	const stride = 8
	m := math.Float32frombits(0x7f800000)
	vx, vy := h.vx[:h.corners], h.vy[:h.corners]
	for j := 0; j < len(vx); j += stride {
		if p := float32(x*vx[j]) + float32(y*vy[j]); p < m {
			m, at = p, j
		}
	}
	if at < len(vx) {
		_, at = h.lowest(x, y, at)
	}
	return at
}

// widestWalk is widest for an o with corners; it need not find a gap below floor. It takes the
// edges in turn from the one that faces o, where the widest gap is likely to be, and skips those
// that the height of any vertex of o proves narrower. Rounding is monotone, so what holds for
// heights holds for gaps, bit for bit.
func (h *hull) widestWalk(o *hull, dx, dy, r, limit, floor float32) (gap float32, lane int, apart bool) {
	nx := h.nx
	if h.corners > 0 {
		nx = nx[:h.corners] // the others repeat the last
	}
	ny, d := h.ny[:len(nx)], h.d[:len(nx)]
	gap = math.Float32frombits(0xff800000)
	lane = len(nx)
	at := o.front
	i := h.front - 1
	if i < 0 {
		i = len(nx) - 1
	}
	for range nx {
		x, y := nx[i], ny[i]
		to := float32(x*dx) + float32(y*dy)
		m := float32(x*o.vx[at]) + float32(y*o.vy[at])
		if w := (m + to) - d[i]; !(w < gap || w < floor) {
			m, at = o.lowest(x, y, at)
			g := (m + to) - d[i]
			if g-r > limit {
				return g, i, true
			}
			if g > gap || g == gap && i < lane {
				gap, lane = g, i
			}
		}
		if i++; i == len(nx) {
			i = 0
		}
	}
	if lane == len(nx) {
		lane = 0
	}
	return gap, lane, false
}
