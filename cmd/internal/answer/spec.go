// SPDX-License-Identifier: MIT

package answer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"daylight/batch"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/region"
)

// Spec says what to find about pairs of shapes, by the engine or exactly. Flags fill it, Words
// among them, and Check finds what is wrong with them.
type Spec struct {
	Config
	Exact bool // decided in float64 without error: What, about sets that were read with shapes.Config.Exact
	What  Exactly
	Mend  bool
	Step  float64 // for how long shapes move, of mode swept
	Words struct {
		Mode     string // of the engine, or modeArea
		Fold     string
		Relation string
	}
}

// modeArea is the mode of common areas.
const modeArea = "area"

// Given reports whether a flag was given, with any value. nil stands for a Spec that needs no
// check.
type Given func(flag string) bool

func (g Given) is(flag string) bool { return g != nil && g(flag) }

// Check takes the words of flags, and finds contradictions.
func (s *Spec) Check(given Given) (err error) {
	mode := strings.ToLower(s.Words.Mode)
	if mode == "" && !given.is("mode") {
		mode = batch.ModeContacts.String()
	}
	if err = s.exactly(mode, given); err != nil {
		return err
	}
	if s.What.Area {
		mode = batch.ModeContacts.String()
	}
	if s.Mode, err = batch.ParseMode(mode); err != nil {
		return fmt.Errorf("--mode %q: want pairs, overlap, contact, manifold, distance, swept or area", s.Words.Mode)
	}
	if s.Mode == batch.ModePairs && s.Strict {
		return errors.New("--strict says nothing with --mode pairs, which is about bounding boxes: --mode overlap has pairs of shapes that touch, with --strict those whose interiors meet")
	}
	if err := s.Config.Check(); err != nil {
		return err
	}
	return s.rows(given)
}

// rows checks what rows are about (shapes, parts or bodies), and how long shapes move.
func (s *Spec) rows(given Given) error {
	fold, step := strings.ToLower(s.Words.Fold), s.Step
	s.Bodies, s.Step = fold == "body", 0
	if step == 0 && !given.is("dt") {
		step = 1
	}
	switch {
	case s.Exact && s.Strict && s.What.Relation == region.Touches:
		return errors.New("--relation touches and --strict contradict each other: pairs that only touch are what --strict leaves out")
	case s.Exact && s.Parts:
		return errors.New("--parts does not go with exact answers, which are about whole shapes")
	case fold != "shape" && !s.Bodies && (fold != "" || given.is("fold")):
		return fmt.Errorf("--fold %q: want shape or body", s.Words.Fold)
	case s.Bodies && s.Exact:
		return errors.New("--fold body does not go with exact answers, which are about shapes as they are given: a multipolygon is one")
	case s.Bodies && s.Parts:
		return errors.New("--fold body and --parts contradict each other")
	case !(step > 0 && step <= math.MaxFloat32):
		return fmt.Errorf("--dt %v: want a finite number above 0", step)
	case s.Mode == batch.ModeSwept:
		s.Step = step
	case given.is("dt"):
		return errors.New("--dt says nothing without --mode swept")
	}
	return nil
}

