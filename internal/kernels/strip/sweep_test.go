// SPDX-License-Identifier: MIT

package strip

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

func randomStrip(r *rand.Rand, n int) *Strip {
	s := &Strip{}
	filtered := r.IntN(2) == 0
	f := &RowFilters{}
	span := int32(1 + r.IntN(1<<r.IntN(30)))
	extreme := r.IntN(8) == 0
	reach := n
	if r.IntN(2) == 0 {
		reach = r.IntN(20) // rows that are swept by blocks, and a few between that are not
	}
	for i := range n {
		x, y := r.Int32N(span), r.Int32N(span)
		x1, y1 := x+r.Int32N(span), y+r.Int32N(span)
		if extreme && r.IntN(3) == 0 {
			x, x1 = math.MinInt32, math.MaxInt32
		}
		if extreme && r.IntN(3) == 0 {
			y, y1 = math.MinInt32, math.MinInt32
		}
		s.X0, s.X1, s.Y0, s.Y1 = append(s.X0, x), append(s.X1, x1), append(s.Y0, y), append(s.Y1, y1)
		s.End = append(s.End, uint32(i+r.IntN(min(n-i, reach)+1)))
		s.Order = append(s.Order, randomOrder(r))
		s.Apart = append(s.Apart, uint32(r.IntN(4)/3<<31|r.IntN(6)/5<<30|r.IntN(6)/5<<3))
		f.World, f.Body = append(f.World, uint32(r.IntN(12)/11)), append(f.Body, uint32(r.IntN(3)))
		f.Category, f.Mask = append(f.Category, 1<<r.IntN(3)), append(f.Mask, r.Uint32()|r.Uint32())
		f.Group = append(f.Group, int32(r.IntN(5)-2))
	}
	if filtered {
		s.Filters = f
	}
	roomy(s)
	return s
}

// randomOrder is often that of another row.
func randomOrder(r *rand.Rand) int32 {
	if r.IntN(2) == 0 {
		return []int32{math.MinInt32, -1, 0, 7, math.MaxInt32}[r.IntN(5)]
	}
	return int32(r.Uint32())
}

// roomy gives the columns of a strip the room that vectors need, filled with boxes
// that would meet everything.
func roomy(s *Strip) {
	for range kernels.Slack {
		s.X0, s.Y0 = append(s.X0, math.MinInt32), append(s.Y0, math.MinInt32)
		s.X1, s.Y1 = append(s.X1, math.MaxInt32), append(s.Y1, math.MaxInt32)
		s.Apart, s.Order = append(s.Apart, 0), append(s.Order, 0)
	}
	n := len(s.End)
	s.X0, s.X1, s.Y0, s.Y1, s.Apart, s.Order = s.X0[:n], s.X1[:n], s.Y0[:n], s.Y1[:n], s.Apart[:n], s.Order[:n]
	if f := s.Filters; f != nil {
		f.World, f.Body = slices.Grow(f.World, kernels.Slack), slices.Grow(f.Body, kernels.Slack)
		f.Category, f.Mask = slices.Grow(f.Category, kernels.Slack), slices.Grow(f.Mask, kernels.Slack)
		f.Group = slices.Grow(f.Group, kernels.Slack)
	}
}

// TestSweepFindsEveryPair compares with the definition, for every way the room can
// run out: the pairs, and where each table stops.
func TestSweepFindsEveryPair(t *testing.T) {
	r := kernelstest.Seeded(t)
	for round := range 400 {
		s := randomStrip(r, r.IntN(90))
		var want []kernels.Pair
		for i := range s.End {
			for j := i + 1; j < int(s.End[i]); j++ {
				if s.X0[j] <= s.X1[i] && s.X0[i] <= s.X1[j] && s.Y0[j] <= s.Y1[i] && s.Y0[i] <= s.Y1[j] &&
					s.Apart[i]&s.Apart[j] == 0 && (s.Filters == nil || s.meet(i, j)) {
					p := kernels.Pair{A: uint32(i), B: uint32(j)}
					if s.Order[j] < s.Order[i] {
						p = kernels.Pair{A: p.B, B: p.A}
					}
					want = append(want, p)
				}
			}
		}
		room := randomRoom(r)
		for _, tab := range All() {
			var got []kernels.Pair
			out := make([]kernels.Pair, room+1)
			guard := kernels.Pair{A: 0xdead, B: 0xbeef}
			out[room] = guard
			at := Cursor{}
			for calls := 0; at.I < len(s.End); calls++ {
				n, next := tab.Sweep(s, at, out[:room:room])
				if out[room] != guard {
					t.Fatalf("%s wrote beyond its room", tab.Name)
				}
				if next.I < len(s.End) && room-n >= Group {
					t.Fatalf("%s stopped with room for %d", tab.Name, room-n)
				}
				if next == at && n == 0 || calls > 10000 {
					t.Fatalf("%s makes no headway at %+v", tab.Name, at)
				}
				got = append(got, out[:n]...)
				at = next
			}
			if !slices.Equal(got, want) {
				t.Fatalf("round %d, %s: %d pairs, want %d", round, tab.Name, len(got), len(want))
			}
			if n, next := tab.Sweep(s, Cursor{}, out[:Group-1]); n != 0 || next.I < len(s.End) && s.End[next.I] <= uint32(next.I)+1 {
				t.Fatalf("%s with too little room: %d pairs, stops at %+v", tab.Name, n, next)
			}
		}
	}
}

// TestSweepLongStrips: strips that take assembly many calls, and parts of strips, are
// swept as if in one.
func TestSweepLongStrips(t *testing.T) {
	r := kernelstest.Seeded(t)
	for k, rows := range []int{100, 1023, 1025, 5000, 40_000} {
		s := randomStrip(r, rows)
		for i := range s.End {
			s.End[i] = uint32(min(i+1+r.IntN([]int{40, 9, 17, 18, 6}[k]), rows))
		}
		if k%2 == 0 {
			s.Upto = 1 + r.IntN(rows)
		}
		room := Group + r.IntN(3000)
		want, got := make([]kernels.Pair, room), make([]kernels.Pair, room)
		for at := (Cursor{}); at.I < s.last(); {
			n, next := sweep(s, at, want)
			for _, tab := range All() {
				m, stop := tab.Sweep(s, at, got)
				if !slices.Equal(got[:m], want[:n]) || stop != next {
					t.Fatalf("%s, %d rows from %+v: %d pairs, then %+v; want %d, %+v", tab.Name, rows, at, m, stop, n, next)
				}
			}
			at = next
		}
	}
}

// randomRoom is little, or as much as several blocks of rows may find.
func randomRoom(r *rand.Rand) int {
	if r.IntN(2) == 0 {
		return Group + r.IntN(5*Group)
	}
	return 17*Group + r.IntN(40*Group)
}
