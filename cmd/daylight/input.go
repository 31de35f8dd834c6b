// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/answer"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/progress"
	"daylight/cmd/internal/schema"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
)

// input are the flags of every command that reads tables.
type input struct {
	terminal
	cfg     shapes.Config
	format  string
	rename  []string
	column  string // of the geometry
	crs     string
	box     string
	tile    string
	badRows string

	bad       *badList               // nil unless bad rows are to be listed
	lengths   bool                   // are asked for, such as depths
	constants [2][][]schema.Constant // columns named by the paths of the FILEs, and of joined tables
	notes     []string               // notes made while a bar is shown
	projected bool                   // the need of all rows was estimated from a part of them
	unpacking int64                  // bytes that unpacking the current table takes
	took      time.Duration
}

func (in *input) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&in.format, "input", "auto", "format of the tables: "+strings.Join(table.FormatNames(), ", "))
	f.StringSliceVar(&in.cfg.Table.Columns, "columns", nil, "`names` of the columns of tables without a header row; _ leaves one out")
	f.BoolVar(&in.cfg.Table.Header, "header", false, "with --columns: the tables have a header row all the same, pass over it")
	f.StringSliceVar(&in.rename, "rename", nil, "take columns of other names for known ones: `old=new,...`")
	f.StringVar(&in.column, "geometry", "", "`name` of the column that holds the geometry, where there are several")
	f.StringVar(&in.crs, "assume-crs", "", "the `system` of coordinates that all tables are in, such as EPSG:3067,\nwhatever they say")
	f.StringVar(&in.box, "bbox", "", "only shapes whose bounding box touches this `box`: min x,min y,max x,max y")
	f.Float64Var(&in.cfg.Radius, "radius", 0, "radius of circles whose row gives none")
	f.BoolVar(&in.cfg.Degrees, "degrees", false, "angles are in degrees instead of radians")
	f.BoolVar(&in.cfg.Comma, "decimal-comma", false, "numbers have a decimal comma: 1,5")
	f.BoolVar(&in.cfg.SkipBad, "skip-bad", false, "leave bad rows out and count them, instead of stopping at the first\n(--bad-rows FILE lists them)")
	f.StringVar(&in.badRows, "bad-rows", "", "leave bad rows out and list them as CSV, with what is wrong with each, in this `file`")
	in.terminal.flags(c)
}

// joined are the tables of a second set, which the first is held against.
type joined struct {
	files   []string
	columns []string
	flag    string // that columns are from; --join-columns if it is empty
	asks    bool   // the set holds questions; without files, the FILEs' shapes ask
	points  bool   // circles without a radius are points, ignoring --radius
	moves   bool   // they move, and the FILEs' shapes do not
	rays    bool   // segments are rays from their first end to their second
}

// beside returns the Loader of the second set. Its tables may have other columns.
func (j *joined) beside(first *shapes.Loader) *shapes.Loader {
	return first.Beside(func(c *shapes.Config) {
		if c.Tile != nil && j.asks && len(j.files) > 0 {
			c.Tile = c.Tile.Asks()
		}
		c.Table = table.Options{Format: c.Table.Format, Columns: j.columns, Flag: cmp.Or(j.flag, "--join-columns")}
		j.asQuestions(c)
	})
}

// ask has the tables be read as questions of a kind.
func (j *joined) ask(kind answer.Kind) {
	j.asks, j.rays, j.moves = true, kind == answer.Rays, kind == answer.Rays || kind == answer.Casts
	j.points = kind != answer.Boxes && kind != answer.Casts
}

// asQuestions has tables be read as the second set.
func (j *joined) asQuestions(c *shapes.Config) {
	c.Reach.Moves = c.Reach.Moves || j.moves
	if c.Rays = j.rays; j.points {
		c.Radius, c.HasRadius = 0, true
	}
}

// check finds mistakes in the flags and files before anything is read.
func (in *input) check(c *cobra.Command, files []string, join *joined) (shapes.Config, error) {
	if err := in.open(c); err != nil {
		return shapes.Config{}, err
	}
	garbage(25)
	if err := noEmpty(c, "columns", "rename", "geometry", "assume-crs", "bad-rows", "out"); err != nil {
		return shapes.Config{}, err
	}
	if err := checkFiles(c, files, join.files); err != nil {
		return shapes.Config{}, err
	}
	cfg, err := in.reading(c.Flags().Changed)
	if err == nil {
		err = cfg.Names.CheckColumns(cmp.Or(join.flag, "--join-columns"), join.columns)
	}
	if err != nil {
		return cfg, usage(c, "%v", err)
	}
	if c.Flags().Changed("join-columns") && len(join.files) == 0 {
		return cfg, usage(c, "--join-columns says nothing without --join")
	}
	cfg.SkipBad, cfg.Memory = cfg.SkipBad || in.badRows != "", in.memory
	cfg.Note = func(msg string) {
		if !slices.Contains(in.notes, msg) { // questions are read twice and would repeat notes
			in.notes = append(in.notes, msg)
		}
	}
	return cfg, nil
}

