// SPDX-License-Identifier: MIT

package pair

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"

	"daylight/internal/kernels"
	"daylight/internal/kernels/pose"
)

// testShape describes a shape for both sides of a comparison: build turns it into
// a block's columns, the reference works from the description.
type testShape struct {
	class kernels.Class
	x, y  float64
	c, s  float32
	p, q  float32      // as in Record; a polygon's radius is p
	pts   [][2]float32 // a polygon's vertices, anticlockwise, local
}

func (s testShape) String() string {
	return fmt.Sprintf("{class %d at (%v, %v) c %v s %v p %v q %v pts %v}", s.class, s.x, s.y, s.c, s.s, s.p, s.q, s.pts)
}

// norm is the length of a vector, the same bits on every platform.
func norm(x, y float64) float64 {
	return math.Sqrt(float64(x*x) + float64(y*y))
}

// radius is the rounding radius.
func (s testShape) radius() float64 {
	switch s.class {
	case kernels.Capsule:
		return float64(s.q)
	case kernels.Box:
		return 0
	}
	return float64(s.p)
}

// corners are the core's vertices relative to its position, in float64.
func (s testShape) corners() [][2]float64 {
	c, si := float64(s.c), float64(s.s)
	p, q := float64(s.p), float64(s.q)
	var local [][2]float64
	switch s.class {
	case kernels.Circle:
		return [][2]float64{{0, 0}}
	case kernels.Capsule:
		local = [][2]float64{{-p, 0}, {p, 0}}
	case kernels.Box:
		local = [][2]float64{{-p, -q}, {p, -q}, {p, q}, {-p, q}}
	default:
		for _, v := range s.pts {
			local = append(local, [2]float64{float64(v[0]), float64(v[1])})
		}
	}
	for i, v := range local {
		local[i] = [2]float64{c*v[0] - si*v[1], si*v[0] + c*v[1]}
	}
	return local
}

// reach is the greatest distance of a point of the shape from its position.
func (s testShape) reach() float64 {
	m := 0.0
	for _, v := range s.corners() {
		m = max(m, norm(v[0], v[1]))
	}
	return m + s.radius()
}

// build makes a block of the shapes, with NaN in every lane no shape owns.
func build(shapes ...testShape) *Block {
	b := &Block{}
	nan := float32(math.NaN())
	var local kernels.Lanes
	grow := func(l *kernels.Lanes, vx, vy, nx, ny, d float32) {
		l.VX, l.VY = append(l.VX, vx), append(l.VY, vy)
		l.NX, l.NY, l.D = append(l.NX, nx), append(l.NY, ny), append(l.D, d)
	}
	for _, s := range shapes {
		rec := kernels.Record{X: s.x, Y: s.y, P: s.p, Q: s.q, C: s.c, S: s.s}
		off, num := 0, 0
		switch s.class {
		case kernels.Circle:
			rec.Q, rec.C, rec.S = 0, nan, nan
		case kernels.Polygon:
			grow(&local, nan, nan, nan, nan, nan)
			off, num = len(local.VX), 1
			for num < len(s.pts) {
				num *= 2
			}
			n := len(s.pts)
			normals := make([][2]float32, n)
			reach, sharp := 0.0, false
			for i, v := range s.pts {
				w := s.pts[(i+1)%n]
				ex, ey := float64(w[0])-float64(v[0]), float64(w[1])-float64(v[1])
				e := norm(ex, ey)
				normals[i] = [2]float32{float32(ey / e), float32(-ex / e)}
				reach = max(reach, norm(float64(v[0]), float64(v[1])))
			}
			for i, v := range normals {
				w := normals[(i+1)%n]
				if float64(v[0])*float64(w[0])+float64(v[1])*float64(w[1]) < -math.Sqrt2/2 {
					sharp = true
				}
			}
			for i := range num {
				k := min(i, n-1)
				nx, ny := normals[k][0], normals[k][1]
				d := math.Inf(-1)
				for _, v := range s.pts {
					d = max(d, float64(nx)*float64(v[0])+float64(ny)*float64(v[1]))
				}
				grow(&local, s.pts[k][0], s.pts[k][1], nx, ny, float32(d))
			}
			rec.Q = 0
			if sharp {
				rec.Q = 1
			}
			rec.C, rec.S = math.Nextafter32(float32(reach), float32(math.Inf(1))), nan
			if num >= WalkLanes {
				rec.S = Corners(local.VX[off:], local.VY[off:])
			}
		}
		b.Rec = append(b.Rec, rec)
		b.Class = append(b.Class, s.class)
		b.Off = append(b.Off, uint32(off))
		b.Num = append(b.Num, uint32(num))
	}
	clone := func(v []float32) []float32 { return append([]float32(nil), v...) }
	b.Lanes = kernels.Lanes{VX: clone(local.VX), VY: clone(local.VY), NX: clone(local.NX), NY: clone(local.NY), D: clone(local.D)}
	for k, s := range shapes {
		if s.class == kernels.Polygon {
			pose.RotateLanes(&local, &b.Lanes, int(b.Off[k]), int(b.Num[k]), s.c, s.s)
		}
	}
	return b
}

