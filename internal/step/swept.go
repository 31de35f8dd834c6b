// SPDX-License-Identifier: MIT

package step

import (
	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/internal/scratch"
)

// owners returns the slots of the entries of the strip in hand: a shape whose motion is cut into
// pieces has an entry for each.
func (w *rows) owners(j *Job, entries []uint32) []uint32 {
	t, f := &j.travel, &w.moved
	f.piece, f.more = f.piece[:0], f.more[:0]
	if len(t.owner) == 0 {
		w.loadMotion(j, entries)
		return entries
	}
	n := len(entries)
	f.slots, f.piece, f.more = scratch.Resize(f.slots, n), scratch.Resize(f.piece, n), scratch.Resize(f.more, n)
	for i, e := range entries {
		f.piece[i] = 0
		if k := int(e) - t.slots; k >= 0 {
			e, f.piece[i] = t.owner[k], t.piece[k]
		}
		f.slots[i], f.more[i] = e, t.more[e]
	}
	w.loadMotion(j, f.slots)
	return f.slots
}

// loadMotion gathers the motion of the shapes in some slots.
func (w *rows) loadMotion(j *Job, slots []uint32) {
	t, f := &j.travel, &w.moved
	n := len(slots)
	f.motion = scratch.Resize(f.motion[:0], n)
	for i, s := range slots {
		f.motion[i] = pair.Motion{DX: t.dx[s], DY: t.dy[s]}
	}
	if t.turn == nil {
		f.turn = nil
		return
	}
	f.turn = scratch.Resize(f.turn[:0], n)
	for i, s := range slots {
		f.turn[i] = t.turn[s]
	}
}

// decidePieces decides candidates, but for those of pieces that cannot meet.
func (w *Worker) decidePieces(j *Job, pairs []kernels.Pair) { w.decide(j, w.sift(pairs)) }

// sift removes the pairs of pieces that cannot meet: those of one shape, and those of different
// times.
func (w *rows) sift(pairs []kernels.Pair) []kernels.Pair {
	f := &w.moved
	if len(f.piece) == 0 {
		return pairs
	}
	n := 0
	for _, p := range pairs {
		pairs[n] = p
		if f.more[p.A]|f.more[p.B] == 0 {
			n++
			continue
		}
		i, j := uint32(f.piece[p.A]), uint32(f.piece[p.B])
		k, l := uint32(f.more[p.A])+1, uint32(f.more[p.B])+1
		n += kernels.One(f.slots[p.A] != f.slots[p.B] && i*l <= (j+1)*k && j*k <= (i+1)*l)
	}
	return pairs[:n]
}

// impacts gives the n contacts from at on the time 0, and finds the impacts of all other pairs.
func (w *Worker) impacts(j *Job, a, b kernels.Class, at, n int, pairs []kernels.Pair) {
	f := &w.moved
	ha, hb := w.hits.A[:n+1], w.hits.B[:n+1]
	ha[n] = ^uint32(0) // no row
	k, m := 0, 0
	for _, p := range pairs {
		w.apart[m] = p
		hit := kernels.One((ha[k]^p.A)|(hb[k]^p.B) == 0)
		k, m = k+hit, m+1-hit
	}
	w.out.Time = scratch.Resize(w.out.Time, at+n)
	clear(w.out.Time[at:])
	at = w.keep(at, n)
	if m == 0 {
		return
	}
	w.out.resize(at+m+kernels.Slack, true)
	w.out.Time = scratch.Resize(w.out.Time, at+m+kernels.Slack)
	w.impact = pair.ImpactArgs{
		Args:   pair.Args{Block: &w.Block, Pairs: w.apart[:m], Limit: j.Cfg.limitSep(), Out: w.hits},
		Motion: f.motion, Turn: f.turn,
		Time: w.out.Time[at:],
	}
	w.impact.Out.Sep, w.impact.Out.NX, w.impact.Out.NY = w.out.Depth[at:], w.out.NX[at:], w.out.NY[at:]
	n = j.Cfg.Table.Impacts.Of(a, b)(&w.impact)
	w.emit(j, at, n, true)
	if j.Cfg.Open {
		// Kernels compared with the float32 below the margin.
		for i := range w.out.Depth[at : at+n] {
			w.out.Depth[at+i] = 0 - j.Cfg.Margin
		}
	}
	w.out.Time = w.out.Time[:at+n]
	w.keep(at, n)
}

// keep removes those of the last n contacts, from at on, whose time lies in other pieces of the
// motion, which report them, too. It returns how many contacts there are then.
func (w *Worker) keep(at, n int) int {
	f, o := &w.moved, w.out
	if len(f.piece) == 0 {
		return at + n
	}
	to := at
	for i := range n {
		t := float64(o.Time[at+i])
		if a, b := w.hits.A[i], w.hits.B[i]; f.more[a]|f.more[b] == 0 || f.pieceAt(a, t) && f.pieceAt(b, t) {
			if to < at+i {
				o.A[to], o.B[to], o.Depth[to] = o.A[at+i], o.B[at+i], o.Depth[at+i]
				o.NX[to], o.NY[to], o.Time[to] = o.NX[at+i], o.NY[at+i], o.Time[at+i]
			}
			to++
		}
	}
	o.resize(to, true)
	o.Time = o.Time[:to]
	return to
}

// pieceAt reports whether time t lies in the piece of a row. The product is exact in float64.
func (f *rowMotion) pieceAt(row uint32, t float64) bool {
	k := int(f.more[row])
	return min(int(float64(t*float64(k+1))), k) == int(f.piece[row])
}
