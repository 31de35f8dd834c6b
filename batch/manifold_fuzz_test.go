// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"math"
	"testing"

	"daylight/batch"
	"daylight/internal/batchtest"
	"daylight/internal/must"
	"daylight/soa"
)

// FuzzManifoldTruth makes a handful of shapes from bytes, on a coarse grid so that
// vertices and edges meet, and compares their contact points with clipping in rational
// arithmetic and with brute force.
func FuzzManifoldTruth(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}, uint8(0))
	f.Add([]byte("two equal squares at the same place, and a needle through both of them"), uint8(200))
	f.Add([]byte{2, 128, 128, 0, 16, 16, 2, 128, 144, 0, 16, 16, 0, 128, 128, 0, 16, 0, 1, 128, 130, 64, 9, 0}, uint8(9))
	f.Fuzz(func(t *testing.T, data []byte, wide uint8) {
		shapes := soa.New()
		for len(data) >= 6 && shapes.Len() < 8 {
			addBytes(t, shapes, data[:6])
			data = data[6:]
		}
		if shapes.Len() < 2 {
			return
		}
		margin := float64(wide)/256 - 0.25
		opts := batch.Config{Mode: batch.ModeManifolds, Margin: margin, Canonical: true, Workers: 1}
		want := must.Get(batchtest.BruteForce(context.Background(), shapes, opts))(t)
		got, _ := must.Both(batch.Collide(context.Background(), shapes, opts))(t)
		if pointHash(got) != pointHash(want) {
			t.Error("Collide and BruteForce differ")
		}
		for i := range got.Len() {
			a, ra := rational(t, shapes, got.A[i])
			b, rb := rational(t, shapes, got.B[i])
			scale := ra + rb + math.Abs(b.X-a.X) + math.Abs(b.Y-a.Y)
			if err := soundPoints(got, i); err != nil {
				t.Errorf("contact %+v: %v", got.At(i), err)
			}
			if _, err := checkManifold(a, b, got.At(i), got.At(i), margin, scale); err != nil {
				t.Errorf("contact %+v: %v\n%+v\n%+v\n%+v", got.At(i), err, got.At(i), a, b)
			}
		}
	})
}
