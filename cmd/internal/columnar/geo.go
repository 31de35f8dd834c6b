// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/json"
	"fmt"
	"slices"
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
	r.Geometry, r.CRS = geo.Primary, string(geo.Columns[geo.Primary].CRS)
	for name := range geo.Columns {
		if name != geo.Primary {
			r.Others = append(r.Others, name)
		}
	}
	slices.Sort(r.Others)
	return nil
}
