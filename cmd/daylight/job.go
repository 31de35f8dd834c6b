// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"math"

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
		err = fmt.Errorf("%w; %s", err, s.less())
	}
	if err == nil {
		s.what.report(did)
	}
	return err
}

// less says what takes less memory.
func (s *spec) less() string {
	switch t := s.read.Tile; {
	case t == nil:
		return "daylight tiles cuts the job into tiles that take less"
	case math.IsInf(t.Near, 1):
		return "without --near each tile needs all shapes"
	}
	return "a greater --count of daylight tiles makes tiles that take less"
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
