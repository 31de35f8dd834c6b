// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"daylight/cmd/internal/geometry"
)

// geo takes what GeoParquet says of a file's geometries: which column is the first of them,
// and in which system of coordinates it is.
func (r *Reader) geo(text []byte) error {
	if text == nil {
		return nil
	}
	var geo struct {
		Primary string `json:"primary_column"`
		Columns map[string]struct {
			Encoding string          `json:"encoding"`
			CRS      json.RawMessage `json:"crs"`
		} `json:"columns"`
	}
	if err := json.Unmarshal(text, &geo); err != nil {
		return damaged(r.kind, fmt.Errorf("what it says of its geometries is no JSON: %w", err))
	}
	if _, known := geo.Columns[geo.Primary]; !known {
		return nil
	}
	r.Geometry = geo.Primary
	if crs := geo.Columns[geo.Primary].CRS; len(crs) == 0 {
		r.CRS = geometry.FromName(geometry.Longitudes) // as the format has it
	} else {
		r.CRS = geometry.FromJSON(string(crs))
	}
	for name := range geo.Columns {
		if name != geo.Primary {
			r.Others = append(r.Others, name)
		}
	}
	slices.Sort(r.Others)
	return nil
}

// extensions takes the geometries from the fields of Arrow that are of types of GeoArrow.
func (r *Reader) extensions() {
	for _, f := range r.arrow.schema {
		r.Names = append(r.Names, f.name)
		switch {
		case !strings.HasPrefix(f.extension, "geoarrow."):
		case r.Geometry == "":
			r.Geometry, r.CRS = f.name, crsOf(f.metadata)
		case f.name != r.Geometry:
			r.Others = append(r.Others, f.name)
		}
	}
}

// crsOf takes the system of coordinates from the metadata of a column of GeoArrow. One that
// is neither PROJJSON nor the name of an authority's is left alone.
func crsOf(text string) geometry.CRS {
	var meta struct {
		CRS json.RawMessage `json:"crs"`
	}
	if json.Unmarshal([]byte(text), &meta) != nil || len(meta.CRS) == 0 {
		return geometry.CRS{}
	}
	var code string
	if json.Unmarshal(meta.CRS, &code) == nil { // such as EPSG:25832
		crs, _ := geometry.ParseCRS(code) // which may be WKT
		return crs
	}
	return geometry.FromJSON(string(meta.CRS))
}
