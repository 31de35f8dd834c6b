// SPDX-License-Identifier: MIT

package geometry

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// CRS is a system of coordinates as a file names it. The zero value says that no file did.
type CRS struct {
	// JSON is PROJJSON, as GeoParquet and GeoArrow have it; empty if only a name is known.
	JSON string `json:"json,omitempty"`
	// Name is a URN such as urn:ogc:def:crs:EPSG::25832; empty if there is none.
	Name string `json:"name"`
	// Implied says that the file names none, and the system is that of its format.
	Implied bool `json:"implied,omitempty"`
}

// Longitudes is the name of the system that GeoJSON and GeoParquet mean if they name none:
// longitude and latitude in degrees.
const Longitudes = "urn:ogc:def:crs:OGC::CRS84"

// projJSON is what is looked at of PROJJSON.
type projJSON struct {
	Type string `json:"type"`
	Name string `json:"name"`
	ID   struct {
		Authority string          `json:"authority"`
		Code      json.RawMessage `json:"code"`
	} `json:"id"`
	Source     *projJSON  `json:"source_crs"`
	Components []projJSON `json:"components"`
}

// FromJSON is a system by its PROJJSON; null is no system.
func FromJSON(text string) CRS {
	if text == "null" || !json.Valid([]byte(text)) {
		return CRS{}
	}
	c := CRS{JSON: text}
	if id := c.parsed().ID; id.Authority != "" && len(id.Code) > 0 {
		c.Name = FromName(id.Authority + ":" + strings.Trim(string(id.Code), `"`)).Name
	}
	return c
}

func (c CRS) parsed() (p projJSON) {
	_ = json.Unmarshal([]byte(c.JSON), &p) // it is valid; what is of another type stays empty
	return p
}

// names are the ways to write an authority and its code.
var names = regexp.MustCompile(`(?i)^(?:urn:(?:x-)?ogc:def:crs:(\w+):[0-9.]*:|https?://www\.opengis\.net/def/crs/(\w+)/[0-9.]+/|(\w+):)([\w.-]+)$`)

// FromName is a system by its name, such as EPSG:25832, in one of its several spellings.
func FromName(name string) CRS {
	if m := names.FindStringSubmatch(name); m != nil {
		name = "urn:ogc:def:crs:" + strings.ToUpper(m[1]+m[2]+m[3]+"::"+m[4])
	}
	return CRS{Name: name}
}

// ParseCRS is FromName for what people write.
func ParseCRS(name string) (CRS, error) {
	if !names.MatchString(name) {
		return CRS{}, fmt.Errorf("%s is no name of a system of coordinates: want one such as EPSG:25832 or OGC:CRS84", quote(name))
	}
	return FromName(name), nil
}

// FromSRID is a system by the number that PostGIS gives it, which is that of EPSG.
func FromSRID(srid int) CRS {
	return FromName("EPSG:" + strconv.Itoa(srid))
}

// FromGeoJSON is the system of a collection by its member crs, as GeoJSON of 2008 has it. Without
// one the text is empty, and the system that of RFC 7946; null is no system.
func FromGeoJSON(crs string) CRS {
	if crs == "" {
		return CRS{Name: Longitudes, Implied: true}
	}
	var is struct {
		Properties struct {
			Name, Href string
			Code       json.RawMessage
		}
	}
	if json.Unmarshal([]byte(crs), &is) != nil {
		return CRS{}
	}
	switch p := is.Properties; {
	case p.Name != "":
		return FromName(p.Name)
	case len(p.Code) > 0:
		return FromName("EPSG:" + strings.Trim(string(p.Code), `"`))
	default:
		return CRS{Name: p.Href}
	}
}

// Known reports whether the system is known.
func (c CRS) Known() bool { return c != CRS{} }

// Same reports whether both are certainly one system. Files have x, y in every system, so that
// EPSG:4326 is longitude and latitude in that order.
func (c CRS) Same(o CRS) bool {
	if c.Name == "" && o.Name == "" {
		var x, y any
		return json.Unmarshal([]byte(c.JSON), &x) == nil && json.Unmarshal([]byte(o.JSON), &y) == nil && reflect.DeepEqual(x, y)
	}
	plain := func(name string) string {
		if name == "urn:ogc:def:crs:EPSG::4326" {
			return Longitudes
		}
		return name
	}
	return plain(c.Name) == plain(o.Name)
}

// geographic are the codes of EPSG that are in common use for systems of longitude and latitude.
var geographic = []string{
	"4326", "4979", "4258", "4937", "4269", "4267", "4283", "7844", "4674", "4490", "4612", "6668", "4167", "4171", "4230",
	"4277", "4289", "4314", "4617", "4619", "4152", "4148", "6318", "4759", "4081", "4190", "4284", "4301", "4313", "4322",
}

// Geographic reports whether the system is known to be one of longitude and latitude.
func (c CRS) Geographic() bool {
	if p := c.parsed(); p.Type != "" {
		for p.Source != nil {
			p = *p.Source
		}
		return p.Type == "GeographicCRS" || len(p.Components) > 0 && p.Components[0].Type == "GeographicCRS"
	}
	code, epsg := strings.CutPrefix(c.Name, "urn:ogc:def:crs:EPSG::")
	return epsg && slices.Contains(geographic, code) || c.Name == Longitudes || c.Name == Longitudes+"H"
}

// String names the system in messages.
func (c CRS) String() string {
	name := c.Name
	if name == "" {
		name = c.parsed().Name
	}
	if name == "" {
		return "one without a name"
	}
	if c.Implied {
		name += ", as of GeoJSON that names none and of columns lon and lat"
	}
	return name
}
