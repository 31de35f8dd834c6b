// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"daylight/cmd/internal/output"
	"daylight/internal/must"
)

// doing is a job, and what else a driver is to know to do it.
type doing struct {
	*testing.T
	r      *rand.Rand
	dir    string   // for plans, pieces and parts
	of     string   // collide, or query
	args   []string // without the format
	format string
	stdin  string
	tiles  int
	nth    int // of jobs
}

// answer does the job by one command, with flags in front of its own.
func (d *doing) answer(flags ...string) string {
	d.Helper()
	out := d.output(d.stdin, d.whole(flags...)...)
	if i := slices.Index(d.args, "--out"); i >= 0 {
		out = read(d.T, d.args[i+1])
		must.Do(d, os.Remove(d.args[i+1]))
	}
	return out
}

// output is what a command writes, of Arrow to a file, as shards and --resume do: to standard output it is a stream.
func (d *doing) output(stdin string, args ...string) string {
	d.Helper()
	if d.format != "arrow" || slices.Contains(args, "--out") {
		return done(d.T, stdin, args...).out
	}
	name := d.in("output.arrow")
	defer os.Remove(name)
	done(d.T, stdin, append(args, "-o", name)...)
	return read(d.T, name)
}

func (d *doing) whole(flags ...string) []string {
	return slices.Concat([]string{d.of, "-q", "--format", d.format}, flags, d.args)
}

func (d *doing) in(name string) string { return filepath.Join(d.dir, name) }

// planning is the command that makes the plan, and flags of its job that route takes.
func (d *doing) planning(flags ...string) (args, route []string) {
	args = d.args
	if i := slices.Index(args, "--bad-rows"); i >= 0 && !slices.Contains(flags, "--cut") {
		route, args = args[i:i+2], slices.Concat([]string{"--skip-bad"}, args[:i], args[i+2:])
	}
	plan := []string{"plan", "-q", "--tiles", strconv.Itoa(d.tiles), "-o", d.in("plan.json")}
	if d.nth%2 == 0 || slices.Contains(args, "--geometry-out") || d.format == "geojson" && !slices.Contains(args, "manifold") { // else merge says it
		plan = append(plan, "--format", d.format)
	}
	if d.of == "query" {
		plan = slices.Insert(plan, 1, "query")
	}
	return slices.Concat(plan, flags, args), route
}

// plan plans the job and has its tables routed in so many shares, in any order; without, shards read the tables again.
func (d *doing) plan(shares int) (n int, from []string) {
	d.Helper()
	plan, flags := d.planning()
	done(d.T, d.stdin, plan...)
	for _, i := range d.r.Perm(shares) {
		from = []string{d.in("pieces")}
		done(d.T, "", append([]string{"route", "-q", "--plan", d.in("plan.json"), "--share", fmt.Sprintf("%d/%d", i, shares), "-o", from[0], "--workers", strconv.Itoa(1 + i%3)}, flags...)...)
	}
	return tilesOf(d.T, d.in("plan.json")), from
}

// cut plans the job and cuts its shapes, and gives the pieces another name.
func (d *doing) cut() (n int, from []string) {
	d.Helper()
	plan, _ := d.planning("--cut", d.in("cut"))
	done(d.T, d.stdin, plan...)
	if left := files(d.T, d.dir); strings.Contains(left, "tmp") {
		d.Fatalf("left there: %s", left)
	}
	must.Do(d, os.Rename(d.in("cut"), d.in("moved")))
	return tilesOf(d.T, d.in("plan.json")), []string{d.in("moved")}
}

// shard does shards of the plan.
func (d *doing) shard(which, format, out string, more ...string) result {
	return call(d.T, "", append([]string{d.of, "-q", "--plan", d.in("plan.json"), "--shard", which, "--format", format, "-o", out, "--workers", strconv.Itoa(1 + len(which)%3)}, more...)...)
}

