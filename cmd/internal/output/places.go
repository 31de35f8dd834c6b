// SPDX-License-Identifier: MIT

package output

import (
	"slices"

	"github.com/peterstace/simplefeatures/geom"
)

// places are where among the values of a contact its points are.
type places struct {
	x, y []int
	line bool // they are the ends of a line
}

func placesOf(columns []string) (p places, err error) {
	for _, names := range [][2]string{{"x1", "y1"}, {"x2", "y2"}, {"ax", "ay"}, {"bx", "by"}, {"x", "y"}} {
		x, y := slices.Index(columns, names[0]), slices.Index(columns, names[1])
		if x >= 0 && y >= 0 {
			p.x, p.y = append(p.x, x), append(p.y, y)
			p.line = p.line || names[0] == "ax"
		}
	}
	if len(p.x) == 0 {
		return p, ErrNoPlace
	}
	return p, nil
}

// append appends the geometry of a contact with such values.
func (p *places) append(dst []byte, values []Value) []byte {
	n := 0
	for n < len(p.x) && values[p.x[n]] != Missing && values[p.y[n]] != Missing {
		n++
	}
	switch {
	case n == 0:
		return append(dst, "null"...)
	case n == 1:
		dst = append(dst, `{"type":"Point","coordinates":`...)
		return append(p.position(dst, values, 0), '}')
	case p.line:
		dst = append(dst, `{"type":"LineString","coordinates":[`...)
	default:
		dst = append(dst, `{"type":"MultiPoint","coordinates":[`...)
	}
	for k := range n {
		if k > 0 {
			dst = append(dst, ',')
		}
		dst = p.position(dst, values, k)
	}
	return append(dst, ']', '}')
}

// coordinates are the points of a contact with such values.
func (p *places) coordinates(values []Value) (list []geom.XY) {
	for k := range p.x {
		if x, y := values[p.x[k]], values[p.y[k]]; x != Missing && y != Missing {
			list = append(list, geom.XY{X: x.v + 0, Y: y.v + 0})
		}
	}
	return list
}

func (p *places) position(dst []byte, values []Value, k int) []byte {
	dst = values[p.x[k]].append(append(dst, '['))
	dst = values[p.y[k]].append(append(dst, ','))
	return append(dst, ']')
}
