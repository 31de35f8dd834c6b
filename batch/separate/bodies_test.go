// SPDX-License-Identifier: MIT

package separate

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/batch"
	"daylight/batch/push"
	"daylight/internal/must"
	"daylight/soa"
)

// An L of two boxes and a disc in its corner: the L moves as one.
func TestSeparateBody(t *testing.T) {
	s := soa.New()
	up := must.Get(s.AddBox(soa.At(0.5, 2, 0), .5, 2, soa.Attrs{Body: 1}))(t)
	across := must.Get(s.AddBox(soa.At(2, .5, 0), 2, .5, soa.Attrs{Body: 1}))(t)
	disc := must.Get(s.AddCircle(soa.At(3.5, 1.2, 0), .5, soa.Attrs{}))(t)
	contacts, _ := must.Both(batch.Collide(context.Background(), s, batch.Config{}))(t)
	if contacts.Len() != 1 {
		t.Fatalf("%d contacts", contacts.Len())
	}
	separator := must.Get(New(s, Config{Iterations: 20}))(t)
	must.Get(separator.Separate(context.Background(), contacts))(t)
	at := func(id soa.ID) (x, y float64) {
		x, y = must.Both(s.Position(id))(t)
		return x, y
	}
	ux, uy := at(up)
	ax, ay := at(across)
	dx, dy := at(disc)
	if ax-ux != 1.5 || ay-uy != -1.5 {
		t.Errorf("the L is torn apart: (%v, %v) and (%v, %v)", ux, uy, ax, ay)
	}
	// It has the mass of two: a third of the way is its own.
	if rise := dy - 1.2; math.Abs(rise-.2) > 1e-6 || math.Abs(uy-2+.1) > 1e-6 || dx != 3.5 || ux != .5 {
		t.Errorf("the disc is at (%v, %v), the L at (%v, %v)", dx, dy, ux, uy)
	}
	// Pushed alone, as one.
	p, err := push.Out(contacts, up, across)
	if err != nil || math.Abs(p.Y+.3) > 1e-6 || p.X != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err = push.Out(contacts, up); err != nil || p != (push.Push{}) {
		t.Errorf("the upright alone: %+v, %v", p, err)
	}
}

// Crowds of Ls among discs and walls: parts keep their places in every body, for any options, and
// the answer is the same for any number of workers and order of contacts.
func TestSeparateBodies(t *testing.T) {
	type scene struct {
		s     *soa.Shapes
		parts [][]soa.ID
	}
	build := func() scene {
		r := rand.New(rand.NewPCG(29, 30))
		c := scene{s: soa.New()}
		for b := range uint32(2500) {
			x, y := 100*r.Float64(), 100*r.Float64()
			if b%3 == 0 {
				must.Get(c.s.AddCircle(soa.At(x, y, 0), .6, soa.Attrs{}))(t)
				continue
			}
			attrs := soa.Attrs{Body: b + 1, World: b % 2}
			if b%50 == 1 {
				attrs.Static = true
			}
			c.parts = append(c.parts, []soa.ID{
				must.Get(c.s.AddBox(soa.At(x, y+.5, 0), .25, .75, attrs))(t),
				must.Get(c.s.AddBox(soa.At(x+.5, y, 0), .75, .25, attrs))(t),
			})
		}
		return c
	}
	run := func(workers int) []float64 {
		c := build()
		engine := must.Get(batch.New(c.s, batch.Config{Workers: workers, Margin: .1}))(t)
		opts := Config{Workers: workers, Iterations: 8}
		sep := must.Get(New(c.s, opts))(t)
		overlaps := 0
		for frame := range 15 {
			contacts := must.Get(engine.Step(context.Background()))(t)
			must.Get(sep.Separate(context.Background(), contacts))(t)
			deep := 0
			for _, d := range contacts.Depth {
				if d > .02 {
					deep++
				}
			}
			if frame == 0 {
				overlaps = deep
			} else if frame == 14 && deep > overlaps/5 {
				t.Errorf("%d deep overlaps are left of %d", deep, overlaps)
			}
		}
		var out []float64
		for id := range c.s.All() {
			x, y := must.Both(c.s.Position(id))(t)
			_ = id
			out = append(out, x+1e3*y)
		}
		for _, p := range c.parts {
			ax, ay, _ := c.s.Position(p[0])
			bx, by, _ := c.s.Position(p[1])
			if math.Abs(bx-ax-.5) > 1e-9 || math.Abs(by-ay+.5) > 1e-9 {
				t.Fatalf("parts of a body at (%v, %v) and (%v, %v)", ax, ay, bx, by)
			}
		}
		return out
	}
	one, three := run(1), run(3)
	for i := range one {
		if one[i] != three[i] {
			t.Fatalf("shape %d lies elsewhere with three workers", i)
		}
	}
}
