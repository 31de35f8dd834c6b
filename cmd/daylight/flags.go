// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"daylight/bench/scene"
	"daylight/cmd/internal/answer"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/output"
)

// Flags of several commands are declared here, once, so that their names and texts are alike.

// outFlag is where the output goes: to a file unless usage says otherwise.
func outFlag(f *pflag.FlagSet, to *string, name string, usage ...string) {
	f.StringVarP(to, "out", "o", name, cmp.Or(strings.Join(usage, ""), "output `file`; - is standard output"))
}

func workersFlag(f *pflag.FlagSet, to *int) {
	f.IntVar(to, "workers", 0, "number of workers (0: one for each processor)")
}

func framesFlag(f *pflag.FlagSet, to *int, n int, usage string) {
	f.IntVar(to, "frames", n, usage)
}

func formatFlag(f *pflag.FlagSet, to *string, among string) {
	f.StringVar(to, "format", "", among+" (default: by the name of the output)")
}

func enginesFlags(f *pflag.FlagSet, kernels *string, workers *int) {
	workersFlag(f, workers)
	f.StringVar(kernels, "kernels", "auto", "instruction-set variant; see daylight kernels")
}

func contactFlags(f *pflag.FlagSet, margin *float64, strict *bool) {
	marginFlag(f, margin, "greatest distance that counts as contact")
	f.BoolVar(strict, "strict", false, "touching does not count; --margin -1e-5 leaves out grazes\nas well")
}

func marginFlag(f *pflag.FlagSet, to *float64, usage string) {
	f.Float64Var(to, "margin", 0, usage)
}

func stepFlag(f *pflag.FlagSet, to *float64, seconds float64, usage ...string) {
	f.Float64Var(to, "dt", seconds, cmp.Or(strings.Join(usage, ""), "for how many `seconds` shapes move at their velocities"))
}

func countFlag(f *pflag.FlagSet, to *int, n int, usage string) {
	f.IntVar(to, "count", n, usage)
}

func mendFlag(f *pflag.FlagSet, to *bool) {
	f.BoolVar(to, "mend", false, "take outlines that cross or touch themselves by the even-odd rule")
}

func sceneFlags(f *pflag.FlagSet, shapes *int, n int, seed *uint64) {
	f.IntVarP(shapes, "shapes", "n", n, "number of shapes")
	f.Uint64Var(seed, "seed", scene.DefaultSeed, "seed of the random numbers")
}

func sizeFlag(f *pflag.FlagSet, to *int, size int) {
	f.IntVar(to, "size", size, "width of the picture in pixels")
}

// checked checks a Spec of contacts for a command with a terminal.
func checked(c *cobra.Command, s *answer.Spec, t *terminal) error {
	s.Bars, s.Memory, s.Note = t.bars, t.memory, t.note
	if err := s.Check(c.Flags().Changed); err != nil {
		return usage(c, "%v", err)
	}
	return nil
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
	var endings []string
	for _, f := range among {
		if f != output.CSV { // which any other name stands for
			endings = append(endings, f.Ending())
		}
	}
	if ending := output.Ending(name); len(ending) > 3 && !output.Names(name, among) {
		if near := meant(endings, ending, 1); near != "" {
			return "", usage(c, "--out %s: no %s is written%s (--format overrules the name)", name, ending, near)
		}
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
		for _, name := range []string{"out", "stats", "bad-rows", "gif", "json"} {
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
