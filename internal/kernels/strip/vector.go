// SPDX-License-Identifier: MIT

package strip

import (
	"math"

	"daylight/internal/kernels"
)

// The methods are of no instruction set: they check what assembly relies on, cut the work into
// calls that end soon, tell the race detector, and leave what remains to the portable functions.

// Measure finds the extent of the boxes that take part and that skip, unless it is
// nil, does not name. Infinite bounds stand for no boxes.
func (by *Sweeping) Measure(b Boxes, skip []bool) Extent {
	if by.measure == nil || len(b.X) < by.lanes {
		return measure(b, skip)
	}
	n, e := b.whole(skip, by.lanes), measure(Boxes{}, nil)
	call := func(at, k int) Extent {
		var f [5]float64
		count := by.measure(&b.X[at], &b.Y[at], &b.MinX[at], &b.MinY[at], &b.MaxX[at], &b.MaxY[at], kernels.At(skipFrom(skip, at)), k, kernels.Local(&f[0]))
		return Extent{N: count, MinX: f[0], MinY: f[1], MaxX: f[2], MaxY: f[3], Reach: float32(f[4])}
	}
	for at := 0; at < n; at += kernels.CallEntries {
		e = e.union(call(at, min(n-at, kernels.CallEntries)))
	}
	if n < len(b.X) { // some of the last vector are measured again, and to be counted once
		if last := call(len(b.X)-by.lanes, by.lanes); last.N == by.lanes {
			last.N = len(b.X) - n
			return e.union(last)
		}
	}
	return e.union(measure(b.from(n), skipFrom(skip, n)))
}

// Quantise maps boxes to codes: a lower side to that of its coordinate (see
// Scale), an upper side to one more. Boxes that take no part become {0, -1, -1, -1}.
func (by *Sweeping) Quantise(dst []Codes, b Boxes, skip []bool, s Scale) {
	if by.quantise == nil || len(b.X) < by.lanes {
		quantise(dst, b, skip, s)
		return
	}
	n, sure := b.whole(skip, by.lanes), kernels.One(s.All)
	kernels.RaceWrite(dst[:len(b.X)])
	call := func(at, k int) {
		by.quantise(&dst[at].X0, &b.X[at], &b.Y[at], &b.MinX[at], &b.MinY[at], &b.MaxX[at], &b.MaxY[at], kernels.At(skipFrom(skip, at)), k, kernels.Local(&s.OriginX), sure)
	}
	for at := 0; at < n; at += kernels.CallEntries {
		call(at, min(n-at, kernels.CallEntries))
	}
	if n < len(b.X) { // some of the last vector are mapped again
		call(len(b.X)-by.lanes, by.lanes)
	}
}

// whole returns how many boxes fill whole vectors of so many lanes. It makes every access of
// the assembly known to the bounds checks and the race detector.
func (b *Boxes) whole(skip []bool, lanes int) int {
	b.equal()
	n := len(b.X) &^ (lanes - 1)
	if n == 0 {
		return 0
	}
	if skip != nil {
		kernels.RaceRead(skip[:len(b.X)])
	}
	kernels.RaceRead(b.X)
	kernels.RaceRead(b.Y)
	kernels.RaceRead(b.MinX)
	kernels.RaceRead(b.MinY)
	kernels.RaceRead(b.MaxX)
	kernels.RaceRead(b.MaxY)
	return n
}

func skipFrom(skip []bool, n int) []bool {
	if skip == nil {
		return nil
	}
	return skip[n:]
}

// fallback is how many boxes the portable code takes next where the assembly stops. It doubles with
// each stop, until the assembly again gets through four vectors.
type fallback int

const maxFallback = 1024

func (p *fallback) after(did, lanes int) int {
	if *p = min(2**p, maxFallback); did >= 4*lanes {
		*p = fallback(lanes)
	}
	return int(*p)
}

// Tally adds to counts how many boxes lie in each of as many buckets, a power of two,
// and returns how often a box lies in a strip that it does not begin in.
func (by *Sweeping) Tally(counts []uint32, boxes []Codes, b Buckets) (visits uint64) {
	if by.tally == nil || len(boxes) < by.lanes {
		return tally(counts, boxes, b)
	}
	done, n := 0, b.whole(counts, boxes, by.lanes)
	for next := fallback(by.lanes); done < n; {
		k := min(n-done, kernels.CallEntries)
		did, v := by.tally(&counts[0], &boxes[done].X0, kernels.At(b.from(done).Offsets), int(b.Shift&31), len(counts)-1, k)
		done, visits = done+did, visits+v
		if did < k {
			k = min(n-done, next.after(did, by.lanes))
			visits += tally(counts, boxes[done:done+k], b.from(done))
			done += k
		}
	}
	return visits + tally(counts, boxes[done:], b.from(done))
}

