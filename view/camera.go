// SPDX-License-Identifier: MIT

package view

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"

	"daylight/soa"
	"daylight/view/internal/picture"
)

const (
	header    = 40.0 // pixels above the scene
	footer    = 32.0 // and below it, for the legend
	minAspect = 0.2
	maxAspect = 2.0
)

// camera paints frames of one simulation, all of the same part of the plane. It is used by one
// goroutine.
type camera struct {
	title   string
	colours []Colouring
	by      int // of colours; byDepth or bySpeed
	cast    cast
	figures figures
	area    *Area // to be shown; nil is what the first frame spans
	view    Area
	width   int
	height  int // 0 until a frame was seen
	scale   float64
	apart   color.NRGBA // of shapes without a contact
	least   float64     // radius of the smallest circle in pixels: a few are seen, many do not hide each other
}

// The meanings of colours other than a column of the user's own.
const (
	byDepth = -1
	bySpeed = -2
)

// shades is how many steps a ramp has. Few make small films, for a shape changes its colour less
// often, and are told apart where shapes are small.
const shades = 4

// see takes note of a frame.
func (c *camera) see(s *snapshot) {
	c.cast.add(s)
	if c.height == 0 {
		if c.area != nil {
			c.view = *c.area
		} else {
			c.view = everything(s, &c.cast)
		}
		aspect := math.Min(math.Max(c.view.height()/c.view.width(), minAspect), maxAspect)
		c.height = int(math.Round(header + float64(c.width)*aspect + footer))
		c.scale = math.Min(float64(c.width)/c.view.width(), (float64(c.height)-header-footer)/c.view.height())
		c.apart = idle
	}
	c.figures.update(s, &c.cast, c.colours)
}

// paint paints a frame that was seen.
func (c *camera) paint(ctx context.Context, s *snapshot) (*image.RGBA, error) {
	pic := picture.New(c.width, c.height)
	pic.Watch = func(int, int) error { return ctx.Err() }
	area := picture.Rect{Min: picture.Point{Y: header}, Max: picture.Point{X: float64(c.width), Y: float64(c.height) - footer}}
	pic.Add(picture.Box(picture.Rect{Max: picture.Point{X: float64(c.width), Y: float64(c.height)}}), picture.Style{Fill: paper})
	pic.Add(picture.Box(area), picture.Style{Fill: ground})
	pic.Clip(area)
	c.least = math.Min(math.Max(0.12*math.Sqrt(area.Dx()*area.Dy()/float64(max(len(s.ids), 1))), 1), 3)
	for slot := range s.ids {
		if slot%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c.shape(pic, s, slot)
	}
	drawLayers(pic, s.layers, c.place, c.scale)
	pic.Unclip()
	c.header(pic, s)
	c.legend(pic)
	return pic.Image(1)
}

// header writes the title and, where there is room for it, what there is to see.
func (c *camera) header(pic *picture.Picture, s *snapshot) {
	text := fmt.Sprintf("%.1f s", float64(s.frame)/float64(c.figures.fps))
	if c.width >= 420 {
		text = counted(len(s.ids), "shape") + "  ·  " + counted(s.contacts(), "contact") + "  ·  " + text
	}
	pic.Text(picture.Point{X: 14, Y: 26}, 15, true, picture.Left, ink, c.title)
	pic.Text(picture.Point{X: float64(c.width) - 14, Y: 26}, 13, false, picture.Right, faint, text)
}

// legend says below the scene what colours mean.
func (c *camera) legend(pic *picture.Picture) {
	const size, gap, box = 12.0, 7.0, 11.0
	x, y := 14.0, float64(c.height)-footer/2+4.5
	text := func(s string, bold bool, fill color.NRGBA) {
		pic.Text(picture.Point{X: x, Y: y}, size, bold, picture.Left, fill, s)
		x += textWidth(size, s) + gap
	}
	swatch := func(width float64, style picture.Style) {
		pic.Add(picture.Box(picture.Rect{Min: picture.Point{X: x, Y: y - box + 1}, Max: picture.Point{X: x + width, Y: y + 1}}), style)
		x += width
	}
	named := func(fill color.NRGBA, name string) {
		x = math.Floor(x) + 0.5 // as y is: so the outline, which tells a pale fill from the paper, fills whole pixels
		swatch(box, picture.Style{Fill: fill, Stroke: faint, Width: 1})
		x += gap - 2
		text(name, false, faint)
	}
	name, ramp, low, high, unit := c.meaning()
	text(name, true, ink)
	switch {
	case c.by >= 0 && len(c.colours[c.by].Names) > 0:
		for k, n := range c.colours[c.by].Names {
			named(kinds[k%len(kinds)], n)
		}
	case high > low:
		text(number(low), false, faint)
		for k := range shades + 1 {
			swatch(8, picture.Style{Fill: ramp.At(float64(k) / shades)})
		}
		x += gap
		text("≥ "+number(high)+unit, false, faint)
		x += gap
	case c.by == byDepth:
		named(ramp[0], "touching")
	}
	if c.by == byDepth {
		named(c.apart, "apart")
	}
}

