// SPDX-License-Identifier: MIT

package push_test

import (
	"context"
	"math"
	"testing"

	"daylight/batch"
	"daylight/batch/push"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestBodyContactsOfManyParts: what the push of two bodies takes goes with their parts, not with
// the product of those.
func TestBodyContactsOfManyParts(t *testing.T) {
	testenv.Sequential(t)
	const n = 1600
	s := soa.New()
	for b := range 2 {
		for i := range n {
			must.Get(s.AddBox(soa.At(float64(i), 0.5*float64(b)+0.1*float64(i%2), 0), 0.5, 0.5, soa.Attrs{Body: uint32(b + 1)}))(t)
		}
	}
	c, _ := must.Both(batch.Collide(context.Background(), s, batch.Config{}))(t)
	var p push.Bodies
	if took := testenv.Allocated(func() { must.Do(t, p.Find(c)) }); took > 32<<20 {
		t.Errorf("%d bytes for two bodies of %d parts", took, n)
	}
	if len(p.A) != 1 || !(p.Y[0] > 0.59 && p.Y[0] < 0.61) || p.X[0] != 0 {
		t.Errorf("pairs %v, pushes %v %v, want one by (0, 0.6)", p.A, p.X, p.Y)
	}
}

// TestBodyContactsOfLanding: what lands on a body of many parts makes none of them be copied, and
// a seam is told from the outline without memory.
func TestBodyContactsOfLanding(t *testing.T) {
	testenv.OwnMemory(t)
	const n = 300
	for _, upright := range []bool{false, true} {
		s := soa.New()
		at := func(along, above float64) soa.Pose {
			if upright {
				return soa.At(1000+above, along, 0)
			}
			return soa.At(along, 1000+above, 0)
		}
		for i := range n {
			must.Get(s.AddBox(at(float64(i), 0), 0.5, 0.5, soa.Attrs{Body: 1, Static: true}))(t)
		}
		dx, dy, turn := soa.Attach[float32](s), soa.Attach[float32](s), soa.Attach[float32](s)
		fall := dy
		if upright {
			fall = dx
		}
		for i := range n / 3 {
			// Each comes down on a seam.
			id := must.Get(s.AddCircle(at(3*float64(i)+0.5, 1.5), 0.4, soa.Attrs{}))(t)
			must.Do(t, fall.Set(id, -1))
		}
		c, _ := must.Both(batch.Collide(context.Background(), s, batch.Config{Mode: batch.ModeSwept, Columns: batch.Columns{Motion: soa.Motion{VX: dx, VY: dy, Spin: turn}}}))(t)
		var p push.Bodies
		find := func() {
			must.Do(t, p.Find(c))
		}
		find()
		if len(p.A) != n/3 {
			t.Fatalf("%d pairs of bodies, want %d", len(p.A), n/3)
		}
		for k := range p.A {
			i := p.Rows[p.Start[k]]
			across := c.NX[i]
			if upright {
				across = c.NY[i]
			}
			count := p.Start[k+1] - p.Start[k]
			if count != 2 || math.Abs(float64(across)) > 1e-6 {
				t.Fatalf("pair %d: %d contacts, the normal is (%v, %v)", k, count, c.NX[i], c.NY[i])
			}
		}
		if each := testing.AllocsPerRun(3, find); each > 0 {
			t.Errorf("upright %v: %v allocations in a warm call", upright, each)
		}
	}
}
