// SPDX-License-Identifier: MIT

package answer

import (
	"math"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/shapes"
	"daylight/internal/minkowski"
	"daylight/soa"
)

// cores appends the convex parts with the given ids, relative to the point (x, y).
func cores(dst []minkowski.Part, s *shapes.Set, ids []soa.ID, x, y float64) ([]minkowski.Part, error) {
	for _, id := range ids {
		sh, err := s.Shapes.Shape(id)
		if err != nil {
			return dst, err
		}
		p := minkowski.Part{Radius: sh.Radius}
		far := 0.0
		for _, v := range sh.Vertices {
			far = max(far, float64(v.X*v.X)+float64(v.Y*v.Y))
			q := sh.Pose.Transform(v)
			p.Core = append(p.Core, minkowski.Vec{X: q.X - x, Y: q.Y - y})
		}
		p.Slack = minkowski.StoredSlack(far, p.Radius)
		dst = append(dst, p)
	}
	return dst, nil
}

// meet appends the closest points of two shapes of several parts. Their push is not the push of two
// parts.
func (r *Result) meet(cells []columnar.Cells, f *folded) {
	partsA, partsB := r.wholes[0].parts(int(f.a)), r.wholes[1].parts(int(f.b))
	x, y, err := r.A.Shapes.Position(partsA[0])
	a, errA := cores(nil, r.A, partsA, x, y)
	b, errB := cores(nil, r.B, partsB, x, y)
	if err != nil || errA != nil || errB != nil {
		nulls(cells)
		return
	}
	push := float64(max(f.depth, 0))
	p, q := closest(a, b, push*float64(f.nx), push*float64(f.ny))
	for n, v := range [...]float64{p.X + x, p.Y + y, q.X + x, q.Y + y} {
		cells[n].Float(v + 0)
	}
}

// closest moves b by (dx, dy) and returns the closest points of the two shapes. After the move they
// must not overlap. q is the point of b before the move.
func closest(a, b []minkowski.Part, dx, dy float64) (p, q minkowski.Vec) {
	m := meeting{gap: math.Inf(1)}
	for i := range a {
		boxA := boxOf(a[i].Core)
		for k := range b {
			boxB := boxOf(b[k].Core)
			boxB.MinX, boxB.MinY, boxB.MaxX, boxB.MaxY = boxB.MinX+dx, boxB.MinY+dy, boxB.MaxX+dx, boxB.MaxY+dy
			if gap(&boxA, &boxB)-a[i].Radius-b[k].Radius <= m.gap {
				m.cores(&a[i], &b[k], dx, dy)
			}
		}
	}
	x, y := m.q.X-m.p.X, m.q.Y-m.p.Y
	if l := math.Hypot(x, y); l > 0 { // from the cores to the surfaces
		x, y = x/l, y/l
		m.p = minkowski.Vec{X: m.p.X + float64(m.a.Radius*x), Y: m.p.Y + float64(m.a.Radius*y)}
		m.q = minkowski.Vec{X: m.q.X - float64(m.b.Radius*x), Y: m.q.Y - float64(m.b.Radius*y)}
	}
	return m.p, minkowski.Vec{X: m.q.X - dx, Y: m.q.Y - dy}
}

// meeting holds the closest points found so far, their parts, and the gap between the parts.
type meeting struct {
	p, q minkowski.Vec
	a, b *minkowski.Part
	gap  float64
}

// cores compares each corner of one core with each edge of the other, both ways.
func (m *meeting) cores(a, b *minkowski.Part, dx, dy float64) {
	see := func(p, q minkowski.Vec) {
		if gap := math.Hypot(q.X-p.X, q.Y-p.Y) - a.Radius - b.Radius; gap < m.gap {
			*m = meeting{p, q, a, b, gap}
		}
	}
	moved := func(v minkowski.Vec) minkowski.Vec { return minkowski.Vec{X: v.X + dx, Y: v.Y + dy} }
	for i, v := range a.Core {
		for k, w := range b.Core {
			next, after := a.Core[(i+1)%len(a.Core)], b.Core[(k+1)%len(b.Core)]
			see(v, nearestOn(moved(w), moved(after), v))
			see(nearestOn(v, next, moved(w)), moved(w))
		}
	}
}

// nearestOn returns the point of a segment that is nearest to v.
func nearestOn(a, b, v minkowski.Vec) minkowski.Vec {
	x, y := b.X-a.X, b.Y-a.Y
	length := float64(x*x) + float64(y*y)
	if length == 0 {
		return a
	}
	t := min(max((float64(x*(v.X-a.X))+float64(y*(v.Y-a.Y)))/length, 0), 1)
	return minkowski.Vec{X: a.X + float64(t*x), Y: a.Y + float64(t*y)}
}
