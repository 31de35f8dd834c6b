// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"daylight/batch"
	"daylight/cmd/internal/diagram"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/progress"
)

const collideHelp = `Collide reads tables of shapes and writes a table of the pairs that touch.

Several FILEs are read as one table, in their order; - is standard input. A FILE is
CSV, TSV, separated by blanks or NDJSON, plain or gzipped: which is told from its
content. Lines that begin with # are comments. daylight help formats says how each
kind of shape is written down.

The output has the columns world,id_a,id_b,depth,nx,ny. Moving shape b by depth along
(nx, ny) parts the pair; the depth is the least that does. id_a is always the shape
that comes first in the input, and the rows are in the order of the input: by world,
as worlds first appear, then by the row of a, then by the row of b. The order does not
depend on workers, kernels or timing. Numbers have the fewest digits that give the
same 32-bit value back. Shapes without an id column are named by the number of their
row, counted from 0 over all FILEs; without a world column all are in world 0.

Touching counts as contact, and shapes include their boundary; --strict leaves out
pairs that only touch. --margin M reports pairs up to M apart as well (their depth is
negative); a negative margin leaves out pairs that overlap by less than that.

Modes: contact finds depth and normal; overlap only which pairs touch; pairs stops
earlier still, at pairs whose bounding boxes (slightly enlarged) overlap. The last two
write world,id_a,id_b.

--verify decides every pair of shapes a second time, without the index, and exits with
1 on any difference, writing nothing. Of mode pairs it asks that they are the pairs
whose bounding boxes overlap, and that no touching pair is missing. Its time grows with
the square of the number of shapes in a world.

The output appears under its name only when it is complete. --out NAME.ndjson and
NAME.jsonl get one JSON object on each line, other names CSV, unless --format says
otherwise; NAME.gz is compressed.
Exit codes: 0 done, 1 --verify found a difference, 2 bad usage or input, 130 interrupted,
141 the program that read the output has gone.`

type collide struct {
	in      input
	mode    string
	margin  float64
	strict  bool
	workers int
	kernels string
	limit   int
	format  string
	out     string
	stats   string
	verify  bool
}

func newCollide() *cobra.Command {
	o := &collide{}
	c := &cobra.Command{
		Use:   "collide [flags] FILE...",
		Short: "Find the contacts in tables of shapes",
		Long:  collideHelp,
		Example: examples(
			"daylight collide shapes.csv > contacts.csv", "which shapes touch, how deep and which way out",
			"daylight collide --columns id,world,x,y,_ --radius 0.2 --strict --out contacts.csv crowd.txt.gz", "people as circles of 20 cm, one world a frame, from a headerless table",
			"daylight collide --mode overlap --strict cells.csv", "boxes given by corners (min_x,min_y,max_x,max_y): overlaps, not mere abutting",
			"daylight collide --margin 0.5 --degrees --format ndjson --stats stats.json cars.ndjson", "cars that overlap or come within half a metre",
			"daylight gen boxes -n 5000 | daylight collide --verify - > contacts.csv", "a generated scene, checked against brute force",
		),
		Args: cobra.ArbitraryArgs,
		RunE: o.run,
	}
	f := c.Flags()
	f.StringVar(&o.mode, "mode", "contact", "what to find: pairs, overlap or contact")
	f.Float64Var(&o.margin, "margin", 0, "greatest distance that counts as contact")
	f.BoolVar(&o.strict, "strict", false, "touching does not count")
	f.IntVar(&o.workers, "workers", 0, "processors to use (0: all)")
	f.StringVar(&o.kernels, "kernels", "auto", "instruction-set variant; see daylight kernels")
	limitFlag(c, &o.limit)
	f.StringVar(&o.format, "format", "", "csv or ndjson (default: by the name of the output, else csv)")
	f.StringVarP(&o.out, "out", "o", "-", "output `file`; - is standard output")
	f.StringVar(&o.stats, "stats", "", "write counts and times as JSON to this `file`")
	f.BoolVar(&o.verify, "verify", false, "check the answer against brute force")
	f.SortFlags = false
	o.in.flags(c)
	return c
}

