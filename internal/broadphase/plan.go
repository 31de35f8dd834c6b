// SPDX-License-Identifier: MIT

package broadphase

import (
	"math"
	"math/bits"
	"slices"

	"daylight/internal/kernels"
)

// Tuned by measurement, see doc.go. They are the same for every instruction set,
// because the order of the pairs depends on them.
const (
	stripHeight = 5    // height of a strip in mean heights of boxes
	cellWidth   = 0.25 // width of a cell in mean widths

	// Strips are raised until the strip of a box holds fullRows boxes on average, if it is
	// less than thinRows and there are manyBuckets: a strip costs as much as some fifty rows
	// before any row is looked at.
	thinRows, fullRows, manyBuckets = 48, 64, 256

	// Up to wholeBoxes boxes of one world lie in a single strip of 1<<wholeCells cells or twice as
	// many: to plan strips, to count and to deal takes longer than to compare all that share some
	// x.
	wholeBoxes, wholeCells = 128, 6

	// Worlds lie beside each other in strips of besideRows boxes if there are manyWorlds that hold
	// no more than besideBoxes on average. Each gets a bucket; there is at most one bucket for
	// besideShare boxes. crowdedWorlds is how many boxes the world of a box holds on average at
	// most.
	manyWorlds, besideBoxes, besideShare, besideRows, crowdedWorlds = 4, 96, 4, 512, 256
)

// plan is what a frame's phases need to know.
type plan struct {
	n        int // boxes
	present  int // how many of them take part
	grow     float64
	careful  bool   // see axis
	swapped  bool   // strips stand upright: x and y change places
	raised   bool   // strips were thin
	beside   bool   // each bucket is a world, and a strip is several buckets
	sorted   bool   // all boxes take part and lie in order of their worlds
	one      bool   // there is a single strip, which boxes need not be dealt into
	byY      bool   // rows are in the order of their lower sides, not of their left ones
	x, y     axis   // along and across the strips
	shift    uint   // a strip is 1<<shift codes of y; arrange may raise it
	strips   int    // of one world
	mask     uint32 // buckets - 1
	folded   bool   // strips of one world share buckets
	minWorld uint32
	stride   uint32 // buckets from a world to the next
	scatter  bool   // world numbers are sparse
	worlds   int
	span     uint64 // numbers of worlds, from the least to the greatest
	single   bool   // no two worlds share a bucket
}

// choose chooses strips and cells for boxes that measured as e. It looks at a sample of 1024
// boxes and takes well under a millisecond.
func (p *plan) choose(b *Boxes, filters *Filters, e extent, s *sample) {
	p.n, p.present = len(b.X), e.n
	if p.whole(e) {
		return
	}
	s.take(b, filters, p.grow, e.n == len(b.X))
	p.fit(b, e, s)
	p.worlds = 1
	if filters.World != nil && e.minWorld < e.maxWorld {
		p.worlds = min(s.countWorlds(filters, max(e.n, 1)), int(min(uint64(e.maxWorld-e.minWorld)+1, maxBoxes)))
	}
	p.minWorld, p.span = e.minWorld, uint64(e.maxWorld-e.minWorld)+1
	p.scatter = uint64(e.maxWorld-e.minWorld) >= 2*uint64(p.worlds)
	if !p.layBeside(e) {
		p.divide()
	}
}

// all reports whether each box took part when the plan was made.
func (p *plan) all() bool { return p.present == p.n }

// layBeside gives each world a bucket of its own, if worlds are many and small and few numbers are
// missing: then no filter has to tell worlds apart. It reports whether it did.
func (p *plan) layBeside(e extent) bool {
	p.beside = p.worlds >= manyWorlds && !p.scatter && p.present < besideBoxes*p.worlds && 1<<bits.Len64(p.span-1) <= p.n/besideShare
	p.sorted = e.sorted && p.present == p.n // a part without a participant has no extent
	if p.beside {
		p.strips, p.stride, p.mask = 1, 1, 1<<bits.Len64(p.span-1)-1
		p.shift = uint(bits.Len64(uint64(p.y.top) + 1)) // no upper side is beyond the first strip
		p.single, p.folded, p.raised = true, false, true
	}
	return p.beside
}

// takeApart undoes layBeside.
func (p *plan) takeApart() {
	p.beside, p.raised, p.shift = false, false, p.y.shift
	p.divide()
}

// whole plans a single strip if boxes are few, of one world, and not tiny beside their extent. It
// reports whether it did.
func (p *plan) whole(e extent) bool {
	wide, tall, size := e.maxX-e.minX, e.maxY-e.minY, float64(e.reach)+p.grow
	p.one = p.n <= wholeBoxes && e.n > 0 && e.minWorld == e.maxWorld && size > 0x1p-20*max(wide, tall)
	if !p.one {
		return false
	}
	*p = plan{n: p.n, present: e.n, grow: p.grow, one: true, single: true, swapped: tall > wide, strips: 1, worlds: 1, span: 1,
		minWorld: e.minWorld, stride: 1, x: p.x, y: p.y}
	if p.swapped {
		e.minX, e.maxX, e.minY, e.maxY = e.minY, e.maxY, e.minX, e.maxX
	}
	linear := func() []float64 { return nil }
	p.x.fit(e.minX, e.maxX+size, 0, size, linear)
	p.y.fit(e.minY, e.maxY+size, 0, size, linear)
	p.x.shift = 30 - wholeCells
	return true
}

