// SPDX-License-Identifier: MIT

package kernels

import (
	"math/bits"
	"testing"
)

// TestMix: values of the reference implementations. SplitMix64 seeded with 0 gives
// Mix64 of the golden ratio's multiples; 0x514E28B7 is MurmurHash3 of no bytes, seed 1.
func TestMix(t *testing.T) {
	if got := Mix32(1); got != 0x514E28B7 {
		t.Errorf("Mix32(1) = %#x", got)
	}
	state := uint64(0)
	for i, want := range []uint64{0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F} {
		state += 0x9E3779B97F4A7C15
		if got := Mix64(state); got != want {
			t.Errorf("SplitMix64 number %d = %#x, want %#x", i, got, want)
		}
	}
	if Mix32(0) != 0 || Mix64(0) != 0 {
		t.Error("0 does not stay 0")
	}
}

// TestAvalanche: one bit turned turns about half of them.
func TestAvalanche(t *testing.T) {
	const n = 256
	for bit := range 64 {
		turned32, turned64 := 0, 0
		for i := range uint64(n) {
			x := Mix64(i + 1)
			turned64 += bits.OnesCount64(Mix64(x) ^ Mix64(x^1<<bit))
			turned32 += bits.OnesCount32(Mix32(uint32(x)) ^ Mix32(uint32(x)^1<<(bit%32)))
		}
		if turned64 < 30*n || turned64 > 34*n || turned32 < 15*n || turned32 > 17*n {
			t.Errorf("bit %d turns %d of 64 and %d of 32 bits on average", bit, turned64/n, turned32/n)
		}
	}
}
