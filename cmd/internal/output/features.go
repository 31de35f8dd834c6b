// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"errors"
	"io"

	"daylight/cmd/internal/geometry"
)

// ErrNoPlace says that contacts have no places that GeoJSON could show.
var ErrNoPlace = errors.New("the contacts have no places: points are of modes manifold, distance, whose closest points are joined, and area, whose centres they are")

// Placed says whether contacts with such columns have places.
func Placed(columns []string) error {
	_, err := placesOf(columns)
	return err
}

// endFeatures ends a collection.
const endFeatures = "\n]}\n"

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
	if !o.Lots.further() {
		if _, err := io.WriteString(w, begin+`"features":[`); err != nil {
			return err
		}
	}
	keys := newKeys(c, o)
	if err := writeText(ctx, w, c, o, func(dst []byte, values []Value, i int) ([]byte, []Value) {
		if i > o.rows.first || o.Lots.further() && o.Lots.rows {
			dst = append(dst, ',')
		}
		dst = append(dst, "\n"+`{"type":"Feature","properties":{`...)
		dst, values = keys.append(dst, values, c, i)
		dst = append(dst, `},"geometry":`...)
		return append(draw.json(dst, values, i), '}'), values
	}); err != nil || o.Lots != nil {
		return err
	}
	_, err = io.WriteString(w, endFeatures)
	return err
}
