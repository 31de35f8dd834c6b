// SPDX-License-Identifier: MIT

//go:build amd64 && !purego

package strip

import (
	"slices"
	"testing"

	"daylight/internal/kernels"
)

// longStrip has rows without partners, rows with a few, long ones, and one that takes
// several calls. All boxes overlap in x and few in y.
func longStrip(filtered bool) *Strip {
	const rows = 270_000
	col := func() []int32 { return make([]int32, rows, rows+kernels.Slack) }
	s := &Strip{X0: col(), X1: col(), Y0: col(), Y1: col(), Order: col(), End: make([]uint32, rows), Apart: make([]uint32, rows, rows+kernels.Slack)}
	for i := range rows {
		s.Y0[i] = int32(i % 977)
		s.Y1[i] = s.Y0[i]
		s.End[i] = uint32(i + 1)
		if i < 3000 && i%3 == 0 {
			s.End[i] = uint32(i + 1 + i%40)
		}
	}
	s.End[700], s.End[701], s.End[2000], s.End[2500] = 700+1+512, 701+1+513, rows, 2500+100_000
	if filtered {
		word := func(v uint32) []uint32 {
			c := make([]uint32, rows, rows+kernels.Slack)
			for i := range c {
				c[i] = v
			}
			return c
		}
		s.Filters = &RowFilters{World: word(3), Category: word(1), Mask: word(1), Body: word(0), Group: col()}
		for i := range s.Filters.World {
			s.Filters.World[i] = uint32(i % 7)
		}
	}
	return s
}

// TestLongStripVariants sweeps strips that take many calls of assembly: the pairs, and
// the places where the sweep stops, are the portable ones.
func TestLongStripVariants(t *testing.T) {
	for _, filtered := range []bool{false, true} {
		s := longStrip(filtered)
		for _, room := range []int{Group, 2048} {
			for _, tab := range All() {
				got, want := make([]kernels.Pair, room), make([]kernels.Pair, room)
				for at := (Cursor{}); at.I < len(s.End); {
					n, next := sweep(s, at, want)
					m, after := tab.Sweep(s, at, got)
					if m != n || next != after || !slices.Equal(got[:m], want[:n]) {
						t.Fatalf("%s, room %d, from %+v: %d pairs to %+v, want %d to %+v, or they differ", tab.Name, room, at, m, after, n, next)
					}
					at = next
				}
			}
		}
	}
}

// TestSweepCallsAreBounded calls the assembly itself, which must come back after the
// rows it was given, after a long row, and within one that is longer still.
func TestSweepCallsAreBounded(t *testing.T) {
	s := longStrip(true)
	out := make([]kernels.Pair, 1<<16)
	for _, filtered := range []bool{false, true} {
		for _, tt := range []struct {
			from Cursor
			upto int
			want Cursor
		}{
			{Cursor{I: 10}, 300, Cursor{I: 300}},
			{Cursor{I: 700}, 701, Cursor{I: 701}},
			{Cursor{I: 699}, 710, Cursor{I: 702}},
			{Cursor{I: 2000}, 2001, Cursor{I: 2000, J: 2001 + 1<<17}},
			{Cursor{I: 2000, J: 2001 + 1<<17}, 2001, Cursor{I: 2000, J: 2001 + 2<<17}},
			{Cursor{I: 2000, J: 2001 + 2<<17}, 2010, Cursor{I: 2001}},
			{Cursor{I: 2500}, 2600, Cursor{I: 2501}},
		} {
			var at Cursor
			args := sweepArguments(s)
			args.upto, args.i, args.j = tt.upto, tt.from.I, tt.from.J
			args.out, args.room = kernels.Words(out), len(out)
			if filtered {
				_, at.I, at.J = sweepFilteredAVX2(args)
			} else {
				_, at.I, at.J = sweepAVX2(args)
			}
			if at != tt.want {
				t.Errorf("filtered %v, from %+v up to row %d: came back at %+v, want %+v", filtered, tt.from, tt.upto, at, tt.want)
			}
		}
	}
}
