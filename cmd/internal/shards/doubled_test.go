// SPDX-License-Identifier: MIT

package shards

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
	"daylight/internal/must"
)

// told are the rows that are found, in order.
func told(t *testing.T, d *Doubled, first bool) (all []shapes.Doubled) {
	t.Helper()
	must.Do(t, d.Find(0, first, func(r *shapes.Doubled) error {
		all = append(all, *r)
		return nil
	}))
	slices.SortFunc(all, func(a, b shapes.Doubled) int { return cmp.Compare(a.Row, b.Row) })
	return all
}

// sameBut compares all but numbers of worlds.
func sameBut(a, b shapes.Doubled) bool {
	a.World = b.World
	return a == b
}

// TestDoubled: of tables that are read one after the other, what is found to be there twice is what a map finds of all
// rows: ids that are numbers, in order or not, or texts, short and long.
func TestDoubled(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	for _, ids := range []int{1, 50, 4000, 400_000} {
		type key struct{ world, label string }
		firsts, row := map[key]shapes.Doubled{}, int64(0)
		var want []shapes.Doubled
		d := NewDoubled(t.TempDir(), 1<<30)
		defer d.Close()
		l := shapes.NewLoader(shapes.Config{Concave: true, Tiling: &shapes.Tiling{Scan: func(s shapes.Scanned) error { return d.Add(&s) }}})
		for file := range 3 {
			var b strings.Builder
			b.WriteString("id\tworld\twkt\n")
			for k := range 9000 {
				label := fmt.Sprint(row)
				switch next := r.IntN(9); {
				case next < 4:
					label = fmt.Sprint(row % int64(ids))
				case next < 7:
					label = fmt.Sprint(r.IntN(ids))
				case next < 8:
					label = strings.Repeat("long ", r.IntN(200)) + fmt.Sprint(r.IntN(ids))
				}
				wkt, cut := "LINESTRING (0 0, 1 1)", r.IntN(2) == 0
				if cut {
					wkt = "LINESTRING (0 0, 1 1, 2 0)"
				}
				at := key{fmt.Sprint("w", r.IntN(3)), label}
				fmt.Fprintf(&b, "%s\t%s\t%s\n", label, at.world, wkt)
				one := shapes.Doubled{Label: label, Row: row, Cut: cut, File: file, Line: uint32(k + 2)}
				if was, known := firsts[at]; known {
					one.FirstFile, one.FirstLine = was.File, was.Line
					want = append(want, one)
				} else {
					firsts[at] = one
				}
				row++
			}
			must.Do(t, l.Read(strings.NewReader(b.String()), fmt.Sprint(file)))
		}
		if got := told(t, d, false); len(want) == 0 || !slices.EqualFunc(got, want, sameBut) {
			t.Errorf("%d ids: %d are there already, want %d", ids, len(got), len(want))
		}
		if got := told(t, d, true); !slices.EqualFunc(got, want[:1], sameBut) {
			t.Errorf("%d ids: the first is %+v, want %+v", ids, got, want[0])
		}
	}
}

// TestDoubledWithout: the number that a row goes by which has no id may be the id of another. Rows with and without take
// turns, and take no more memory for that.
func TestDoubledWithout(t *testing.T) {
	d := NewDoubled(t.TempDir(), 8<<20)
	defer d.Close()
	l := shapes.NewLoader(shapes.Config{Table: table.Options{Format: table.NDJSON}, Tiling: &shapes.Tiling{Scan: func(s shapes.Scanned) error { return d.Add(&s) }}})
	var b strings.Builder
	for k := range 20_000 {
		fmt.Fprintf(&b, "{\"x\":0,\"y\":0,\"r\":1}\n{\"id\":%d,\"x\":0,\"y\":0,\"r\":1}\n", 4*k+2)
	}
	must.Do(t, l.Read(strings.NewReader(b.String()), "in"))
	got := told(t, d, false)
	if len(got) != 10_000 {
		t.Fatalf("%d rows", len(got))
	}
	for i, g := range got {
		if want := int64(4*i + 2); g.Row != want || g.Label != fmt.Sprint(want) {
			t.Fatalf("row %d is called %s, want %d", g.Row, g.Label, want)
		}
	}
}

// TestDoubledRuns: runs, all of which are in memory when ids are compared, are as few of many tables as of one.
func TestDoubledRuns(t *testing.T) {
	d := NewDoubled(t.TempDir(), 8<<20)
	defer d.Close()
	l := shapes.NewLoader(shapes.Config{Tiling: &shapes.Tiling{Scan: func(s shapes.Scanned) error { return d.Add(&s) }}})
	for file := range 5 {
		var b strings.Builder
		b.WriteString("id,x,y,r\n")
		for k := range mostRuns + 10 {
			fmt.Fprintf(&b, "%d,0,0,1\n", 2*(file*mostRuns+k))
		}
		must.Do(t, l.Read(strings.NewReader(b.String()), fmt.Sprint(file)))
	}
	if got := told(t, d, false); len(got) != 4*10 {
		t.Errorf("%d ids are there already, want 40", len(got))
	}
	if n := len(d.runs[0]); n > mostRuns {
		t.Errorf("%d runs of 5 tables, want %d at most", n, mostRuns)
	}
}
