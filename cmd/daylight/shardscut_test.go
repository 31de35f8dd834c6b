// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// TestPiecesRefused: pieces that are missing, there twice, torn, damaged or of another plan.
func TestPiecesRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "boxes", "-n", "2000", "-o", "in.csv")
	done(t, "", "plan", "-q", "--tiles", "4", "-o", "plan.json", "in.csv")
	done(t, "", "plan", "-q", "--tiles", "4", "--margin", "2", "-o", "other.json", "in.csv")
	for i := range 3 {
		done(t, "", "route", "-q", "--plan", "plan.json", "--share", fmt.Sprintf("%d/3", i), "-o", "whole")
		done(t, "", "route", "-q", "--plan", "other.json", "--share", fmt.Sprintf("%d/3", i), "-o", "other")
	}
	const run = "collide -q --plan plan.json --shard 1/4 -o part "
	refused := func(message, args string) {
		t.Helper()
		r := call(t, "", strings.Fields(args)...)
		if r.code != exitBad || !strings.Contains(r.stderr, message) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: exit %d: %s", args, r.code, r.stderr)
		}
	}
	const again = "daylight route --plan plan.json --out bad --share "
	one, two := "share-00001-of-00003.pieces", "share-00002-of-00003.pieces"
	pieces := read(t, "whole/"+one)
	for message, change := range map[string]func(){
		"bad: there are no pieces in it: " + again + "0/1 makes all of them": func() {
			must.Do(t, os.RemoveAll("bad"))
			must.Do(t, os.Mkdir("bad", 0o777))
		},
		"bad: 1 of 3 shares are missing: [1]; " + again + "1/3 makes the first of them": func() { must.Do(t, os.Remove("bad/"+one)) },
		"it is share 1 of 3, and so is":            func() { write(t, "bad/copy.pieces", pieces) },
		"there are pieces of 2 shares (share-0":    func() { done(t, "", "route", "-q", "--plan", "plan.json", "--share", "0/2", "-o", "bad") },
		"it is torn or damaged":                    func() { write(t, "bad/"+one, pieces[:len(pieces)/2]) },
		"or no pieces of tables":                   func() { write(t, "bad/"+one, read(t, "in.csv")) },
		"it was made by another plan, or by this":  func() { write(t, "bad/"+one, read(t, "other/"+one)) },
		"bad/" + two + ": it is torn or damaged, ": func() { write(t, "bad/"+two, "") },
	} {
		must.Do(t, os.RemoveAll("bad"))
		must.Do(t, os.CopyFS("bad", os.DirFS("whole")))
		change()
		refused(message, run+"bad")
	}
	want := ""
	for i := range 4 {
		want += done(t, "", "collide", "-q", "--plan", "plan.json", "--shard", fmt.Sprintf("%d/4", i), "whole").out
	}
	r := rand.New(rand.NewPCG(7, 7))
	must.Do(t, os.RemoveAll("bad"))
	must.Do(t, os.CopyFS("bad", os.DirFS("whole")))
	for range 40 {
		// One bit is another: then it is in the tile of one shard, which refuses it, or nowhere.
		bad := []byte(pieces)
		n := r.IntN(len(bad))
		bad[n] ^= 1 << r.IntN(8)
		write(t, "bad/"+one, string(bad))
		got, failed := "", false
		for i := range 4 {
			c := call(t, "", "collide", "-q", "--plan", "plan.json", "--shard", fmt.Sprintf("%d/4", i), "bad")
			failed = failed || c.code == exitBad && strings.Contains(c.stderr, "route") && strings.Contains(c.stderr, "again")
			got += c.out
		}
		if !failed && (got != want || n >= len("daylight pieces 1\n")) {
			t.Errorf("a bit of byte %d of %d is another, and every shard takes it", n, len(bad))
		}
		write(t, "bad/"+one, pieces[:r.IntN(len(pieces))])
		refused("it is torn or damaged", run+"bad")
	}
	// Cuts may be edited before anything is routed, and then no more.
	text := read(t, "plan.json")
	write(t, "plan.json", strings.Replace(text, `"flags":[]`, `"flags":[{"name":"margin","value":"5"}]`, 1))
	refused("it was made by another plan, or by this one before it was changed", run+"whole")
	write(t, "plan.json", strings.Replace(text, `"y":[`, `"y":[1e9,`, 1))
	refused("not a plan", run+"whole")
	if left := files(t, "."); strings.Contains(left, "tmp") || strings.Contains(left, "part") {
		t.Errorf("left there: %s", left)
	}
}