// exactly finds whether exact answers are requested, and refuses flags that contradict them.
func (s *Spec) exactly(mode string, given Given) (err error) {
	what := &s.What
	what.Area = mode == modeArea
	related := s.Words.Relation != "" || given.is("relation")
	s.Exact = s.Exact || related || what.Area
	switch {
	case !s.Exact && what.Outline:
		return errors.New("--outline says nothing without --mode area")
	case !s.Exact:
		return nil
	case mode == batch.ModeSwept.String():
		return errors.New("--exact and --relation are about shapes at rest: when moving shapes first touch is mostly a number that float64 does not have, so --mode swept finds it within a bound")
	case !what.Area && given.is("mode"):
		return errors.New("--exact and --relation go with no --mode but area: they have rows of their own")
	case s.Margin != 0:
		return errors.New("--margin does not go with exact answers, which are about touching and overlapping")
	case s.Effort != 0 || given.is("effort"):
		return errors.New("--effort does not go with exact answers, which have no pushes")
	case what.Outline && !what.Area:
		return errors.New("--outline goes with --mode area")
	}
	if related {
		if what.Relation, err = parseRelation(strings.ToLower(s.Words.Relation)); err != nil {
			err = fmt.Errorf("--relation %q: %w", s.Words.Relation, err)
		}
	}
	return err
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

// Names are the columns of rows that do not depend on the shapes. All has the others, too.
func (s *Spec) Names() []string {
	if s.Exact {
		return s.What.Columns()
	}
	return columnsOf(s.Mode)
}

// All are all columns that a row may have beside its names.
func (s *Spec) All() []string {
	switch {
	case s.Exact:
		return s.Names()
	case s.Parts:
		return append(s.Names(), partColumns...)
	}
	return append(s.Names(), foldColumns...)
}

// Lengths reports whether the user asks for lengths, such as depths, or gives some.
func (s *Spec) Lengths() bool {
	return s.Margin != 0 || slices.ContainsFunc(s.All(), func(name string) bool { return name == "depth" || name == "area" })
}

// Read sets how shapes are read for the Spec. That depends on how rows are drawn, and on the system
// of coordinates.
func (s *Spec) Read(c *shapes.Config, drawn func(geometry.CRS) output.Drawing) {
	c.Workers = s.Processors()
	c.Reach = shapes.Reach{Margin: max(0, s.Margin), Moves: s.Mode == batch.ModeSwept}
	c.Exact, c.Concave, c.Corners = s.Exact, !s.Exact, !s.Exact && s.Mode != batch.ModePairs
	c.Areas = s.What.Area
	c.Mend, c.Time, c.Outlines = s.Mend, s.Step, !s.Exact && !s.Parts && output.Outlined(drawn)
}

// Still refuses sets that have rows but no motion, if the Spec asks when shapes meet.
func (s *Spec) Still(set, other *shapes.Set) error {
	if s.Mode != batch.ModeSwept || set.Rows == 0 || set.Moving || other != nil && other.Moving {
		return nil
	}
	return fmt.Errorf("--mode swept: no table has a column vx, vy or omega, so nothing moves (see daylight help formats)")
}

// Find finds the answer about a set, or about a set and another if other is not nil. With Verify it
// compares the answer with brute force, and returns a *Difference if they differ. If the sets are
// of a tile, it finds only the pairs of that tile.
func (s *Spec) Find(ctx context.Context, set, other *shapes.Set) (output.Drawn, *Stats, error) {
	t := newStats(set, other)
	t.Margin, t.Strict, t.Step = &s.Margin, &s.Strict, s.Step
	var found output.Drawn
	var verify func(context.Context, Config) (*Difference, error)
	if s.Exact {
		d, err := Decide(ctx, set, other, s.Config, s.What)
		if err != nil {
			return nil, nil, err
		}
		d.stats(t)
		found, verify = d, d.Verify
	} else {
		r, err := Run(ctx, set, other, s.Config)
		if err != nil {
			return nil, nil, err
		}
		r.stats(t)
		found, verify = r, r.Verify
		if n := r.Pairs(); s.Verify && s.Note != nil && n > 1e9 {
			s.Note(fmt.Sprintf("--verify decides %.3g pairs one by one; this takes a while", n))
		}
	}
	contacts := found.Len()
	t.Contacts = &contacts
	if s.Verify {
		begin := time.Now()
		diff, err := verify(ctx, s.Config)
		if err != nil {
			return nil, nil, err
		}
		if diff.Any() {
			return nil, nil, diff
		}
		t.Verified, t.Pushes, t.Seconds["verify"] = &s.Verify, diff.Pushes, time.Since(begin).Seconds()
	}
	return found, t, nil
}

// InDegrees is the text of a note about coordinates in degrees, which are no lengths.
const InDegrees = "longitudes and latitudes, so that radii, distances and depths are in degrees, which have no one length; for metres bring the tables into a projected system first (ogr2ogr -t_srs)"