// newArgs is a call over the pairs with room for the answer, which holds rubbish.
func newArgs(b *Block, pairs []kernels.Pair, limit float32) *Args {
	n := len(pairs) + kernels.Slack
	a := &Args{Block: b, Pairs: pairs, Limit: limit}
	a.Out = Hits{make([]uint32, n), make([]uint32, n), make([]float32, n), make([]float32, n), make([]float32, n)}
	for i := range n {
		a.Out.Sep[i], a.Out.NX[i], a.Out.NY[i] = -777, -777, -777
	}
	return a
}

// turn sets a rotation, rounded the way a pose is.
func (s *testShape) turn(angle float64) {
	s.c, s.s = float32(math.Cos(angle)), float32(math.Sin(angle))
}

// randomShape is a shape of about the given size; thin makes needles of boxes and
// polygons, and polygons may lie off their origin.
func randomShape(r *rand.Rand, class kernels.Class, size, thin float64) testShape {
	s := testShape{class: class, c: 1}
	s.turn(r.Float64() * 2 * math.Pi)
	if r.IntN(4) == 0 {
		s.turn(float64(r.IntN(8)) * math.Pi / 4)
	}
	if r.IntN(8) == 0 { // as far off unit length as a pose may be
		k := float32(1 + 0x1p-22*float64(1-2*r.IntN(2)))
		s.c, s.s = s.c*k, s.s*k
	}
	some := func() float32 { return float32(size * (0.25 + r.Float64())) }
	switch class {
	case kernels.Circle:
		s.p = some()
	case kernels.Capsule:
		s.p, s.q = some(), some()
		switch r.IntN(4) {
		case 0:
			s.q = 0
		case 1:
			s.q *= 1e-3
		case 2:
			s.p *= float32(math.Pow(10, -6*r.Float64()))
		}
	case kernels.Box:
		s.p, s.q = some(), float32(float64(some())*thin)
		if r.IntN(2) == 0 {
			s.p, s.q = s.q, s.p
		}
	default:
		n := 3 + r.IntN(10)
		if r.IntN(16) == 0 {
			n *= 6
		}
		s.pts = randomPolygon(r, n, size, thin)
		if r.IntN(3) == 0 {
			s.p = some()
		}
		if r.IntN(4) == 0 {
			ox, oy := some()*4, some()*-2
			for i := range s.pts {
				s.pts[i][0] += ox
				s.pts[i][1] += oy
			}
			if s.pts = cleanPolygon(s.pts); len(s.pts) < 3 {
				return randomShape(r, class, size, min(1, 2*thin))
			}
		}
	}
	return s
}

func randomPolygon(r *rand.Rand, n int, size, thin float64) [][2]float32 {
	for try := 0; ; try++ {
		if try == 10 {
			thin, try = min(1, 2*thin), 0
		}
		angles := make([]float64, n)
		for i := range angles {
			angles[i] = r.Float64() * 2 * math.Pi
		}
		sort.Float64s(angles)
		pts := make([][2]float32, n)
		for i, a := range angles {
			pts[i] = [2]float32{float32(size * math.Cos(a)), float32(size * thin * math.Sin(a))}
		}
		if pts = cleanPolygon(pts); len(pts) >= 3 {
			return pts
		}
	}
}

// cleanPolygon drops what a loader of shapes would: vertices within 2^-22 of the
// extent of the line through their neighbours. Fewer than three left: no polygon.
func cleanPolygon(pts [][2]float32) [][2]float32 {
	extent := 0.0
	for _, v := range pts {
		extent = max(extent, math.Abs(float64(v[0]-pts[0][0])), math.Abs(float64(v[1]-pts[0][1])), math.Abs(float64(v[0])), math.Abs(float64(v[1])))
	}
	for again := true; again && len(pts) >= 3; {
		again = false
		for i := range pts {
			n := len(pts)
			a, b, c := pts[(i+n-1)%n], pts[i], pts[(i+1)%n]
			ex, ey := float64(c[0])-float64(a[0]), float64(c[1])-float64(a[1])
			out := ((float64(b[0])-float64(a[0]))*ey - (float64(b[1])-float64(a[1]))*ex) / norm(ex, ey)
			if !(out > extent*0x1p-22) {
				pts = append(append([][2]float32(nil), pts[:i]...), pts[i+1:]...)
				again = true
				break
			}
		}
	}
	return pts
}
