// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/memory"
)

// runJob does a job by the driver that its flags name: a shard of a plan, tiles on disk, worlds one after the other, or all at
// once.
func runJob(c *cobra.Command, o flagged, files []string) error {
	f := o.common()
	if f.plan != "" || c.Flags().Changed("shard") {
		return runShard(c, o, files)
	}
	s, err := o.ask(c, files, f.out)
	if err != nil {
		return err
	}
	spilled := c.Flags().Changed("spill")
	switch {
	case spilled && (f.dryRun || f.resume):
		return usage(c, "--spill does not go with --dry-run or --resume")
	case spilled:
		if err = noEmpty(c, "spill"); err == nil {
			err = s.unplanned(c, nil)
		}
	case f.dryRun:
		err = dryAlone(c, f.resume)
	case f.resume:
		err = resumable(c, f.out, s.format, s.inputs())
	}
	if err == nil && (f.dryRun || f.resume) {
		err = s.what.alone(c)
	}
	if err != nil {
		return err
	}
	if spilled {
		err = runSpilled(c, s)
	} else {
		err = do(c, s)
	}
	if advice := s.roomier(c); errors.Is(err, memory.ErrLimit) && advice != "" {
		err = fmt.Errorf("%w; %s", err, advice)
	}
	return err
}
