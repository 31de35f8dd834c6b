// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/bench/sim"
	"daylight/cmd/internal/answer"
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
directory of pictures). If you ask for nothing, it writes the table to standard output.
Frames are 1/60 s apart.

The scenes, and how many shapes each has unless -n says otherwise:
`

type simulate struct {
	terminal
	kernels string
	workers int
	n       int
	seed    uint64
	frames  int
	table   states
	film    film
	live    liveFlags

	running running
}

func newSim() *cobra.Command {
	o := &simulate{}
	c := &cobra.Command{
		Use:   "sim [flags] SCENE",
		Short: "Run a simulation, live in a browser or to files",
		Long:  simHelp + strings.TrimSuffix(sceneList(), "\n"),
		Example: examples(
			"daylight sim mixed", "watch in a browser, at the address it prints",
			"daylight sim boxes -n 100000", "a hundred thousand boxes; open the address it prints",
			"daylight sim circles --frames 600 --out last.csv", "ten seconds; the shapes of the last frame as a table",
			"daylight sim mixed -n 300 --frames 240 --gif mixed.gif", "four seconds as a film",
		),
		Args: cobra.ArbitraryArgs,
		RunE: o.run,
	}
	f := c.Flags()
	sceneFlags(f, &o.n, 0, &o.seed)
	enginesFlags(f, &o.kernels, &o.workers)
	o.live.flags(c)
	framesFlag(f, &o.frames, 0, "step this many frames and end, instead of showing a page")
	outFlag(f, &o.table.name, "")
	formatFlag(f, &o.table.given, "csv or ndjson")
	f.IntVar(&o.table.every, "every", 0, "with --frames: write every so many frames to the table or film\n(default: the table has the last frame, a film every second one)")
	o.film.flags(c)
	o.terminal.flags(c)
	f.SortFlags = false
	return c
}

// check finds mistakes before anything is done.
func (o *simulate) check(c *cobra.Command, args []string) (err error) {
	if err := noEmpty(c, "kernels", "out", "gif", "png", "listen"); err != nil {
		return err
	}
	if len(args) != 1 {
		return usage(c, "sim takes the name of one scene: %s", strings.Join(sceneNames(), ", "))
	}
	if o.running.scene, err = findScene(c, args[0]); err != nil {
		return err
	}
	if !c.Flags().Changed("shapes") {
		o.n = o.running.scene.DefaultN
	}
	if o.n < 1 || o.n > scene.MaxShapes {
		return usage(c, "-n %d: want 1 to %d shapes", o.n, scene.MaxShapes)
	}
	if o.kernels, err = (&answer.Means{Workers: o.workers, Kernels: o.kernels}).Check(); err != nil {
		return usage(c, "%v", err)
	}
	headless := c.Flags().Changed("frames")
	if err := o.checkFrames(c, headless); err != nil {
		return err
	}
	if o.table.format, err = tableFormat(c, o.table.given, o.table.name, output.OfStates); err != nil {
		return err
	}
	if err := distinct(c, nil, o.table.name, o.film.gif); err != nil {
		return err
	}
	if headless {
		return o.film.check(c, o.frames, o.table.every)
	}
	return o.live.check(c)
}

// checkFrames finds flags about frames that are stepped without being watched, or else about
// watching.
func (o *simulate) checkFrames(c *cobra.Command, headless bool) error {
	given := c.Flags().Changed
	if headless && (o.frames < 1 || o.frames > maxFrames) {
		return usage(c, "--frames %d: want 1 to %d", o.frames, maxFrames)
	}
	if given("every") && o.table.every < 1 {
		return usage(c, "--every %d: want at least 1", o.table.every)
	}
	if headless {
		return refuse(c, "--%s is for watching live, which --frames does not", "listen")
	}
	return refuse(c, "--%s needs --frames: how many frames to step", "out", "format", "every", "gif", "png", "size", "skip", "speed", "small")
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
	r := &o.running
	defer r.discard()
	if err := o.create(c.OutOrStdout()); err != nil {
		return err
	}
	if err := roomForScene(o.memory, r.scene.Name, o.n, simulatedBytes); err != nil {
		return err
	}
	cfg := batch.Config{Kernels: o.kernels, Workers: o.workers, MemoryLimit: max(o.memory.Left(), leastMemory)}
	if r.world, err = sim.New(r.scene.Name, o.n, o.seed, cfg); err != nil {
		return err
	}
	if err := r.see(ctx); err != nil {
		return err
	}
	if o.frames == 0 {
		err = o.live.watch(c, r, o.note)
	} else {
		err = o.headless(ctx)
	}
	if err != nil {
		return err
	}
	text, err := r.end(ctx)
	if err == nil {
		o.note(text)
	}
	return err
}

// create opens what is to be written.
func (o *simulate) create(stdout io.Writer) error {
	if o.frames > 0 && o.table.name == "" && !o.film.any() {
		o.table.name = "-"
	}
	r := &o.running
	if o.table.name != "" {
		o.table.last = o.frames
		r.outs = append(r.outs, &o.table)
	}
	if o.film.any() {
		o.film.memory = o.memory
		r.outs = append(r.outs, &o.film)
	}
	for _, out := range r.outs {
		if err := out.create(stdout); err != nil {
			return err
		}
	}
	return nil
}

// headless steps all frames.
func (o *simulate) headless(ctx context.Context) error {
	bar := o.bars.Start("stepping", int64(o.frames), "frames")
	if o.table.name == "-" && o.table.every > 0 {
		bar.End() // rows and bar would mix on a terminal
		bar = nil
	}
	defer bar.End()
	for range o.frames {
		if err := o.running.step(ctx); err != nil {
			return err
		}
		bar.Add(1)
	}
	return nil
}

// states are a table of the shapes in the last frame, or in every so many frames.
type states struct {
	name, given string
	every, last int
	format      output.Format
	out         *output.File
	table       stateTable
	further     bool // there are rows already
}

func (t *states) create(stdout io.Writer) (err error) {
	t.out, err = output.Create(t.name, stdout)
	return err
}

func (t *states) see(ctx context.Context, r *running) error {
	if r.frame == 0 || r.frame != t.last && (t.every == 0 || r.frame%t.every != 0) {
		return nil
	}
	t.table.take(r.world.Shapes(), t.format, r.frame)
	o := output.Writing{Format: t.format, Sparse: true, Further: t.further}
	t.further = true
	return output.Write(ctx, t.out, &t.table, o)
}

func (t *states) end(context.Context) ([]*output.File, error) { return []*output.File{t.out}, nil }
func (t *states) discard()                                    { t.out.Discard() }
func (t *states) summary() string                             { return "wrote " + target(t.name) }
