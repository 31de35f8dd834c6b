// SPDX-License-Identifier: MIT

package query

import (
	"daylight/internal/failure"
	"daylight/soa"
)

// Options are what a call is asked beside the places and shapes of its questions. The zero value is
// the default. A call refuses Options with a *batch.ArgumentError if the value of a field makes no
// sense, or if they set a field that the call cannot honour.
type Options struct {
	// Attrs are the filter attributes of the questions: they say which shapes may answer, by the
	// rules that say which shapes meet. The zero value is that of any shape. Calls that ask about
	// shapes refuse it, since each shape asks with its own attributes.
	Attrs soa.Attrs
	// Skip is a shape that does not answer; 0 for none. WithinDistance refuses it.
	Skip soa.ID
	// AttrsOf and SkipOf are the same as columns with an entry for each question, used instead of
	// Attrs and Skip unless they are nil.
	AttrsOf []soa.Attrs
	SkipOf  []soa.ID

	// IgnoreSensors keeps sensors (soa.Attrs.Sensor) from answering.
	IgnoreSensors bool

	// Within is how far a shape may be from a question, in the units of the positions, 0 to
	// MaxDistance. It is rounded to float32. OverlapPoints, OverlapBoxes and OverlapShapes find
	// shapes up to that distance, so with 0 those that overlap or touch. NearestToPoints and
	// NearestToShapes find none that is farther away; 0 stands for any distance. Other calls refuse it.
	Within float64

	// Inside has rays meet the shapes that hold their origin, boundary included: at fraction 0, at the
	// origin, with the normal (0, 0). Without it a ray does not meet such shapes at all, whether it
	// leaves them or ends inside. To find where it leaves them, ask CastRaysAll about the opposite ray,
	// from (x+dx, y+dy) by (-dx, -dy): shapes are convex, so where that one enters a shape, at the
	// fraction f, this one leaves it, at 1-f, and the normal is that of the place. A ray that ends
	// inside does not leave, and then the opposite one does not enter. Only rays honour it.
	Inside bool

	// Canonical sorts the shapes that answer one question by ID. Without it they come in the order in
	// which the index holds them, which depends on the store alone. The Overlap methods and
	// CoverShapes honour it; the others sort by fraction or distance.
	Canonical bool

	// NoClosestPoints leaves the closest points of a Neighbour at 0, which saves about a third of
	// the time. NearestToPoints and NearestToShapes honour it.
	NoClosestPoints bool

	// HalfLists has WithinDistance list a pair only in the row of the shape in the lower slot, instead of
	// in the rows of both shapes.
	HalfLists bool

	// Centres has WithinDistance take the distance of two shapes to be that of their positions, whatever
	// their size, instead of that of the shapes.
	Centres bool
}

// MaxDistance is the greatest distance that Options.Within and WithinDistance accept.
const MaxDistance = 1 << 60

// call describes a kind of call: its name, what asks, and the Options that it honours.
type call struct {
	name    string
	asks    geometry
	honours option
	grows   bool // boxes of questions grow by Options.Within
}

// geometry is what asks.
type geometry uint8

const (
	points geometry = iota
	boxes
	rays
	ownShapes
	shapesOfStore
)

// option is a set of fields of Options.
type option uint16

const (
	attrsOption option = 1 << iota
	skipOption
	withinOption
	insideOption
	canonicalOption
	noPointsOption
	halfOption
	centresOption
)

var optionNames = [...]string{"Attrs or AttrsOf", "Skip or SkipOf", "Within", "Inside", "Canonical", "NoClosestPoints", "HalfLists", "Centres"}

// set is which fields are set.
func (o *Options) set() (s option) {
	if o.AttrsOf != nil || o.Attrs != (soa.Attrs{}) {
		s |= attrsOption
	}
	if o.SkipOf != nil || o.Skip != 0 {
		s |= skipOption
	}
	if o.Within != 0 {
		s |= withinOption
	}
	if o.Inside {
		s |= insideOption
	}
	if o.Canonical {
		s |= canonicalOption
	}
	if o.NoClosestPoints {
		s |= noPointsOption
	}
	if o.HalfLists {
		s |= halfOption
	}
	if o.Centres {
		s |= centresOption
	}
	return s
}

// check refuses what a call about n questions cannot honour.
func (o *Options) check(c *call, n int) error {
	if other := o.set() &^ c.honours; other != 0 {
		for k, name := range optionNames {
			if other&(1<<k) != 0 {
				return failure.Argument("query.Options", "%s does not apply to %s", name, c.name)
			}
		}
	}
	if !(o.Within >= 0 && o.Within <= MaxDistance) {
		return failure.Field("query.Options", "Within", o.Within, "want 0 to %g", float64(MaxDistance))
	}
	if o.AttrsOf != nil && len(o.AttrsOf) != n {
		return c.unequal("Options.AttrsOf", len(o.AttrsOf), n)
	}
	if o.SkipOf != nil && len(o.SkipOf) != n {
		return c.unequal("Options.SkipOf", len(o.SkipOf), n)
	}
	return nil
}
