// SPDX-License-Identifier: MIT

package scene

// random is Steele, Lea and Flood's SplitMix64; the state is the seed.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9E3779B97F4A7C15
	z := uint64(*r)
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
	z = (z ^ (z >> 27)) * 0x94D049BB133111EB
	return z ^ (z >> 31)
}

// unit is the next draw in [0, 1): 24 bits, which a float32 holds exactly.
func (r *random) unit() float32 {
	return float32(float32(r.next()>>40) * (1.0 / (1 << 24)))
}
