// SPDX-License-Identifier: MIT

package step

import (
	"unsafe"

	"daylight"
	"daylight/internal/broadphase"
	"daylight/internal/kernels"
)

// Memory of a step, in bytes, so that it can be refused before it is taken. Contacts are counted as
// they grow; all else is bounded by the number of shapes.
const (
	sweptBytes  = 90  // of a shape that moves, and of the pieces of its motion
	joinedBytes = 160 // of a shape whose columns are copied for a join
	rowBytes    = 190 // of a row in a worker's strip; most are for crowds and filters
	eventBytes  = 60  // of a contact with Config.Events, usually
	orderBytes  = 4   // of a contact, and of a shape, while contacts are sorted
)

// Memory to compare the contacts with the contacts of the step before, in bytes: for a contact now,
// and for a contact before that was not found alongside.
const (
	nowBytes  = 4 + 8 + 4 // Was, its key, its place if it was not found
	lostBytes = 4 + 4*8   // its place, and up to eight in the hash table
)

func (t *Tracker) Bytes() int64 {
	n := t.prev.bytes() + t.Out.Begin.bytes() + t.Out.End.bytes() + t.sorter.Bytes() +
		8*int64(cap(t.keys)+cap(t.fresh)) + 4*int64(cap(t.Out.Was)+cap(t.table)+cap(t.lost)) + int64(cap(t.seen))
	return n + t.placed()
}

