// SPDX-License-Identifier: MIT

package view

import (
	"encoding/json"
	"fmt"
	"image/color"
	"math"
	"slices"

	"daylight/soa"
	"daylight/view/internal/picture"
)

// Mark is something drawn over the shapes that is no shape, in the coordinates of the plane: a
// zone, a ray, a text. Zone, Line, Ray, Ring and Text make one.
type Mark struct {
	kind   string
	points []soa.Point
	radius float64
	text   string
	colour color.NRGBA // the theme's, if transparent
}

// Zone is an area with these corners: filled faintly, with an outline.
func Zone(corners ...soa.Point) Mark { return Mark{kind: "zone", points: corners} }

// Line is a line through these points.
func Line(points ...soa.Point) Mark { return Mark{kind: "line", points: points} }

// Ray is an arrow from one point to another.
func Ray(from, to soa.Point) Mark { return Mark{kind: "ray", points: []soa.Point{from, to}} }

// Ring is a circle, filled faintly.
func Ring(centre soa.Point, radius float64) Mark {
	return Mark{kind: "ring", points: []soa.Point{centre}, radius: radius}
}

// Text is a line of text around a point; its size does not change with the zoom.
func Text(at soa.Point, text string) Mark {
	return Mark{kind: "text", points: []soa.Point{at}, text: text}
}

// In is the mark in a colour. Without, a mark has the colour of the texts of its page or picture.
func (m Mark) In(c color.Color) Mark {
	m.colour = color.NRGBAModel.Convert(c).(color.NRGBA)
	return m
}

// finite reports whether the mark can be drawn.
func (m *Mark) finite() bool {
	ok := len(m.points) > 0 && isFinite(m.radius)
	for _, p := range m.points {
		ok = ok && isFinite(p.X) && isFinite(p.Y)
	}
	return ok
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// layer is marks under a name.
type layer struct {
	name  string
	marks []Mark
}

// newLayer copies what it is given.
func newLayer(name string, marks []Mark) layer {
	l := layer{name: name, marks: slices.Clone(marks)}
	n := 0
	for i := range marks {
		n += len(marks[i].points)
	}
	points := make([]soa.Point, 0, n)
	for i := range l.marks {
		at := len(points)
		points = append(points, l.marks[i].points...)
		l.marks[i].points = points[at:len(points):len(points)]
	}
	return l
}

// replaced is a list of layers with one of them in place of that of its name, or behind the others.
// The list that was given stays as it is.
func replaced(list []layer, l layer) []layer {
	list = slices.Clone(list)
	for i := range list {
		if list[i].name == l.name {
			list[i] = l
			return list
		}
	}
	return append(list, l)
}

// encodeLayers is all layers as a message, with coordinates relative to an origin. It leaves out
// marks that a float32 cannot place.
func encodeLayers(list []layer, origin soa.Point) []byte {
	type mark struct {
		Kind   string    `json:"k"`
		Points []float32 `json:"p"`
		Radius float32   `json:"r,omitempty"`
		Text   string    `json:"s,omitempty"`
		Colour string    `json:"c,omitempty"`
	}
	type named struct {
		Name  string `json:"name"`
		Marks []mark `json:"marks"`
	}
	out := make([]named, 0, len(list))
	for _, l := range list {
		n := named{Name: l.name, Marks: make([]mark, 0, len(l.marks))}
		for i := range l.marks {
			m := &l.marks[i]
			e := mark{Kind: m.kind, Radius: float32(m.radius), Text: m.text}
			for _, p := range m.points {
				e.Points = append(e.Points, float32(p.X-origin.X), float32(p.Y-origin.Y))
			}
			if len(e.Points) == 0 || slices.ContainsFunc(append(e.Points, e.Radius), beyond) {
				continue // JSON has no word for it
			}
			if c := m.colour; c.A > 0 {
				e.Colour = fmt.Sprintf("#%02x%02x%02x%02x", c.R, c.G, c.B, c.A)
			}
			n.Marks = append(n.Marks, e)
		}
		out = append(out, n)
	}
	text, _ := json.Marshal(map[string]any{"t": "layers", "layers": out})
	return text
}

// beyond reports whether a number is none, or greater than a float32 holds.
func beyond(v float32) bool { return v-v != 0 }

// drawLayers paints layers on a picture.
func drawLayers(pic *picture.Picture, list []layer, place func(soa.Point) picture.Point, scale float64) {
	for _, l := range list {
		for i := range l.marks {
			if m := &l.marks[i]; m.finite() {
				m.draw(pic, place, scale)
			}
		}
	}
}

func (m *Mark) draw(pic *picture.Picture, place func(soa.Point) picture.Point, scale float64) {
	c := m.colour
	if c.A == 0 {
		c = ink
	}
	pen := picture.Style{Stroke: c, Width: 1.5}
	area := picture.Style{Stroke: c, Width: 1.5, Fill: picture.Alpha(c, 0.12)}
	points := make([]picture.Point, len(m.points))
	for k, p := range m.points {
		points[k] = place(p)
	}
	switch m.kind {
	case "zone":
		pic.Add(picture.Polygon(points...), area)
	case "ring":
		pic.Add(picture.Circle(points[0], m.radius*scale), area)
	case "text":
		pic.Text(picture.Point{X: points[0].X, Y: points[0].Y + 4.5}, 13, true, picture.Centre, c, m.text)
	case "ray":
		from, to := points[0], points[1]
		dx, dy := to.X-from.X, to.Y-from.Y
		if l := math.Hypot(dx, dy); l > 0 {
			dx, dy = dx/l, dy/l
		}
		const head = 7
		neck := picture.Point{X: to.X - head*dx, Y: to.Y - head*dy}
		pic.Add(picture.Polyline(from, neck), pen)
		pic.Add(picture.Polygon(to, picture.Point{X: neck.X - dy*head*0.45, Y: neck.Y + dx*head*0.45},
			picture.Point{X: neck.X + dy*head*0.45, Y: neck.Y - dx*head*0.45}), picture.Style{Fill: c})
	default:
		pic.Add(picture.Polyline(points...), pen)
	}
}
