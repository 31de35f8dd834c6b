// SPDX-License-Identifier: MIT

package soa

import (
	"math"
	"math/bits"

	"daylight/internal/kernels"
	"daylight/internal/scratch"
	"daylight/internal/store"
)

// laneStore hands out runs of lanes: a power of two long, at least minRun, and
// aligned to their length up to maxAlign, so that a vector of lanes lies in one
// cache line. Freed runs are kept by length and handed out again.
type laneStore struct {
	local, world *kernels.Lanes // those of the columns
	free         [33][]uint32   // by log2 of the length
	spare        []float32      // of relay
}

const (
	minRun   = 4
	maxAlign = 16
	maxLanes = 1 << 32
)

// runLength returns the length of a run that holds n vertices.
func runLength(n int) uint32 {
	return max(minRun, uint32(1)<<bits.Len32(uint32(n-1)))
}

func (l *laneStore) columns() [9]*[]float32 {
	return [9]*[]float32{
		&l.local.VX, &l.local.VY, &l.local.NX, &l.local.NY,
		&l.world.VX, &l.world.VY, &l.world.NX, &l.world.NY, &l.world.D,
	}
}

// fits reports whether take can hand out a run of n lanes.
func (l *laneStore) fits(n uint32) bool {
	return len(l.free[bits.TrailingZeros32(n)]) > 0 ||
		uint64(len(l.world.D))+uint64(n)+maxAlign <= maxLanes
}

// take hands out a run of n lanes. It does not clear the lanes.
func (l *laneStore) take(n uint32) uint32 {
	if list := &l.free[bits.TrailingZeros32(n)]; len(*list) > 0 {
		off := (*list)[len(*list)-1]
		*list = (*list)[:len(*list)-1]
		return off
	}
	off := l.align(uint32(len(l.world.D)), n)
	l.extend(int(off) + int(n))
	return off
}

// extend makes all columns end at a lane beyond their end.
func (l *laneStore) extend(end int) {
	a, b := l.local, l.world
	if end <= min(cap(a.VX), cap(a.VY), cap(a.NX), cap(a.NY), cap(b.VX), cap(b.VY), cap(b.NX), cap(b.NY), cap(b.D)) {
		a.VX, a.VY, a.NX, a.NY = a.VX[:end], a.VY[:end], a.NX[:end], a.NY[:end]
		b.VX, b.VY, b.NX, b.NY, b.D = b.VX[:end], b.VY[:end], b.NX[:end], b.NY[:end], b.D[:end]
		a.D = b.D
		return
	}
	for _, c := range l.columns() {
		*c = scratch.Grow(*c, end-len(*c))[:end]
	}
	l.local.D = l.world.D
}

// grow makes room for n more lanes.
func (l *laneStore) grow(n int) {
	for _, c := range l.columns() {
		*c = store.Room(*c, n)
	}
	l.local.D = l.world.D
}

// takeFrom copies lanes from to to-1 of another store, which are runs that lie one behind the
// other. The copy of lane k is lane k+shift.
func (l *laneStore) takeFrom(o *laneStore, from, to uint32) (shift uint32) {
	base := from &^ (maxAlign - 1) // runs stay as they are aligned
	at := l.align(uint32(len(l.world.D)), maxAlign)
	l.extend(int(at + to - base))
	shift = at - base
	is := o.columns()
	for k, c := range l.columns() {
		if k < rotated || k == rotatedEnd {
			copy((*c)[shift+from:], (*is[k])[from:to])
		}
	}
	l.freeGap(at, shift+from)
	return shift
}

// Refresh writes the columns rotated to rotatedEnd-1 of a laneStore.
const rotated, rotatedEnd = 4, 8

// align returns the first place from end on for a run of n lanes. The gap before it
// goes to the free lists, cut into runs that are aligned themselves.
func (l *laneStore) align(end, n uint32) uint32 {
	a := min(n, maxAlign)
	off := (end + a - 1) &^ (a - 1)
	l.freeGap(end, off)
	return off
}

// freeGap puts the lanes from from to to, less than maxAlign of them, on the free lists.
func (l *laneStore) freeGap(from, to uint32) {
	for from < to {
		k := min(bits.TrailingZeros32(from), bits.Len32(to-from)-1)
		l.free[k] = append(l.free[k], from)
		from += 1 << k
	}
}

func (l *laneStore) release(off, n uint32) {
	k := bits.TrailingZeros32(n)
	l.free[k] = append(l.free[k], off)
}

func (l *laneStore) reset() {
	for k := range l.free {
		l.free[k] = l.free[k][:0]
	}
	for _, c := range l.columns() {
		*c = (*c)[:0]
	}
	l.local.D = l.world.D
}

