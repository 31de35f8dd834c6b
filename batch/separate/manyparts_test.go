// SPDX-License-Identifier: MIT

package separate_test

import (
	"context"
	"runtime"
	"testing"

	"daylight/batch"
	"daylight/batch/separate"
	"daylight/soa"
)

// TestBodyContactsOfManyParts: what the push of two bodies takes goes with their parts, not with
// the product of those.
func TestBodyContactsOfManyParts(t *testing.T) {
	const n = 1600
	s := soa.New()
	for b := range 2 {
		for i := range n {
			if _, err := s.AddBox(soa.At(float64(i), 0.5*float64(b)+0.1*float64(i%2), 0), 0.5, 0.5, soa.Body(uint32(b+1))); err != nil {
				t.Fatal(err)
			}
		}
	}
	c, _, err := batch.Collide(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var p separate.BodyContacts
	if err := p.Find(c); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 32<<20 {
		t.Errorf("%d bytes for two bodies of %d parts", took, n)
	}
	if len(p.A) != 1 || !(p.Y[0] > 0.59 && p.Y[0] < 0.61) || p.X[0] != 0 {
		t.Errorf("pairs %v, pushes %v %v, want one by (0, 0.6)", p.A, p.X, p.Y)
	}
}
