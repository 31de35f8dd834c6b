// SPDX-License-Identifier: MIT

package verlet

import (
	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/scratch"
	"daylight/internal/store"
)

// trial finds out from a sample of the shapes whether a list of candidates would pay: it fattens
// their AABBs as for a list and counts the shapes that escape. The answer depends on the shapes
// alone.
type trial struct {
	ids      []uint64
	now      store.Columns // of the sample
	fattened fattened
	age      int // steps since the sample was taken
	escaped  int
	served   int // how many steps a list would have served until too many escaped; 0 if all
	pause    int // steps to come without a look
}

const (
	// One shape in sampleShare is in the sample, so that a step with a trial takes a hundredth
	// more, but mostSampled at most, and leastSampled at least.
	sampleShare, leastSampled, mostSampled = 128, 16, 1024

	leastListed = 512 // shapes that are worth a list
	trialLife   = 8   // steps for which a trial looks ahead
	leastLife   = 4   // steps that a list is to serve at least
	trialPause  = 24  // steps without a trial, after one that found that no list pays
	// mostGrowth is by which factor the area of AABBs may grow: the number of candidates grows as
	// much.
	mostGrowth = 2.5
)

// look looks at the shapes of a step, whose strips have so many rows on average, and which has so
// many candidates. It returns for how many steps a list is to serve, once it knows that one pays,
// and 0 before.
func (t *trial) look(table *isa.Table, st store.Store, c *store.Columns, rows, candidates int) (life int) {
	if t.pause > 0 {
		t.pause--
		return 0
	}
	n := len(c.X)
	if n < leastListed {
		return 0
	}
	if t.age == 0 {
		t.begin(c)
	}
	if !t.gather(st, c) { // some were removed: begin again
		t.age = 0
		return 0
	}
	m := len(t.ids)
	switch {
	case t.age == 0:
		t.fattened.resize(0)
		t.fattened.resize(m)
		t.fattened.note(&t.now, 0, m)
		t.escaped, t.served = 0, 0
	case t.age == 1:
		t.fattened.fatten(table, &t.now, 0, trialLife-1, 0, m)
	default:
		set := table.Outside(t.fattened.outsides(&t.now), 0, m)
		before := t.escaped
		for k := range t.ids {
			if set[k/64]>>(k&63)&1 != 0 && !t.fattened.absent(k) {
				t.escaped++
				t.fattened.empty(k)
			}
		}
		// One that escapes may be the only one.
		if escape := t.escaped - before - 1; t.served == 0 && escape > 0 && tooMany(n, candidates, rows, escape*n/m, before*n/m) {
			t.served = t.age - 1
		}
	}
	if t.age++; t.age <= trialLife {
		return 0
	}
	t.age = 0
	polygons := c.Count[kernels.Polygon] > 0
	if life = t.life(m, float64(candidates)/float64(n), polygons); life == 0 {
		t.pause = trialPause
	}
	return life
}

func (t *trial) bytes() int64 { return (8 + fattenedBytes + 54) * int64(cap(t.ids)) }

// begin takes a sample: the first of each of so many equal ranges of slots.
func (t *trial) begin(c *store.Columns) {
	n := len(c.ID)
	m := max(min(n/sampleShare, mostSampled), leastSampled)
	t.ids = scratch.Resize(t.ids, m)
	for k := range t.ids {
		t.ids[k] = c.ID[uint64(n)*uint64(k)/uint64(m)]
	}
	if d := &t.now; len(d.X) != m {
		*d = store.Columns{
			X: make([]float64, m), Y: make([]float64, m), RC: make([]float32, m), RS: make([]float32, m),
			P: make([]float32, m), Q: make([]float32, m), Reach: make([]float32, m),
			MinX: make([]float32, m), MinY: make([]float32, m), MaxX: make([]float32, m), MaxY: make([]float32, m),
			Class: make([]kernels.Class, m), Skip: make([]bool, m),
		}
	}
}

