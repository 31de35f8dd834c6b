// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/batch"
	"daylight/bench/oracle"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/kernels"
	"daylight/soa"
)

// TestPointsLieOnBothShapes: contact points of shapes that are hard to find the facing
// edges of (neighbouring edges all but parallel, needles, ellipses of up to 4,096
// corners) lie where they are said to lie. The judge is the distance of a place from an
// outline and knows nothing of how points are found. DAYLIGHT_FULL=1 judges
// 100,000 contacts, the default is a tenth of them.
func TestPointsLieOnBothShapes(t *testing.T) {
	rounds, perRound := 10, 1000
	if testenv.Full() {
		rounds = 100
	}
	if testing.Short() {
		rounds = 2
	}
	r := seeded(t, 41)
	contacts, points, twos, bad := 0, 0, 0, 0
	worst := 0.0
	for range rounds {
		shapes := soa.New()
		for w := range perRound {
			touching(t, shapes, r, uint32(w))
		}
		margin := 0.0
		if r.IntN(2) == 0 {
			margin = 1e-3
		}
		var got *batch.Contacts
		for _, table := range isa.All() {
			c, _ := must.Both(batch.Collide(context.Background(), shapes, batch.Config{Mode: batch.ModeManifolds, Margin: margin, Kernels: table.Name}))(t)
			if got == nil {
				got = c // of portable Go, which is judged
			} else if pointHash(c) != pointHash(got) {
				t.Fatalf("%s: other points than portable Go", table.Name)
			}
		}
		for i := range got.Len() {
			a, ra := rational(t, shapes, got.A[i])
			b, rb := rational(t, shapes, got.B[i])
			scale := ra + rb + math.Abs(b.X-a.X) + math.Abs(b.Y-a.Y)
			bound := float64(kernels.ErrorBounds(float32(scale), 0).Point)
			m := got.At(i)
			contacts++
			twos += m.N - 1
			for k := range m.N {
				p := m.Points[k]
				j := oracle.JudgePoint(a, b, float64(got.NX[i]), float64(got.NY[i]), float64(p.X), float64(p.Y), float64(p.Depth))
				// Halfway between the outlines: no farther from either shape than that.
				outside := max(j.FromA, j.FromB) - math.Abs(float64(p.Depth))/2
				off := max(j.Worst(), outside) / bound
				worst = max(worst, off)
				points++
				if off > 1 {
					if bad++; bad <= 5 {
						t.Errorf("%v bounds of %g off: contact %+v point %d of %+v: %+v\n%+v\n%+v", off, bound, got.At(i), k, m, j, a, b)
					}
				}
			}
		}
	}
	t.Logf("%d contacts, %d of two points; %d of %d points are off; the worst by %.3f bounds", contacts, twos, bad, points, worst)
	if contacts < rounds*perRound*9/10 {
		t.Errorf("only %d contacts of %d pairs", contacts, rounds*perRound)
	}
}

// TestPointsOnBentSlab: a slab whose top bends by 2.7e-4 at (-50, 0.01), and what stands on
// its end.
func TestPointsOnBentSlab(t *testing.T) {
	slab := []soa.Point{{X: -100, Y: -1}, {X: 100, Y: -1}, {X: 100, Y: 0}, {X: -50, Y: 0.01}, {X: -100, Y: 0}}
	for _, c := range []struct {
		name string
		add  func(s *soa.Shapes) (soa.ID, error)
		want [][2]float64
	}{
		{"a tip", func(s *soa.Shapes) (soa.ID, error) {
			return s.AddPolygon(soa.At(0, 0, 0), []soa.Point{{X: -80.3, Y: 0.5}, {X: -80, Y: -0.1}, {X: -79.5, Y: 0.5}}, 0, soa.Attrs{})
		}, [][2]float64{{-80, -0.048}}},
		{"a hexagon", func(s *soa.Shapes) (soa.ID, error) {
			return s.AddEllipse(soa.At(-80, 0.454, 0.7), 0.5, 0.5, 6, 0, soa.Attrs{})
		}, [][2]float64{{-80 + 0.5*math.Cos(0.7+4*math.Pi/3), -0.017}}},
		{"an upright box", func(s *soa.Shapes) (soa.ID, error) {
			return s.AddBox(soa.At(-80, 0.5, 0), 0.5, 0.5, soa.Attrs{})
		}, [][2]float64{{-79.5, 0}, {-80.5, 0}}},
	} {
		for _, table := range isa.All() {
			shapes := soa.New()
			must.Get(shapes.AddPolygon(soa.At(0, 0, 0), slab, 0, soa.Attrs{}))(t)
			must.Get(c.add(shapes))(t)
			got, _ := must.Both(batch.Collide(context.Background(), shapes, batch.Config{Mode: batch.ModeManifolds, Kernels: table.Name}))(t)
			if got.Len() != 1 || got.At(0).N != len(c.want) {
				t.Errorf("%s, %s: %d contacts, %+v, want points at %v", c.name, table.Name, got.Len(), got.At(0), c.want)
				continue
			}
			for k, w := range c.want {
				x, y, err := shapes.Position(got.A[0])
				p := got.Points[k][0]
				if x, y = x+float64(p.X), y+float64(p.Y); err != nil || math.Hypot(x-w[0], y-w[1]) > 0.01 {
					t.Errorf("%s, %s: point %d at (%v, %v), %v, want %v", c.name, table.Name, k, x, y, err, w)
				}
			}
		}
	}
}

