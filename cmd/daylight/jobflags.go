// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"daylight/batch"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
)

// jobConfig checks the flags that say what to find.
func jobConfig(c *cobra.Command, mode string, margin float64, strict bool, workers int, kernels string, limit int, t *terminal) (job.Config, error) {
	m, err := batch.ParseMode(strings.ToLower(mode))
	if err != nil {
		want := "pairs, overlap, contact, manifold, distance or swept"
		if c.Flags().Lookup("relation") != nil { // exact answers are to be had
			want = "pairs, overlap, contact, manifold, distance, swept or area"
		}
		return job.Config{}, usage(c, "--mode %q: want %s", mode, want)
	}
	if m == batch.ModePairs && strict {
		return job.Config{}, usage(c, "--strict says nothing with --mode pairs, which is about bounding boxes: --mode overlap has pairs of shapes that touch, with --strict those whose interiors meet")
	}
	bytes := 100
	switch m { // see batch.Config.MemoryLimit
	case batch.ModeManifolds:
		bytes = 200
	case batch.ModeDistance:
		bytes = 150
	}
	cfg := job.Config{Mode: m, Margin: margin, Strict: strict, Workers: workers, Kernels: kernels, Limit: limit,
		Advice: fmt.Sprintf("--limit allows more, if the memory is there: about %d bytes for each", bytes)}
	if t != nil {
		cfg.Bars, cfg.Memory = t.bars, t.memory
	}
	if err := cfg.Check(); err != nil {
		return cfg, usage(c, "%v", err)
	}
	return cfg, nil
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
