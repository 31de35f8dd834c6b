// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"daylight/batch"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/region"
)

// asked is what the flags ask for.
type asked struct {
	files []string
	read  shapes.Config
	cfg   job.Spec

	format output.Format
	draw   func(geometry.CRS) output.Drawing
}

func (a *asked) swept() bool { return a.cfg.Mode == batch.ModeSwept }

// ask checks the flags that say what to read and what to find.
func (o *collide) ask(c *cobra.Command, files []string) (a asked, err error) {
	if err := noEmpty(c, "geometry-out", "stats", "kernels", "join-columns", "keep"); err != nil {
		return a, err
	}
	if a.files, err = o.in.parts(files, false); err != nil {
		return a, err
	}
	if o.join.files, err = o.in.parts(o.join.files, true); err != nil {
		return a, err
	}
	if a.read, err = o.in.check(c, a.files, &o.join); err != nil {
		return a, err
	}
	mode := o.mode
	if a.cfg.Exact, err = o.exactly.check(c, &mode, o.margin); err != nil {
		return a, err
	}
	if a.cfg.Config, err = jobConfig(c, mode, o.margin, o.strict, o.workers, o.kernels, o.limit, &o.in.terminal); err != nil {
		return a, err
	}
	a.cfg.What, a.cfg.Parts, a.cfg.Verify, a.cfg.Note = o.exactly.what, o.parts, o.verify, o.in.note
	o.in.lengths = o.margin != 0 || slices.ContainsFunc(a.cfg.All(), func(name string) bool { return name == "depth" || name == "area" })
	a.cfg.Effort = o.effort
	if err := a.cfg.Check(); err != nil {
		return a, usage(c, "%v", err)
	}
	a.read.Workers = a.cfg.Processors()
	a.cfg.Reading(&a.read)
	a.read.Mend = o.exactly.mend
	if a.cfg.Exact && o.strict && o.exactly.what.Relation == region.Touches {
		return a, usage(c, "--relation touches and --strict contradict each other: pairs that only touch are what --strict leaves out")
	}
	if a.cfg.Exact && o.parts {
		return a, usage(c, "--parts does not go with exact answers, which are about whole shapes")
	}
	switch fold := strings.ToLower(o.fold); {
	case fold != "shape" && fold != "body":
		return a, usage(c, "--fold %q: want shape or body", o.fold)
	case fold == "body" && a.cfg.Exact:
		return a, usage(c, "--fold body does not go with exact answers, which are about shapes as they are given: a multipolygon is one")
	case fold == "body" && o.parts:
		return a, usage(c, "--fold body and --parts contradict each other")
	default:
		a.cfg.Bodies = fold == "body"
	}
	if err := shapes.CheckBeside(o.in.keep, a.cfg.All()); err != nil {
		return a, usage(c, "%v", err)
	}
	if err := o.checkStep(c, a.swept()); err != nil {
		return a, err
	}
	if a.swept() {
		a.read.Time = o.dt
	}
	return a, nil
}

// askOutput checks the flags that say what is written, to an output of that name.
func (o *collide) askOutput(c *cobra.Command, a *asked, name string) (err error) {
	if a.format, err = tableFormat(c, o.format, name, output.OfContacts); err != nil {
		return err
	}
	if a.draw, err = drawing(c, o.draw, a.format, a.cfg.Names()); err != nil {
		return err
	}
	a.read.Outlines = !a.cfg.Exact && !o.parts && output.Outlined(a.draw)
	return nil
}

// checkStep checks --dt.
func (o *collide) checkStep(c *cobra.Command, swept bool) error {
	if !(o.dt > 0 && o.dt <= math.MaxFloat32) {
		return usage(c, "--dt %v: want a finite number above 0", o.dt)
	}
	if c.Flags().Changed("dt") && !swept {
		return usage(c, "--dt says nothing without --mode swept")
	}
	return nil
}

// unplanned refuses what cannot be done in shards.
func unplanned(c *cobra.Command, a asked, files []string) error {
	switch {
	case a.cfg.Mode == batch.ModePairs && !a.cfg.Exact:
		return usage(c, "--mode pairs cannot be cut into tiles: which bounding boxes are a pair depends on the extent of the whole scene; --mode overlap can")
	case a.cfg.Bodies:
		return usage(c, "--fold body cannot be cut into tiles, of which several may have shapes of one body")
	case slices.Contains(files, "-"):
		return usage(c, "a plan is of files, since every shard reads them; standard input cannot be read again; with --cut it need not be")
	}
	return nil
}

// moves refuses --mode swept of tables in which nothing does.
func moves(a asked, set, other *shapes.Set) error {
	if a.swept() && set.Rows > 0 && !set.Moving && !(other != nil && other.Moving) {
		return fmt.Errorf("--mode swept: no table has a column vx, vy or omega, so nothing moves (%s)", set.Still())
	}
	return nil
}
