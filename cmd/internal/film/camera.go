// SPDX-License-Identifier: MIT

package film

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"

	"daylight/bench/sim"
	"daylight/cmd/internal/diagram"
	"daylight/cmd/internal/look"
	"daylight/cmd/internal/picture"
	"daylight/soa"
)

// Colouring says what the colour of a shape means.
type Colouring int

// The colourings.
const (
	ByDepth Colouring = iota // of its deepest contact
	BySpeed
)

// Colourings are their names.
var Colourings = []string{"depth", "speed"}

var (
	paper     = picture.Paper
	ground    = picture.Ground
	ink       = picture.Ink
	faint     = picture.Faint
	idleFill  = picture.RGB(0xe3eaf1)
	line      = picture.RGB(0x8799aa)
	wallFill  = picture.RGB(0x9aa9b8)
	depthRamp = picture.Depths
	speedRamp = picture.Speeds
)

const (
	header    = 40.0 // pixels above the scene
	footer    = 32.0 // and below it, for the legend
	minAspect = 0.2
	maxAspect = 2.0
)

// Camera paints frames of one simulation, all of the same part of the plane. It is
// used by one goroutine.
type Camera struct {
	title   string
	by      Colouring
	figures look.Figures
	view    look.View
	width   int
	height  int
	scale   float64
	cache   map[soa.ID]soa.Shape // geometry, which never changes
	apart   color.NRGBA          // of shapes without a contact
}

// shades is how many steps a ramp has. Few make small films: a shape changes its colour
// less often.
const shades = 12

// NewCamera returns one that shows all of the simulation as it is now.
func NewCamera(w sim.World, title string, width int, by Colouring) *Camera {
	c := &Camera{title: title, by: by, width: width, apart: idleFill, view: look.Whole(w.Shapes()), cache: map[soa.ID]soa.Shape{}}
	aspect := math.Min(math.Max(c.view.Height()/c.view.Width(), minAspect), maxAspect)
	c.height = int(math.Round(header + float64(width)*aspect + footer))
	c.scale = math.Min(float64(width)/c.view.Width(), (float64(c.height)-header-footer)/c.view.Height())
	return c
}

// Size is the size of the pictures in pixels.
func (c *Camera) Size() (width, height int) { return c.width, c.height }

// See takes note of a frame that is not painted, for the speeds of the next.
func (c *Camera) See(w sim.World, frame int) { c.figures.Update(w, frame) }

// Paint paints a frame.
func (c *Camera) Paint(ctx context.Context, w sim.World, frame int) (*image.RGBA, error) {
	c.figures.Update(w, frame)
	pic := picture.New(c.width, c.height)
	pic.Watch = func(int, int) error { return ctx.Err() }
	area := picture.Rect{Min: picture.Point{Y: header}, Max: picture.Point{X: float64(c.width), Y: float64(c.height) - footer}}
	pic.Add(picture.Box(picture.Rect{Max: picture.Point{X: float64(c.width), Y: float64(c.height)}}), picture.Style{Fill: paper})
	pic.Add(picture.Box(area), picture.Style{Fill: ground})
	pic.Clip(area)
	shapes := w.Shapes()
	slot := 0
	for id := range shapes.All() {
		if slot%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c.shape(pic, shapes, slot, id)
		slot++
	}
	pic.Unclip()
	c.header(pic, w, frame)
	c.legend(pic)
	return pic.Image(1)
}

// header writes the title and, where there is room for it, what there is to see.
func (c *Camera) header(pic *picture.Picture, w sim.World, frame int) {
	text := fmt.Sprintf("%.1f s", float64(frame)/look.FramesPerSecond)
	if c.width >= 420 {
		contacts := 0
		if list := w.Contacts(); list != nil {
			contacts = list.Len()
		}
		text = diagram.Counted(w.Shapes().Len(), "shape") + "  ·  " + diagram.Counted(contacts, "contact") + "  ·  " + text
	}
	pic.Text(picture.Point{X: 14, Y: 26}, 15, true, picture.Left, ink, c.title)
	pic.Text(picture.Point{X: float64(c.width) - 14, Y: 26}, 13, false, picture.Right, faint, text)
}

