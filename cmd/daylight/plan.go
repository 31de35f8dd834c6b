// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"daylight/batch/tile"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
	"daylight/cmd/internal/table"
)

const planHelp = `Plan cuts a job of collide into shards, which run anywhere and in any order, and whose
answers together are those of collide, byte for byte:

  daylight plan --tiles 64 --margin 2 --out plan.json crowd.csv
  daylight collide --plan plan.json --shard 0/64 --out part-0    (and so on, to 63/64)
  daylight merge --plan plan.json --out contacts.csv part-*

A shard that is given a --format, or an --out whose name says one, writes a table of it in
place of a part for merge: then a directory of such tables is the answer, its rows in order
within each.

The shapes are cut by world, and worlds that are too large by tiles of the plane, so that
shards take about equal work; a shape goes to every tile that it reaches, and a pair
belongs to one. Plan reads the tables once, checks every row, and writes a small JSON file:
the flags, which hold for every shard; the files, and what is where in them; and the cuts,
which may be edited before the first shard is run. A shard reads of CSV, TSV, NDJSON and
Parquet files only the parts that hold something for it, of tables that lie in order of
world or place little more than its share; other files and packed ones it reads as a whole.

A shard that is killed and run again writes the same bytes. Merge refuses parts that are
missing, there twice, torn, damaged, or of another plan; shards refuse tables of
which what they read has changed since, anywhere; and the same program has to do all of a job,
on whichever machines. Plan finds ids that are twice in a world, as collide does: an error, or with --skip-bad
a row that is left out. Ids that are whole numbers in order take no memory for that, others
take up to a third of --memory, and beyond that a temporary file; then doubled ids are found when
all tables have been read, and come last in --bad-rows.

With --cut FILE the tables are read just this once: plan writes the shapes, cut by tile, to
that file, and a shard reads of it what is its own, and no table. That takes far less time in
all wherever the tables are not in the order of the tiles, and has tables from standard input;
but the cuts cannot be edited then. Give a shard the FILE's name if it has another where the
shard runs.

All modes of collide can be planned, also joined and exact ones, but for pairs: which
bounding boxes are near enough to be a pair depends on the extent of the whole scene. Nor
can --fold body, whose rows need all shapes of a body at one place. Say --format, and shards
keep the outlines that merge needs for it. With --verify each shard checks its answer
against brute force.

The directory deploy of the source has this for Kubernetes, Slurm and GNU parallel.`

const planQueryHelp = `Plan query cuts a job of query into shards, as plan does one of collide (see there):

  daylight plan query nearest --tiles 64 --cut shapes.cut --out plan.json --ask homes.csv stops.csv
  daylight query --plan plan.json --shard 0/64 --out part-0    (and so on, to 63/64)
  daylight merge --plan plan.json --out near.csv part-*

A question goes to every tile that it reaches: a ray or a cast to those on its way, one for the
nearest shapes to those within a distance that is known to have enough of them. If shapes have
columns that keep some from meeting others (category, mask, group, body, sensor), such a question
goes to all tiles of its world. Which hit is the first, and which shapes are the nearest, is known when the parts of
all shards are together: of such questions shards write no tables.`

// plan is collide or query of which a plan is made.
type plan struct {
	*spec
	of    flagged
	tiles int
	cut   string
}

// Flags of collide that are not of a plan: what the shards or merge have for themselves, what
// collide has for a shard, and what no job has that is cut.
var (
	notOfPlan  = []string{"stats", "limit"}
	ofShards   = []string{"plan", "shard"}
	notOfCut   = []string{"dry-run", "resume", "spill"}
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
		"daylight plan --tiles 64 --cut shapes.cut --out plan.json roads.csv.gz", "the same, the tables read once",
		"daylight plan --tiles 8 --mode manifold --join walls.csv people.csv > plan.json", "of a join, with contact points",
	)
	c.RunE = planning(c, of).run
	_ = c.Flags().MarkHidden("fold")
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
		"daylight plan query nearest --count 3 --tiles 64 --cut shapes.cut --out plan.json --ask homes.csv stops.parquet", "64 shards, the tables read once",
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
	o := &plan{of: of}
	f := c.Flags()
	for _, name := range notPlanned { // which are refused in words of their own
		_ = f.MarkHidden(name)
	}
	f.Lookup("format").Usage = "what merge is to write: " + output.FormatNames(output.OfContacts)
	f.Lookup("out").Usage = "write the plan to this `file`; - is standard output"
	f.IntVar(&o.tiles, "tiles", 16, "number of shards; there are fewer where there is not enough to cut")
	f.StringVar(&o.cut, "cut", "", "write the shapes, cut by tile, to this `file`, which shards\nread in place of the tables")
	return o
}

// A plan is made from so many shapes for each of its tiles, and from so many in all: with more the
// tiles are hardly more even, and to cut takes longer than to read.
const (
	tileShapes    = 1 << 12
	leastShapes   = 1 << 16
	mostShapes    = 1 << 20
	spilledShapes = 1 << 18 // of --spill, which does not know how many tiles there will be
)

