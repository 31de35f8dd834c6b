// SPDX-License-Identifier: MIT

package decimal

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"daylight/internal/must"
)

// TestAppendText: numbers are written as encoding/json writes them, but for zeros that it takes out
// of exponents and the numbers that JSON does not have.
func TestAppendText(t *testing.T) {
	for v, want := range map[float64]string{
		1e6: "1000000", 123456789: "123456789", 1 << 53: "9007199254740992", 1234567.5: "1234567.5", 1e20: "100000000000000000000", 1e21: "1e+21",
		0: "0", -2.5e6: "-2500000", 1e-6: "0.000001", 0x1p-20: "9.5367431640625e-07", math.Inf(1): "+Inf", 4294967295: "4294967295",
	} {
		if got := string(AppendText(nil, v, 64)); got != want {
			t.Errorf("%g is %s, want %s", v, got, want)
		}
	}
	if got := string(AppendText([]byte("a"), float64(float32(16777216)), 32)); got != "a16777216" {
		t.Errorf("16777216 is %s", got)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		v := math.Float64frombits(r.Uint64())
		if r.IntN(2) == 0 {
			v = math.Trunc(r.NormFloat64() * math.Pow(10, float64(r.IntN(40)-10)))
		}
		single := float32(v)
		if math.IsNaN(v) || math.IsInf(v, 0) || math.IsInf(float64(single), 0) {
			continue
		}
		same := func(got string, of any, bits int) {
			want := must.Get(json.Marshal(of))(t)
			x, err := strconv.ParseFloat(got, bits)
			if err != nil || bits == 64 && x != v || bits == 32 && float32(x) != single {
				t.Fatalf("%v is %s, which is %v (%v)", of, got, x, err)
			}
			if n := len(got); n > 4 && got[n-4] == 'e' && got[n-2] == '0' {
				got = got[:n-2] + got[n-1:]
			}
			if got != string(want) {
				t.Fatalf("%v is %s, want %s", of, got, want)
			}
		}
		same(string(AppendText(nil, v, 64)), v, 64)
		same(string(AppendText(nil, float64(single), 32)), single, 32)
	}
}