// legend says below the scene what colours mean.
func (c *Camera) legend(pic *picture.Picture) {
	ramp, top, unit := depthRamp, c.figures.DepthScale, ""
	if c.by == BySpeed {
		ramp, top, unit = speedRamp, c.figures.SpeedScale, " per second"
	}
	const size, gap, box = 12.0, 7.0, 11.0
	x, y := 14.0, float64(c.height)-footer/2+4.5
	text := func(s string, bold bool, fill color.NRGBA) {
		pic.Text(picture.Point{X: x, Y: y}, size, bold, picture.Left, fill, s)
		x += diagram.Width(size, s) + gap
	}
	swatch := func(width float64, fill color.NRGBA) {
		pic.Add(picture.Box(picture.Rect{Min: picture.Point{X: x, Y: y - box + 1}, Max: picture.Point{X: x + width, Y: y + 1}}), picture.Style{Fill: fill})
		x += width
	}
	named := func(fill color.NRGBA, name string) {
		swatch(box, fill)
		x += gap - 2
		text(name, false, faint)
	}
	text(Colourings[c.by], true, ink)
	if top > 0 {
		text("0", false, faint)
		for k := range shades + 1 {
			swatch(8, ramp.At(float64(k)/shades))
		}
		x += gap
		text("≥ "+Number(float64(top))+unit, false, faint)
		x += gap
	} else if c.by == ByDepth {
		named(depthRamp[0], "touching")
	}
	if c.by == ByDepth {
		named(c.apart, "apart")
	}
}

// Number writes a number with two digits that count.
func Number(v float64) string {
	if v >= 100 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 2, 64)
}

func (c *Camera) shape(pic *picture.Picture, shapes *soa.Shapes, slot int, id soa.ID) {
	sh, ok := c.cache[id]
	if !ok {
		var err error
		if sh, err = shapes.Shape(id); err != nil {
			return
		}
		c.cache[id] = sh
	}
	pose, err := shapes.Pose(id)
	if err != nil || !finite(pose.X) || !finite(pose.Y) {
		return
	}
	reach := 0.0
	for _, v := range sh.Vertices {
		reach = math.Max(reach, math.Hypot(v.X, v.Y))
	}
	size := (reach + sh.Radius) * c.scale
	style := picture.Style{Fill: c.fill(&sh, slot, size), Stroke: line}
	if size > 2 { // outlines of smaller ones would be all there is to see
		style.Width = math.Min(size/12, 1)
	}
	at := c.place(soa.Point{X: pose.X, Y: pose.Y})
	if r := size + 2; at.X < -r || at.Y < header-r || at.X > float64(c.width)+r || at.Y > float64(c.height)-footer+r {
		return
	}
	pic.Add(c.path(&sh, pose), style)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// plain fills a shape without a contact. Without an outline, what is only a few pixels
// large would hardly be seen: it is darker.
func plain(size float64) color.NRGBA {
	t := math.Round((size-1)/4*plainShades) / plainShades
	return picture.Ramp{line, idleFill}.At(t)
}

const plainShades = 6

func (c *Camera) fill(sh *soa.Shape, slot int, size float64) color.NRGBA {
	ramp, v, scale := depthRamp, c.figures.Depth[slot], c.figures.DepthScale
	if c.by == BySpeed {
		ramp, v, scale = speedRamp, c.figures.Speed[slot], c.figures.SpeedScale
	}
	switch {
	case sh.Attrs.Static: // colour is for what moves
		return wallFill
	case c.by == ByDepth && !c.figures.Touches(slot):
		c.apart = plain(size)
		return c.apart
	case !(scale > 0):
		return ramp[0]
	}
	return ramp.At(math.Round(math.Min(float64(v/scale), 1)*shades) / shades)
}

// place takes a point of the plane to the picture; what one axis has to spare is left
// on both sides.
func (c *Camera) place(p soa.Point) picture.Point {
	mx, my := (c.view.Min.X+c.view.Max.X)/2, (c.view.Min.Y+c.view.Max.Y)/2
	return picture.Point{
		X: float64(c.width)/2 + (p.X-mx)*c.scale,
		Y: (header+float64(c.height)-footer)/2 - (p.Y-my)*c.scale,
	}
}

// path is a shape's boundary with true arcs.
func (c *Camera) path(sh *soa.Shape, pose soa.Pose) picture.Path {
	r := sh.Radius * c.scale
	n := len(sh.Vertices)
	if n == 1 {
		return picture.Circle(c.place(pose.Transform(sh.Vertices[0])), math.Max(r, 1))
	}
	if n == 2 && r < 0.75 {
		r = 0.75 // a segment is to be seen
	}
	at := make([]picture.Point, n)
	for i, v := range sh.Vertices {
		at[i] = c.place(pose.Transform(v))
	}
	var p picture.Path
	// off is the boundary's point at corner q where the side from a to b begins or ends.
	off := func(q, a, b picture.Point) picture.Point {
		dx, dy := b.X-a.X, b.Y-a.Y
		l := math.Hypot(dx, dy)
		if l == 0 {
			return q
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
