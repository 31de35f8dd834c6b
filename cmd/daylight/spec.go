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
)

// jobFlags are the flags that collide and query have in common.
type jobFlags struct {
	in      input
	join    joined // the second set: shapes that the FILEs are held against, or questions
	workers int
	kernels string
	limit   int
	effort  int
	format  string
	out     string
	draw    string
	stats   string
	verify  bool
	kind    string // of questions; collide has none
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
	uncut  error // why tiles cannot do it, or take no less memory
}

// answerer finds the answer of a job: contacts of any mode, exact ones, or those to questions. The second set is
// nil where there is but one.
type answerer interface {
	// look refuses shapes that can have no answers, and notes likely mistakes.
	look(set, other *shapes.Set) error
	// find finds the answer, and verifies it with --verify.
	find(ctx context.Context, set, other *shapes.Set) (output.Drawn, tally, error)
	// count counts shapes and rows; report notes the result.
	count(total tally, set, other *shapes.Set)
	report(total tally)
}

// tally says what a job did. It is written as JSON.
type tally interface {
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
	s.drawn, err = drawing(c, s.draw, s.format, columns)
	return err
}

// writing says how rows are written, of tables in such a system of coordinates.
func (s *spec) writing(crs geometry.CRS) output.Writing {
	w := output.Writing{Format: s.format, Workers: s.read.Workers, Draw: s.drawn(crs), CRS: crs, Memory: s.in.memory}
	if s.kind == "" && w.Draw != output.NoDrawing && crs.Known() && !output.Named(s.format, crs) {
		s.in.note(fmt.Sprintf("%v: the tables are in %v, which %s can name by PROJJSON alone: the output names none", target(s.out), crs, s.format))
	}
	return w
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
	f.StringVar(&o.stats, "stats", "", "write counts and times as JSON to this `file`")
	f.BoolVar(&o.verify, "verify", false, "check the answer against brute force")
	f.StringVar(&o.in.Tile, "tile", "", "only the rows that belong to this `box`: min x,min y,max x,max y;\n-inf and inf are allowed (daylight tiles prints such boxes)")
}
