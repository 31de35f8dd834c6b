// SPDX-License-Identifier: MIT

package batch

import (
	"cmp"

	"daylight/soa"
)

// Pairs are pairs of shapes, as columns: A[i] < B[i].
type Pairs struct {
	A, B []soa.ID
}

// len is the number of pairs.
func (p *Pairs) len() int { return len(p.A) }

func (p *Pairs) reset() { p.A, p.B = p.A[:0], p.B[:0] }

func (p *Pairs) push(a, b soa.ID) {
	p.A, p.B = append(p.A, a), append(p.B, b)
}

// compare orders pairs by A, then B.
func compare(a, b, c, d soa.ID) int {
	if k := cmp.Compare(a, c); k != 0 {
		return k
	}
	return cmp.Compare(b, d)
}
