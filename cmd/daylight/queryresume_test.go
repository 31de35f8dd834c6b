// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestQueryResume stops runs after a while, by cancelling them, until they are done, and compares
// with what a run gives that is left alone.
func TestQueryResume(t *testing.T) {
	defer func(n int) { partShapes = n }(partShapes)
	dir := t.TempDir()
	people, walls := frames(t, dir, 40, 30)
	out := filepath.Join(dir, "out.csv")
	for _, c := range []struct {
		args  string
		files []string
	}{
		{"rays --all --ask " + people + " --dt 30", []string{people}},
		{"points --near 0.5 --verify --ask " + walls, []string{people}},
		{"nearest --count 3 --keep vx", []string{people}},
		{"within --near 0.4 --format ndjson", []string{people}},
		{"inside --ask " + people, []string{people}}, // what holds itself, from another table
	} {
		plain := append(append([]string{"query"}, strings.Fields(c.args)...), "-q")
		want := done(t, "", append(plain, c.files...)...)
		args := append(append(plain, "--resume", "-o", out), c.files...)
		for _, partShapes = range []int{300, 1 << 16} {
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
			if got, expected := read(t, out), want.out; got != expected || strings.Count(got, "\n") < 20 {
				t.Errorf("%q: another answer after %d stops:\n%s", args, stops, first(got, expected))
			}
			if names := files(t, dir); names != "out.csv people.csv walls.csv" {
				t.Errorf("%q left %s", args, names)
			}
			os.Remove(out)
		}
	}
}

// TestQueryResumeRefuses: what it does not go with, another kind of question, and too many answers
// in all, each of the parts having few.
func TestQueryResumeRefuses(t *testing.T) {
	defer func(n int) { partShapes = n }(partShapes)
	partShapes = 50
	t.Chdir(t.TempDir())
	people, _ := frames(t, ".", 20, 10)
	for args, want := range map[string]string{
		"--resume":                           "--resume needs an output file",
		"--resume -o a.csv --dry-run":        "does not go with --dry-run",
		"--resume -o a.csv --limit 5":        "more than 5 answers",
		"--resume -o a.csv -":                "standard input cannot be read a second time",
		"--resume -o a.csv --stats a.csv":    "a.csv",
		"--resume -o a.csv --near 0.1 extra": "extra",
	} {
		r := call(t, "", append(append([]string{"query", "nearest"}, strings.Fields(args)...), people)...)
		if r.code != exitBad || !strings.Contains(r.stderr, want) {
			t.Errorf("%s: exit %d: %s", args, r.code, r.stderr)
		}
		for _, name := range []string{"a.csv", "a.parquet"} {
			if _, err := os.Stat(name); err == nil {
				t.Errorf("%s: there is %s", args, name)
			}
		}
		os.Remove("a.csv.partial")
		os.Remove("a.csv.partial.json")
	}
	// What was kept of one kind is not gone on with by another, nor by collide.
	partShapes = 100
	many, _ := frames(t, ".", 500, 20)
	ctx, cancel := context.WithCancel(t.Context())
	defer stopAfterPart(cancel)()
	var stdout, stderr bytes.Buffer
	code := run(ctx, []string{"query", "nearest", "--verify", "--resume", "-o", "out.csv", many}, strings.NewReader(""), &stdout, &stderr)
	said := stderr.String()
	if code != exitInterrupted {
		t.Fatalf("exit %d: %s", code, said)
	}
	if !strings.Contains(said, "the same command goes on from there") {
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
