// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
)

// input are the flags of every command that reads tables.
type input struct {
	format  string
	columns []string
	header  bool
	rename  []string
	radius  float64
	degrees bool
	skipBad bool

	terminal
	notes []string // those made while a bar is shown
	took  time.Duration
}

func (in *input) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&in.format, "input", "auto", "format of the tables: "+strings.Join(table.FormatNames(), ", "))
	f.StringSliceVar(&in.columns, "columns", nil, "`names` of the columns of tables without a header row; _ leaves one out")
	f.BoolVar(&in.header, "header", false, "with --columns: the tables have a header row all the same, pass over it")
	f.StringSliceVar(&in.rename, "rename", nil, "take columns of other names for known ones: `old=new,...`")
	f.Float64Var(&in.radius, "radius", 0, "radius of circles whose row gives none")
	f.BoolVar(&in.degrees, "degrees", false, "angles are in degrees instead of radians")
	f.BoolVar(&in.skipBad, "skip-bad", false, "leave bad rows out and count them, instead of stopping at the first")
	in.terminal.flags(c)
}

// check finds mistakes in the flags and files before anything is read.
func (in *input) check(c *cobra.Command, files []string) (shapes.Config, error) {
	in.open(c)
	var cfg shapes.Config
	if err := noEmpty(c, "columns", "rename", "out"); err != nil {
		return cfg, err
	}
	if len(files) == 0 {
		return cfg, usage(c, "no table of shapes: give a FILE, or - for standard input")
	}
	if slices.Contains(files, "") {
		return cfg, usage(c, "a FILE has an empty name")
	}
	if i := slices.Index(files, "-"); i >= 0 && slices.Contains(files[i+1:], "-") {
		return cfg, usage(c, "standard input can be read only once")
	}
	format, err := table.ParseFormat(in.format)
	if err != nil {
		return cfg, usage(c, "--input: %v", err)
	}
	names, err := shapes.NewNames(in.rename)
	if err == nil {
		err = names.CheckColumns(in.columns)
	}
	if err != nil {
		return cfg, usage(c, "%v", err)
	}
	if in.header && len(in.columns) == 0 {
		return cfg, usage(c, "--header says nothing without --columns: a header row is what a table has anyway")
	}
	given := c.Flags().Changed("radius")
	if given && !(in.radius >= 0 && in.radius <= math.MaxFloat32) {
		return cfg, usage(c, "--radius %v: want a finite number that is not negative", in.radius)
	}
	return shapes.Config{
		Table:  table.Options{Format: format, Columns: in.columns, Header: in.header},
		Names:  names,
		Radius: in.radius, HasRadius: given,
		Degrees: in.degrees, SkipBad: in.skipBad,
		Note: func(msg string) { in.notes = append(in.notes, msg) },
	}, nil
}

// read reads the tables into one set.
func (in *input) read(ctx context.Context, cfg shapes.Config, files []string, stdin io.Reader) (set *shapes.Set, err error) {
	start := time.Now()
	l := shapes.NewLoader(cfg)
	total := totalSize(files)
	bar := in.bars.Start("reading", total, true)
	defer func() {
		bar.End()
		for _, msg := range in.notes {
			in.note(msg)
		}
		if set != nil && set.Skipped > 0 {
			in.note(fmt.Sprintf("left out %d bad of %d rows; the first: %v", set.Skipped, set.Rows, set.FirstBad))
		}
	}()
	for _, name := range files {
		if err := readFile(ctx, l, name, stdin, bar.Add); err != nil {
			return nil, err
		}
	}
	set, err = l.Set()
	in.took = time.Since(start)
	return set, err
}

func readFile(ctx context.Context, l *shapes.Loader, name string, stdin io.Reader, count func(int)) error {
	src, err := table.Open(ctx, name, stdin, count)
	if err != nil {
		return err
	}
	defer src.Close()
	return l.Read(src, src.Name)
}

// totalSize is the size of all files together, or -1 if one of them has none.
func totalSize(files []string) int64 {
	sum := int64(0)
	for _, name := range files {
		info, err := os.Stat(name)
		if name == "-" || err != nil || !info.Mode().IsRegular() {
			return -1
		}
		sum += info.Size()
	}
	return sum
}
