// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"os/signal"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"daylight/batch"
	"daylight/cmd/beam/contacts"
	"daylight/cmd/beam/pipeline"
	"daylight/cmd/internal/geometry"
)

var (
	out     = flag.String("out", "", "what the names of the output files begin with; each tile has one")
	format  = flag.String("format", "csv", "format of the output: csv, ndjson or parquet")
	mode    = flag.String("mode", "contact", "what to find: overlap, contact, manifold, distance or swept")
	margin  = flag.Float64("margin", 0, "greatest separation that counts as a contact")
	strict  = flag.Bool("strict", false, "touching does not count")
	dt      = flag.Float64("dt", 1, "with --mode swept: for how long shapes move, in the unit of their velocities")
	join    = flag.String("join", "", "tables, with commas between them, that the others are held against")
	tiles   = flag.Int("tiles", contacts.DefaultTiles, "into how many tiles to cut")
	columns = flag.String("columns", "", "names of the columns, with commas between them, of tables without a header row")
	radius  = flag.Float64("radius", math.NaN(), "radius of circles whose row gives none")
	assume  = flag.String("assume-crs", "", "the system of coordinates that all tables are in, such as EPSG:3067, whatever they say")
	degrees = flag.Bool("degrees", false, "angles are in degrees instead of radians")
	kernels = flag.String("kernels", "", "kernels of the engine (default: the fastest that the worker's processor can run)")
)

func main() {
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "Usage: daylight-beam [flags] --out PREFIX TABLE...\n\nTABLE may be a pattern. Flags:\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	beam.Init()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "daylight-beam: %v\n", err)
		os.Exit(2)
	}
}

func run(ctx context.Context, patterns []string) error {
	if len(patterns) == 0 {
		return errors.New("no table of shapes: give a TABLE")
	}
	if *out == "" {
		return errors.New("no --out: what are the names of the output files to begin with?")
	}
	m, err := check()
	if err != nil {
		return err
	}
	reading := pipeline.Reading{Degrees: *degrees}
	if *assume != "" {
		if reading.CRS, err = geometry.ParseCRS(*assume); err != nil {
			return fmt.Errorf("--assume-crs: %w", err)
		}
	}
	if *columns != "" {
		reading.Columns = strings.Split(*columns, ",")
	}
	if !math.IsNaN(*radius) {
		reading.Radius = radius
	}
	if m == batch.ModeSwept {
		reading.Time = *dt
	}
	files, err := pipeline.Match(ctx, patterns, 0)
	if err != nil {
		return err
	}
	var joined []pipeline.File
	writing := pipeline.Writing{Prefix: *out, Format: strings.ToLower(*format), Mode: m}
	if *join != "" {
		if joined, err = pipeline.Match(ctx, strings.Split(*join, ","), len(files)); err != nil {
			return err
		}
		writing.Joined = int64(len(files))
	}
	if err := writing.Check(ctx); err != nil {
		return err
	}

	p, s := beam.NewPipelineWithRoot()
	opts := []contacts.Option{
		contacts.InMode(m), contacts.Margin(*margin), contacts.OpenSets(*strict), contacts.Tiles(*tiles),
		contacts.Kernels(*kernels), contacts.UniqueNames(true),
	}
	shapes, tables := pipeline.Read(s, files, reading)
	var found beam.PCollection
	if len(joined) == 0 {
		found, err = contacts.TryCollideTiles(s, shapes, opts...)
	} else {
		others, more := pipeline.Read(s, joined, reading)
		tables = beam.Flatten(s, tables, more)
		found, err = contacts.TryJoinTiles(s, shapes, others, opts...)
	}
	if err != nil {
		return err
	}
	pipeline.Write(s, found, tables, writing)
	result, err := beamx.RunWithMetrics(ctx, p)
	if err != nil {
		return err
	}
	report(result)
	return nil
}

// check looks at the flags before any file is looked at.
func check() (batch.Mode, error) {
	m, err := batch.ParseMode(strings.ToLower(*mode))
	switch {
	case strings.EqualFold(*mode, "area"):
		return m, errors.New("--mode area: exact answers are not for pipelines; daylight collide and its shards give them")
	case err != nil:
		return m, fmt.Errorf("--mode %q: want overlap, contact, manifold, distance or swept", *mode)
	case m == batch.ModePairs:
		return m, errors.New("--mode pairs: it cannot be cut into tiles, since which AABBs are near enough to be a pair depends on the extent of the whole scene; --mode overlap can be had")
	}
	if f := strings.ToLower(*format); f != "csv" && f != "ndjson" && f != "parquet" {
		return m, fmt.Errorf("--format %q: want csv, ndjson or parquet", *format)
	}
	switch {
	case math.IsNaN(*margin) || math.Abs(*margin) > batch.MaxMargin:
		return m, fmt.Errorf("--margin %v: want a finite number up to %g", *margin, float64(batch.MaxMargin))
	case *tiles < 1 || *tiles > 1<<20:
		return m, fmt.Errorf("--tiles %d: want 1 to %d", *tiles, 1<<20)
	case given("radius") && !(*radius >= 0 && *radius <= math.MaxFloat32):
		return m, fmt.Errorf("--radius %v: want a finite number that is not negative", *radius)
	case !(*dt > 0 && *dt <= math.MaxFloat32):
		return m, fmt.Errorf("--dt %v: want a finite number above 0", *dt)
	case given("dt") && m != batch.ModeSwept:
		return m, errors.New("--dt says nothing without --mode swept")
	case given("join") && *join == "":
		return m, errors.New("--join names no table")
	}
	return m, nil
}

// given reports whether a flag was.
func given(name string) (yes bool) {
	flag.Visit(func(f *flag.Flag) { yes = yes || f.Name == name })
	return yes
}

// report prints the counters, which a runner may not have.
func report(r beam.PipelineResult) {
	if r == nil {
		return
	}
	counts := map[string]int64{}
	for _, c := range r.Metrics().AllMetrics().Counters() {
		if c.Key.Namespace == contacts.Namespace {
			counts[c.Key.Name] += c.Committed
		}
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, fmt.Sprintf("%s %d", name, counts[name]))
	}
	fmt.Fprintf(os.Stderr, "daylight-beam: %s\n", strings.Join(list, ", "))
}
