// SPDX-License-Identifier: MIT

package batch

import (
	"slices"
	"unsafe"

	"daylight/internal/kernels"
	"daylight/internal/scratch"
)

// listing is what was found when a list was made.
type listing struct {
	fattened fattened
	strips   []listStrip
	parts    []listPart // of each worker: what it found
	lead     int        // steps from the one that noted the poses to the first that the list served
}

func (g *listing) count() (n int) {
	for k := range g.parts {
		n += len(g.parts[k].pairs)
	}
	return n
}

func (g *listing) bytes() int64 {
	n := g.fattened.bytes() + int64(cap(g.strips))*int64(unsafe.Sizeof(listStrip{}))
	for k := range g.parts {
		n += g.parts[k].bytes()
	}
	return n
}

// reset prepares for strips to be added by so many workers.
func (g *listing) reset(strips, workers int) {
	g.strips = scratch.Resize(g.strips, strips)
	for len(g.parts) < workers {
		g.parts = append(g.parts, listPart{})
	}
	for k := range g.parts {
		g.parts[k].reset()
	}
}

// roomForRows reserves what so many rows take.
func (g *listing) roomForRows(j *job, rows int) error {
	each, n := int64(keptRowBytes), grown(rows)
	if j.cfg.onTorus() {
		each++
	}
	for k := range g.parts {
		n -= int64(cap(g.parts[k].rows.IDs))
	}
	return j.take(max(0, each*n))
}

// add sweeps one strip of fattened AABBs and lists its candidates.
func (g *listing) add(w *worker, j *job, k int) error {
	p := &g.parts[w.number]
	weight := j.timed(k, j.frame.Rows(k), j.frame.Strips())
	begun := j.clock(weight)
	row := len(p.rows.Slots)
	slots, most := w.keepStrip(j, k, &p.rows)
	loaded := j.clock(weight)
	w.times.Load += loaded - begun
	s := &g.strips[k]
	*s = listStrip{part: w.number, row: row, rows: len(slots), pair: len(p.pairs), kind: len(p.kinds), last: len(p.kinds), most: most}
	if len(slots) == 0 {
		return nil
	}
	if j.cfg.onTorus() {
		s.images = slices.ContainsFunc(p.rows.Image[row:], func(image uint8) bool { return image != 0 })
	}
	s.span(slots)
	for more := true; more; {
		var pairs []kernels.Pair
		pairs, more = w.next(j)
		if err := p.reservePairs(j, len(pairs)); err != nil {
			return err
		}
		p.pairs = append(p.pairs, pairs...)
		if ended, err := j.ended(); ended {
			return err
		}
	}
	if class, one := j.oneClass(); !one {
		p.arrange(s, &w.bins)
	} else if n := len(p.pairs) - s.pair; n > 0 {
		p.kinds = append(p.kinds, listKind{class, class, 0, uint32(n)})
		s.last++
	}
	if s.hinted(j.cfg) {
		if err := p.reserveAxes(j); err != nil {
			return err
		}
		p.axes = p.axes[:len(p.pairs)]
		clear(p.axes[s.pair:])
	}
	w.times.Sweep += j.clock(weight) - loaded
	return nil
}