func (o *plan) run(c *cobra.Command, files []string) error {
	if err := o.check(c, files); err != nil {
		return err
	}
	a := o.spec
	out, err := output.Create(o.out, c.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()
	var cutter *shards.Cutter
	dir := os.TempDir()
	if o.cut != "" {
		dir = filepath.Dir(o.cut)
		create := func() (*output.File, error) { return output.Create(o.cut, c.OutOrStdout()) }
		early := tileShapes * o.tiles
		if a.what.near() != nil {
			early = 0
		}
		if cutter, err = shards.NewCutter(o.cut, dir, o.tiles, early, o.in.memory.Limit()/8, create); err != nil {
			return err
		}
		defer cutter.Discard()
	}
	if err := o.in.listBad(c.OutOrStdout()); err != nil {
		return err
	}
	defer o.in.bad.discard()
	p := &shards.Plan{By: program(), Flags: recorded(c, o.kind), Files: named(a.files, o.in.constants[0]), Join: named(o.join.files, o.in.constants[1])}
	seen := newScan(min(max(tileShapes*o.tiles, leastShapes), mostShapes), dir)
	defer seen.close()
	if err := o.readTables(c, p, seen, cutter); err != nil {
		return err
	}
	sample := seen.sampler.Sample()
	if p.Near, err = seen.near(a); err != nil {
		return err
	}
	again := ""
	var cut *output.File
	if cutter == nil {
		if p.Tiles, err = tile.Make(sample, o.tiles); err != nil {
			return err
		}
	} else {
		bar := o.in.bars.Start("cutting", 100, false)
		var anew bool
		p.Tiles, anew, err = cutter.Plan(sample, p.Near, func(done, all int) { bar.Set(done, all) })
		bar.End()
		if err != nil {
			return err
		}
		if p.Cut, err = cutter.End(p); err != nil {
			return err
		}
		if cut = cutter.Output(); anew {
			again = "; cut twice, as the first rows are not like all"
		}
	}
	if err := p.Write(out); err != nil {
		return err
	}
	badFile, err := o.in.bad.done()
	if err != nil {
		return err
	}
	if err := output.Commit(cut, out, badFile); err != nil {
		return err
	}
	return o.report(p, sample, o.in.memory.Limit(), again)
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
	if o.spec, err = o.of.ask(c, files, ""); err != nil {
		return err
	}
	if err := o.uncut(c); err != nil {
		return err
	}
	return distinct(c, o.inputs(), o.out, o.in.badRows, o.cut)
}

// readTables reads the tables, has shapes cut unless cutter is nil, and notes in the plan what is in them; where
// tables are to be read again by the shards, also what is where.
func (o *plan) readTables(c *cobra.Command, p *shards.Plan, seen *scan, cutter *shards.Cutter) error {
	a := o.spec
	var index *shards.Index
	keep := func(s shapes.Scanned) error {
		index.Add(s)
		return nil
	}
	if cutter != nil {
		keep = cutter.Add
	} else {
		o.in.sums = func(joined bool, i int) *table.Sums { return &p.File(joined, i).Sums }
	}
	read := a.read
	read.Tiling = seen.tiling(a, cutter != nil, keep)
	var rows [2]int64
	o.in.reading = func(l *shapes.Loader, joined bool, i int, src *table.Source) error {
		f, k := p.File(joined, i), setOf(joined)
		f.Row = rows[k]
		index = shards.NewIndex(f.Sums.Size)
		if err := l.Read(src, src.Name); err != nil {
			return err
		}
		rows[k] = int64(l.Rows())
		if _, _, plain := src.At(); plain && cutter == nil && (a.what.near() == nil || !joined && len(o.join.files) > 0) {
			f.Blocks = index.Blocks()
		}
		return nil
	}
	set, other, err := o.in.read(c.Context(), read, a.files, &o.join, c.InOrStdin())
	if err != nil {
		return o.in.refused(err)
	}
	if err := a.what.look(set, other); err != nil {
		return err
	}
	p.Shapes, p.Concave, p.LeftOut = int64(seen.all()), seen.concave > 0, seen.leftOut
	first, second := a.what.sides(set, other)
	p.Worlds, p.CRS, p.IDs = set.Worlds(), set.CRS, [2]columnar.Type{first.IDs, second.IDs}
	if c.Flags().Changed("format") {
		p.Draw = a.drawn(set.CRS)
	}
	return nil
}

// report says what was planned, and if a shard will not have so much room.
func (o *plan) report(p *shards.Plan, sample tile.Sample, room int64, more string) error {
	text, need, err := loads(p.Tiles, sample)
	if err != nil {
		return err
	}
	if need > room {
		o.in.note(fmt.Sprintf("a shard needs about %s of memory for its shapes and contacts, of which --memory leaves %s here: with --tiles %d it needs less", memory.Format(need), memory.Format(room), min(int64(p.Tiles.Tiles())*(need/room+1), maxTiles)))
	}
	o.in.note(fmt.Sprintf("%s in %s: %s, %s", counted(int(p.Shapes), "shape"), counted(len(p.Worlds), "world"),
		counted(p.Tiles.Tiles(), "shard"), text+more))
	return nil
}

// uncut refuses what cannot be planned, or not with --cut.
func (o *plan) uncut(c *cobra.Command) error {
	files := o.inputs()
	if o.cut == "" && !c.Flags().Changed("cut") {
		return o.unplanned(c, files)
	}
	if err := noEmpty(c, "cut"); err != nil {
		return err
	}
	info, err := os.Stat(o.cut)
	switch {
	case o.cut == "-":
		return usage(c, "--cut needs a file that shards can read at any place, not standard output")
	case err == nil && !info.Mode().IsRegular():
		return usage(c, "--cut %s: shards read it at any place, so it has to be a file", o.cut)
	case output.Packs(o.cut):
		return usage(c, "--cut %s: shards read such a file at any place, so it cannot be compressed", o.cut)
	}
	return o.unplanned(c, slices.DeleteFunc(files, func(name string) bool { return name == "-" }))
}

// named are tables of which no more is known.
func named(names []string, columns [][]shapes.Constant) (list []shards.File) {
	for i, name := range names {
		list = append(list, shards.File{Name: name, Columns: columns[i]})
	}
	return list
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
