// SPDX-License-Identifier: MIT

package batch

import (
	"unsafe"

	"daylight"
	"daylight/internal/broadphase"
	"daylight/internal/kernels"
)

// What a step takes, in bytes, so that it can be refused before it is taken. Contacts are counted as they
// grow; all else is bounded by the number of shapes.
const (
	sweptBytes  = 90  // of a shape that moves, and of the pieces of its motion
	joinedBytes = 160 // of a shape whose columns are copied for a join
	rowBytes    = 190 // of a row in a worker's strip; most are for crowds and filters
	eventBytes  = 60  // of a contact with Config.Events, usually
	orderBytes  = 4   // of a contact, and of a shape, while contacts are sorted
)

// What it takes to compare the contacts with those of the step before, in bytes: of a contact now, and of
// one before that was not found alongside.
const (
	nowBytes  = 4 + 8 + 4 // Was, its key, its place if it was not found
	lostBytes = 4 + 4*8   // its place, and up to eight in the hash table
)

func (t *tracker) bytes() int64 {
	n := t.prev.bytes() + t.out.Begin.bytes() + t.out.End.bytes() + t.sorter.bytes() +
		8*int64(cap(t.keys)+cap(t.fresh)) + 4*int64(cap(t.out.Was)+cap(t.table)+cap(t.lost)) + int64(cap(t.seen))
	return n + t.placed() + t.out.persisted()
}

// placed is what the places take of contacts that workers did not find alongside.
func (t *tracker) placed() (n int64) {
	all := t.parts[:cap(t.parts)]
	for k := range all {
		n += 4*int64(cap(all[k].at)) + int64(unsafe.Sizeof(all[k]))
	}
	return n
}

// persisted is what the list takes that Persist makes.
func (c *trackedChanges) persisted() int64 {
	c.lazy.Lock()
	defer c.lazy.Unlock()
	return c.persist.bytes() + c.sorter.bytes()
}

// bytes is what the cache takes, and needs what begin is going to add.
func (c *axisCache) bytes() int64 { return 8 * int64(cap(c.prev)+cap(c.next)) }

func (c *axisCache) needs() int64 {
	n := c.places()
	if n <= cap(c.prev) {
		return 0
	}
	return 8 * int64(n)
}

// bytes is what a worker's scratch holds, without its contacts.
func (w *worker) bytes() int64 {
	f := &w.moved
	return workerBytes + w.loaded.Bytes() + 8*int64(cap(w.joined)) + 32*int64(cap(w.Rec)) + int64(cap(w.Class)) +
		4*int64(cap(w.Off)+cap(w.Num)+cap(w.reach)+cap(w.escaped)+cap(w.pairSlots)) + 8*int64(cap(w.spare)) + w.bins.Bytes() + 4*int64(cap(f.slots)+cap(f.turn)) + 8*int64(cap(f.motion)) +
		2*int64(cap(f.piece)+cap(f.more)) + w.onTorus.Bytes() + 24*int64(cap(w.parts)) + int64(cap(w.numPoints))
}

// workerBytes is what the buffers of a worker take.
const workerBytes = 160 << 10

// grown is the greatest length of a column that was resized to n entries; see scratch.Resize.
func grown(n int) int64 { return int64(n) + int64(n)/4 }

// take reserves bytes, or returns a *daylight.LimitError.
func (j *job) take(bytes int64) error {
	if j.memory.Reserve(bytes) {
		return nil
	}
	return &daylight.LimitError{Option: "MemoryLimit", Limit: j.memory.Limit(), Needed: j.memory.Held() + bytes}
}

// roomForShapes begins the account of a step: with the bytes that are held already, and those that follow
// from the numbers of shapes and workers.
func (j *job) roomForShapes(held int64, workers int) error {
	j.memory.Reset(j.cfg.memory, held)
	each, n := 0, j.src.len()
	if j.cfg.mode == stepSwept {
		each += sweptBytes
	}
	if j.src.second != nil {
		each += joinedBytes
	}
	return j.take(int64(each)*int64(n) + max(0, broadphase.BytesFor(n, workers)-j.frame.Bytes()))
}

// roomForStrips reserves what these workers need for the strips in hand.
func (r *run) roomForStrips(workers []*worker) error {
	most := 0
	for s := range r.frame.Strips() {
		most = max(most, r.frame.Rows(s))
	}
	need := int64(0)
	for _, w := range workers {
		need += max(0, rowBytes*int64(most)-(w.bytes()-workerBytes))
	}
	return r.take(need)
}