// fit maps both axes to codes and decides which way strips run.
func (p *plan) fit(b *Boxes, e extent, s *sample) {
	wide, tall := e.maxX-e.minX, e.maxY-e.minY
	w, h := s.means()
	// Strips lie flat unless there would be few of them and many upright ones.
	rows, columns := strips(tall, h), strips(wide, w)
	p.swapped = columns > 4*rows && rows < max(16, float64(e.n)/4096)
	x := func() []float64 { return s.places(b.X, b.MinX, b.MaxX) }
	y := func() []float64 { return s.places(b.Y, b.MinY, b.MaxY) }
	if p.swapped {
		e.minX, e.maxX, e.minY, e.maxY = e.minY, e.maxY, e.minX, e.maxX
		w, h, x, y = h, w, y, x
	}
	p.careful = p.x.fit(e.minX, e.maxX, w*cellWidth, w, x)
	if p.y.fit(e.minY, e.maxY, h*stripHeight, h, y) {
		p.careful = true
	}
	p.careful = p.careful || !p.exact(e)
	p.shift, p.raised, p.byY = p.y.shift, false, false
}

// exact reports whether the plain map of boxes to codes will do. Offsets much longer than the
// extent would make rounding errors of half a quantum and more.
func (p *plan) exact(e extent) bool {
	return (float64(e.reach)+p.grow)*max(p.x.scale, p.y.scale)*slack <= 0.125
}

// strips returns about how many strips an extent gives.
func strips(extent, mean float64) float64 {
	if extent <= 0 {
		return 1
	}
	return min(extent/max(mean*stripHeight, extent*0x1p-20), 0x1p20) + 1
}

// divide decides how many buckets there are: enough for the strips of every world, as
// long as a bucket holds eight boxes on average, or 16 where strips were thin. Strips may share
// a bucket, since a comparison shows the strip of a box. So memory is bounded for any extent.
func (p *plan) divide() {
	p.strips = int(p.y.top)>>p.shift + 1
	want := uint64(p.strips) * uint64(p.worlds)
	m, most := uint64(4), uint64(p.n)/8
	if p.raised {
		most /= 2
	}
	for m < want && m*2 <= most {
		m *= 2
	}
	p.mask = uint32(m - 1)
	p.folded = uint64(p.strips) > m
	p.stride = uint32(p.strips) | 1 // not even: no two of m worlds in a row begin in one bucket
	p.single = !p.scatter && !p.folded && p.span*uint64(p.stride) <= m
}

// first returns the number of strip 0 of a world, before the mask.
func (p *plan) first(world uint32) uint32 {
	w := world - p.minWorld
	if p.scatter {
		w = kernels.Mix32(w)
	}
	return w * p.stride
}

// raise makes thin strips taller by a power of two. If they are then taller than the scene is
// wide, in mean sizes of boxes, they are swept upward.
func (p *plan) raise(by uint) {
	p.shift, p.raised = p.shift+by, true
	p.divide()
	size := func(a *axis, codes, unit float64) float64 { return unit * codes / float64(uint64(1)<<a.shift) }
	height := size(&p.y, min(float64(uint64(1)<<p.shift), p.y.top), stripHeight)
	p.byY = height > 2*size(&p.x, p.x.top, cellWidth)
}

const (
	// topCode is the greatest code of a lower side; an upper side has one more.
	topCode = 1<<30 - 2
	// slack is a bound on the relative error of a coordinate that three roundings
	// made, with some to spare.
	slack = 0x1p-51
)

// axis maps coordinates on one axis to codes, int32 in [0, topCode+1], such that
// boxes which overlap still do. Codes need have no other property, so they need not
// be linear. They may clamp giants and all coordinates beyond the window.
//
// A lower side maps to floor(c) and an upper side to floor(c)+1, c being the map of
// the computed coordinate: computed coordinates may be wrong by less than half a
// quantum, then floor(c)+1 of the higher of two is still not below floor(c') of the
// lower. Where errors may be greater (see plan.careful) sides are moved outward by a
// bound on the error first.
type axis struct {
	origin float64
	scale  float64 // codes per unit
	top    float64
	pieces []piece // at least one; only the careful map looks at them
	shift  uint    // a strip, or a cell, is 1<<shift codes
}

// piece is one straight stretch of a map: from is relative to the origin, base is the
// code there. It ends where the next begins, at the next's base. Pieces ascend.
type piece struct {
	from, scale, base float64
}

