// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// frames is a table of circles in worlds that are not in order, and walls for some of them.
func frames(t *testing.T, dir string, worlds, each int) (people, walls string) {
	r := rand.New(rand.NewPCG(7, 7))
	var a, b strings.Builder
	a.WriteString("id,frame,x,y,r,vx\n")
	b.WriteString("id,frame,x1,y1,x2,y2\n")
	for k := range each {
		for w := range worlds {
			fmt.Fprintf(&a, "p%d,f%d,%v,%v,0.4,%v\n", k, (w*7+k)%worlds, r.Float32()*20, r.Float32()*20, r.Float32())
			if k == 0 && w%3 == 0 {
				fmt.Fprintf(&b, "wall,f%d,0,5,20,6\n", w)
			}
		}
	}
	return write(t, filepath.Join(dir, "people.csv"), a.String()), write(t, filepath.Join(dir, "walls.csv"), b.String())
}

// TestResume stops runs after a while, by cancelling them, wherever they are, until they are done, and compares
// with what a run gives that is left alone.
func TestResume(t *testing.T) {
	inParts(t, partShapes)
	dir := t.TempDir()
	people, walls := frames(t, dir, 60, 40)
	out := filepath.Join(dir, "out.csv")
	for k, line := range []string{
		"collide", "collide --verify --keep vx", "collide --mode swept --dt 2 --join WALLS", "collide --format geojson --spill DIR", "collide --exact --strict",
		"query rays --all --ask PEOPLE --dt 30", "query points --near 0.5 --verify --ask WALLS", "query nearest --count 3 --keep vx", "query within --near 0.4 --format ndjson",
		"query inside --ask PEOPLE", // what holds itself, from another table
	} {
		if testenv.Race && k%3 != 0 { // ten times as slow, and the rows are seen without
			continue
		}
		args := strings.Fields(strings.NewReplacer("WALLS", walls, "PEOPLE", people, "DIR", dir).Replace(line) + " -q")
		want := done(t, "", slices.DeleteFunc(append(slices.Clone(args), people), func(a string) bool { return a == "--spill" || a == dir })...).out
		args = append(args, "--resume", "-o", out, people)
		partShapes = []int{500, 1 << 16}[k%2]
		stops := 0
		for wait := time.Millisecond; ; wait += wait / 2 {
			ctx, cancel := context.WithTimeout(t.Context(), wait)
			var stdout, stderr bytes.Buffer
			code := run(ctx, args, strings.NewReader(""), &stdout, &stderr)
			cancel()
			if code == exitDone {
				break
			}
			if stops++; code != exitBad && code != exitInterrupted || stops > 100 {
				t.Fatalf("%q: exit %d: %s", args, code, stderr.String())
			}
		}
		if got := read(t, out); got != want || strings.Count(got, "\n") < 20 {
			t.Errorf("%q: another answer after %d stops:\n%s", args, stops, first(got, want))
		}
		if names := files(t, dir); names != "out.csv people.csv walls.csv" {
			t.Errorf("%q left %s", args, names)
		}
		os.Remove(out)
	}
}

// first is the first line in which two texts differ.
func first(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d: got %q, want %q", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(a), len(b))
}

