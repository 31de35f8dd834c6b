// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"daylight/bench"
	"daylight/bench/scene"
	"daylight/cmd/internal/compare"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/rivals"
	"daylight/kernels"
)

const benchHelp = `Bench measures whole detection steps on seeded scenes: every shape is moved and turned,
then all candidates are found and each is decided, with depth and normal.

All combinations of --scenes, --sizes, --kernels, --workers and --modes are measured.
Those of one scene and size take turns, a few frames each, so that what else the
machine does falls on all alike. A case gets --rounds turns of --frames timed frames,
after three frames of warm-up, unless --budget is used up before; never fewer than
three turns. Printed are the median over frames, and the range of the middle half of
them as spread; the counts are those of the first timed frame. MB is what a step must
read and write at least, and "of copy" how near that comes to the speed at which the
machine copies memory. A spread above 30 % is marked and warned of: something else kept
the machine busy, and such a time says little.

Modes: contact, overlap and pairs, as of collide; manifold and distance, which find
points besides; and broad: the broad phase alone, boxes given and pairs out, in the
order in which the scene has them (one worker).

--ladder measures slower ways to the same contacts instead: brute force up to 10,000
shapes, a sweep along one axis, and so on up to all that there is.

--peers runs other libraries on the same scenes, those of bench/peers that are
installed, and says what is missing; it works in a checkout of the repository. Without
other flags it measures scene boxes in the modes contact, manifold and broad, with one
worker.

--full measures everything that PERF.md has tables of: all scenes at 10,000, 100,000
and 1,000,000 shapes, the broad phase, the ladder, and peers if --peers is given.

--json and --csv keep the raw times. --from takes such JSON instead of measuring.
--compare says what became slower since OLD.json, and whether that is more than chance
within either run (Mann-Whitney U over rounds, p < 0.01). A machine that others share is
faster at one time than at another: there, compare a run with one of the same program
first. --report draws plots and a page. --perf writes what stands between markers in
documents such as PERF.md and README.md: tables, a summary, the headline.`

