// SPDX-License-Identifier: MIT

package soa

import (
	"math"
	"sync"
	"sync/atomic"

	"daylight/internal/store"
)

// writes records the slots whose columns, attached ones included, may have been written. So an
// engine need not look at shapes that nobody wrote. It is a journal with a lock, since several
// goroutines may write to entries of columns inside of Update.
type writes struct {
	asked   atomic.Bool // somebody wants to know: else writes by ID need not take the lock
	lock    sync.Mutex
	journal journal
	calls   uint64 // of Update
	named   uint64 // the call that has named slots last
	filled  uint64 // how often a call of Wrote named any slot
	unknown bool   // who writes is not known any more

	check  bool        // in check mode, during an Update: what is named is kept
	ranges [][2]uint32 // that were named since it began
}

// note enters slots lo to hi-1 of so many.
func (w *writes) note(lo, hi, slots int) {
	if w.asked.Load() {
		w.noteAsked(lo, hi, slots)
	}
}

func (w *writes) noteAsked(lo, hi, slots int) {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.enter(lo, hi, slots)
}

func (w *writes) enter(lo, hi, slots int) {
	lo, hi = max(lo, 0), min(hi, slots)
	if w.check && lo < hi {
		w.ranges = append(w.ranges, [2]uint32{uint32(lo), uint32(hi)})
	}
	if w.journal.on && hi-lo > slots/16+1 {
		w.journal.noteAll()
		return
	}
	for ; lo < hi; lo++ {
		w.journal.note(uint32(lo), slots)
	}
}

// noteAll enters all slots.
func (w *writes) noteAll() {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.journal.noteAll()
}

// begin returns the number of a call of Update, and how often slots were named before it.
func (w *writes) begin() (call, filled uint64) {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.calls++
	return w.calls, w.filled
}

// end takes account of a call that ends. If it named no slots, or another did after it, all count
// as written. It reads only if it said so, and no slot was named since it began.
func (w *writes) end(call, filled uint64) (named, reads bool) {
	w.lock.Lock()
	defer w.lock.Unlock()
	if named = w.named == call; !named {
		w.journal.noteAll()
		if w.check { // A call around this one may name what it writes to itself.
			w.ranges = append(w.ranges, [2]uint32{0, math.MaxUint32})
		}
	}
	return named, named && w.filled == filled
}

// since is that of a journal.
func (w *writes) since(dst []uint32, seen uint64) (slots []uint32, now uint64, ok bool) {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.asked.Store(true)
	slots, now, ok = w.journal.since(dst, seen)
	return slots, now, ok && !w.unknown
}

// watch begins to look for entries of n slots that are written but not named. The function that it
// returns ends that, and returns the first slot of such an entry.
func (w *writes) watch(columns []store.Column, n int) func() (slot int, found bool) {
	w.lock.Lock()
	w.check, w.ranges = true, nil
	w.asked.Store(true)
	w.lock.Unlock()
	differs := make([]func(i int) bool, 0, len(columns))
	for _, c := range columns {
		if !c.Optional() {
			differs = append(differs, c.Watch())
		}
	}
	return func() (int, bool) {
		w.lock.Lock()
		defer w.lock.Unlock()
		w.check = false
		may := make([]bool, n)
		for _, r := range w.ranges {
			for i := r[0]; i < min(r[1], uint32(n)); i++ {
				may[i] = true
			}
		}
		for i, ok := range may {
			for _, differ := range differs {
				if !ok && differ(i) {
					return i, true
				}
			}
		}
		return 0, false
	}
}
