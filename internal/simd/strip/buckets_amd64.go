// SPDX-License-Identifier: MIT

//go:build !purego

package strip

import (
	"math"
	"unsafe"

	"daylight/internal/simd"
)

func tallyByAVX2(counts []uint32, boxes []Codes, b Buckets) uint64 {
	return tallyBy(counts, boxes, b, 8, tallyAVX2)
}

func tallyByAVX512(counts []uint32, boxes []Codes, b Buckets) uint64 {
	return tallyBy(counts, boxes, b, 16, tallyAVX512)
}

func dealByAVX2(entries, places []uint32, boxes []Codes, first uint32, b Buckets) int {
	return dealBy(entries, places, boxes, first, b, 8, dealAVX2)
}

func dealByAVX512(entries, places []uint32, boxes []Codes, first uint32, b Buckets) int {
	return dealBy(entries, places, boxes, first, b, 16, dealAVX512)
}

// patience is how many boxes the portable code takes next after the assembly left some to
// it: more and more, until they lie in few strips again.
type patience int

const mostPatience = 1024

func (p *patience) after(did, lanes int) int {
	if *p = min(2**p, mostPatience); did >= 4*lanes {
		*p = patience(lanes)
	}
	return int(*p)
}

func tallyBy(counts []uint32, boxes []Codes, b Buckets, lanes int,
	vector func(counts *uint32, boxes *int32, offsets *uint32, shift, bits, n int) (done int, visits uint64)) (visits uint64) {
	done, n := 0, b.whole(counts, boxes, lanes)
	for wait := patience(lanes); done < n; {
		k := min(n-done, simd.CallEntries)
		did, v := vector(&counts[0], &boxes[done].X0, unsafe.SliceData(b.from(done).Offsets), int(b.Shift&31), len(counts)-1, k)
		done, visits = done+did, visits+v
		if did < k {
			k = min(n-done, wait.after(did, lanes))
			visits += tally(counts, boxes[done:done+k], b.from(done))
			done += k
		}
	}
	return visits + tally(counts, boxes[done:], b.from(done))
}

func dealBy(entries, places []uint32, boxes []Codes, first uint32, b Buckets, lanes int,
	vector func(entries, places *uint32, boxes *int32, offsets *uint32, first, shift, bits, n, room int) (done int)) (done int) {
	n := b.whole(places, boxes, lanes)
	if len(entries) == 0 || len(entries) > math.MaxInt32 || !disjoint(entries, places) {
		n = 0
	}
	before := simd.RaceCopy(places)
	for wait := patience(lanes); done < n; {
		k := min(n-done, simd.CallEntries)
		did := vector(&entries[0], &places[0], &boxes[done].X0, unsafe.SliceData(b.from(done).Offsets),
			int(first)+done, int(b.Shift&31), len(places)-1, k, len(entries))
		if done += did; did < k {
			k = min(n-done, wait.after(did, lanes))
			did = deal(entries, places, boxes[done:done+k], first+uint32(done), b.from(done))
			if done += did; did < k {
				simd.RaceWriteBetween(entries, before, places)
				return done
			}
		}
	}
	done += deal(entries, places, boxes[done:], first+uint32(done), b.from(done))
	simd.RaceWriteBetween(entries, before, places)
	return done
}

// whole is how many boxes fill whole vectors of so many lanes, every access being in range
// but those to entries, which the assembly checks itself.
func (b Buckets) whole(buckets []uint32, boxes []Codes, lanes int) int {
	n, m := len(boxes)&^(lanes-1), len(buckets)
	if n == 0 || m == 0 || m&(m-1) != 0 || m > 1<<29 || b.Shift > 31 || b.Offsets != nil && len(b.Offsets) < n {
		return 0
	}
	simd.RaceRead(boxes[:n])
	simd.RaceWrite(buckets)
	if b.Offsets != nil {
		simd.RaceRead(b.Offsets[:n])
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
