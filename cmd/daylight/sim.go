// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"daylight/bench/scene"
	"daylight/bench/sim"
	"daylight/cmd/internal/output"
)

const simHelp = `Sim runs a simulation, a frame at a time, and shows it.

Without --frames it serves a page that shows the simulation while it runs, and prints
the page's address; Ctrl-C ends it. On the page you can pan (drag), zoom (wheel), pause
(space), step (.) and choose what the colours mean; it shows the contacts of the shape
under the pointer and what a step costs. Everybody who can reach the address can watch
and pause. Only this machine can, unless --listen says otherwise.

With --frames it steps that many frames and writes what you ask for: the shapes of the
last frame as a table (--out; collide and draw read it), a film (--gif, or --png for a
directory of pictures), a recording (--record). If you ask for nothing, it writes the
table to standard output. Frames are 1/60 s apart.

The scenes, and how many shapes each has unless -n says otherwise:
`

type simulate struct {
	stepper stepper
	terminal
	n      int
	seed   uint64
	frames int
	every  int
	out    string
	format string
	record string
	film   filmFlags
	live   liveFlags

	scene sim.Info
	table output.Format
}

func newSim() *cobra.Command {
	o := &simulate{}
	c := &cobra.Command{
		Use:   "sim [flags] SCENE",
		Short: "Run a simulation, live in a browser or to files",
		Long:  simHelp + strings.TrimSuffix(sceneList(), "\n"),
		Example: examples(
			"daylight sim --open mixed", "watch in a browser",
			"daylight sim boxes -n 100000", "a hundred thousand boxes; open the address it prints",
			"daylight sim circles --frames 600 --out last.csv", "ten seconds; the shapes of the last frame as a table",
			"daylight sim mixed -n 300 --frames 240 --gif mixed.gif", "four seconds as a film",
			"daylight sim boxes --frames 600 --record boxes.rec", "a recording, to be repeated with daylight replay",
		),
		Args: cobra.ArbitraryArgs,
		RunE: o.run,
	}
	f := c.Flags()
	sceneFlags(f, &o.n, 0, &o.seed)
	o.stepper.flags(c)
	f.StringVar(&o.record, "record", "", "write a recording to this `file`")
	o.live.flags(c)
	framesFlag(f, &o.frames, 0, "step this many frames and end, instead of showing a page")
	outFlag(f, &o.out, "")
	formatFlag(f, &o.format, "csv or ndjson")
	f.IntVar(&o.every, "every", 0, "with --frames: write every so many frames to the table or film\n(default: the table has the last frame, a film every second one)")
	o.film.flags(c)
	o.terminal.flags(c)
	f.SortFlags = false
	return c
}

// check finds mistakes before anything is done.
func (o *simulate) check(c *cobra.Command, args []string) (err error) {
	if err := noEmpty(c, "out", "record", "gif", "png", "listen"); err != nil {
		return err
	}
	if len(args) != 1 {
		return usage(c, "sim takes the name of one scene: %s", strings.Join(sceneNames(), ", "))
	}
	if o.scene, err = findScene(c, args[0]); err != nil {
		return err
	}
	if !c.Flags().Changed("shapes") {
		o.n = o.scene.DefaultN
	}
	if o.n < 1 || o.n > scene.MaxShapes {
		return usage(c, "-n %d: want 1 to %d shapes", o.n, scene.MaxShapes)
	}
	if err := o.stepper.check(c); err != nil {
		return err
	}
	headless := c.Flags().Changed("frames")
	if err := o.checkFrames(c, headless); err != nil {
		return err
	}
	if o.table, err = tableFormat(c, o.format, o.out, output.OfStates); err != nil {
		return err
	}
	if o.out == "-" && (o.record == "-" || o.film.gif == "-") || o.record == "-" && o.film.gif == "-" {
		return usage(c, "only one of --out, --record and --gif can be standard output")
	}
	if err := distinct(c, nil, o.out, o.record, o.film.gif); err != nil {
		return err
	}
	if headless {
		return o.film.check(c, o.frames, o.every)
	}
	return o.live.check(c)
}

// checkFrames finds flags about frames that are stepped without being watched, or else about watching.
func (o *simulate) checkFrames(c *cobra.Command, headless bool) error {
	given := c.Flags().Changed
	if headless && (o.frames < 1 || o.frames > maxFrames) {
		return usage(c, "--frames %d: want 1 to %d", o.frames, maxFrames)
	}
	if given("every") && o.every < 1 {
		return usage(c, "--every %d: want at least 1", o.every)
	}
	if headless {
		return refuse(c, "--%s is for watching live, which --frames does not", "open", "listen", "fps", "paused")
	}
	return refuse(c, "--%s needs --frames: how many frames to step", "out", "format", "every", "gif", "png", "size", "colour", "skip", "speed", "small")
}

// maxFrames is more than half a year of frames.
const maxFrames = 1 << 30

func (o *simulate) run(c *cobra.Command, args []string) (err error) {
	ctx := c.Context()
	if err := o.open(c); err != nil {
		return err
	}
	if err := o.check(c, args); err != nil {
		return err
	}
	r := &running{scene: o.scene, n: o.n, memory: o.memory}
	defer r.discard()
	// The outputs are opened before the work, so that a name that cannot be written is
	// found out at once.
	if err := o.outputs(c, r); err != nil {
		return err
	}
	if r.world, err = o.stepper.world(o.memory, o.scene.Name, o.n, o.seed); err != nil {
		return err
	}
	if err := r.begin(o.seed, &o.stepper); err != nil {
		return err
	}
	if o.frames == 0 {
		return o.watch(c, r)
	}
	if err := o.headless(ctx, r); err != nil {
		return err
	}
	if err := r.commit(); err != nil {
		return err
	}
	o.note(r.summary())
	return nil
}

// outputs opens what is to be written.
func (o *simulate) outputs(c *cobra.Command, r *running) (err error) {
	if o.frames > 0 && o.out == "" && o.record == "" && !o.film.any() {
		o.out = "-"
	}
	create := func(name string) (*output.File, error) {
		if name == "" {
			return nil, nil
		}
		return output.Create(name, c.OutOrStdout())
	}
	if r.table, err = create(o.out); err != nil {
		return err
	}
	if r.record, err = create(o.record); err != nil {
		return err
	}
	r.film, err = o.film.open(c.OutOrStdout())
	return err
}

// headless steps all frames and writes those that are asked for.
func (o *simulate) headless(ctx context.Context, r *running) error {
	bar := o.bars.Start("stepping", int64(o.frames), false).Of("frames")
	if toStdout(o.out) && r.table != nil && o.every > 0 {
		bar.End() // rows and bar would mix on a terminal
		bar = nil
	}
	defer bar.End()
	var table *frameWriter
	if r.table != nil {
		table = &frameWriter{out: r.table, format: o.table}
	}
	if err := o.film.frame(ctx, r); err != nil {
		return err
	}
	for frame := 1; frame <= o.frames; frame++ {
		if err := r.step(ctx); err != nil {
			return err
		}
		if table != nil && (frame == o.frames || (o.every > 0 && frame%o.every == 0)) {
			if err := table.Frame(ctx, r.world.Shapes(), frame); err != nil {
				return err
			}
		}
		if err := o.film.frame(ctx, r); err != nil {
			return err
		}
		bar.Add(1)
	}
	return o.film.end(ctx, r)
}