// placed is what the places take of contacts that workers did not find alongside.
func (t *Tracker) placed() (n int64) {
	all := t.parts[:cap(t.parts)]
	for k := range all {
		n += 4*int64(cap(all[k].at)) + int64(unsafe.Sizeof(all[k]))
	}
	return n
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
func (w *Worker) bytes() int64 {
	f := &w.moved
	return workerBytes + w.loaded.Bytes() + 8*int64(cap(w.joined)) + 32*int64(cap(w.Rec)) + int64(cap(w.Class)) +
		4*int64(cap(w.Off)+cap(w.Num)+cap(w.reach)+cap(w.Escaped)+cap(w.pairSlots)) + 8*int64(cap(w.spare)) + w.Bins.Bytes() + 4*int64(cap(f.slots)+cap(f.turn)) + 8*int64(cap(f.motion)) +
		2*int64(cap(f.piece)+cap(f.more)) + w.onTorus.Bytes() + 24*int64(cap(w.parts)) + int64(cap(w.numPoints))
}

// workerBytes is what the buffers of a worker take.
const workerBytes = 160 << 10

// Grown is the greatest length of a column that was resized to n entries; see scratch.Resize.
func Grown(n int) int64 { return int64(n) + int64(n)/4 }

// Take reserves bytes, or returns a *daylight.LimitError.
func (j *Job) Take(bytes int64) error {
	if j.Memory.Reserve(bytes) {
		return nil
	}
	return &daylight.LimitError{Option: "MemoryLimit", Limit: j.Memory.Limit(), Needed: j.Memory.Held() + bytes}
}

// roomForShapes begins the account of a step. It counts the bytes held already, and the bytes that
// follow from the numbers of shapes and workers.
func (j *Job) roomForShapes(held int64, workers int) error {
	j.Memory.Reset(j.Cfg.Memory, held)
	n := int64(j.Src.Len())
	need := max(0, broadphase.BytesFor(int(n), workers)-j.Frame.Bytes())
	if j.Cfg.Mode == ModeSwept {
		need += sweptBytes * n
	}
	if j.Src.Second != nil {
		need += max(0, joinedBytes*n-j.joint.bytes())
	}
	return j.Take(need)
}

// RoomForStrips reserves what these workers need for the strips in hand.
func (r *Run) RoomForStrips(workers []*Worker) error {
	most := 0
	for s := range r.Frame.Strips() {
		most = max(most, r.Frame.Rows(s))
	}
	need := int64(0)
	for _, w := range workers {
		need += max(0, rowBytes*int64(most)-(w.bytes()-workerBytes))
	}
	return r.Take(need)
}

// roomFor reserves what a worker needs for n more contacts, and reports whether it could.
func (w *Worker) roomFor(j *Job, n int) bool {
	n += w.out.Len() + kernels.Slack
	if n <= w.room {
		return true
	}
	each := j.Cfg.Mode.contactBytes()
	if !j.Memory.Reserve(each * Grown(n)) {
		return false
	}
	j.Memory.Release(w.charged)
	w.room, w.charged = int(Grown(n)), each*Grown(n)
	return true
}

// expected estimates the number of contacts of a step from the contacts that a worker has found so
// far.
func (w *Worker) expected(j *Job, strip int) float64 {
	all := float64(j.Rows)
	done := float64(w.done * all)
	done += float64(w.loaded.Share() * float64(j.Frame.Rows(strip)))
	hits := float64(w.out.Len()) / float64(max(w.Counts.Candidates, 1))
	return hits * float64(j.Found.Load()) * max(1, all/max(done, 1))
}

// Ample is the multiple of a step's expected memory that MemoryLimit must have left before a worker
// foresees. With less, columns grow by a quarter at a time, so that no step is refused for memory
// that it does not need.
var Ample = 4.0

// foresee acts if there is no room for n more contacts and memory is ample. It makes room for the
// contacts expected of the remaining strips, at most four times the present ones. Columns that grow
// by a quarter at a time are copied again and again, which took a seventh of the first step of a
// million shapes.
func (w *Worker) foresee(j *Job, strip, n int) {
	if n += w.out.Len() + kernels.Slack; n <= w.room {
		return
	}
	expected := w.expected(j, strip)
	most := int(min(1.05*expected/float64(j.Cfg.Workers), float64(4*n)))
	each := j.Cfg.Mode.contactBytes()
	left := float64(j.Memory.Limit() - j.Memory.Held())
	if most <= n+n/4 || left < float64(Ample*expected)*float64(j.bytesOfContact()) || !j.Memory.Reserve(each*int64(most)) {
		return
	}
	j.Memory.Release(w.charged)
	w.room, w.charged = most, each*int64(most)
	w.out.reserve(most, j.Cfg.Mode)
}

// bytesOfContact is the memory of a contact until the step is done.
func (j *Job) bytesOfContact() int64 {
	each := j.Cfg.Mode.contactBytes()
	all := each
	if j.Cfg.Workers > 1 {
		all += each
	}
	if j.Cfg.Canonical {
		all += each + orderBytes
	}
	if j.Cfg.Events {
		all += eventBytes
	}
	return all
}

// short is the error of a worker that has no room for n more contacts, where so many are expected
// in all.
func (w *Worker) short(j *Job, n int, expected float64) error {
	held := j.Memory.Held()
	least := held + j.Cfg.Mode.contactBytes()*Grown(w.out.Len()+n+kernels.Slack)
	whole := float64(held-w.charged) + float64(1.25*expected*float64(j.bytesOfContact()))
	return &daylight.LimitError{Option: "MemoryLimit", Limit: j.Memory.Limit(), Needed: max(least, int64(min(whole, 1<<62)))}
}

// RoomToMerge reserves what out needs to grow to n contacts.
func (j *Job) RoomToMerge(out *Contacts, n int) error {
	if n <= out.Capacity() {
		return nil
	}
	return j.Take(j.Cfg.Mode.contactBytes() * Grown(n))
}

// roomToSort reserves what s needs to sort n contacts.
func (j *Job) roomToSort(s *Sorter, n int) error {
	need := (j.Cfg.Mode.contactBytes()+orderBytes)*Grown(n) + orderBytes*Grown(j.Src.Len())
	return j.Take(max(0, need-s.Bytes()))
}

// roomToTrack reserves what t needs to compare n contacts with those before.
func (j *Job) roomToTrack(t *Tracker, n int) error {
	need := nowBytes*Grown(n) + Grown(t.prev.len())
	have := 8*int64(cap(t.fresh)) + 4*int64(cap(t.Out.Was)) + int64(cap(t.seen)) + t.placed()
	return j.Take(max(0, need-have))
}

// roomToMatch reserves what t needs to match the contacts that were not found alongside.
func (j *Job) roomToMatch(t *Tracker, now, before int) error {
	need := lostBytes*Grown(before) + 16*(Grown(now)+Grown(before)) + (16+orderBytes+2*4)*Grown(max(now, before)) + 1024
	return j.Take(max(0, need-t.Out.Begin.bytes()-t.Out.End.bytes()-t.sorter.Bytes()-4*int64(cap(t.table)+cap(t.lost))))
}
