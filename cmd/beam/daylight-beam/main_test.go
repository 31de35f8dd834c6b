// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFlags: what is wrong with a flag is told by its name, before any file is looked at, and
// nothing is written.
func TestFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ args, message string }{
		{"", "no table of shapes"},
		{"absent.csv", "no --out"},
		{"--out o --mode foo absent.csv", `--mode "foo": want overlap, contact, manifold, distance or swept`},
		{"--out o --mode area absent.csv", "--mode area: exact answers are not for pipelines"},
		{"--out o --mode pairs absent.csv", "--mode pairs: "},
		{"--out o --format foo absent.csv", `--format "foo": want csv, ndjson or parquet`},
		{"--out o --format geojson absent.csv", `--format "geojson": want csv, ndjson or parquet`},
		{"--out o --margin NaN absent.csv", "--margin NaN: want a finite number"},
		{"--out o --margin 1e30 absent.csv", "--margin 1e+30: want a finite number"},
		{"--out o --tiles 0 absent.csv", "--tiles 0: want 1 to"},
		{"--out o --radius -1 absent.csv", "--radius -1: want a finite number"},
		{"--out o --radius NaN absent.csv", "--radius NaN: want a finite number"},
		{"--out o --mode swept --dt 0 absent.csv", "--dt 0: want a finite number above 0"},
		{"--out o --dt 2 absent.csv", "--dt says nothing without --mode swept"},
		{"--out o --join= absent.csv", "--join names no table"},
		{"--out o --assume-crs foo absent.csv", "--assume-crs: \"foo\" is no name of a system of coordinates"},
		{"--out o absent.csv", "absent.csv"},
	} {
		err := asked(strings.Fields(c.args))
		if err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%q: %v, want %q", c.args, err, c.message)
		}
	}
	if list, err := os.ReadDir("."); err != nil || len(list) > 0 {
		t.Errorf("there is %v (%v)", list, err)
	}
}

// asked is what becomes of a job with those arguments.
func asked(args []string) error {
	own := strings.Fields("out format mode margin strict dt join tiles columns radius degrees assume-crs kernels")
	was := flag.CommandLine
	defer func() { flag.CommandLine = was }()
	again := flag.NewFlagSet("daylight-beam", flag.ContinueOnError)
	again.SetOutput(io.Discard)
	was.VisitAll(func(f *flag.Flag) {
		if slices.Contains(own, f.Name) && f.Value.Set(f.DefValue) == nil {
			again.Var(f.Value, f.Name, f.Usage)
		}
	})
	flag.CommandLine = again
	if err := again.Parse(args); err != nil {
		return err
	}
	return run(context.Background(), again.Args())
}

// TestCanBeCut: of the table in docs/scale.md, jobs that pipelines are said to take come as far as
// the tables, which are not there, and others do not. (That of polygons which are not convex is
// found out in the tables, and tested in package pipeline.)
func TestCanBeCut(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "scale.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	_, table, _ := strings.Cut(string(text), "| `daylight collide` | `plan` |")
	n := 0
	for _, line := range strings.Split(table, "\n")[2:] {
		if line == "" {
			break
		}
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		args := strings.Fields(strings.Trim(cells[0], "`"))
		found := strings.Contains(fmt.Sprint(asked(append([]string{"--out", "o"}, args...))), ".csv: there is no such file")
		if yes := cells[4] == "yes"; yes != found && !slices.Contains(args, "rings.csv") {
			t.Errorf("%s: is it taken? %v", line, found)
		}
		n++
	}
	if n < 20 {
		t.Errorf("%d lines", n)
	}
}
