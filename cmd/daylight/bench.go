// SPDX-License-Identifier: MIT

package main

import (
	"io"

	"github.com/spf13/cobra"

	"daylight/bench"
	"daylight/bench/scene"
	"daylight/cmd/internal/output"
)

const benchHelp = `Bench measures how long a whole step takes on seeded scenes. In each step every shape
moves and turns; then the engine finds all candidates and decides each of them, with
depth and normal.

It measures every combination of --scenes, --sizes, --kernels, --workers and --modes.
The combinations of one scene and size take turns, a few frames at a time, so that
whatever else the machine does slows all of them alike. Each gets --rounds turns of
--frames timed frames, after three frames of warm-up. If --budget runs out, it gets
fewer turns, but at least three. The table shows the median time of a frame, beside it
that of the worst frame of a turn, and as spread the range of the middle half. The
counts are those of the first timed frame. MB is the least that a step must read and
write, and copy says how near that comes to the speed at which the machine copies
memory. A spread above 30 % is marked and warned of: something else kept the machine
busy, and such a time says little.

The modes contact, overlap and pairs are those of collide; manifold and distance find
points as well. Mode broad is the broad phase alone: it takes boxes, in the order in
which the scene has them, and gives pairs, with one worker.

--skin on has candidates kept, for as many steps as pay; off,on measures both. Then a turn
counts as one frame, the mean of its frames, so a turn had better be as long as a list serves
(--frames 8). It takes some twelve frames to get going (--warmup 20). Candidates are those in
the list.

--advance measures each combination, but broad, once more where the engine moves the shapes
by their velocities (Engine.Advance of the library) and the scene only turns back those beyond a
wall. Those scenes differ by rounding, and so do their contacts from the others'.

--ladder measures slower ways to find the same contacts instead, from brute force (up to
10,000 shapes) to the whole engine.

--peers also runs other libraries on the same scenes: those of bench/peers that are
installed. It says which are missing, and works only in a checkout of the repository.
Without other flags it measures scene boxes in the modes contact, manifold and broad,
with one worker.

Scenes rho1, rho2 and rho4 are boxes with so many to a unit of area, where others have 0.4;
in rest no box moves; in asked each frame also brings an index up to date and casts one ray
for sixteen boxes. They are measured if they are named, and by --full.

--full measures everything that PERF.md has tables of: all scenes at 10,000, 100,000
and 1,000,000 shapes, the broad phase, boxes that the engine moves, the ladder, and other
libraries if --peers is given.

--json keeps the raw times; bench/report of a checkout makes tables of them.
--compare says what became slower since OLD.json, and whether that is more than chance
within either run (Mann-Whitney U over rounds, p < 0.01). A machine that others share is
faster at one time than at another: there, compare a run with one of the same program
first. What OLD.json has only without a list, without --advance or with one worker is
held against that.`

type benchmark struct {
	terminal
	full    bool
	cfg     bench.Config
	scenes  []string
	modes   []string
	skins   []string
	peers   []string
	json    string
	compare string
	root    string // of the checkout, where there are peers
	missing []string
	table   *bench.Printer
}

func newBench() *cobra.Command {
	o := &benchmark{cfg: bench.DefaultConfig()}
	c := &cobra.Command{
		Use:   "bench [flags]",
		Short: "Measure steps, the ladder and other libraries",
		Long:  benchHelp,
		Example: examples(
			"daylight bench", "all scenes at 10,000 and 100,000 shapes, every kernel: under two minutes",
			"daylight bench --scenes boxes --sizes 1000000 --json new.json", "a million boxes, raw times kept",
			"daylight bench --scenes boxes --compare old.json", "what became slower since old.json",
			"daylight bench --ladder", "from brute force up",
			"daylight bench --peers go,node,native --json peers.json", "beside other libraries, in a checkout",
		),
		Args: noArguments,
		RunE: o.run,
	}
	f := c.Flags()
	f.StringSliceVar(&o.scenes, "scenes", scene.Names(), "scenes, or all")
	f.IntSliceVar(&o.cfg.Sizes, "sizes", o.cfg.Sizes, "numbers of shapes")
	f.StringSliceVar(&o.cfg.Kernels, "kernels", o.cfg.Kernels, "instruction-set variants, or all")
	f.IntSliceVar(&o.cfg.Workers, "workers", o.cfg.Workers, "numbers of workers")
	f.StringSliceVar(&o.modes, "modes", []string{string(bench.Contact)}, "contact, manifold, distance, overlap, pairs, broad, or all")
	f.StringSliceVar(&o.skins, "skin", []string{bench.SkinName(false)}, "whether candidates are kept: off, on, or both")
	// The manual is the same on every machine.
	f.Lookup("kernels").DefValue, f.Lookup("workers").DefValue = "[all]", "[1,processors]"
	f.BoolVar(&o.cfg.Advance, "advance", false, "measure each case once more where the engine moves the shapes")
	f.IntVar(&o.cfg.Rounds, "rounds", o.cfg.Rounds, "turns that each case gets")
	framesFlag(f, &o.cfg.Frames, o.cfg.Frames, "timed frames in a turn")
	f.IntVar(&o.cfg.Warmup, "warmup", o.cfg.Warmup, "frames before the first")
	f.DurationVar(&o.cfg.Budget, "budget", o.cfg.Budget, "time in all, about; 0 for no limit")
	f.BoolVar(&o.cfg.Ladder, "ladder", false, "measure the ladder")
	f.BoolVar(&o.full, "full", false, "measure all that PERF.md has tables of")
	f.StringSliceVar(&o.peers, "peers", nil, "run other libraries: go, node, native, or all")
	f.StringVar(&o.json, "json", "", "write raw results as JSON to this `file`")
	f.StringVar(&o.compare, "compare", "", "compare with the results in this JSON `file`")
	o.terminal.flags(c)
	f.SortFlags = false
	return c
}

func (o *benchmark) run(c *cobra.Command, _ []string) error {
	if err := o.open(c); err != nil {
		return err
	}
	if err := o.check(c); err != nil {
		return err
	}
	var old *bench.Results
	if o.compare != "" {
		var err error
		if old, err = bench.ReadFile(o.compare); err != nil {
			return err
		}
	}
	// Before anything is measured, which takes minutes.
	var raw *output.File
	if o.json != "" {
		var err error
		if raw, err = output.Create(o.json, c.OutOrStdout()); err != nil {
			return err
		}
		defer raw.Discard()
	}

	o.table = bench.NewPrinter(o.tables(c), o.cfg.Cases())
	r, err := o.measure(c)
	if err == nil {
		err = o.runPeers(c, r)
	}
	if err == nil && raw != nil {
		err = r.WriteJSON(raw)
	}
	if err == nil && old != nil {
		err = bench.Compare(old, r).Write(o.tables(c))
	}
	if err == nil && raw != nil {
		err = output.Commit(raw)
	}
	if err != nil {
		return err
	}
	for _, m := range o.missing {
		o.note(m)
	}
	if warning := bench.Warning(r); warning != "" {
		o.note(warning)
	}
	return nil
}

// tables is where tables are printed: standard output, unless raw results go there.
func (o *benchmark) tables(c *cobra.Command) io.Writer {
	if o.json == "-" {
		if o.quiet {
			return io.Discard
		}
		return c.ErrOrStderr()
	}
	return c.OutOrStdout()
}
