// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"daylight/bench/scene"
	"daylight/cmd/internal/answer"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

const demoHelp = `Demo shows what collide and draw do, without a file: it makes a built-in scene, reads it
as collide would read a table, finds the contacts, checks them against brute force (for
up to 5,000 shapes), prints the first contacts, draws a picture and says what to try next.`

// mostChecked is the greatest number of shapes that a demo compares with brute force,
// which takes about a second.
const mostChecked = 5000

type demo struct {
	terminal
	style style
	scene string
	n     int
	seed  uint64
	out   string
}

func newDemo() *cobra.Command {
	o := &demo{}
	c := &cobra.Command{
		Use:   "demo [flags]",
		Short: "Run and draw a built-in scene",
		Long:  demoHelp,
		Example: examples(
			"daylight demo", "shapes of all kinds, and a picture in daylight.svg",
			"daylight demo --scene boxes -n 2000 --out boxes.png", "two thousand boxes as a PNG",
		),
		Args: noArguments,
		RunE: o.run,
	}
	f := c.Flags()
	f.StringVar(&o.scene, "scene", "mixed", "name of the scene; see daylight help gen")
	sceneFlags(f, &o.n, 360, &o.seed)
	outFlag(f, &o.out, "daylight.svg")
	o.style.flags(c, 640) // legible on a phone, too
	o.terminal.flags(c)
	f.SortFlags = false
	return c
}

func (o *demo) run(c *cobra.Command, _ []string) error {
	ctx := c.Context()
	if err := o.open(c); err != nil {
		return err
	}
	if err := noEmpty(c, "out"); err != nil {
		return err
	}
	if err := o.style.check(c); err != nil {
		return err
	}
	asPNG, err := pictureFormat(o.out)
	if err != nil {
		return usage(c, "%v", err)
	}
	var cfg answer.Spec
	if err := checked(c, &cfg, &o.terminal); err != nil {
		return err
	}
	const text = 400 // of a shape as a row, while the table grows
	s, err := newScene(c, o.memory, generatedBytes+text, o.scene, o.n, o.seed, scene.DefaultRho)
	if err != nil {
		return err
	}
	s.Advance(scene.FirstFrame)
	var rows bytes.Buffer
	if err := output.Write(ctx, &rows, newSceneTable(s, output.CSV, scene.FirstFrame, 1), output.Writing{Format: output.CSV}); err != nil {
		return err
	}
	out, err := output.Create(o.out, c.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()

	loader := shapes.NewLoader(shapes.Config{Memory: o.memory})
	if err := loader.Read(&rows, o.scene); err != nil {
		return err
	}
	set, err := loader.Set()
	if err != nil {
		return err
	}
	result, err := answer.Run(ctx, set, nil, cfg.Config)
	if err != nil {
		return err
	}
	if o.n <= mostChecked {
		difference, err := result.Verify(ctx, cfg.Config)
		if err != nil {
			return err
		}
		if difference.Any() {
			return difference
		}
	}
	o.style.title = "daylight: scene " + o.scene
	pic, _, err := paint(ctx, result, 0, nil, &o.style, &o.terminal)
	if err != nil {
		return err
	}
	if err := save(ctx, out, pic, asPNG, &o.style, o.writing(o.out, 1, "")); err != nil {
		return err
	}
	if err := output.Commit(out); err != nil {
		return err
	}
	w := c.OutOrStdout()
	if toStdout(o.out) {
		w = o.stderr // the picture is all that goes to standard output
		if o.quiet {
			w = io.Discard
		}
	}
	return o.print(w, result)
}

// printed is how many contacts are shown.
const printed = 8

// print shows the first contacts and sums up.
func (o *demo) print(w io.Writer, r *answer.Result) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "world\tid_a\tid_b\tdepth\tnx\tny")
	for i := range min(printed, r.Len()) {
		world, a, b := r.Row(i)
		depth, nx, ny := r.Measure(i)
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", world, a, b, output.FloatText(depth), output.FloatText(nx), output.FloatText(ny))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if more := r.Len() - printed; more > 0 {
		fmt.Fprintf(w, "... and %s more\n", thousands(more))
	}
	note := ""
	if o.n <= mostChecked {
		note = "; the same as brute force finds"
	}
	_, err := fmt.Fprintf(w, "\n%s, %s, %s in %v with kernels %s%s\n",
		counted(r.A.Len(), "shape"), counted(r.Stats.Candidates, "candidate"), counted(r.Len(), "contact"),
		r.Collide.Round(time.Microsecond), r.Stats.Kernels, note)
	if err == nil && !toStdout(o.out) {
		_, err = fmt.Fprintf(w, "picture: %s\n", o.out)
	}
	if err == nil && !o.quiet {
		_, err = fmt.Fprintf(w, nextSteps, scene.FirstFrame, called())
	}
	return err
}

// nextSteps is said in the end. The scene is put where collide would read it from a table of
// frames.
const nextSteps = `
World %[1]d is frame %[1]d of the scene: shapes meet those of their own world only, such as a frame of a
recording or a floor of a house. A table that names no world is world 0. Try next:

  %[2]s sim crowd                          people leave a room, in a browser
  %[2]s gen circles -n 1000 -o shapes.csv  a table to begin with, or take one of yours
  %[2]s collide shapes.csv                 its contacts
  %[2]s query nearest shapes.csv           what is nearest to each shape
  %[2]s help formats                       what tables may hold
`

// called is how this program was called: go run puts it where nobody looks for it.
func called() string {
	if strings.Contains(os.Args[0], "go-build") {
		return "go run ./cmd/daylight"
	}
	return "daylight"
}
