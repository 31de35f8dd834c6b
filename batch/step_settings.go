// SPDX-License-Identifier: MIT

package batch

import (
	"fmt"
	"math"

	"daylight"
	"daylight/internal/broadphase"
	"daylight/internal/kernels/isa"
	"daylight/region"
	"daylight/soa"
)

// config is a batch.Config that has been checked, with its defaults in place.
type config struct {
	mode          stepMode
	margin        float32
	open          bool
	workers       int
	table         *isa.Table
	hints         bool // remember axes
	maxCandidates int
	memory        int64
	canonical     bool
	bruteForce    bool
	events        bool
	oppose        float32 // OpposeWithin
	reorder       bool
	progress      func(done, total int)
	decide        func(a, b soa.ID, found region.Verdict) region.Verdict
	omit          func(a, b soa.ID) bool
	columns       [2]columnSet
	excludes      bool // with a column Exclude
	duration      float32
	period        [2]float64
	circles       *broadphase.Circles // nil if the plane does not close
}

// onTorus reports whether the plane closes.
func (c *config) onTorus() bool { return c.circles != nil }

// columnSet are the columns of a store that a step reads; see batch.Columns.
type columnSet struct {
	VX, VY  *soa.Column[float32]
	Spin    *soa.Column[float32]
	Exclude *soa.Column[uint8]
}

// still reports whether there are no velocities.
func (c *columnSet) still() bool { return c.VX == nil && c.VY == nil && c.Spin == nil }

// checkColumns refuses columns of other stores.
func (c *config) checkColumns(src source) error {
	for k, s := range [2]*soa.Shapes{src.first, src.second} {
		m := &c.columns[k]
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
func (c *config) limitSep() float32 {
	if c.open {
		return math.Nextafter32(c.margin, float32(math.Inf(-1)))
	}
	return c.margin
}

// grow is what every AABB must be grown by on each side so that a pair within the
// margin is a candidate: half the margin, and a little for rounding (the kernels'
// error grows with the distance they measure, which the margin adds to).
func (c *config) grow() float32 {
	if c.margin <= 0 {
		return 0
	}
	return float32(c.margin*0.5) + float32(c.margin*0x1p-16)
}
