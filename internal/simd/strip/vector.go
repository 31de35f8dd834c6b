// SPDX-License-Identifier: MIT

//go:build !purego

package strip

import (
	"math"
	"unsafe"

	"daylight/internal/simd"
)

// What stands here and in vectorrows.go is of no instruction set: it checks what assembly relies on, cuts the work into
// calls that end soon, tells the race detector, and leaves what remains to the portable functions.

// measureVector is assembly for whole vectors of boxes.
type measureVector func(x, y *float64, minX, minY, maxX, maxY *float32, skip *bool, n int, found *float64) (count int)

// measureBy returns measure by means of assembly for vectors of so many lanes.
func measureBy(lanes int, vector measureVector) func(b Boxes, skip []bool) Extent {
	return func(b Boxes, skip []bool) Extent {
		n, e := b.whole(skip, lanes), measure(Boxes{}, nil)
		for at := 0; at < n; at += simd.CallEntries {
			p, skipped, k := b.from(at), simd.At(skipFrom(skip, at)), min(n-at, simd.CallEntries)
			var f foundExtent
			count := vector(&p.X[0], &p.Y[0], &p.MinX[0], &p.MinY[0], &p.MaxX[0], &p.MaxY[0], skipped, k, simd.Local(&f[0]))
			e = e.union(f.reduce(count, lanes))
		}
		return e.union(measure(b.from(n), skipFrom(skip, n)))
	}
}

// quantiseVector is assembly for whole vectors of boxes.
type quantiseVector func(dst *int32, x, y *float64, minX, minY, maxX, maxY *float32, skip *bool, n int, scale *float64, sure int)

// quantiseBy returns quantise by means of assembly for vectors of so many lanes.
func quantiseBy(lanes int, vector quantiseVector) func(dst []Codes, b Boxes, skip []bool, s Scale) {
	return func(dst []Codes, b Boxes, skip []bool, s Scale) {
		n, sure := b.whole(skip, lanes), simd.One(s.All)
		simd.RaceWrite(dst[:n])
		for at := 0; at < n; at += simd.CallEntries {
			p, skipped, k := b.from(at), simd.At(skipFrom(skip, at)), min(n-at, simd.CallEntries)
			vector(&dst[at].X0, &p.X[0], &p.Y[0], &p.MinX[0], &p.MinY[0], &p.MaxX[0], &p.MaxY[0], skipped, k, simd.Local(&s.OriginX), sure)
		}
		quantise(dst[n:], b.from(n), skipFrom(skip, n), s)
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
		simd.RaceRead(skip[:n])
	}
	simd.RaceRead(b.X[:n])
	simd.RaceRead(b.Y[:n])
	simd.RaceRead(b.MinX[:n])
	simd.RaceRead(b.MinY[:n])
	simd.RaceRead(b.MaxX[:n])
	simd.RaceRead(b.MaxY[:n])
	return n
}

func skipFrom(skip []bool, n int) []bool {
	if skip == nil {
		return nil
	}
	return skip[n:]
}

// foundExtent is where assembly leaves an extent, lane by lane: four vectors of
// float64, and one of float32.
type foundExtent [5 * 8]float64

func (f *foundExtent) reduce(count, lanes int) Extent {
	half := lanes / 2
	e := Extent{N: count, MinX: f[0], MinY: f[half], MaxX: f[2*half], MaxY: f[3*half]}
	for k := range half {
		e.MinX, e.MinY = min(e.MinX, f[k]), min(e.MinY, f[half+k])
		e.MaxX, e.MaxY = max(e.MaxX, f[2*half+k]), max(e.MaxY, f[3*half+k])
	}
	for _, r := range unsafe.Slice((*float32)(unsafe.Pointer(&f[4*half])), lanes) {
		e.Reach = max(e.Reach, r)
	}
	return e
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

// tallyBy returns tally by means of assembly for vectors of so many lanes.
func tallyBy(lanes int, vector func(counts *uint32, boxes *int32, offsets *uint32, shift, bits, n int) (done int, visits uint64)) func(counts []uint32, boxes []Codes, b Buckets) uint64 {
	return func(counts []uint32, boxes []Codes, b Buckets) (visits uint64) {
		done, n := 0, b.whole(counts, boxes, lanes)
		for wait := patience(lanes); done < n; {
			k := min(n-done, simd.CallEntries)
			did, v := vector(&counts[0], &boxes[done].X0, simd.At(b.from(done).Offsets), int(b.Shift&31), len(counts)-1, k)
			done, visits = done+did, visits+v
			if did < k {
				k = min(n-done, wait.after(did, lanes))
				visits += tally(counts, boxes[done:done+k], b.from(done))
				done += k
			}
		}
		return visits + tally(counts, boxes[done:], b.from(done))
	}
}

// dealBy returns deal by means of assembly for vectors of so many lanes.
func dealBy(lanes int, vector func(entries, places *uint32, boxes *int32, offsets *uint32, first, shift, bits, n, room int) (done int)) func(entries, places []uint32, boxes []Codes, first uint32, b Buckets) int {
	return func(entries, places []uint32, boxes []Codes, first uint32, b Buckets) (done int) {
		n := b.whole(places, boxes, lanes)
		if len(entries) == 0 || len(entries) > math.MaxInt32 || !disjoint(entries, places) {
			n = 0
		}
		before := simd.RaceCopy(places)
		for wait := patience(lanes); done < n; {
			k := min(n-done, simd.CallEntries)
			did := vector(&entries[0], &places[0], &boxes[done].X0, simd.At(b.from(done).Offsets),
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
}

// whole returns how many boxes fill whole vectors of so many lanes, every access being in range
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

// alignBy returns align by means of assembly, on arguments that are all in range.
func alignBy(vector func(keys, old *uint64, oldPlace, missed *int32, seen *byte, n, m, off int) (done, lost, next int)) func(keys, old []uint64, oldPlace, missed []int32, seen []byte, off int) (done, lost, next int) {
	return func(keys, old []uint64, oldPlace, missed []int32, seen []byte, off int) (done, lost, next int) {
		n, m := min(len(keys), AlignBlock), len(seen)
		if n == 0 || m == 0 || m > math.MaxInt32 || len(old) < m+2*AlignReach || len(oldPlace) < n || len(missed) < n ||
			off > math.MaxInt32 || off < -math.MaxInt32 {
			return align(keys, old, oldPlace, missed, seen, off)
		}
		simd.RaceRead(keys[:n])
		simd.RaceRead(old[:m+2*AlignReach])
		simd.RaceWrite(oldPlace[:n])
		simd.RaceWrite(missed[:n])
		done, lost, next = vector(&keys[0], &old[0], &oldPlace[0], &missed[0], &seen[0], n, m, off)
		simd.RaceWriteAt(seen, oldPlace[:done]) // and no more: other workers write to the rest
		if done < n && (lost < alignFails || int(missed[lost-alignFails]) != done-alignFails) {
			// A key oldPlace found among the zeros, and so is 0, which none may be.
			align(keys[done:n], old, oldPlace[done:], missed[lost:], seen, next+done)
		}
		return done, lost, next
	}
}
