// SPDX-License-Identifier: MIT

package main

import (
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"daylight/batch"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/region"
)

type collide struct {
	jobFlags
	mode    string
	margin  float64
	dt      float64
	strict  bool
	parts   bool
	fold    string
	exactly exactly
}

func newCollide() *cobra.Command { return new(collide).command() }

func (o *collide) command() *cobra.Command {
	c := &cobra.Command{
		Use:   "collide [flags] FILE...",
		Short: "Find the contacts in tables of shapes",
		Long:  collideHelp,
		Example: examples(
			"daylight collide shapes.csv > contacts.csv", "which shapes touch, how deep and which way out",
			"daylight collide --columns id,world,x,y,_ --radius 0.2 --strict --out contacts.csv crowd.txt.gz", "people as circles of 20 cm, one world for each frame, from a headerless table",
			"daylight collide --mode overlap --strict cells.csv", "boxes given by corners (min_x,min_y,max_x,max_y): overlaps, not mere touching",
			"daylight collide --margin 0.5 --degrees --format ndjson --stats stats.json cars.ndjson", "cars that overlap or come within half a metre",
			"daylight collide --mode manifold --out points.csv boxes.csv", "where boxes touch: one or two points for each pair",
			"daylight collide --mode swept --dt 0.04 bullets.csv", "which shapes with columns vx,vy meet within 40 ms, and when",
			"daylight collide --margin 2 --radius 0.2 crowd.csv", "who is within two metres of whom, and how far apart (the depth, negated)",
			"daylight collide --mode distance --margin 2 --radius 0.2 crowd.csv", "the same, and the closest points",
			"daylight collide --exact parcels.csv", "polygons of any kind, column wkt: which touch, which overlap, without any tolerance",
			"daylight collide --mode area --out overlaps.csv parcels.csv", "and by how much",
			"daylight collide --relation contains --join trees.csv parks.csv", "which park has which tree",
			"daylight collide --join walls.csv people.csv", "people against walls, and neither among themselves",
			"daylight gen boxes -n 5000 | daylight collide --verify - > contacts.csv", "a generated scene, checked against brute force",
		),
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, files []string) error { return runJob(c, o, files) },
	}
	f := c.Flags()
	f.StringVar(&o.mode, "mode", "contact", "what to find: pairs, overlap, contact, manifold, distance, swept or area")
	stepFlag(f, &o.dt)
	f.StringArrayVar(&o.join.files, "join", nil, "find contacts of the FILEs with the shapes of this `file`, only; - is standard input")
	f.StringSliceVar(&o.join.columns, "join-columns", nil, "`names` of the columns of joined tables without a header row")
	contactFlags(f, &o.margin, &o.strict)
	enginesFlags(f, &o.kernels, &o.workers)
	limitFlag(f, &o.limit, "candidates", 1<<28)
	effortFlag(f, &o.effort)
	formatFlag(f, &o.format, output.FormatNames(output.OfContacts))
	geometryFlags(f, &o.draw, &o.in.keep)
	outFlag(f, &o.out, "-")
	runFlags(f, &o.stats, &o.dryRun, &o.verify, &o.resume)
	f.BoolVar(&o.parts, "parts", false, "a row for each two convex parts of shapes that are concave,\nhave holes or several polygons")
	f.StringVar(&o.fold, "fold", "shape", "what each two of have one row: shape, or body, all rows of a\nworld that have the same body")
	o.driverFlags(c)
	o.exactly.flags(c)
	f.SortFlags = false
	o.in.flags(c)
	return c
}

// ask checks the flags that say what to read and what to find.
func (o *collide) ask(c *cobra.Command, files []string, out string) (a *spec, err error) {
	k := &contacts{in: &o.in}
	a, cfg := &spec{jobFlags: &o.jobFlags, what: k, verb: "colliding"}, &k.cfg
	if err := noEmpty(c, "geometry-out", "stats", "kernels", "join-columns", "keep"); err != nil {
		return nil, err
	}
	if a.files, err = o.in.parts(files, false); err != nil {
		return nil, err
	}
	if o.join.files, err = o.in.parts(o.join.files, true); err != nil {
		return nil, err
	}
	if a.read, err = o.in.check(c, a.files, &o.join); err != nil {
		return nil, err
	}
	mode := o.mode
	if cfg.Exact, err = o.exactly.check(c, &mode, o.margin); err != nil {
		return nil, err
	}
	if cfg.Config, err = jobConfig(c, mode, o.margin, o.strict, o.workers, o.kernels, o.limit, &o.in.terminal); err != nil {
		return nil, err
	}
	cfg.What, cfg.Parts, cfg.Verify, cfg.Note = o.exactly.what, o.parts, o.verify, o.in.note
	o.in.lengths = o.margin != 0 || slices.ContainsFunc(cfg.All(), func(name string) bool { return name == "depth" || name == "area" })
	cfg.Effort = o.effort
	if err := cfg.Check(); err != nil {
		return nil, usage(c, "%v", err)
	}
	a.read.Workers = cfg.Processors()
	cfg.Reading(&a.read)
	a.read.Mend = o.exactly.mend
	if cfg.Exact && o.strict && o.exactly.what.Relation == region.Touches {
		return nil, usage(c, "--relation touches and --strict contradict each other: pairs that only touch are what --strict leaves out")
	}
	if cfg.Exact && o.parts {
		return nil, usage(c, "--parts does not go with exact answers, which are about whole shapes")
	}
	if err := o.checkFold(c, cfg); err != nil {
		return nil, err
	}
	if err := shapes.CheckBeside(o.in.keep, cfg.All()); err != nil {
		return nil, usage(c, "%v", err)
	}
	if err := o.checkStep(c, cfg.Mode == batch.ModeSwept); err != nil {
		return nil, err
	}
	if cfg.Mode == batch.ModeSwept {
		a.read.Time = o.dt
	}
	k.step = a.read.Time
	if err := a.askOutput(c, out, cfg.Names()); err != nil {
		return nil, err
	}
	a.read.Outlines = !cfg.Exact && !o.parts && output.Outlined(a.drawn)
	return a, nil
}

// checkFold checks --fold.
func (o *collide) checkFold(c *cobra.Command, cfg *job.Spec) error {
	switch fold := strings.ToLower(o.fold); {
	case fold != "shape" && fold != "body":
		return usage(c, "--fold %q: want shape or body", o.fold)
	case fold == "body" && cfg.Exact:
		return usage(c, "--fold body does not go with exact answers, which are about shapes as they are given: a multipolygon is one")
	case fold == "body" && o.parts:
		return usage(c, "--fold body and --parts contradict each other")
	default:
		cfg.Bodies = fold == "body"
	}
	return nil
}

// checkStep checks --dt.
func (o *collide) checkStep(c *cobra.Command, swept bool) error {
	if !(o.dt > 0 && o.dt <= math.MaxFloat32) {
		return usage(c, "--dt %v: want a finite number above 0", o.dt)
	}
	if c.Flags().Changed("dt") && !swept {
		return usage(c, "--dt says nothing without --mode swept")
	}
	return nil
}
