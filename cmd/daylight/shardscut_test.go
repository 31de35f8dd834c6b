// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// cutSharded is sharded with shapes that are cut once, under another name when shards are run, and
// with several shards to a process.
func cutSharded(t *testing.T, r *rand.Rand, tiles int, format, stdin string, args ...string) (string, int) {
	t.Helper()
	dir := t.TempDir()
	plan, cut, moved := filepath.Join(dir, "plan.json"), filepath.Join(dir, "cut"), filepath.Join(dir, "moved")
	done(t, stdin, append([]string{"plan", "-q", "--tiles", strconv.Itoa(tiles), "--cut", cut, "-o", plan}, args...)...)
	if left := files(t, dir); strings.Contains(left, "tmp") {
		t.Fatalf("left there: %s", left)
	}
	must.Do(t, os.Rename(cut, moved))
	n := tilesOf(t, plan)
	parts := filepath.Join(dir, "parts")
	for from := 0; from < n; {
		to := min(from+r.IntN(4), n-1)
		done(t, "", "collide", "-q", "--plan", plan, "--shard", fmt.Sprintf("%d-%d/%d", from, to, n), "-o", parts, "--workers", strconv.Itoa(1+from%3), moved)
		from = to + 1
	}
	return done(t, "", "merge", "-q", "--plan", plan, "--format", format, parts).out, n
}

// TestCutRefuses: shapes that are damaged, or of another plan, or cut otherwise than the plan says
// now; and what cannot be cut.
func TestCutRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "boxes", "-n", "2000", "-o", "in.csv")
	done(t, "", "plan", "-q", "--tiles", "4", "--cut", "cut", "-o", "plan.json", "in.csv")
	done(t, "", "plan", "-q", "--tiles", "4", "--margin", "2", "--cut", "other", "-o", "other.json", "in.csv")
	refused := func(message, args string) {
		t.Helper()
		r := call(t, "", strings.Fields(args)...)
		if r.code != exitBad || !strings.Contains(r.stderr, message) {
			t.Errorf("%s: exit %d: %s", args, r.code, r.stderr)
		}
	}
	const run = "collide -q --plan plan.json --shard 1/4 -o part "
	refused("not the shapes that were cut for this plan", run+"other")
	refused("not the shapes that were cut for this plan", run+"in.csv")
	refused("in one file", run+"cut cut")
	refused("no such file", run+"absent")
	refused("would be overwritten", "collide -q --plan plan.json --shard 1/4 -o cut")
	refused("--out is the directory", "collide --plan plan.json --shard 0-1/4")
	refused("--stats is of one shard", "collide --plan plan.json --shard 0-1/4 -o parts --stats s.json")
	refused("first and then the last", "collide --plan plan.json --shard 2-1/4 -o parts")
	refused("counted from 0", "collide --plan plan.json --shard 2-4/4 -o parts")
	refused("counted from 0", "collide --plan plan.json --shard 4-4/4 -o parts")
	refused("want which of how many", "collide --plan plan.json --shard 1-/4 -o parts")
	refused("want which of how many", "collide --plan plan.json --shard -1/4 -o parts")
	refused("not standard output", "plan --cut - in.csv")
	refused("cannot be compressed", "plan --cut c.zst in.csv")
	refused("--mode pairs cannot be cut", "plan --cut c --mode pairs in.csv")
	refused("--fold body cannot be cut", "plan --cut c --fold body in.csv")
	refused(`--cut "": want the name of a file (see`, "plan --cut= in.csv")
	refused("it has to be a file", "plan -o p.json --cut "+os.DevNull+" in.csv")
	refused("it has to be a file", "plan -o p.json --cut . in.csv")
	refused("would be overwritten", "plan -q --cut in.csv -o p.json in.csv")
	refused("written twice", "plan -q --cut same -o same in.csv")
	whole, want := read(t, "cut"), ""
	for i := range 4 {
		name := fmt.Sprintf("whole-%d", i)
		done(t, "", "collide", "-q", "--plan", "plan.json", "--shard", fmt.Sprintf("%d/4", i), "-o", name)
		want += read(t, name)
	}
	r := rand.New(rand.NewPCG(7, 7))
	for range 40 {
		// One bit is another: then it is in the tile of one shard, which refuses it, or nowhere.
		bad := []byte(whole)
		n := r.IntN(len(bad))
		bad[n] ^= 1 << r.IntN(8)
		write(t, "bad", string(bad))
		got, failed := "", false
		for i := range 4 {
			c := call(t, "", "collide", "-q", "--plan", "plan.json", "--shard", fmt.Sprintf("%d/4", i), "bad")
			failed = failed || c.code == exitBad && strings.Contains(c.stderr, "make a new plan")
			got += c.out
		}
		if !failed && (got != want || n >= len("daylight cut 1\n")) {
			t.Errorf("a bit of byte %d of %d is another, and every shard takes it", n, len(bad))
		}
		write(t, "bad", whole[:r.IntN(len(whole))])
		refused("not the shapes that were cut for this plan", run+"bad")
	}
	write(t, "plan.json", strings.Replace(read(t, "plan.json"), `"y":[`, `"y":[-1e9,`, 1))
	if c := call(t, "", strings.Fields(run)...); c.code != exitBad {
		t.Errorf("a plan that makes no sense: %s", c.stderr)
	}
	done(t, "", "plan", "-q", "--tiles", "2", "--cut", "cut", "-o", "plan.json", "in.csv")
	text := read(t, "plan.json")
	at := strings.Index(text, `"x":[[`)
	if at < 0 {
		at = strings.Index(text, `"y":[`) - 1
	}
	edited := text[:at+6] + "-9e9" + text[strings.IndexAny(text[at+6:], ",]")+at+6:]
	write(t, "plan.json", edited)
	refused("the cuts or flags of the plan are others", "collide -q --plan plan.json --shard 1/2 -o part")
	write(t, "plan.json", strings.Replace(text, `"flags":[]`, `"flags":[{"name":"margin","value":"5"}]`, 1))
	refused("the cuts or flags of the plan are others", "collide -q --plan plan.json --shard 1/2 -o part")
	if left := files(t, "."); strings.Contains(left, "tmp") || strings.Contains(left, "part") {
		t.Errorf("left there: %s", left)
	}
}

