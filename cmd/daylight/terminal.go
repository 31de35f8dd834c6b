// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/progress"
	"daylight/cmd/internal/table"
)

// terminal is what every command has: notes to its user and, if standard error is a
// terminal, progress there; and an account of its memory.
type terminal struct {
	quiet  bool
	stderr io.Writer
	bars   *progress.Reporter
	most   string // of memory, as given
	memory *memory.Budget
}

func (t *terminal) flags(c *cobra.Command) {
	c.Flags().BoolVarP(&t.quiet, "quiet", "q", false, "no notes and no progress on standard error")
	c.Flags().StringVar(&t.most, "memory", "", "use no more memory than this `size`, such as 512MiB or 8GiB (default: three\nquarters of what is free, or GOMEMLIMIT if that is less)")
}

func (t *terminal) open(c *cobra.Command) error {
	t.stderr = c.ErrOrStderr()
	t.bars = progress.New(t.stderr, t.quiet)
	total := memory.Available()
	if c.Flags().Changed("memory") {
		var err error
		if total, err = memory.Parse(t.most); err != nil {
			return usage(c, "--memory: %v", err)
		}
		if total < leastMemory {
			return usage(c, "--memory %s is %s: want at least %s", t.most, memory.Format(total), memory.Format(leastMemory))
		}
	}
	total = max(total, leastMemory) // else not even small inputs could be tried
	// The garbage collector keeps to the limit as well as it can, and data take a share of
	// it that leaves the collector room.
	var heap int64
	t.memory, heap = memory.NewProgram(total)
	debug.SetMemoryLimit(heap)
	return nil
}

// leastMemory is what the program needs for small inputs.
const leastMemory = 32 << 20

// note tells the user something that need not stop the run.
func (t *terminal) note(msg string) {
	if !t.quiet {
		fmt.Fprintf(t.stderr, "daylight: %s\n", table.Printable(msg))
	}
}

// writing shows the progress of writing an output. Standard output may be the same
// terminal; a bar would then stand in the midst of the output.
func (t *terminal) writing(name string, total int64, unit string) *progress.Bar {
	if toStdout(name) {
		return nil
	}
	return t.bars.Start("writing", total, unit)
}

// writeRows writes the rows of an answer to the output with that name, and returns the seconds that
// this takes.
func (t *terminal) writeRows(ctx context.Context, w io.Writer, name string, rows output.Table, writing output.Writing) (float64, error) {
	begin := time.Now()
	bar := t.writing(name, int64(rows.Len()), "rows")
	writing.Tell = bar.Set
	err := output.Write(ctx, w, rows, writing)
	bar.End()
	return time.Since(begin).Seconds(), err
}

// toStdout reports whether an output of that name is standard output.
func toStdout(name string) bool { return name == "" || name == "-" }

// target names an output in a note.
func target(name string) string {
	if toStdout(name) {
		return "standard output"
	}
	return name
}
