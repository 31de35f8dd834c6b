// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/kernels"
)

// What a step takes, in bytes, so that it can be refused before it is taken. Contacts are
// counted as they grow; the rest is bounded by the number of shapes.
const (
	shapeBytes  = 30  // of a shape in the broad phase
	sweptBytes  = 90  // of a shape that moves, and of the pieces of its motion
	joinedBytes = 160 // of a shape whose columns are copied for a join
	rowBytes    = 100 // of a shape in a worker's strip
	eventBytes  = 60  // of a contact that events are kept of
	orderBytes  = 4   // of a contact, and of a shape, while contacts are sorted
)

func (t *tracker) bytes() int64 {
	return eventBytes * int64(max(cap(t.out.Was), cap(t.seen)))
}

// grown is how long a column may become that has to hold n entries; see scratch.Resize.
func grown(n int) int64 { return int64(n) + int64(n)/4 }

// take reserves bytes, for a call that needs so many.
func (j *job) take(bytes int64) error {
	if j.memory.Reserve(bytes) == nil {
		return nil
	}
	return &MemoryError{Limit: j.memory.Limit(), Needed: j.memory.Held() + bytes}
}

// roomForShapes begins the account of a step with what is held already and with what the
// number of shapes says.
func (j *job) roomForShapes(held int64) error {
	j.memory.Reset(j.cfg.memory, held)
	each := shapeBytes
	if j.method.moves {
		each += sweptBytes
	}
	if j.src.second != nil {
		each += joinedBytes
	}
	return j.take(int64(each) * int64(j.src.len()))
}

// roomForStrips counts the strips that so many workers have in hand.
func (j *job) roomForStrips(workers int) error {
	most := 0
	for s := range j.frame.Strips() {
		most = max(most, j.frame.Rows(s))
	}
	return j.take(rowBytes * int64(most) * int64(workers))
}

// roomFor lets a worker's contacts grow by n, or reports that they may not.
func (j *job) roomFor(w *worker, n int) bool {
	n += w.out.Len() + kernels.Slack
	if n <= w.room {
		return true
	}
	each := j.cfg.mode.contactBytes()
	if j.memory.Reserve(each*grown(n)) != nil {
		return false
	}
	j.memory.Release(each * int64(w.room))
	w.room = int(grown(n))
	return true
}

// expected is how many contacts a step is going to find, by what a worker has found that
// has a strip in hand. Strips are taken in order, so that about those before it are done.
func (j *job) expected(w *worker, strip int) float64 {
	done, all := 0.0, float64(j.rows)
	for s := range strip {
		done += float64(j.frame.Rows(s))
	}
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
	least := held + each*grown(w.out.Len()+n+kernels.Slack)
	whole := float64(held-each*int64(w.room)) + float64(1.25*expected*float64(all))
	return &MemoryError{Limit: j.memory.Limit(), Needed: max(least, int64(min(whole, 1<<62)))}
}

// roomToMerge lets out grow to n contacts.
func (j *job) roomToMerge(out *Contacts, n int) error {
	if n <= out.room() {
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
	return j.take(max(0, eventBytes*grown(n)-t.bytes()))
}
