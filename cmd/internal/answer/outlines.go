// SPDX-License-Identifier: MIT

package answer

import (
	"sync"

	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/shapes"
	"daylight/region"
	"daylight/soa"
)

// compared is the verdict about two wholes. If they only touch, count is the number of pairs of
// parts that touch, and first is the first of these pairs.
type compared struct {
	verdict region.Verdict
	count   uint32
	first   [2]soa.ID
}

// unknown is the verdict about shapes that are not given by their corners alone. It is also the
// verdict about bodies whose shapes have different filters: only some of their parts may meet.
const unknown region.Verdict = -1

// meet records how two parts meet. It reports whether to go on: one overlap decides.
func (c *compared) meet(a, b soa.ID, v region.Verdict) bool {
	if c.count++; c.count == 1 {
		c.first = [2]soa.ID{a, b}
	}
	c.verdict = max(c.verdict, v)
	return v != region.Overlapping
}

// compare decides exactly about two wholes by the corners of all of their convex parts.
func compare(a *shapes.Set, partsA []soa.ID, b *shapes.Set, partsB []soa.ID) (c compared) {
	if r, o := a.Region(partsA), b.Region(partsB); r != nil && o != nil {
		r.EachMeeting(o, func(i, k int, v region.Verdict) bool { return c.meet(partsA[i], partsB[k], v) })
		return c
	}
	boxesA, boxesB := cornerBoxes(a, partsA), cornerBoxes(b, partsB)
	if boxesA == nil || boxesB == nil {
		return compared{verdict: unknown}
	}
	decide := byCorners(a, b)
	wholeA, wholeB := around(boxesA), around(boxesB)
	var near []int // parts of b that may meet one of a
	for k := range boxesB {
		if boxesB[k].Meets(wholeA) {
			near = append(near, k)
		}
	}
	for i := range boxesA {
		if !boxesA[i].Meets(wholeB) {
			continue
		}
		for _, k := range near {
			if !boxesA[i].Meets(boxesB[k]) {
				continue
			}
			if v := decide(partsA[i], partsB[k], region.Apart); v != region.Apart && !c.meet(partsA[i], partsB[k], v) {
				return c
			}
		}
	}
	return c
}

// mostKnown is the most verdicts that outlines keeps. knownBytes is the most memory they take.
const (
	mostKnown  = 1 << 14
	knownBytes = 128 * mostKnown
)

// outlines decides about wholes by all of their parts. It keeps recent verdicts, since the engine
// finds the pairs of parts of two wholes one after the other.
type outlines struct {
	of     [2]*wholes
	omit   bool // if wholes only touch, the engine looks at their first pair of parts alone
	memory *memory.Budget
	mutex  sync.RWMutex
	known  map[[2]int]compared
}

// findWholes groups parts by the shapes or bodies that rows are about. omit sets outlines.omit.
func (r *Result) findWholes(omit bool, room *memory.Budget) (err error) {
	if r.wholes[0], err = wholesOf(r.A, r.bodies); err != nil {
		return err
	}
	r.wholes[1] = r.wholes[0]
	if r.joined() {
		if r.wholes[1], err = wholesOf(r.B, r.bodies); err != nil {
			return err
		}
	}
	if r.A.Cornered() && r.B.Cornered() {
		r.outlines, err = newOutlines(r.wholes, omit, room)
	}
	return err
}

// newOutlines charges the verdicts to room until they are released.
func newOutlines(of [2]*wholes, omit bool, room *memory.Budget) (*outlines, error) {
	err := memory.For("to decide about whole shapes", room.Reserve(knownBytes))
	return &outlines{of: of, omit: omit, memory: room, known: map[[2]int]compared{}}, err
}

func (o *outlines) release() {
	if o != nil {
		o.memory.Release(knownBytes)
	}
}

// between decides about the wholes of two parts. turned reports that it took the whole of b first.
func (o *outlines) between(a, b soa.ID) (c compared, turned bool) {
	key := [2]int{o.of[0].of(int(a.Index())), o.of[1].of(int(b.Index()))}
	if turned = o.of[0] == o.of[1] && key[0] > key[1]; turned {
		key[0], key[1] = key[1], key[0]
	}
	o.mutex.RLock()
	c, found := o.known[key]
	o.mutex.RUnlock()
	if !found {
		c = o.compare(key[0], key[1])
		o.mutex.Lock()
		if len(o.known) >= mostKnown {
			clear(o.known)
		}
		o.known[key] = c
		o.mutex.Unlock()
	}
	return c, turned
}

// compare decides about two wholes. If the shapes of either have different filters, the verdict is
// unknown.
func (o *outlines) compare(a, b int) compared {
	first, second := o.of[0], o.of[1]
	if first.mixed[uint32(a)] || second.mixed[uint32(b)] {
		return compared{verdict: unknown}
	}
	return compare(first.set, first.parts(a), second.set, second.parts(b))
}

// touching is about the wholes of two parts; at least one whole has several parts. It reports
// whether the wholes only touch, and how many pairs of parts they have. Then the engine keeps only
// one of these pairs. first says that this pair is the one to keep. o may be nil.
func (o *outlines) touching(a, b soa.ID) (touch, first bool, count uint32) {
	if o == nil || !o.omit || o.of[0].count(o.of[0].of(int(a.Index()))) == 1 && o.of[1].count(o.of[1].of(int(b.Index()))) == 1 {
		return false, false, 0
	}
	c, turned := o.between(a, b)
	if turned {
		a, b = b, a
	}
	return c.verdict == region.Touching, c.first == [2]soa.ID{a, b}, c.count
}

// omits reports whether the engine can leave a pair of parts out.
func (o *outlines) omits(a, b soa.ID) bool {
	touch, first, _ := o.touching(a, b)
	return touch && !first
}

// decide returns the verdict about the wholes of two parts. If that verdict is unknown, decide
// returns the verdict about the two parts.
func (o *outlines) decide(a, b soa.ID, found region.Verdict) region.Verdict {
	if c, _ := o.between(a, b); c.verdict != unknown {
		return c.verdict
	}
	return byCorners(o.of[0].set, o.of[1].set)(a, b, found)
}

// rooms holds the corners of two shapes; few shapes have more.
var rooms = sync.Pool{New: func() any { return new([2][64]region.Point) }}

// byCorners decides pairs of one step by their corners.
func byCorners(set, other *shapes.Set) func(a, b soa.ID, found region.Verdict) region.Verdict {
	return func(a, b soa.ID, found region.Verdict) region.Verdict {
		room := rooms.Get().(*[2][64]region.Point)
		defer rooms.Put(room)
		return region.CompareOutlines(set.Corners(a, room[0][:]), other.Corners(b, room[1][:]), found)
	}
}
