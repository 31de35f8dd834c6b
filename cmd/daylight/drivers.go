// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/memory"
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
