// SPDX-License-Identifier: MIT

package job

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"daylight/batch"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// Spec says what to find about pairs of shapes, by the engine or exactly, and whether to verify it.
type Spec struct {
	Config
	Exact  bool // decided in float64 without error: What, about sets that were read with shapes.Config.Exact
	What   Exactly
	Mend   bool
	Step   float64 // for how long shapes move, of mode swept
	Verify bool
	Note   func(string) // of what takes long; it may be nil
}

// Found is an answer, whichever way it was found.
type Found struct {
	output.Drawn
	Stats *output.Stats
}

// Names are the columns of rows that do not depend on the shapes, and All those that there may be beside.
func (s *Spec) Names() []string {
	if s.Exact {
		return s.What.Columns()
	}
	return Columns(s.Mode)
}

// All are all columns that a row may have beside its names.
func (s *Spec) All() []string {
	switch {
	case s.Exact:
		return s.What.Columns()
	case s.Parts:
		return append(Columns(s.Mode), PartColumns...)
	}
	return append(Columns(s.Mode), FoldColumns...)
}

// Directed reports whether rows say what the first is to the second.
func (s *Spec) Directed() bool { return mirrored[s.What.Relation] != 0 }

// Lengths reports whether lengths are asked for, such as depths, or given.
func (s *Spec) Lengths() bool {
	return s.Margin != 0 || slices.ContainsFunc(s.All(), func(name string) bool { return name == "depth" || name == "area" })
}

// Read has shapes read as the Spec needs them, of rows that are drawn so, which depends on the system of coordinates.
func (s *Spec) Read(c *shapes.Config, drawn func(geometry.CRS) output.Drawing) {
	c.Exact, c.Concave, c.Corners = s.Exact, !s.Exact, !s.Exact && s.Mode != batch.ModePairs
	c.Areas = s.What.Area
	c.Mend, c.Time, c.Outlines = s.Mend, s.Step, !s.Exact && !s.Parts && output.Outlined(drawn)
}

// answer finds the answer about a set, or one against another that was read beside it unless that is nil, and
// verifies it if that is asked for. What brute force finds otherwise is an error, a *Difference.
func (s *Spec) answer(ctx context.Context, set, other *shapes.Set) (*Found, error) {
	f := &Found{Stats: &output.Stats{Margin: s.Margin, Strict: s.Strict}}
	var verify func(context.Context, Config) (*Difference, error)
	if s.Exact {
		d, err := Decide(ctx, set, other, s.Config, s.What)
		if err != nil {
			return nil, err
		}
		if set.Tiled() {
			d.Keep(func(i int) bool {
				return d.inTile(d.Pair(i))
			})
		}
		d.stats(f.Stats)
		f.Drawn, verify = d, d.Verify
	} else {
		r, err := Run(ctx, set, other, s.Config)
		if err != nil {
			return nil, err
		}
		r.stats(f.Stats)
		f.Drawn, verify = r, r.Verify
		if s.Verify && s.Note != nil {
			if n := r.Pairs(); n > 1e9 {
				s.Note(fmt.Sprintf("--verify decides %.3g pairs one by one; this takes a while", n))
			}
		}
	}
	f.Stats.Contacts = f.Len()
	Count(f.Stats, set, other)
	if s.Verify {
		begin := time.Now()
		diff, err := verify(ctx, s.Config)
		if err != nil {
			return nil, err
		}
		if diff.Any() {
			return nil, diff
		}
		f.Stats.Verified, f.Stats.Pushes, f.Stats.Seconds.Verify = &s.Verify, diff.Pushes, time.Since(begin).Seconds()
	}
	return f, nil
}

// stats adds what the engine did.
func (r *Result) stats(s *output.Stats) {
	t := map[string]float64{}
	for phase, d := range r.Stats.Times.All() {
		t[phase] = d.Seconds()
	}
	s.Candidates, s.Quarantined, s.Undecided, s.Bounded = r.Stats.Candidates, r.Stats.Quarantined, r.Stats.Undecided, r.Bounded()
	s.Mode, s.Finds, s.Kernels, s.Workers = r.mode.String(), Finds(r.mode), r.Stats.Kernels, r.Stats.Workers
	s.Seconds = output.Seconds{
		Collide: r.Collide.Seconds(), Refresh: t["refresh"], Sort: t["sort"], Strips: t["strips"],
		Load: t["load"], Sweep: t["sweep"], Narrow: t["narrow"], Merge: t["merge"],
		Order: r.Order.Seconds(),
	}
}

// stats adds what was decided.
func (d *Decided) stats(s *output.Stats) {
	s.Candidates, s.Quarantined, s.Undecided = d.Stats.Candidates, d.Stats.Engine.Quarantined, d.Stats.Candidates-d.Stats.Sure
	s.Mode, s.Finds, s.Kernels, s.Workers = "exact", "pairs that touch or overlap, decided exactly", d.Stats.Engine.Kernels, d.Stats.Engine.Workers
	if d.what.Relation != 0 {
		s.Finds = fmt.Sprintf("pairs of which the relation %v holds, exactly", d.what.Relation)
	}
	if d.what.Area {
		s.Mode, s.Finds = "area", s.Finds+", with the area in common"
	}
	s.Seconds.Collide = d.Collide.Seconds()
}

// Count counts what there is: of one set, or of two that are held against each other.
func Count(s *output.Stats, set, other *shapes.Set) {
	s.Shapes, s.Worlds = set.Len(), len(set.Worlds())
	s.Rows, s.Skipped, s.Nowhere = set.Rows, set.Skipped, set.Nowhere
	if other != nil {
		joined := other.Len()
		s.Joined = &joined
		s.Shapes, s.Rows = s.Shapes+joined, s.Rows+other.Rows
		s.Skipped, s.Nowhere = s.Skipped+other.Skipped, s.Nowhere+other.Nowhere
	}
}

// Still refuses sets that do not move, of which some have rows, where it is asked when shapes meet.
func (s *Spec) Still(moving, rows [2]bool) error {
	if s.Mode == batch.ModeSwept && rows[0] && !moving[0] && !moving[1] {
		return errors.New("--mode swept: no table has a column vx, vy or omega, so nothing moves")
	}
	return nil
}

// InDegrees is what coordinates are that are no lengths.
const InDegrees = "longitudes and latitudes, so that radii, distances and depths are in degrees, which have no one length; for metres bring the tables into a projected system first (ogr2ogr -t_srs)"
