// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
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
		{"--out o -", "standard input"},
		{"--out o --mode foo absent.csv", `--mode "foo": want pairs, overlap, contact, manifold, distance, swept or area`},
		{"--out o --mode pairs absent.csv", "--mode pairs cannot be cut into tiles"},
		{"--out o --format foo absent.csv", `--format: "foo" is not an output format: want csv, ndjson`},
		{"--out o --geometry-out b absent.csv", "goes with the formats geojson, parquet and arrow, not csv"},
		{"--out o --exact --margin 1 absent.csv", "--margin does not go with exact answers"},
		{"--out o --relation foo absent.csv", `--relation "foo": want intersects`},
		{"--out o --outline absent.csv", "--outline says nothing without --mode area"},
		{"--out o --margin NaN absent.csv", "NaN"},
		{"--out o --margin 1e30 absent.csv", "1e+30"},
		{"--out o --kernels foo absent.csv", "foo"},
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
	given := flag.NewFlagSet("daylight-beam", flag.ContinueOnError)
	given.SetOutput(io.Discard)
	f := newFlags(given)
	if err := given.Parse(args); err != nil {
		return err
	}
	return f.run(context.Background(), given)
}

// TestCanBeCut: of the table in docs/scale.md, jobs that pipelines are said to take come as far as
// the tables, which are not there, and others do not.
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
		if yes := cells[4] == "yes"; yes != found {
			t.Errorf("%s: is it taken? %v", line, found)
		}
		n++
	}
	if n < 20 {
		t.Errorf("%d lines", n)
	}
}
