// SPDX-License-Identifier: MIT

package pair

import (
	"math"
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels"
)

// FuzzVariants holds the narrow kernels of every table to the portable ones, bit for
// bit, on blocks whose numbers the fuzzer bends: lengths, positions, sizes and limit.
func FuzzVariants(f *testing.F) {
	f.Add(uint64(1), uint8(9), float32(0), 0.0, 1.0, float32(1))
	f.Add(uint64(2), uint8(17), float32(0.25), 1e7, 0.5, float32(1))
	f.Add(uint64(3), uint8(40), float32(math.MaxFloat32), math.Inf(1), 2.0, float32(1e30))
	f.Add(uint64(4), uint8(8), float32(-0.1), math.NaN(), 0.0, float32(1e-30))
	f.Add(uint64(5), uint8(16), float32(math.Inf(1)), 0.0, 1e300, float32(0))
	f.Add(uint64(6), uint8(33), float32(math.NaN()), -1e300, 1e-300, float32(math.MaxFloat32))
	f.Fuzz(func(t *testing.T, seed uint64, n uint8, limit float32, where, spread float64, size float32) {
		r := rand.New(rand.NewPCG(seed, 6))
		for _, c := range pairings() {
			blk, pairs := wildBlock(r, c, 12, int(n), where, spread)
			for i := range blk.Rec {
				if blk.Class[i] != kernels.Polygon && r.IntN(2) == 0 {
					blk.Rec[i].P *= size
					blk.Rec[i].Q *= size
				}
			}
			sameAsPortable(t, c, blk, pairs, limit, func(b *Block, p []kernels.Pair, limit float32) *Args { return newArgs(b, p, limit) })
		}
	})
}
