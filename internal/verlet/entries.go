// SPDX-License-Identifier: MIT

package verlet

import (
	"slices"

	"daylight/internal/broadphase"
	"daylight/internal/kernels"
	"daylight/internal/scratch"
	"daylight/internal/step"
	"daylight/internal/store"
)

// entriesAtOnce is how many pairs of entries a worker takes at a time.
const entriesAtOnce = step.Flush / 2

// entries are the shapes that were entered in the list since it was made, because they are new or
// escaped from their fattened AABBs. They have new fattened AABBs, and pairs of their own.
type entries struct {
	slots    []uint32
	since    []int32        // how old the list was when each was entered
	pairs    []kernels.Pair // of slots
	escaped  []uint32       // slots that escaped in this step, in order; some hold no shape any more
	unplaced []uint32       // those of escaped whose former strips are unknown, in order
	before   []int32        // how old the list was when the pose of each of escaped was noted
	removed  slotSet        // slots that are not in the list as it was made
	near     []uint32       // scratch of enter
	again    int            // how many of escaped are to be entered again
}

func (e *entries) reset(slots int) {
	e.slots, e.since, e.pairs, e.again = e.slots[:0], e.since[:0], e.pairs[:0], 0
	e.escaped, e.unplaced = e.escaped[:0], e.unplaced[:0]
	e.removed = scratch.Resize(e.removed[:0], (slots+63)/64)
	clear(e.removed)
}

// grow makes room for so many slots.
func (e *entries) grow(slots int) {
	if words := (slots + 63) / 64; words > len(e.removed) {
		from := len(e.removed)
		e.removed = scratch.Resize(e.removed, words)
		clear(e.removed[from:])
	}
}

func (e *entries) bytes() int64 {
	return 4*int64(cap(e.slots)+cap(e.since)+cap(e.escaped)+cap(e.unplaced)+cap(e.before)+cap(e.near)) + 8*int64(cap(e.pairs)+cap(e.removed))
}

// noteChanged notes the slots that now hold other shapes, or shapes with other attributes. They are
// removed, and entered again if they still exist. Their former strips are unknown.
func (e *entries) noteChanged(f *fattened, slots []uint32, n int) {
	for _, i := range slots {
		if int(i) < n {
			f.clear(int(i))
		}
		if int(i) < 64*len(e.removed) {
			e.escaped = append(e.escaped, i)
		}
	}
	e.unplaced = append(e.unplaced, e.escaped...)
	slices.Sort(e.unplaced)
}

// sift drops the escaped slots, from first on, that are removed already and cannot be entered. It
// counts the slots to enter again.
func (e *entries) sift(f *fattened, cols *store.Columns, first int) {
	n := first
	for _, i := range e.escaped[first:] {
		e.escaped[n] = i
		switch {
		case !cols.Skip[i]:
			n++
			e.again++
		case !f.absent(int(i)) || !e.removed.has(i):
			n++
		}
	}
	e.escaped = e.escaped[:n]
}

// lots is how many times a worker takes pairs of entries until there are none left.
func (e *entries) lots() int { return (len(e.pairs) + entriesAtOnce - 1) / entriesAtOnce }

// order puts the escaped slots in order, each once.
func (e *entries) order() {
	slices.Sort(e.escaped)
	e.escaped = slices.Compact(e.escaped)
}

// touches reports whether a strip may have rows of shapes that escaped in this step.
func (e *entries) touches(s *strip) bool {
	if s.dirty {
		return true
	}
	k, _ := slices.BinarySearch(e.unplaced, s.lo)
	return k < len(e.unplaced) && e.unplaced[k] <= s.hi
}

