// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"daylight/batch/tile"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shards"
)

const planHelp = `Plan cuts a job of collide into shards, which run anywhere and in any order, and whose
answers together are those of collide:

  daylight plan --tiles 64 --margin 2 --out plan.json crowd.csv
  daylight route --plan plan.json --share 0/8 --out pieces         (and so on, to 7/8)
  daylight collide --plan plan.json --shard 0 --out part-00000.parquet pieces    (and so on, to 63)

Each shard writes a table, in the --format that plan was given if its name says no other: a
directory of these is the answer, the rows of each in order. Shards that are given --format part
write parts of which daylight merge makes one table, byte for byte that of collide.

The shapes are cut by world, and worlds that are too large by tiles of the plane, so that
shards take about equal work; a shape goes to every tile that it reaches, and a pair
belongs to one. Plan reads some rows of each table, which takes seconds whatever their size,
and writes a small JSON file: the flags, which hold for all that follows; the tables; and the
cuts, which may be edited before anything is routed. Of packed files it reads the beginning:
if their rows are in order of place, tiles are uneven. Route reads all rows and checks
them, each share in parallel with the others; see there.

A shard that is killed and run again writes the same bytes. The same program has to do all of a
job, on whichever machines. A small job needs no route: a shard that is given no pieces reads all
tables itself. Nor does one that is read here, with --cut DIR: plan then reads all of the
tables, also from standard input, and writes the pieces to that directory, where shards find them.

All modes of collide can be planned, also joined and exact ones, but for pairs: which
bounding boxes are near enough to be a pair depends on the extent of the whole scene. With
--fold body, whose rows need all shapes of a body at one place, no world is cut. Say --format,
and parts keep the outlines that merge needs for it. With --verify each shard checks its answer
against brute force.

The directory deploy of the source has this for Kubernetes, Slurm and GNU parallel.`

const planQueryHelp = `Plan query cuts a job of query into shards, as plan does one of collide (see there):

  daylight plan query nearest --tiles 64 --cut pieces --out plan.json --ask homes.csv stops.csv
  daylight query --plan plan.json --shard 0 --format part --out part-0    (and so on, to 63)
  daylight merge --plan plan.json --out near.csv part-*

A question goes to every tile that it reaches: a ray or a cast to those on its way, one for the
nearest shapes to those within a distance that is known to have enough of them. If shapes have
columns that keep some from meeting others (category, mask, group, body, static, sensor), or if
plan has read only some rows, as it does of large tables without --cut, such a question goes to
all tiles of its world. Which hit is the first, and which shapes are the nearest, is known when the
parts of all shards are together: of such questions shards write no tables.`

// plan is collide or query of which a plan is made.
type plan struct {
	*spec
	of     flagged
	tiles  int
	cut    string
	worlds int // -1 if not all rows were read
}

// Flags of collide that are not of a plan: what the shards or merge have for themselves, what
// collide has for a shard, and what no job has that is cut.
var (
	notOfPlan  = []string{"stats", "limit"}
	ofShards   = []string{"plan", "shard"}
	notOfCut   = []string{"dry-run", "resume", "spill", "follow", "events"}
	notPlanned = slices.Concat(notOfPlan, ofShards, notOfCut)
)

func newPlan() *cobra.Command {
	of := new(collide)
	c := of.command()
	c.Use = "plan [flags] FILE..."
	c.Short = "Cut a job of collide into shards for many machines"
	c.Long = planHelp
	c.Example = examples(
		"daylight plan --tiles 64 --out plan.json buildings.parquet", "64 shards of about equal work",
		"daylight plan --tiles 64 --cut pieces --out plan.json roads.csv.gz", "the same, and their pieces",
		"daylight plan --tiles 8 --mode manifold --join walls.csv people.csv > plan.json", "of a join, with contact points",
	)
	c.RunE = planning(c, of).run
	c.AddCommand(newPlanQuery())
	return c
}

func newPlanQuery() *cobra.Command {
	of := new(asking)
	c := of.command()
	c.Use = "query KIND [flags] FILE..."
	c.Short = "Cut a job of query into shards for many machines"
	c.Long = planQueryHelp
	c.Example = examples(
		"daylight plan query nearest --count 3 --tiles 64 --cut pieces --out plan.json --ask homes.csv stops.parquet", "64 shards, and their pieces",
		"daylight plan query within --near 2 --tiles 8 crowd.csv > plan.json", "of shapes among themselves",
	)
	o := planning(c, of)
	c.RunE = func(c *cobra.Command, args []string) error {
		files, err := of.takeKind(c, args)
		if err != nil {
			return err
		}
		return o.run(c, files)
	}
	return c
}

// planning makes a command one that makes plans of collide or of query.
func planning(c *cobra.Command, of flagged) *plan {
	o := &plan{of: of, worlds: -1}
	f := c.Flags()
	for _, name := range notPlanned { // which are refused in words of their own
		_ = f.MarkHidden(name)
	}
	f.Lookup("format").Usage = "what shards and merge are to write: " + output.FormatNames(output.OfContacts)
	f.Lookup("out").Usage = "write the plan to this `file`; - is standard output"
	f.IntVar(&o.tiles, "tiles", 16, "number of shards; there are fewer where there is not enough to cut")
	f.StringVar(&o.cut, "cut", "", "read all of the tables, and write their shapes by shard to\nthis `directory`, as daylight route does")
	return o
}

// A plan is made from so many shapes for each of its tiles, and from so many in all: with more the
// tiles are hardly more even, and to cut takes longer than to read.
const (
	tileShapes    = 1600
	leastShapes   = 1 << 15
	mostShapes    = 1 << 20
	spilledShapes = 1 << 18 // of --spill, which does not know how many tiles there will be
)

