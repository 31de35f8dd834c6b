// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"path/filepath"

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
	if f.resume {
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
	if err := distinct(c, s.inputs(), f.out, f.stats, f.in.badRows); err != nil {
		return err
	}
	var did tally
	if tiled {
		did, err = s.onDisk(c)
	} else {
		did, err = s.complete(c, s.inMemory)
	}
	if errors.Is(err, memory.ErrLimit) {
		if advice := s.roomier(c); advice != "" {
			err = fmt.Errorf("%w; %s", err, advice)
		}
	}
	if err == nil {
		s.what.report(did, "")
	}
	return err
}

// inMemory reads the tables and writes the answer, all at once or one world after the other.
func (t *spec) inMemory(c *cobra.Command, out *output.File) (tally, error) {
	ctx := c.Context()
	turn := t.turns(ctx, out)
	set, other, err := t.in.read(ctx, t.read, t.files, &t.join, c.InOrStdin())
	if turn.err != nil {
		return nil, turn.err
	}
	if err != nil {
		return nil, t.in.refused(err)
	}
	t.in.took -= turn.took
	if turn.did == nil { // all, or that there is nothing
		err = turn.answer(set, other)
	}
	if err == nil {
		err = turn.end(set)
	}
	if err != nil {
		return nil, err
	}
	t.what.count(turn.did, set, other, sizes(set, other))
	return turn.did, nil
}

// sizes are how many shapes there are of each set.
func sizes(set, other *shapes.Set) (n [2]int) {
	if n[0] = set.Len() + set.Forgotten; other != nil {
		n[1] = other.Len()
	}
	return n
}
