// SPDX-License-Identifier: MIT

package broadphase

import "daylight/kernels"

// BruteForce compares every box with every other and appends the pairs in order of
// their lower index: the twin that a sweep must equal as a set. It quantises the boxes
// as the sweep does. It takes n²/2 comparisons and scratch for n boxes.
func BruteForce(dst []kernels.Pair, b *Boxes, f *Filters, grow float32) ([]kernels.Pair, error) {
	var s Sweep
	if err := s.Plan(b, f, s.Measure(kernels.Best(), b, f, 0, len(b.X)), grow, 1); err != nil {
		return dst, err
	}
	s.quantise(kernels.Best(), 0, len(b.X))
	for i, p := range s.boxes {
		if p.Y0 < 0 {
			continue
		}
		for k, q := range s.boxes[i+1:] {
			j := i + 1 + k
			if q.Y0 < 0 || p.X0 > q.X1 || q.X0 > p.X1 || p.Y0 > q.Y1 || q.Y0 > p.Y1 || !f.Meet(i, j) {
				continue
			}
			if f.before(i, j) {
				dst = append(dst, kernels.Pair{A: uint32(i), B: uint32(j)})
			} else {
				dst = append(dst, kernels.Pair{A: uint32(j), B: uint32(i)})
			}
		}
	}
	return dst, nil
}
