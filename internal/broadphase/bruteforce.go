// SPDX-License-Identifier: MIT

package broadphase

import "daylight/internal/kernels"

// BruteForce compares every box with every other and appends the pairs to dst, in the order of
// their lower index. It quantises the boxes as a frame does, so a frame must find the same pairs,
// in any order. It makes n²/2 comparisons and allocates memory for n boxes. It returns the errors
// of Frame.Build.
func BruteForce(dst []kernels.Pair, b *Boxes, filters *Filters, grow float32) ([]kernels.Pair, error) {
	var f Frame
	if err := f.accept(b, filters, Settings{Grow: grow}); err != nil {
		return dst, err
	}
	f.parts = append(f.parts, portion{hi: len(b.X)})
	f.measure(0)
	f.choose()
	f.quantise(0, len(b.X), f.plan.all())
	for i, p := range f.codes {
		if p.Y0 < 0 {
			continue
		}
		for k, q := range f.codes[i+1:] {
			j := i + 1 + k
			if q.Y0 < 0 || p.X0 > q.X1 || q.X0 > p.X1 || p.Y0 > q.Y1 || q.Y0 > p.Y1 || !Meet(filters, i, j) {
				continue
			}
			if filters.before(i, j) {
				dst = append(dst, kernels.Pair{A: uint32(i), B: uint32(j)})
			} else {
				dst = append(dst, kernels.Pair{A: uint32(j), B: uint32(i)})
			}
		}
	}
	return dst, nil
}
