// SPDX-License-Identifier: MIT

package geometry

import (
	"encoding/json"
	"errors"
	"fmt"

	"daylight/cmd/internal/decimal"
	"daylight/soa"
)

// object is a geometry of GeoJSON.
type object struct {
	Type        string          `json:"type"`
	Coordinates json.RawMessage `json:"coordinates"`
	Geometries  []object        `json:"geometries"`
}

// ReadJSON reads a geometry object of GeoJSON.
func (g *Geometry) ReadJSON(text string) error {
	g.Reset()
	var o object
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return fmt.Errorf("not a geometry of GeoJSON: %v", err)
	}
	if err := o.read(g); err != nil {
		return err
	}
	return g.Finite()
}

func (o *object) read(g *Geometry) error {
	switch ring, known := kindOf(o.Type, g); {
	case o.Type == "":
		return errors.New("the geometry has no type")
	case !known || ring:
		return unknown(quote(o.Type))
	}
	if g.Kind == Collection {
		for i := range o.Geometries {
			var m Geometry
			if err := o.Geometries[i].read(&m); err != nil {
				return err
			}
			g.member(&m)
		}
		return nil
	}
	a := array{scanner{text: string(o.Coordinates)}}
	err := a.coordinates(g)
	if err == nil && !a.ended() {
		err = errCoordinates
	}
	return err
}

// array reads arrays in arrays.
type array struct{ scanner }

var errCoordinates = errors.New("the coordinates are not nested as the geometry's type wants them")

// coordinates reads those of a geometry whose Kind is set.
func (a *array) coordinates(g *Geometry) error {
	switch g.Kind {
	case Point:
		if a.text == "[]" {
			a.at = len(a.text)
			return nil
		}
		return a.position(g)
	case LineString:
		return a.each(func() error { return a.position(g) })
	case Polygon:
		return a.rings(g)
	case MultiPolygon:
		return a.each(func() error {
			err := a.rings(g)
			g.Parts = append(g.Parts, len(g.Rings))
			return err
		})
	}
	return a.each(func() error {
		m := Geometry{Kind: memberKinds[g.Kind]}
		err := a.coordinates(&m)
		g.member(&m)
		return err
	})
}

// each calls read for each element of an array.
func (a *array) each(read func() error) error {
	if !a.take('[') {
		return errCoordinates
	}
	if a.take(']') {
		return nil
	}
	for {
		if err := read(); err != nil {
			return err
		}
		if a.take(']') {
			return nil
		}
		if !a.take(',') {
			return errCoordinates
		}
	}
}

func (a *array) rings(g *Geometry) error {
	return a.each(func() error {
		begin := len(g.Points)
		if err := a.each(func() error { return a.position(g) }); err != nil {
			return err
		}
		return g.CloseRing(begin)
	})
}

// position reads x, y and what else there is, which is left out.
func (a *array) position(g *Geometry) error {
	var p soa.Point
	n := 0
	err := a.each(func() error {
		a.space()
		v, end, ok := decimal.Scan(a.text, a.at)
		if !ok {
			if end == a.at {
				return errCoordinates
			}
			return fmt.Errorf("%s is too large for a float64", quote(a.text[a.at:end]))
		}
		a.at = end
		if n == 0 {
			p.X = v
		} else if n == 1 {
			p.Y = v
		}
		n++
		return nil
	})
	if err == nil && n < 2 {
		err = fmt.Errorf("a position has two coordinates, and this one has %d", n)
	}
	g.Points = append(g.Points, p)
	return err
}
