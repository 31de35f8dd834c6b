// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
)

// runJob does a job.
func runJob(c *cobra.Command, o flagged, files []string) error {
	f := o.common()
	s, err := o.ask(c, files, f.out)
	if err != nil {
		return err
	}
	if err := distinct(c, s.inputs(), f.out, f.stats, f.in.badRows); err != nil {
		return err
	}
	did, err := s.complete(c, s.inMemory)
	if errors.Is(err, memory.ErrLimit) && s.uncut == nil {
		less := "daylight tiles cuts the job into tiles that take less"
		if s.read.Tile != nil {
			less = "a greater --count of daylight tiles makes tiles that take less"
		}
		err = fmt.Errorf("%w; %s", err, less)
	}
	if err == nil {
		s.what.report(did)
	}
	return err
}

// inMemory reads the tables and writes the answer.
func (t *spec) inMemory(c *cobra.Command, out *output.File) (tally, error) {
	ctx := c.Context()
	set, other, err := t.in.read(ctx, t.read, t.files, &t.join, c.InOrStdin())
	if err != nil {
		return nil, t.in.refused(err)
	}
	if err := t.what.look(set, other); err != nil {
		return nil, err
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
	t.what.count(did, set, other)
	return did, nil
}