// TestShares: tables of all kinds, cut at any place into any number of shares, have the bytes of one run; line ends in
// cells are no place to cut at.
func TestShares(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(2, 8))
	scattered(t, "a.csv", r, 300)
	scattered(t, "b.csv", r, 200)
	write(t, "none.csv", "id,x,y,r\n")
	done(t, "", "gen", "mixed", "-n", "300", "--frames", "3", "-o", "c.ndjson")
	done(t, "", "gen", "mixed", "-n", "200", "-o", "d.parquet")
	done(t, "", "gen", "mixed", "-n", "200", "-o", "e.csv.gz")
	var lines strings.Builder
	lines.WriteString("# a comment, \"and\n# another\nx,y,r,note\n")
	for i := range 200 {
		fmt.Fprintf(&lines, "%d,%d,0.8,plain\n", i%15, i/15)
	}
	write(t, "plain.csv", lines.String())
	for j, job := range []string{"a.csv", "a.csv b.csv none.csv", "--join b.csv a.csv none.csv", "none.csv plain.csv", "--skip-bad c.ndjson d.parquet e.csv.gz", "none.csv", "--join none.csv plain.csv"} {
		args := strings.Fields(job)
		want := done(t, "", append([]string{"collide", "-q"}, args...)...).out
		for k, shares := range []int{1, 2, 5, 17, 40} {
			if testenv.Race && shares != 5 || !testenv.Race && !testenv.Full() && j > 0 && (j+k)%3 != 0 { // each number of some jobs
				continue
			}
			d := doing{t, r, t.TempDir(), "collide", args, "csv", "", 4, 1}
			n, from := d.plan(shares)
			if got := d.merged(n, from, true); got != want {
				t.Errorf("%s in %d shares: %s", job, shares, first(got, want))
			}
		}
	}
	// Line ends in quotes are found not to be those of rows by what follows, so that any number of shares does.
	var noted strings.Builder
	noted.WriteString("id,note,x,y,r\n")
	for i := range 30_000 {
		fmt.Fprintf(&noted, "%d,\"a \"\"note\"\"\n# of %d,\n\n\",%v,%v,0.4\n", i, i, 200*r.Float64(), 200*r.Float64())
	}
	write(t, "noted.csv", noted.String())
	d := doing{t, r, t.TempDir(), "collide", []string{"noted.csv"}, "csv", "", 4, 1}
	n, from := d.plan(40)
	if got, want := d.merged(n, from, true), done(t, "", "collide", "-q", "noted.csv").out; got != want {
		t.Errorf("a table with line ends in cells: %s", first(got, want))
	}
	// Somewhere between its ends this table has nothing but a cell, for longer than anybody looks.
	for _, comments := range []string{"", "# a \" in a comment\n", "# a \"\n# and a \"\n"} {
		write(t, "cells.csv", "x,y,r,note\n"+comments+"1,2,3,\""+strings.Repeat("a line\n# line\n", 10_000)+"\"\n1,2,3,\n")
		done(t, "", "plan", "-q", "--tiles", "2", "-o", "plan.json", "cells.csv")
		if r := call(t, "", "route", "-q", "--plan", "plan.json", "--share", "0/2", "-o", "pieces"); r.code != exitBad || !strings.Contains(r.stderr, "take another number of shares, or one (--share 0/1)") {
			t.Errorf("after %q: exit %d: %s", comments, r.code, r.stderr)
		}
		must.Do(t, os.RemoveAll("pieces"))
		done(t, "", "route", "-q", "--plan", "plan.json", "--share", "0/1", "-o", "pieces")
		must.Do(t, os.RemoveAll("pieces"))
	}
}

// TestLinesOfShares: rows that are left out are told by their lines in the table, whichever share reads them, and not of a
// sample, by which a plan has each note once.
func TestLinesOfShares(t *testing.T) {
	t.Chdir(t.TempDir())
	var b strings.Builder
	b.WriteString("id,points,note\n")
	const n = 40_000 // more than are read as a whole
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
	const unused = "daylight: in.csv: not used: note\n"
	told := done(t, "", strings.Fields("plan --mend --tiles 2 -o plan.json in.csv")...).stderr
	if strings.Count(told, unused) != 1 || strings.Contains(told, "left out") || strings.Contains(told, "#") {
		t.Error(told)
	}
	told = done(t, "", strings.Fields("route --plan plan.json --share 1/2 -o pieces")...).stderr
	rows := strings.Split(b.String(), "\n")
	for what, row := range map[string]string{"the first: in.csv:": "0 0;1 0;2 0", "the first is line ": "#"} {
		_, after, found := strings.Cut(told, what)
		line := 0
		if _, err := fmt.Sscanf(after, "%d", &line); !found || err != nil || line < n/2 || line > len(rows) || !strings.Contains(rows[line-1], row) {
			t.Errorf("%s: %d, where %q is to be: %s", what, line, row, told)
		}
	}
}