// touching adds two shapes in a world of their own. The second touches the first
// somewhere, or all but touches it.
func touching(t *testing.T, shapes *soa.Shapes, r *rand.Rand, world uint32) {
	t.Helper()
	a := hard(t, shapes, r, soa.At(0, 0, 2*math.Pi*r.Float64()), world)
	va, ra := worldCorners(t, shapes, a)

	// Somewhere on A's outline, and which way it faces there.
	at := r.IntN(len(va))
	if r.IntN(2) == 0 { // rather on a long edge
		for range 8 {
			if k := r.IntN(len(va)); side(va, k) > side(va, at) {
				at = k
			}
		}
	}
	u, v := va[at], va[(at+1)%len(va)]
	f := r.Float64()
	if r.IntN(8) == 0 {
		f = 0
	}
	px, py := u[0]+f*(v[0]-u[0]), u[1]+f*(v[1]-u[1])
	n := math.Atan2(u[0]-v[0], v[1]-u[1])
	if len(va) == 1 {
		n = 2 * math.Pi * r.Float64()
	}

	// B at any angle, or with one of its edges all but on A's.
	b := hard(t, shapes, r, soa.At(0, 0, 0), world)
	vb, rb := worldCorners(t, shapes, b)
	angle := 2 * math.Pi * r.Float64()
	if len(vb) > 1 && r.IntN(2) == 0 {
		k := r.IntN(len(vb))
		u, v := vb[k], vb[(k+1)%len(vb)]
		angle = n + math.Pi - math.Atan2(u[0]-v[0], v[1]-u[1])
		if r.IntN(4) > 0 {
			angle += r.NormFloat64() * math.Pow(10, -2-5*r.Float64())
		}
	}
	must.Do(t, shapes.SetAngle(b, angle))
	vb, _ = worldCorners(t, shapes, b)
	cos, sin := math.Cos(n), math.Sin(n)
	low := vb[0]
	for _, w := range vb {
		if w[0]*cos+w[1]*sin < low[0]*cos+low[1]*sin {
			low = w
		}
	}
	deep := math.Pow(10, -1-5*r.Float64()) * math.Min(1, math.Sqrt(reachOf(va)+ra)*0.1)
	out := ra + rb - deep
	must.Do(t, shapes.SetPosition(b, px+out*cos-low[0], py+out*sin-low[1]))
}

func side(vs [][2]float64, k int) float64 {
	u, v := vs[k], vs[(k+1)%len(vs)]
	return math.Hypot(v[0]-u[0], v[1]-u[1])
}

func reachOf(vs [][2]float64) (m float64) {
	for _, v := range vs {
		m = max(m, math.Hypot(v[0], v[1]))
	}
	return m
}

// worldCorners are the vertices of a shape's core about its position, and its radius.
func worldCorners(t *testing.T, shapes *soa.Shapes, id soa.ID) ([][2]float64, float64) {
	t.Helper()
	s, _ := rational(t, shapes, id)
	vs := make([][2]float64, len(s.Vertices))
	for i, v := range s.Vertices {
		vs[i] = [2]float64{s.C*v[0] - s.S*v[1], s.S*v[0] + s.C*v[1]}
	}
	return vs, s.Radius
}

// hard adds a shape whose facing edge is hard to find, or any shape.
func hard(t *testing.T, shapes *soa.Shapes, r *rand.Rand, p soa.Pose, world uint32) soa.ID {
	t.Helper()
	w := soa.Attrs{World: world}
	radius := 0.0
	if r.IntN(4) == 0 {
		radius = math.Pow(10, -2*r.Float64())
	}
	var id soa.ID
	var err error
	switch r.IntN(8) {
	case 0, 1: // a slab whose top bends by 1e-6 to 1e-2, in up to six places
		id, err = shapes.AddHull(p, slab(r), radius, w)
	case 2: // a needle, blunt or not
		h := math.Pow(10, -1-4*r.Float64())
		id, err = shapes.AddHull(p, []soa.Point{{X: -10, Y: -h * r.Float64()}, {X: -10, Y: h * r.Float64()}, {X: 10 * r.Float64(), Y: h}, {X: 10, Y: h * 0.3}}, radius, w)
	case 3: // an ellipse, long or nearly round
		n := 256
		if r.IntN(16) == 0 {
			n <<= 1 + r.IntN(4)
		}
		id, err = shapes.AddEllipse(p, math.Pow(10, 2*r.Float64()), 1, n, 0, w)
	case 4:
		n, size := 3+r.IntN(200), 0.3+2*r.Float64()
		id, err = shapes.AddEllipse(p, size, size, n, radius, w)
	default:
		id = addAny(t, shapes, r, p, math.Pow(10, 2*r.Float64()-1), w)
	}
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// slab is flat below, and above a chain that all but lies on a line.
func slab(r *rand.Rand) []soa.Point {
	bend := math.Pow(10, -6+4*r.Float64())
	pts := []soa.Point{{X: -100, Y: -1}, {X: 100, Y: -1}}
	x, y, angle := 100.0, 0.0, 0.0
	for k := 1 + r.IntN(6); k > 0 && x > -100; k-- {
		pts = append(pts, soa.Point{X: x, Y: y})
		step := 20 + 100*r.Float64()
		x -= step
		y -= step * angle
		angle += bend * (0.5 + r.Float64())
	}
	return append(pts, soa.Point{X: max(x, -100), Y: y})
}