// TestResumeGoesOn: what was done is not done again, and a run that differs is refused.
func TestResumeGoesOn(t *testing.T) {
	inParts(t, 100)
	t.Chdir(t.TempDir())
	people, _ := frames(t, ".", 1000, 20)
	plain := done(t, "", "collide", "-q", people).out
	// The run is stopped once the rows of some world are kept.
	if said := stopped(t, "collide", "--verify", "--resume", "-o", "out.csv", people); !strings.Contains(said, "the same command goes on from there") {
		t.Errorf("what to do is not said: %s", said)
	}
	if names := files(t, "."); names != "out.csv.partial out.csv.partial.json people.csv walls.csv" {
		t.Fatalf("there is %s", names)
	}
	partial := read(t, "out.csv.partial")
	if len(partial) == 0 {
		t.Error("nothing was kept")
	}
	for _, c := range []struct{ args, message string }{
		{"--margin 1", "other arguments"},
		{"--verify walls.csv", "a run whose input files are 1"},
	} {
		r := call(t, "", append(append([]string{"collide", "--resume", "-o", "out.csv"}, strings.Fields(c.args)...), people)...)
		if r.code != exitBad || !strings.Contains(r.stderr, c.message) || !strings.Contains(r.stderr, "out.csv.partial.json to begin anew") {
			t.Errorf("%s: exit %d: %s", c.args, r.code, r.stderr)
		}
	}
	// Rows after the last mark, as a run leaves that was killed, are cut off.
	write(t, "out.csv.partial", partial+"torn,row")
	r := done(t, "", "collide", "--verify", "--resume", "-o", "out.csv", people)
	if !strings.Contains(r.stderr, "going on after") || !strings.Contains(r.stderr, ", kept in out.csv.partial, last written 20") || read(t, "out.csv") != plain {
		t.Errorf("another answer; %s", r.stderr)
	}
	// What was changed is not gone on with.
	if names := files(t, "."); names != "out.csv people.csv walls.csv" {
		t.Errorf("there is %s", names)
	}
}

// inParts has what --resume does be in parts of so many shapes.
func inParts(t *testing.T, n int) {
	was := partShapes
	partShapes = n
	t.Cleanup(func() { partShapes = was })
}

// stopped runs the program until something is kept, and returns what it says when it is stopped then.
func stopped(t *testing.T, args ...string) (said string) {
	t.Helper()
	r := afterPart(t, "", args...)
	if r.code != exitInterrupted {
		t.Fatalf("%q: exit %d: %s", args, r.code, r.stderr)
	}
	return r.stderr
}

// afterPart is call for a run that is stopped once something is kept.
func afterPart(t *testing.T, stdin string, args ...string) result {
	ctx, cancel := context.WithCancel(t.Context())
	partKept = cancel
	defer func() { partKept = func() {} }()
	var out, stderr bytes.Buffer
	code := run(ctx, args, strings.NewReader(stdin), &out, &stderr)
	return result{code, out.String(), stderr.String()}
}

// TestResumeTwice: a second run of an output that is being written is refused, with who writes it,
// and harms nothing.
func TestResumeTwice(t *testing.T) {
	inParts(t, 50)
	t.Chdir(t.TempDir())
	people, _ := frames(t, ".", 30, 20)
	plain := done(t, "", "collide", "-q", people).out
	first := []string{"collide", "-q", "--resume", "-o", "out.csv", people}
	host, _ := os.Hostname()
	var second result
	calls := 0
	partKept = func() {
		if calls++; calls == 3 {
			partKept = func() {}
			second = call(t, "", first...)
		}
	}
	defer func() { partKept = func() {} }()
	done(t, "", first...)
	want := fmt.Sprintf("daylight: another run with --resume is writing out.csv, process %d on %s: wait for it, or give another --out\n", os.Getpid(), host)
	if second.code != exitBad || second.stderr != want {
		t.Errorf("the second run: exit %d: %s\nwant %s", second.code, second.stderr, want)
	}
	if got := read(t, "out.csv"); got != plain {
		t.Error(first)
	}
	if names := files(t, "."); names != "out.csv people.csv walls.csv" {
		t.Errorf("there is %s", names)
	}
}

// TestResumeDamaged: rows that are not those which were written are not gone on with, and stay as they are.
func TestResumeDamaged(t *testing.T) {
	inParts(t, 50)
	t.Chdir(t.TempDir())
	people, _ := frames(t, ".", 100, 20)
	args := []string{"collide", "--verify", "--resume", "-o", "out.csv", people}
	stopped(t, args...)
	partial := read(t, "out.csv.partial")
	other := string(partial[0]^1) + partial[1:]
	for _, text := range []string{partial[:len(partial)-1], other, other + "0,a,b"} {
		write(t, "out.csv.partial", text)
		if r := call(t, "", args...); r.code != exitBad || !strings.Contains(r.stderr, "cannot go on from out.csv.partial: it ") || read(t, "out.csv.partial") != text {
			t.Errorf("%q: exit %d: %s", text[max(0, len(text)-20):], r.code, r.stderr)
		}
	}
	write(t, "out.csv.partial", partial)
	done(t, "", args...)
}