func (o *plan) run(c *cobra.Command, files []string) error {
	if err := o.check(c, files); err != nil {
		return err
	}
	out, err := output.Create(o.out, c.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()
	p := o.uncutPlan()
	p.Flags, p.Cut = recorded(c, o.kind), o.cut
	seen := newScan(min(max(tileShapes*o.tiles, leastShapes), mostShapes), os.TempDir())
	var sample tile.Sample
	if o.cut != "" {
		err = o.inPieces(c, o.cut, 0, 1, func(pieces *output.File) error {
			sample, err = o.cutAll(c, p, seen, pieces, out)
			return err
		}, out)
	} else if sample, err = o.sample(c, p, seen); err == nil {
		if err = o.write(p, seen, sample, out); err == nil {
			err = output.Commit(out)
		}
	}
	if err != nil {
		return err
	}
	return o.report(p, sample, o.in.memory.Limit())
}

// write cuts the scene that a sample is of, and writes the plan.
func (o *plan) write(p *shards.Plan, seen *scan, sample tile.Sample, out *output.File) (err error) {
	if p.Near, err = seen.near(o.spec, o.worlds >= 0); err != nil {
		return err
	}
	if p.Tiles, err = o.tilesOf(sample, o.tiles); err != nil {
		return err
	}
	return p.Write(out)
}

// cutAll reads all tables, and writes the pieces and the plan that is made of them.
func (o *plan) cutAll(c *cobra.Command, p *shards.Plan, seen *scan, pieces, out *output.File) (sample tile.Sample, err error) {
	files, err := shards.NewSpill(o.cut)
	if err != nil {
		return sample, err
	}
	defer files.Close()
	share := shards.Share{Of: 1}
	if _, _, err := o.scanShare(c, p, seen, &share, files.Add, files.Next); err != nil {
		return sample, err
	}
	worlds := share.Numbering.Worlds
	p.Shapes, o.worlds, seen.alike, sample = int64(seen.all()), len(worlds), shards.Alike(worlds), seen.sampler.Sample()
	if err := o.write(p, seen, sample, out); err != nil {
		return sample, err
	}
	bar := o.in.bars.Start("cutting", 100, false)
	_, err = p.Route(files, &share, o.in.memory.Limit()/8, pieces, func(done, all int) { bar.Set(done, all) })
	bar.End()
	return sample, err
}

// check finds what cannot be planned.
func (o *plan) check(c *cobra.Command, files []string) (err error) {
	for _, name := range notPlanned {
		switch {
		case !c.Flags().Changed(name):
		case slices.Contains(notOfPlan, name):
			return usage(c, "--%s is not for plan: give it to the shards, or to merge", name)
		case slices.Contains(ofShards, name):
			return usage(c, "--%s is not for plan, which makes one: collide takes it, to run a shard", name)
		default:
			return usage(c, "--%s is not for plan: a job that is cut has no --%[1]s, neither in its shards nor in merge", name)
		}
	}
	if o.tiles < 1 || o.tiles > maxTiles {
		return usage(c, "--tiles %d: want 1 to %d", o.tiles, maxTiles)
	}
	if err := noEmpty(c, "cut"); err != nil {
		return err
	}
	if o.spec, err = o.of.ask(c, files, ""); err != nil {
		return err
	}
	all := o.inputs()
	if o.cut != "" {
		all = nil
	} else if o.in.badRows != "" {
		return usage(c, "--bad-rows is not for plan, which does not read all rows: say --skip-bad, and give it to route, or say --cut")
	}
	if err := o.unplanned(c, all); err != nil {
		return err
	}
	if o.cut == "-" {
		return usage(c, "--cut needs a directory that shards can read from, not standard output")
	}
	return distinct(c, o.inputs(), o.out, o.in.badRows)
}

// report says what was planned, and if a shard will not have so much room.
func (o *plan) report(p *shards.Plan, sample tile.Sample, room int64) error {
	text, need, err := loads(p.Tiles, sample)
	if err != nil {
		return err
	}
	if need > room {
		o.in.note(fmt.Sprintf("a shard needs about %s of memory for its shapes and contacts, of which --memory leaves %s here: with --tiles %d it needs less", memory.Format(need), memory.Format(room), min(int64(p.Tiles.Tiles())*(need/room+1), maxTiles)))
	}
	what := "about " + counted(int(p.Shapes), "shape")
	if o.worlds >= 0 {
		what = counted(int(p.Shapes), "shape") + " in " + counted(o.worlds, "world")
	}
	o.in.note(fmt.Sprintf("%s: %s, %s", what, counted(p.Tiles.Tiles(), "shard"), text))
	return nil
}

// own are flags that every shard has for itself.
var own = []string{"out", "quiet", "memory", "workers", "kernels", "bad-rows", "join", "ask", "tiles", "cut"}

// kindFlag is what a plan of query says first, as if it were a flag: the kind of questions.
const kindFlag = "query"

// recorded are the flags that hold for all shards, of query after the kind of questions.
func recorded(c *cobra.Command, kind string) (list []shards.Flag) {
	if kind != "" {
		list = append(list, shards.Flag{Name: kindFlag, Value: kind})
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains(own, f.Name) {
			if f.Name == "bad-rows" {
				list = append(list, shards.Flag{Name: "skip-bad", Value: "true"})
			}
			return
		}
		value := f.Value.String()
		if s, ok := f.Value.(pflag.SliceValue); ok {
			value = strings.Join(s.GetSlice(), ",")
		}
		list = append(list, shards.Flag{Name: f.Name, Value: value})
	})
	return list
}
