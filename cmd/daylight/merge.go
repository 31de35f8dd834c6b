// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shards"
)

const mergeHelp = `Merge puts the parts of all shards of a plan together, which shards write that are given
--format part: what it writes is what collide would have written, byte for byte, in the
--format that plan was given if the name of the output says no other. Outlines, of which
GeoJSON and the geometries of Parquet and Arrow are made, are in parts if the plan was given
that --format, or --geometry-out.

It needs one part of every shard. Parts that are missing, there twice, torn, damaged, or of
another plan are refused, with what to run again, and then nothing is written. It takes
little memory, however large the parts are.`

type merge struct {
	plan   string
	format string
	out    string
	terminal
}

func newMerge() *cobra.Command {
	o := &merge{}
	c := &cobra.Command{
		Use:   "merge [flags] --plan FILE PART...",
		Short: "Put the parts of all shards of a plan together",
		Long:  mergeHelp,
		Example: examples(
			"daylight merge --plan plan.json --out contacts.csv part-*", "the answer, as collide writes it",
			"daylight merge --plan plan.json --out contacts.parquet parts", "all files of a directory",
		),
		Args: cobra.ArbitraryArgs,
		RunE: o.run,
	}
	f := c.Flags()
	planFlag(f, &o.plan)
	formatFlag(f, &o.format, output.FormatNames(output.OfContacts))
	outFlag(f, &o.out, "-")
	o.terminal.flags(c)
	f.SortFlags = false
	return c
}

func (o *merge) run(c *cobra.Command, files []string) error {
	if err := o.open(c); err != nil {
		return err
	}
	if err := noEmpty(c, "plan", "out"); err != nil {
		return err
	}
	if o.plan == "" {
		return usage(c, "merge needs the plan that the parts were made by: --plan plan.json")
	}
	if len(files) == 0 {
		return usage(c, "no PART: give those of all shards, or a directory of them")
	}
	files, _, err := job.Parts(files)
	if err != nil {
		return err
	}
	p, err := shards.Read(o.plan, program())
	if err != nil {
		return err
	}
	// What is written is what the flag says, or else the name, or else the plan, as of a shard.
	planned := p.Value("format")
	if planned != "" && !c.Flags().Changed("format") && !output.Names(o.out, output.OfContacts) {
		if err := c.Flags().Set("format", planned); err != nil {
			return err
		}
	}
	format, err := tableFormat(c, o.format, o.out, output.OfContacts)
	if err != nil {
		return err
	}
	if err := distinct(c, append(slices.Clone(files), o.plan), o.out); err != nil {
		return err
	}
	workers := runtime.GOMAXPROCS(0)
	out, err := createRows(o.out, c.OutOrStdout(), workers)
	if err != nil {
		return err
	}
	defer out.Discard()
	var opened shards.Files
	defer opened.Close()
	sources, err := o.sources(&opened, files)
	if err != nil {
		return err
	}
	all, err := shards.Merge(p, sources)
	if err != nil {
		return err
	}
	rows, _, err := o.writeMerged(c.Context(), out, o.out, all, os.TempDir(), func(m *shards.Merged, _ int) (output.Writing, error) {
		draw, err := drawingOf(c, p, m, format)
		return output.Writing{Format: format, Workers: workers, Draw: draw, CRS: m.CRS()}, err
	})
	if err != nil {
		return err
	}
	if err := output.Commit(out); err != nil {
		return err
	}
	o.note(fmt.Sprintf("merged %s of %s", counted(rows, "row"), counted(len(files), "shard")))
	return nil
}

// writeMerged writes the rows of all tiles in order, as how says of them, and says how many they are and how long it took. Its
// temporary files are in a directory.
func (t *terminal) writeMerged(ctx context.Context, out *output.File, name string, all *shards.Merged, dir string, how func(m *shards.Merged, bounded int) (output.Writing, error)) (rows int, took float64, err error) {
	m, bounded, err := all.Reduced(dir)
	if err != nil {
		return 0, 0, err
	}
	defer m.Close()
	writing, err := how(m, bounded)
	if err != nil {
		return 0, 0, err
	}
	if took, err = t.writeRows(ctx, out, name, m, writing); err == nil {
		err = m.Whole()
	}
	return m.Len(), took, err
}

// sources opens parts.
func (o *merge) sources(opened *shards.Files, names []string) (list []*shards.Source, err error) {
	for _, name := range names {
		s, err := opened.Open(name, len(names))
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// drawingOf is how the merged rows are drawn in a format: as the parts have it, if the plan's format
// is meant.
func drawingOf(c *cobra.Command, p *shards.Plan, m *shards.Merged, format output.Format) (output.Drawing, error) {
	draw := m.Draw()
	if draw == "" || p.Value("geometry-out") == "" && !strings.EqualFold(p.Value("format"), string(format)) {
		draw = output.NoDrawing
	}
	if draw == output.NoDrawing && format == output.GeoJSON {
		if err := output.Placed(m.Columns()); err != nil {
			return "", usage(c, "the parts have no outlines, which GeoJSON of this mode is made of: say --format geojson to plan, or choose another format")
		}
		draw = output.Points
	}
	return draw, nil
}
