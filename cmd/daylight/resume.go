// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"daylight/batch"
	"daylight/cmd/internal/diagram"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/resume"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
)

// partShapes is how many shapes are collided before what came of them is kept, unless one
// world has more: enough that parts cost no more than the whole.
var partShapes = 1 << 16

// partKept is called when what came of a part is kept, and is for tests, which stop runs there.
var partKept = func() {}

// checkResume finds what --resume does not go with.
func (o *collide) checkResume(c *cobra.Command, mode batch.Mode, exact bool, format output.Format, files []string) error {
	if err := resumable(c, o.out, format, o.dryRun, files); err != nil {
		return err
	}
	if mode == batch.ModePairs && !exact {
		return usage(c, "--resume does not go with --mode pairs, whose bounding boxes depend on all worlds at once")
	}
	return nil
}

// summing has the tables summed as they are read, the joined ones after the others.
func (in *input) summing(files, joined int) {
	in.summed = make([]table.Sums, files+joined)
	in.sums = func(joined bool, i int) *table.Sums { return &in.summed[setOf(joined)*files+i] }
}

// resumable finds what --resume goes with in no command.
func resumable(c *cobra.Command, out string, format output.Format, dryRun bool, files []string) error {
	switch {
	case toStdout(out):
		return usage(c, "--resume needs an output file, --out NAME, to keep what is done beside")
	case slices.Contains(files, "-"):
		return usage(c, "--resume needs files, since standard input cannot be read a second time")
	case format != output.CSV && format != output.NDJSON:
		return usage(c, "--resume is for outputs that rows can be appended to: csv and ndjson, not %s", format)
	case dryRun:
		return usage(c, "--resume does not go with --dry-run")
	}
	return nil
}

// sameRun lists the flags that make a run another one if they differ.
func sameRun(c *cobra.Command) string {
	var list []string
	c.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "quiet", "workers", "kernels", "memory", "limit", "stats", "resume", "bad-rows":
		default:
			list = append(list, fmt.Sprintf("--%s=%s", f.Name, f.Value))
		}
	})
	slices.Sort(list)
	return strings.Join(list, " ")
}

// inParts finds the answer for some worlds at a time, and keeps what it has in a Work, which
// is to be closed unless it is nil.
func (o *collide) inParts(ctx context.Context, c *cobra.Command, set, other *shapes.Set, cfg job.Config, writing output.Writing, files []string,
	answer func(set, other *shapes.Set, cfg job.Config) (*found, error)) (*output.Stats, *resume.Work, error) {
	total := new(output.Stats)
	cfg.Bars = nil
	work, err := o.in.byWorlds(ctx, sameRun(c), "colliding", o.out, slices.Concat(files, o.join.files), set, other, total, func(set, other *shapes.Set, from int, w io.Writer) error {
		held := cfg.Memory.Held()
		defer func() { cfg.Memory.Release(cfg.Memory.Held() - held) }()
		result, err := answer(set, other, cfg)
		if err != nil {
			return err
		}
		writing.Further = from > 0
		if err := result.write(ctx, w, writing); err != nil {
			return err
		}
		so := result.stats
		if total.Mode == "" {
			total.Mode, total.Finds, total.Margin, total.Strict = so.Mode, so.Finds, so.Margin, so.Strict
		}
		total.Kernels, total.Workers = so.Kernels, so.Workers
		total.Add(so)
		return nil
	})
	if err != nil {
		return nil, work, err
	}
	total.Shapes, total.Worlds = set.Len(), len(set.Worlds())
	total.Rows, total.Skipped, total.Nowhere = set.Rows, set.Skipped, set.Nowhere
	if other != nil {
		n := other.Len()
		total.Joined = &n
		total.Shapes, total.Rows = total.Shapes+n, total.Rows+other.Rows
		total.Skipped, total.Nowhere = total.Skipped+other.Skipped, total.Nowhere+other.Nowhere
	}
	return total, work, nil
}

// byWorlds has a part of a job done for some worlds at a time, the first of which is from, and
// keeps what each writes in a Work, with notes about all so far. The Work is to be closed unless
// it is nil. other may be nil. Arguments are what a run has to have in common that goes on with it.
func (in *input) byWorlds(ctx context.Context, arguments, verb, out string, files []string, set, other *shapes.Set, notes any,
	part func(set, other *shapes.Set, from int, w io.Writer) error) (*resume.Work, error) {
	run := resume.Job{By: program(), Arguments: arguments}
	for i, name := range files {
		full, err := filepath.Abs(name)
		if err != nil {
			return nil, err
		}
		run.Inputs = append(run.Inputs, resume.Input{Name: full, Size: in.summed[i].Size, Digest: in.summed[i].Digest()})
	}
	worlds := len(set.Worlds())
	work, kept, err := resume.Open(out, run, worlds)
	if err != nil {
		return nil, err
	}
	if kept != nil {
		if err := json.Unmarshal(kept, notes); err != nil {
			return work, err
		}
		in.note(fmt.Sprintf("going on after %d of %s, kept in %s, last written %s",
			work.Done(), diagram.Counted(worlds, "world"), work.Name(), work.Since().Format("2006-01-02 15:04")))
	}
	first := set.ByWorld()
	var second *shapes.ByWorld
	if other != nil {
		second = other.ByWorld()
	}
	bar := in.bars.Start(verb, int64(worlds), false).Of("worlds")
	defer bar.End()
	for from := work.Done(); from < worlds || worlds == 0; {
		to := from
		for n := 0; to < worlds && (n < partShapes || to == from); to++ {
			n += first.Shapes(to, to+1)
			if second != nil {
				n += second.Shapes(to, to+1)
			}
		}
		var some, others *shapes.Set
		if some, err = first.Part(from, to); err == nil && second != nil {
			others, err = second.Part(from, to)
		}
		if err == nil {
			err = part(some, others, from, work)
		}
		if err == nil {
			err = work.Mark(to, notes)
		}
		if err != nil {
			if ctx.Err() != nil && work.Done() > 0 {
				in.note(fmt.Sprintf("%d of %s done: the same command goes on from there", work.Done(), diagram.Counted(worlds, "world")))
			}
			return work, err
		}
		partKept()
		bar.Set(to, worlds)
		if from = to; worlds == 0 {
			break
		}
	}
	return work, nil
}
