// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// runJob does a job.
func runJob(c *cobra.Command, o flagged, files []string) error {
	f := o.common()
	s, err := o.ask(c, files, f.out)
	if err != nil {
		return err
	}
	if f.dryRun {
		if err := s.dryAlone(c); err != nil {
			return err
		}
	}
	if err := distinct(c, s.inputs(), f.out, f.stats, f.in.badRows); err != nil {
		return err
	}
	did, err := s.complete(c, s.inMemory)
	if errors.Is(err, memory.ErrLimit) && s.uncut == nil {
		err = fmt.Errorf("%w; --tile does a part of the job in less (see daylight tiles)", err)
	}
	if err == nil && did != nil {
		s.what.report(did, "")
	}
	return err
}

// inMemory reads the tables and writes the answer, or of a dry run what there would be, which counts as
// nothing.
func (t *spec) inMemory(c *cobra.Command, out *output.File) (tally, error) {
	ctx, stdout := c.Context(), c.OutOrStdout()
	set, other, err := t.in.read(ctx, t.read, t.files, &t.join, c.InOrStdin())
	if err != nil && t.dryRun {
		return nil, t.in.unread(stdout, err, "")
	}
	if err != nil {
		return nil, t.in.refused(err)
	}
	if err := t.what.look(set, other); err != nil {
		return nil, err
	}
	if t.dryRun {
		return nil, t.what.expect(ctx, stdout, set, other)
	}
	found, did, err := t.what.find(ctx, set, other)
	if err != nil {
		return nil, err
	}
	took, err := t.in.writeRows(ctx, out, t.out, found, t.writing(set.CRS))
	if err != nil {
		return nil, err
	}
	did.Took(0, took, 0)
	t.what.count(did, set, other, sizes(set, other))
	return did, nil
}

// sizes are how many shapes there are of each set.
func sizes(set, other *shapes.Set) (n [2]int) {
	if n[0] = set.Len(); other != nil {
		n[1] = other.Len()
	}
	return n
}
