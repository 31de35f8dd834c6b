// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"daylight/bench/scene"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
)

const genHelp = `Gen writes a seeded scene of moving shapes as a table, with one row for each shape in
each frame, or a map of polygons that touch. Every frame is a world of its own, named by
its number. The table is the same on every machine, and collide reads exactly the same
shapes back from it.

The scenes:
  circles   radii from 0.25 to 0.75
  boxes     turned boxes, half extents from 0.25 to 0.75
  polys     regular polygons of 3 to 8 sides
  mixed     circles, boxes and polygons in turn
  heavy     boxes with a heavy tail of sizes, up to a hundred times as large
  cluster   boxes crowded around 64 places
  wards     a map: concave polygons that lock like jigsaw pieces, a fifth of them
            enclaves in others; neighbours share each point of their border, and
            none overlap; --density says how many corners each has in the mean

--out NAME.ndjson and NAME.jsonl get one JSON object on each line, NAME.parquet and
NAME.arrow what they say, other names CSV, unless --format says otherwise; NAME.gz and
NAME.zst are compressed.

Wards have the columns id and wkt. They do not move, so they have no frames and no world.
Frame 0 is any other scene as the seed gives it; each further frame is 1/60 s later. The counts
that PERF.md and others publish are those of frame 4, so --start 4 begins there.`

type gen struct {
	n      int
	frames int
	start  int
	seed   uint64
	rho    float32
	format string
	out    string
	terminal
}

func newGen() *cobra.Command {
	o := &gen{}
	c := &cobra.Command{
		Use:   "gen [flags] SCENE",
		Short: "Write a seeded scene as a table of shapes",
		Long:  genHelp,
		Example: examples(
			"daylight gen boxes -n 1000 --out boxes.csv", "a thousand boxes",
			"daylight gen mixed -n 10000 --frames 60 --out mixed.csv.gz", "one second of ten thousand shapes of all kinds",
			"daylight gen boxes -n 10000 --start 4 | daylight collide -", "the scene whose 9,058 contacts are published",
			"daylight gen wards -n 200 --density 500 | daylight collide --exact -", "a map, and which of its wards are neighbours",
		),
		Args: cobra.ArbitraryArgs,
		RunE: o.run,
	}
	f := c.Flags()
	framesFlag(f, &o.frames, 1, "number of frames")
	f.IntVar(&o.start, "start", 0, "number of the first frame")
	sceneFlags(f, &o.n, 1000, &o.seed)
	f.Float32Var(&o.rho, "density", scene.DefaultRho, fmt.Sprintf("shapes per unit of area; of wards, corners\nof each (%d)", scene.DefaultWardCorners))
	formatFlag(f, &o.format, output.FormatNames(output.OfScenes))
	outFlag(f, &o.out, "-")
	o.terminal.flags(c)
	f.SortFlags = false
	return c
}

func (o *gen) run(c *cobra.Command, args []string) error {
	if err := o.open(c); err != nil {
		return err
	}
	if err := noEmpty(c, "out"); err != nil {
		return err
	}
	if len(args) != 1 {
		return usage(c, "gen takes the name of one scene: %s", genNames())
	}
	format, err := tableFormat(c, o.format, o.out, output.OfScenes)
	if err != nil {
		return err
	}
	if o.frames < 1 {
		return usage(c, "--frames %d: want at least 1", o.frames)
	}
	if o.start < 0 {
		return usage(c, "--start %d: want 0 or more", o.start)
	}
	t, err := o.table(c, args[0], format)
	if err != nil {
		return err
	}
	out, err := output.Create(o.out, c.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()
	if s, moves := t.(*sceneTable); moves {
		if err := o.advance(c, s.scene); err != nil {
			return err
		}
	}
	bar := o.writing(o.out, int64(t.Len()), "rows")
	defer bar.End()
	if err := output.Write(c.Context(), out, t, output.Writing{Format: format, Sparse: true, Tell: bar.Set}); err != nil {
		return err
	}
	bar.End()
	if err := output.Commit(out); err != nil {
		return err
	}
	o.note(fmt.Sprintf("wrote %s of scene %s in %s to %s",
		counted(o.n, "shape"), args[0], counted(o.frames, "frame"), target(o.out)))
	return nil
}

// wards is the name of the scene that is a map.
const wards = "wards"

func genNames() string { return strings.Join(append(scene.Names(), wards), ", ") }

// table makes the table of the scene of that name.
func (o *gen) table(c *cobra.Command, name string, format output.Format) (output.Table, error) {
	if name == wards {
		return o.wards(c, format)
	}
	if _, err := scene.Parse(name); err != nil {
		return nil, usage(c, "there is no scene %q: want one of %s", name, genNames())
	}
	s, err := newScene(c, o.memory, generatedBytes, name, o.n, o.seed, o.rho)
	if err != nil {
		return nil, err
	}
	if o.frames > math.MaxInt/o.n {
		return nil, usage(c, "--frames %d: the rows of all frames cannot be counted", o.frames)
	}
	return newSceneTable(s, format, o.start, o.frames), nil
}

// wards makes the table of a map.
func (o *gen) wards(c *cobra.Command, format output.Format) (output.Table, error) {
	corners := float64(o.n) * scene.DefaultWardCorners
	if c.Flags().Changed("density") {
		corners = math.Round(float64(o.n) * float64(o.rho))
	}
	switch {
	case o.frames > 1:
		return nil, usage(c, "--frames %d: wards do not move and have one frame", o.frames)
	case o.start > 0:
		return nil, usage(c, "--start %d: wards do not move and have frame 0 alone", o.start)
	case o.n < 1 || o.n > scene.MaxWards:
		return nil, usage(c, "-n %d: want 1 to %d wards", o.n, scene.MaxWards)
	case !(corners >= 0 && corners <= float64(o.n)*scene.MaxWardCorners):
		return nil, usage(c, "--density %v: want at most %d corners of each ward", o.rho, scene.MaxWardCorners)
	}
	if err := roomForScene(o.memory, wards, int(corners), wardCornerBytes); err != nil {
		return nil, err
	}
	all, err := scene.Wards(o.n, int(corners), o.seed)
	if errors.Is(err, scene.ErrCorners) {
		return nil, usage(c, "--density %v: %v", o.rho, err)
	}
	return newWardTable(all, format), err
}

// advance steps a scene to its first frame, unless the context ends.
func (o *gen) advance(c *cobra.Command, s *scene.Scene) error {
	if o.start == 0 {
		return nil
	}
	bar := o.bars.Start("stepping", int64(o.start), "frames")
	defer bar.End()
	for range o.start {
		if err := c.Context().Err(); err != nil {
			return err
		}
		s.Step()
		bar.Add(1)
	}
	return nil
}

// newScene makes a scene from what was given on the command line, if there is room for so
// many bytes for each of its shapes.
func newScene(c *cobra.Command, room *memory.Budget, each int, name string, n int, seed uint64, rho float32) (*scene.Scene, error) {
	kind, err := scene.Parse(name)
	if err != nil {
		return nil, usage(c, "there is no scene %q: want one of %s", name, strings.Join(scene.Names(), ", "))
	}
	if n < 1 || n > scene.MaxShapes {
		return nil, usage(c, "-n %d: want 1 to %d shapes", n, scene.MaxShapes)
	}
	if err := roomForScene(room, name, n, each); err != nil {
		return nil, err
	}
	s, err := scene.NewDensity(kind, n, seed, rho)
	if errors.Is(err, scene.ErrDensity) {
		return nil, usage(c, "--density %v: want a positive number of shapes per unit of area", rho)
	}
	return s, err
}
