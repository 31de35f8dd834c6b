// SPDX-License-Identifier: MIT

package strip

// Buckets says which strips go to which bucket: box i lies in the strips from
// Y0 >> Shift to Y1 >> Shift, and strip s of box i is bucket s + Offsets[i], modulo the
// number of buckets, a power of two. No box is twice in one bucket. A box with Y0 < 0 lies
// in none. Offsets may be nil, which stands for zeros.
type Buckets struct {
	Shift   uint
	Offsets []uint32
}

// tally adds to counts, one for each bucket, how many boxes lie in it, and returns how
// often a box lies in a strip that it does not begin in.
//
// Neighbours in storage are mostly of one strip, whose count stays in a register.
func tally(counts []uint32, boxes []Codes, b Buckets) (visits uint64) {
	if b.Offsets != nil {
		return tallyApart(counts, boxes, b)
	}
	bits := uint32(len(counts) - 1)
	cur, homes, next := uint32(0), uint32(0), uint32(0)
	shift := b.Shift & 31
	for _, q := range boxes {
		at := uint32(q.Y0) >> shift
		more := uint32(q.Y1)>>shift - at
		if at != cur || more > 1 {
			counts[cur&bits] += homes
			counts[(cur+1)&bits] += next
			visits += uint64(next)
			homes, next = 0, 0
			if q.Y0 < 0 {
				continue
			}
			cur = at
			if more > 1 {
				more = min(more, bits)
				for v := range more {
					counts[(at+v+1)&bits]++
				}
				visits += uint64(more)
				more = 0
			}
		}
		homes++
		next += more
	}
	counts[cur&bits] += homes
	counts[(cur+1)&bits] += next
	return visits + uint64(next)
}

// tallyApart is tally for boxes with Offsets.
func tallyApart(counts []uint32, boxes []Codes, b Buckets) (visits uint64) {
	bits := uint32(len(counts) - 1)
	for i, q := range boxes {
		if q.Y0 < 0 {
			continue
		}
		at := uint32(q.Y0) >> b.Shift
		more := min(uint32(q.Y1)>>b.Shift-at, bits)
		at += b.Offsets[i]
		counts[at&bits]++
		for v := range more {
			counts[(at+v+1)&bits]++
		}
		visits += uint64(more)
	}
	return visits
}

// deal writes boxes, which are number first and so on, to where their buckets go on in
// entries, and moves those places on: a box by its number, with the bit Visitor in buckets
// other than that of the strip in which it begins. It returns how many boxes it dealt: it stops at
// one for which there is no room in entries.
func deal(entries, places []uint32, boxes []Codes, first uint32, b Buckets) (done int) {
	bits := uint32(len(places) - 1)
	for i, q := range boxes {
		if q.Y0 < 0 {
			continue
		}
		at := uint32(q.Y0) >> b.Shift
		more := min(uint32(q.Y1)>>b.Shift-at, bits)
		if b.Offsets != nil {
			at += b.Offsets[i]
		}
		box := first + uint32(i)
		for v := range more + 1 {
			k := (at + v) & bits
			place := int(places[k])
			if uint(place) >= uint(len(entries)) {
				return i
			}
			entries[place] = box
			places[k]++
			box |= Visitor
		}
	}
	return len(boxes)
}
