// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"flag"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestFlags: what is wrong with a flag is told by its name, before any file is looked at, and
// nothing is written.
func TestFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	own := strings.Fields("out format mode margin strict dt join tiles columns radius degrees kernels")
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
		{"--out o absent.csv", "absent.csv"},
	} {
		was := flag.CommandLine
		again := flag.NewFlagSet("daylight-beam", flag.ContinueOnError)
		again.SetOutput(io.Discard)
		was.VisitAll(func(f *flag.Flag) {
			if slices.Contains(own, f.Name) && f.Value.Set(f.DefValue) == nil {
				again.Var(f.Value, f.Name, f.Usage)
			}
		})
		flag.CommandLine = again
		err := again.Parse(strings.Fields(c.args))
		if err == nil {
			err = run(context.Background(), again.Args())
		}
		flag.CommandLine = was
		if err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%q: %v, want %q", c.args, err, c.message)
		}
	}
	if list, err := os.ReadDir("."); err != nil || len(list) > 0 {
		t.Errorf("there is %v (%v)", list, err)
	}
}
