// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// everyCommand calls a function with each command of the program.
func everyCommand(do func(c *cobra.Command)) {
	var below func(c *cobra.Command)
	below = func(c *cobra.Command) {
		do(c)
		for _, sub := range c.Commands() {
			below(sub)
		}
	}
	below(newRoot())
}

// writers are the commands that write files, each with what it takes to do so.
var writers = map[string]string{
	"collide": "in.csv", "query": "nearest in.csv", "tiles": "in.csv", "draw": "in.csv",
	"gen": "boxes -n 10", "demo": "-n 50", "sim": "boxes -n 10 --frames 2", "bench": "--sizes 10 --frames 1 --rounds 3 --scenes boxes --kernels go --workers 1",
}

// TestOutputsOfAll: every output of every command is whole or what it was, and nothing else is
// left, when it is done, stopped, or cannot be written.
func TestOutputsOfAll(t *testing.T) {
	outputs := []string{"out", "stats", "bad-rows", "gif", "json"}
	everyCommand(func(c *cobra.Command) {
		for _, name := range outputs {
			f := c.Flags().Lookup(name)
			if f == nil || f.Hidden || c.Parent() == nil || c.Name() == "draw" && name == "bad-rows" { // which it refuses
				continue
			}
			args, known := writers[c.Name()+" --"+name]
			if !known {
				args, known = writers[c.Name()]
			}
			if !known {
				t.Errorf("%s has --%s: say in the table above what it takes to write", c.CommandPath(), name)
				return
			}
			t.Run(c.Name()+" --"+name, func(t *testing.T) {
				t.Chdir(t.TempDir())
				write(t, "in.csv", "id,x,y,r\na,0,0,1\nb,1,0,1\n")
				to := func(place string) []string {
					all := append([]string{c.Name(), "--" + name, place}, strings.Fields(args)...)
					if c.Name() == "demo" || name == "out" || c.Flags().Lookup("out") == nil || c.Name() == "sim" {
						return all
					}
					return append(all, "--out", os.DevNull)
				}
				file := map[string]string{"draw": "o.svg", "demo": "o.svg", "sim --gif": "o.gif"}[strings.TrimSuffix(c.Name()+" --"+name, " --out")]
				if file == "" {
					file = "o"
				}
				full := os.Symlink("/dev/full", "full-"+file) == nil && exists("/dev/full")
				write(t, file, "before")
				there := files(t, ".")
				same := func(what string, code, want int, stderr string) {
					t.Helper()
					if code != want || strings.Count(stderr, "daylight: ") != 1 {
						t.Errorf("%s: exit %d: %s", what, code, stderr)
					}
					if text := read(t, file); text != "before" || files(t, ".") != there {
						t.Errorf("%s: the output is %.20q, and there are %s", what, text, files(t, "."))
					}
				}
				ctx, cancel := context.WithCancel(t.Context())
				cancel()
				var out, stderr bytes.Buffer
				code := run(ctx, to(file), strings.NewReader(""), &out, &stderr)
				if code != exitDone || c.Name() != "gen" { // which is done sooner than it looks
					same("stopped", code, exitInterrupted, stderr.String())
				}
				write(t, file, "before")
				r := call(t, "", to(filepath.Join("absent", file))...)
				same("no such directory", r.code, exitBad, r.stderr)
				if full {
					r = call(t, "", to("full-"+file)...)
					same("no room", r.code, exitLost, r.stderr)
				}
				done(t, "", to(file)...)
				if text := read(t, file); text == "before" || text == "" || files(t, ".") != there {
					t.Errorf("done: the output is %.20q, and there are %s", text, files(t, "."))
				}
			})
		}
	})
}
