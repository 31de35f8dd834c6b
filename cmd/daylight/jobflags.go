// SPDX-License-Identifier: MIT

package main

import (
	"errors"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
)

// checkAsked is what is asked, once it is checked. It is told of on a terminal, if there is one.
func checkAsked(c *cobra.Command, a *job.Asked, t *terminal) (job.Spec, error) {
	s, err := a.Spec(c.Flags().Changed)
	if err != nil {
		return s, usage(c, "%v", err)
	}
	if t != nil {
		s.Bars, s.Memory, s.Note = t.bars, t.memory, t.note
	}
	return s, nil
}

// tableFormat is the format that --format names or, without it, the output's name.
func tableFormat(c *cobra.Command, given, name string, among []output.Format) (output.Format, error) {
	if c.Flags().Changed("format") {
		format, err := output.ParseFormat(given, among)
		if err != nil {
			return "", usage(c, "--format: %v", err)
		}
		return format, nil
	}
	format, err := output.FormatFor(name, among)
	if err != nil {
		return "", usage(c, "--out %v (--format overrules the name)", err)
	}
	return format, nil
}

// checkPartition checks --partition-by, for which an output, if there is to be one here, has to be a directory.
func checkPartition(c *cobra.Command, by, out string, here bool) error {
	switch {
	case by != "world" && c.Flags().Changed("partition-by"):
		return usage(c, "--partition-by %q: want world", by)
	case by != "" && here && toStdout(out):
		return usage(c, "--partition-by writes a directory: say which by --out")
	}
	return nil
}

// drawing finds what geometry rows are to have: what --geometry-out was given, or else what
// fits, which may depend on the system of coordinates that the tables name.
func drawing(c *cobra.Command, given string, format output.Format, columns []string) (func(geometry.CRS) output.Drawing, error) {
	asked := output.Drawing("")
	if c.Flags().Changed("geometry-out") {
		var err error
		if asked, err = output.ParseDrawing(given); err != nil {
			return nil, usage(c, "--geometry-out: %v", err)
		}
	}
	draw, err := output.Draws(asked, format, columns)
	if errors.Is(err, output.ErrUndrawn) {
		return nil, usage(c, "--geometry-out %v", err)
	}
	if err != nil {
		return nil, usage(c, "--geometry-out: %v", err)
	}
	return draw, nil
}

// distinct refuses outputs that would overwrite an input or each other.
func distinct(c *cobra.Command, files []string, outs ...string) error {
	err := output.Distinct(c.InOrStdin(), files, c.OutOrStdout(), outs...)
	var twice *output.TwiceError
	var over *output.OverwriteError
	switch {
	case errors.As(err, &twice) && twice.First == "-" && twice.Second == "-":
		var names []string
		for _, name := range []string{"out", "stats", "bad-rows", "cut", "record", "gif", "json"} {
			if f := c.Flags().Lookup(name); f != nil && f.Value.String() == "-" {
				names = append(names, "--"+name)
			}
		}
		if len(names) < 2 {
			return usage(c, "only one output can be standard output")
		}
		return usage(c, "%s and %s cannot both be standard output", names[0], names[1])
	case errors.As(err, &twice) || errors.As(err, &over):
		return usage(c, "%v", err)
	}
	return err
}
