// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"io"
	"time"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/output"
	"daylight/cmd/internal/resume"
	"daylight/cmd/internal/shapes"
)

// tally says what a task did. It is written as JSON.
type tally[S any] interface {
	// Add adds what another part of the same task did.
	Add(S)
	// Took adds to what reading, writing, and all of it took, in seconds.
	Took(read, write, total float64)
}

// answerer finds the answer of a task.
type answerer[S any] interface {
	// look refuses shapes about which there is nothing to find, and notes what is hardly meant. The second
	// set is nil where there is but one.
	look(set, other *shapes.Set) error
	// expect says what find would find and take.
	expect(ctx context.Context, w io.Writer, set, other *shapes.Set) error
	// find finds the answer about shapes, and verifies it if that is asked for. What parts before this
	// one found is known.
	find(ctx context.Context, set, other *shapes.Set, before S) (output.Contacts, S, error)
	// count sets what there was, and report says what came of it, when all parts are done.
	count(total S, set, other *shapes.Set)
	report(total S)
}

// do does a task as a whole, or some worlds at a time. Its outputs appear together, or not at all.
func do[S tally[S]](c *cobra.Command, t *task, f answerer[S], total S) (err error) {
	ctx, start, stdout := c.Context(), time.Now(), c.OutOrStdout()
	if t.resume != "" {
		t.in.summing(len(t.files), len(t.join.files))
	}
	if err := distinct(c, t.inputs(), t.out, t.stats, t.in.badRows); err != nil {
		return err
	}
	out, err := t.in.create(stdout, t.out, t.stats, t.read.Workers)
	if err != nil {
		return err
	}
	defer out.discard()
	set, other, err := t.in.read(ctx, t.read, t.files, t.join, c.InOrStdin())
	if err != nil && t.dryRun {
		return t.in.unread(stdout, err, t.advice)
	}
	if err != nil {
		return t.in.refused(err)
	}
	if err := f.look(set, other); err != nil {
		return err
	}
	if t.dryRun {
		return f.expect(ctx, stdout, set, other)
	}
	writing := t.writing(set.CRS)
	part := func(set, other *shapes.Set, from int, w io.Writer) error {
		held := t.in.memory.Held()
		defer func() { t.in.memory.Release(t.in.memory.Held() - held) }()
		answer, s, err := f.find(ctx, set, other, total)
		if err != nil {
			return err
		}
		writing.Further = from > 0
		name := t.out
		if t.resume != "" {
			name = "-" // worlds have a bar
		}
		took, err := t.in.writeRows(ctx, w, name, answer, writing)
		s.Took(0, took, 0)
		total.Add(s)
		return err
	}
	var work *resume.Work
	if t.resume == "" {
		err = part(set, other, 0, out.answer)
	} else if work, err = t.byWorlds(ctx, set, other, total, part); work != nil {
		defer func() {
			if err := work.Close(); err != nil {
				t.in.note(err.Error())
			}
		}()
		if err == nil {
			err = work.CopyTo(out.answer)
		}
	}
	if err != nil {
		return err
	}
	f.count(total, set, other)
	total.Took(t.in.took.Seconds(), 0, time.Since(start).Seconds())
	if err := out.commit(total); err != nil {
		return err
	}
	f.report(total)
	if work != nil {
		return work.Remove()
	}
	return nil
}
