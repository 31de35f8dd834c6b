// SPDX-License-Identifier: MIT

package broadphase

import (
	"fmt"
	"math/bits"
	"slices"

	"daylight/kernels"
)

// Room is the shortest output that Next works with.
const Room = 4 * kernels.Group

// patience is how many pairs of boxes Next compares at most, about, before it returns,
// even with nothing found: some ten milliseconds' work at worst, so that a crowd that
// filters keep apart can be cancelled.
const patience = 1 << 22

// Next goes on with the sweep of the strip in w: it writes pairs to out, as many as
// fit or as it finds in some milliseconds, and reports whether there may be more. A pair names two rows of the strip, A
// first by key, that overlap and that the filters let meet; over all strips each such
// pair comes exactly once. Their order depends on neither the table nor len(out),
// which must be Room at least. It allocates nothing.
func (s *Sweep) Next(t *kernels.Table, w *Work, out []kernels.Pair) (n int, more bool) {
	if len(out) < Room {
		panic(fmt.Sprintf("broadphase: Next: out has room for %d pairs; give it %d or more", len(out), Room))
	}
	rows := len(w.strip.End)
	w.strip.Upto = rows
	if w.tests > patience {
		w.strip.Upto = min(rows, w.cursor.I+max(1, int(uint64(rows)*patience/w.tests)))
	}
	for w.cursor.I < w.strip.Upto {
		if len(out)-n < max(len(out)/4, kernels.Group) {
			w.Counts.Pairs += uint64(n)
			return n, true
		}
		k, next := t.Sweep(&w.strip, w.cursor, out[n:])
		w.cursor = next
		w.orient(out[n : n+k])
		n += k
	}
	w.Counts.Pairs += uint64(n)
	return n, w.cursor.I < rows
}

// orient puts first the row whose key is lower, of equal keys the one whose index is.
func (w *Work) orient(pairs []kernels.Pair) {
	slots := w.slots
	if len(w.keys) == 0 {
		for i, p := range pairs {
			// Slots are 31 bits wide, so the sign of their difference tells their order.
			flip := (p.A ^ p.B) & uint32(int32(slots[p.B]-slots[p.A])>>31)
			pairs[i] = kernels.Pair{A: p.A ^ flip, B: p.B ^ flip}
		}
		return
	}
	keys := w.keys
	for i, p := range pairs {
		a, b := keys[p.A], keys[p.B]
		_, swap := bits.Sub64(b, a, 0)
		if a == b {
			_, swap = bits.Sub64(uint64(slots[p.B]), uint64(slots[p.A]), 0)
		}
		flip := (p.A ^ p.B) & -uint32(swap)
		pairs[i] = kernels.Pair{A: p.A ^ flip, B: p.B ^ flip}
	}
}

// AppendPairs is a whole frame in one call, in the calling goroutine: it appends all
// pairs to dst, naming boxes by index. It allocates nothing once the scratch and dst
// are large enough. It fails as Plan does. A nil table stands for kernels.Best(), as it
// does in package soa; the calls that make up a frame want one.
func (s *Sweep) AppendPairs(dst []kernels.Pair, t *kernels.Table, b *Boxes, f *Filters, grow float32) ([]kernels.Pair, error) {
	if t == nil {
		t = kernels.Best()
	}
	if err := s.arrange(t, b, f, grow); err != nil {
		return dst, err
	}
	for k := range s.Strips() {
		s.Load(t, k, &s.work)
		for more := true; more; {
			dst = slices.Grow(dst, Room)
			var n int
			n, more = s.Next(t, &s.work, dst[len(dst):min(cap(dst), len(dst)+chunk)])
			found := dst[len(dst) : len(dst)+n]
			for i, p := range found {
				found[i] = kernels.Pair{A: s.work.slots[p.A], B: s.work.slots[p.B]}
			}
			dst = dst[:len(dst)+n]
		}
	}
	return dst, nil
}

// chunk is how many pairs AppendPairs takes at a time, so that they are renamed while
// they are in cache.
const chunk = 2048

// arrange runs a frame up to where strips can be loaded.
func (s *Sweep) arrange(t *kernels.Table, b *Boxes, f *Filters, grow float32) error {
	n := len(b.X)
	if err := s.Plan(b, f, s.Measure(t, b, f, 0, n), grow, 1); err != nil {
		return err
	}
	for again := true; again; {
		s.Count(t, 0, 0, n)
		var err error
		if again, err = s.Arrange(); err != nil {
			return err
		}
	}
	s.Scatter(0, 0, n)
	return nil
}
