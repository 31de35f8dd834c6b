// SPDX-License-Identifier: MIT

package output

import (
	"errors"
	"fmt"

	"daylight/cmd/internal/geometry"
)

// ErrUndrawn is the error of a geometry that is asked of a format without any.
var ErrUndrawn = errors.New("goes with the formats geojson, parquet and arrow")

// Draws finds what geometry the rows of a table have, if they have such columns: the one that is asked for,
// or else, if that is empty, what fits, which may depend on the system of coordinates that the tables name.
func Draws(asked Drawing, format Format, columns []string) (func(geometry.CRS) Drawing, error) {
	always := func(d Drawing) func(geometry.CRS) Drawing { return func(geometry.CRS) Drawing { return d } }
	if format != GeoJSON && format != Parquet && format != Arrow {
		if asked != "" {
			return nil, fmt.Errorf("%w, not %s", ErrUndrawn, format)
		}
		return always(NoDrawing), nil
	}
	placed := Placed(columns)
	switch {
	case asked == Points && placed != nil:
		return nil, placed
	case asked != "":
		return always(asked), nil
	}
	best := Both
	if placed == nil {
		best = Points
	}
	if format == GeoJSON {
		return always(best), nil
	}
	return func(crs geometry.CRS) Drawing {
		if crs.Known() && !crs.Implied {
			return best
		}
		return NoDrawing
	}, nil
}

// Outlined reports whether rows may have outlines, in some system of coordinates.
func Outlined(draw func(geometry.CRS) Drawing) bool {
	switch draw(geometry.CRS{Name: geometry.Longitudes}) { // of which there is most to draw
	case ShapeA, ShapeB, Both:
		return true
	}
	return false
}
