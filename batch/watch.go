// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/scratch"
	"daylight/internal/simd"
	"daylight/internal/simd/isa"
	"daylight/internal/store"
)

// watch tells by a sample of the shapes whether a list of candidates would pay: it fattens
// their AABBs as for a list and counts who leaves. What it says depends on the shapes alone.
type watch struct {
	ids  []uint64
	now  store.Columns // of the sample
	fat  fat
	age  int // steps since the sample was taken
	left int
	over int // how many steps a list would have served until too many left; 0 if all
	wait int // steps in which it does not look
}

const (
	// One shape in watchShare is in the sample, so that a step that only looks takes a
	// hundredth more, but watchMost at most.
	watchShare, watchMost = 128, 1024
	watchFew              = 16  // shapes of a sample, or more
	watchLeast            = 512 // shapes that are worth a list
	watchLife             = 8   // steps for which it looks ahead
	watchShort            = 4   // steps that a list is to serve at least
	watchIdle             = 24  // steps in which it does not look, after it said no
	// watchGrowth is by how much the area of AABBs may grow: candidates do as much.
	watchGrowth = 2.5
)

// look looks at the shapes of a step, whose strips have so many rows on average. It returns how
// many steps a list had better serve, once it knows that one pays.
func (w *watch) look(t *isa.Table, st store.Store, c *store.Columns, rows int) (life int) {
	if w.wait > 0 {
		w.wait--
		return 0
	}
	n := len(c.X)
	if n < watchLeast {
		return 0
	}
	if w.age == 0 {
		w.begin(c)
	}
	if !w.gather(st, c) { // shapes went: begin again
		w.age = 0
		return 0
	}
	m := len(w.ids)
	switch {
	case w.age == 0:
		w.fat.resize(0)
		w.fat.resize(m)
		w.fat.look(&w.now, 0, m)
		w.left, w.over = 0, 0
	case w.age == 1:
		w.fat.fatten(t, &w.now, watchLife-1, 0, m)
	default:
		set := t.Outside(w.fat.outsides(&w.now), 0, m)
		before := w.left
		for k := range w.ids {
			if set[k/64]>>(k&63)&1 != 0 && !w.fat.absent(k) {
				w.left++
				w.fat.vanish(k)
			}
		}
		// One that leaves may be the only one.
		if leave := w.left - before - 1; w.over == 0 && leave > 0 && tooMany(n, rows, leave*n/m, before*n/m) {
			w.over = w.age - 1
		}
	}
	if w.age++; w.age <= watchLife {
		return 0
	}
	w.age = 0
	if life = w.life(m); life == 0 {
		w.wait = watchIdle
	}
	return life
}

func (w *watch) bytes() int64 { return (8 + fatBytes + 54) * int64(cap(w.ids)) }

// begin takes a sample: of each of so many equal stretches of slots the first.
func (w *watch) begin(c *store.Columns) {
	n := len(c.ID)
	m := max(min(n/watchShare, watchMost), watchFew)
	w.ids = scratch.Resize(w.ids, m)
	for k := range w.ids {
		w.ids[k] = c.ID[uint64(n)*uint64(k)/uint64(m)]
	}
	if d := &w.now; len(d.X) != m {
		*d = store.Columns{
			X: make([]float64, m), Y: make([]float64, m), RC: make([]float32, m), RS: make([]float32, m),
			P: make([]float32, m), Q: make([]float32, m), Reach: make([]float32, m),
			MinX: make([]float32, m), MinY: make([]float32, m), MaxX: make([]float32, m), MaxY: make([]float32, m),
			Class: make([]simd.Class, m), Skip: make([]bool, m),
		}
	}
}

// gather fetches what is to be known of the sample, and reports whether it is still there.
func (w *watch) gather(st store.Store, c *store.Columns) bool {
	d := &w.now
	for k, id := range w.ids {
		i, ok := st.Slot(id)
		if !ok {
			return false
		}
		d.X[k], d.Y[k], d.RC[k], d.RS[k] = c.X[i], c.Y[i], c.RC[i], c.RS[i]
		d.P[k], d.Q[k], d.Reach[k], d.Class[k], d.Skip[k] = c.P[i], c.Q[i], c.Reach[i], c.Class[i], c.Skip[i]
		d.MinX[k], d.MinY[k], d.MaxX[k], d.MaxY[k] = c.MinX[i], c.MinY[i], c.MaxX[i], c.MaxY[i]
	}
	return true
}

// life is for how many steps a list is to serve, by what was seen; 0 if none pays: if soon
// more left than a list bears, or AABBs grew too much. Where they hardly grow, a list serves
// longer.
func (w *watch) life(m int) int {
	wide, tall, fatWide, fatTall := 0.0, 0.0, 0.0, 0.0
	here := 0
	for k := range m {
		if w.now.Skip[k] || w.fat.absent(k) {
			continue
		}
		here++
		wide += float64(w.now.MaxX[k]) - float64(w.now.MinX[k])
		tall += float64(w.now.MaxY[k]) - float64(w.now.MinY[k])
		fatWide += float64(w.fat.maxX[k]) - float64(w.fat.minX[k])
		fatTall += float64(w.fat.maxY[k]) - float64(w.fat.minY[k])
	}
	if 2*here < m || w.over > 0 && w.over < watchShort {
		return 0
	}
	growth := fatWide / wide * (fatTall / tall)
	switch {
	case !(growth < watchGrowth):
		return 0
	case w.over > 0:
		return w.over
	case growth < 1.1:
		return 4 * watchLife
	case growth < 1.25:
		return 2 * watchLife
	}
	return watchLife
}
