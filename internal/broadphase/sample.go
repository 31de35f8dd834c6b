// SPDX-License-Identifier: MIT

package broadphase

import (
	"math"

	"daylight/internal/hash"
	"daylight/internal/kernels"
	"daylight/internal/scratch"
)

// Tuned by measurement, and the same for every instruction set, as in plan.go.
const (
	sampleSize = 1024
	// giantFactor: in the mean size a box counts for at most so many medians.
	giantFactor = 128
)

// sample is what a frame knows of the boxes beyond their extent.
type sample struct {
	n          int
	w, h, x, y []float64 // sizes, grown, and reference points
	index      []uint32
	seen       []uint64
}

// take picks one box at random out of each of 1024 equal stretches. The choice
// depends on the number of boxes alone.
func (s *sample) take(b *Boxes, f *Filters, grow float64) {
	if s.w == nil {
		s.w, s.h = make([]float64, sampleSize), make([]float64, sampleSize)
		s.x, s.y = make([]float64, sampleSize), make([]float64, sampleSize)
		s.index = make([]uint32, sampleSize)
	}
	n := len(b.X)
	m := min(n, sampleSize)
	s.n = 0
	each := uint64(n / max(m, 1))
	for k := range m {
		lo := k // of as many boxes
		if m == sampleSize {
			lo = int(uint64(k) * uint64(n) / sampleSize)
		}
		i := lo + int(uint64(hash.Mix32(uint32(k)+1))*each>>32)
		x0, y0, x1, y1 := b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i]
		if f.Skip != nil && f.Skip[i] || !kernels.Usable(b.X[i], b.Y[i], x0, y0, x1, y1) {
			continue
		}
		s.w[s.n] = float64(x1) - float64(x0) + 2*grow
		s.h[s.n] = float64(y1) - float64(y0) + 2*grow
		s.x[s.n], s.y[s.n] = kernels.Reference(b.X[i], x0, x1), kernels.Reference(b.Y[i], y0, y1)
		s.index[s.n] = uint32(i)
		s.n++
	}
}

// mean is the mean size, a giant counting for no more than some medians. The median is
// known up to a factor of two, from a histogram of exponents; sizes of zero have no part
// in it.
func mean(size []float64) float64 {
	var byExponent [2048]uint16
	some := 0
	for _, v := range size {
		if v > 0 {
			byExponent[math.Float64bits(v)>>52]++
			some++
		}
	}
	if some == 0 {
		return 0
	}
	median := 0
	for seen := 0; seen*2 < some; median++ {
		seen += int(byExponent[median])
	}
	most := giantFactor * math.Float64frombits(uint64(median)<<52)
	sum := 0.0
	for _, v := range size {
		sum += min(v, most)
	}
	return sum / float64(len(size))
}

// countWorlds estimates how many worlds n boxes lie in.
func (s *sample) countWorlds(f *Filters, n int) int {
	const slots = 4 * sampleSize
	s.seen = scratch.Resize(s.seen, slots)
	clear(s.seen)
	distinct := 0
	for _, i := range s.index[:s.n] {
		w := f.World[i]
		h := hash.Mix32(w)
		for ; ; h++ {
			switch s.seen[h%slots] {
			case 0:
				s.seen[h%slots] = uint64(w) + 1
				distinct++
			case uint64(w) + 1:
			default:
				continue
			}
			break
		}
	}
	if 2*distinct < s.n {
		return max(distinct, 1) // most were seen more than once, so few were missed
	}
	return int(uint64(distinct) * uint64(n) / uint64(s.n))
}
