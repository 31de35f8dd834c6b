// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/kernels"
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

// minMemory is the least that MemoryLimit accepts.
const minMemory = 1 << 20

// MemoryLimit sets how many bytes an engine, or a one-off call, may hold; what needs more
// ends with a *MemoryError before it takes them. The shapes themselves are the caller's and
// do not count. The default is half of the memory that there is for this process: what is
// free, the limits of its control groups and GOMEMLIMIT considered; where GOMEMLIMIT is
// set, two thirds.
//
// A contact takes 28 bytes (with contact points 61, with closest points 44, with times 32),
// and as much again with more than one worker, and once more with Canonical; 60 with Events.
// Columns grow by a quarter at a time, and for a moment the old lies beside the new.
func MemoryLimit(bytes int64) Option {
	return func(c *config) error {
		if bytes < minMemory {
			return refuse("MemoryLimit", bytes, "at least %d bytes", int64(minMemory))
		}
		c.memory = bytes
		return nil
	}
}

// contactBytes is what a contact takes in the columns of a mode.
func (m Mode) contactBytes() int64 {
	n := int64(16)
	if m.depths() {
		n += 12
	}
	switch m {
	case ModeManifolds:
		n += 33
	case ModeSwept:
		n += 4
	case ModeDistance:
		n += 16
	}
	return n
}

// Bytes is how much memory the columns hold.
func (c *Contacts) Bytes() int64 {
	n := 8*(cap(c.A)+cap(c.B)) + 4*(cap(c.Depth)+cap(c.NX)+cap(c.NY)+cap(c.Time)+
		cap(c.AX)+cap(c.AY)+cap(c.BX)+cap(c.BY)) + cap(c.Points.N)
	for k := range 2 {
		p := &c.Points
		n += 4 * (cap(p.X[k]) + cap(p.Y[k]) + cap(p.Depth[k]) + cap(p.Feature[k]))
	}
	return int64(n)
}

// room is how many contacts fit without another column growing.
func (c *Contacts) room() int {
	n := cap(c.A)
	if cap(c.Depth) > 0 {
		n = min(n, cap(c.Depth))
	}
	return n
}

func (s *canonical) bytes() int64 {
	return s.spare.Bytes() + orderBytes*int64(cap(s.start)+cap(s.order))
}

func (t *tracker) bytes() int64 {
	return eventBytes * int64(max(cap(t.out.Was), cap(t.seen)))
}

// grown is how long a column may become that has to hold n entries; see resize.
func grown(n int) int64 { return int64(n) + int64(n)/4 }

// take reserves bytes, for a call that needs so many.
func (r *run) take(bytes int64) error {
	if r.memory.Reserve(bytes) == nil {
		return nil
	}
	return &MemoryError{Limit: r.memory.Limit(), Needed: r.memory.Held() + bytes}
}

// roomForShapes begins the account of a step with what the number of shapes says.
func (r *run) roomForShapes() error {
	held := r.kept
	for _, w := range r.workers {
		held += w.local.Bytes()
	}
	r.memory.Reset(r.cfg.memory, held)
	each := shapeBytes
	if r.cfg.mode == ModeSwept {
		each += sweptBytes
	}
	if r.src.second != nil {
		each += joinedBytes
	}
	return r.take(int64(each) * int64(r.src.len()))
}

// roomForStrips counts the strips that the workers have in hand.
func (r *run) roomForStrips() error {
	most := 0
	for s := range r.frame.Strips() {
		most = max(most, r.frame.Rows(s))
	}
	return r.take(rowBytes * int64(most) * int64(min(len(r.workers), len(r.groups))))
}

// roomFor lets a worker's contacts grow by n, or reports that they may not.
func (r *run) roomFor(w *worker, n int) bool {
	n += w.out.Len() + kernels.Slack
	if n <= w.room {
		return true
	}
	each := r.cfg.mode.contactBytes()
	if r.memory.Reserve(each*grown(n)) != nil {
		return false
	}
	r.memory.Release(each * int64(w.room))
	w.room = int(grown(n))
	return true
}

// expected is how many contacts a step is going to find, by what a worker has found that
// has a strip in hand. Strips are taken in order, so that about those before it are done.
func (r *run) expected(w *worker, strip int) float64 {
	done, all := 0.0, float64(r.rows)
	for s := range strip {
		done += float64(r.frame.Rows(s))
	}
	done += w.loaded.Share() * float64(r.frame.Rows(strip))
	hits := float64(w.out.Len()) / float64(max(w.counts.candidates, 1))
	return hits * float64(r.found.Load()) * max(1, all/max(done, 1))
}

// short is the error of a worker that may not have room for n more contacts, of so many
// that are expected.
func (r *run) short(w *worker, n int, expected float64) error {
	each := r.cfg.mode.contactBytes()
	all := each
	if len(r.workers) > 1 {
		all += each
	}
	if r.cfg.canonical {
		all += each + orderBytes
	}
	if r.cfg.events {
		all += eventBytes
	}
	held := r.memory.Held()
	least := held + each*grown(w.out.Len()+n+kernels.Slack)
	whole := float64(held-each*int64(w.room)) + 1.25*expected*float64(all)
	return &MemoryError{Limit: r.memory.Limit(), Needed: max(least, int64(min(whole, 1<<62)))}
}

// roomToMerge lets out grow to n contacts.
func (r *run) roomToMerge(out *Contacts, n int) error {
	if n <= out.room() {
		return nil
	}
	return r.take(r.cfg.mode.contactBytes() * grown(n))
}

// roomToSort lets s sort n contacts.
func (r *run) roomToSort(s *canonical, n int) error {
	need := (r.cfg.mode.contactBytes()+orderBytes)*grown(n) + orderBytes*grown(r.src.len())
	return r.take(max(0, need-s.bytes()))
}

// roomToTrack lets t compare n contacts with those before.
func (r *run) roomToTrack(t *tracker, n int) error {
	return r.take(max(0, eventBytes*grown(n)-t.bytes()))
}
