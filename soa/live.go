// SPDX-License-Identifier: MIT

package soa

import (
	"math"
	"sync/atomic"
)

// Live holds the columns that Update shows to the function that it calls. They are the store's
// own memory and have one entry for each slot; entry i of every column is about the shape ID[i].
// X, Y, C and S may be read and written in place; ID and Static may only be read.
//
// A Live and its columns are valid until that function returns. So are the slots of shapes: the
// next step of an engine may move every shape to another one.
type Live struct {
	ID    []ID // which shape lies in the slot
	Poses      // positions, and cosines and sines of angles

	// Static says which shapes are static. It is nil if no shape ever was.
	Static []bool

	index *indexTable // of the store

	writes *writes // inside of Update
	call   uint64  // which one
}

// Slot returns the slot of a shape, and whether it exists.
func (l *Live) Slot(id ID) (int, bool) {
	if l.index == nil {
		return 0, false
	}
	i, ok := l.index.find(id)
	return int(i), ok
}

// Wrote says that of the columns, attached ones included, the function that Update calls writes to
// entries lo to hi-1, those of slots; slots that do not exist are passed over. A function that
// calls it names all that it writes to, in as many calls as it likes; Wrote(0, 0) says that it only
// reads. If it never calls Wrote, all entries count as written.
//
// An engine with a list of candidates (see batch.Config) does next to nothing for shapes that
// nobody wrote to and that do not move, as long as few others do. If a function writes to entries
// that it does not name, steps may go on with the old poses. In check mode (DAYLIGHT_CHECK=1)
// Update then returns an error.
//
// Wrote may be called from several goroutines, until the function returns.
func (l Live) Wrote(lo, hi int) {
	w := l.writes
	if w == nil {
		return
	}
	w.lock.Lock()
	defer w.lock.Unlock()
	w.named = l.call
	if max(lo, 0) < min(hi, len(l.ID)) {
		w.filled++
	}
	w.enter(lo, hi, len(l.ID))
}

// use counts who relies on the columns of a store staying where they are: held by an engine, by an
// index that is built, or by a call that adds or removes shapes; or the number of Updates, and of
// calls that write to entries, under way. It also keeps go vet from letting a store be copied.
type use struct {
	n       atomic.Int32
	changes atomic.Uint64 // how often a caller began to change shapes or columns, less the Updates that only read
}

const held = -1

func (u *use) begin() bool {
	for {
		n := u.n.Load()
		if n == held || n == math.MaxInt32 {
			return false
		}
		if u.n.CompareAndSwap(n, n+1) {
			u.changes.Add(1)
			return true
		}
	}
}

// end reports whether that was the last.
func (u *use) end() bool { return u.n.Add(-1) == 0 }

func (u *use) hold() bool { return u.n.CompareAndSwap(0, held) }

func (u *use) release() { u.n.CompareAndSwap(held, 0) }
