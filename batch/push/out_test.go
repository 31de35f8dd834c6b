// SPDX-License-Identifier: MIT

package push_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/batch/push"
	"daylight/bench/scene"
	"daylight/internal/must"
	"daylight/soa"
)

// walls makes contacts of shape 1 with shapes of higher ID.
func walls(list ...[3]float32) (*batch.Contacts, soa.ID) {
	const id = soa.ID(1<<32 | 1)
	c := &batch.Contacts{}
	for i, w := range list {
		other := soa.ID(i+2)<<32 | 1
		l := float32(math.Hypot(float64(w[0]), float64(w[1])))
		c.A, c.B = append(c.A, id), append(c.B, other)
		// The normal leads from A, which is moved, to B.
		c.NX, c.NY, c.Depth = append(c.NX, -w[0]/l), append(c.NY, -w[1]/l), append(c.Depth, w[2])
	}
	return c, id
}

func TestPushOutByHand(t *testing.T) {
	for _, c := range []struct {
		name       string
		walls      [][3]float32 // direction to be pushed in, depth
		x, y, left float64
	}{
		{"free", nil, 0, 0, 0},
		{"touching", [][3]float32{{1, 0, 0}}, 0, 0, 0},
		{"one", [][3]float32{{0, 1, 0.5}}, 0, 0.5, 0},
		{"corner", [][3]float32{{0, 1, 0.5}, {1, 0, 0.25}}, 0.25, 0.5, 0},
		{"two of one direction", [][3]float32{{0, 1, 0.5}, {0, 1, 0.75}}, 0, 0.75, 0},
		{"one does for both", [][3]float32{{0, 1, 1}, {1, 1, 0.5}}, 0, 1, 0},
		{"wedge", [][3]float32{{1, 1, 1}, {-1, 1, 1}}, 0, math.Sqrt2, 0},
		{"corridor, squeezed", [][3]float32{{1, 0, 0.5}, {-1, 0, 0.25}}, 0.125, 0, 0.375},
		{"corridor with room", [][3]float32{{1, 0, 0.5}, {-1, 0, -0.75}}, 0.5, 0, 0},
		{"corridor without room", [][3]float32{{1, 0, 0.5}, {-1, 0, -0.25}}, 0.375, 0, 0.125},
		{"three sides", [][3]float32{{1, 0, 1}, {-0.5, 0.8660254, 1}, {-0.5, -0.8660254, 1}}, 0, 0, 1},
		{"nearly parallel", [][3]float32{{1, 0, 0.5}, {-1, 1e-6, 0.5}}, 0, 0, 0.5},
	} {
		contacts, id := walls(c.walls...)
		p := must.Get(push.Out(contacts, id))(t)
		if math.Abs(p.X-c.x) > 1e-6 || math.Abs(p.Y-c.y) > 1e-6 || math.Abs(p.Left-c.left) > 1e-6 || (p.Left > 0) != (c.left > 0) {
			t.Errorf("%s: %+v, want %g, %g, left %g", c.name, p, c.x, c.y, c.left)
		}
	}
}

// shortest is the answer by trying every vertex of the problem: the origin, the foot on
// each wall and the crossings of all pairs.
func shortest(list [][3]float32) (x, y float64, ok bool) {
	type wall struct{ x, y, h float64 }
	var ws []wall
	for _, w := range list {
		l := float64(float32(math.Hypot(float64(w[0]), float64(w[1]))))
		nx, ny := float64(w[0]/float32(l)), float64(w[1]/float32(l))
		n := math.Hypot(nx, ny)
		ws = append(ws, wall{nx / n, ny / n, float64(w[2])})
	}
	tries := [][2]float64{{0, 0}}
	for i, v := range ws {
		tries = append(tries, [2]float64{v.x * v.h, v.y * v.h})
		for _, w := range ws[:i] {
			if det := v.x*w.y - v.y*w.x; math.Abs(det) > 1e-9 {
				tries = append(tries, [2]float64{(v.h*w.y - w.h*v.y) / det, (v.x*w.h - w.x*v.h) / det})
			}
		}
	}
	best := math.Inf(1)
	for _, p := range tries {
		fits := true
		for _, w := range ws {
			fits = fits && w.x*p[0]+w.y*p[1] >= w.h-1e-9
		}
		if d := math.Hypot(p[0], p[1]); fits && d < best {
			best, x, y, ok = d, p[0], p[1], true
		}
	}
	return x, y, ok
}

