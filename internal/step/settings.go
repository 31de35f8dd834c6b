// SPDX-License-Identifier: MIT

package step

import (
	"fmt"
	"math"

	"daylight"
	"daylight/internal/broadphase"
	"daylight/internal/kernels/isa"
	"daylight/region"
	"daylight/soa"
)

// Settings is a batch.Config that has been checked, with its defaults in place.
type Settings struct {
	Mode          Mode
	Margin        float32
	Open          bool
	Workers       int
	Table         *isa.Table
	Hints         bool // remember axes
	MaxCandidates int
	Memory        int64
	Canonical     bool
	BruteForce    bool
	Events        bool
	Reorder       bool
	Progress      func(done, total int)
	Decide        func(a, b soa.ID, found region.Verdict) region.Verdict
	Omit          func(a, b soa.ID) bool
	Columns       [2]Columns
	Excludes      bool // with a column Exclude
	Duration      float32
	Period        [2]float64
	Circles       *broadphase.Circles // nil if the plane does not close
}

// OnTorus reports whether the plane closes.
func (c *Settings) OnTorus() bool { return c.Circles != nil }

// Columns are the columns of a store that a step reads; see batch.Columns.
type Columns struct {
	soa.Motion
	Exclude *soa.Column[uint8]
}

// Still reports whether there are no velocities.
func (c *Columns) Still() bool { return c.VX == nil && c.VY == nil && c.Spin == nil }

// CheckColumns refuses columns of other stores.
func (c *Settings) CheckColumns(src Source) error {
	for k, s := range [2]*soa.Shapes{src.First, src.Second} {
		m := &c.Columns[k]
		for _, col := range []struct {
			name  string
			given bool
			of    *soa.Shapes
		}{
			{"VX", m.VX != nil, m.VX.Shapes()}, {"VY", m.VY != nil, m.VY.Shapes()},
			{"Spin", m.Spin != nil, m.Spin.Shapes()}, {"Exclude", m.Exclude != nil, m.Exclude.Shapes()},
		} {
			if col.given && (s == nil || col.of != s) {
				return &daylight.ArgumentError{Reason: soa.ErrForeign, Problem: fmt.Sprintf("batch.Config: %s.%s is %v; attach it to the shapes that are stepped",
					[2]string{"Columns", "Other"}[k], col.name, soa.ErrForeign)}
			}
		}
	}
	return nil
}

// limitSep is the greatest separation that counts as a contact.
func (c *Settings) limitSep() float32 {
	if c.Open {
		return math.Nextafter32(c.Margin, float32(math.Inf(-1)))
	}
	return c.Margin
}

// Grow is what every AABB must be grown by on each side so that a pair within the
// margin is a candidate: half the margin, and a little for rounding (the kernels'
// error grows with the distance they measure, which the margin adds to).
func (c *Settings) Grow() float32 {
	if c.Margin <= 0 {
		return 0
	}
	return float32(c.Margin*0.5) + float32(c.Margin*0x1p-16)
}
