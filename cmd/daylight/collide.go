// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"daylight/batch"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
)

type collide struct {
	in      input
	mode    string
	margin  float64
	dt      float64
	join    joined
	strict  bool
	workers int
	kernels string
	limit   int
	effort  int
	format  string
	out     string
	draw    string
	stats   string
	verify  bool
	dryRun  bool
	resume  bool
	parts   bool
	fold    string
	plan    string
	shard   string
	spill   string
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
		RunE: o.run,
	}
	f := c.Flags()
	f.StringVar(&o.mode, "mode", "contact", "what to find: pairs, overlap, contact, manifold, distance, swept or area")
	f.Float64Var(&o.margin, "margin", 0, "greatest distance that counts as contact")
	f.Float64Var(&o.dt, "dt", 1, "length of the step of mode swept, in the `seconds` that velocities are per")
	f.StringArrayVar(&o.join.files, "join", nil, "find contacts of the FILEs with the shapes of this `file`, only; - is standard input")
	f.StringSliceVar(&o.join.columns, "join-columns", nil, "`names` of the columns of joined tables without a header row")
	f.BoolVar(&o.strict, "strict", false, "touching does not count; --margin -1e-5 leaves out grazes\nas well")
	f.IntVar(&o.workers, "workers", 0, "number of workers (0: one for each processor)")
	f.StringVar(&o.kernels, "kernels", "auto", "instruction-set variant; see daylight kernels")
	limitFlag(c, &o.limit)
	effortFlag(c, &o.effort)
	f.StringVar(&o.format, "format", "", output.FormatNames(output.OfContacts)+" (default: by the name of the output, else csv)")
	f.StringVar(&o.draw, "geometry-out", "", "geometry of rows in GeoJSON, Parquet and Arrow: points where\nshapes meet, outlines of a, b or both, or none (see above)")
	f.StringSliceVar(&o.in.keep, "keep", nil, "`names` of columns of the tables to carry along, for both shapes")
	f.StringVarP(&o.out, "out", "o", "-", "output `file`; - is standard output")
	f.StringVar(&o.stats, "stats", "", "write counts and times as JSON to this `file`")
	f.BoolVar(&o.dryRun, "dry-run", false, "read the tables, and say what there is and what a run would take, without running it\nor writing anything; not for exact answers")
	f.BoolVar(&o.verify, "verify", false, "check the answer against brute force")
	f.BoolVar(&o.resume, "resume", false, "keep what is done, world by world: the same command goes on\nwhere a run was stopped")
	f.BoolVar(&o.parts, "parts", false, "a row for each two convex parts of shapes that are concave,\nhave holes or several polygons")
	f.StringVar(&o.fold, "fold", "shape", "what each two of have one row: shape, or body, all rows of a\nworld that have the same body")
	f.StringVar(&o.plan, "plan", "", "do a shard of the job in this `file`, which daylight plan\nmade; it has the other flags")
	f.StringVar(&o.shard, "shard", "", "with --plan: which shard, such as 0/64, whose output goes to\ndaylight merge, or is a table if --format is given; or several,\nsuch as 0-7/64, which write each its own in the directory --out")
	f.StringVar(&o.spill, "spill", "", "for jobs larger than memory: keep shapes in temporary files\nin this `directory`, and do one tile after the other")
	o.exactly.flags(c)
	f.SortFlags = false
	o.in.flags(c)
	return c
}

func (o *collide) run(c *cobra.Command, files []string) error {
	if o.plan != "" || c.Flags().Changed("shard") {
		return o.runShard(c, files)
	}
	a, err := o.ask(c, files)
	if err != nil {
		return err
	}
	if err := o.askOutput(c, &a, o.out); err != nil {
		return err
	}
	if err := o.checkDriver(c, a); err != nil {
		return err
	}
	advice := o.roomier(c, a)
	if c.Flags().Changed("spill") {
		err = o.runSpilled(c, a)
	} else {
		t := &task{in: &o.in, files: a.files, join: &o.join, read: a.read, out: o.out, stats: o.stats, dryRun: o.dryRun, advice: advice,
			writing: func(crs geometry.CRS) output.Writing { return o.rows(a, crs) }}
		if o.resume {
			t.resume, t.verb = sameRun(c), "colliding"
			a.cfg.Bars = nil
		}
		err = do(c, t, &contacts{o, a}, new(output.Stats))
	}
	if errors.Is(err, memory.ErrLimit) && advice != "" {
		err = fmt.Errorf("%w; %s", err, advice)
	}
	return err
}

// checkDriver finds what a job that is done in parts, or is a dry run, does not go with.
func (o *collide) checkDriver(c *cobra.Command, a asked) error {
	spilled := c.Flags().Changed("spill")
	switch {
	case o.dryRun && a.cfg.Exact:
		return usage(c, "--dry-run does not go with exact answers")
	case spilled && (o.dryRun || o.resume):
		return usage(c, "--spill does not go with --dry-run or --resume")
	case spilled:
		if err := noEmpty(c, "spill"); err != nil {
			return err
		}
		return unplanned(c, a, nil)
	case o.dryRun:
		return dryAlone(c, o.resume)
	case o.resume:
		if err := resumable(c, o.out, a.format, slices.Concat(a.files, o.join.files)); err != nil {
			return err
		}
		if a.cfg.Mode == batch.ModePairs && !a.cfg.Exact {
			return usage(c, "--resume does not go with --mode pairs, whose bounding boxes depend on all worlds at once")
		}
	}
	return nil
}

// roomier says what takes less memory, as far as this job can be done so.
func (o *collide) roomier(c *cobra.Command, a asked) string {
	if unplanned(c, a, nil) != nil {
		return ""
	}
	advice := "daylight plan cuts the job into shards that take less"
	if !o.resume && !c.Flags().Changed("spill") {
		advice = "--spill DIR does it in parts on disk, and " + advice
	}
	return advice
}