// meaning is what colours stand for at the moment.
func (c *camera) meaning() (name string, ramp picture.Ramp, low, high float64, unit string) {
	switch c.by {
	case byDepth:
		return "depth", depths, 0, float64(c.figures.depthScale), ""
	case bySpeed:
		return "speed", speeds, 0, float64(c.figures.speedScale), " per second"
	}
	by, scale := &c.colours[c.by], &c.figures.scales[c.by]
	if by.Unit != "" {
		unit = " " + by.Unit
	}
	return by.Name, speeds, float64(scale.low), float64(scale.high), unit
}

// number writes a number with two digits that count.
func number(v float64) string {
	if v >= 100 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 2, 64)
}

func (c *camera) shape(pic *picture.Picture, s *snapshot, slot int) {
	sh, pose := &c.cast.shapes[s.ids[slot].Index()], s.pose(slot)
	if !isFinite(pose.X) || !isFinite(pose.Y) {
		return
	}
	size := reach(sh) * c.scale
	style := picture.Style{Fill: c.fill(s, slot, size), Stroke: line}
	if size > 2 { // outlines of smaller ones would be all there is to see
		style.Width = math.Min(size/12, 1)
	}
	at := c.place(soa.Point{X: pose.X, Y: pose.Y})
	if r := size + 2; at.X < -r || at.Y < header-r || at.X > float64(c.width)+r || at.Y > float64(c.height)-footer+r {
		return
	}
	pic.Add(c.path(sh, pose), style)
}

// plain fills a shape without a contact. Without an outline, what is only a few pixels
// large would hardly be seen: it is darker.
func plain(size float64) color.NRGBA {
	t := math.Round((size-1)/4*plainShades) / plainShades
	return picture.Ramp{line, idle}.At(t)
}

const plainShades = 6

func (c *camera) fill(s *snapshot, slot int, size float64) color.NRGBA {
	if s.isStatic(slot) && c.by < 0 {
		return wall // depth and speed are of what moves
	}
	ramp, t := depths, float32(0)
	switch {
	case c.by == byDepth && !c.figures.touches(slot):
		c.apart = plain(size)
		return c.apart
	case c.by == byDepth && c.figures.depthScale > 0:
		t = c.figures.depth[slot] / c.figures.depthScale
	case c.by == bySpeed:
		if ramp = speeds; c.figures.speedScale > 0 {
			t = c.figures.speed[slot] / c.figures.speedScale
		}
	case c.by >= 0:
		v := s.values[c.by][slot]
		if len(c.colours[c.by].Names) > 0 {
			return kinds[max(int(v), 0)%len(kinds)]
		}
		ramp, t = speeds, c.figures.scales[c.by].share(v)
	}
	return ramp.At(math.Round(math.Min(float64(t), 1)*shades) / shades)
}

// place takes a point of the plane to the picture; what one axis has to spare is left
// on both sides.
func (c *camera) place(p soa.Point) picture.Point {
	mx, my := (c.view.Min.X+c.view.Max.X)/2, (c.view.Min.Y+c.view.Max.Y)/2
	return picture.Point{
		X: float64(c.width)/2 + (p.X-mx)*c.scale,
		Y: (header+float64(c.height)-footer)/2 - (p.Y-my)*c.scale,
	}
}

// path is a shape's boundary with true arcs.
func (c *camera) path(sh *soa.Shape, pose soa.Pose) picture.Path {
	r := sh.Radius * c.scale
	n := len(sh.Vertices)
	if n == 1 {
		return picture.Circle(c.place(pose.Transform(sh.Vertices[0])), math.Max(r, c.least))
	}
	if n == 2 && r < 0.75 {
		r = 0.75 // a segment is to be seen
	}
	at := make([]picture.Point, n)
	for i, v := range sh.Vertices {
		at[i] = c.place(pose.Transform(v))
	}
	return boundary(at, r)
}

// boundary is the boundary of a core on the page that is grown by so many pixels, with true arcs.
// The plane's y points up, so what turns counter-clockwise there does so on the page.
func boundary(at []picture.Point, r float64) (p picture.Path) {
	n := len(at)
	// off is the boundary's point at corner q where the side from a to b begins or ends.
	off := func(q, a, b picture.Point) picture.Point {
		dx, dy := b.X-a.X, b.Y-a.Y
		l := math.Hypot(dx, dy)
		if l == 0 {
			return picture.Point{X: q.X + r, Y: q.Y}
		}
		return picture.Point{X: q.X - dy/l*r, Y: q.Y + dx/l*r}
	}
	for i, q := range at {
		if r == 0 {
			p.Line(q)
			continue
		}
		p.Line(off(q, at[(i+n-1)%n], q))
		p.Arc(q, off(q, q, at[(i+1)%n]))
	}
	p.Close()
	return p
}
