// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"daylight/bench/scene"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			remark("peers: %v", err)
		}
		os.Exit(2)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	kindName := flags.String("scene", "boxes", "kind of scene: "+strings.Join(scene.Names(), ", "))
	order := flags.String("order", asDrawn, "how shapes are numbered: "+asDrawn+", as they are drawn, or "+spatial+", neighbours together")
	n := flags.Int("n", 10_000, "number of shapes")
	frames := flags.Int("frames", 20, "frames measured")
	warmup := flags.Int("warmup", scene.FirstFrame-1, "frames before them")
	only := flags.String("only", "", "measure only engines whose names begin with one of these, separated by commas")
	dumpFile := flags.String("dump", "", "ignored: a scene that --write wrote holds the bits that this program makes itself")
	write := flags.String("write", "", "write the scene before its first step to this file and end")
	check := flags.String("check", "", "compare the counts in the result files with those expected in this file and end")
	all := flags.Bool("all", false, "with --check: every engine expected must have been measured, but for kernels that do not run here")
	table := flags.Bool("table", false, "print the result files as tables of times and ratios and end")
	if err := flags.Parse(args); err != nil {
		return err
	}
	_ = dumpFile
	switch {
	case *check != "":
		return checkCounts(*check, flags.Args(), *all)
	case *table:
		return printTables(os.Stdout, flags.Args())
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("what is %q? Files go with --check and --table", flags.Arg(0))
	}
	kind, err := scene.Parse(*kindName)
	if err != nil {
		return err
	}
	if *write != "" {
		return writeDump(*write, kind, *n, *order)
	}
	if *frames < 1 || *warmup < 0 {
		return errors.New("give at least one frame and no negative warm-up")
	}
	runtime.GOMAXPROCS(1) // the garbage collector included
	out := json.NewEncoder(os.Stdout)
	for _, p := range peers() {
		if !wanted(p.name, *only) {
			continue
		}
		if !p.circles && (kind == scene.Circles || kind == scene.Mixed) {
			remark("%s has no circles: left out", p.name)
			continue
		}
		r, err := measure(p, kind, *n, *order, *warmup, *frames)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		remark("%-28s %-10s %10.3f ms", r.Engine, r.Phase, r.NS/1e6)
		if err := out.Encode(r); err != nil {
			return err
		}
		debug.FreeOSMemory() // the next peer starts from a small heap
	}
	return nil
}

// peers are all that are measured, Daylight first.
func peers() []peer {
	return slices.Concat(daylightPeers(), tidwallPeers(), rtreegoPeers(), simplefeaturesPeers())
}

func wanted(name, only string) bool {
	return only == "" || slices.ContainsFunc(strings.Split(only, ","), func(s string) bool {
		return strings.HasPrefix(name, s)
	})
}

// version is that of a module this program was built with.
func version(module string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	if module == "" {
		return "this commit"
	}
	for _, m := range info.Deps {
		if m.Path == module {
			return m.Version
		}
	}
	return ""
}