// garbage sets how much garbage the collector allows, in percent of live memory, unless GOGC is
// set. Nearly all long-lived memory is columns of numbers, which the collector need not scan, so it
// may run often.
func garbage(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// lessGarbage allows a tenth of garbage from now on, unless shapes are cut: their outlines have
// pointers that the collector must scan.
func lessGarbage(sets ...*shapes.Set) {
	for _, s := range sets {
		if s != nil && s.Cut() {
			return
		}
	}
	garbage(10)
}

// reading checks and returns how tables are read.
func (in *input) reading(given answer.Given) (c shapes.Config, err error) {
	c = in.cfg
	c.HasRadius = given("radius")
	if c.Table.Format, err = table.ParseFormat(in.format); err != nil {
		return c, fmt.Errorf("--input: %w", err)
	}
	if c.Names, err = schema.NewNames(in.rename); err != nil {
		return c, err
	}
	if in.column != "" {
		c.Names.UseGeometry(in.column)
	}
	if err := c.Names.CheckColumns("--columns", c.Table.Columns); err != nil {
		return c, err
	}
	if err := schema.CheckKept(c.Keep); err != nil {
		return c, err
	}
	if c.Table.Header && len(c.Table.Columns) == 0 {
		return c, errors.New("--header says nothing without --columns: a header row is what a table has anyway")
	}
	if in.crs != "" {
		if c.CRS, err = geometry.ParseCRS(in.crs); err != nil {
			return c, fmt.Errorf("--assume-crs: %w", err)
		}
	}
	if given("bbox") {
		if c.Box, err = shapes.ParseBox(in.box); err != nil {
			return c, fmt.Errorf("--bbox %q: %w", in.box, err)
		}
	}
	if given("tile") {
		if c.Tile, err = shapes.ParseTile(in.tile); err != nil {
			return c, fmt.Errorf("--tile %q: %w", in.tile, err)
		}
	}
	if c.HasRadius && !(c.Radius >= 0 && c.Radius <= math.MaxFloat32) {
		return c, fmt.Errorf("--radius %v: want a finite number that is not negative", c.Radius)
	}
	return c, nil
}

// checkFiles finds mistakes in the names of the tables.
func checkFiles(c *cobra.Command, files, joined []string) error {
	if len(files) == 0 {
		return usage(c, "no table of shapes: give a FILE, or - for standard input")
	}
	if slices.Contains(files, "") {
		return usage(c, "a FILE has an empty name")
	}
	if slices.Contains(joined, "") {
		return usage(c, "--join \"\": want the name of a file, or - for standard input")
	}
	all := slices.Concat(files, joined)
	if i := slices.Index(all, "-"); i >= 0 && slices.Contains(all[i+1:], "-") {
		return usage(c, "standard input can be read only once")
	}
	return nil
}

// read reads the tables into one set, and the joined ones, if there are any, into
// another beside it.
func (in *input) read(ctx context.Context, cfg shapes.Config, files []string, join *joined, stdin io.Reader) (set, other *shapes.Set, err error) {
	start := time.Now()
	total := totalSize(slices.Concat(files, join.files))
	twice := cfg.Tile != nil && join.asks && len(join.files) == 0 && cfg.Tile.Near <= math.MaxFloat64 && total >= 0
	if twice {
		total *= 2
	}
	grows := cfg.Box == nil && cfg.Tile == nil && cfg.Scan == nil // memory, as more is read
	bar := in.bars.Start("reading", total, progress.Bytes)
	var bytes atomic.Int64 // readers that were given up may still count
	count := func(n int) {
		bytes.Add(int64(n))
		bar.Add(n)
	}
	cfg.Progress = func(rows int) error {
		bar.Rows(rows)
		if !grows {
			return nil
		}
		return in.project(bytes.Load(), total)
	}
	if in.bad != nil {
		cfg.Bad = in.bad.add
	}
	defer func() {
		bar.End()
		for _, msg := range in.notes {
			in.note(msg)
		}
		in.counted(set, files)
		in.counted(other, join.files)
	}()
	all := func(l *shapes.Loader, set int, names []string) error {
		err := in.each(ctx, l, in.constants[set], names, stdin, count)
		if !grows {
			return in.tooLarge(err, 0, -1)
		}
		return in.tooLarge(err, bytes.Load(), total)
	}
	if twice { // the questions of the tile first, for they say which shapes may answer
		asks := cfg
		asks.Tile, asks.Bad = cfg.Tile.Asks(), nil
		held := in.memory.Held()
		if err := all(shapes.NewLoader(asks), 0, files); err != nil {
			return nil, nil, err
		}
		in.memory.Release(in.memory.Held() - held)
	}
	first := shapes.NewLoader(cfg)
	second := join.beside(first)
	if cfg.Tile != nil && join.asks { // questions first, for they say which shapes may answer
		if err = all(second, 1, join.files); err == nil {
			err = all(first, 0, files)
		}
	} else if err = all(first, 0, files); err == nil {
		err = all(second, 1, join.files)
	}
	if err != nil {
		return nil, nil, err
	}
	// A set is asked for when all is read, since a column may be in any of the tables.
	if set, err = first.Set(); err != nil {
		return nil, nil, err
	}
	if len(join.files) > 0 {
		if other, err = second.Set(); err != nil {
			return nil, nil, err
		}
	}
	in.took = time.Since(start)
	lessGarbage(set, other)
	in.inDegrees(set, other)
	return set, other, nil
}

// each reads tables, one after the other.
func (in *input) each(ctx context.Context, l *shapes.Loader, constants [][]schema.Constant, names []string, stdin io.Reader, count func(int)) error {
	for i, name := range names {
		if err := in.one(ctx, l, constants[i], name, stdin, count); err != nil {
			return err
		}
	}
	return nil
}

// one reads a table.
func (in *input) one(ctx context.Context, l *shapes.Loader, constants []schema.Constant, name string, stdin io.Reader, count func(int)) error {
	l.Constants(constants)
	src, err := table.Open(ctx, name, stdin, count, in.memory)
	if err != nil {
		return err
	}
	defer src.Close()
	in.unpacking = src.Unpacking()
	return l.Read(src, src.Name)
}

// counted says which rows of tables are no shapes of their set, if there is one.
func (in *input) counted(s *shapes.Set, files []string) {
	if s != nil && s.Rows == 0 {
		in.note(empty(files))
	}
	if s != nil && s.Outside > 0 {
		var flags []string
		if in.box != "" {
			flags = append(flags, "--bbox")
		}
		if in.tile != "" {
			flags = append(flags, "--tile")
		}
		in.note(fmt.Sprintf("%d of %d rows are outside of %s", s.Outside, s.Rows, strings.Join(flags, " and ")))
	}
	if s != nil && s.Skipped > 0 {
		noun, kinds := s.Noun(), s.Faults()
		in.note(fmt.Sprintf("left out %d bad of %d %ss; the first: %v", s.Skipped, s.Rows, noun, kinds[0].First))
		for _, k := range kinds {
			if len(kinds) > 1 {
				in.note(fmt.Sprintf("%s left out like this: %v", counted(k.Rows, noun), k.First))
			}
		}
	}
}

// inDegrees says that lengths are in degrees, if they are asked for or nobody may have thought of
// it.
func (in *input) inDegrees(sets ...*shapes.Set) {
	for _, s := range sets {
		if s == nil || !s.CRS.Geographic() || !in.lengths && !s.LonLat {
			continue
		}
		what := "coordinates are"
		if s.LonLat {
			what = "lon and lat stand for x and y: they are"
		}
		in.notes = append(in.notes, what+" "+answer.InDegrees)
		return
	}
}

// empty says that tables have no rows.
func empty(files []string) string {
	if len(files) > 1 {
		return fmt.Sprintf("none of the %d tables has a row", len(files))
	}
	if files[0] == "-" {
		return "stdin: the table has no rows"
	}
	return files[0] + ": the table has no rows"
}

// project estimates the memory of all tables once it has seen enoughBytes and 1/enoughShare of
// them. It stops the run if the estimate exceeds the limit by farTooLarge: the beginning may be
// unlike the rest.
const (
	enoughBytes = 1 << 20
	enoughShare = 100
	farTooLarge = 1.5
)

// project ends a run that there is certainly no memory for before it has filled what there
// is, when so many bytes of the files have been read; a total below 0 is not known.
func (in *input) project(seen, total int64) error {
	if total <= 0 || seen < max(enoughBytes, total/enoughShare) || seen >= total {
		return nil
	}
	if held := in.whole(in.memory.Held(), seen, total); float64(held) > farTooLarge*float64(in.memory.Limit()) {
		in.projected = true
		return in.memory.Short(held - in.memory.Held())
	}
	return nil
}

// whole is what all of the tables take if a part of them, so many bytes, takes that much; what
// unpacking takes does not grow with them.
func (in *input) whole(part, seen, total int64) int64 {
	return in.unpacking + int64(float64(part-in.unpacking)*float64(total)/float64(seen))
}

// tooLarge says what rows would take that there is no memory for, when so many bytes of
// the files have been read; a total below 0 is not known.
func (in *input) tooLarge(err error, seen, total int64) error {
	var bad *table.Error
	var short *memory.Error
	if !errors.As(err, &bad) || !errors.As(err, &short) {
		return err
	}
	more := short.Needed
	if seen > total/enoughShare && total > seen && !in.projected { // a smaller share does not predict the rest
		more = in.whole(more, seen, total)
	}
	bad.Msg = memory.For("the tables are too large", &memory.Error{Limit: short.Limit, Needed: more}).Error()
	return err
}
