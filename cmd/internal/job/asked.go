// SPDX-License-Identifier: MIT

package job

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"daylight/batch"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/schema"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
	"daylight/region"
)

// Asked is what is asked of pairs of shapes, in the words of the flags of daylight collide. Zero values stand for what is
// asked without flags. Spec alone finds what is wrong with it.
type Asked struct {
	Mode                   string // or that of common areas, which the engine does not know
	Margin                 float64
	DT                     float64
	Strict, Parts          bool
	Fold                   string
	Exact, Outline, Mend   bool
	Relation               string
	Workers, Limit, Effort int
	Kernels                string
	Verify                 bool
}

// modeArea is the mode of common areas.
const modeArea = "area"

// Spec checks what is asked, and finds contradictions.
func (a *Asked) Spec(given Given) (s Spec, err error) {
	mode := strings.ToLower(a.Mode)
	if mode == "" && !given.is("mode") {
		mode = batch.ModeContacts.String()
	}
	if s.Exact, err = a.exactly(&s.What, mode, given); err != nil {
		return s, err
	}
	if s.What.Area {
		mode = batch.ModeContacts.String()
	}
	s.Verify, s.Mend = a.Verify, a.Mend
	c := &s.Config
	if c.Mode, err = batch.ParseMode(mode); err != nil {
		return s, fmt.Errorf("--mode %q: want pairs, overlap, contact, manifold, distance, swept or area", a.Mode)
	}
	if c.Mode == batch.ModePairs && a.Strict {
		return s, errors.New("--strict says nothing with --mode pairs, which is about bounding boxes: --mode overlap has pairs of shapes that touch, with --strict those whose interiors meet")
	}
	c.Margin, c.Strict, c.Parts, c.Workers, c.Kernels, c.Limit, c.Effort = a.Margin, a.Strict, a.Parts, a.Workers, a.Kernels, a.Limit, a.Effort
	bytes := 100
	switch c.Mode { // see batch.Config.MemoryLimit
	case batch.ModeManifolds:
		bytes = 200
	case batch.ModeDistance:
		bytes = 150
	}
	c.Advice = fmt.Sprintf("--limit allows more, if the memory is there: about %d bytes for each", bytes)
	if err := c.Check(); err != nil {
		return s, err
	}
	return s, a.rows(&s, given)
}

// rows checks what each two of have a row, and for how long they move.
func (a *Asked) rows(s *Spec, given Given) error {
	fold, step := strings.ToLower(a.Fold), a.DT
	s.Bodies = fold == "body"
	if step == 0 && !given.is("dt") {
		step = 1
	}
	switch {
	case s.Exact && a.Strict && s.What.Relation == region.Touches:
		return errors.New("--relation touches and --strict contradict each other: pairs that only touch are what --strict leaves out")
	case s.Exact && a.Parts:
		return errors.New("--parts does not go with exact answers, which are about whole shapes")
	case fold != "shape" && !s.Bodies && (a.Fold != "" || given.is("fold")):
		return fmt.Errorf("--fold %q: want shape or body", a.Fold)
	case s.Bodies && s.Exact:
		return errors.New("--fold body does not go with exact answers, which are about shapes as they are given: a multipolygon is one")
	case s.Bodies && a.Parts:
		return errors.New("--fold body and --parts contradict each other")
	case !(step > 0 && step <= math.MaxFloat32):
		return fmt.Errorf("--dt %v: want a finite number above 0", a.DT)
	case s.Mode == batch.ModeSwept:
		s.Step = step
	case given.is("dt"):
		return errors.New("--dt says nothing without --mode swept")
	}
	return nil
}

// exactly reports whether exact answers are asked for, and finds what does not go with them.
func (a *Asked) exactly(what *Exactly, mode string, given Given) (on bool, err error) {
	what.Area, what.Outline = mode == modeArea, a.Outline
	switch on = a.Exact || a.Relation != "" || what.Area; {
	case !on && a.Outline:
		return on, errors.New("--outline says nothing without --mode area")
	case !on:
		return on, nil
	case mode == batch.ModeSwept.String():
		return on, errors.New("--exact and --relation are about shapes at rest: when moving shapes first touch is mostly a number that float64 does not have, so --mode swept finds it within a bound")
	case !what.Area && given.is("mode"):
		return on, errors.New("--exact and --relation go with no --mode but area: they have rows of their own")
	case a.Margin != 0:
		return on, errors.New("--margin does not go with exact answers, which are about touching and overlapping")
	case a.Effort != 0 || given.is("effort"):
		return on, errors.New("--effort does not go with exact answers, which have no pushes")
	case a.Outline && !what.Area:
		return on, errors.New("--outline goes with --mode area")
	}
	if a.Relation != "" {
		if what.Relation, err = ParseRelation(strings.ToLower(a.Relation)); err != nil {
			err = fmt.Errorf("--relation %q: %w", a.Relation, err)
		}
	}
	return on, err
}

// Uncut returns an error that says why tiles cannot do the job, or nil.
func (s *Spec) Uncut() error {
	switch {
	case s.Mode == batch.ModePairs && !s.Exact:
		return errors.New("--tile does not go with --mode pairs: which bounding boxes are a pair depends on the extent of the whole scene; use --mode overlap")
	case s.Bodies:
		return errors.New("--tile does not go with --fold body, which needs all rows of a body")
	}
	return nil
}

// Reach says what the boxes of shapes have to cover.
func (s *Spec) Reach() shapes.Reach {
	return shapes.Reach{Margin: max(0, s.Margin), Moves: s.Mode == batch.ModeSwept}
}

// Given reports whether a flag was given, whatever its value; nil stands for what is known to be right.
type Given func(flag string) bool

func (g Given) is(flag string) bool { return g != nil && g(flag) }

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
	Tile      string
	Radius    float64
	HasRadius bool // Reading sets it if the flag was given
	Degrees   bool
	Comma     bool
	SkipBad   bool
}

// Reading checks how tables are to be read.
func (t *Tables) Reading(given Given) (c shapes.Config, err error) {
	t.HasRadius = t.HasRadius || given.is("radius")
	c = shapes.Config{
		Table: table.Options{Columns: t.Columns, Header: t.Header}, Radius: t.Radius, HasRadius: t.HasRadius,
		Keep: t.Keep, Degrees: t.Degrees, Comma: t.Comma, SkipBad: t.SkipBad,
	}
	if t.Input != "" || given.is("input") {
		if c.Table.Format, err = table.ParseFormat(t.Input); err != nil {
			return c, fmt.Errorf("--input: %w", err)
		}
	}
	if c.Names, err = schema.NewNames(t.Rename); err != nil {
		return c, err
	}
	if t.Geometry != "" {
		c.Names.UseGeometry(t.Geometry)
	}
	if err := c.Names.CheckColumns("--columns", t.Columns); err != nil {
		return c, err
	}
	if err := schema.CheckKept(t.Keep); err != nil {
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
	if t.Tile != "" || given.is("tile") {
		if c.Tile, err = shapes.ParseTile(t.Tile); err != nil {
			return c, fmt.Errorf("--tile %q: %w", t.Tile, err)
		}
	}
	if c.HasRadius && !(c.Radius >= 0 && c.Radius <= math.MaxFloat32) {
		return c, fmt.Errorf("--radius %v: want a finite number that is not negative", c.Radius)
	}
	return c, nil
}