func (o *collide) run(c *cobra.Command, files []string) error {
	ctx := c.Context()
	start := time.Now()
	if err := noEmpty(c, "stats", "kernels"); err != nil {
		return err
	}
	read, err := o.in.check(c, files)
	if err != nil {
		return err
	}
	format, err := tableFormat(c, o.format, o.out)
	if err != nil {
		return err
	}
	cfg, err := jobConfig(c, o.mode, o.margin, o.strict, o.workers, o.kernels, o.limit, o.in.bars)
	if err != nil {
		return err
	}
	if err := distinct(c, files, o.out, o.stats); err != nil {
		return err
	}
	// The outputs are opened before the work, so that a name that cannot be written is
	// found out at once.
	out, err := output.Create(o.out, c.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()
	var statsFile *output.File
	if o.stats != "" {
		if statsFile, err = output.Create(o.stats, c.OutOrStdout()); err != nil {
			return err
		}
		defer statsFile.Discard()
	}

	set, err := o.in.read(ctx, read, files, c.InOrStdin())
	if err != nil {
		return err
	}
	result, err := job.Run(ctx, set, cfg)
	if err != nil {
		return err
	}
	stats := statistics(result, cfg)
	stats.Seconds.Read = o.in.took.Seconds()
	if o.verify {
		begin := time.Now()
		if err := o.check(ctx, result, cfg); err != nil {
			return err
		}
		yes := true
		stats.Verified = &yes
		stats.Seconds.Verify = time.Since(begin).Seconds()
	}
	begin := time.Now()
	bar := o.in.writing(o.out, int64(result.Len()))
	err = output.WriteContacts(ctx, out, format, result, bar.Set)
	bar.End()
	if err != nil {
		return err
	}
	stats.Seconds.Write = time.Since(begin).Seconds()
	stats.Seconds.Total = time.Since(start).Seconds()
	if statsFile != nil {
		if err := output.WriteStats(statsFile, stats); err != nil {
			return err
		}
	}
	if err := output.Commit(out, statsFile); err != nil {
		return err
	}
	o.in.note(summary(stats))
	return nil
}

// check compares the result with brute force.
func (o *collide) check(ctx context.Context, r *job.Result, cfg job.Config) error {
	if n := r.Pairs(); n > 1e10 {
		o.in.note(fmt.Sprintf("--verify decides %.3g pairs one by one; this takes a while", n))
	}
	d, err := r.Verify(ctx, cfg)
	if err != nil {
		return err
	}
	if d.Any() {
		return d
	}
	return nil
}

func limitFlag(c *cobra.Command, limit *int) {
	c.Flags().IntVar(limit, "limit", 0, fmt.Sprintf("give up beyond this many candidates (0: %d)", batch.DefaultLimit))
}

// jobConfig checks the flags that say what to find.
func jobConfig(c *cobra.Command, mode string, margin float64, strict bool, workers int, kernels string, limit int, bars *progress.Reporter) (job.Config, error) {
	m, err := batch.ParseMode(strings.ToLower(mode))
	if err != nil {
		return job.Config{}, usage(c, "--mode %q: want pairs, overlap or contact", mode)
	}
	cfg := job.Config{Mode: m, Margin: margin, Strict: strict, Workers: workers, Kernels: kernels, Limit: limit, Bars: bars,
		Advice: "--limit allows more, if the memory is there: about 100 bytes for each"}
	if err := cfg.Check(); err != nil {
		return cfg, usage(c, "%v", err)
	}
	return cfg, nil
}

// tableFormat is the format that --format names or, without it, the output's name.
func tableFormat(c *cobra.Command, given, name string) (output.Format, error) {
	if c.Flags().Changed("format") {
		format, err := output.ParseFormat(given)
		if err != nil {
			return "", usage(c, "--format: %v", err)
		}
		return format, nil
	}
	format, err := output.FormatFor(name)
	if err != nil {
		return "", usage(c, "--out %v (--format overrules the name)", err)
	}
	return format, nil
}

// distinct refuses outputs that would overwrite an input or each other.
func distinct(c *cobra.Command, files []string, outs ...string) error {
	for i, o := range outs {
		if o == "" || o == "-" {
			continue
		}
		for _, p := range outs[:i] {
			if p == o || (p != "" && p != "-" && filepath.Clean(p) == filepath.Clean(o)) {
				return usage(c, "%s would be written twice", o)
			}
		}
		info, err := os.Stat(o)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		for _, f := range files {
			in, err := os.Stat(f)
			if stdin, is := c.InOrStdin().(*os.File); f == "-" && is {
				in, err = stdin.Stat()
			}
			if err == nil && os.SameFile(info, in) {
				return usage(c, "the output %s is also an input: it would be overwritten", o)
			}
		}
	}
	if outs[0] == "-" && len(outs) > 1 && outs[1] == "-" {
		return usage(c, "--out and --stats cannot both be standard output")
	}
	return nil
}

func statistics(r *job.Result, cfg job.Config) *output.Stats {
	t := r.Stats.Times
	return &output.Stats{
		Shapes: r.Set.Len(), Worlds: len(r.Set.Worlds()), Rows: r.Set.Rows, Skipped: r.Set.Skipped,
		Candidates: r.Stats.Candidates, Contacts: r.Len(), Quarantined: r.Stats.Quarantined, Undecided: r.Stats.Open,
		Mode: cfg.Mode.String(), Margin: cfg.Margin, Strict: cfg.Strict,
		Kernels: r.Stats.Kernels, Workers: r.Stats.Workers,
		Seconds: output.Seconds{
			Collide: r.Collide.Seconds(), Refresh: t.Refresh.Seconds(), Sort: t.Sort.Seconds(), Strips: t.Strips.Seconds(),
			Load: t.Load.Seconds(), Sweep: t.Sweep.Seconds(), Narrow: t.Narrow.Seconds(), Merge: t.Merge.Seconds(),
			Order: r.Order.Seconds(),
		},
	}
}

// verdict is what --verify found out, of an answer that stood the test.
func verdict(mode string) string {
	if mode == "pairs" {
		return "brute force finds the same boxes overlapping, and no touching pair beyond"
	}
	return "the same as brute force finds"
}

func summary(s *output.Stats) string {
	found := diagram.Counted(s.Candidates, "candidate")
	if s.Mode != "pairs" { // whose candidates are the answer
		found = diagram.Counted(s.Contacts, s.Mode) + " of " + found
	}
	text := fmt.Sprintf("%s in %s: %s; read %.2f s, collide %.3g s (kernels %s, %s)",
		diagram.Counted(s.Shapes, "shape"), diagram.Counted(s.Worlds, "world"), found,
		s.Seconds.Read, s.Seconds.Collide, s.Kernels, diagram.Counted(s.Workers, "worker"))
	if s.Verified != nil {
		text += "; " + verdict(s.Mode)
	}
	return text
}
