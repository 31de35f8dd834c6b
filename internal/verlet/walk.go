// SPDX-License-Identifier: MIT

package verlet

import (
	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/internal/step"
)

// makeStrip sweeps one strip of fattened AABBs, lists its candidates, and decides them.
func (l *List) makeStrip(w *step.Worker, j *step.Job, k int) error {
	if err := l.listing.add(w, j, k); err != nil {
		return err
	}
	return l.walk(w, j, k)
}

// useStrip decides the candidates of a strip of the list, or some of the entries' behind those.
func (l *List) useStrip(w *step.Worker, j *step.Job, k int) error {
	if n := len(l.strips); k >= n {
		pairs := l.entries.pairs[(k-n)*entriesAtOnce:]
		return w.DecideSlots(j, pairs[:min(len(pairs), entriesAtOnce)])
	}
	return l.walk(w, j, k)
}

// timedRows is how many rows a strip of a list has at least to be timed: less work takes hardly
// longer than reading the clock.
const timedRows = 64

// walk decides the listed candidates of a strip.
func (l *List) walk(w *step.Worker, j *step.Job, k int) error {
	s := &l.strips[k]
	p := &l.parts[s.part]
	if l.entries.touches(s) {
		p.remove(s, l.entries.removed)
	}
	if s.kind == s.last {
		return nil
	}
	weight := j.Timed(k, s.rows, len(l.strips))
	if s.rows < timedRows {
		weight = 0
	}
	begun := j.Clock(weight)
	rows := p.rows.Window(s.row, s.row+s.rows)
	if !s.images {
		rows.Image = nil
	}
	w.Borrow(j, &rows, s.most, s.dead)
	defer w.GiveBack()
	loaded := j.Clock(weight)
	w.Times.Load += loaded - begun
	hinted := s.hinted(j.Cfg)
	for _, kind := range p.kinds[s.kind:s.last] {
		at := s.pair + int(kind.at)
		var axes []pair.Axis
		if hinted && kind.a != kernels.Circle && kind.b == kernels.Polygon {
			axes = p.axes[at:][:kind.n]
		}
		if err := w.DecideKept(j, kind.a, kind.b, p.pairs[at:][:kind.n], axes, l.pairs); err != nil {
			return err
		}
	}
	w.Times.Narrow += j.Clock(weight) - loaded
	return nil
}
