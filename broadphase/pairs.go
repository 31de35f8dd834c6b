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

// Next goes on with the sweep of the strip in w: it writes pairs to out, as many as
// fit, and reports whether there may be more. A pair names two rows of the strip, A
// first by key, that overlap and that the filters let meet; over all strips each such
// pair comes exactly once. Their order depends on neither the table nor len(out),
// which must be Room at least. It allocates nothing.
func (s *Sweep) Next(t *kernels.Table, w *Work, out []kernels.Pair) (n int, more bool) {
	if len(out) < Room {
		panic(fmt.Sprintf("broadphase: Next: out has room for %d pairs; give it %d or more", len(out), Room))
	}
	for w.cursor.I < len(w.strip.End) {
		if len(out)-n < max(len(out)/4, kernels.Group) {
			w.Counts.Pairs += uint64(n)
			return n, true
		}
		k, next := t.Sweep(&w.strip, w.cursor, out[n:])
		w.cursor = next
		w.Counts.Raw += uint64(k)
		n += w.finish(out[n : n+k])
	}
	w.Counts.Pairs += uint64(n)
	return n, false
}

// finish drops repeated and filtered pairs, orients the others and moves them to the
// front. It returns how many they are.
//
// Two visitors meet in a strip that one of them calls home, so here they are dropped.
// A home and a visitor are one pair only: the visitor began in an earlier strip. But
// if strips share buckets, a box may also come round into the bucket of one that
// began earlier, and that pair belongs to the later one's home.
func (w *Work) finish(pairs []kernels.Pair) int {
	tags := w.tags
	if w.folded || len(w.attrs) > 0 {
		pairs = pairs[:w.sift(pairs)]
	}
	n := 0
	if len(w.keys) > 0 {
		for _, p := range pairs {
			a, b := tags[p.A], tags[p.B]
			_, swap := bits.Sub64(w.keys[p.B], w.keys[p.A], 0)
			if w.keys[p.A] == w.keys[p.B] {
				swap = uint64((b&^visitor - a&^visitor) >> 31)
			}
			flip := (p.A ^ p.B) & -uint32(swap)
			pairs[n] = kernels.Pair{A: p.A ^ flip, B: p.B ^ flip}
			n += 1 - int(a&b>>31)
		}
		return n
	}
	for _, p := range pairs {
		a, b := tags[p.A], tags[p.B]
		// Slots are 31 bits wide, so the sign of their difference tells their order.
		flip := (p.A ^ p.B) & uint32(int32(b&^visitor-a&^visitor)>>31)
		pairs[n] = kernels.Pair{A: p.A ^ flip, B: p.B ^ flip}
		n += 1 - int(a&b>>31)
	}
	return n
}

// sift drops what the filters forbid and what came round.
func (w *Work) sift(pairs []kernels.Pair) int {
	n := 0
	y0 := w.strip.Y0
	for _, p := range pairs {
		if len(w.attrs) > 0 && !w.attrs[p.A].meets(&w.attrs[p.B]) {
			continue
		}
		if w.folded {
			a, b := w.tags[p.A], w.tags[p.B]
			if a >= visitor && b < visitor && y0[p.A] > y0[p.B] || b >= visitor && a < visitor && y0[p.B] > y0[p.A] {
				continue
			}
		}
		pairs[n] = p
		n++
	}
	return n
}

// AppendPairs is a whole frame in one call, in the calling goroutine: it appends all
// pairs to dst, naming boxes by index. It allocates nothing once the scratch and dst
// are large enough. It fails as Plan does.
func (s *Sweep) AppendPairs(dst []kernels.Pair, t *kernels.Table, b *Boxes, f *Filters, grow float32) ([]kernels.Pair, error) {
	if err := s.arrange(b, f, grow); err != nil {
		return dst, err
	}
	for k := range s.Strips() {
		s.Load(k, &s.work)
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
func (s *Sweep) arrange(b *Boxes, f *Filters, grow float32) error {
	n := len(b.X)
	if err := s.Plan(b, f, s.Measure(b, f, 0, n), grow, 1); err != nil {
		return err
	}
	for again := true; again; {
		s.Count(0, 0, n)
		var err error
		if again, err = s.Arrange(); err != nil {
			return err
		}
	}
	s.Scatter(0, 0, n)
	return nil
}
