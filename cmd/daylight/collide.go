// SPDX-License-Identifier: MIT

package main

import (
	"github.com/spf13/cobra"

	"daylight/batch"
	"daylight/cmd/internal/answer"
	"daylight/cmd/internal/schema"
)

type collide struct {
	job
	spec answer.Spec
}

func newCollide() *cobra.Command {
	o := &collide{}
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
		RunE: func(c *cobra.Command, files []string) error {
			if err := o.check(c, files); err != nil {
				return err
			}
			return o.job.run(c, &o.spec)
		},
	}
	f := c.Flags()
	f.StringVar(&o.spec.Words.Mode, "mode", "contact", "what to find: pairs, overlap, contact, manifold, distance, swept or area")
	stepFlag(f, &o.spec.Step, 1)
	f.StringArrayVar(&o.join.files, "join", nil, "find contacts of the FILEs with the shapes of this `file`, only; - is standard input")
	f.StringSliceVar(&o.join.columns, "join-columns", nil, "`names` of the columns of joined tables without a header row")
	contactFlags(f, &o.spec.Margin, &o.spec.Strict)
	o.job.flags(f, "candidates", 1<<28)
	f.BoolVar(&o.spec.Parts, "parts", false, "a row for each two convex parts of shapes that are concave,\nhave holes or several polygons")
	f.StringVar(&o.spec.Words.Fold, "fold", "shape", "give one row to each two of these: shape, or body (all rows of a\nworld that have the same body)")
	f.BoolVar(&o.spec.Exact, "exact", false, "decide each pair in float64 without error: touching or overlapping")
	f.StringVar(&o.spec.Words.Relation, "relation", "", "decide exactly, and keep only pairs for which this holds: intersects, touches, overlaps, overlaps-partly, contains, within, covers, covered-by, equals or crosses")
	f.BoolVar(&o.spec.What.Outline, "outline", false, "with --mode area: add the common region as a multipolygon of convex parts")
	mendFlag(f, &o.spec.Mend)
	f.SortFlags = false
	o.in.flags(c)
	return c
}

// check checks the flags.
func (o *collide) check(c *cobra.Command, files []string) error {
	if err := o.tables(c, files, "join-columns"); err != nil {
		return err
	}
	s := &o.spec
	s.Means = o.means
	if err := s.Check(c.Flags().Changed); err != nil {
		return usage(c, "%v", err)
	}
	if o.uncut = s.Uncut(); o.uncut != nil && o.read.Tile != nil {
		return usage(c, "%v", o.uncut)
	}
	if err := schema.CheckBeside(o.read.Keep, s.All()); err != nil {
		return usage(c, "%v", err)
	}
	o.in.lengths = s.Lengths()
	if err := o.writes(c, s.Names()); err != nil {
		return err
	}
	s.Read(&o.read, o.drawn)
	if s.Mode == batch.ModeDistance && s.Margin <= 0 {
		o.in.notes = append(o.in.notes, "--mode distance without a positive --margin finds pairs that touch, and no others")
	}
	return nil
}
