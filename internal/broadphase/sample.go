// SPDX-License-Identifier: MIT

package broadphase

import (
	"math"

	"daylight/internal/kernels"
	"daylight/internal/kernels/strip"
	"daylight/internal/scratch"
)

// extent is what one look at all boxes finds: how many take part, and where. The zero
// value is that of no boxes.
type extent struct {
	n                      int
	minX, minY, maxX, maxY float64 // of the reference points
	reach                  float32 // greatest distance of a box's side from its anchor
	minWorld, maxWorld     uint32
	sorted                 bool // boxes lie in order of their worlds, and all take part
}

// union returns the extent of the boxes of both, those of o behind those of e. It is associative.
func (e extent) union(o extent) extent {
	if e.n == 0 {
		return o
	}
	if o.n == 0 {
		return e
	}
	return extent{
		n:    e.n + o.n,
		minX: min(e.minX, o.minX), minY: min(e.minY, o.minY),
		maxX: max(e.maxX, o.maxX), maxY: max(e.maxY, o.maxY),
		reach:    max(e.reach, o.reach),
		minWorld: min(e.minWorld, o.minWorld), maxWorld: max(e.maxWorld, o.maxWorld),
		sorted: e.sorted && o.sorted && e.maxWorld <= o.minWorld,
	}
}

// addWorlds finds the range of the worlds of the boxes that take part.
func (e *extent) addWorlds(worlds []uint32, b *Boxes, skip []bool) {
	all := e.n == len(worlds)
	e.minWorld, e.sorted = math.MaxUint32, all
	for i, w := range worlds {
		e.sorted = e.sorted && w >= e.maxWorld
		if all || (skip == nil || !skip[i]) && usable(b, i) {
			e.minWorld, e.maxWorld = min(e.minWorld, w), max(e.maxWorld, w)
		}
	}
}

// Tuned by measurement, and the same for every instruction set, as in plan.go.
const (
	sampleSize = 1024
	// giantFactor: in the mean size a box counts for at most so many medians.
	giantFactor = 128
)

// sample is what a frame knows of the boxes beyond their extent.
type sample struct {
	n     int
	of    int       // boxes that index is drawn from, if all of those drawn take part; else 0
	w, h  []float64 // sizes, grown
	at    []float64 // reference points on one axis, see places
	index []uint32
	seen  []uint64
}

// take picks one box at random out of each of 1024 equal stretches. The choice
// depends on the number of boxes alone. all says that all boxes take part, which spares
// a look at each.
func (s *sample) take(b *Boxes, f *Filters, grow float64, all bool) {
	if s.w == nil {
		s.w, s.h = make([]float64, sampleSize), make([]float64, sampleSize)
		s.at, s.index = make([]float64, sampleSize), make([]uint32, sampleSize)
	}
	n := len(b.X)
	if !all || s.of != n || n == 0 {
		s.draw(b, f, n, all)
	}
	s.of = 0
	if all {
		s.of = n // which boxes are drawn depends on their number alone
	}
	index := s.index[:s.n]
	w, h := s.w[:len(index)], s.h[:len(index)]
	x0, y0, x1, y1 := b.MinX, b.MinY[:n], b.MaxX[:n], b.MaxY[:n]
	for k, i := range index {
		w[k] = float64(x1[i]) - float64(x0[i]) + 2*grow
		h[k] = float64(y1[i]) - float64(y0[i]) + 2*grow
	}
}

// draw says which of n boxes make the sample.
func (s *sample) draw(b *Boxes, f *Filters, n int, all bool) {
	m := min(n, sampleSize)
	at := 0
	each := uint64(n / max(m, 1))
	for k := range m {
		i := k // of no more boxes than that, all
		if n > sampleSize {
			i = int(uint64(k)*uint64(n)/sampleSize) + int(uint64(kernels.Mix32(uint32(k)+1))*each>>32)
		}
		if !all && (f.Skip != nil && f.Skip[i] || !usable(b, i)) {
			continue
		}
		s.index[at] = uint32(i)
		at++
	}
	s.n = at
}

// places returns the reference points of the sample on one axis. The arguments are that axis's
// columns. They hold until the next call.
func (s *sample) places(x []float64, x0, x1 []float32) []float64 {
	for k, i := range s.index[:s.n] {
		s.at[k] = strip.Reference(x[i], x0[i], x1[i])
	}
	return s.at[:s.n]
}

// means returns the mean width and height, a giant counting for no more than some medians. A
// median is known up to a factor of two, from a histogram of exponents; sizes of zero have no
// part in it. Both are computed in one loop, since each addition must wait for the one before.
func (s *sample) means() (w, h float64) {
	ws, hs := s.w[:s.n], s.h[:s.n]
	var wide, tall spread
	leastW, leastH := uint64(len(wide)), uint64(len(tall))
	for i, v := range ws {
		e, f := math.Float64bits(v)>>52, math.Float64bits(hs[i])>>52
		wide[e]++
		tall[f]++
		leastW, leastH = min(leastW, e), min(leastH, f)
	}
	mostW, mostH := giantFactor*wide.median(leastW, len(ws)), giantFactor*tall.median(leastH, len(hs))
	for i, v := range ws {
		w += min(v, mostW)
		h += min(hs[i], mostH)
	}
	n := float64(max(len(ws), 1))
	return w / n, h / n
}

// spread counts sizes by exponent. Exponent 0 is that of sizes of zero alone: no other difference
// of two float32 is so small.
type spread [2048]uint16

// median returns the median of n sizes, up to a factor of two and without zeroes; 0 if all are
// zero. The least exponent is given.
func (c *spread) median(least uint64, n int) float64 {
	some := n - int(c[0])
	if some == 0 {
		return 0
	}
	c[0] = 0
	e := least
	for seen := 0; seen*2 < some; e++ {
		seen += int(c[e])
	}
	return math.Float64frombits(e << 52)
}

// countWorlds estimates how many worlds n boxes lie in.
func (s *sample) countWorlds(f *Filters, n int) int {
	const slots = 4 * sampleSize
	s.seen = scratch.Resize(s.seen, slots)
	clear(s.seen)
	distinct := 0
	for _, i := range s.index[:s.n] {
		w := f.World[i]
		h := kernels.Mix32(w)
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
