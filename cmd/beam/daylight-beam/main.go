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
	"daylight/batch/tile"
	"daylight/cmd/beam/contacts"
	"daylight/cmd/beam/pipeline"
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
	m, err := batch.ParseMode(strings.ToLower(*mode))
	if err != nil {
		return err
	}
	reading := pipeline.Reading{Degrees: *degrees}
	if *columns != "" {
		reading.Columns = strings.Split(*columns, ",")
	}
	if !math.IsNaN(*radius) {
		if !(*radius >= 0 && *radius <= math.MaxFloat32) {
			return fmt.Errorf("--radius %v: want a finite number that is not negative", *radius)
		}
		reading.Radius = radius
	}
	if m == batch.ModeSwept {
		if !(*dt > 0 && *dt <= math.MaxFloat32) {
			return fmt.Errorf("--dt %v: want a finite number above 0", *dt)
		}
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
	shapes, rows := pipeline.Read(s, files, reading)
	var found beam.PCollection
	if len(joined) == 0 {
		found, err = contacts.TryCollideTiles(s, shapes, opts...)
	} else {
		others, more := pipeline.Read(s, joined, reading)
		rows = beam.Flatten(s, rows, more)
		found, err = contacts.TryJoinTiles(s, shapes, others, opts...)
	}
	if errors.Is(err, tile.ErrMode) {
		return fmt.Errorf("--mode pairs: %w", err)
	}
	if err != nil {
		return err
	}
	pipeline.Write(s, found, rows, writing)
	result, err := beamx.RunWithMetrics(ctx, p)
	if err != nil {
		return err
	}
	report(result)
	return nil
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