// Deal writes boxes, the first of them as number first, to entries: to where each of
// their buckets goes on, by places, which it moves on. The boxes of a bucket stay in
// order. An entry has the bit Visitor where the box does not begin. It returns how many
// boxes it dealt, all or, if there is no room for one of them among the entries, fewer: then
// entries and places are of no use. Where a bucket ends, so that it would write to the next
// one, is for the caller to look at.
func (by *Sweeping) Deal(entries, places []uint32, boxes []Codes, first uint32, b Buckets) (done int) {
	if by.deal == nil || len(boxes) < by.lanes {
		return deal(entries, places, boxes, first, b)
	}
	n := b.whole(places, boxes, by.lanes)
	if len(entries) == 0 || len(entries) > math.MaxInt32 || !disjoint(entries, places) {
		n = 0
	}
	before := kernels.RaceCopy(places)
	for next := fallback(by.lanes); done < n; {
		k := min(n-done, kernels.CallEntries)
		did := by.deal(&entries[0], &places[0], &boxes[done].X0, kernels.At(b.from(done).Offsets),
			int(first)+done, int(b.Shift&31), len(places)-1, k, len(entries))
		if done += did; did < k {
			k = min(n-done, next.after(did, by.lanes))
			did = deal(entries, places, boxes[done:done+k], first+uint32(done), b.from(done))
			if done += did; did < k {
				kernels.RaceWriteBetween(entries, before, places)
				return done
			}
		}
	}
	done += deal(entries, places, boxes[done:], first+uint32(done), b.from(done))
	kernels.RaceWriteBetween(entries, before, places)
	return done
}

// whole returns how many boxes fill whole vectors of so many lanes, every access being in range
// but those to entries, which the assembly checks itself.
func (b Buckets) whole(buckets []uint32, boxes []Codes, lanes int) int {
	n, m := len(boxes)&^(lanes-1), len(buckets)
	if n == 0 || m == 0 || m&(m-1) != 0 || m > 1<<29 || b.Shift > 31 || b.Offsets != nil && len(b.Offsets) < n {
		return 0
	}
	kernels.RaceRead(boxes[:n])
	kernels.RaceWrite(buckets)
	if b.Offsets != nil {
		kernels.RaceRead(b.Offsets[:n])
	}
	return n
}

// from is b for the boxes from number n on.
func (b Buckets) from(n int) Buckets {
	if b.Offsets != nil {
		b.Offsets = b.Offsets[n:]
	}
	return b
}

// Align finds keys in an old list whose order they have for the most part. old holds
// len(seen) keys, none twice, with AlignReach zeros before and behind; no key is 0.
// A key i is looked for at the places within AlignReach of i+off, where off changes
// only when one is found near the rim. Its place goes to oldPlace, and seen there becomes
// 1; if it is not found, -1 goes to oldPlace and i to missed. It stops after AlignBlock
// keys, or behind the eighth in a row that is missing, and says how far it got, how
// many are missing and what off has become. oldPlace and missed are at least as long as keys.
func (by *Sweeping) Align(keys, old []uint64, oldPlace, missed []int32, seen []byte, off int) (done, lost, next int) {
	if by.align == nil {
		return align(keys, old, oldPlace, missed, seen, off)
	}
	n, m := min(len(keys), AlignBlock), len(seen)
	if n == 0 || m == 0 || m > math.MaxInt32 || len(old) < m+2*AlignReach || len(oldPlace) < n || len(missed) < n ||
		off > math.MaxInt32 || off < -math.MaxInt32 {
		return align(keys, old, oldPlace, missed, seen, off)
	}
	kernels.RaceRead(keys[:n])
	kernels.RaceRead(old[:m+2*AlignReach])
	kernels.RaceWrite(oldPlace[:n])
	kernels.RaceWrite(missed[:n])
	done, lost, next = by.align(&keys[0], &old[0], &oldPlace[0], &missed[0], &seen[0], n, m, off)
	kernels.RaceWriteAt(seen, oldPlace[:done]) // and no more: other workers write to the rest
	if done < n && (lost < alignFails || int(missed[lost-alignFails]) != done-alignFails) {
		// A key oldPlace found among the zeros, and so is 0, which none may be.
		align(keys[done:n], old, oldPlace[done:], missed[lost:], seen, next+done)
	}
	return done, lost, next
}
