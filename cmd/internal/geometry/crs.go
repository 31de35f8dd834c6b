// SPDX-License-Identifier: MIT

package geometry

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// CRS is a system of coordinates as a file names it. The zero value says that no file did.
// Nothing is done with it but to pass it on.
type CRS struct {
	// JSON is PROJJSON, as GeoParquet and GeoArrow have it; empty if only a name is known.
	JSON string
	// Name is a URN such as urn:ogc:def:crs:EPSG::25832; empty if there is none.
	Name string
}

// Longitudes is the name of the system that GeoJSON and GeoParquet mean if they name none:
// longitude and latitude in degrees.
const Longitudes = "urn:ogc:def:crs:OGC::CRS84"

// FromJSON is a system by its PROJJSON; null is no system.
func FromJSON(text string) CRS {
	var id struct {
		ID struct {
			Authority string          `json:"authority"`
			Code      json.RawMessage `json:"code"`
		} `json:"id"`
	}
	if text == "null" || !json.Valid([]byte(text)) {
		return CRS{}
	}
	c := CRS{JSON: text}
	if json.Unmarshal([]byte(text), &id) == nil && id.ID.Authority != "" && len(id.ID.Code) > 0 {
		c.Name = fmt.Sprintf("urn:ogc:def:crs:%s::%s", id.ID.Authority, strings.Trim(string(id.ID.Code), `"`))
	}
	return c
}

// FromName is a system by its name. Of OGC:CRS84 in its several spellings there is one.
func FromName(name string) CRS {
	if name == "" {
		return CRS{}
	}
	if upper := strings.ToUpper(name); strings.HasPrefix(upper, "URN:OGC:DEF:CRS:OGC:") && strings.HasSuffix(upper, ":CRS84") {
		name = Longitudes
	}
	return CRS{Name: name}
}

// FromSRID is a system by the number that PostGIS gives it, which is that of EPSG.
func FromSRID(srid int) CRS {
	return CRS{Name: "urn:ogc:def:crs:EPSG::" + strconv.Itoa(srid)}
}

// Known reports whether a file named the system.
func (c CRS) Known() bool { return c != CRS{} }

// Same reports whether both are certainly one system.
func (c CRS) Same(o CRS) bool { return c == o || c.Name != "" && c.Name == o.Name }

// String names the system in messages.
func (c CRS) String() string {
	if c.Name != "" {
		return c.Name
	}
	return "without a name"
}
