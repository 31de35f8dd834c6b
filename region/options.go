// SPDX-License-Identifier: MIT

package region

// An Option changes how New reads outlines.
type Option func(*options) error

type options struct {
	rule Rule
	mend bool
}

// A Rule says what is inside outlines.
type Rule uint8

const (
	// Roles: the first ring of a polygon is its outline and the others are holes in it, each of
	// them inside the outline and outside the other holes; polygons lie outside each
	// other, or one in a hole of another, and may touch each other. This is how GeoJSON, WKT and OGC Simple
	// Features write polygons, and the default. When mending, each polygon's rings are
	// taken by EvenOdd, and a point is inside if it is inside any polygon.
	Roles Rule = iota
	// EvenOdd: a point is inside if a ray from it crosses the rings, all of them
	// together, an odd number of times. Which ring is whose does not count.
	EvenOdd
	// NonZero: a point is inside if the rings, all of them together, do not wind round it
	// zero times in sum, counter-clockwise counting 1 and clockwise -1.
	NonZero

	rules // number of them
)

// FillRule says how rings make an inside. The default is Roles.
func FillRule(r Rule) Option {
	return func(o *options) error {
		if r >= rules {
			return &Error{Reason: ErrOption, Advice: "rules are Roles, EvenOdd and NonZero"}
		}
		o.rule = r
		return nil
	}
}

// Mend has New accept rings that cross or touch themselves or each other, run back along
// themselves, or repeat points. The rule decides what is inside, literally: a part that is
// entered twice is a hole by EvenOdd; spikes and rings without area vanish.
//
// New points arise where edges cross, at the float64 point nearest to the true crossing;
// so edges that cross may move by half the spacing of float64 numbers there, and all
// others stay as they are. Where edges all but run along each other this can go on for ever.
// So after a few rounds, edges that pass a point within some spacings are led through it.
func Mend() Option {
	return func(o *options) error {
		o.mend = true
		return nil
	}
}
