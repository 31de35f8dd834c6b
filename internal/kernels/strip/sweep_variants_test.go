// SPDX-License-Identifier: MIT

package strip

import (
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

// TestSweepVariants compares each call of each table with the portable one: the
// pairs, how many, and the cursor, for short strips and every way to run out of room.
func TestSweepVariants(t *testing.T) {
	r := kernelstest.Seeded(t)
	for round := range 300 {
		rows := round
		if round > 2*16+1 {
			rows = r.IntN(150)
		}
		s := randomStrip(r, rows)
		if rows > 0 && round%7 == 0 {
			s.End[r.IntN(rows)] = ^uint32(0) // beyond the strip
		}
		room := randomRoom(r)
		for _, tab := range All() {
			got, want := make([]kernels.Pair, room), make([]kernels.Pair, room)
			for at := (Cursor{}); at.I < rows; {
				n, next := sweep(s, at, want)
				m, after := tab.Sweep(s, at, got)
				if m != n || next != after || !slices.Equal(got[:m], want[:n]) {
					t.Fatalf("%s, %d rows from %+v, room %d: %d pairs to %+v, want %d to %+v, or they differ", tab.Name, rows, at, room, m, after, n, next)
				}
				if n == 0 && next == at {
					t.Fatalf("no headway at %+v", at)
				}
				at = next
			}
			for _, at := range []Cursor{{I: rows}, {I: rows + 1}, {I: rows + 5, J: r.IntN(rows + 1)}} {
				if n, next := tab.Sweep(s, at, got); n != 0 || next != (Cursor{I: rows}) {
					t.Fatalf("%s, %d rows from %+v, beyond the strip: %d pairs to %+v", tab.Name, rows, at, n, next)
				}
			}
		}
	}
}
