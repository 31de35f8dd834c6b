// SPDX-License-Identifier: MIT

package broadphase

import (
	"fmt"
	"math"

	"daylight/kernels"
)

// Tuned by measurement, see doc.go. They are the same for every instruction set,
// because the order of the pairs depends on them.
const (
	stripHeight = 5    // height of a strip in mean heights of boxes
	cellWidth   = 0.25 // width of a cell in mean widths
	sampleSize  = 1024
	// giantFactor: in the mean size a box counts for at most so many medians.
	giantFactor = 128
)

// Sweep finds the pairs of overlapping boxes. The zero value is ready. It owns its
// scratch, which grows as needed and is used again in the next frame; a frame's
// result is a function of that frame's input alone. The package comment says which
// calls make up a frame and which of them may run at the same time.
type Sweep struct {
	f         Filters // of the frame in hand
	b         Boxes
	plan      plan
	boxes     []kernels.Codes // one left out has Y0 < 0
	counts    []uint32        // parts x buckets: boxes of a part in a bucket, then places
	parts     []part
	starts    []uint32 // buckets + 1
	entries   []uint32
	sample    sample
	quantised bool
	work      Work // of AppendPairs
}

// plan is what a frame's phases need to know.
type plan struct {
	n, left  int // boxes, and how many are left out
	parts    int
	grow     float64
	careful  bool   // see axis
	swapped  bool   // strips stand upright: x and y change places
	x, y     axis   // along and across the strips
	shift    uint   // a strip is 1<<shift codes of y; Arrange may raise it
	strips   int    // of one world
	mask     uint32 // buckets - 1
	folded   bool   // strips of one world share buckets
	minWorld uint32
	stride   uint32 // buckets from a world to the next
	scatter  bool   // world numbers are sparse
	worlds   int
}

// Plan begins a frame: it chooses strips and cells for boxes that measured as e (the
// union over all of them; one of other boxes costs speed, not correctness). Every box
// grows by grow on each side. The boxes will be counted and scattered in so many
// parts. Plan is serial, looks at a sample of 1024 boxes and takes well under a
// millisecond.
//
// It refuses columns of unequal length, a grow that is negative, infinite or NaN, and
// more than MaxBoxes boxes. Boxes are read until Count returns, filters until the
// last Load; neither may change until then.
func (s *Sweep) Plan(b *Boxes, f *Filters, e Extent, grow float32, parts int) error {
	if err := b.check(); err != nil {
		return err
	}
	n := len(b.X)
	if err := f.check(n); err != nil {
		return err
	}
	if !(grow >= 0 && grow <= math.MaxFloat32) {
		return fmt.Errorf("broadphase: boxes cannot grow by %v: give a finite number of at least 0", grow)
	}
	if parts < 1 {
		return fmt.Errorf("broadphase: %d parts: give at least 1", parts)
	}
	s.b = *b
	s.f = Filters{}
	if f != nil {
		s.f = *f
	}
	s.quantised = false
	p := &s.plan
	p.n, p.left, p.parts, p.grow = n, n-e.n, parts, float64(grow)

	s.sample.take(b, &s.f, p.grow)
	p.fit(e, &s.sample)
	p.worlds = 1
	if s.f.World != nil && e.minWorld < e.maxWorld {
		p.worlds = min(s.sample.countWorlds(&s.f, max(e.n, 1)), int(min(uint64(e.maxWorld-e.minWorld)+1, MaxBoxes)))
	}
	p.minWorld = e.minWorld
	p.scatter = uint64(e.maxWorld-e.minWorld) >= 2*uint64(p.worlds)
	p.divide()

	s.boxes = grown(s.boxes, n)
	s.parts = grown(s.parts, parts)
	s.reset()
	return nil
}

// fit maps both axes to codes and decides which way strips run.
func (p *plan) fit(e Extent, s *sample) {
	wide, tall := e.maxX-e.minX, e.maxY-e.minY
	w, h := mean(s.w[:s.n]), mean(s.h[:s.n])
	// Strips lie flat unless there would be few of them and many upright ones.
	rows, columns := strips(tall, h), strips(wide, w)
	p.swapped = columns > 4*rows && rows < max(16, float64(e.n)/4096)
	x, y := s.x[:s.n], s.y[:s.n]
	if p.swapped {
		e.minX, e.maxX, e.minY, e.maxY = e.minY, e.maxY, e.minX, e.maxX
		w, h, x, y = h, w, y, x
	}
	p.careful = p.x.fit(e.minX, e.maxX, w*cellWidth, w, x)
	if p.y.fit(e.minY, e.maxY, h*stripHeight, h, y) {
		p.careful = true
	}
	// Offsets much longer than the extent would make rounding errors of half a
	// quantum and more.
	if (float64(e.reach)+p.grow)*max(p.x.scale, p.y.scale)*slack > 0.125 {
		p.careful = true
	}
	p.shift = p.y.shift
}

// strips is about how many strips an extent gives.
func strips(extent, mean float64) float64 {
	if extent <= 0 {
		return 1
	}
	return min(extent/max(mean*stripHeight, extent*0x1p-20), 0x1p20) + 1
}

// divide decides how many buckets there are: enough for the strips of every world, as
// long as a bucket holds eight boxes on average. Strips that share a bucket are told
// apart by comparing, so buckets bound memory, whatever the extent.
func (p *plan) divide() {
	p.strips = int(p.y.top)>>p.shift + 1
	want := uint64(p.strips) * uint64(p.worlds)
	m := uint64(4)
	for m < want && m*2 <= uint64(p.n)/8 {
		m *= 2
	}
	p.mask = uint32(m - 1)
	p.folded = uint64(p.strips) > m
	p.stride = uint32(p.strips) | 1 // odd, so that no two of m worlds in a row begin in one bucket
}

// first is the number of strip 0 of a world, before the mask.
func (p *plan) first(world uint32) uint32 {
	w := world - p.minWorld
	if p.scatter {
		w = mix(w)
	}
	return w * p.stride
}

// mix permutes 32 bits at random (the finaliser of MurmurHash3, public domain).
func mix(h uint32) uint32 {
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}

// sample is what Plan knows of the boxes beyond their extent.
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
	for k := range m {
		lo := int(uint64(k) * uint64(n) / uint64(m))
		i := lo + int(uint64(mix(uint32(k)+1))*uint64(n/m)>>32)
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

// mean is the mean size, a giant counting for no more than some medians. The median is known up to a factor of two, from a histogram of exponents;
// sizes of zero have no part in it.
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
	s.seen = grown(s.seen, slots)
	clear(s.seen)
	distinct := 0
	for _, i := range s.index[:s.n] {
		w := f.World[i]
		h := mix(w)
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

// grown returns a slice of length n, the old one if it is long enough. What it holds
// is unspecified.
func grown[T any](s []T, n int) []T {
	if cap(s) >= n {
		return s[:n]
	}
	return make([]T, n, n+n/4)
}