// write fills a run with a convex outline, whose vertices are float32 values, counter-clockwise,
// and returns its parameters. The world half is left to Refresh.
//
// D is the greatest n.v over the polygon's own vertices, in the arithmetic of the
// kernels, so that no vertex of the outline as stored lies beyond one of its edges.
func (l *laneStore) write(off, num uint32, v []Point) (reach float32, sharp bool) {
	if num == 4 && len(v) == 4 {
		return l.writeFour(off, v)
	}
	return l.writeAny(off, num, v)
}

// writeAny is write for outlines of any length.
func (l *laneStore) writeAny(off, num uint32, v []Point) (reach float32, sharp bool) {
	vx, vy := l.local.VX[off:off+num], l.local.VY[off:off+num]
	nx, ny := l.local.NX[off:off+num], l.local.NY[off:off+num]
	d := l.world.D[off : off+num]
	far := 0.0
	for i, p := range v {
		q := v[0]
		if i+1 < len(v) {
			q = v[i+1]
		}
		vx[i], vy[i] = float32(p.X), float32(p.Y)
		nx[i], ny[i] = normal(p, q)
		x, y := p.X, p.Y
		far = max(far, float64(x*x)+float64(y*y))
	}
	reach = outward(math.Sqrt(far))
	for i := range v {
		d[i] = support(vx[:len(v)], vy[:len(v)], nx[i], ny[i], i, reach)
		k := 0
		if i+1 < len(v) {
			k = i + 1
		}
		dot := float64(float64(nx[i])*float64(nx[k])) + float64(float64(ny[i])*float64(ny[k]))
		sharp = sharp || dot < sharpDot
	}
	for i, last := len(v), len(v)-1; i < int(num); i++ {
		vx[i], vy[i] = vx[last], vy[last]
		nx[i], ny[i] = nx[last], ny[last]
		d[i] = d[last]
	}
	return reach, sharp
}

// writeFour is write for a quad in a run of its own length, without a loop that asks where the
// outline ends. All vertices of so few are looked at: what support leaves out is far below the
// greatest.
func (l *laneStore) writeFour(off uint32, v []Point) (reach float32, sharp bool) {
	_ = v[3]
	vx, vy := l.local.VX[off:off+4:off+4], l.local.VY[off:off+4:off+4]
	nx, ny := l.local.NX[off:off+4:off+4], l.local.NY[off:off+4:off+4]
	d := l.world.D[off : off+4 : off+4]
	var far float64
	var x, y, m, n [4]float32
	for i := range 4 {
		p := v[i]
		x[i], y[i] = float32(p.X), float32(p.Y)
		m[i], n[i] = normal(p, v[(i+1)&3])
		px, py := p.X, p.Y
		far = max(far, float64(px*px)+float64(py*py))
	}
	for i := range 4 {
		a, b, next := m[i], n[i], (i+1)&3
		d[i] = max(float32(a*x[0])+float32(b*y[0]), float32(a*x[1])+float32(b*y[1]),
			float32(a*x[2])+float32(b*y[2]), float32(a*x[3])+float32(b*y[3]))
		dot := float64(float64(a)*float64(m[next])) + float64(float64(b)*float64(n[next]))
		sharp = sharp || dot < sharpDot
	}
	copy(vx, x[:])
	copy(vy, y[:])
	copy(nx, m[:])
	copy(ny, n[:])
	return outward(math.Sqrt(far)), sharp
}

// support returns the greatest n.v of a convex outline for the normal n of its edge
// i. Going round from there, n.v falls (but for rounding, far below 2^-20 of the
// reach) until it rises again on the other side, so only neighbours need a look.
func support(vx, vy []float32, nx, ny float32, i int, reach float32) float32 {
	top := float32(nx*vx[i]) + float32(ny*vy[i])
	slack := float32(reach * 0x1p-20)
	n := len(vx)
	for step := 1; step >= -1; step -= 2 {
		for k := i; ; {
			if k += step; k == n {
				k = 0
			} else if k < 0 {
				k = n - 1
			}
			if k == i {
				break
			}
			dot := float32(nx*vx[k]) + float32(ny*vy[k])
			if dot < top-slack {
				break
			}
			top = max(top, dot)
		}
	}
	return top
}

// sharpDot is the cosine of 135 degrees less a margin for rounding, so that right
// isosceles triangles do not count as sharp in some poses and not in others.
const sharpDot = -0.70710678118654752 - 0x1p-20

// normal returns the unit normal to the right of the edge from p to q.
func normal(p, q Point) (nx, ny float32) {
	ex, ey := q.X-p.X, q.Y-p.Y
	l := math.Sqrt(float64(ex*ex) + float64(ey*ey))
	return float32(ey/l) + 0, float32(-ex/l) + 0
}
