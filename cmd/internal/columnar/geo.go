// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"

	"daylight/cmd/internal/geometry"
)

// geo takes what GeoParquet says of a file's geometries: which column is the first of them,
// and in which system of coordinates it is.
func (r *Reader) geo(text *string) error {
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
	if err := json.Unmarshal([]byte(*text), &geo); err != nil {
		return &Damaged{Kind: r.kind, text: fmt.Sprintf("what it says of its geometries is no JSON: %v", err), err: err}
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

// crsOf takes the system of coordinates from the metadata of a column of GeoArrow. One that
// is neither PROJJSON nor the name of an authority's is left alone.
func crsOf(f arrow.Field) geometry.CRS {
	text := ""
	if e, ok := f.Type.(arrow.ExtensionType); ok {
		text = e.Serialize()
	} else if i := f.Metadata.FindKey("ARROW:extension:metadata"); i >= 0 {
		text = f.Metadata.Values()[i]
	}
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
