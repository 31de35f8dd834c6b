// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/progress"
	"daylight/cmd/internal/table"
)

// terminal is what a command tells its user beside its output: notes and, if it is a
// terminal, progress, all on standard error.
type terminal struct {
	quiet  bool
	stderr io.Writer
	bars   *progress.Reporter
}

func (t *terminal) flags(c *cobra.Command) {
	c.Flags().BoolVarP(&t.quiet, "quiet", "q", false, "no notes and no progress on standard error")
}

func (t *terminal) open(c *cobra.Command) {
	t.stderr = c.ErrOrStderr()
	t.bars = progress.New(t.stderr, t.quiet)
}

// note tells the user something that need not stop the run.
func (t *terminal) note(msg string) {
	if !t.quiet {
		fmt.Fprintf(t.stderr, "daylight: %s\n", table.Printable(msg))
	}
}

// writing shows the progress of writing an output. What goes to standard output may
// well end up on the same terminal, where a bar would stand in its midst.
func (t *terminal) writing(name string, total int64) *progress.Bar {
	if toStdout(name) {
		return nil
	}
	return t.bars.Start("writing", total, false)
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