// merged does n shards in any order, each by itself or some in one process, and merges what they write.
func (d *doing) merged(n int, from []string, together bool) string {
	d.Helper()
	var parts []string
	do := func(which, out string, more ...string) {
		if r := d.shard(which, "part", out, append(more, from...)...); r.code != exitDone {
			d.Fatalf("%q, shard %s: %s", d.args, which, r.stderr)
		}
	}
	if together {
		for at := 0; at < n; {
			to := min(at+d.r.IntN(4), n-1)
			do(fmt.Sprintf("%d-%d/%d", at, to, n), d.in("parts"))
			at = to + 1
		}
		parts = []string{d.in("parts")}
	} else {
		for _, i := range d.r.Perm(n) {
			parts = append(parts, d.in(fmt.Sprintf("part-%d", i)))
			do(fmt.Sprintf("%d/%d", i, n), parts[len(parts)-1], "--stats", d.in(fmt.Sprintf("stats-%d.json", i)))
		}
		d.r.Shuffle(n, func(i, k int) { parts[i], parts[k] = parts[k], parts[i] })
	}
	return d.output("", append([]string{"merge", "-q", "--plan", d.in("plan.json"), "--format", d.format}, parts...)...)
}

// tables has shards write tables, and returns their rows and those of one table, in one order; each table says what it is.
func (d *doing) tables(n int, from []string, one string) (got, want []string) {
	d.Helper()
	format, dir := output.Format(d.format), d.in("tables")
	if r := d.shard(fmt.Sprintf("0-%d/%d", n-1, n), d.format, dir, from...); r.code != exitDone {
		d.Fatalf("%q: %s", d.args, r.stderr)
	}
	for i := range n {
		part := read(d.T, filepath.Join(dir, fmt.Sprintf("part-%05d%s", i, format.Ending())))
		rows := rowsIn(d.T, part, format)
		if i > 0 && format != output.NDJSON && format != output.GeoJSON {
			if rows[0] != got[0] {
				d.Errorf("%q: header %q, and of the first %q", d.args, rows[0], got[0])
			}
			rows = rows[1:]
		}
		if got = append(got, rows...); format != output.Parquet && format != output.Arrow {
			continue
		}
		if types := typesOf(d.T, part, d.format); types != typesOf(d.T, one, d.format) {
			d.Errorf("%q: ids are %s", d.args, types)
		}
		if plan, shard := saysOfItself(d.T, part, format); len(plan) < 8 || shard != fmt.Sprintf("%d/%d", i, n) {
			d.Errorf("%q: table %d says that it is %q of plan %q", d.args, i, shard, plan)
		}
	}
	want = rowsIn(d.T, one, format)
	slices.Sort(want)
	slices.Sort(got)
	return got, want
}

// resumed does the job in a run that is stopped when something is kept, and in a second one that goes on.
func (d *doing) resumed() string {
	d.Helper()
	out := d.in("out")
	args := d.whole("--resume", "-o", out)
	if r := afterPart(d.T, d.stdin, args...); r.code != exitInterrupted && r.code != exitDone {
		d.Fatalf("%q: exit %d: %s", args, r.code, r.stderr)
	}
	done(d.T, d.stdin, args...)
	if names := files(d.T, d.dir); names != "out" {
		d.Errorf("%q left %s", args, names)
	}
	return read(d.T, out)
}

func tilesOf(t *testing.T, plan string) int {
	t.Helper()
	var p struct{ Tiles int }
	must.Do(t, json.Unmarshal([]byte(read(t, plan)), &p))
	return p.Tiles
}

// sharded does a job of collide in shards, in any order, of tables that were routed in any number of shares, or read
// again by each shard, and returns what merge writes.
func sharded(t *testing.T, r *rand.Rand, tiles int, format string, args ...string) (string, int) {
	t.Helper()
	d := doing{t, r, t.TempDir(), "collide", args, format, "", tiles, 1}
	n, from := d.plan(r.IntN(6))
	return d.merged(n, from, false), n
}

// cutSharded is sharded with shapes that are cut once, and with several shards to a process.
func cutSharded(t *testing.T, r *rand.Rand, tiles int, format, stdin string, args ...string) (string, int) {
	t.Helper()
	d := doing{t, r, t.TempDir(), "collide", args, format, stdin, tiles, 1}
	n, from := d.cut()
	return d.merged(n, from, true), n
}
