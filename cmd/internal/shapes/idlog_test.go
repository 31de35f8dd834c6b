// SPDX-License-Identifier: MIT

package shapes

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"daylight/internal/must"
)

// TestTwins: what the log finds is what a map finds of all rows, whatever blocks they are in.
func TestTwins(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	for _, ids := range []int{1, 50, 4000} {
		g := newIDLog(must.Get(NewScratch(t.TempDir()))(t))
		firsts := map[string]idRow{}
		var want []twin
		row := int64(0)
		for range 9000 {
			row += r.Int64N(3) + 1
			label := fmt.Sprint(r.IntN(ids))
			if r.IntN(4) == 0 {
				label = strings.Repeat("long ", r.IntN(2000)) + label
			}
			one := idRow{world: r.Uint32N(3), line: r.Uint32(), file: r.IntN(3), row: row, cut: r.IntN(2) == 0, label: []byte(label)}
			must.Do(t, g.add(&one))
			key := fmt.Sprint(one.world, label)
			if was, known := firsts[key]; known {
				want = append(want, twin{one, was.file, was.line})
			} else {
				firsts[key] = one
			}
		}
		got, err := g.twins(1 << 30)
		if err != nil || len(want) == 0 {
			t.Fatal(err)
		}
		same := func(a, b twin) bool {
			return a.world == b.world && a.line == b.line && a.file == b.file && a.row == b.row && a.cut == b.cut &&
				bytes.Equal(a.label, b.label) && a.firstFile == b.firstFile && a.firstLine == b.firstLine
		}
		if !slices.EqualFunc(got, want, same) {
			t.Errorf("%d ids: %d twins in place of %d", ids, len(got), len(want))
		}
		if !slices.IsSortedFunc(got, func(a, b twin) int { return cmp.Compare(a.row, b.row) }) {
			t.Errorf("%d ids: out of order", ids)
		}
	}
	g := newIDLog(must.Get(NewScratch(t.TempDir()))(t))
	for k := range 1000 {
		must.Do(t, g.add(&idRow{row: int64(k), label: []byte("same")}))
	}
	if _, err := g.twins(10_000); !errors.Is(err, errTwins) {
		t.Errorf("too many: %v", err)
	}
}

// TestRunsOfIDsTakeWhatTheyCount: while the list of runs grows, the old one and the new one are both there, and
// together they take no more than what is counted for them.
func TestRunsOfIDsTakeWhatTheyCount(t *testing.T) {
	const limit = 8 << 20
	d := ids{alone: true, set: &Set{}, limit: limit, dir: t.TempDir()}
	defer d.close()
	d.file("ids.csv", 0)
	for number := int64(0); d.log == nil; number += 2 { // so that each row begins a run
		before := cap(d.runs)
		must.Get(d.enter(&idRow{row: number, label: strconv.AppendInt(nil, number, 10)}, number))(t)
		if now := cap(d.runs); now > before && d.need > limit/4 {
			if takes := int64(before+now) * int64(unsafe.Sizeof(Run{})); takes > d.need {
				t.Fatalf("%d runs take %d bytes, of which %d are counted", len(d.runs), takes, d.need)
			}
		}
	}
}
