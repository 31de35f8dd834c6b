// SPDX-License-Identifier: MIT

package answer

import (
	"fmt"

	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// Difference says how an answer differs from brute force.
type Difference struct {
	Missing int // pairs that only brute force finds
	Extra   int // pairs that only the answer has
	Changed int // pairs of both with any bit of any value different
	// Misplaced are pairs whose contact points do not lie on both shapes, or whose push leaves
	// them overlapping or is longer than need be, ignoring brute force.
	Misplaced int
	Pushes    int // how many pushes of whole shapes were tried, for information only
	First     string
}

// Any reports whether there is a difference.
func (d *Difference) Any() bool { return d.Missing+d.Extra+d.Changed+d.Misplaced > 0 }

func (d *Difference) Error() string {
	what := fmt.Sprintf("%d missing, %d extra, %d changed", d.Missing, d.Extra, d.Changed)
	if d.Misplaced > 0 {
		what += fmt.Sprintf(", %d with contact points off their shapes, or pushes that part nothing or are too long", d.Misplaced)
	}
	return fmt.Sprintf("the answer differs from brute force: %s; the first: %s", what, d.First)
}

// note counts a difference about shape a of the first set and b of the second, and keeps the first
// one for the message.
func (s *Sides) note(d *Difference, count *int, what string, a, b int) {
	*count++
	if d.First == "" {
		d.First = fmt.Sprintf("%s pair %s, %s of world %s", what, s.A.Label(a), s.B.Label(b), s.A.Worlds()[s.A.World(a)])
	}
}

// noteParts is note about convex parts of the shapes of a row.
func (r *Result) noteParts(d *Difference, count *int, what string, a, b int) {
	r.note(d, count, what, r.A.Of(a), r.B.Of(b))
}

// attributes are those of all shapes of a set.
func attributes(s *shapes.Set) (list []soa.Attrs, err error) {
	for id := range s.Shapes.All() {
		a, err := s.Shapes.Attrs(id)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}
