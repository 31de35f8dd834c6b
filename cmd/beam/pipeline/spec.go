// SPDX-License-Identifier: MIT

package pipeline

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"daylight/batch"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
	"daylight/region"
)

// Spec says what to find in tables and how to write it, as flags of daylight collide of the same names do.
// Its zero value but for Prefix and Tiles is what collide does without flags. Workers are sent it as JSON.
type Spec struct {
	Columns        []string
	Radius         *float64
	Degrees        bool
	CRS            geometry.CRS // that all tables are in, whatever they say; none leaves that to them
	Keep           []string
	BBox           *region.Box // of the shapes that take part; nil takes all
	SkipBad        bool
	Mode           batch.Mode
	Margin         float64
	Strict         bool
	DT             float64 // for batch.ModeSwept; 0 stands for 1
	Parts          bool
	Effort         int
	Exact          bool
	Relation       region.Relation
	Area, Outline  bool
	Mend           bool
	Verify         bool
	Kernels        string
	WorkersPerTile int // 0 stands for 1, since runners do several tiles at a time
	// Prefix is what the names of the files begin with: those of tile 3 are PREFIX-00003.csv, for one.
	Prefix string
	Format output.Format // empty stands for CSV
	Draw   output.Drawing
	Tiles  int // at most so many
	// Joined is the number of the first file of the second set; 0 if there is none.
	Joined int64
}

// mostTiles is the greatest number of tiles that package tile makes.
const mostTiles = 1 << 20

// Check finds mistakes before any table is looked at.
func (s *Spec) Check() error {
	cfg := s.job()
	switch {
	case s.exact() && (s.Margin != 0 || s.Parts || s.Mode != batch.ModeContacts):
		return errors.New("exact answers have no margin, no parts and no mode but area")
	case s.exact() && s.Effort != 0:
		return errors.New("exact answers have no pushes, and so no effort")
	case s.WorkersPerTile < 0:
		return fmt.Errorf("%d workers: want 1 to %d", s.WorkersPerTile, batch.MaxWorkers)
	case s.Outline && !s.Area:
		return errors.New("an outline goes with mode area")
	case s.Mode == batch.ModePairs && !s.exact():
		return errors.New("mode pairs cannot be cut into tiles, since which AABBs are near enough to be a pair depends on the extent of the whole scene; mode overlap can")
	case s.Tiles < 1 || s.Tiles > mostTiles:
		return fmt.Errorf("%d tiles: want 1 to %d", s.Tiles, mostTiles)
	case s.Radius != nil && !(*s.Radius >= 0 && *s.Radius <= math.MaxFloat32):
		return fmt.Errorf("radius %v: want a finite number that is not negative", *s.Radius)
	case s.DT != 0 && !(s.DT > 0 && s.DT <= math.MaxFloat32):
		return fmt.Errorf("dt %v: want a finite number above 0", s.DT)
	}
	if err := cfg.Check(); err != nil {
		return err
	}
	names, err := shapes.NewNames(nil)
	if err == nil {
		err = names.CheckColumns("columns", s.Columns)
	}
	if err == nil {
		err = shapes.CheckKept(s.Keep)
	}
	if err == nil {
		err = shapes.CheckBeside(s.Keep, s.columns())
	}
	if err == nil {
		_, err = s.draws()
	}
	return err
}

func (s *Spec) exact() bool { return s.Exact || s.Relation != 0 || s.Area }

// columns are those of the answer that do not depend on the shapes.
func (s *Spec) columns() []string {
	what := s.job()
	return what.Names()
}

func (s *Spec) draws() (func(geometry.CRS) output.Drawing, error) {
	draw, err := output.Draws(s.Draw, s.format(), s.columns())
	if err != nil {
		err = fmt.Errorf("a geometry %w", err)
	}
	return draw, err
}

func (s *Spec) format() output.Format {
	if s.Format == "" {
		return output.CSV
	}
	return s.Format
}

// job is what is found of the shapes of a tile.
func (s *Spec) job() job.Spec {
	return job.Spec{
		Config: job.Config{Mode: s.Mode, Margin: s.Margin, Strict: s.Strict, Parts: s.Parts, Effort: s.Effort, Kernels: s.Kernels, Workers: max(s.WorkersPerTile, 1)},
		Exact:  s.exact(), What: job.Exactly{Area: s.Area, Outline: s.Outline, Relation: s.Relation}, Verify: s.Verify,
	}
}

// reading is how tables are read.
func (s *Spec) reading() (shapes.Config, error) {
	names, err := shapes.NewNames(nil)
	if err != nil {
		return shapes.Config{}, err
	}
	cfg := s.job()
	c := shapes.Config{
		Table: table.Options{Columns: s.Columns}, Names: names, Degrees: s.Degrees, CRS: s.CRS, Keep: slices.Clone(s.Keep), Tables: true, SkipBad: s.SkipBad, Box: s.BBox,
		Mend: s.Mend, Workers: 1,
		Tiling: &shapes.Tiling{Reach: shapes.Reach{Mode: s.Mode, Margin: s.Margin}},
	}
	cfg.Reading(&c)
	if s.Mode == batch.ModeSwept && !s.exact() {
		if c.Time = s.DT; c.Time == 0 {
			c.Time = 1
		}
	}
	if s.Radius != nil {
		c.Radius, c.HasRadius = *s.Radius, true
	}
	draw, err := s.draws()
	c.Outlines = !c.Exact && !s.Parts && err == nil && output.Outlined(draw)
	return c, err
}
