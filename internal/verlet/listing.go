// SPDX-License-Identifier: MIT

package verlet

import (
	"slices"
	"unsafe"

	"daylight/internal/kernels"
	"daylight/internal/scratch"
	"daylight/internal/step"
)

// listing has the rows and candidates that were found when a list was made.
type listing struct {
	fattened fattened
	strips   []strip
	parts    []part // of each worker: what it found
	lead     int    // steps from the one that noted the poses to the first that the list served
}

func (g *listing) count() (n int) {
	for k := range g.parts {
		n += len(g.parts[k].pairs)
	}
	return n
}

func (g *listing) bytes() int64 {
	n := g.fattened.bytes() + int64(cap(g.strips))*int64(unsafe.Sizeof(strip{}))
	for k := range g.parts {
		n += g.parts[k].bytes()
	}
	return n
}

// reset prepares for strips to be added by so many workers.
func (g *listing) reset(strips, workers int) {
	g.strips = scratch.Resize(g.strips, strips)
	for len(g.parts) < workers {
		g.parts = append(g.parts, part{})
	}
	for k := range g.parts {
		g.parts[k].reset()
	}
}

// roomForRows reserves what so many rows take.
func (g *listing) roomForRows(j *step.Job, rows int) error {
	each, n := int64(step.KeptRowBytes), step.Grown(rows)
	if j.Cfg.OnTorus() {
		each++
	}
	for k := range g.parts {
		n -= int64(cap(g.parts[k].rows.IDs))
	}
	return j.Take(max(0, each*n))
}

// add sweeps one strip of fattened AABBs and lists its candidates.
func (g *listing) add(w *step.Worker, j *step.Job, k int) error {
	p := &g.parts[w.Number]
	weight := j.Timed(k, j.Frame.Rows(k), j.Frame.Strips())
	begun := j.Clock(weight)
	row := len(p.rows.Slots)
	slots, most := w.KeepStrip(j, k, &p.rows)
	loaded := j.Clock(weight)
	w.Times.Load += loaded - begun
	s := &g.strips[k]
	*s = strip{part: w.Number, row: row, rows: len(slots), pair: len(p.pairs), kind: len(p.kinds), last: len(p.kinds), most: most}
	if len(slots) == 0 {
		return nil
	}
	if j.Cfg.OnTorus() {
		s.images = slices.ContainsFunc(p.rows.Image[row:], func(image uint8) bool { return image != 0 })
	}
	s.span(slots)
	for more := true; more; {
		var pairs []kernels.Pair
		pairs, more = w.Next(j)
		if err := p.reservePairs(j, len(pairs)); err != nil {
			return err
		}
		p.pairs = append(p.pairs, pairs...)
		if ended, err := j.Ended(); ended {
			return err
		}
	}
	if class, one := j.OneClass(); !one {
		p.arrange(s, &w.Bins)
	} else if n := len(p.pairs) - s.pair; n > 0 {
		p.kinds = append(p.kinds, kind{class, class, 0, uint32(n)})
		s.last++
	}
	if s.hinted(j.Cfg) {
		if err := p.reserveAxes(j); err != nil {
			return err
		}
		p.axes = p.axes[:len(p.pairs)]
		clear(p.axes[s.pair:])
	}
	w.Times.Sweep += j.Clock(weight) - loaded
	return nil
}
