// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"daylight/cmd/internal/answer"
	"daylight/cmd/internal/shapes"
	"daylight/region"
)

// dealtRows are the rows of a table that go to each tile, and what its questions reach.
func dealtRows(t *testing.T, tiles string, flags ...string) (rows map[int][]int, reached map[int]region.Box) {
	t.Helper()
	write(t, "tiles.txt", tiles)
	rows, reached = map[int][]int{}, map[int]region.Box{}
	lines := strings.Fields(done(t, "", append([]string{"tiles", "-q", "--deal", "tiles.txt"}, flags...)...).out)
	for _, line := range lines[1:] {
		cells := strings.Split(line, ",")
		row, err := strconv.Atoi(cells[0])
		if err != nil {
			t.Fatal(err)
		}
		tile, err := strconv.Atoi(cells[1])
		if err != nil {
			t.Fatal(err)
		}
		rows[tile] = append(rows[tile], row)
		if len(cells) == 2 {
			continue
		}
		b, err := shapes.ParseBox(strings.Join(cells[2:], ","))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if all, any := reached[tile]; any {
			*b = region.Box{MinX: min(b.MinX, all.MinX), MinY: min(b.MinY, all.MinY), MaxX: max(b.MaxX, all.MaxX), MaxY: max(b.MaxY, all.MaxY)}
		}
		reached[tile] = *b
	}
	return rows, reached
}

// writeRows writes a table with some rows of another.
func writeRows(t *testing.T, name, of string, rows []int) {
	t.Helper()
	lines := slices.Collect(strings.Lines(read(t, of)))
	text := lines[0]
	for _, row := range rows {
		text += lines[1+row]
	}
	write(t, name, text)
}

// TestDeal: runs of tiles that are given the rows of --deal alone have together the rows of one
// run.
func TestDeal(t *testing.T) {
	t.Chdir(t.TempDir())
	matrixScenes(t)
	for _, c := range []struct{ flags, deal, table string }{
		{"", "", "a.csv"}, {"--margin 2", "--margin 2", "plain.csv"}, {"--mode swept --dt 0.7", "--dt 0.7", "a.csv"},
		{"--mode manifold", "", "rings.csv"}, {"--strict", "", "edges.csv"}, {"--mode swept", "--dt 1", "far.csv"},
	} {
		tiles := done(t, "", "tiles", "-q", "--count", "6", c.table).out
		rows, _ := dealtRows(t, tiles, append(strings.Fields(c.deal), c.table)...)
		want := slices.Sorted(strings.Lines(done(t, "", append(strings.Fields("collide -q "+c.flags), c.table)...).out))
		got, all := want[len(want)-1:], 0 // the header
		for k, tile := range strings.Fields(tiles) {
			writeRows(t, "part.csv", c.table, rows[k])
			lines := slices.Collect(strings.Lines(done(t, "", append(strings.Fields("collide -q "+c.flags), "--tile", tile, "part.csv")...).out))
			got, all = append(got, lines[1:]...), all+len(rows[k])
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q: %s", c, first(strings.Join(got, ""), strings.Join(want, "")))
		}
		if n := strings.Count(read(t, c.table), "\n"); all > 3*n {
			t.Errorf("%q: %d rows are dealt as %d", c, n, all)
		}
	}
}

