// SPDX-License-Identifier: MIT

package strip

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels/kernelstest"
	"daylight/internal/testenv"
)

// dealt is a set of boxes to be dealt into buckets.
type dealt struct {
	boxes   []Codes
	buckets Buckets
	n       int // buckets
	first   uint32
}

// randomDealt draws n boxes: in runs of one strip with a few strays, or anywhere.
func randomDealt(r *rand.Rand, n int) *dealt {
	d := &dealt{n: 1 << (2 + r.IntN(8)), first: r.Uint32N(1 << 20)}
	d.buckets.Shift = uint(r.IntN(20))
	shift := d.buckets.Shift
	if r.IntN(3) == 0 {
		d.buckets.Offsets = make([]uint32, n)
	}
	wild, strip, world := r.IntN(3) == 0, r.Int32N(1<<10), r.Uint32()
	for i := range n {
		if r.IntN(40) == 0 {
			strip, world = r.Int32N(1<<10), r.Uint32()
		}
		at := strip + r.Int32N(12)/8 - r.Int32N(12)/8
		if wild || r.IntN(100) == 0 {
			at = r.Int32N(1 << 10)
		}
		tall := r.Int32N(12) / 9
		switch {
		case r.IntN(60) == 0:
			tall = r.Int32N(30)
		case r.IntN(200) == 0:
			tall = r.Int32N(2000)
		}
		at = max(at, 0)
		q := Codes{X0: r.Int32(), X1: r.Int32(), Y0: at<<shift | r.Int32N(1<<shift)}
		q.Y1 = (at+tall)<<shift | (1<<shift - 1)
		if r.IntN(30) == 0 {
			q = Codes{0, -1, -1, -1}
		}
		d.boxes = append(d.boxes, q)
		if d.buckets.Offsets != nil {
			d.buckets.Offsets[i] = world
		}
	}
	return d
}

// definition lists the entries of every bucket.
func (d *dealt) definition() (lists [][]uint32, visits uint64) {
	lists = make([][]uint32, d.n)
	for i, q := range d.boxes {
		if q.Y0 < 0 {
			continue
		}
		lo, hi := int(q.Y0>>d.buckets.Shift), int(q.Y1>>d.buckets.Shift)
		for s := lo; s <= min(hi, lo+d.n-1); s++ {
			k := uint32(s)
			if d.buckets.Offsets != nil {
				k += d.buckets.Offsets[i]
			}
			e := d.first + uint32(i)
			if s > lo {
				e |= Visitor
				visits++
			}
			k %= uint32(d.n)
			lists[k] = append(lists[k], e)
		}
	}
	return lists, visits
}

// check counts and deals by one table. It leaves holes of one entry between buckets, which
// nobody may write to.
func (d *dealt) check(tab *Table, u32 func(n int) []uint32) error {
	lists, visits := d.definition()
	counts := u32(d.n)
	for k := range counts {
		counts[k] = uint32(k)
	}
	if v := tab.Tally(counts, d.boxes, d.buckets); v != visits {
		return fmt.Errorf("%d visits, want %d", v, visits)
	}
	places, total := u32(d.n), 0
	for k, l := range lists {
		if counts[k] != uint32(k+len(l)) {
			return fmt.Errorf("bucket %d has %d more, want %d", k, int(counts[k])-k, len(l))
		}
		places[k] = uint32(total)
		total += len(l) + 1
	}
	if total == d.n { // no box takes part: entries may be empty
		total = 0
	}
	entries := u32(total)
	const hole = 1<<32 - 1
	for i := range entries {
		entries[i] = hole
	}
	if did := tab.Deal(entries, places, d.boxes, d.first, d.buckets); did != len(d.boxes) {
		return fmt.Errorf("%d boxes dealt", did)
	}
	if total == 0 {
		return nil
	}
	at := 0
	for k, l := range lists {
		if got := entries[at : at+len(l)]; !slices.Equal(got, l) {
			return fmt.Errorf("bucket %d holds %x, want %x", k, got, l)
		}
		at += len(l)
		if places[k] != uint32(at) || entries[at] != hole {
			return fmt.Errorf("bucket %d goes on at %d, want %d; then comes %x", k, places[k], at, entries[at])
		}
		at++
	}
	return nil
}

// TestBuckets counts and deals boxes by every table, in runs, with strays and anywhere,
// against the definition.
func TestBuckets(t *testing.T) {
	r := kernelstest.Seeded(t)
	rounds := testenv.Rounds(80, 400, 400)
	for round := range rounds {
		n := round
		if n > 50 {
			n = r.IntN(600)
		}
		if round%50 == 49 {
			n = 4096 + r.IntN(100) // more than one call of assembly takes
		}
		d := randomDealt(r, n)
		for _, tab := range All() {
			if err := d.check(tab, plainColumns.u32); err != nil {
				t.Fatalf("%s, %d boxes, %d buckets: %v", tab.Name, n, d.n, err)
			}
		}
	}
}

// TestDealBeyond: where a bucket has no room, all tables say so, and write nothing beyond it.
func TestDealBeyond(t *testing.T) {
	boxes := make([]Codes, 64)
	for i := range boxes {
		boxes[i].Y1 = int32(i % 2) // every other one is in a second bucket
	}
	for _, tab := range All() {
		for room := range 70 {
			for shift := range uint(2) {
				all := make([]uint32, 128)
				did := tab.Deal(all[:room:room], []uint32{0, 20, 0, 0}, boxes, 0, Buckets{Shift: shift})
				if did < 0 || did > len(boxes) || (did == len(boxes)) != (room >= len(boxes)) {
					t.Errorf("%s: %d of %d boxes dealt with room for %d", tab.Name, did, len(boxes), room)
				}
				for i, e := range all[room:] {
					if e != 0 {
						t.Fatalf("%s: wrote %x to entry %d of %d", tab.Name, e, room+i, room)
					}
				}
			}
		}
	}
}

// BenchmarkBuckets counts and deals boxes stored by strip. One in so many has left its own strip.
func BenchmarkBuckets(b *testing.B) {
	const n, strips, shift = 1 << 17, 128, 10
	for _, strays := range []int{0, 8, 2} {
		r := rand.New(rand.NewPCG(5, 5))
		boxes := make([]Codes, n)
		for i := range boxes {
			y := int32(i/(n/strips))<<shift | r.Int32N(1<<shift)
			if strays > 0 && r.IntN(strays) == 0 {
				y = max(0, y+r.Int32N(3<<shift)-3<<shift/2)
			}
			boxes[i] = Codes{Y0: y, Y1: y + 1<<shift/5}
		}
		for _, tab := range All() {
			b.Run(fmt.Sprintf("kernel=buckets/kernels=%s/strays=%d", tab.Name, strays), func(b *testing.B) {
				counts, entries := make([]uint32, 2*strips), make([]uint32, 2*n)
				for b.Loop() {
					clear(counts)
					tab.Tally(counts, boxes, Buckets{Shift: shift})
					at := uint32(0)
					for k, c := range counts {
						counts[k] = at
						at += c
					}
					tab.Deal(entries, counts, boxes, 0, Buckets{Shift: shift})
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/box")
			})
		}
	}
}
