// SPDX-License-Identifier: MIT

package job

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"daylight/batch"
)

// Difference says how an answer differs from brute force.
type Difference struct {
	Missing int // pairs that only brute force finds
	Extra   int // pairs that only the answer has
	Changed int // pairs of both whose depth or normal differ in any bit
	First   string
}

// Any reports whether there is a difference.
func (d *Difference) Any() bool { return d.Missing+d.Extra+d.Changed > 0 }

func (d *Difference) Error() string {
	return fmt.Sprintf("the answer differs from brute force: %d missing, %d extra, %d changed; the first: %s",
		d.Missing, d.Extra, d.Changed, d.First)
}

// Pairs is how many pairs of shapes Verify compares.
func (r *Result) Pairs() float64 {
	size := make([]float64, len(r.Set.Worlds()))
	for k := range r.Set.Len() {
		size[r.Set.World(k)]++
	}
	sum := 0.0
	for _, n := range size {
		sum += n * (n - 1) / 2
	}
	return sum
}

// note counts a difference and keeps the first for the message.
func (r *Result) note(d *Difference, count *int, what string, a, b int) {
	*count++
	if d.First == "" {
		d.First = fmt.Sprintf("%s pair %s, %s of world %s", what, r.Set.Label(a), r.Set.Label(b), r.Set.Worlds()[r.Set.World(a)])
	}
}

// Verify decides every pair of shapes anew, without the broad phase, and compares.
// Contacts must be the same, bit for bit. Candidates (mode pairs) must be distinct, no
// touching pair may be missing, and they must be those pairs whose bounding boxes
// overlap.
func (r *Result) Verify(ctx context.Context, c Config) (*Difference, error) {
	pairs := c.Mode == batch.ModePairs
	if pairs {
		c.Mode = batch.ModeOverlaps
	}
	opts, err := c.options()
	if err != nil {
		return nil, err
	}
	bar := c.Bars.Start("verifying", 100, false)
	defer bar.End()
	truth, err := batch.BruteForce(ctx, r.Set.Shapes, append(opts, batch.OnProgress(bar.Set))...)
	if err != nil {
		return nil, tidy(err)
	}
	d := r.compare(truth, pairs)
	if !pairs || d.Any() {
		return d, nil
	}
	bar.End()
	bar = c.Bars.Start("verifying boxes", 100, false)
	defer bar.End()
	return r.verifyBoxes(ctx, c, bar.Set)
}

// compare walks both lists, which are in order of (A, B).
func (r *Result) compare(truth *batch.Contacts, superset bool) *Difference {
	d := &Difference{}
	note := func(count *int, what string, k batch.Contact) {
		r.note(d, count, what, int(k.A.Index()), int(k.B.Index()))
	}
	found := r.Contacts
	i, j := 0, 0
	for i < found.Len() || j < truth.Len() {
		if i > 0 && i < found.Len() && order(found.At(i-1), found.At(i)) >= 0 {
			note(&d.Extra, "repeated", found.At(i))
			i++
			continue
		}
		c := -1
		switch {
		case i == found.Len():
			c = 1
		case j < truth.Len():
			c = order(found.At(i), truth.At(j))
		}
		switch {
		case c < 0:
			if !superset {
				note(&d.Extra, "extra", found.At(i))
			}
			i++
		case c > 0:
			note(&d.Missing, "missing", truth.At(j))
			j++
		default:
			if a, b := found.At(i), truth.At(j); !superset && !same(a, b) {
				note(&d.Changed, "changed", a)
			}
			i, j = i+1, j+1
		}
	}
	return d
}

func order(a, b batch.Contact) int {
	return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
}

func same(a, b batch.Contact) bool {
	eq := func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) }
	return eq(a.Depth, b.Depth) && eq(a.NX, b.NX) && eq(a.NY, b.NY)
}
