// SPDX-License-Identifier: MIT

package main

import (
	"github.com/spf13/cobra"

	"daylight/cmd/internal/job"
	"daylight/cmd/internal/schema"
)

type collide struct {
	jobFlags
	asked job.Asked
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
			"daylight collide --relation contains --radius 0 --join trees.csv parks.csv", "which park has which tree",
			"daylight collide --join walls.csv people.csv", "people against walls, and neither among themselves",
			"daylight gen boxes -n 5000 | daylight collide --verify - > contacts.csv", "a generated scene, checked against brute force",
		),
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, files []string) error { return runJob(c, o, files) },
	}
	f := c.Flags()
	f.StringVar(&o.asked.Mode, "mode", "contact", "what to find: pairs, overlap, contact, manifold, distance, swept or area")
	stepFlag(f, &o.asked.DT, 1)
	f.StringArrayVar(&o.join.files, "join", nil, "find contacts of the FILEs with the shapes of this `file`, only; - is standard input")
	f.StringSliceVar(&o.join.columns, "join-columns", nil, "`names` of the columns of joined tables without a header row")
	contactFlags(f, &o.asked.Margin, &o.asked.Strict)
	o.answerFlags(f, "candidates", 1<<28)
	f.BoolVar(&o.asked.Parts, "parts", false, "a row for each two convex parts of shapes that are concave,\nhave holes or several polygons")
	f.StringVar(&o.asked.Fold, "fold", "shape", "give one row to each two of these: shape, or body (all rows of a\nworld that have the same body)")
	f.BoolVar(&o.asked.Exact, "exact", false, "decide each pair in float64 without error: touching or overlapping")
	f.StringVar(&o.asked.Relation, "relation", "", "decide exactly, and keep only pairs for which this holds: intersects, touches, overlaps, overlaps-partly, contains, within, covers, covered-by, equals or crosses")
	f.BoolVar(&o.asked.Outline, "outline", false, "with --mode area: add the common region as a multipolygon of convex parts")
	mendFlag(f, &o.asked.Mend)
	f.SortFlags = false
	o.in.flags(c)
	return c
}

// ask checks the flags that say what to read and what to find.
func (o *collide) ask(c *cobra.Command, files []string, out string) (a *spec, err error) {
	k := &contacts{in: &o.in}
	a = &spec{jobFlags: &o.jobFlags, what: k}
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
	asked := o.asked
	asked.Workers, asked.Kernels, asked.Limit, asked.Effort, asked.Verify = o.workers, o.kernels, o.limit, o.effort, o.verify
	if k.cfg, err = checkAsked(c, &asked, &o.in.terminal); err != nil {
		return nil, err
	}
	if a.uncut = k.cfg.Uncut(); a.uncut != nil && a.read.Tile != nil {
		return nil, usage(c, "%v", a.uncut)
	}
	a.read.Reach = k.cfg.Reach()
	o.in.lengths = k.cfg.Lengths()
	if err := schema.CheckBeside(o.in.Keep, k.cfg.All()); err != nil {
		return nil, usage(c, "%v", err)
	}
	if err := a.askOutput(c, out, k.cfg.Names()); err != nil {
		return nil, err
	}
	a.read.Workers = k.cfg.Processors()
	k.cfg.Read(&a.read, a.drawn)
	return a, nil
}
