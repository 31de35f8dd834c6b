// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
)

// jobFlags are the flags that collide and query have in common.
type jobFlags struct {
	in        input
	join      joined // the second set: shapes that the FILEs are held against, or questions
	workers   int
	kernels   string
	limit     int
	effort    int
	format    string
	out       string
	partition string
	draw      string
	stats     string
	verify    bool
	resume    bool
	plan      string
	moved     bool // tables of a plan are named by the user
	shard     string
	spill     string
	kind      string // of questions; collide has none
}

func (o *jobFlags) common() *jobFlags { return o }

// flagged is what flags are of: collide, or query.
type flagged interface {
	common() *jobFlags
	// ask checks what the flags ask for of FILEs; the name of the output may say in which format.
	ask(c *cobra.Command, files []string, out string) (*spec, error)
}

// spec is a job: what is asked of which tables, by which answerer, and how it is written. It is checked once, and
// flags only fill it.
type spec struct {
	*jobFlags
	what   answerer
	files  []string
	read   shapes.Config
	format output.Format
	drawn  func(geometry.CRS) output.Drawing
	verb   string      // what bars say meanwhile
	noted  bool        // that a system of coordinates has no name
	events *job.Events // in place of rows; nil if they are not asked for

	uncut error // why the job cannot be cut into tiles
	whole bool  // tiles are to have whole worlds
	reach shapes.Tiling
	order shards.Order
	near  *shards.Near // what questions for the nearest shapes ask; nil if there are none
}

// answerer finds the answer of a job: contacts of any mode, exact ones, or those to questions. The second set is
// nil where there is but one.
type answerer interface {
	// look refuses shapes about which there is nothing to find, and notes what is hardly meant. Still refuses sets
	// that do not move, of which some have rows.
	look(set, other *shapes.Set) error
	still(moving, rows [2]bool) error
	// find finds what a share has of the answer, of the shapes that reach it, and verifies it if that is asked for; nil
	// stands for all of it. Of rows that were left out it gives the numbers.
	find(ctx context.Context, share *job.Share, set, other *shapes.Set) (output.Pairs, tally, []int64, error)
	// none is the tally of nothing yet.
	none() tally
	// count sets what there was, so many shapes of each set; report says what came of it.
	count(total tally, set, other *shapes.Set, n [2]int)
	report(total tally, prefix string)

	// quiet has it show no bars.
	quiet()
	// merged takes note of how many rows all tiles have together, and of how many a shorter push may be found.
	merged(total tally, rows, bounded int) error
}

// tally says what a job did. It is written as JSON.
type tally interface {
	// Add adds what another part of the same job did.
	Add(any)
	// Took adds to what reading, writing, and all of it took, in seconds.
	Took(read, write, total float64)
}

// inputs are the names of all tables.
func (s *spec) inputs() []string { return slices.Concat(s.files, s.join.files) }

// askOutput checks the flags that say what is written, to an output of that name, with such columns.
func (s *spec) askOutput(c *cobra.Command, name string, columns []string) (err error) {
	if s.format, err = tableFormat(c, s.jobFlags.format, name, output.OfContacts); err != nil {
		return err
	}
	here := c.Flags().Lookup("tiles") == nil && s.plan == "" // and not in what shards and merge write
	if err = checkPartition(c, s.partition, s.out, here); err != nil {
		return err
	}
	if s.partition != "" {
		s.read.World = output.CheckPartition
	}
	s.drawn, err = drawing(c, s.draw, s.format, columns)
	return err
}

// writing says how rows are written, of tables in such a system of coordinates.
func (s *spec) writing(crs geometry.CRS) output.Writing {
	w := output.Writing{Format: s.format, Workers: s.read.Workers, Draw: s.drawn(crs), CRS: crs}
	if s.kind == "" && !s.noted && w.Draw != output.NoDrawing && crs.Known() && !output.Named(s.format, crs) {
		s.in.note(fmt.Sprintf("%v: the tables are in %v, which %s can name by PROJJSON alone: the output names none", target(s.out), crs, s.format))
		s.noted = true
	}
	return w
}

// roomier says what takes less memory, as far as this job can be done so.
func (s *spec) roomier(c *cobra.Command) string {
	if s.uncut != nil || s.in.follow {
		return ""
	}
	advice := "daylight plan cuts the job into shards that take less"
	if !s.resume && !c.Flags().Changed("spill") {
		advice = "--spill DIR does it in parts on disk, and " + advice
	}
	return advice
}

// unplanned refuses what cannot be done in shards, which read such files.
func (s *spec) unplanned(c *cobra.Command, files []string) error {
	if s.uncut != nil {
		return usage(c, "%v", s.uncut)
	}
	if slices.Contains(files, "-") {
		return usage(c, "a plan is of files, which are read again by route; standard input cannot be read again; with --cut it need not be")
	}
	return nil
}

// answerFlags are those of how what is found, of which the library has so much at most, is looked for and written.
func (o *jobFlags) answerFlags(f *pflag.FlagSet, found string, most int) {
	enginesFlags(f, &o.kernels, &o.workers)
	limitFlag(f, &o.limit, found, most)
	f.IntVar(&o.effort, "effort", 0, fmt.Sprintf("how far to search for the shortest push of concave shapes, in\ncorners looked at for a pair (0: %d)", job.DefaultEffort))
	formatFlag(f, &o.format, output.FormatNames(output.OfContacts))
	f.StringVar(&o.draw, "geometry-out", "", "geometry of rows in GeoJSON, Parquet and Arrow: points, outlines\nof a, b or both, or none (see above)")
	f.StringSliceVar(&o.in.Keep, "keep", nil, "`names` of columns of the tables to carry along")
	outFlag(f, &o.out, "-")
	partitionFlag(f, &o.partition)
	f.StringVar(&o.stats, "stats", "", "write counts and times as JSON to this `file`")
	f.BoolVar(&o.verify, "verify", false, "check the answer against brute force")
	f.BoolVar(&o.resume, "resume", false, "keep what is done, tile by tile: the same command goes on\nwhere a run was stopped")
}

// driverFlags are those of a shard of a plan, and of tiles on disk.
func (o *jobFlags) driverFlags(f *pflag.FlagSet) {
	planFlag(f, &o.plan)
	f.StringVar(&o.shard, "shard", "", "with --plan: which shard, such as 17 (or 17/64, of which the plan must\nhave as many), which writes a table, or with --format part what\ndaylight merge takes; or several, such as 0-7, which write each its\nown in the directory --out")
	f.StringVar(&o.spill, "spill", "", "for jobs larger than memory: keep shapes in temporary files\nin this `directory`, and do one tile after the other")
}
