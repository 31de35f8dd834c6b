// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"daylight/internal/testenv"
)

// TestMan: each command has a page, which tells its flags.
func TestMan(t *testing.T) {
	dir := t.TempDir()
	done(t, "", "man", dir)
	for _, name := range []string{"daylight.1", "daylight-collide.1", "daylight-draw.1", "daylight-formats.1"} {
		if page := read(t, dir+"/"+name); !strings.Contains(page, ".TH") || !strings.Contains(page, "SYNOPSIS") {
			t.Errorf("%s: %.200s", name, page)
		}
	}
	if page := read(t, dir+"/daylight-collide.1"); !strings.Contains(page, "skip-bad") {
		t.Error("the page of collide has no --skip-bad")
	}
	if page := read(t, dir+"/daylight-formats.1"); !strings.Contains(page, "half_length") || !strings.Contains(page, `.TH "DAYLIGHT-FORMATS"`) {
		t.Errorf("the page of formats: %.300s", page)
	}
	if r := done(t, "", "man"); !strings.Contains(r.out, "DAYLIGHT") {
		t.Errorf("%.200s", r.out)
	}
	if r := call(t, "", "man", dir+"/none"); r.code != exitBad || !strings.Contains(r.stderr, "is no directory") {
		t.Errorf("exit %d, %s", r.code, r.stderr)
	}
	if r := done(t, "", "--help"); !strings.Contains(r.out, "completion") {
		t.Errorf("help does not list completion: %s", r.out)
	}
}

// TestCompletion: shells propose what flags and commands take, and nothing that they refuse.
func TestCompletion(t *testing.T) {
	testenv.Sequential(t)
	t.Chdir(t.TempDir())
	write(t, "in.csv", "x,y,r,vx\n0,0,1,1\n1,0,1,0\n")
	proposed := func(words ...string) []string {
		r := done(t, "", append(append([]string{"__complete"}, words...), "")...)
		var list []string
		for _, line := range strings.Split(r.out, "\n") {
			if word, _, _ := strings.Cut(line, "\t"); word != "" && word[0] != ':' {
				list = append(list, word)
			}
		}
		return list
	}
	for _, c := range []struct {
		words string // up to what is to be completed
		least int
		extra string // what a run has besides
	}{
		{"collide --mode", 7, "in.csv"}, {"collide --relation", 9, "in.csv"}, {"collide --kernels", 2, "in.csv"}, {"collide --format", 5, "-o o in.csv"},
		{"collide --fold", 2, "in.csv"}, {"collide --geometry-out", 5, "--mode manifold --format geojson in.csv"},
		{"query inside --format", 5, "-o o in.csv"}, {"query", 7, "--help"}, {"gen", 4, "--help"}, {"sim", 4, "--help"},
		{"gen boxes --format", 4, "-n 10 -o o"}, {"sim boxes --format", 2, "-n 10 --frames 1 -o o"}, {"draw --format", 2, "-o o in.csv"}, {"demo --scene", 4, "--help"},
		{"bench --scenes", 5, "--help"}, {"bench --modes", 7, "--help"}, {"bench --skin", 2, "--help"}, {"bench --kernels", 2, "--help"}, {"bench --peers", 4, "--help"},
	} {
		words := strings.Fields(c.words)
		list := proposed(words...)
		if len(list) < c.least {
			t.Errorf("%s: only %q is proposed", c.words, list)
		}
		for _, word := range list {
			args := append(append(slices.Clone(words), word), strings.Fields(c.extra)...)
			if c.words == "collide --mode" && word == "swept" {
				args = append(args, "--dt", "1")
			}
			if r := call(t, "", args...); r.code != exitDone {
				t.Errorf("%q: exit %d: %s", args, r.code, r.stderr)
			}
		}
	}
	if list := proposed("collide", "--input"); !slices.Contains(list, "parquet") {
		t.Errorf("formats of tables: %q", list)
	}
	if r := done(t, "", "__complete", "query", "inside", ""); !strings.Contains(r.out, ":0\n") {
		t.Errorf("files are not proposed: %s", r.out)
	}
}

// TestDryRun: what a run would take is told, and nothing is written.
func TestDryRun(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.csv", moving("s", 2000, 3)+"bad\n")
	r := done(t, "", "collide", "--dry-run", "--skip-bad", "--out", "o.csv", "in.csv")
	for _, want := range []string{"rows           2,001 (1 of them bad)\n", "shapes         2,000: 500 circles, 500 capsules, 500 boxes, 500 polygons\n", "worlds         2\n", "candidates     about ", "memory         ", "time           "} {
		if !strings.Contains(r.out, want) {
			t.Errorf("there is no %q in\n%s", want, r.out)
		}
	}
	if _, err := os.Stat("o.csv"); err == nil {
		t.Error("the output was written")
	}
}
