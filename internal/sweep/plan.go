// SPDX-License-Identifier: MIT

package sweep

import "daylight/internal/hash"

// Tuned by measurement, see doc.go. They are the same for every instruction set,
// because the order of the pairs depends on them.
const (
	stripHeight = 5    // height of a strip in mean heights of boxes
	cellWidth   = 0.25 // width of a cell in mean widths

	// Strips are raised until the strip of a box holds fullRows boxes on average, if it is
	// less than thinRows and there are manyBuckets: a strip costs as much as some fifty rows
	// before any row is looked at.
	thinRows, fullRows, manyBuckets = 48, 64, 256
)

// plan is what a frame's phases need to know.
type plan struct {
	n        int // boxes
	present  int // how many of them take part
	grow     float64
	careful  bool   // see axis
	swapped  bool   // strips stand upright: x and y change places
	raised   bool   // strips were thin
	along    bool   // rows are in the order of their lower sides, not of their left ones
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
	p.n = len(b.X)
	s.take(b, filters, p.grow, e.n == len(b.X))
	p.fit(b, e, s)
	p.worlds = 1
	if filters.World != nil && e.minWorld < e.maxWorld {
		p.worlds = min(s.countWorlds(filters, max(e.n, 1)), int(min(uint64(e.maxWorld-e.minWorld)+1, maxBoxes)))
	}
	p.present, p.minWorld, p.span = e.n, e.minWorld, uint64(e.maxWorld-e.minWorld)+1
	p.scatter = uint64(e.maxWorld-e.minWorld) >= 2*uint64(p.worlds)
	p.divide()
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
	// Offsets much longer than the extent would make rounding errors of half a
	// quantum and more.
	if (float64(e.reach)+p.grow)*max(p.x.scale, p.y.scale)*slack > 0.125 {
		p.careful = true
	}
	p.shift, p.raised, p.along = p.y.shift, false, false
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
// a bucket, since a comparison shows of which strip a box is; so memory is bounded, whatever the
// extent.
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
		w = hash.Mix32(w)
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
	p.along = height > 2*size(&p.x, p.x.top, cellWidth)
}