type benchmark struct {
	terminal
	full       bool
	cfg        bench.Config
	scenes     []string
	modes      []string
	peers      []string
	peerFiles  []string
	from       []string
	json, csv  string
	compare    string
	report     string
	perf       []string
	root       string
	missing    []string
	table      benchTable
	measurings []string // flags that say what to measure
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
			"daylight bench --ladder --report out", "from brute force up, as plots and a page in out/index.html",
			"daylight bench --peers go,node,native --json peers.json", "beside other libraries, in a checkout",
			"daylight bench --from new.json,peers.json --report out", "a page of results measured before",
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
	f.IntVar(&o.cfg.Rounds, "rounds", o.cfg.Rounds, "turns that each case gets")
	f.IntVar(&o.cfg.Frames, "frames", o.cfg.Frames, "timed frames in a turn")
	f.IntVar(&o.cfg.Warmup, "warmup", o.cfg.Warmup, "frames before the first")
	f.Uint64Var(&o.cfg.Seed, "seed", o.cfg.Seed, "seed of the scenes")
	f.DurationVar(&o.cfg.Budget, "budget", o.cfg.Budget, "time in all, about; 0 for no limit")
	f.BoolVar(&o.cfg.Ladder, "ladder", false, "measure the ladder")
	f.BoolVar(&o.full, "full", false, "measure all that PERF.md has tables of")
	o.measurings = []string{"full", "scenes", "sizes", "kernels", "workers", "modes", "rounds", "frames", "warmup", "seed", "budget", "ladder", "peers"}
	f.StringSliceVar(&o.peers, "peers", nil, "run other libraries: go, node, native, or all")
	f.StringSliceVar(&o.peerFiles, "peers-results", nil, "add what peers printed to these `files`")
	f.StringSliceVar(&o.from, "from", nil, "measure nothing; take these JSON `files`, or all of a directory")
	f.StringVar(&o.json, "json", "", "write raw results as JSON to this `file`")
	f.StringVar(&o.csv, "csv", "", "write raw times as CSV to this `file`")
	f.StringVar(&o.compare, "compare", "", "compare with the results in this JSON `file`")
	f.StringVar(&o.report, "report", "", "write plots and a page to this `directory`")
	f.StringSliceVar(&o.perf, "perf", nil, "write the tables and figures of these `documents` anew")
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
		if old, err = readResults(o.compare); err != nil {
			return err
		}
	}
	for _, name := range o.perf { // is it a document? Before measuring for minutes
		if _, err := updated(name, nil); err != nil {
			return err
		}
	}
	peers, err := o.readPeers()
	if err != nil {
		return err
	}
	var list []*bench.Results
	for _, name := range o.from {
		r, err := readResults(name)
		if err != nil {
			return err
		}
		list = append(list, r)
	}
	files := &outputs{stdout: c.OutOrStdout()}
	defer files.discard()
	jsonFile, err := files.create(o.json)
	if err != nil {
		return err
	}
	csvFile, err := files.create(o.csv)
	if err != nil {
		return err
	}
	if o.report != "" {
		if err := os.MkdirAll(o.report, 0o777); err != nil {
			return fmt.Errorf("cannot write %s: %w", o.report, err)
		}
	}

	if len(list) == 0 { // nothing was read, so measure
		r, err := o.measure(c)
		if err != nil {
			return err
		}
		if err := o.runPeers(c, r); err != nil {
			return err
		}
		list = append(list, r)
	}
	last := list[len(list)-1]
	last.Peers = append(last.Peers, peers...)

	if jsonFile != nil {
		if err := last.WriteJSON(jsonFile); err != nil {
			return err
		}
	}
	if csvFile != nil {
		if err := last.WriteCSV(csvFile); err != nil {
			return err
		}
	}
	if o.report != "" {
		if err := o.writeReport(c.Context(), files, list); err != nil {
			return err
		}
	}
	for _, name := range o.perf {
		text, err := updated(name, list)
		if err != nil {
			return err
		}
		f, err := files.create(name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(f, text); err != nil {
			return err
		}
	}
	if old != nil {
		if err := compare.Results(old, last).Write(o.tables(c)); err != nil {
			return err
		}
	}
	if err := output.Commit(files.list...); err != nil {
		return err
	}
	for _, m := range o.missing {
		o.note(m)
	}
	if warning := o.table.warning(); warning != "" {
		o.note(warning)
	}
	return nil
}

// tables is where tables are printed: standard output, unless raw results go there.
func (o *benchmark) tables(c *cobra.Command) io.Writer {
	if o.json == "-" || o.csv == "-" {
		if o.quiet {
			return io.Discard
		}
		return c.ErrOrStderr()
	}
	return c.OutOrStdout()
}

// check takes the flags together.
func (o *benchmark) check(c *cobra.Command) error {
	f := c.Flags()
	if err := noEmpty(c, "scenes", "sizes", "kernels", "workers", "modes", "peers", "peers-results", "from", "json", "csv", "compare", "report", "perf"); err != nil {
		return err
	}
	if o.json == "-" && o.csv == "-" {
		return usage(c, "--json and --csv cannot both be standard output")
	}
	if err := o.expand(c); err != nil {
		return err
	}
	if err := distinct(c, slices.Concat(o.from, o.peerFiles, []string{o.compare}), slices.Concat([]string{o.json, o.csv}, o.perf)...); err != nil {
		return err
	}
	for _, name := range slices.Concat([]string{o.json, o.csv}, o.perf) {
		kind := filepath.Ext(name)
		if o.report != "" && (kind == ".html" || kind == ".png" || kind == ".svg") && filepath.Dir(absolute(name)) == absolute(o.report) {
			return usage(c, "%s may be a file of the report, too: give it another name", name)
		}
	}
	if f.Changed("from") {
		for _, name := range o.measurings {
			if f.Changed(name) {
				return usage(c, "--from takes results as they are, so --%s says nothing", name)
			}
		}
		if o.json == "" && o.csv == "" && o.compare == "" && o.report == "" && len(o.perf) == 0 {
			return usage(c, "--from and nothing to do with it: give --report, --perf, --compare, --json or --csv")
		}
		if len(o.from) > 1 && (o.json != "" || o.csv != "" || o.compare != "") {
			return usage(c, "--json, --csv and --compare take one file of results, and --from names %d", len(o.from))
		}
		return nil
	}
	if o.cfg.Ladder {
		for _, name := range []string{"kernels", "workers", "modes"} {
			if f.Changed(name) {
				return usage(c, "--ladder has kernels, workers and modes of its own, so --%s says nothing", name)
			}
		}
	}
	if o.full {
		for _, name := range []string{"scenes", "kernels", "workers", "modes", "ladder"} {
			if f.Changed(name) {
				return usage(c, "--full has scenes, kernels, workers and modes of its own, so --%s says nothing", name)
			}
		}
		if !f.Changed("sizes") {
			o.cfg.Sizes = []int{10_000, 100_000, 1_000_000}
		}
		if !f.Changed("budget") {
			o.cfg.Budget = 0
		}
	}
	if len(o.peers) > 0 && !o.cfg.Ladder && !o.full {
		if !f.Changed("workers") {
			o.cfg.Workers = []int{1}
		}
		if !f.Changed("modes") {
			o.modes = []string{string(bench.Contact), string(bench.Manifold), string(bench.Broad)}
		}
	}
	if (len(o.peers) > 0 || o.cfg.Ladder || o.full) && !f.Changed("scenes") {
		o.scenes = []string{scene.Boxes.String()}
	}
	if err := o.lists(c); err != nil {
		return err
	}
	var bad *bench.ConfigError
	if err := o.cfg.Check(); errors.As(err, &bad) {
		return usage(c, "%s", bad.What)
	} else if err != nil {
		return err
	}
	return o.findPeers(c)
}

