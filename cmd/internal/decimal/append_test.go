// SPDX-License-Identifier: MIT

package decimal

import (
	"math"
	"os"
	"strconv"
	"testing"
)

// TestAppendFloat32 compares with strconv: every 997th number, and all around the powers of two and
// of ten; at full strength every 97th.
func TestAppendFloat32(t *testing.T) {
	var got, want []byte
	wrong := 0
	check := func(b uint32) {
		v := math.Float32frombits(b)
		got = AppendFloat32(append(got[:0], '='), v)
		want = strconv.AppendFloat(append(want[:0], '='), float64(v), 'g', -1, 32)
		if string(got) != string(want) {
			if wrong++; wrong < 10 {
				t.Errorf("%#08x: got %s, want %s", b, got, want)
			}
		}
	}
	step := uint64(997)
	switch {
	case os.Getenv("DAYLIGHT_FULL") != "":
		step = 97
	case testing.Short():
		step = 9973
	}
	for b := uint64(0); b < 1<<32; b += step {
		check(uint32(b))
	}
	around := func(v float32) {
		for d := range uint32(200) {
			check(math.Float32bits(v) + d - 100)
			check(math.Float32bits(-v) + d - 100)
		}
	}
	for e := range uint32(256) {
		around(math.Float32frombits(e << 23))
	}
	for e := -45; e <= 38; e++ {
		for d := range 10 {
			around(float32(float64(d) * math.Pow(10, float64(e))))
		}
	}
}

// FuzzAppendFloat32 compares with strconv.
func FuzzAppendFloat32(f *testing.F) {
	for _, v := range []float32{0, 0.1, 1e-4, 9.999999e5, 1e6, 16777216, 0.30000001} {
		f.Add(math.Float32bits(v))
	}
	f.Fuzz(func(t *testing.T, b uint32) {
		v := math.Float32frombits(b)
		if got, want := string(AppendFloat32(nil, v)), strconv.FormatFloat(float64(v), 'g', -1, 32); got != want {
			t.Errorf("%#08x: got %s, want %s", b, got, want)
		}
	})
}

// BenchmarkAppendFloat32 prints depths and normals, a number at a time.
func BenchmarkAppendFloat32(b *testing.B) {
	var list [1024]float32
	for i := range list {
		list[i] = float32(math.Sin(float64(i)))
	}
	dst := make([]byte, 0, 32)
	for _, by := range []struct {
		name  string
		print func(dst []byte, v float32) []byte
	}{
		{"this", AppendFloat32},
		{"strconv", func(dst []byte, v float32) []byte { return strconv.AppendFloat(dst, float64(v), 'g', -1, 32) }},
	} {
		b.Run(by.name, func(b *testing.B) {
			i := 0
			for b.Loop() {
				dst = by.print(dst[:0], list[i%len(list)])
				i++
			}
		})
	}
}
