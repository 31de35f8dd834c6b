// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"daylight/cmd/beam/pipeline"
	"daylight/cmd/internal/output"
)

// flags are those of daylight collide that a pipeline takes, with the same meaning.
type flags struct {
	spec         pipeline.Spec
	join         []string
	format, draw string
}

func newFlags(to *flag.FlagSet) *flags {
	f := &flags{}
	s := &f.spec
	list := func(list *[]string, name, usage string) {
		to.Func(name, usage, func(text string) error {
			*list = strings.Split(text, ",")
			return nil
		})
	}
	to.StringVar(&s.Prefix, "out", "", "what the names of the output files begin with; each tile has one")
	to.StringVar(&f.format, "format", "csv", output.FormatNames(output.OfContacts))
	to.StringVar(&s.Mode, "mode", "contact", "what to find: overlap, contact, manifold, distance, swept or area")
	to.Float64Var(&s.Margin, "margin", 0, "greatest separation that counts as a contact")
	to.BoolVar(&s.Strict, "strict", false, "touching does not count")
	to.Float64Var(&s.DT, "dt", 1, "with --mode swept: for how long shapes move, in the unit of their velocities")
	to.BoolVar(&s.Exact, "exact", false, "decide each pair in float64 without error")
	to.StringVar(&s.Relation, "relation", "", "exact, and only pairs of which this holds, such as contains")
	to.BoolVar(&s.Outline, "outline", false, "with --mode area: add the common region")
	to.BoolVar(&s.Mend, "mend", false, "take outlines that cross or touch themselves by the even-odd rule")
	to.BoolVar(&s.Parts, "parts", false, "a row for each two convex parts of shapes that are cut")
	to.IntVar(&s.Effort, "effort", 0, "how far to search for the shortest push of concave shapes (0: the default of daylight collide)")
	list(&f.join, "join", "tables, with commas between them, that the others are held against")
	to.IntVar(&s.Tiles, "tiles", 64, "into how many tiles to cut")
	to.IntVar(&s.Workers, "workers", 1, "goroutines of the engine for each tile, of which runners do several at a time")
	list(&s.Columns, "columns", "names of the columns, with commas between them, of tables without a header row")
	list(&s.Keep, "keep", "names of columns, with commas between them, to carry along for both shapes")
	to.Float64Var(&s.Radius, "radius", 0, "radius of circles whose row gives none")
	to.StringVar(&s.AssumeCRS, "assume-crs", "", "the system of coordinates that all tables are in, such as EPSG:3067, whatever they say")
	to.BoolVar(&s.Degrees, "degrees", false, "angles are in degrees instead of radians")
	to.StringVar(&s.BBox, "bbox", "", "only shapes whose bounding box touches this box: min x,min y,max x,max y")
	to.BoolVar(&s.SkipBad, "skip-bad", false, "leave bad rows out and count them, instead of stopping at the first")
	to.StringVar(&f.draw, "geometry-out", "", "geometry of rows in GeoJSON, Parquet and Arrow: points, a, b, both or none")
	to.StringVar(&s.Kernels, "kernels", "auto", "kernels of the engine")
	to.BoolVar(&s.Verify, "verify", false, "check the answer of each tile against brute force")
	return f
}

func main() {
	f := newFlags(flag.CommandLine)
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "Usage: daylight-beam [flags] --out PREFIX TABLE...\n\nTABLE may be a pattern. Flags:\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	beam.Init()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := f.run(ctx, flag.CommandLine); err != nil {
		fmt.Fprintf(os.Stderr, "daylight-beam: %v\n", err)
		os.Exit(2)
	}
}

func (f *flags) run(ctx context.Context, given *flag.FlagSet) error {
	patterns := given.Args()
	if err := f.check(given, patterns); err != nil {
		return err
	}
	spec := f.spec
	if err := spec.Match(ctx, patterns, f.join); err != nil {
		return err
	}
	if err := spec.CheckOutputs(ctx); err != nil {
		return err
	}
	p, s := beam.NewPipelineWithRoot()
	pipeline.Collide(s, spec)
	result, err := beamx.RunWithMetrics(ctx, p)
	if err != nil {
		return err
	}
	report(result)
	return nil
}

// check looks at the flags before any file is looked at.
func (f *flags) check(given *flag.FlagSet, patterns []string) (err error) {
	s := &f.spec
	is := map[string]bool{}
	given.Visit(func(f *flag.Flag) { is[f.Name] = true })
	switch {
	case len(patterns) == 0:
		return errors.New("no table of shapes: give a TABLE")
	case slices.Contains(slices.Concat(patterns, f.join), "-"):
		return errors.New("standard input is read by no worker: give files")
	case s.Prefix == "":
		return errors.New("no --out: what are the names of the output files to begin with?")
	case slices.Contains(f.join, ""):
		return errors.New("--join names no table")
	}
	if s.Format, err = output.ParseFormat(f.format, output.OfContacts); err != nil {
		return fmt.Errorf("--format: %w", err)
	}
	if is["geometry-out"] {
		if s.Draw, err = output.ParseDrawing(f.draw); err != nil {
			return fmt.Errorf("--geometry-out: %w", err)
		}
	}
	return s.Check(func(name string) bool { return is[name] })
}

// report prints the counters, which a runner may not have.
func report(r beam.PipelineResult) {
	if r == nil {
		return
	}
	counts := map[string]int64{}
	for _, c := range r.Metrics().AllMetrics().Counters() {
		if c.Key.Namespace == pipeline.Namespace {
			counts[c.Key.Name] += c.Committed
		}
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, fmt.Sprintf("%s %d", name, counts[name]))
	}
	fmt.Fprintf(os.Stderr, "daylight-beam: %s\n", strings.Join(list, ", "))
}
