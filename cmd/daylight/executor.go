// SPDX-License-Identifier: MIT

package main

import (
	"io"
	"time"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/resume"
	"daylight/cmd/internal/shapes"
)

// do does a job as a whole, or some worlds at a time. Its outputs appear together, or not at all.
func do(c *cobra.Command, t *spec) (err error) {
	ctx, start, stdout, f, total := c.Context(), time.Now(), c.OutOrStdout(), t.what, t.what.none()
	if t.resume {
		f.quiet()
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
	set, other, err := t.in.read(ctx, t.read, t.files, &t.join, c.InOrStdin())
	if err != nil && t.dryRun {
		return t.in.unread(stdout, err, t.roomier(c))
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
		if t.resume {
			name = "-" // worlds have a bar
		}
		took, err := t.in.writeRows(ctx, w, name, answer, writing)
		s.Took(0, took, 0)
		total.Add(s)
		return err
	}
	var work *resume.Work
	if !t.resume {
		err = part(set, other, 0, out.answer)
	} else if work, err = t.byWorlds(c, set, other, total, part); work != nil {
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
	f.count(total, set, other, sizes(set, other))
	total.Took(t.in.took.Seconds(), 0, time.Since(start).Seconds())
	if err := out.commit(total); err != nil {
		return err
	}
	f.report(total, "")
	if work != nil {
		return work.Remove()
	}
	return nil
}

// sizes are how many shapes there are of each set.
func sizes(set, other *shapes.Set) (n [2]int) {
	if n[0] = set.Len(); other != nil {
		n[1] = other.Len()
	}
	return n
}
