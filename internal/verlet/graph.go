// SPDX-License-Identifier: MIT

package verlet

import (
	"daylight/internal/kernels"
	"daylight/internal/scratch"
	"daylight/internal/step"
	"daylight/soa"
)

// restGraph holds the pairs of a list by shape, and which of them are contacts.
type restGraph struct {
	valid bool
	live  int // pairs that were not removed
	pairs []restPair
	of    []uint32 // by contact: its pair
	head  []uint32 // by slot: one more than the number of a pair, 0 if there is none

	work  []uint32                 // pairs that are to be decided
	fresh uint32                   // pairs from this one on were added in this step
	now   [restAtOnce]kernels.Pair // of some of work: slots
	hits  [restAtOnce]int32        // of some of work: one more than which contact of the worker's, 0 for none
	own   step.Contacts            // with Canonical or Events
}

// restPair is a pair of a graph. All that is said of it lies together, because it is rarely in
// cache.
type restPair struct {
	slots [2]uint32 // of A and B
	next  [2]uint32 // one more than the number of the next pair of each, 0 at the end
	place int32     // one more than its place among the contacts, 0 if it is none, -1 if the pair was removed
}

// after returns the next pair of a slot.
func (p *restPair) after(slot uint32) uint32 { return p.next[kernels.One(p.slots[0] != slot)] }

// restAtOnce is how many pairs are decided at a time.
const restAtOnce = step.Flush / 2

// Memory of a graph, in bytes: of a pair, with its entries as a contact and as a pair to decide,
// and of a slot.
const graphPairBytes, graphSlotBytes = 20 + 4 + 4, 4

func (g *restGraph) bytes() int64 {
	return 20*int64(cap(g.pairs)) + 4*int64(cap(g.of)+cap(g.head)+cap(g.work)) + g.own.Bytes()
}

// begin makes room for so many pairs of so many slots.
func (g *restGraph) begin(r *step.Run, slots, count int) error {
	if err := r.Take(max(0, graphPairBytes*step.Grown(count)+graphSlotBytes*step.Grown(slots)-(g.bytes()-g.own.Bytes()))); err != nil {
		return err
	}
	g.live = 0
	g.pairs, g.of, g.work = scratch.Resize(g.pairs, count)[:0], g.of[:0], scratch.Resize(g.work, count)[:0]
	g.head = scratch.Resize(g.head, slots)
	clear(g.head)
	return nil
}

// link adds a pair.
func (g *restGraph) link(p kernels.Pair) {
	g.pairs = append(g.pairs, restPair{slots: [2]uint32{p.A, p.B}, next: [2]uint32{g.head[p.A], g.head[p.B]}})
	number := uint32(len(g.pairs))
	g.head[p.A], g.head[p.B] = number, number
	g.live++
}

// add adds pairs that are to be decided.
func (g *restGraph) add(r *step.Run, pairs []kernels.Pair) error {
	if need := len(g.pairs) + len(pairs); need > cap(g.pairs) {
		if err := r.Take(graphPairBytes * (step.Grown(need) - int64(cap(g.pairs)))); err != nil {
			return err
		}
		g.pairs = scratch.Resize(g.pairs, need)[:len(g.pairs)]
	}
	for _, p := range pairs {
		g.work = append(g.work, uint32(len(g.pairs)))
		g.link(p)
	}
	return nil
}

// removeAll removes the pairs of a slot, and their contacts.
func (g *restGraph) removeAll(found *step.Contacts, slot uint32) {
	if int(slot) >= len(g.head) {
		return
	}
	for number := g.head[slot]; number != 0; {
		p := &g.pairs[number-1]
		if p.place >= 0 {
			g.end(found, p)
			p.place = -1
			g.live--
		}
		number = p.after(slot)
	}
	g.head[slot] = 0
}

// collect lists the pairs of a slot that are to be decided, each once: those of two slots that
// changed are A's.
func (g *restGraph) collect(slot uint32, changed slotSet) {
	for number := g.head[slot]; number != 0; {
		k := number - 1
		p := &g.pairs[k]
		number = p.after(slot)
		if k < g.fresh && p.place >= 0 && (p.slots[0] == slot || !changed.has(p.slots[0])) {
			g.work = append(g.work, k)
		}
	}
}

// end removes the contact of a pair, if there is one. The last takes its place.
func (g *restGraph) end(found *step.Contacts, p *restPair) {
	if p.place == 0 {
		return
	}
	at, last := int(p.place)-1, len(g.of)-1
	if at != last {
		found.CopyOne(at, found, last)
		moved := g.of[last]
		g.of[at], g.pairs[moved].place = moved, p.place
	}
	g.of, p.place = g.of[:last], 0
}

// decide decides the pairs that are to be, and brings contacts up to date.
func (g *restGraph) decide(r *step.Run, found *step.Contacts) error {
	for lo := 0; lo < len(g.work); lo += restAtOnce {
		if err := g.decideSome(r, found, g.work[lo:min(lo+restAtOnce, len(g.work))]); err != nil {
			return err
		}
	}
	found.ResizeAll(len(g.of), r.Cfg.Mode)
	return nil
}

// decideSome is decide for at most restAtOnce pairs.
func (g *restGraph) decideSome(r *step.Run, found *step.Contacts, work []uint32) error {
	n := len(work)
	for i, k := range work {
		slots := &g.pairs[k].slots
		g.now[i] = kernels.Pair{A: slots[0], B: slots[1]}
	}
	local, err := r.Workers[0].DecideNumbered(&r.Job, g.now[:n], len(g.of))
	if err != nil {
		return err
	}
	if err := r.RoomToMerge(found, len(g.of)+n); err != nil {
		return err
	}
	found.ResizeAll(len(g.of)+n, r.Cfg.Mode)
	hits := g.hits[:n]
	clear(hits)
	for k, i := range local.A {
		slots := &g.pairs[work[i]].slots
		hits[i] = int32(k + 1)
		local.A[k], local.B[k] = soa.ID(r.Cols.ID[slots[0]]), soa.ID(r.Cols.ID[slots[1]])
	}
	for i, k := range work {
		p := &g.pairs[k]
		switch hit := int(hits[i]); {
		case hit == 0:
			g.end(found, p)
		case p.place != 0:
			found.CopyOne(int(p.place)-1, local, hit-1)
		default:
			found.CopyOne(len(g.of), local, hit-1)
			g.of = append(g.of, k)
			p.place = int32(len(g.of))
		}
	}
	return nil
}