// TestDealQuestions: each question goes to one tile, and the tiles' questions are answered by the
// shapes that touch what those reach as by all.
func TestDealQuestions(t *testing.T) {
	t.Chdir(t.TempDir())
	matrixScenes(t)
	const table, questions, radius = "plain.csv", "b.csv", "--radius=0.1"
	tiles := done(t, "", "tiles", "-q", "--count", "6", table).out
	for kind, flags := range map[answer.Kind]string{
		answer.Rays: "--dt=2", answer.Casts: "--dt=2", answer.Points: "--near=0.5", answer.Boxes: "", answer.Nearest: "--near=3", answer.Inside: "",
	} {
		deal := []string{"--questions", string(kind), strings.Replace(flags, "--near", "--margin", 1), questions}
		rows, reached := dealtRows(t, tiles, slices.DeleteFunc(deal, func(s string) bool { return s == "" })...)
		asked := slices.Sorted(func(yield func(int) bool) {
			for _, list := range rows {
				for _, row := range list {
					yield(row)
				}
			}
		})
		if n := strings.Count(read(t, questions), "\n") - 1; len(asked) != n || len(slices.Compact(asked)) != n {
			t.Errorf("%s: %d questions are dealt as %d", kind, n, len(asked))
		}
		command := append([]string{"query", string(kind), "-q", radius}, strings.Fields(flags)...)
		want := slices.Sorted(strings.Lines(done(t, "", append(command, "--ask", questions, table)...).out))
		got := want[len(want)-1:]
		for k, tile := range strings.Fields(tiles) {
			if len(rows[k]) == 0 {
				continue
			}
			b := reached[k] // without its upper and right edges
			b.MaxX, b.MaxY = math.Nextafter(b.MaxX, math.Inf(1)), math.Nextafter(b.MaxY, math.Inf(1))
			of, _ := dealtRows(t, tileText(b)+"\n", radius, table)
			writeRows(t, "part.csv", table, of[0])
			writeRows(t, "asked.csv", questions, rows[k])
			lines := slices.Collect(strings.Lines(done(t, "", append(command, "--tile", tile, "--ask", "asked.csv", "part.csv")...).out))
			got = append(got, lines[1:]...)
		}
		slices.Sort(got)
		if len(want) < 5 || !slices.Equal(got, want) {
			t.Errorf("%s: %d rows: %s", kind, len(want), first(strings.Join(got, ""), strings.Join(want, "")))
		}
	}
}

// TestDealManyTiles: a row goes to the same tiles, however they are looked up.
func TestDealManyTiles(t *testing.T) {
	t.Chdir(t.TempDir())
	var tiles strings.Builder
	for x := range 40 {
		for y := range 30 {
			fmt.Fprintf(&tiles, "%d,%d,%d,%d\n", x, y, x+1+y%3, y+1) // some lie on others
		}
	}
	tiles.WriteString("-inf,-inf,inf,inf\n")
	write(t, "a.csv", "id,min_x,min_y,max_x,max_y\na,3.25,4.25,3.5,4.5\nb,-9,-9,-8,-8\nc,0.5,0.5,39.5,29.5\nd,41.5,2.5,41.75,2.75\n")
	rows, _ := dealtRows(t, tiles.String(), "a.csv")
	of := map[int][]int{}
	for tile, list := range rows {
		for _, row := range list {
			of[row] = append(of[row], tile)
		}
	}
	if got := slices.Sorted(slices.Values(of[0])); !slices.Equal(got, []int{2*30 + 4, 3*30 + 4, 1200}) {
		t.Errorf("a goes to %v", got)
	}
	if !slices.Equal(of[1], []int{1200}) || len(of[2]) != 1201 || !slices.Equal(slices.Sorted(slices.Values(of[3])), []int{39*30 + 2, 1200}) {
		t.Errorf("b goes to %v, c to %d tiles, d to %v", of[1], len(of[2]), of[3])
	}
}

// TestDealRefuses: what cannot be dealt is refused in one line.
func TestDealRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.csv", "id,x,y,r\na,0,0,1\n")
	write(t, "bad.txt", "0,0,1,1\n0,0,0,1\n")
	write(t, "good.txt", "0,0,1,1\n")
	for flags, says := range map[string]string{
		"--deal none.txt": "none.txt", "--deal bad.txt": "bad.txt:2", "--deal good.txt --questions what": "kind of query",
		"--deal good.txt --margin -1": "--margin -1", "--deal good.txt --dt -1": "--dt -1",
	} {
		if r := call(t, "", append(append([]string{"tiles"}, strings.Fields(flags)...), "a.csv")...); r.code != exitBad || !strings.Contains(r.stderr, says) || r.out != "" {
			t.Errorf("%s: exit %d: %s", flags, r.code, r.stderr)
		}
	}
}
