// SPDX-License-Identifier: MIT

package main

import (
	"slices"
	"strings"
	"testing"

	"daylight/internal/testenv"
)

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

// TestKernels: those that the environment names are marked, and a name that is not known is told.
func TestKernels(t *testing.T) {
	t.Setenv("DAYLIGHT_KERNELS", "go")
	r := done(t, "", "kernels")
	lines := strings.Split(r.out, "\n")
	if !strings.HasPrefix(lines[0], "NAME") || strings.Join(strings.Fields(lines[1])[:4], " ") != "go 1 yes *" {
		t.Errorf("kernels:\n%s", r.out)
	}
	t.Setenv("DAYLIGHT_KERNELS", "mmx")
	if r := call(t, "", "kernels"); r.code != exitBad || !strings.HasPrefix(r.stderr, "daylight: DAYLIGHT_KERNELS: ") {
		t.Errorf("with an unknown variant chosen: exit %d: %s", r.code, r.stderr)
	}
}