// expand puts the results in a directory in its place.
func (o *benchmark) expand(c *cobra.Command) error {
	var list []string
	for _, name := range o.from {
		info, err := os.Stat(name)
		if err != nil || !info.IsDir() {
			list = append(list, name)
			continue
		}
		found, err := os.ReadDir(name)
		if err != nil {
			return readError(name, err)
		}
		before := len(list)
		for _, f := range found {
			if filepath.Ext(f.Name()) == ".json" {
				list = append(list, filepath.Join(name, f.Name()))
			}
		}
		if len(list) == before {
			return usage(c, "--from %s: there is no .json in this directory", name)
		}
	}
	o.from = list
	return nil
}

// lists turns words into what they name. all stands for all of them.
func (o *benchmark) lists(c *cobra.Command) error {
	o.cfg.Scenes = nil
	for _, name := range all(o.scenes, scene.Names()) {
		kind, err := scene.Parse(name)
		if err != nil {
			return usage(c, "there is no scene %q: want all or some of %s", name, strings.Join(scene.Names(), ", "))
		}
		o.cfg.Scenes = append(o.cfg.Scenes, kind)
	}
	var names []string
	for _, t := range kernels.All() {
		names = append(names, t.Name)
	}
	o.cfg.Kernels = all(o.cfg.Kernels, names)
	for _, name := range o.cfg.Kernels {
		if _, err := kernels.ByName(name); err != nil {
			return usage(c, "--kernels %s: %v", name, err)
		}
	}
	o.cfg.Modes = nil
	var modes []string
	for _, m := range bench.Modes() {
		modes = append(modes, string(m))
	}
	for _, name := range all(o.modes, modes) {
		if !slices.Contains(modes, name) {
			return usage(c, "--modes %q: want all or some of %s", name, strings.Join(modes, ", "))
		}
		o.cfg.Modes = append(o.cfg.Modes, bench.Mode(name))
	}
	for _, l := range []struct {
		flag string
		n    int
	}{
		{"scenes", repeated(o.cfg.Scenes)}, {"sizes", repeated(o.cfg.Sizes)}, {"kernels", repeated(o.cfg.Kernels)},
		{"workers", repeated(o.cfg.Workers)}, {"modes", repeated(o.cfg.Modes)}, {"peers", repeated(o.peers)},
	} {
		if l.n > 0 {
			return usage(c, "--%s names something twice", l.flag)
		}
	}
	return nil
}

// all is the list, or every name if it is the word all.
func all(list, every []string) []string {
	if len(list) == 1 && list[0] == "all" {
		return every
	}
	return list
}

// repeated counts the entries that are not the first of their kind.
func repeated[T comparable](list []T) (n int) {
	for i, v := range list {
		if slices.Contains(list[:i], v) {
			n++
		}
	}
	return n
}

