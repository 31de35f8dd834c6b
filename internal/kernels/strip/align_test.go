// SPDX-License-Identifier: MIT

package strip

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels/kernelstest"
)

// alignment is one call's input.
type alignment struct {
	keys, old []uint64 // old with its zeros
	off       int
}

// disorder makes a list of n keys and another that has most of them, nearly in order.
func disorder(r *rand.Rand, n int, churn float64) (a alignment) {
	old := make([]uint64, n)
	for i := range old {
		old[i] = uint64(i+1)<<32 | uint64(r.Uint32())
	}
	r.Shuffle(n, func(i, j int) { old[i], old[j] = old[j], old[i] })
	for i, k := range old {
		if r.Float64() < churn {
			a.keys = append(a.keys, uint64(n+1+i)<<32) // begins
		}
		if r.Float64() >= churn {
			a.keys = append(a.keys, k)
		}
	}
	for i := range a.keys {
		if r.Float64() < 0.2 {
			k := min(len(a.keys)-1, i+r.IntN(12))
			a.keys[i], a.keys[k] = a.keys[k], a.keys[i]
		}
	}
	a.old = slices.Concat(make([]uint64, AlignReach), old, make([]uint64, AlignReach))
	return a
}

type aligned struct {
	oldPlace, missed []int32
	seen             []byte
	done, lost, next int
}

func (a alignment) run(f func(keys, old []uint64, oldPlace, missed []int32, seen []byte, off int) (done, lost, next int)) (r aligned) {
	r.oldPlace, r.missed = make([]int32, len(a.keys)), make([]int32, len(a.keys))
	for i := range r.oldPlace {
		r.oldPlace[i], r.missed[i] = -7, -7
	}
	r.seen = make([]byte, len(a.old)-2*AlignReach)
	r.done, r.lost, r.next = f(a.keys, a.old, r.oldPlace, r.missed, r.seen, a.off)
	return r
}

func (r aligned) equal(o aligned) bool {
	return slices.Equal(r.oldPlace, o.oldPlace) && slices.Equal(r.missed, o.missed) && slices.Equal(r.seen, o.seen) &&
		r.done == o.done && r.lost == o.lost && r.next == o.next
}

func alignments(t testing.TB) (all []alignment) {
	r := kernelstest.Seeded(t)
	for n := range 40 {
		for range 6 {
			a := disorder(r, n, 0.1)
			a.off = r.IntN(9) - 4
			all = append(all, a)
		}
	}
	for _, churn := range []float64{0, 0.02, 0.3, 1} {
		for _, n := range []int{1000, 20000} {
			a := disorder(r, n, churn)
			all = append(all, a)
			a.off = 7
			all = append(all, a)
			a.off = math.MinInt / 4
			all = append(all, a)
			a.off = math.MaxInt / 4
			all = append(all, a)
		}
	}
	return all
}

// The results of Align are true, and it has one for every key up to where it stops.
func TestAlign(t *testing.T) {
	for _, a := range alignments(t) {
		r := a.run(align)
		places := map[uint64]int{}
		for i, k := range a.old {
			places[k] = i - AlignReach
		}
		lost, row := 0, 0
		for i, k := range a.keys[:r.done] {
			w := int(r.oldPlace[i])
			if w >= 0 {
				row = 0
				if places[k] != w || r.seen[w] != 1 {
					t.Fatalf("key %d is at %d, not %d (seen %d)", i, places[k], w, r.seen[w])
				}
				continue
			}
			row++
			if int(r.missed[lost]) != i {
				t.Fatalf("missing key %d is %d", lost, r.missed[lost])
			}
			lost++
		}
		if lost != r.lost || r.done < min(len(a.keys), AlignBlock) && row != alignFails {
			t.Fatalf("%d missing, %d said; stopped at %d of %d with %d in a row", lost, r.lost, r.done, len(a.keys), row)
		}
		seen := 0
		for _, s := range r.seen {
			seen += int(s)
		}
		if seen != r.done-lost {
			t.Fatalf("%d seen, %d found", seen, r.done-lost)
		}
	}
}

func TestAlignVariants(t *testing.T) {
	for _, tab := range All() {
		for i, a := range alignments(t) {
			want, got := a.run(align), a.run(tab.Align)
			if !got.equal(want) {
				t.Fatalf("%s: call %d: %d keys, %d old, off %d: got %+v, want %+v", tab.Name, i, len(a.keys), len(a.old), a.off,
					[3]int{got.done, got.lost, got.next}, [3]int{want.done, want.lost, want.next})
			}
		}
	}
}

// A key that is 0 must not be found beyond the list.
func TestAlignZeroKey(t *testing.T) {
	for _, tab := range All() {
		for n := range 30 {
			a := disorder(kernelstest.Seeded(t), 20, 0)
			a.keys = slices.Insert(a.keys, min(n, len(a.keys)), 0)
			kernelstest.Panics(func() { a.run(tab.Align) })
		}
	}
}

func BenchmarkAlign(b *testing.B) {
	a := disorder(rand.New(rand.NewPCG(1, 1)), AlignBlock, 0.03)
	a.keys = a.keys[:min(len(a.keys), AlignBlock)]
	oldPlace, missed, seen := make([]int32, len(a.keys)), make([]int32, len(a.keys)), make([]byte, len(a.old)-2*AlignReach)
	for _, tab := range All() {
		b.Run(fmt.Sprintf("kernel=align/kernels=%s/n=%d", tab.Name, len(a.keys)), func(b *testing.B) {
			for b.Loop() {
				for at, off := 0, 0; at < len(a.keys); {
					done, _, next := tab.Align(a.keys[at:], a.old, oldPlace[at:], missed, seen, off+at)
					at += done
					off = next - (at - done)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(a.keys)), "ns/key")
		})
	}
}

// FuzzAlign compares tables over lists made of bytes: the order, what is left out and what
// is new.
func FuzzAlign(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, []byte{2, 1, 3, 11, 12, 4, 6}, int16(0))
	f.Add([]byte{}, []byte{1}, int16(-3))
	f.Fuzz(func(t *testing.T, old, keys []byte, off int16) {
		a := alignment{old: make([]uint64, AlignReach), off: int(off)}
		there := map[byte]bool{}
		for _, k := range old {
			if k != 0 && !there[k] {
				there[k] = true
				a.old = append(a.old, uint64(k)<<32)
			}
		}
		a.old = append(a.old, make([]uint64, AlignReach)...)
		for _, k := range keys {
			if k != 0 {
				a.keys = append(a.keys, uint64(k)<<32)
			}
		}
		want := a.run(align)
		for _, tab := range All() {
			if got := a.run(tab.Align); !got.equal(want) {
				t.Fatalf("%s: %+v, want %+v", tab.Name, got, want)
			}
		}
	})
}
