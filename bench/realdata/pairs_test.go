// SPDX-License-Identifier: MIT

package realdata

import (
	"math/bits"
	"slices"
	"testing"
)

// pair names two things by their numbers, as one number that sorts by the first
// and then by the second.
type pair uint64

// inOrder makes a pair with the lower number first.
func inOrder(a, b int32) pair {
	return ordered(min(a, b), max(a, b))
}

// ordered makes a pair of numbers that count different things.
func ordered(a, b int32) pair { return pair(uint64(uint32(a))<<32 | uint64(uint32(b))) }

func (p pair) first() int32  { return int32(p >> 32) }
func (p pair) second() int32 { return int32(uint32(p)) }

// difference returns the pairs of want that got lacks and those of got that want
// lacks. It sorts both; a pair that stands twice in got counts as one too many.
func difference(want, got []pair) (missing, extra []pair) {
	slices.Sort(want)
	slices.Sort(got)
	for len(want) > 0 || len(got) > 0 {
		switch {
		case len(got) == 0 || len(want) > 0 && want[0] < got[0]:
			missing, want = append(missing, want[0]), want[1:]
		case len(want) == 0 || got[0] < want[0]:
			extra, got = append(extra, got[0]), got[1:]
		default:
			want, got = want[1:], got[1:]
		}
	}
	return missing, extra
}

// compareLength compares the length of (dx, dy) with l >= 0, exactly: -1 if it is
// less, 0 if equal, 1 if greater. No two squares may add up to 2^128.
func compareLength(dx, dy, l int64) int {
	hx, lx := bits.Mul64(magnitude(dx), magnitude(dx))
	hy, ly := bits.Mul64(magnitude(dy), magnitude(dy))
	lo, carry := bits.Add64(lx, ly, 0)
	hi, _ := bits.Add64(hx, hy, carry)
	hl, ll := bits.Mul64(uint64(l), uint64(l))
	switch {
	case hi == hl && lo == ll:
		return 0
	case hi < hl || hi == hl && lo < ll:
		return -1
	}
	return 1
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

func TestDifference(t *testing.T) {
	missing, extra := difference([]pair{5, 1, 3}, []pair{4, 3, 5, 5})
	if !slices.Equal(missing, []pair{1}) || !slices.Equal(extra, []pair{4, 5}) {
		t.Errorf("missing %v, extra %v", missing, extra)
	}
	if p := inOrder(7, 2); p.first() != 2 || p.second() != 7 {
		t.Errorf("pair of 7 and 2: %d, %d", p.first(), p.second())
	}
}
