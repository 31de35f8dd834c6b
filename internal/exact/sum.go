// SPDX-License-Identifier: MIT

package exact

// A Sum adds up numbers and products without error, as long as none of them over- or
// underflows. The zero value is an empty sum.
type Sum struct {
	e    []float64
	room [32]float64
}

// Add adds x (Shewchuk's Grow-Expansion with zeros left out).
func (s *Sum) Add(x float64) {
	if s.e == nil {
		s.e = s.room[:0]
	}
	n := 0
	for _, c := range s.e {
		var tail float64
		if x, tail = twoSum(x, c); tail != 0 {
			s.e[n] = tail
			n++
		}
	}
	s.e = s.e[:n]
	if x != 0 {
		s.e = append(s.e, x)
	}
}

// AddCross adds ax by - ay bx, twice the area of the triangle from the origin to a to b.
func (s *Sum) AddCross(ax, ay, bx, by float64) {
	p, tail := twoProduct(ax, by)
	s.Add(tail)
	s.Add(p)
	p, tail = twoProduct(ay, -bx)
	s.Add(tail)
	s.Add(p)
}

// Value returns the sum, off by less than the spacing of float64 numbers there.
func (s *Sum) Value() float64 {
	v := 0.0
	for _, c := range s.e {
		v += c
	}
	return v
}

// Sign returns the sign of the sum, which is exact.
func (s *Sum) Sign() int { return sign(s.e) }