// gather fetches the sample's columns, and reports whether all of its shapes are still there.
func (t *trial) gather(st store.Store, c *store.Columns) bool {
	d := &t.now
	for k, id := range t.ids {
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

// life is for how many steps a list is to serve, given how many candidates a shape has; 0 if none
// pays, because soon too many shapes escaped, AABBs grew too much, or so many pairs more cost what
// sorting does. Where AABBs hardly grow, a list serves longer.
func (t *trial) life(m int, candidates float64, polygons bool) int {
	wide, tall, fattenedWide, fattenedTall := 0.0, 0.0, 0.0, 0.0
	here := 0
	for k := range m {
		if t.now.Skip[k] || t.fattened.absent(k) {
			continue
		}
		here++
		wide += float64(t.now.MaxX[k]) - float64(t.now.MinX[k])
		tall += float64(t.now.MaxY[k]) - float64(t.now.MinY[k])
		fattenedWide += float64(t.fattened.maxX[k]) - float64(t.fattened.minX[k])
		fattenedTall += float64(t.fattened.maxY[k]) - float64(t.fattened.minY[k])
	}
	if 2*here < m || t.served > 0 && t.served < leastLife {
		return 0
	}
	growth := float64(fattenedWide / wide * (fattenedTall / tall))
	switch {
	case !(growth < mostGrowth):
		return 0
	case t.served > 0:
		return t.served
	case growth < 1.1:
		return 4 * trialLife
	case growth < 1.25:
		return 2 * trialLife
	case polygons: // most of their pairs are passed over at little cost
		return trialLife
	}
	return lifeAt(candidates, (growth-1)/trialLife)
}

// Cost of frames of boxes, in nanoseconds of one core of a Sapphire Rapids (PERF.md): a shape and a
// candidate without a list, with one, and what it takes to make it.
const (
	plainShape, plainPair = 17, 4.2
	listShape, listPair   = 8, 2.8
	makeShape             = 12
	// mostCandidates is how many candidates a shape has at most for a list to pay: more are in no
	// cache. A list of 19 still pays for 20,000 shapes, and costs 1.07 times no list for 70,000.
	mostCandidates = 18
)

// lifeAt is for how many steps a list of shapes with so many candidates pays most, if the
// candidates grow by so much, in parts, with each step that it looks ahead; 0 if none pays.
func lifeAt(candidates, growth float64) (best int) {
	if candidates > mostCandidates {
		return 0
	}
	least := plainShape + float64(plainPair*candidates)
	for life := leastLife; life <= trialLife; life++ {
		grown := float64(candidates * (1 + float64(growth*float64(life))))
		use := listShape + float64(listPair*grown)
		made := makeShape + plainShape + float64(plainPair*grown)
		if cost := (made + float64(use*float64(life-1))) / float64(life); cost < least {
			best, least = life, cost
		}
	}
	return best
}

// A list is made anew where more shapes escape in a step than one in escapedShare plus 32, or where
// looking for their new pairs costs too much. That is counted in boxes looked at, on one goroutine:
// each escaped shape looks at the rows of a strip or two, and at all entries before it. That is
// what the first of them does, and all of them where the store is in no order; in other stores
// later ones pass over most blocks of rows (broadphase.AppendNear), so that lists of dense scenes
// are made anew sooner than they need be. An entry counts as entryLooks boxes, because it is not in
// cache.
const (
	escapedShare = 128
	entryLooks   = 4
)

func escapesAllowed(slots int) int { return 32 + slots/escapedShare }

func looksAllowed(slots, pairs int) int64 { return 1<<16 + 4*int64(slots) + int64(pairs)/2 }

// tooMany reports whether a list is to be made anew when so many shapes escape in a step, given how
// many pairs there are, how many rows a strip has and how many entries there are.
func tooMany(slots, pairs, rows, escape, entries int) bool {
	each := rows + entryLooks*(entries+escape/2)
	return escape > escapesAllowed(slots) || int64(escape)*int64(each) > looksAllowed(slots, pairs)
}
