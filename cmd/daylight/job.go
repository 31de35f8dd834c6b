// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"daylight/cmd/internal/answer"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// job is what collide and query share: which tables are read, how the answer is found, and how it
// is written. Flags fill some fields, and check derives the others.
type job struct {
	in                      input
	join                    joined // the second set: shapes to compare with the FILEs, or questions
	means                   answer.Means
	given, out, draw, stats string

	files  []string
	read   shapes.Config
	format output.Format
	drawn  func(geometry.CRS) output.Drawing
	uncut  error // why tiles cannot do it, or take no less memory
}

// asked is an answer.Spec or an answer.Question. The second set is nil if there is only one.
type asked interface {
	// Still refuses sets that do not move if the question is about moving shapes.
	Still(set, other *shapes.Set) error
	// Find finds the answer, and verifies it with --verify.
	Find(ctx context.Context, set, other *shapes.Set) (output.Drawn, *answer.Stats, error)
}

// flags adds the flags that say how answers are found and written.
func (j *job) flags(f *pflag.FlagSet) {
	enginesFlags(f, &j.means.Kernels, &j.means.Workers)
	f.IntVar(&j.means.Effort, "effort", 0, fmt.Sprintf("how far to search for the shortest push of concave shapes, in\ncorners looked at for a pair (0: %d)", answer.DefaultEffort))
	formatFlag(f, &j.given, output.FormatNames(output.OfContacts))
	f.StringVar(&j.draw, "geometry-out", "", "geometry of rows in GeoJSON, Parquet and Arrow: points, outlines\nof a, b or both, or none (see above)")
	f.StringSliceVar(&j.in.cfg.Keep, "keep", nil, "`names` of columns of the tables to carry along")
	outFlag(f, &j.out, "-")
	f.StringVar(&j.stats, "stats", "", "write counts and times as JSON to this `file`")
	f.BoolVar(&j.means.Verify, "verify", false, "check the answer against brute force")
	f.StringVar(&j.in.tile, "tile", "", "only the rows that belong to this `box`: min x,min y,max x,max y;\n-inf and inf are allowed (daylight tiles prints such boxes)")
}

// tables checks the flags that say what is read; more are the flags of the second set.
func (j *job) tables(c *cobra.Command, files []string, more ...string) (err error) {
	if err := noEmpty(c, append(more, "kernels", "geometry-out", "stats", "keep")...); err != nil {
		return err
	}
	if j.files, err = j.in.parts(files, 0); err != nil {
		return err
	}
	if j.join.files, err = j.in.parts(j.join.files, 1); err != nil {
		return err
	}
	j.read, err = j.in.check(c, j.files, &j.join)
	j.means.Bars, j.means.Memory, j.means.Note = j.in.bars, j.in.memory, j.in.note
	return err
}

// writes checks the flags that say what is written. The rows have the given columns.
func (j *job) writes(c *cobra.Command, columns []string) (err error) {
	if j.format, err = tableFormat(c, j.given, j.out, output.OfContacts); err != nil {
		return err
	}
	j.drawn, err = drawing(c, j.draw, j.format, columns)
	return err
}

// run does the job.
func (j *job) run(c *cobra.Command, what asked) error {
	if err := distinct(c, slices.Concat(j.files, j.join.files), j.out, j.stats, j.in.badRows); err != nil {
		return err
	}
	did, err := j.complete(c, what)
	if errors.Is(err, memory.ErrLimit) && j.uncut == nil {
		less := "daylight tiles cuts the job into tiles that take less"
		if j.read.Tile != nil {
			less = "a greater --count of daylight tiles makes tiles that take less"
		}
		err = fmt.Errorf("%w; %s", err, less)
	}
	if err == nil && !j.in.quiet {
		j.in.report(did)
	}
	return err
}

// complete reads the tables and writes the answer. All outputs appear together, or none. They are
// opened before the work, so that an unwritable name fails at once.
func (j *job) complete(c *cobra.Command, what asked) (*answer.Stats, error) {
	start, ctx, stdout := time.Now(), c.Context(), c.OutOrStdout()
	out, err := output.Create(j.out, stdout)
	if err != nil {
		return nil, err
	}
	defer out.Discard()
	out.Parallel(j.read.Workers)
	var stats *output.File
	if j.stats != "" {
		if stats, err = output.Create(j.stats, stdout); err != nil {
			return nil, err
		}
		defer stats.Discard()
	}
	if err := j.in.listBad(stdout); err != nil {
		return nil, err
	}
	defer j.in.bad.discard()
	set, other, err := j.in.read(ctx, j.read, j.files, &j.join, c.InOrStdin())
	if err != nil {
		return nil, j.in.refused(err)
	}
	if err := what.Still(set, other); err != nil {
		return nil, err
	}
	j.misses(set, other)
	found, did, err := what.Find(ctx, set, other)
	if err != nil {
		return nil, err
	}
	if did.Seconds["write"], err = j.in.writeRows(ctx, out, j.out, found, j.writing(set.CRS)); err != nil {
		return nil, err
	}
	j.in.leftOut(did.LeftOut)
	did.Seconds["read"], did.Seconds["total"] = j.in.took.Seconds(), time.Since(start).Seconds()
	if stats != nil {
		text := json.NewEncoder(stats)
		text.SetIndent("", "  ")
		if err := text.Encode(did); err != nil {
			return nil, err
		}
	}
	bad, err := j.in.bad.done()
	if err != nil {
		return nil, err
	}
	return did, output.Commit(out, stats, bad)
}

// misses notes sets that cannot meet because of their worlds, such as people in frames beside walls
// without worlds. Their answer is correct, but hardly intended.
func (j *job) misses(set, other *shapes.Set) {
	const miss = "%s name no world, so all their shapes are in world %s, and %s, which %s (see daylight help formats)"
	switch {
	case other == nil:
	case j.join.asks && set.Misses(other):
		j.in.note(fmt.Sprintf("--ask: "+miss, "the FILEs", shapes.DefaultWorld, "questions are in others", "miss them"))
	case j.join.asks:
	case other.Misses(set):
		j.in.note(fmt.Sprintf("--join: "+miss, "the joined tables", shapes.DefaultWorld, "the FILEs have shapes in other worlds", "they miss"))
	case set.Misses(other):
		j.in.note(fmt.Sprintf("--join: "+miss, "the FILEs", shapes.DefaultWorld, "the joined tables have shapes in other worlds", "they miss"))
	}
}

// writing returns how rows are written, of tables in the given system of coordinates.
func (j *job) writing(crs geometry.CRS) output.Writing {
	w := output.Writing{Format: j.format, Workers: j.read.Workers, Draw: j.drawn(crs), CRS: crs, Memory: j.in.memory}
	if !j.join.asks && w.Draw != output.NoDrawing && crs.Known() && !output.Named(j.format, crs) {
		j.in.note(fmt.Sprintf("%v: the tables are in %v, which %s can name by PROJJSON alone: the output names none", target(j.out), crs, j.format))
	}
	return w
}
