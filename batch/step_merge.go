// SPDX-License-Identifier: MIT

package batch

import (
	"slices"
	"time"
)

// merge puts the contacts of all workers in the order of the stretches, behind those of the first. So
// their order does not depend on which worker found them. A single worker sweeps the stretches in that
// order and has nothing to merge; nor is there anything after an error. Within a stretch, decide orders contacts by the classes of their
// shapes, then as the sweep found the pairs.
func (r *run) merge(err error) error {
	if err != nil || len(r.workers) == 1 {
		return err
	}
	// Of each stretch, hi is now the number of its contacts, and lo is going to be their place.
	for _, w := range r.workers {
		for _, p := range w.parts {
			r.strips[p.stretch].hi = p.n
		}
	}
	total := 0
	for i := range r.strips {
		r.strips[i].lo = total
		total += r.strips[i].hi
	}
	if err := r.roomToMerge(r.out, total); err != nil {
		return err
	}
	r.out.resizeAll(total, r.cfg.mode)
	return r.each((*run).mergeParts)
}

// mergeParts copies worker k's share of the contacts that all but the first worker found to their places.
func (r *run) mergeParts(k int) error {
	for _, w := range r.workers[1:] {
		for i := k; i < len(w.parts); i += len(r.workers) {
			p := w.parts[i]
			r.out.copyAt(r.strips[p.stretch].lo, &w.local, p.at, p.n)
		}
	}
	return nil
}

// canonical sorts the contacts.
func (r *run) canonical(s *sorter) error {
	t := time.Now()
	if err := r.roomToSort(s, r.out.Len()); err != nil {
		return err
	}
	s.contacts(r.out)
	r.stats.Times.Merge += time.Since(t)
	return nil
}

// track compares the contacts with those of the step before.
func (r *run) track(t *tracker, removals uint64) error {
	begun := time.Now()
	if err := r.roomToTrack(t, r.out.Len()); err != nil {
		return err
	}
	t.ready(r.out, len(r.workers))
	r.events = t
	if err := r.each((*run).trackShare); err != nil {
		return err
	}
	now, before := t.missing()
	if err := r.roomToMatch(t, now, before); err != nil {
		t.forget()
		return err
	}
	t.finish(removals)
	r.stats.Times.Events = time.Since(begun)
	return nil
}

func (r *run) trackShare(k int) error {
	r.events.look(r.cfg.table, k, len(r.workers))
	return nil
}

// renumber follows a new order of slots, once AABBs are sorted into strips.
func (r *run) renumber(perm []uint32) {
	r.view()
	r.frame.Renumber(perm, inverted(nil, perm), &r.boxes, &r.filters)
}

// order appends the slots in the order of the strips and their cells. Shapes that are in no strip
// come last.
func (r *run) order(dst []uint32) []uint32 {
	dst = r.frame.AppendOrder(dst)
	n := r.src.len()
	if len(r.boxes.X) > n || r.cfg.onTorus() { // pieces of motions, or images
		dst = slices.DeleteFunc(dst, func(e uint32) bool { return int(e) >= n })
	}
	for i, skip := range r.filters.Skip[:n] {
		if skip {
			dst = append(dst, uint32(i))
		}
	}
	return dst
}
