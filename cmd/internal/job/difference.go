// SPDX-License-Identifier: MIT

package job

import (
	"fmt"
)

// Difference says how an answer differs from brute force.
type Difference struct {
	Missing int // pairs that only brute force finds
	Extra   int // pairs that only the answer has
	Changed int // pairs of both of which any value differs in any bit
	// Misplaced are pairs whose contact points do not lie on both shapes, or whose push leaves
	// them overlapping or is longer than need be, whatever brute force says.
	Misplaced int
	Pushes    int // how many pushes of whole shapes were tried; this is no difference
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

// note counts a difference and keeps the first for the message.
func (r *Result) note(d *Difference, count *int, what string, a, b int) {
	*count++
	if d.First == "" {
		d.First = fmt.Sprintf("%s pair %s, %s of world %s", what, r.label(a), r.label(b), r.Set.Worlds()[r.world(a)])
	}
}