// removeEscaped takes the escaped slots out of the entries and their pairs, and notes that they are
// to be taken out of strips. The poses of others than entries were noted lead steps before the list
// was new.
func (e *entries) removeEscaped(lead int) {
	e.before = scratch.Resize(e.before, len(e.escaped))
	for k := range e.before {
		e.before[k] = -int32(lead)
	}
	for _, i := range e.escaped {
		e.removed.put(i)
	}
	n := 0
	for k, i := range e.slots {
		if at, escaped := slices.BinarySearch(e.escaped, i); escaped {
			e.before[at] = e.since[k]
			continue
		}
		e.slots[n], e.since[n] = i, e.since[k]
		n++
	}
	e.slots, e.since = e.slots[:n], e.since[:n]
	if len(e.escaped) == 0 {
		return
	}
	// A pair has an entry and another shape, which may also have escaped.
	n = 0
	for _, p := range e.pairs {
		e.pairs[n] = p
		_, a := slices.BinarySearch(e.escaped, p.A)
		_, b := slices.BinarySearch(e.escaped, p.B)
		if !a && !b {
			n++
		}
	}
	e.pairs = e.pairs[:n]
}

// extrapolate moves the noted poses of entries back to when those of all others were noted, as if
// they had moved evenly since. Turns is false for lists that are made at once, to keep their order
// of pairs.
func (e *entries) extrapolate(f *fattened, c *store.Columns, age, lead int, turns bool) {
	for k, i := range e.slots {
		if int(i) < len(c.X) && int(e.since[k]) > -lead && int(e.since[k]) < age {
			more := float64(age+lead) / float64(age-int(e.since[k]))
			f.x[i] = c.X[i] - float64((c.X[i]-f.x[i])*more)
			f.y[i] = c.Y[i] - float64((c.Y[i]-f.y[i])*more)
			if turns {
				f.c[i] = c.RC[i] - float32((c.RC[i]-f.c[i])*float32(more))
				f.s[i] = c.RS[i] - float32((c.RS[i]-f.s[i])*float32(more))
			}
		}
	}
}

// enter gives the k-th escaped slot an AABB for the rest of a list's life, and finds its pairs. If
// slots were reordered since, inverse gives their present numbers.
func (e *entries) enter(j *step.Job, f *fattened, on *places, life, age int, inverse []uint32, k int) error {
	i := e.escaped[k]
	if int(i) >= len(j.Cols.X) {
		return nil
	}
	f.fattenBoth(j.Cfg.Table, &j.Cols, float32(life-1-age)/float32(age-int(e.before[k])), int(i))
	if f.absent(int(i)) {
		return nil
	}
	if f.circles != nil {
		if f.fit(&j.Cols, int(i), int(i)+1); !f.circles.Fit(f.minX[i], f.minY[i], f.maxX[i], f.maxY[i]) {
			return j.Misfit(int(i))
		}
		f.place(int(i))
		on.x[i], on.y[i] = f.placedX[i], f.placedY[i]
	}
	near := e.meet(j, f, on, inverse, i)
	n := len(near)
	if need := len(e.pairs) + n; need > cap(e.pairs) {
		if err := j.Take(pairBytes * (step.Grown(need) - int64(cap(e.pairs)))); err != nil {
			return err
		}
		e.pairs = append(make([]kernels.Pair, 0, step.Grown(need)), e.pairs...)
	}
	id := j.Cols.ID
	for _, o := range near {
		p := kernels.Pair{A: i, B: o}
		if id[o] < id[i] {
			p = kernels.Pair{A: o, B: i}
		}
		e.pairs = append(e.pairs, p)
	}
	e.slots, e.since = append(e.slots, i), append(e.since, int32(age))
	return nil
}

// meet returns the slots whose fattened AABBs meet that of slot i, in order.
func (e *entries) meet(j *step.Job, f *fattened, on *places, inverse []uint32, i uint32) []uint32 {
	near, world := e.near[:0], j.WorldOf(i)
	if f.circles != nil {
		near = on.appendNear(near, j, f, int(i), world)
	} else {
		boxes := f.boxes()
		near = j.Frame.AppendNear(near, &boxes, int(i), world)
	}
	if inverse != nil {
		for n, o := range near {
			near[n] = inverse[o]
		}
	}
	near = slices.DeleteFunc(near, e.removed.has)
	near = append(near, e.slots...)
	grow, n := float64(j.Cfg.ListGrow()), 0
	for _, o := range near {
		near[n] = o
		if f.touch(int(i), int(o), grow) && broadphase.Meet(&j.Filters, int(i), int(o)) {
			n++
		}
	}
	e.near = near
	slices.Sort(near[:n])
	return near[:n]
}