// TestCutOnce: a cut is the same bytes each time.
func TestCutOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(8, 8))
	scattered(t, "a.csv", r, 1000)
	const cut = "plan -q --tiles 5 --cut cut -o plan.json --workers "
	done(t, "", append(strings.Fields(cut), "1", "a.csv")...)
	one := read(t, "cut/share-00000-of-00001.pieces")
	done(t, "", append(strings.Fields(cut), "3", "a.csv")...)
	if read(t, "cut/share-00000-of-00001.pieces") != one {
		t.Error("cut again, the shapes are other bytes")
	}
}

// TestPlanSamples: a plan of some rows is even where tables are in order of place, of world or of size; and shards of it
// find what collide finds.
func TestPlanSamples(t *testing.T) {
	t.Chdir(t.TempDir())
	const n = 40_000 // more than are read as a whole
	r := rand.New(rand.NewPCG(4, 4))
	table := func(ids func(i int) string, world func(i int) int, at func(i int) (x, y, size float64)) string {
		var b strings.Builder
		b.WriteString("id,world,x,y,r\n")
		for i := range n {
			x, y, size := at(i)
			fmt.Fprintf(&b, "%s,%d,%v,%v,%v\n", ids(i), world(i), x, y, size)
		}
		return b.String()
	}
	const side = 400
	anywhere := func(int) (x, y, size float64) { return r.Float64() * side, r.Float64() * side, 0.6 }
	inOrder := func(i int) (x, y, size float64) { return side * float64(i) / n, r.Float64() * side, 0.6 }
	one := func(int) int { return 7 }
	for _, c := range []struct{ name, text, args string }{
		{"anywhere", table(strconv.Itoa, one, anywhere), ""},
		{"names", table(func(i int) string { return fmt.Sprintf("n%d", i*7%n) }, one, anywhere), "--margin 0.2"},
		{"doubled ids", table(func(i int) string { return strconv.Itoa(i % (n - 50)) }, one, anywhere), "--skip-bad"},
		{"in order", table(strconv.Itoa, one, inOrder), "--mode manifold"},
		{"three worlds", table(strconv.Itoa, func(i int) int { return i * 7 % 3 }, anywhere), ""},
		{"worlds in order", table(strconv.Itoa, func(i int) int { return i / 2400 }, anywhere), ""},
		{"in order, joined", table(strconv.Itoa, one, inOrder), "--join in.csv"},
		{"giants last", table(strconv.Itoa, one, func(i int) (x, y, size float64) {
			if i < n-40 {
				return anywhere(i)
			}
			return r.Float64() * 40, r.Float64() * 40, 15
		}), ""},
	} {
		uneven := c.name == "three worlds" || c.name == "giants last"
		always := c.name == "doubled ids" || c.name == "worlds in order" || c.name == "in order, joined"
		if !always && (testenv.Race || testing.Short() || !uneven && !testenv.Full()) {
			continue
		}
		write(t, "in.csv", c.text)
		args := append(strings.Fields(c.args), "in.csv")
		want := done(t, "", append([]string{"collide", "-q"}, args...)...).out
		d := doing{t, r, ".", "collide", args, "csv", "", 4, 0}
		n, from := d.plan(r.IntN(6))
		if got := d.merged(n, from, false); got != want || n != 4 {
			t.Errorf("%s: %d shards: %s", c.name, n, first(got, want))
		}
		must.Do(t, os.RemoveAll("pieces"))
		most, all := 0, 0
		for k := range 4 {
			var s struct{ Shapes, Candidates int }
			must.Do(t, json.Unmarshal([]byte(read(t, fmt.Sprintf("stats-%d.json", k))), &s))
			most, all = max(most, s.Shapes+s.Candidates), all+s.Shapes+s.Candidates
		}
		limit := 1.15
		if uneven { // as it has to be
			limit = 1.35
		}
		if even := float64(4*most) / float64(all); even > limit {
			t.Errorf("%s: the busiest shard has %.2f times the mean", c.name, even)
		}
	}
}
