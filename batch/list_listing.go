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
	each, n := int64(listRowBytes), grown(rows)
	if j.cfg.onTorus() {
		each++
	}
	for k := range g.parts {
		n -= int64(cap(g.parts[k].ids))
	}
	return j.take(max(0, each*n))
}

// add sweeps one strip of fattened AABBs and lists its candidates.
func (g *listing) add(w *worker, j *job, k int) error {
	p := &g.parts[w.number]
	weight := j.timed(k, j.frame.Rows(k), j.frame.Strips())
	begun := j.clock(weight)
	j.frame.Load(k, &w.loaded)
	loaded := j.clock(weight)
	w.times.load += loaded - begun
	slots := w.loaded.Slots
	if j.cfg.onTorus() {
		w.onTorus.Load(j.torus, slots)
		slots = w.onTorus.Slots
	}
	s := &g.strips[k]
	*s = listStrip{part: w.number, row: len(p.slots), rows: len(slots), pair: len(p.pairs), kind: len(p.kinds), last: len(p.kinds)}
	if len(slots) == 0 {
		return nil
	}
	p.slots = append(p.slots, slots...)
	p.ids = append(p.ids, idsOf(w.loaded.Keys)...)
	if j.cfg.onTorus() {
		p.image = append(p.image, w.onTorus.Image...)
		s.images = slices.ContainsFunc(w.onTorus.Image, func(image uint8) bool { return image != 0 })
	}
	s.span(slots)
	class, one := j.oneClass()
	if one {
		p.class = slices.Grow(p.class, len(slots))[:len(p.slots)]
		all := p.class[s.row:]
		for i := range all {
			all[i] = class
		}
	} else {
		for _, i := range slots {
			p.class = append(p.class, j.cols.Class[i])
		}
	}
	if j.cols.Count[kernels.Polygon] > 0 {
		for _, i := range slots {
			n := j.cols.Num[i]
			p.off, p.num = append(p.off, j.cols.Off[i]), append(p.num, n)
			p.core = append(p.core, j.cols.Reach[i])
			s.most = max(s.most, n)
		}
	}
	for more := true; more; {
		var pairs []kernels.Pair
		if pairs, more = w.loaded.Next(); j.cfg.onTorus() {
			pairs = w.onTorus.Once(pairs)
		}
		if err := p.reservePairs(j, len(pairs)); err != nil {
			return err
		}
		p.pairs = append(p.pairs, pairs...)
		if ended, err := j.ended(); ended {
			return err
		}
	}
	if !one {
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
	w.times.sweep += j.clock(weight) - loaded
	return nil
}
