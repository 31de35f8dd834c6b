// SPDX-License-Identifier: MIT

package main

import (
	"strings"
	"testing"

	"daylight/kernels"
)

// TestQuerySameEverywhere holds the answers of every kind against workers, kernels and
// brute force.
func TestQuerySameEverywhere(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "mixed", "-n", "300", "--frames", "2", "-o", "m.csv.gz")
	done(t, "", "gen", "boxes", "-n", "300", "--frames", "3", "--seed", "9", "-o", "q.csv")
	moving := strings.Builder{}
	moving.WriteString("x,y,vx,vy,world,r\n")
	for i, x := range strings.Fields("1 5 9 13 17 21 25 29") {
		moving.WriteString(x + "," + x + ",30,-7," + []string{"0", "1"}[i%2] + ",0.25\n")
	}
	write(t, "rays.csv", moving.String())
	for _, kind := range []string{
		"rays --ask rays.csv", "rays --all --holding --ask rays.csv", "casts --ask rays.csv", "points --ask rays.csv", "points --near 2 --ask rays.csv",
		"boxes --ask q.csv", "nearest --count 5 --ask q.csv", "nearest", "within --near 0.5", "within --near 2 --centres", "inside --ask rays.csv",
	} {
		args := append(append([]string{"query"}, strings.Fields(kind)...), "m.csv.gz")
		want := done(t, "", args...).out
		if n := strings.Count(want, "\n"); n < 2 {
			t.Errorf("%s: %d rows only", kind, n-1)
		}
		for i, k := range kernels.All() {
			w := []string{"1", "3"}[i%2]
			r := done(t, "", append(args, "--kernels", k.Name, "--workers", w, "--verify")...)
			if r.out != want {
				t.Errorf("%s, kernels %s, %s workers: another answer", kind, k.Name, w)
			}
			if !strings.Contains(r.stderr, "; the same as brute force finds") {
				t.Errorf("%s: does not say that it was verified: %s", kind, r.stderr)
			}
		}
	}
}

// TestQueryMatchesCollide: points within a distance are pairs of a join, and pairs within
// are those with a margin.
func TestQueryMatchesCollide(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "mixed", "-n", "400", "-o", "m.csv")
	column := func(out string, k ...int) map[string]bool {
		rows := map[string]bool{}
		for _, line := range strings.Split(strings.TrimSpace(out), "\n")[1:] {
			cells := strings.Split(line, ",")
			var row []string
			for _, i := range k {
				row = append(row, cells[i])
			}
			rows[strings.Join(row, ",")] = true
		}
		return rows
	}
	query := column(done(t, "", "query", "within", "--near", "0.5", "m.csv").out, 1, 2)
	collide := column(done(t, "", "collide", "--margin", "0.5", "m.csv").out, 1, 2)
	if len(query) != len(collide) || len(query) < 100 {
		t.Errorf("within has %d pairs, collide %d", len(query), len(collide))
	}
	for row := range query {
		if !collide[row] {
			t.Errorf("within has the pair %s, collide has not", row)
		}
	}
}
