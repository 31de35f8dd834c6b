// SPDX-License-Identifier: MIT

package step

import (
	"slices"
	"time"
)

// Merge puts the contacts of all workers in the order of the stretches, behind those of the first.
// So their order does not depend on which worker found them. A single worker sweeps the stretches
// in that order and has nothing to merge; nor is there anything after an error. Within a stretch,
// decide orders contacts by the classes of their shapes, then as the sweep found the pairs.
func (r *Run) Merge(err error) error {
	if err != nil || len(r.Workers) == 1 {
		return err
	}
	// In each stretch, hi is now the number of its contacts, and lo is going to be their place.
	for _, w := range r.Workers {
		for _, p := range w.parts {
			r.strips[p.stretch].hi = p.n
		}
	}
	total := 0
	for i := range r.strips {
		r.strips[i].lo = total
		total += r.strips[i].hi
	}
	if err := r.RoomToMerge(r.Out, total); err != nil {
		return err
	}
	r.Out.ResizeAll(total, r.Cfg.Mode)
	return r.Each((*Run).mergeParts)
}

// mergeParts copies worker k's share of the contacts that all but the first worker found to their
// places.
func (r *Run) mergeParts(k int) error {
	for _, w := range r.Workers[1:] {
		for i := k; i < len(w.parts); i += len(r.Workers) {
			p := w.parts[i]
			r.Out.CopyAt(r.strips[p.stretch].lo, &w.local, p.at, p.n)
		}
	}
	return nil
}

// Canonical sorts the contacts.
func (r *Run) Canonical(s *Sorter) error {
	t := time.Now()
	if err := r.roomToSort(s, r.Out.Len()); err != nil {
		return err
	}
	s.contacts(r.Out)
	r.Stats.Times.Merge += time.Since(t)
	return nil
}

// Track compares the contacts with those of the step before.
func (r *Run) Track(t *Tracker, removals uint64) error {
	begun := time.Now()
	if err := r.roomToTrack(t, r.Out.Len()); err != nil {
		return err
	}
	t.ready(r.Out, len(r.Workers))
	r.events = t
	if err := r.Each((*Run).trackShare); err != nil {
		return err
	}
	now, before := t.missing()
	if err := r.roomToMatch(t, now, before); err != nil {
		t.forget()
		return err
	}
	t.finish(removals)
	r.Stats.Times.Events = time.Since(begun)
	return nil
}

func (r *Run) trackShare(k int) error {
	r.events.look(r.Cfg.Table, k, len(r.Workers))
	return nil
}

// Renumber follows a new order of slots, once AABBs are sorted into strips.
func (r *Run) Renumber(perm []uint32) {
	r.View()
	r.Frame.Renumber(perm, Inverted(nil, perm), &r.boxes, &r.Filters)
}

// Order appends the slots in the order of the strips and their cells. Shapes that are in no strip
// come last.
func (r *Run) Order(dst []uint32) []uint32 {
	dst = r.Frame.AppendOrder(dst)
	n := r.Src.Len()
	if len(r.boxes.X) > n || r.Cfg.OnTorus() { // pieces of motions, or images
		dst = slices.DeleteFunc(dst, func(e uint32) bool { return int(e) >= n })
	}
	for i, skip := range r.Filters.Skip[:n] {
		if skip {
			dst = append(dst, uint32(i))
		}
	}
	return dst
}