// roomFor reserves what a worker needs for n more contacts, and reports whether it could.
func (w *worker) roomFor(j *job, n int) bool {
	n += w.out.Len() + kernels.Slack
	if n <= w.room {
		return true
	}
	each := j.cfg.mode.contactBytes()
	if !j.memory.Reserve(each * grown(n)) {
		return false
	}
	j.memory.Release(w.charged)
	w.room, w.charged = int(grown(n)), each*grown(n)
	return true
}

// expected estimates how many contacts a step is going to find from those that a worker has found so far.
func (w *worker) expected(j *job, strip int) float64 {
	all := float64(j.rows)
	done := float64(w.done * all)
	done += float64(w.loaded.Share() * float64(j.frame.Rows(strip)))
	hits := float64(w.out.Len()) / float64(max(w.counts.candidates, 1))
	return hits * float64(j.found.Load()) * max(1, all/max(done, 1))
}

// ample is how many times what a step is expected to take has to be left of MemoryLimit for a worker to foresee.
// With less, columns grow by a quarter at a time, so that no step is refused because of what it did not need.
var ample = 4.0

// foresee makes room for as many contacts as the strips to come are expected to have, four times as many as there
// are at most, where there is none for n more and memory is ample: columns that grow by a quarter at a time are
// copied again and again, which took a seventh of the first step of a million shapes.
func (w *worker) foresee(j *job, strip, n int) {
	if n += w.out.Len() + kernels.Slack; n <= w.room {
		return
	}
	expected := w.expected(j, strip)
	most := int(min(1.05*expected/float64(j.cfg.workers), float64(4*n)))
	each := j.cfg.mode.contactBytes()
	left := float64(j.memory.Limit() - j.memory.Held())
	if most <= n+n/4 || left < float64(ample*expected)*float64(j.bytesOfContact()) || !j.memory.Reserve(each*int64(most)) {
		return
	}
	j.memory.Release(w.charged)
	w.room, w.charged = most, each*int64(most)
	w.out.reserve(most, j.cfg.mode)
}

// bytesOfContact is what a contact takes until the step is done.
func (j *job) bytesOfContact() int64 {
	each := j.cfg.mode.contactBytes()
	all := each
	if j.cfg.workers > 1 {
		all += each
	}
	if j.cfg.canonical {
		all += each + orderBytes
	}
	if j.cfg.events {
		all += eventBytes
	}
	return all
}

// short is the error of a worker that has no room for n more contacts, where so many are expected in all.
func (w *worker) short(j *job, n int, expected float64) error {
	held := j.memory.Held()
	least := held + j.cfg.mode.contactBytes()*grown(w.out.Len()+n+kernels.Slack)
	whole := float64(held-w.charged) + float64(1.25*expected*float64(j.bytesOfContact()))
	return &daylight.LimitError{Option: "MemoryLimit", Limit: j.memory.Limit(), Needed: max(least, int64(min(whole, 1<<62)))}
}

// roomToMerge reserves what out needs to grow to n contacts.
func (j *job) roomToMerge(out *contactColumns, n int) error {
	if n <= out.capacity() {
		return nil
	}
	return j.take(j.cfg.mode.contactBytes() * grown(n))
}

// roomToSort reserves what s needs to sort n contacts.
func (j *job) roomToSort(s *sorter, n int) error {
	need := (j.cfg.mode.contactBytes()+orderBytes)*grown(n) + orderBytes*grown(j.src.len())
	return j.take(max(0, need-s.bytes()))
}

// roomToTrack reserves what t needs to compare n contacts with those before.
func (j *job) roomToTrack(t *tracker, n int) error {
	need := nowBytes*grown(n) + grown(t.prev.len())
	have := 8*int64(cap(t.fresh)) + 4*int64(cap(t.out.Was)) + int64(cap(t.seen)) + t.placed()
	return j.take(max(0, need-have))
}

// roomToMatch reserves what t needs to match the contacts that were not found alongside.
func (j *job) roomToMatch(t *tracker, now, before int) error {
	need := lostBytes*grown(before) + 16*(grown(now)+grown(before)) + (16+orderBytes+2*4)*grown(max(now, before)) + 1024
	return j.take(max(0, need-t.out.Begin.bytes()-t.out.End.bytes()-t.sorter.bytes()-4*int64(cap(t.table)+cap(t.lost))))
}
