// SPDX-License-Identifier: MIT

package solver

import (
	"math"
	"testing"

	"daylight/batch"
	"daylight/internal/must"
	"daylight/soa"
)

// TestUnsoundImpulsesAreForgotten: impulses that are infinite or NaN at the end of a frame do not
// begin the next.
func TestUnsoundImpulsesAreForgotten(t *testing.T) {
	shapes := soa.New()
	columns := Columns{Motion: soa.AttachMotion(shapes)}
	for k := range 2 {
		must.Get(shapes.AddBox(soa.At(1.9*float64(k), 0, 0), 1, 1, soa.Attrs{}))(t)
	}
	e := must.Get(batch.New(shapes, batch.Config{Mode: batch.ModeManifolds}))(t)
	s := must.Get(New(shapes, Config{Columns: [2]Columns{columns}, Duration: 1, SubSteps: 1}))(t)
	must.Get(s.Solve(t.Context(), must.Get(e.Step(t.Context()))(t)))(t)
	v := &s.s
	block, k := v.lane(0)
	for _, x := range []float32{3, -2, float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))} {
		block.Roll[k], block.Points[0].Tangent[k], block.Points[1].Normal[k] = x, x, x
		v.keepImpulses(&v.owners[0])
		want := x
		if x-x != 0 {
			want = 0
		}
		i := &v.cache.entries[0].impulses
		if i.Roll != want || i.Tangent[0] != want || i.Normal[1] != want {
			t.Errorf("an impulse of %v: the next frame begins with %+v", x, *i)
		}
	}
}
