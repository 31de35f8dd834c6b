// SPDX-License-Identifier: MIT

package region

// A Config says how New reads outlines. The zero value is the default: clean outlines, as OGC
// writes them.
type Config struct {
	// Mend makes New accept rings that cross or touch themselves or each other, that run back
	// along themselves, or that have no area. A point is inside a polygon if a ray from it crosses
	// the polygon's rings an odd number of times: an area that they cover twice is a hole. It is
	// inside the region if it is inside any polygon. Spikes and rings without area vanish.
	// If nothing is left, the error is ErrZeroArea.
	//
	// Where edges cross, Mend makes a new point, at the float64 point nearest to the true
	// crossing. That moves each coordinate of an edge by at most half the spacing of float64
	// numbers there; edges that cross nothing stay as they are. An edge that has moved may cross
	// others that lie as near to it, so Mend looks for crossings again. Where edges lie almost on
	// each other, this could go on for ever. So from the fifth round on, Mend leads an edge through
	// every end of an edge that lies near it: within 2 spacings at the largest coordinate at
	// first, and twice as far after every four rounds. It gives up after 60 rounds,
	// with an error.
	//
	// Rings that New takes without Mend it takes in the same way with it, and at no more cost, but
	// for MaxCrossings where they touch each other.
	//
	// For n points and k crossings Mend takes time in proportion to (n+k) log n, and as much memory
	// as MaxCrossings says. From the fifth round on it compares edges with all edges at the same x,
	// and gives up after 2^28 comparisons.
	Mend bool

	// MaxCrossings, if it is more than 0, makes New refuse to mend outlines whose edges cross more
	// often than that, with ErrTooManyCrossings. An edge that ends on another counts half, where
	// polygons touch as well, and so does one that Mend leads through an end, beyond two for each
	// edge. While it works Mend takes up to about 600 bytes per point and per crossing.
	MaxCrossings int
}

// check refuses what makes no sense.
func (c *Config) check() error {
	switch {
	case c.MaxCrossings < 0:
		return &Error{reason: errConfig, advice: "the number of crossings is 0 or more"}
	case c.MaxCrossings > 0 && !c.Mend:
		return &Error{reason: errConfig, advice: "MaxCrossings is about Mend; set it, too"}
	}
	return nil
}
