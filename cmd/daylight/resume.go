// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"daylight/cmd/internal/output"
	"daylight/cmd/internal/resume"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
	"daylight/cmd/internal/vfs"
)

// partShapes is how many shapes are collided before what came of them is kept, unless one
// world has more: enough that parts cost no more than the whole.
var partShapes = 1 << 16

// partKept is called when what came of a part is kept, and is for tests, which stop runs there.
var partKept = func() {}

// summing has the tables summed as they are read, the joined ones after the others.
func (in *input) summing(files, joined int) {
	in.summed = make([]table.Sums, files+joined)
	in.sums = func(joined bool, i int) *table.Sums { return &in.summed[setOf(joined)*files+i] }
}

// resumable finds what --resume goes with in no command.
func resumable(c *cobra.Command, out string, format output.Format, files []string) error {
	switch {
	case toStdout(out):
		return usage(c, "--resume needs an output file, --out NAME, to keep what is done beside")
	case vfs.Remote(out):
		return usage(c, "--resume writes to a file, and %s is an object, to which nothing can be appended: a job in shards (daylight plan) writes objects, and what is done of it is not done again", out)
	case slices.Contains(files, "-"):
		return usage(c, "--resume needs files, since standard input cannot be read a second time")
	case format != output.CSV && format != output.NDJSON:
		return usage(c, "--resume is for outputs that rows can be appended to: csv and ndjson, not %s", format)
	}
	return nil
}

// sameRun lists the flags that make a run another one if they differ, of query after the kind of questions.
func sameRun(c *cobra.Command, kind string) string {
	var list []string
	c.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "quiet", "workers", "kernels", "memory", "limit", "stats", "resume", "bad-rows":
		default:
			list = append(list, fmt.Sprintf("--%s=%s", f.Name, f.Value))
		}
	})
	slices.Sort(list)
	text := strings.Join(list, " ")
	if kind != "" {
		text = "query " + kind + " " + text
	}
	return text
}

// byWorlds has a part of a task done for some worlds at a time, the first of which is from, and
// keeps what each writes in a Work, with notes about all so far. The Work is to be closed unless
// it is nil. other may be nil.
func (t *spec) byWorlds(c *cobra.Command, set, other *shapes.Set, notes any,
	part func(set, other *shapes.Set, from int, w io.Writer) error) (*resume.Work, error) {
	in, ctx := &t.in, c.Context()
	run := resume.Job{By: program(), Arguments: sameRun(c, t.kind)}
	for i, name := range t.inputs() {
		full := name
		if !vfs.Remote(name) {
			var err error
			if full, err = filepath.Abs(name); err != nil {
				return nil, err
			}
		}
		run.Inputs = append(run.Inputs, resume.Input{Name: full, Size: in.summed[i].Size, Digest: in.summed[i].Digest()})
	}
	worlds := len(set.Worlds())
	work, kept, err := resume.Open(t.out, run, worlds)
	if err != nil {
		return nil, err
	}
	if kept != nil {
		if err := json.Unmarshal(kept, notes); err != nil {
			return work, err
		}
		in.note(fmt.Sprintf("going on after %d of %s, kept in %s, last written %s",
			work.Done(), counted(worlds, "world"), work.Name(), work.Since().Format("2006-01-02 15:04")))
	}
	first := set.ByWorld()
	var second *shapes.ByWorld
	if other != nil {
		second = other.ByWorld()
	}
	bar := in.bars.Start(t.verb, int64(worlds), false).Of("worlds")
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
				in.note(fmt.Sprintf("%d of %s done: the same command goes on from there", work.Done(), counted(worlds, "world")))
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
