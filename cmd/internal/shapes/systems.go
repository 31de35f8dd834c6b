// SPDX-License-Identifier: MIT

package shapes

import (
	"fmt"
	"slices"

	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/schema"
	"daylight/cmd/internal/table"
)

// said is what a table or some rows of it say beside their shapes.
type said struct {
	schema.Said
	systems []int // numbers of coordinate systems that geometries name
	extent  extent
}

// add takes over what others say.
func (a *said) add(o *said) {
	a.Add(&o.Said)
	for _, srid := range o.systems {
		if !slices.Contains(a.systems, srid) {
			a.systems = append(a.systems, srid)
		}
	}
	a.extent = max(a.extent, o.extent)
}

// takeSystems takes the coordinate systems that a table and its rows so far name.
func (l *Loader) takeSystems(name string, systems ...geometry.CRS) error {
	if l.LonLat {
		l.set.LonLat, l.extent = true, onGlobe
		systems = append(systems, geometry.FromGeoJSON(""))
	}
	for _, srid := range l.systems {
		systems = append(systems, geometry.FromSRID(srid))
	}
	for _, crs := range systems {
		if err := l.system(crs, name); err != nil {
			return err
		}
	}
	return nil
}

// extent is what is known of the coordinates of features of GeoJSON.
type extent int

const (
	noFeatures extent = iota
	onGlobe           // no coordinate is beyond 180 and 90
	planar            // so these are no longitudes and latitudes
)

// system takes the system of coordinates that a table says it is in. Two that differ are an error,
// since shapes of one would be somewhere else in the other.
func (l *Loader) system(crs geometry.CRS, name string) error {
	if l.c.CRS.Known() || !crs.Known() || crs.Implied && l.extent != onGlobe {
		return nil
	}
	if was := l.set.CRS; !was.Known() || was.Implied {
		l.set.CRS = crs
	}
	c := l.common
	if !c.crs.Known() {
		c.crs, c.named = crs, name
	}
	if c.crs.Same(crs) {
		return nil
	}
	const cure = "bring all into one (ogr2ogr -t_srs), or say by --assume-crs which one they are in"
	msg := fmt.Sprintf("its system of coordinates is %v, and that of %s is %v: %s", crs, c.named, c.crs, cure)
	if c.named == name {
		msg = fmt.Sprintf("it names two systems of coordinates, %v and %v: %s", c.crs, crs, cure)
	}
	return &table.Error{File: name, Msg: msg, Fatal: true}
}

// systemsOf are the systems of coordinates that a table of text says it is in.
func systemsOf(rows *table.Reader) (list []geometry.CRS) {
	texts := rows.Systems()
	if len(texts) == 0 { // no collection, but there may be features
		texts = []string{""}
	}
	for _, text := range texts {
		list = append(list, geometry.FromGeoJSON(text))
	}
	return list
}
