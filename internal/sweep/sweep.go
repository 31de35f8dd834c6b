// SPDX-License-Identifier: MIT

package sweep

import (
	"math/bits"

	"daylight/internal/simd"
	"daylight/internal/simd/strip"
)

// patience is how many pairs of rows Next compares at most, about, before it returns,
// even with nothing found: some ten milliseconds' work at worst, so that a crowd that
// filters keep apart can be cancelled.
const patience = 1 << 22

// perCall is how many pairs Next returns at most: few enough to stay in the first-level
// cache. Their order depends on it.
const perCall = 2048

// Next goes on with the sweep of the strip that was loaded last. It returns the pairs that it
// finds in a few milliseconds, or 2048, and whether there may be more. A pair names two rows that
// overlap and that the filters let meet, first the one with the lower key. Over all strips each
// such pair comes exactly once. The order of pairs does not depend on the kernels. The slice
// belongs to w and is valid until the next call.
func (w *Strip) Next() (pairs []simd.Pair, more bool) {
	if w.table == nil {
		return nil, false
	}
	if w.pairs == nil {
		w.pairs = make([]simd.Pair, perCall)
	}
	n, more := w.fill(w.pairs)
	return w.pairs[:n], more
}

// fill writes pairs to out, which has room for 4*simd.Group at least.
func (w *Strip) fill(out []simd.Pair) (n int, more bool) {
	rows := len(w.rows.End)
	w.rows.Upto = rows
	if w.tests > patience {
		w.rows.Upto = min(rows, w.cursor.I+max(1, int(uint64(rows)*patience/w.tests)))
	}
	for w.cursor.I < w.rows.Upto {
		if len(out)-n < max(len(out)/4, strip.Group) {
			w.Work.Pairs += uint64(n)
			return n, true
		}
		k, next := w.table.Sweep(&w.rows, w.cursor, out[n:])
		w.cursor = next
		if !w.ranked {
			w.orient(out[n : n+k])
		}
		n += k
	}
	w.Work.Pairs += uint64(n)
	return n, w.cursor.I < rows
}

// orient puts first the row whose key is lower, of equal keys the one whose index is, where
// the sweep has not done so.
func (w *Strip) orient(pairs []simd.Pair) {
	slots := w.Slots
	keys := w.Keys
	for i, p := range pairs {
		a, b := keys[p.A], keys[p.B]
		_, swap := bits.Sub64(b, a, 0)
		if a == b {
			_, swap = bits.Sub64(uint64(slots[p.B]), uint64(slots[p.A]), 0)
		}
		flip := (p.A ^ p.B) & -uint32(swap)
		pairs[i] = simd.Pair{A: p.A ^ flip, B: p.B ^ flip}
	}
}
