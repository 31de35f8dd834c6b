// SPDX-License-Identifier: MIT

package realdata

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"daylight/region"
)

// An outline is one feature or piece: polygons of rings.
type outline [][][]region.Point

// readPoint reads two numbers.
func readPoint(x, y string) (p region.Point, err error) {
	if p.X, err = strconv.ParseFloat(x, 64); err == nil {
		p.Y, err = strconv.ParseFloat(y, 64)
	}
	return p, err
}

// A piece of a nesting layout: its outline, turned by quarters, and where it is shifted to.
type piece struct {
	ring     []region.Point
	quarters int
	shift    region.Point
}

// at returns the piece with its shift multiplied by k.
func (p piece) at(k float64) outline {
	ring := make([]region.Point, len(p.ring))
	for i, v := range p.ring {
		for range p.quarters {
			v = region.Point{X: -v.Y, Y: v.X}
		}
		ring[i] = region.Point{X: v.X + p.shift.X*k, Y: v.Y + p.shift.Y*k}
	}
	return outline{{ring}}
}

var (
	itemPath = regexp.MustCompile(`(?s)<g id="item_(\d+)">\s*<path d="([^"]*)"`)
	itemUse  = regexp.MustCompile(`<use [^>]*>`)
	itemRef  = regexp.MustCompile(`href="#item_(\d+)"`)
	itemMove = regexp.MustCompile(`transform="translate\(([^ ,)]+)[ ,]+([^ )]+)\), rotate\(([^)]+)\)"`)
)

// readLayout reads the pieces of an SVG in their order.
func readLayout(r io.Reader) ([]piece, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	rings := map[string][]region.Point{}
	for _, m := range itemPath.FindAllStringSubmatch(string(text), -1) {
		for _, field := range strings.Fields(m[2]) {
			if field == "z" {
				continue
			}
			x, y, _ := strings.Cut(strings.TrimLeft(field, "ML"), ",")
			p, err := readPoint(x, y)
			if err != nil {
				return nil, fmt.Errorf("item %s: %w", m[1], err)
			}
			rings[m[1]] = append(rings[m[1]], p)
		}
	}
	var pieces []piece
	for _, use := range itemUse.FindAllString(string(text), -1) {
		ref := itemRef.FindStringSubmatch(use)
		if ref == nil {
			continue
		}
		move := itemMove.FindStringSubmatch(use)
		if move == nil || rings[ref[1]] == nil {
			return nil, fmt.Errorf("no outline or place of %s", use)
		}
		shift, err := readPoint(move[1], move[2])
		if err != nil {
			return nil, err
		}
		turn, err := strconv.ParseFloat(move[3], 64)
		if err != nil || math.Mod(turn, 90) != 0 {
			return nil, fmt.Errorf("a turn of %s degrees: %v", move[3], err)
		}
		pieces = append(pieces, piece{rings[ref[1]], (int(turn)/90%4 + 4) % 4, shift})
	}
	if len(pieces) == 0 {
		return nil, fmt.Errorf("no pieces")
	}
	return pieces, nil
}

// A layer of the city: what is no polygon is nil.
type layer []outline

// readLayer reads GeoJSON and brings degrees to metres as the data's README says.
func readLayer(r io.Reader) (layer, error) {
	var file struct {
		Features []struct {
			Geometry struct {
				Type        string
				Coordinates json.RawMessage
			}
		}
	}
	if err := json.NewDecoder(r).Decode(&file); err != nil {
		return nil, err
	}
	var features layer
	for i, f := range file.Features {
		var degrees [][][][2]float64
		var err error
		switch f.Geometry.Type {
		case "Polygon":
			var one [][][2]float64
			err = json.Unmarshal(f.Geometry.Coordinates, &one)
			degrees = [][][][2]float64{one}
		case "MultiPolygon":
			err = json.Unmarshal(f.Geometry.Coordinates, &degrees)
		}
		if err != nil {
			return nil, fmt.Errorf("feature %d: %w", i, err)
		}
		var o outline
		for _, rings := range degrees {
			var polygon [][]region.Point
			for _, ring := range rings {
				var points []region.Point
				for _, p := range ring {
					points = append(points, cityMetres(p))
				}
				polygon = append(polygon, points)
			}
			o = append(o, polygon)
		}
		features = append(features, o)
	}
	return features, nil
}

func cityMetres(degrees [2]float64) region.Point {
	const radius, lon0, lat0 = 6371008.8, -71.11, 42.375
	return region.Point{
		X: (degrees[0] - lon0) * math.Pi / 180 * radius * math.Cos(lat0*math.Pi/180),
		Y: (degrees[1] - lat0) * math.Pi / 180 * radius,
	}
}

// readLanes reads the lanes of a CommonRoad file: right bound, then the left one back.
func readLanes(r io.Reader) ([]outline, error) {
	type bound struct {
		Points []struct {
			X string `xml:"x"`
			Y string `xml:"y"`
		} `xml:"point"`
	}
	var file struct {
		Lanes []struct {
			Left  bound `xml:"leftBound"`
			Right bound `xml:"rightBound"`
		} `xml:"lanelet"`
	}
	if err := xml.NewDecoder(r).Decode(&file); err != nil {
		return nil, err
	}
	var lanes []outline
	for _, l := range file.Lanes {
		var ring []region.Point
		add := func(x, y string) error {
			p, err := readPoint(x, y)
			ring = append(ring, p)
			return err
		}
		for _, p := range l.Right.Points {
			if err := add(p.X, p.Y); err != nil {
				return nil, err
			}
		}
		for i := range l.Left.Points {
			p := l.Left.Points[len(l.Left.Points)-1-i]
			if err := add(p.X, p.Y); err != nil {
				return nil, err
			}
		}
		lanes = append(lanes, outline{{ring}})
	}
	return lanes, nil
}
