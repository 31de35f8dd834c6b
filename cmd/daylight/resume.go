// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"daylight/batch/tile"
	"daylight/cmd/internal/resume"
	"daylight/cmd/internal/shards"
)

// partShapes is about how many shapes a tile has at most of a run that can be gone on with: so many are lost.
var partShapes = 1 << 18

// partKept is called when what came of a tile is kept, and is for tests, which stop runs there.
var partKept = func() {}

// resumable finds what --resume goes with in no command.
func resumable(c *cobra.Command, out string, files []string) error {
	switch {
	case toStdout(out):
		return usage(c, "--resume needs an output file, --out NAME, to keep what is done beside")
	case slices.Contains(files, "-"):
		return usage(c, "--resume needs files, since standard input cannot be read a second time")
	}
	return nil
}

// sameRun lists the flags that make a run another one if they differ, of query after the kind of questions.
func sameRun(c *cobra.Command, kind string) string {
	var list []string
	c.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "quiet", "workers", "kernels", "memory", "limit", "stats", "resume", "spill", "bad-rows":
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

// journal keeps what was found in the tiles of a run, so that the same run goes on from there. A nil journal keeps nothing.
type journal struct {
	work *resume.Work
	noted
}

// noted is what a journal says beside the rows.
type noted struct {
	Plan  *tile.Plan      `json:"plan"`
	Tiles []shards.Kept   `json:"tiles"`
	Total json.RawMessage `json:"total"`
}

// goOn opens the journal of a run that has read such spans of its tables.
func (t *spec) goOn(c *cobra.Command, spans []shards.Span) (*journal, error) {
	run := resume.Job{By: program(), Arguments: sameRun(c, t.kind)}
	for i, name := range t.inputs() {
		full, err := filepath.Abs(name)
		if err != nil {
			return nil, err
		}
		run.Inputs = append(run.Inputs, resume.Input{Name: full, Size: spans[i].Bytes, Digest: spans[i].Sum})
	}
	work, kept, err := resume.Open(t.out, run)
	if err != nil {
		return nil, err
	}
	l := &journal{work: work}
	if kept != nil {
		if err := json.Unmarshal(kept, &l.noted); err != nil {
			return nil, errors.Join(err, work.Close())
		}
		t.in.note(fmt.Sprintf("going on after %d of %s, kept in %s, last written %s", work.Done(), counted(l.Plan.Tiles(), "tile"), work.Name(), work.Since().Format("2006-01-02 15:04")))
	}
	return l, nil
}

// tiles is the plan of which some tiles are done, or nil.
func (l *journal) tiles() *tile.Plan {
	if l == nil {
		return nil
	}
	return l.Plan
}

// begin goes on with a plan, or begins anew if it is another: with the rows of so many of its tiles, which come to that total.
func (l *journal) begin(plan *tile.Plan, total tally) (rows *shards.Answers, done int, err error) {
	if l.Plan != plan {
		if l.noted = (noted{Plan: plan}); l.work.Done() > 0 {
			err = l.work.Reset()
		}
		return shards.NewAnswers(l.work, nil), 0, err
	}
	return shards.NewAnswers(l.work, l.Tiles), l.work.Done(), json.Unmarshal(l.Total, total)
}

// mark says that so many tiles are done.
func (l *journal) mark(done int, rows *shards.Answers, total tally) (err error) {
	if l == nil {
		return nil
	}
	l.Tiles = rows.Tiles
	if l.Total, err = json.Marshal(total); err == nil {
		err = l.work.Mark(done, &l.noted)
	}
	partKept()
	return err
}

// remove ends the journal of a run whose output is complete.
func (l *journal) remove() error {
	if l == nil {
		return nil
	}
	return l.work.Remove()
}

// close leaves what is done for the same run, which failed so.
func (l *journal) close(in *input, failed error) {
	if l == nil {
		return
	}
	if done := l.work.Done(); done > 0 && (errors.Is(failed, context.Canceled) || errors.Is(failed, context.DeadlineExceeded)) {
		in.note(fmt.Sprintf("%d of %s done: the same command goes on from there", done, counted(l.Plan.Tiles(), "tile")))
	}
	if err := l.work.Close(); err != nil {
		in.note(err.Error())
	}
}
