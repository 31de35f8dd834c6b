// SPDX-License-Identifier: MIT

package geometry

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/decimal"
	"daylight/soa"
)

// ReadJSON reads a geometry object of GeoJSON.
func (g *Geometry) ReadJSON(text string) error {
	g.Reset()
	var object struct {
		Type        string          `json:"type"`
		Coordinates json.RawMessage `json:"coordinates"`
	}
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		return fmt.Errorf("not a geometry of GeoJSON: %v", err)
	}
	known := false
	for k, name := range kindNames {
		if strings.EqualFold(name, object.Type) {
			g.Kind, known = Kind(k), true
		}
	}
	if !known {
		if object.Type == "" {
			return errors.New("the geometry has no type")
		}
		return unknown(quote(object.Type))
	}
	if g.Kind > MultiPolygon {
		is, err := geom.UnmarshalGeoJSON([]byte(text), geom.NoValidate{})
		return g.readMembers(g.Kind, is, err)
	}
	return g.ReadCoordinates(string(object.Coordinates))
}

// ReadCoordinates reads the coordinates of a geometry of GeoJSON, whose Kind is set. The
// text is valid JSON.
func (g *Geometry) ReadCoordinates(text string) error {
	a := array{text: text}
	a.space()
	var err error
	switch g.Kind {
	case Point:
		if a.text == "[]" {
			return empty(g.Kind.String())
		}
		err = a.position(g)
	case LineString:
		err = a.each(func() error { return a.position(g) })
	case Polygon:
		err = a.rings(g)
	case MultiPolygon:
		err = a.each(func() error {
			if err := a.rings(g); err != nil {
				return err
			}
			g.Parts = append(g.Parts, len(g.Rings))
			return nil
		})
	}
	if a.space(); err == nil && a.at < len(a.text) {
		err = errCoordinates
	}
	if err == nil && len(g.Points) == 0 {
		err = empty(g.Kind.String())
	}
	if err == nil {
		err = g.dropEmpty()
	}
	return err
}

var errCoordinates = errors.New("the coordinates are not nested as the geometry's type wants them")

// array reads arrays in arrays.
type array struct {
	text string
	at   int
}

func (a *array) space() {
	for a.at < len(a.text) && (a.text[a.at] == ' ' || a.text[a.at]-'\t' <= 1 || a.text[a.at] == '\r') {
		a.at++
	}
}

func (a *array) take(sign byte) bool {
	a.space()
	if a.at < len(a.text) && a.text[a.at] == sign {
		a.at++
		return true
	}
	return false
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