// TestCutOnce: a cut has tables from standard input, and is the same bytes each time.
func TestCutOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(8, 8))
	scattered(t, "a.csv", r, 1000)
	want := done(t, "", "collide", "-q", "a.csv").out
	if got, n := cutSharded(t, r, 7, "csv", read(t, "a.csv"), "-"); got != want {
		t.Errorf("%d shards of standard input: %s", n, first(got, want))
	}
	done(t, "", "plan", "-q", "--tiles", "5", "--cut", "one", "-o", "plan1.json", "a.csv")
	done(t, "", "plan", "-q", "--tiles", "5", "--cut", "two", "-o", "plan2.json", "--workers", "3", "a.csv")
	if read(t, "one") != read(t, "two") {
		t.Error("cut again, the shapes are other bytes")
	}
	write(t, "none.csv", "id,x,y,r\n")
	want = done(t, "", "collide", "-q", "none.csv").out
	if got, _ := cutSharded(t, r, 3, "csv", "", "none.csv"); got != want {
		t.Errorf("of no shapes: %q", got)
	}
}

// TestCutEarly: a cut begins with a plan of the first rows, and deals all anew if they are not like
// all: in order of place, of world or of size. Either way shards find what collide finds.
func TestCutEarly(t *testing.T) {
	t.Chdir(t.TempDir())
	const n = 4*tileShapes + 6000
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
	const side = 150
	anywhere := func(int) (x, y, size float64) { return r.Float64() * side, r.Float64() * side, 0.6 }
	inOrder := func(i int) (x, y, size float64) { return r.Float64() * side, side * float64(i) / n, 0.6 }
	one := func(int) int { return 7 }
	for _, c := range []struct {
		name, text, args string
		twice            bool
	}{
		{"anywhere", table(strconv.Itoa, one, anywhere), "", false},
		{"names", table(func(i int) string { return fmt.Sprintf("n%d", i*7%n) }, one, anywhere), "--margin 0.2", false},
		{"doubled ids", table(func(i int) string { return strconv.Itoa(i % (n - 50)) }, one, anywhere), "--skip-bad", false},
		{"in order", table(strconv.Itoa, one, inOrder), "--mode manifold", true},
		{"three worlds", table(strconv.Itoa, func(i int) int { return i * 7 % 3 }, anywhere), "", false},
		{"worlds in order", table(strconv.Itoa, func(i int) int { return i / 6000 }, anywhere), "", true},
		{"small worlds in order, hardly better with a plan of all", table(strconv.Itoa, func(i int) int { return i / 3000 }, anywhere), "", false},
		{"in order, joined", table(strconv.Itoa, one, inOrder), "--join self", true},
		{"giants last", table(strconv.Itoa, one, func(i int) (x, y, size float64) {
			if i < n-40 {
				return anywhere(i)
			}
			return r.Float64() * 20, r.Float64() * 20, 15
		}), "", true},
	} {
		if (testenv.Race || testing.Short()) && c.name != "doubled ids" && c.name != "worlds in order" && c.name != "in order, joined" {
			continue // a plan is kept, one is made anew, and one is of two tables
		}
		write(t, "in.csv", c.text)
		args := append(strings.Fields(strings.ReplaceAll(c.args, "self", "in.csv")), "in.csv")
		want := done(t, "", append([]string{"collide", "-q"}, args...)...).out
		if got, n := cutSharded(t, r, 4, "csv", "", args...); got != want || n != 4 {
			t.Errorf("%s: %d shards: %s", c.name, n, first(got, want))
		}
		said := done(t, "", append([]string{"plan", "--tiles", "4", "--cut", "cut", "-o", "plan.json", "--workers", "2"}, args...)...).stderr
		if twice := strings.Contains(said, "cut twice"); twice != c.twice {
			t.Errorf("%s: %s", c.name, said)
		}
		once := read(t, "cut")
		done(t, c.text, append([]string{"plan", "-q", "--tiles", "4", "--cut", "cut", "-o", "plan.json", "--workers", "1"}, append(args[:len(args)-1], "-")...)...)
		if read(t, "cut") != once {
			t.Errorf("%s: cut again, from standard input, the shapes are other bytes", c.name)
		}
	}
	if left := files(t, "."); left != "cut in.csv plan.json" {
		t.Errorf("left there: %s", left)
	}
}
