// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"daylight/internal/testenv"
)

// doubledIDs is a table in which some ids are there twice in their world, far from each other.
// Its ids are whole numbers that grow but for those, or any.
func doubledIDs(r *rand.Rand, n int, numbers, worlds bool) string {
	var b strings.Builder
	b.WriteString("id,world,x,y,r\n")
	for i := range n {
		id, k := fmt.Sprint(i+100), i
		if i > 0 && r.IntN(40) == 0 {
			k = r.IntN(i)
			id = fmt.Sprint(k + 100)
		}
		if !numbers {
			id = fmt.Sprintf("a shape that is number %s", id)
		}
		world := 0
		if worlds {
			world = k % 3
		}
		fmt.Fprintf(&b, "%s,%d,%v,%v,0.6\n", id, world, r.Float64()*20, r.Float64()*20)
		if r.IntN(50) == 0 {
			b.WriteString("bad,0,row,0,1\n")
		}
	}
	return b.String()
}

// TestShardsDoubled: ids that are twice in a world are found by plan, with and without a cut, and
// with --spill, as by collide: left out and listed.
func TestShardsDoubled(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	t.Chdir(t.TempDir())
	for i := range 8 {
		if testenv.Race && i%3 != 0 {
			continue
		}
		write(t, "a.csv", doubledIDs(r, 1200, i&1 == 0, i&2 == 0))
		write(t, "b.csv", doubledIDs(r, 400, i&1 == 1, i&2 == 0))
		args := []string{"--skip-bad", "a.csv"}
		switch {
		case i == 0: // a table without ids, whose rows have numbers that are ids of the other
			write(t, "plain.csv", "world,x,y,r\n"+strings.Repeat("0,3,3,1\n1,3,4,1\n", 50))
			args = append(args, "plain.csv")
		case i&4 != 0:
			args = []string{"--skip-bad", "--join", "b.csv", "a.csv"}
		case i == 2:
			args = []string{"--skip-bad", "--exact", "a.csv"}
		}
		want := done(t, "", append([]string{"collide", "-q", "--bad-rows", "want.csv"}, args...)...).out
		if !strings.Contains(read(t, "want.csv"), "already") {
			t.Fatal("no id is there twice")
		}
		if got, n := sharded(t, r, 9, "csv", args...); got != want || n < 5 {
			t.Errorf("%q: %d shards: %s", args, n, first(got, want))
		}
		done(t, "", append([]string{"plan", "-q", "--bad-rows", "got.csv", "--cut", "cut", "-o", "p.json"}, args...)...)
		if got, want := read(t, "got.csv"), read(t, "want.csv"); got != want {
			t.Errorf("%q: bad rows of plan: %s", args, first(got, want))
		}
		if i == 2 {
			continue
		}
		if got, _ := cutSharded(t, r, 9, "csv", "", args...); got != want {
			t.Errorf("%q: cut: %s", args, first(got, want))
		}
		got := done(t, "", append([]string{"collide", "-q", "--spill", ".", "--memory", "64MiB", "--bad-rows", "got.csv"}, args...)...).out
		if got != want {
			t.Errorf("%q: --spill: %s", args, first(got, want))
		}
		if got, want := read(t, "got.csv"), read(t, "want.csv"); got != want {
			t.Errorf("%q: bad rows of --spill: %s", args, first(got, want))
		}
	}
}

