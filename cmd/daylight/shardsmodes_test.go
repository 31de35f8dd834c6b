// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// cutting is a line of the table in docs/scale.md: a job of collide, and whether it can be cut.
type cutting struct {
	args             []string
	plan, cut, spill bool
}

func cuttings(t *testing.T) (list []cutting) {
	t.Helper()
	_, table, _ := strings.Cut(read(t, filepath.Join("..", "..", "docs", "scale.md")), "| `daylight collide` | `plan` |")
	for _, line := range strings.Split(table, "\n")[2:] {
		if line == "" {
			break
		}
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		c := cutting{args: strings.Fields(strings.Trim(cells[0], "`"))}
		for i, yes := range []*bool{&c.plan, &c.cut, &c.spill} {
			*yes = cells[i+1] == "yes"
			if !*yes && cells[i+1] != "refused" {
				t.Fatalf("%s: neither yes nor refused", line)
			}
		}
		list = append(list, c)
	}
	if len(list) < 20 {
		t.Fatalf("%d lines", len(list))
	}
	return list
}

// TestCanBeCut runs each line of the table of what can be cut.
func TestCanBeCut(t *testing.T) {
	lines := cuttings(t)
	r := rand.New(rand.NewPCG(6, 6))
	t.Chdir(t.TempDir())
	scattered(t, "a.csv", r, 300)
	scattered(t, "b.csv", r, 200)
	write(t, "bad.csv", "x,y,r\n0,0,1\n5,5,1\nbad,row,1\n1,1,1\n0.5,0.5,2\n")
	var rings strings.Builder
	rings.WriteString("id;world;wkt;vx;vy\n")
	for i := range 60 {
		x, y := r.Float64()*12, r.Float64()*12
		fmt.Fprintf(&rings, "p%d;%s;POLYGON ((%v %v, %v %v, %v %v, %v %v, %v %v));%v;0\n", i, []string{"north", "south"}[i%4/3], x, y, x+3, y, x+1, y+1, x, y+3, x, y, r.Float64())
	}
	write(t, "rings.csv", rings.String())
	for n, l := range lines {
		if testenv.Race && n%3 != 0 {
			continue
		}
		stdin, format := "", "csv"
		if slices.Contains(l.args, "-") {
			stdin = read(t, "a.csv")
		}
		if i := slices.Index(l.args, "--format"); i >= 0 {
			format = l.args[i+1]
		}
		whole := ""
		if l.plan || l.cut || l.spill {
			whole = answered(t, stdin, []string{"collide", "-q"}, slices.DeleteFunc(slices.Clone(l.args), func(a string) bool { return a == "--resume" }))
			if strings.Count(whole, "\n") < 2 {
				t.Errorf("%q finds nothing", l.args)
			}
		}
		check := func(way string, yes bool, get func() string, try []string) {
			if !yes {
				before := files(t, ".")
				if got := call(t, stdin, append(try, l.args...)...); got.code != exitBad || !strings.Contains(got.stderr, "-") {
					t.Errorf("%q by %s: exit %d: %s", l.args, way, got.code, got.stderr)
				}
				if after := files(t, "."); after != before {
					t.Errorf("%q by %s leaves %s", l.args, way, after)
				}
			} else if got := get(); got != whole {
				t.Errorf("%q by %s: %s", l.args, way, first(got, whole))
			}
		}
		check("plan", l.plan, func() string {
			got, _ := sharded(t, r, 3, format, l.args...)
			return got
		}, []string{"plan", "-q", "-o", "refused.json"})
		check("plan --cut", l.cut, func() string {
			got, _ := cutSharded(t, r, 3, format, stdin, l.args...)
			return got
		}, []string{"plan", "-q", "-o", "refused.json", "--cut", "refused.cut"})
		spill := []string{"collide", "-q", "--memory", "32MiB", "--spill", "."}
		check("--spill", l.spill, func() string { return answered(t, stdin, spill, l.args) }, spill)
	}
}

// answered is what a job writes, to standard output or to its --out, which is then removed.
func answered(t *testing.T, stdin string, command, args []string) string {
	t.Helper()
	out := done(t, stdin, slices.Concat(command, args)...).out
	if i := slices.Index(args, "--out"); i >= 0 {
		out = read(t, args[i+1])
		must.Do(t, os.Remove(args[i+1]))
	}
	return out
}

// TestMergeFormat: merge writes the format that the plan was given, unless it is given another or the name
// of its output says another.
func TestMergeFormat(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "boxes", "-n", "500", "-o", "in.csv")
	done(t, "", "plan", "-q", "--tiles", "1", "--format", "ndjson", "-o", "plan.json", "in.csv")
	done(t, "", "collide", "-q", "--plan", "plan.json", "--shard", "0/1", "--format", "part", "-o", "part")
	for format, args := range map[string]string{"ndjson": "part", "csv": "--format csv part"} {
		want := done(t, "", "collide", "-q", "--format", format, "in.csv").out
		if got := done(t, "", append(strings.Fields("merge -q --plan plan.json"), strings.Fields(args)...)...).out; got != want {
			t.Errorf("%s: %s", args, first(got, want))
		}
	}
	for format, name := range map[string]string{"ndjson": "contacts", "csv": "contacts.csv"} {
		done(t, "", "merge", "-q", "--plan", "plan.json", "-o", name, "part")
		if got, want := read(t, name), done(t, "", "collide", "-q", "--format", format, "in.csv").out; got != want {
			t.Errorf("%s: %s", name, first(got, want))
		}
	}
	if got := call(t, "", "plan", "--format", "toml", "in.csv"); got.code != exitBad || !strings.Contains(got.stderr, "not an output format") {
		t.Errorf("exit %d: %s", got.code, got.stderr)
	}
}
