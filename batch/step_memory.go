// SPDX-License-Identifier: MIT

package batch

import (
	"unsafe"

	"daylight/internal/simd"
	"daylight/internal/sweep"
)

// What a step takes, in bytes, so that it can be refused before it is taken. Contacts are
// counted as they grow; the rest is bounded by the number of shapes.
const (
	sweptBytes  = 90  // of a shape that moves, and of the pieces of its motion
	joinedBytes = 160 // of a shape whose columns are copied for a join
	rowBytes    = 190 // of a shape in a worker's strip, most of them in crowds and with filters
	eventBytes  = 60  // of a contact that events are kept of, usually
	orderBytes  = 4   // of a contact, and of a shape, while contacts are sorted
)

// What comparing contacts with those before takes, in bytes: of a contact now, of one before,
// and, once it is known how many have no partner, of one of those.
const (
	nowBytes  = 4 + 8 + 4 // Was, its key, its place if it has none before
	lostBytes = 4 + 4*8   // its place, and up to eight in the hash table
)

func (p *Pairs) bytes() int64 { return 8 * int64(cap(p.A)+cap(p.B)) }

func (t *tracker) bytes() int64 {
	n := t.prev.bytes() + t.out.Begin.bytes() + t.out.End.bytes() + t.sorter.bytes() +
		8*int64(cap(t.keys)+cap(t.fresh)) + 4*int64(cap(t.out.Was)+cap(t.table)+cap(t.lost)) + int64(cap(t.seen))
	return n + t.placed() + t.out.persisted()
}

// placed is what the lists of places take that workers did not find alongside.
func (t *tracker) placed() (n int64) {
	all := t.parts[:cap(t.parts)]
	for k := range all {
		n += 4*int64(cap(all[k].at)) + int64(unsafe.Sizeof(all[k]))
	}
	return n
}

// persisted is what the list holds that Persist makes.
func (c *Changes) persisted() int64 {
	c.lazy.Lock()
	defer c.lazy.Unlock()
	return c.persist.bytes() + c.sorter.bytes()
}

// bytes is what a worker's scratch holds, beside its contacts.
func (w *worker) bytes() int64 {
	f := &w.flight
	return workerBytes + w.loaded.Bytes() + 8*int64(cap(w.joined)) + 32*int64(cap(w.rec)) + int64(cap(w.class)) +
		4*int64(cap(w.off)+cap(w.num)+cap(w.reach)+cap(w.escaped)+cap(w.pairSlots)) + 8*int64(cap(w.spare)) + 4*int64(cap(f.slots)+cap(f.turn)) + 8*int64(cap(f.motion)) +
		2*int64(cap(f.piece)+cap(f.more)) + 24*int64(cap(w.parts)) + 33*int64(cap(w.points.N))
}

// workerBytes is what a worker takes whatever it works on: blocks of candidates and answers.
const workerBytes = 160 << 10

// grown is how long a column may become that has to hold n entries; see scratch.Resize.
func grown(n int) int64 { return int64(n) + int64(n)/4 }

// take reserves bytes, for a call that needs so many.
func (j *job) take(bytes int64) error {
	if j.memory.Reserve(bytes) == nil {
		return nil
	}
	return &LimitError{Option: "MemoryLimit", Limit: j.memory.Limit(), Needed: j.memory.Held() + bytes}
}

// roomForShapes begins the account of a step with what is held already and with what the
// number of shapes says, if so many workers take part.
func (j *job) roomForShapes(held int64, workers int) error {
	j.memory.Reset(j.cfg.memory, held)
	each, n := 0, j.src.len()
	if j.cfg.mode.moves() {
		each += sweptBytes
	}
	if j.src.second != nil {
		each += joinedBytes
	}
	return j.take(int64(each)*int64(n) + max(0, sweep.BytesFor(n, workers)-j.frame.Bytes()))
}

// roomForStrips counts the strips that these workers have in hand.
func (j *job) roomForStrips(workers []*worker) error {
	most := 0
	for s := range j.frame.Strips() {
		most = max(most, j.frame.Rows(s))
	}
	need := int64(0)
	for _, w := range workers {
		need += max(0, rowBytes*int64(most)-(w.bytes()-workerBytes))
	}
	return j.take(need)
}

// roomFor lets a worker's contacts grow by n, or reports that they may not.
func (j *job) roomFor(w *worker, n int) bool {
	n += w.out.Len() + simd.Slack
	if n <= w.room {
		return true
	}
	each := j.cfg.mode.contactBytes()
	if j.memory.Reserve(each*grown(n)) != nil {
		return false
	}
	j.memory.Release(w.charged)
	w.room, w.charged = int(grown(n)), each*grown(n)
	return true
}

// expected is how many contacts a step is going to find, by what a worker has found that
// has a strip in hand.
func (j *job) expected(w *worker, strip int) float64 {
	all := float64(j.rows)
	done := float64(w.done * all)
	done += float64(w.loaded.Share() * float64(j.frame.Rows(strip)))
	hits := float64(w.out.Len()) / float64(max(w.counts.candidates, 1))
	return hits * float64(j.found.Load()) * max(1, all/max(done, 1))
}

// short is the error of a worker that may not have room for n more contacts, of so many
// that are expected.
func (j *job) short(w *worker, n int, expected float64) error {
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
	held := j.memory.Held()
	least := held + each*grown(w.out.Len()+n+simd.Slack)
	whole := float64(held-w.charged) + float64(1.25*expected*float64(all))
	return &LimitError{Option: "MemoryLimit", Limit: j.memory.Limit(), Needed: max(least, int64(min(whole, 1<<62)))}
}

// roomToMerge lets out grow to n contacts.
func (j *job) roomToMerge(out *Contacts, n int) error {
	if n <= out.capacity() {
		return nil
	}
	return j.take(j.cfg.mode.contactBytes() * grown(n))
}

// roomToSort lets s sort n contacts.
func (j *job) roomToSort(s *sorter, n int) error {
	need := (j.cfg.mode.contactBytes()+orderBytes)*grown(n) + orderBytes*grown(j.src.len())
	return j.take(max(0, need-s.bytes()))
}

// roomToTrack lets t compare n contacts with those before.
func (j *job) roomToTrack(t *tracker, n int) error {
	need := nowBytes*grown(n) + grown(t.prev.len())
	have := 8*int64(cap(t.fresh)) + 4*int64(cap(t.out.Was)) + int64(cap(t.seen)) + t.placed()
	return j.take(max(0, need-have))
}

// roomToMatch lets t list what it has not found alongside: so many of now, so many of before.
func (j *job) roomToMatch(t *tracker, now, before int) error {
	need := lostBytes*grown(before) + 16*(grown(now)+grown(before)) + (16+orderBytes+2*4)*grown(max(now, before)) + 1024
	return j.take(max(0, need-t.out.Begin.bytes()-t.out.End.bytes()-t.sorter.bytes()-4*int64(cap(t.table)+cap(t.lost))))
}
