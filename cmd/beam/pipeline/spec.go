// SPDX-License-Identifier: MIT

package pipeline

import (
	"cmp"
	"fmt"
	"slices"

	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// Spec says what to find in tables and how to write it, as flags of daylight collide of the same names do.
// Its zero value but for Prefix and Tiles is what collide does without flags, but that a tile has one worker, since runners do
// several tiles at a time. Workers are sent it as JSON.
type Spec struct {
	job.Asked
	job.Tables
	// Prefix is what the names of the files begin with: those of tile 3 are PREFIX-00003.csv, for one.
	Prefix string
	Format output.Format // empty stands for CSV
	Draw   output.Drawing
	Tiles  int // at most so many
	Files  []File
	Joined int // the number of the first of the second set; 0 if there is none
}

func (s *Spec) names() (list []string) {
	for _, f := range s.Files {
		list = append(list, f.Name)
	}
	return list
}

// mostTiles is the greatest number of tiles that package tile makes.
const mostTiles = 1 << 20

// Check finds mistakes before any table is looked at. Given says which flags were; it may be nil.
func (s *Spec) Check(given job.Given) error {
	w, err := s.work(given)
	if err == nil {
		err = w.Uncut()
	}
	if err == nil && (s.Tiles < 1 || s.Tiles > mostTiles) {
		err = fmt.Errorf("--tiles %d: want 1 to %d", s.Tiles, mostTiles)
	}
	if err == nil {
		err = shapes.CheckBeside(s.Keep, w.All())
	}
	return err
}

// work is what a worker has to know of a Spec: what is found of the shapes of a tile, how tables are read, and how rows are
// drawn in a system of coordinates.
type work struct {
	job.Spec
	read  shapes.Config
	drawn func(geometry.CRS) output.Drawing
}

func (s *Spec) work(given job.Given) (w work, err error) {
	asked := s.Asked
	asked.Workers = cmp.Or(asked.Workers, 1)
	if w.Spec, err = asked.Spec(given); err != nil {
		return w, err
	}
	w.Advice = "with more --tiles each has fewer"
	if w.read, err = s.Reading(given); err != nil {
		return w, err
	}
	if w.drawn, err = output.Draws(s.Draw, s.format(), w.Names()); err != nil {
		return w, fmt.Errorf("--geometry-out: %w", err)
	}
	w.Read(&w.read, w.drawn)
	w.read.Keep, w.read.Tables, w.read.Workers = slices.Clone(s.Keep), true, 1
	w.read.Tiling = &shapes.Tiling{Reach: shapes.Reach{Mode: w.Mode, Margin: w.Margin}}
	return w, nil
}

func (s *Spec) format() output.Format { return cmp.Or(s.Format, output.CSV) }
