// SPDX-License-Identifier: MIT

package job

import (
	"errors"
	"fmt"
	"math"

	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
)

// Tables says how tables are read, in the words of the flags of every command that reads some. Zero values stand for what
// is done without flags. What is wrong with it is found by Reading alone.
type Tables struct {
	Input     string
	Columns   []string
	Header    bool
	Rename    []string
	Geometry  string
	AssumeCRS string
	Keep      []string
	BBox      string
	Radius    float64
	HasRadius bool // Reading sets it if the flag was given
	Degrees   bool
	Comma     bool
	SkipBad   bool
	Tracks    bool // rows are of tracks
}

// Reading checks how tables are to be read.
func (t *Tables) Reading(given Given) (c shapes.Config, err error) {
	t.HasRadius = t.HasRadius || given.is("radius")
	c = shapes.Config{
		Table: table.Options{Columns: t.Columns, Header: t.Header}, Radius: t.Radius, HasRadius: t.HasRadius,
		Keep: t.Keep, Degrees: t.Degrees, Comma: t.Comma, SkipBad: t.SkipBad, Tracks: t.Tracks,
	}
	if t.Input != "" || given.is("input") {
		if c.Table.Format, err = table.ParseFormat(t.Input); err != nil {
			return c, fmt.Errorf("--input: %w", err)
		}
	}
	if c.Names, err = shapes.NewNames(t.Rename, t.Tracks); err != nil {
		return c, err
	}
	if t.Geometry != "" {
		c.Names.UseGeometry(t.Geometry)
	}
	if err := c.Names.CheckColumns("--columns", t.Columns); err != nil {
		return c, err
	}
	if err := shapes.CheckKept(t.Keep); err != nil {
		return c, err
	}
	if t.Header && len(t.Columns) == 0 {
		return c, errors.New("--header says nothing without --columns: a header row is what a table has anyway")
	}
	if t.AssumeCRS != "" {
		if c.CRS, err = geometry.ParseCRS(t.AssumeCRS); err != nil {
			return c, fmt.Errorf("--assume-crs: %w", err)
		}
	}
	if t.BBox != "" || given.is("bbox") {
		if c.Box, err = shapes.ParseBox(t.BBox); err != nil {
			return c, fmt.Errorf("--bbox %q: %w", t.BBox, err)
		}
	}
	if t.Tracks && c.Box != nil {
		return c, errors.New("--bbox does not go with --every: a track would be led across what is left out of it")
	}
	if c.HasRadius && !(c.Radius >= 0 && c.Radius <= math.MaxFloat32) {
		return c, fmt.Errorf("--radius %v: want a finite number that is not negative", c.Radius)
	}
	return c, nil
}