// careful maps a box whose anchor is d beyond the origin, with every error accounted
// for and through the pieces.
func (a *axis) careful(d float64, min, max float32, grow float64) (lo, hi int32) {
	u, v := float64(min), float64(max)
	e := math.Abs(d) + grow
	v0 := d + u - grow - float64((e+math.Abs(u))*slack)
	v1 := d + v + grow + float64((e+math.Abs(v))*slack)
	return a.code(v0), a.code(v1) + 1
}

// code maps a coordinate relative to the origin. Every step is monotone, rounding
// included, and pieces do not overlap, so the whole is.
func (a *axis) code(v float64) int32 {
	lo, hi := 0, len(a.pieces)
	for hi-lo > 1 {
		m := int(uint(lo+hi) / 2)
		if a.pieces[m].from <= v {
			lo = m
		} else {
			hi = m
		}
	}
	p, end := &a.pieces[lo], a.top
	if lo+1 < len(a.pieces) {
		end = a.pieces[lo+1].base
	}
	return int32(max(min(p.base+float64((v-p.from)*p.scale), end), 0))
}

// fit chooses a map for reference points in [lo, hi] and strips (or cells) of about
// unit, both in the caller's units; a unit of 0 leaves the size of a strip open. mean
// is the mean size of a box, sample returns the reference points of a sample, which fit
// sorts, if it needs them.
//
// The plain map is linear: unit is a power of two of quanta, as many as make the
// whole fit. If boxes are then not much larger than a quantum, which takes either
// points or a scene that is nearly empty (a few shapes have run away), the map
// follows the sample: it is linear with a finer quantum wherever the sample has
// points, and compresses what lies between.
func (a *axis) fit(lo, hi, unit, mean float64, sample func() []float64) (bent bool) {
	// One step outward makes up for the rounding of reference points.
	lo, hi = math.Nextafter(lo, math.Inf(-1)), math.Nextafter(hi, math.Inf(1))
	extent := math.Nextafter(hi-lo, math.Inf(1))
	a.origin = lo
	a.shift, a.scale = pointShift, topCode/max(extent, 0x1p-900)
	k := 0
	if unit > 0 {
		unit = max(unit, 0x1p-900)
		k = finest(extent, unit)
		a.shift, a.scale = uint(max(k, 0)), math.Ldexp(1/unit, k)
	}
	a.top = math.Floor(min(extent*a.scale, topCode)) + 1
	a.pieces = append(a.pieces[:0], piece{scale: a.scale})
	if mean*a.scale >= 64 || extent <= 0x1p-900 {
		return false
	}
	at := sample()
	return len(at) > 0 && a.bend(lo, hi, unit, mean, k, at)
}

// pointShift is what a strip of boxes of no size is: 1024 codes, a 2^-20 of the
// extent.
const pointShift = 10

// finest returns the greatest k, up to 30, for which 2^k codes a unit cover the extent.
func finest(extent, unit float64) int {
	k := min(30, 31+math.Ilogb(unit)-math.Ilogb(extent))
	for math.Ldexp(extent, k) > unit*topCode {
		k--
	}
	return k
}

// bend replaces the plain map by one that follows the sample, if that makes the
// quantum at least four times finer where most of the sample lies: fine enough for
// boxes to be 1024 quanta, no finer, so that as little as may be is compressed.
//
// The origin moves to the middle of the sample: what is far from it, and so loses
// digits, should be the few.
func (a *axis) bend(lo, hi, unit, mean float64, k int, at []float64) bool {
	slices.Sort(at)
	origin := at[len(at)/2]
	gap := func(i int) (from, to float64) {
		from, to = lo, hi
		if i > 0 {
			from = min(max(at[i-1], lo), hi)
		}
		if i < len(at) {
			to = min(max(at[i], lo), hi)
		}
		return from - origin, to - origin
	}
	// A gap in the sample gets at most so many codes, so that all gaps that need more
	// share half of the codes at most.
	most := float64(1<<29) / float64(len(at)+1)
	fits := func(scale float64) bool {
		sum, straight := 0.0, 0
		for i := range len(at) + 1 {
			from, to := gap(i)
			codes := float64((to - from) * scale)
			if codes <= most {
				straight++
			}
			sum += min(codes, most)
		}
		return sum < topCode-2 && 2*straight > len(at)
	}
	scale := a.scale
	for (unit == 0 || k < 30) && mean*scale < 1024 {
		finer := scale * 2
		if finer > 0x1p900 || !fits(finer) {
			break
		}
		scale, k = finer, k+1
	}
	if scale < 4*a.scale {
		return false
	}
	if unit > 0 {
		a.shift = uint(max(k, 0))
	}
	a.scale, a.origin = scale, origin
	a.pieces = a.pieces[:0]
	base, straight := 0.0, false
	for i := range len(at) + 1 {
		from, to := gap(i)
		if to <= from {
			continue
		}
		codes := float64((to - from) * scale)
		switch {
		case codes > most:
			codes, straight = most, false
			a.pieces = append(a.pieces, piece{from, most / (to - from), base})
		case !straight:
			straight = true
			a.pieces = append(a.pieces, piece{from, scale, base})
		}
		base += codes
	}
	a.top = math.Floor(base) + 1
	return true
}
