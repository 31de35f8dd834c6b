// SPDX-License-Identifier: MIT

package picture

import (
	"image/color"
	"math"
)

// Point is a place in a picture.
type Point struct{ X, Y float64 }

// Style says how a path is painted. A colour that is fully transparent paints nothing.
type Style struct {
	Fill   color.NRGBA
	Stroke color.NRGBA
	Width  float64 // of the stroke
}

// Align says which end of a text its point is.
type Align int

// The alignments.
const (
	Left Align = iota
	Centre
	Right
)

// Rect is an axis-aligned rectangle; Min is its upper left corner.
type Rect struct{ Min, Max Point }

// Dx is the width.
func (r Rect) Dx() float64 { return r.Max.X - r.Min.X }

// Meets reports whether r and s have a point in common.
func (r Rect) Meets(s Rect) bool {
	return r.Min.X <= s.Max.X && s.Min.X <= r.Max.X && r.Min.Y <= s.Max.Y && s.Min.Y <= r.Max.Y
}

// Dy is the height.
func (r Rect) Dy() float64 { return r.Max.Y - r.Min.Y }

// Picture is a list of things to paint. It is used by one goroutine.
type Picture struct {
	Width, Height int
	// Watch, which may be nil, is called now and then while the picture is written,
	// with the share of the work done. An error from it ends the writing.
	Watch func(done, total int) error
	// Reserve, which may be nil, is asked for the memory that the picture takes. Its error ends it.
	Reserve func(bytes int64) error

	items []item
	short error // what Reserve said
}

// The bytes that an item and a step of a path take in a picture.
const (
	itemBytes = 200
	stepBytes = 40
)

// Err says that there was no memory for all that was added; the picture lacks what came
// after.
func (p *Picture) Err() error { return p.short }

// room reports whether there is memory for one more item.
func (p *Picture) room(bytes int) bool {
	if p.short == nil && p.Reserve != nil {
		p.short = p.Reserve(int64(bytes))
	}
	return p.short == nil
}

// watch calls Watch before every few items.
func (p *Picture) watch(i int) error {
	if p.Watch == nil || i%1024 != 0 {
		return nil
	}
	return p.Watch(i, len(p.items))
}

type item struct {
	path  *Path
	style Style
	text  *label
	clip  *Rect // set by an item that only changes the clipping
	open  bool  // clip is lifted
}

type label struct {
	at    Point
	size  float64
	bold  bool
	align Align
	fill  color.NRGBA
	text  string
}

// New returns an empty picture.
func New(width, height int) *Picture { return &Picture{Width: width, Height: height} }

// Add paints a path.
func (p *Picture) Add(path Path, style Style) {
	bytes := itemBytes + stepBytes*len(path.steps)
	for _, q := range path.more {
		bytes += stepBytes * (len(q.steps) + 1)
	}
	if len(path.steps) > 0 && p.room(bytes) {
		p.items = append(p.items, item{path: &path, style: style})
	}
}

// Text writes a line of text; y is that of its base line.
func (p *Picture) Text(at Point, size float64, bold bool, align Align, fill color.NRGBA, text string) {
	if !p.room(itemBytes + len(text)) {
		return
	}
	p.items = append(p.items, item{text: &label{at, size, bold, align, fill, text}})
}

// Clip keeps later items within r, until Unclip. Clips do not nest.
func (p *Picture) Clip(r Rect) { p.items = append(p.items, item{clip: &r}) }

// Unclip ends a Clip.
func (p *Picture) Unclip() { p.items = append(p.items, item{open: true}) }

// Path is a run of lines and arcs. The zero value is empty.
type Path struct {
	steps  []step
	closed bool
	more   []Path
}

// Join adds a path that turns the same way round. The union of both is filled.
func (p *Path) Join(q Path) {
	if len(p.steps) == 0 {
		*p = q
		return
	}
	p.more = append(append(p.more, Path{steps: q.steps, closed: q.closed}), q.more...)
}

type step struct {
	to     Point
	centre Point
	arc    bool // on the way to this point the path goes around centre
}

// Empty reports whether there is nothing to paint.
func (p *Path) Empty() bool { return len(p.steps) == 0 }

// Line goes straight to q; the first call of a path moves there.
func (p *Path) Line(q Point) { p.steps = append(p.steps, step{to: q}) }

// Arc goes around centre to q, anticlockwise as seen on the page and by no more than
// half a turn.
func (p *Path) Arc(centre, q Point) {
	p.steps = append(p.steps, step{to: q, centre: centre, arc: true})
}

// Close joins the end to the beginning.
func (p *Path) Close() { p.closed = true }

// Circle is a full circle.
func Circle(c Point, r float64) Path {
	p := Path{steps: make([]step, 0, 3)}
	p.Line(Point{c.X + r, c.Y})
	p.Arc(c, Point{c.X - r, c.Y})
	p.Arc(c, Point{c.X + r, c.Y})
	p.Close()
	return p
}

// Polygon is a closed path of lines.
func Polygon(points ...Point) Path {
	p := Path{steps: make([]step, 0, len(points))}
	for _, q := range points {
		p.Line(q)
	}
	p.Close()
	return p
}

// Polyline is an open path of lines.
func Polyline(points ...Point) Path {
	p := Polygon(points...)
	p.closed = false
	return p
}

// Box is a rectangle.
func Box(r Rect) Path {
	return Polygon(r.Min, Point{r.Max.X, r.Min.Y}, r.Max, Point{r.Min.X, r.Max.Y})
}

// flatten gives the path as points, arcs cut into chords that are off by less than a
// twentieth of a pixel.
func (p *Path) flatten(dst []Point, scale float64) []Point {
	for _, s := range p.steps {
		if s.arc && len(dst) > 0 {
			dst = appendArc(dst, s, scale)
		}
		dst = append(dst, Point{s.to.X * scale, s.to.Y * scale})
	}
	return dst
}

func appendArc(dst []Point, s step, scale float64) []Point {
	from := dst[len(dst)-1]
	cx, cy := s.centre.X*scale, s.centre.Y*scale
	ux, uy := from.X-cx, from.Y-cy
	vx, vy := s.to.X*scale-cx, s.to.Y*scale-cy
	r := math.Hypot(ux, uy)
	// y points down, so anticlockwise on the page is clockwise in the formulas.
	turn := math.Atan2(uy*vx-ux*vy, ux*vx+uy*vy)
	if turn <= -math.Pi+1e-9 {
		turn += 2 * math.Pi
	}
	if turn <= 0 || r == 0 {
		return dst
	}
	n := int(math.Ceil(turn / (2 * math.Acos(1-math.Min(0.05/r, 0.5)))))
	n = min(max(n, 1), 720)
	for i := 1; i < n; i++ {
		sin, cos := math.Sincos(-turn * float64(i) / float64(n))
		dst = append(dst, Point{cx + ux*cos - uy*sin, cy + ux*sin + uy*cos})
	}
	return dst
}