// findPeers finds the checkout and what is missing in it.
func (o *benchmark) findPeers(c *cobra.Command) error {
	if len(o.peers) == 0 {
		return nil
	}
	var names []string
	for _, g := range rivals.Groups() {
		names = append(names, g.Name)
	}
	o.peers = all(o.peers, names)
	for _, name := range o.peers {
		if rivals.Find(name) == nil {
			return usage(c, "--peers %q: want all or some of %s", name, strings.Join(names, ", "))
		}
	}
	var err error
	if o.root, err = rivals.Root("."); err != nil {
		return fmt.Errorf("--peers: %w", err)
	}
	return nil
}

// measure measures, and prints what comes out as it does.
func (o *benchmark) measure(c *cobra.Command) (*bench.Results, error) {
	ctx := c.Context()
	w := o.tables(c)
	commit, changed := bench.Commit()
	if commit == "" {
		commit, changed = gitCommit(ctx)
	}
	configs := []bench.Config{o.cfg}
	command := o.cfg.Command()
	if o.full {
		configs = o.cfg.FullConfigs()
		command = o.fullCommand(c)
	}
	if len(o.peers) > 0 {
		command += " --peers " + strings.Join(o.peers, ",")
	}
	table := &o.table
	table.w = w
	var all *bench.Results
	for i, cfg := range configs {
		var about *bench.Results
		bar := o.bars.Start("copying memory", -1, false)
		r, err := bench.Measure(ctx, cfg, &bench.Observer{
			Start: func(r *bench.Results) {
				bar.End()
				r.Commit, r.Modified, r.Command = commit, changed, command
				if about = r; i == 0 {
					table.start(r)
				}
			},
			Begin: func(what string, turns int) { bar = o.bars.Start(what, int64(turns), false) },
			Turn:  func() { bar.Add(1) },
			End: func(cases []bench.Measured) {
				bar.End()
				table.rows(about, cases)
			},
		})
		bar.End()
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = r
		} else {
			all.Add(r)
		}
	}
	return all, table.err
}

// fullCommand is the command line of a full run: flags that were given.
func (o *benchmark) fullCommand(c *cobra.Command) string {
	s := "daylight bench --full"
	for _, name := range []string{"sizes", "rounds", "frames", "warmup", "seed", "budget"} {
		if f := c.Flags().Lookup(name); f.Changed {
			s += fmt.Sprintf(" --%s %s", name, strings.Trim(f.Value.String(), "[]"))
		}
	}
	return s
}

// gitCommit asks git for the commit of the checkout that the program was started in,
// for builds that do not know theirs.
func gitCommit(ctx context.Context) (commit string, changed bool) {
	root, err := rivals.Root(".")
	if err != nil {
		return "", false
	}
	out, err := exec.CommandContext(ctx, "git", "-C", root, "rev-parse", "HEAD").Output()
	if err != nil {
		return "", false
	}
	status, err := exec.CommandContext(ctx, "git", "-C", root, "status", "--porcelain", "--untracked-files=no").Output()
	return strings.TrimSpace(string(out)), err != nil || len(status) > 0
}

// runPeers runs the groups that are there, and notes why others are not. A group that
// fails does no harm to what the others measured.
func (o *benchmark) runPeers(c *cobra.Command, r *bench.Results) error {
	if len(o.peers) == 0 {
		return nil
	}
	ctx := c.Context()
	for _, name := range o.peers {
		g := rivals.Find(name)
		if why := g.Missing(o.root); why != "" {
			o.missing = append(o.missing, fmt.Sprintf("peers %s were left out: %s", name, why))
			continue
		}
		for _, kind := range o.cfg.Scenes {
			for _, n := range o.cfg.Sizes {
				bar := o.bars.Start(fmt.Sprintf("peers %s: %s %d", name, kind, n), -1, false)
				list, err := g.Run(ctx, o.root, kind.String(), n)
				bar.End()
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err != nil {
					o.missing = append(o.missing, fmt.Sprintf("peers %s on %s of %d failed: %v", name, kind, n, err))
				}
				r.Peers = append(r.Peers, list...)
			}
		}
	}
	return printPeers(&o.table, r)
}