// TestResumeChanged: what was begun with other tables is not gone on with, though size and time are as they
// were; a table that is only newer is the same.
func TestResumeChanged(t *testing.T) {
	inParts(t, 50)
	t.Chdir(t.TempDir())
	people, walls := frames(t, ".", 200, 20)
	for _, c := range []string{"collide --verify --join walls.csv", "query points --near 0.5 --verify --ask walls.csv"} {
		args := append(strings.Fields(c), "--resume", "-o", "out.csv", people)
		stopped(t, args...)
		for _, name := range []string{people, walls} {
			was := read(t, name)
			info := must.Get(os.Stat(name))(t)
			at := len(was)/2 + strings.Index(was[len(was)/2:], "\n") - 1
			write(t, name, was[:at]+string(was[at]^1)+was[at+1:])
			must.Do(t, os.Chtimes(name, info.ModTime(), info.ModTime()))
			if r := call(t, "", args...); r.code != exitBad || !strings.Contains(r.stderr, name+" has changed since") {
				t.Errorf("%s with another %s: exit %d: %s", c, name, r.code, r.stderr)
			}
			write(t, name, was)
		}
		if r := done(t, "", args...); !strings.Contains(r.stderr, "going on after") {
			t.Errorf("%s: %s", c, r.stderr)
		}
	}
}

// TestResumeLinks: files that a link in place of those of a run leads to are left alone.
func TestResumeLinks(t *testing.T) {
	t.Chdir(t.TempDir())
	people, _ := frames(t, ".", 3, 5)
	for _, c := range []struct {
		name string
		link func(to, name string) error
	}{
		{"out.csv.partial", os.Symlink}, {"out.csv.partial", os.Link}, {"out.csv.partial.json", os.Symlink}, {"out.csv.partial.json.tmp", os.Symlink},
	} {
		write(t, "victim", "")
		if err := c.link("victim", c.name); err != nil {
			t.Skip(err)
		}
		r := call(t, "", "collide", "-q", "--resume", "-o", "out.csv", people)
		if text := read(t, "victim"); text != "" {
			t.Errorf("%s: written to: %q", c.name, text)
		}
		if strings.HasSuffix(c.name, ".tmp") != (r.code == exitDone) || r.code == exitBad && !strings.Contains(r.stderr, "remove it") {
			t.Errorf("%s: exit %d: %s", c.name, r.code, r.stderr)
		}
		for _, name := range []string{c.name, "out.csv", "out.csv.partial", "out.csv.partial.json"} {
			os.Remove(name)
		}
	}
}

// TestQueryResumeRefuses: what was kept of one kind of question is not gone on with by another, nor by collide.
func TestQueryResumeRefuses(t *testing.T) {
	inParts(t, 100)
	t.Chdir(t.TempDir())
	many, _ := frames(t, ".", 500, 20)
	if said := stopped(t, "query", "nearest", "--verify", "--resume", "-o", "out.csv", many); !strings.Contains(said, "the same command goes on from there") {
		t.Errorf("what to do is not said: %s", said)
	}
	for _, args := range []string{"query inside --verify", "query nearest", "collide --verify"} {
		r := call(t, "", append(strings.Fields(args), "--resume", "-o", "out.csv", many)...)
		if r.code != exitBad || !strings.Contains(r.stderr, "other arguments") {
			t.Errorf("%s: exit %d: %s", args, r.code, r.stderr)
		}
	}
	stats := done(t, "", "query", "nearest", "--verify", "--resume", "-o", "out.csv", "--stats", "-", many)
	if !strings.Contains(stats.out, `"answers": 10000`) || !strings.Contains(stats.out, `"verified": true`) || !strings.Contains(stats.stderr, "going on after ") {
		t.Errorf("of all parts: %s%s", stats.out, stats.stderr)
	}
	if n := strings.Count(read(t, "out.csv"), "\n"); n != 10_001 {
		t.Errorf("%d lines", n)
	}
}
