// SPDX-License-Identifier: MIT

package shards

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
	"daylight/internal/must"
)

// routedIDs are ids of rows of one world, a share and a span for each of some: as runs, or in a list.
type routedIDs struct {
	shares     []*Share
	runs, list [][]byte
}

func (r *routedIDs) share(rows int) {
	s := &Share{Facts: Facts{Numbering: shapes.Numbering{Worlds: []string{"w"}}}, Spans: []Span{{Rows: int64(rows)}}}
	s.Sets[0] = OfSet{Rows: int64(rows), Named: true}
	r.shares = append(r.shares, s)
	r.runs, r.list = append(r.runs, nil), append(r.list, nil)
}

func (r *routedIDs) run(number, row, n int) {
	b := &r.runs[len(r.runs)-1]
	for _, v := range []int{1, 0, number, row, row, 1, n} {
		*b = binary.AppendUvarint(*b, uint64(v))
	}
}

func (r *routedIDs) listed(label string, row int) {
	b := &r.list[len(r.list)-1]
	for _, v := range []int{0, 2 * row, row, len(label)} {
		*b = binary.AppendUvarint(*b, uint64(v))
	}
	*b = append(*b, label...)
}

// twins are the numbers of rows that Twins finds.
func (r *routedIDs) twins(t *testing.T, room int64) ([]int64, error) {
	_, rows, err := r.find(t, false, room)
	return rows, err
}

func (r *routedIDs) find(t *testing.T, only bool, room int64) (*table.Error, []int64, error) {
	all := must.Get(Combine(r.shares, []string{"a.csv"}, 0))(t)
	next := func(texts [][]byte) Next {
		k := -1
		return func([]byte) ([]byte, int, int, error) {
			if k++; k == len(texts) {
				return nil, 0, 0, io.EOF
			}
			return texts[k], k, 0, nil
		}
	}
	first, rows, _, err := all.Twins(0, next(r.runs), []Next{next(r.list)}, only, room, t.TempDir())
	return first, rows, err
}

// TestTwins: every row whose id an earlier one has is found once, whether they are in runs or in lists, in memory for
// the runs and for as many rows as are found.
func TestTwins(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 9))
	for range 200 {
		var routed routedIDs
		var want []int64
		rows, runs := int64(0), int64(0)
		known := map[int]bool{}
		for range 1 + r.IntN(4) {
			routed.share(40)
			for row := 0; row < 40; {
				n, number := min(1+r.IntN(4), 40-row), r.IntN(60)
				if r.IntN(2) == 0 {
					n = 1
					routed.listed(strconv.Itoa(number), row)
				} else {
					routed.run(number, row, n)
					runs++
				}
				for k := range n {
					if known[number+k] {
						want = append(want, rows+int64(k))
					}
					known[number+k] = true
				}
				row, rows = row+n, rows+int64(n)
			}
		}
		got, err := routed.twins(t, runs*runBytes+int64(len(want))*twinBytes)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("rows %d, want %d: %v", got, want, err)
		}
	}
}

// TestManyTwins: an id that is there k times takes memory for k rows.
func TestManyTwins(t *testing.T) {
	const n = 3000
	var routed routedIDs
	for range 2 {
		routed.share(n)
		for row := range n {
			if row < n/2 {
				routed.run(7, row, 1)
			} else {
				routed.listed("7", row)
			}
		}
	}
	rows, err := routed.twins(t, n*runBytes+2*n*twinBytes)
	if err != nil || len(rows) != 2*n-1 {
		t.Errorf("%d rows, want %d: %v", len(rows), 2*n-1, err)
	}
	if first, _, err := routed.find(t, true, n*runBytes); err != nil || first == nil {
		t.Errorf("the first alone, which takes no memory: %v, %v", first, err)
	}
}

// TestRunsMemory: runs are in memory, with ids or without, and count as that.
func TestRunsMemory(t *testing.T) {
	const n = 1000
	var routed routedIDs
	routed.share(n)
	for row := range n {
		routed.run(2*row, row, 1)
	}
	if _, err := routed.twins(t, n*runBytes-1); !errors.Is(err, errTwins) {
		t.Errorf("%d runs in too little: %v", n, err)
	}
	if rows, err := routed.twins(t, n*runBytes); err != nil || len(rows) > 0 {
		t.Errorf("%d rows: %v", len(rows), err)
	}
}

// TestSeenMemory: ids that are looked through take no memory that counts, however many they are, nor do those which are
// there twice but for the numbers of their rows.
func TestSeenMemory(t *testing.T) {
	const n = 200_000
	var routed routedIDs
	routed.share(n)
	for row := range n {
		routed.listed(fmt.Sprintf("shape %d", row%(n-10)), row)
	}
	if rows, err := routed.twins(t, 10*twinBytes); err != nil || len(rows) != 10 {
		t.Errorf("%d rows: %v", len(rows), err)
	}
	if _, err := routed.twins(t, 9*twinBytes); !errors.Is(err, errTwins) {
		t.Errorf("10 rows in memory for 9: %v", err)
	}
}