// TestShardsDoubledMemory: ids in no order, for which there is no memory, are told apart all the same:
// the answer is that of collide, and so is what is left out.
func TestShardsDoubledMemory(t *testing.T) {
	// One goroutine tells ids apart. What reads the rows has races looked for in TestShardsDoubled.
	testenv.Sequential(t)
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(5, 7))
	defer func(n int64) { idsShare = n }(idsShare)
	idsShare = 64
	const n = 20_000 // of which that part of 32 MiB has room for no list
	table := func(name string, id func(i int) string) {
		var b strings.Builder
		b.WriteString("id,world,x,y,r\n")
		for i := range n {
			k := i
			if i > n-200 || i%600 == 599 {
				k = r.IntN(i)
			}
			fmt.Fprintf(&b, "%s,%d,%d,%d,0.6\n", id(k), k%3, i%400, i/400)
			if i%3000 == 2999 || i == n-100 {
				b.WriteString("bad,0,row,0,1\n")
			}
		}
		write(t, name, b.String())
	}
	table("names.csv", func(i int) string { return fmt.Sprintf("n%d", i) })
	table("twice.csv", func(i int) string { return fmt.Sprint(i%9999, " twice") })
	table("numbers.csv", func(i int) string { return fmt.Sprint(uint32(i) * 2654435761) }) // in no order
	for i, args := range [][]string{{"names.csv"}, {"--join", "names.csv", "numbers.csv"}, {"twice.csv"}} {
		want := done(t, "", append([]string{"collide", "-q", "--bad-rows", "want.csv"}, args...)...).out
		if list := read(t, "want.csv"); strings.Count(list, "already") < 100 || strings.Count(list, "row") < 3 {
			t.Fatal("nothing to find")
		}
		for _, way := range []string{"collide --spill . -o got", "plan --cut cut --tiles 3 -o plan.json"} {
			if i == 1 && !testenv.Full() && !strings.HasPrefix(way, "plan --cut") {
				continue
			}
			done(t, "", slices.Concat(strings.Fields(way), []string{"-q", "--memory", "32MiB", "--bad-rows", "got.csv"}, args)...)
			if got, want := read(t, "got.csv"), read(t, "want.csv"); got != want {
				t.Errorf("%q: %s: bad rows: %s", args, way, first(got, want))
			}
			if way[0] == 'p' {
				done(t, "", "collide", "-q", "--plan", "plan.json", "--shard", "0-2/3", "--format", "part", "-o", "parts")
				done(t, "", "merge", "-q", "--plan", "plan.json", "-o", "got", "parts")
			}
			if got := read(t, "got"); got != want {
				t.Errorf("%q: %s: %s", args, way, first(got, want))
			}
		}
		// In shares each writes its ids, and shards tell them apart, as TestShardsDoubled has them do with fewer.
		if !testenv.Full() {
			continue
		}
		if got, _ := sharded(t, r, 3, "csv", append(args, "--skip-bad")...); got != want {
			t.Errorf("%q in shares: %s", args, first(got, want))
		}
	}
	want := call(t, "", "collide", "names.csv")
	for _, way := range []string{"plan -o p.json --cut c", "collide --spill . -o o"} {
		// Bad rows come behind the first of these.
		got := call(t, "", append(strings.Fields(way), "--memory", "32MiB", "names.csv")...)
		if got.code != exitBad || !strings.HasSuffix(got.stderr, want.stderr) {
			t.Errorf("%s: exit %d: %s, want %s", way, got.code, got.stderr, want.stderr)
		}
	}
	// Nothing else is wrong.
	var b strings.Builder
	b.WriteString("id,x,y,r\n")
	for i := range n {
		fmt.Fprintf(&b, "n%d,%d,%d,0.1\n", i%(n-3), i%400, i/400)
	}
	write(t, "late.csv", b.String())
	want = call(t, "", "collide", "late.csv")
	for _, way := range []string{"plan -o p.json --cut c", "collide --spill . -o o"} {
		got := call(t, "", append(strings.Fields(way), "--memory", "32MiB", "late.csv")...)
		if got.code != exitBad || !strings.HasSuffix(got.stderr, want.stderr) || !strings.Contains(want.stderr, "already, from late.csv:2") {
			t.Errorf("%s: exit %d: %s, want %s", way, got.code, got.stderr, want.stderr)
		}
	}
	if left := files(t, "."); strings.Contains(left, "tmp") {
		t.Errorf("left there: %s", left)
	}
}
