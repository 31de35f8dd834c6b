// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"encoding/binary"
	"math"
	"testing"

	"daylight/batch"
	"daylight/internal/batchtest"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/soa"
)

// FuzzTruth makes a handful of shapes from bytes, on a coarse grid so that vertices and
// edges meet, and compares the step with rational arithmetic and with brute force.
func FuzzTruth(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19})
	f.Add([]byte("two equal squares at the same place, and a needle through both of them"))
	f.Add([]byte{3, 128, 128, 0, 16, 16, 3, 128, 128, 0, 16, 16, 0, 128, 128, 0, 16, 0, 1, 128, 130, 64, 9, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		shapes := soa.New()
		for len(data) >= 6 && shapes.Len() < 8 {
			addBytes(t, shapes, data[:6])
			data = data[6:]
		}
		if shapes.Len() < 2 {
			return
		}
		checkTruth(t, shapes, 0)
		want := must.Get(batchtest.BruteForce(context.Background(), shapes, batch.Config{}))(t)
		same(t, "step", collide(t, shapes, batch.Config{Canonical: true, Workers: 1}), want)
	})
}

func addBytes(t *testing.T, s *soa.Shapes, b []byte) {
	t.Helper()
	p := soa.At(float64(b[1])/8, float64(b[2])/8, float64(b[3])*math.Pi/128)
	u, v := float64(b[4]%64+1)/16, float64(b[5]%64+1)/16
	var err error
	switch b[0] % 7 {
	case 0:
		_, err = s.AddCircle(p, u, soa.Attrs{})
	case 1:
		_, err = s.AddCapsule(p, u, v-1.0/16, soa.Attrs{})
	case 2:
		_, err = s.AddBox(p, u, v, soa.Attrs{})
	case 3:
		_, err = s.AddRoundedBox(p, u, v, u/4, soa.Attrs{})
	case 4:
		_, err = s.AddPolygon(p, ngon(3+int(b[5]%13), u, v), 0, soa.Attrs{})
	case 5:
		_, err = s.AddPolygon(p, []soa.Point{{X: -u, Y: 0}, {X: u, Y: -v / 1024}, {X: u, Y: v / 1024}}, 0, soa.Attrs{})
	case 6:
		_, err = s.AddCapsule(p, u, 0, soa.Attrs{})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// FuzzPoses feeds raw bits as poses. A step never fails or panics, and shapes with
// sound poses get the contacts they would get alone.
func FuzzPoses(f *testing.F) {
	f.Add(make([]byte, 48))
	f.Add([]byte("nan nan nan nan nan nan nan nan nan nan nan nan "))
	nan := make([]byte, 24)
	binary.LittleEndian.PutUint64(nan, math.Float64bits(math.NaN()))
	f.Add(append(nan, make([]byte, 24)...))
	f.Fuzz(func(t *testing.T, data []byte) {
		shapes := soa.New()
		for i := range 12 {
			if i%2 == 0 {
				box(t, shapes, float64(i), 0, 1, 0.5, soa.Attrs{})
			} else {
				circle(t, shapes, float64(i), 0, 1, soa.Attrs{})
			}
		}
		x, y := livetest.Positions(shapes)
		c, s := livetest.Rotations(shapes)
		for i := 0; len(data) >= 24 && i < len(x); i += 2 {
			x[i] = math.Float64frombits(binary.LittleEndian.Uint64(data))
			y[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8:]))
			c[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[16:]))
			s[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[20:]))
			data = data[24:]
		}
		got := collide(t, shapes, batch.Config{Canonical: true, Workers: 1})
		for _, k := range got.All() {
			if d := float64(k.Depth); math.IsNaN(d) || math.IsInf(d, 0) || math.Abs(math.Hypot(float64(k.NX), float64(k.NY))-1) > 1e-3 {
				t.Fatalf("contact %+v", k)
			}
		}
		want := must.Get(batchtest.BruteForce(context.Background(), shapes, batch.Config{}))(t)
		same(t, "step", got, want)
	})
}
