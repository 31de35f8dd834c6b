// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/tiles"
	"daylight/region"
)

const tilesHelp = `Tiles cuts the plane into tiles of about equal work, for jobs that are too large for one run. Each
line of its output is a tile: min x, min y, max x and max y, with -inf and inf at the edges of the
plane. The work of a tile is estimated from a sample of the FILEs' shapes.

Give each tile to a run of its own, in any order and on any machine. Together the rows of all tiles
are those of one run:

  daylight tiles --count 16 shapes.parquet > tiles.txt
  for i in $(seq 16); do
    daylight collide --tile "$(sed -n ${i}p tiles.txt)" shapes.parquet -o part-$i.csv
  done

A run with --tile keeps only the shapes that touch its tile, so it takes less memory. If the table
is Parquet with small row groups in order of place, it also reads less. docs/scale.md has recipes
for a loop, GNU parallel, Slurm, Kubernetes and Spark.

With --deal FILE it writes instead which rows of the tables go to which tiles of that file, so that
an engine that shuffles rows can send them there, as daylight.spark of the Python package does.`

// mostTiles is the greatest number of tiles.
const mostTiles = 1 << 16

type tiling struct {
	in    input
	count int
	out   string
	dealing
}

func newTiles() *cobra.Command {
	o := &tiling{}
	c := &cobra.Command{
		Use:   "tiles [flags] FILE...",
		Short: "Cut the plane into tiles of about equal work, for --tile of collide and query",
		Long:  tilesHelp,
		Example: examples(
			"daylight tiles --count 64 shapes.parquet > tiles.txt", "64 tiles, one on each line",
			"daylight tiles --radius 0.2 crowd.csv | head -1", "a tile of a table of people",
		),
		Args: cobra.ArbitraryArgs,
		RunE: o.run,
	}
	f := c.Flags()
	countFlag(f, &o.count, 16, "how many tiles")
	outFlag(f, &o.out, "-")
	o.dealing.flags(c)
	f.SortFlags = false
	o.in.flags(c)
	return c
}

func (o *tiling) run(c *cobra.Command, args []string) error {
	files, err := o.in.parts(args, 0)
	if err != nil {
		return err
	}
	read, err := o.in.check(c, files, &joined{})
	if err == nil {
		err = noEmpty(c, "deal")
	}
	if err != nil {
		return err
	}
	if o.count < 1 || o.count > mostTiles {
		return usage(c, "--count %d: want 1 to %d", o.count, mostTiles)
	}
	if err := distinct(c, files, o.out, o.in.badRows); err != nil {
		return err
	}
	format, err := tableFormat(c, o.format, o.out, output.OfScenes)
	if err != nil {
		return err
	}
	read.Concave = true
	var rows *dealt
	var sample *tiles.Sampler
	if o.boxes != "" {
		rows, err = o.deal(c, &o.in, &read)
	} else {
		sample, err = o.sample(&read)
	}
	if err != nil {
		return err
	}
	out, err := output.Create(o.out, c.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()
	if err := o.in.listBad(c.OutOrStdout()); err != nil {
		return err
	}
	defer o.in.bad.discard()
	set, _, err := o.in.read(c.Context(), read, files, &joined{}, c.InOrStdin())
	if err != nil {
		return o.in.refused(err)
	}
	if rows != nil {
		err = output.Write(c.Context(), out, rows, output.Writing{Format: format, Workers: 1})
		return o.complete(out, err)
	}
	list, busiest, err := sample.Cut(c.Context(), o.count)
	if err != nil {
		return err
	}
	for _, b := range list {
		if _, err := fmt.Fprintln(out, tileText(b)); err != nil {
			return err
		}
	}
	if err := o.complete(out, nil); err != nil {
		return err
	}
	made, cut := counted(len(list), "tile"), counted(set.Rows-set.Skipped-set.Nowhere-set.Outside, "shape")
	if len(list) < o.count {
		o.in.note(fmt.Sprintf("only %s of %s: each holds one shape or more, and shapes at one place cannot be cut apart", made, cut))
	}
	if busiest == 0 {
		return nil
	}
	o.in.note(fmt.Sprintf("%s in %s; the busiest has about %.2f times the mean work", cut, made, busiest))
	return nil
}

// sample has the rows of tables be read so that some of their shapes are drawn.
func (o *tiling) sample(read *shapes.Config) (*tiles.Sampler, error) {
	s := tiles.NewSampler(o.count, o.in.memory.Left()/2)
	read.Scan = func(_ int64, world string, box region.Box) error {
		s.Add(world, box)
		return nil
	}
	return s, o.in.memory.Reserve(s.Bytes())
}

// complete completes the outputs, unless writing failed.
func (o *tiling) complete(out *output.File, err error) error {
	bad, failed := o.in.bad.done()
	if err = cmp.Or(err, failed); err != nil {
		return err
	}
	return output.Commit(out, bad)
}

// tileText writes a tile as --tile reads it.
func tileText(b region.Box) string {
	var text []byte
	for k, v := range []float64{b.MinX, b.MinY, b.MaxX, b.MaxY} {
		if k > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendFloat(text, v, 'g', -1, 64)
	}
	return strings.ToLower(strings.ReplaceAll(string(text), "+I", "I"))
}