func TestPushOutIsShortest(t *testing.T) {
	r := seeded(t, 51)
	squeezed := 0
	for range 20000 {
		list := make([][3]float32, 1+r.IntN(7))
		spread := math.Pi * r.Float64()
		for i := range list {
			sin, cos := math.Sincos(spread * (2*r.Float64() - 1))
			if r.IntN(4) == 0 { // equal and opposite directions happen
				sin, cos = float64(r.IntN(3)-1), 1
			}
			list[i] = [3]float32{float32(cos), float32(sin), float32(r.NormFloat64())}
		}
		contacts, id := walls(list...)
		p := must.Get(push.Out(contacts, id))(t)
		x, y, ok := shortest(list)
		if ok && math.Hypot(x, y) > 1000 {
			continue // walls of a narrow wedge
		}
		if ok == (p.Left > 0) {
			t.Fatalf("%v: %+v, but feasible is %v", list, p, ok)
		}
		if ok {
			if math.Hypot(p.X-x, p.Y-y) > 1e-6*(1+math.Hypot(x, y)) {
				t.Fatalf("%v: %+v, want %g, %g", list, p, x, y)
			}
			continue
		}
		squeezed++
		// Nothing less can be left: a little less is not feasible, what is said is.
		for _, c := range []struct {
			left float64
			want bool
		}{{p.Left * (1 + 1e-5), true}, {p.Left * (1 - 1e-3), false}} {
			less := append([][3]float32(nil), list...)
			for i := range less {
				less[i][2] -= float32(c.left)
			}
			if x, y, ok := shortest(less); ok != c.want && math.Hypot(x, y) < 100 {
				t.Fatalf("%v: %+v; leaving %g is feasible: %v", list, p, c.left, ok)
			}
		}
	}
	if squeezed < 1000 {
		t.Errorf("only %d squeezed", squeezed)
	}
}

func TestPushOutRefuses(t *testing.T) {
	c, id := walls([3]float32{1, 0, 1})
	c.Depth, c.NX, c.NY = nil, nil, nil
	if _, err := push.Out(c, id); err == nil {
		t.Error("PushOut without depths")
	}
	if err := new(push.Pushes).Find(c); err == nil {
		t.Error("Pushes without depths")
	}
	shapes := soa.New()
	gone := must.Get(shapes.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{}))(t)
	there := must.Get(shapes.AddCircle(soa.At(1, 0, 0), 1, soa.Attrs{}))(t)
	must.Do(t, shapes.Remove(gone))
	c = collide(t, shapes, batch.Config{})
	var argument *daylight.ArgumentError
	if _, err := push.Out(c, there, gone); !errors.As(err, &argument) || !errors.Is(err, soa.ErrNoShape) || !strings.Contains(err.Error(), gone.String()) {
		t.Errorf("a shape that is gone: %v", err)
	}
	if _, err := push.Out(c); !errors.As(err, &argument) {
		t.Errorf("no ids: %v", err)
	}
	if _, err := push.Out(c, there); err != nil {
		t.Error(err)
	}
}

// TestPushOutParts moves shapes of every kind out of crowds: what they touched they touch
// no more, and Pushes says the same as PushOut.
func TestPushOutParts(t *testing.T) {
	r := seeded(t, 52)
	parted, squeezed := 0, 0
	for range 300 {
		s := soa.New()
		for range 12 {
			addAny(t, s, r, somewhere(r, 0, 0, 8), 1, soa.Attrs{Static: true})
		}
		id := addAny(t, s, r, soa.At(4, 4, r.Float64()*7), 1, soa.Attrs{})
		before := collide(t, s, batch.Config{})
		out := must.Get(push.Out(before, id))(t)
		var all push.Pushes
		must.Do(t, all.Find(before))
		found := false
		for i, k := range all.ID {
			if i > 0 && all.ID[i-1] >= k {
				t.Fatal("pushes out of order")
			}
			if k == id {
				found = true
				if out != (push.Push{X: all.X[i], Y: all.Y[i], Left: all.Left[i]}) {
					t.Fatalf("%+v, among all %g %g %g", out, all.X[i], all.Y[i], all.Left[i])
				}
			}
		}
		if found != (before.Len() > 0) {
			t.Fatalf("found %v among %d contacts", found, before.Len())
		}
		p, _ := s.Pose(id)
		must.Do(t, s.SetPosition(id, p.X+out.X, p.Y+out.Y))
		touched := map[[2]soa.ID]bool{}
		for _, c := range before.All() {
			touched[[2]soa.ID{c.A, c.B}] = true
		}
		for _, c := range collide(t, s, batch.Config{}).All() {
			if touched[[2]soa.ID{c.A, c.B}] && float64(c.Depth) > out.Left+1e-4 {
				t.Fatalf("still %g deep in %v after %+v", c.Depth, c.A, out)
			}
		}
		if out.Left > 0 {
			squeezed++
		} else if before.Len() > 0 {
			parted++
		}
	}
	if parted < 50 || squeezed < 10 {
		t.Errorf("%d parted, %d squeezed", parted, squeezed)
	}
}

func BenchmarkPushes(b *testing.B) {
	for _, kind := range scene.Kinds() {
		b.Run(fmt.Sprintf("scene=%s/n=100000", kind), func(b *testing.B) {
			s := must.Get(scene.New(kind, 100_000, 1))(b)
			shapes := soa.New()
			must.Get(s.Fill(shapes, soa.Attrs{}))(b)
			c, _, err := batch.Collide(context.Background(), shapes, batch.Config{})
			if err != nil {
				b.Fatal(err)
			}
			var p push.Pushes
			b.ReportAllocs()
			for b.Loop() {
				must.Do(b, p.Find(c))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(c.Len()), "ns/contact")
		})
	}
}
