// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/geometry"
)

// ErrNoPlace says that contacts have no places that GeoJSON could show.
var ErrNoPlace = errors.New("the contacts have no places: points are of modes manifold, distance, whose closest points are joined, and area, whose centres they are")

// places are where among the values of a contact its points are.
type places struct {
	x, y []int
	line bool // they are the ends of a line
}

// Placed says whether contacts with such columns have places.
func Placed(columns []string) error {
	_, err := placesOf(columns)
	return err
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

// writeFeatures writes a collection of features: the points of contacts, the lines between
// the closest points, or the outlines of shapes, with all else as properties.
func writeFeatures(ctx context.Context, w io.Writer, c Contacts, o Writing) error {
	draw, err := newDrawer(c, o.Draw)
	if err != nil {
		return err
	}
	begin := `{"type":"FeatureCollection",`
	if name := o.CRS.Name; name != "" && name != geometry.Longitudes {
		begin += `"crs":{"type":"name","properties":{"name":` + string(appendString(nil, name)) + `}},`
	}
	if _, err := io.WriteString(w, begin+`"features":[`); err != nil {
		return err
	}
	keys := newKeys(c)
	if err := writeText(ctx, w, c, o, func(dst []byte, values []Value, i int) ([]byte, []Value) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, "\n"+`{"type":"Feature","properties":{`...)
		dst, values = keys.append(dst, values, c, i)
		dst = append(dst, `},"geometry":`...)
		return append(draw.json(dst, values, i), '}'), values
	}); err != nil {
		return err
	}
	_, err = io.WriteString(w, "\n]}\n")
	return err
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
