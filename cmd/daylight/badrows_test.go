// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// badRowsOf is the list of bad rows of tables that doubledIDs makes, or that have no ids, as a map
// finds them.
func badRowsOf(t *testing.T, names ...string) string {
	t.Helper()
	var list strings.Builder
	w := csv.NewWriter(&list)
	seen, rows := map[string]string{}, 0
	for _, name := range names {
		all := must.Get(csv.NewReader(strings.NewReader(read(t, name))).ReadAll())(t)
		for i, row := range all[1:] {
			line := strconv.Itoa(i + 2)
			if all[0][0] != "id" { // a row goes by its number
				row = append([]string{strconv.Itoa(rows)}, row...)
			}
			key := row[1] + " " + row[0]
			from, twice := seen[key]
			switch rows++; {
			case row[0] == "bad":
				w.Write([]string{name, line, "bad", "x", `"row" is not a number`})
			case twice:
				w.Write([]string{name, line, "", "", fmt.Sprintf("id %q is in world %q already, from %s", row[0], row[1], from)})
			default:
				seen[key] = name + ":" + line
			}
		}
	}
	w.Flush()
	return list.String()
}

// TestDoubledIDs: the first row of a duplicate id counts. The others are listed among the bad rows,
// in order, whether ids are numbers that grow, numbers or texts, in one world or several, of one
// table, two, or two sides; and in tiles that take all rows.
func TestDoubledIDs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	t.Chdir(t.TempDir())
	const head = "file,line,id,column,problem\n"
	for i := range 8 {
		if testenv.Race && i%3 != 0 {
			continue
		}
		write(t, "a.csv", doubledIDs(r, 3000, i&1 == 0, i&2 == 0))
		write(t, "b.csv", doubledIDs(r, 400, i&1 == 1, i&2 == 0))
		args, want := []string{"a.csv"}, ""
		switch {
		case i == 0: // a table without ids, whose rows have numbers that are ids of the other
			write(t, "plain.csv", "world,x,y,r\n"+strings.Repeat("0,3,3,1\n1,3,4,1\n", 50))
			args = []string{"plain.csv", "a.csv"}
			want = badRowsOf(t, args...)
		case i&4 != 0:
			args = []string{"--join", "b.csv", "a.csv"}
			want = badRowsOf(t, "a.csv") + badRowsOf(t, "b.csv")
		case i == 2:
			args = []string{"--exact", "a.csv", "b.csv"}
			want = badRowsOf(t, "a.csv", "b.csv")
		default:
			want = badRowsOf(t, "a.csv")
		}
		if strings.Count(want, "already") < 40 || strings.Count(want, "row") < 3 {
			t.Fatal("nothing to find")
		}
		var rows string
		for _, more := range [][]string{{"--workers", "1"}, {"--workers", "3"}, {"--tile", "-inf,-inf,inf,inf"}} {
			out := done(t, "", append(append([]string{"collide", "-q", "--bad-rows", "bad.csv"}, more...), args...)...).out
			if got := read(t, "bad.csv"); got != head+want {
				t.Errorf("%q %q: bad rows: %s", args, more, first(got, head+want))
			}
			if rows == "" {
				rows = out
			}
			if out != rows {
				t.Errorf("%q %q: %s", args, more, first(out, rows))
			}
		}
	}
}

// TestLinesOfTables: bad rows are listed with their lines, also in tables that are larger than what
// is read at once.
func TestLinesOfTables(t *testing.T) {
	t.Chdir(t.TempDir())
	var b strings.Builder
	b.WriteString("id,points,note\n")
	const n = 40_000
	for i := range n {
		points := fmt.Sprintf("%d 0;%d 0;%d 1", i, i+1, i)
		switch {
		case i%10 == 9 && i >= n/2:
			points = "0 0;1 0;2 0"
		case i%10 == 8 && i >= n/2:
			fmt.Fprintf(&b, "#%d,1 1;2 1;1 2,7\n", i)
		}
		fmt.Fprintf(&b, "%d,%s,a note\n", i, points)
	}
	write(t, "in.csv", b.String())
	rows := strings.Split(b.String(), "\n")
	for _, args := range []string{"collide --mend --mode overlap", "collide --mend --tile -inf,-inf,9,9", "query inside --mend --tile -inf,-inf,9,9"} {
		told := done(t, "", append(strings.Fields(args), "-o", "out", "in.csv")...).stderr
		if strings.Count(told, "daylight: in.csv: not used: note\n") != 1 {
			t.Errorf("%s: %s", args, told)
		}
		for what, row := range map[string]string{"the first: in.csv:": "0 0;1 0;2 0", "the first is line ": "#"} {
			_, after, found := strings.Cut(told, what)
			line := 0
			if _, err := fmt.Sscanf(after, "%d", &line); !found || err != nil || line < n/2 || line > len(rows) || !strings.Contains(rows[line-1], row) {
				t.Errorf("%s: %s: %d, where %q is to be: %s", args, what, line, row, told)
			}
		}
	}
}
