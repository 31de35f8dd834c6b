// SPDX-License-Identifier: MIT

package batchtest

import (
	"slices"
	"testing"

	"daylight/batch"
	"daylight/batch/mtv"
	"daylight/soa"
)

// Oppose returns a copy of contacts in which each has the MTV candidate within a tolerance whose
// normal opposes the movement of B relative to A most.
func Oppose(t testing.TB, s *soa.Shapes, c *batch.Contacts, vx, vy *soa.Column[float32], tolerance float64) *batch.Contacts {
	t.Helper()
	var ways mtv.Candidates
	if err := ways.Find(s, c, tolerance); err != nil {
		t.Fatal(err)
	}
	out := *c
	out.Depth, out.NX, out.NY = slices.Clone(c.Depth), slices.Clone(c.NX), slices.Clone(c.NY)
	for i := range out.A {
		ux, uy := between(vx, c.A[i], c.B[i]), between(vy, c.A[i], c.B[i])
		least := float32(0)
		for k := ways.Start[i]; k < ways.Start[i+1]; k++ {
			w := ways.Contacts.At(k)
			if dot := float32(ux*w.NX) + float32(uy*w.NY); k == ways.Start[i] || dot < least {
				least, out.Depth[i], out.NX[i], out.NY[i] = dot, w.Depth, w.NX, w.NY
			}
		}
	}
	return &out
}

func between(column *soa.Column[float32], a, b soa.ID) float32 {
	u, _ := column.Get(a)
	v, _ := column.Get(b)
	return v - u
}
