// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/vfs"
)

// runJob does a job by the driver that its flags name: a shard of a plan, tiles on disk, which can be gone on with, or in
// memory.
func runJob(c *cobra.Command, o flagged, files []string) error {
	f := o.common()
	if f.plan != "" || c.Flags().Changed("shard") {
		return runShard(c, o, files)
	}
	s, err := o.ask(c, files, f.out)
	if err != nil {
		return err
	}
	if f.partition != "" && !vfs.Remote(f.out) {
		f.out = filepath.Clean(f.out) // beside which things are kept
	}
	tiled := c.Flags().Changed("spill") || f.resume
	if f.dryRun {
		err = s.dryAlone(c)
	} else if f.resume {
		err = resumable(c, f.out, s.inputs())
	}
	if err == nil && tiled {
		if err = noEmpty(c, "spill"); err == nil {
			err = s.unplanned(c, nil)
		}
	}
	if err != nil {
		return err
	}
	if tiled {
		err = runSpilled(c, s)
	} else {
		err = do(c, s)
	}
	if errors.Is(err, memory.ErrLimit) {
		if advice := s.roomier(c); advice != "" {
			err = fmt.Errorf("%w; %s", err, advice)
		}
	}
	return err
}

// do does a job in memory, all at once or one world after the other. Its outputs appear together, or not at all.
func do(c *cobra.Command, t *spec) (err error) {
	ctx, start, stdout, f := c.Context(), time.Now(), c.OutOrStdout(), t.what
	if err := distinct(c, t.inputs(), t.out, t.stats, t.in.badRows); err != nil {
		return err
	}
	out, err := t.create(stdout)
	if err != nil {
		return err
	}
	defer out.discard()
	turn := t.turns(ctx, out.answer)
	set, other, err := t.in.read(ctx, t.read, t.files, &t.join, c.InOrStdin())
	if err != nil && t.dryRun {
		return t.in.unread(stdout, err, t.roomier(c))
	}
	if turn.err != nil {
		return turn.err
	}
	if err != nil {
		return t.in.refused(err)
	}
	if t.dryRun {
		if err := f.look(set, other); err != nil {
			return err
		}
		return f.expect(ctx, stdout, set, other)
	}
	if turn.did == nil { // all, or that there is nothing
		err = turn.answer(set, other)
	}
	if lots := turn.writing.Lots; lots != nil && err == nil {
		err = lots.Close(out.answer, t.format)
	}
	if err != nil {
		return err
	}
	if w := turn.writing; w.Lots != nil && t.events == nil && set.CRS.Known() && !w.CRS.Known() && (t.format == output.Arrow || t.format == output.GeoJSON && !set.CRS.Implied) {
		t.in.note(fmt.Sprintf("the tables are in %v, which the output does not say, since they did not when the first world was answered: --assume-crs says it", set.CRS))
	}
	did := turn.did
	f.count(did, set, other, sizes(set, other))
	did.Took(t.in.took.Seconds(), turn.took, time.Since(start).Seconds())
	if err := out.commit(did); err != nil {
		return err
	}
	f.report(did, "")
	return nil
}

// sizes are how many shapes there are of each set.
func sizes(set, other *shapes.Set) (n [2]int) {
	if n[0] = set.Len() + set.Forgotten; other != nil {
		n[1] = other.Len()
	}
	return n
}
