// SPDX-License-Identifier: MIT

package view

import (
	"math"

	"daylight/soa"
)

// Colouring is a column of the user's own that shapes can be coloured by, beside the depth of their
// deepest contact and their speed. By makes one; its fields may be set after that.
type Colouring struct {
	Name string
	Unit string // of its values, such as "J"; shown in the legend
	// Low and High are the ends of the scale. If they are equal, it reaches from the least to
	// the greatest value that there is, and follows them slowly.
	Low, High float64
	// Names are what the values 0, 1 and so on stand for, such as teams: each has a colour of
	// its own. Without names the values are numbers on a scale.
	Names []string

	read func(dst []float32, shapes *soa.Shapes, l soa.Live) []float32
}

// Number is a type of values that shapes can be coloured by.
type Number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

// By is a Colouring by a column of the shapes that are shown. A column of another
// store has only zeros.
func By[T Number](name string, c *soa.Column[T]) Colouring {
	return Colouring{Name: name, read: func(dst []float32, shapes *soa.Shapes, l soa.Live) []float32 {
		if c.Shapes() != shapes {
			return append(dst, make([]float32, len(l.ID))...)
		}
		for _, v := range c.Data(l) {
			dst = append(dst, float32(v))
		}
		return dst
	}}
}

// scale is what the colours of a Colouring stand for at the moment.
type scale struct{ low, high float32 }

// of moves a scale a tenth of the way to the values of a frame.
func (s *scale) of(c *Colouring, values []float32) {
	if len(c.Names) > 0 {
		*s = scale{0, 255}
		return
	}
	if c.Low != c.High {
		*s = scale{float32(c.Low), float32(c.High)}
		return
	}
	low, high := float32(math.Inf(1)), float32(math.Inf(-1))
	for _, v := range values {
		if v-v == 0 { // a number, and finite
			low, high = min(low, v), max(high, v)
		}
	}
	switch {
	case low > high: // no value
	case s.low == s.high:
		*s = scale{low, high}
	default:
		s.low, s.high = s.low+(low-s.low)/10, s.high+(high-s.high)/10
	}
}

// share is where a value lies on the scale, from 0 to 1.
func (s *scale) share(v float32) float32 {
	if !(s.high > s.low) {
		return 0
	}
	return min(max((v-s.low)/(s.high-s.low), 0), 1)
}
