// SPDX-License-Identifier: MIT

package view

import (
	"context"
	"fmt"
	"io"
	"math"

	"daylight/batch"
	"daylight/soa"
	"daylight/view/internal/picture"
)

// Drawing says what to draw. The zero Drawing is valid.
type Drawing struct {
	Title string
	// Area is the part of the plane to show; nil is all there is.
	Area *Area
	// Width is that of the whole picture in pixels, 240 or more; 0 means 1200. The height follows
	// from the area.
	Width int
	// Arrows show the normals of contacts: where they can be told apart, unless On or Off.
	Arrows Switch
	// Labels writes the label of each shape on it.
	Labels bool
	// Progress, which may be nil, is told now and then how much of the work is done.
	Progress func(done, total int)
	// Reserve, which may be nil, is asked for the bytes that the picture takes before they are
	// allocated. Its error ends the drawing.
	Reserve func(bytes int64) error

	layers []layer
}

// Layer puts marks above the shapes. They replace earlier marks under that name.
func (d *Drawing) Layer(name string, marks ...Mark) {
	d.layers = replaced(d.layers, newLayer(name, marks))
}

// Switch is a choice that may be left open.
type Switch int

// The positions of a Switch.
const (
	Auto Switch = iota
	On
	Off
)

// Drawn is how many of the shapes and contacts given lie in the area, and how many of those are not
// drawn because they lie hidden under others.
type Drawn struct {
	Shapes, Contacts int
	Hidden           struct{ Shapes, Contacts int }
}

// Left says what was left out, if anything was.
func (d *Drawn) Left() string {
	if d.Hidden.Shapes+d.Hidden.Contacts == 0 {
		return ""
	}
	return "hidden under others and left out: " + counted(d.Hidden.Shapes, "shape") + ", " + counted(d.Hidden.Contacts, "contact")
}

// Item is one shape to draw.
type Item struct {
	soa.Shape
	// More are further parts of the same shape. Overlaps of parts are filled once, and lines within
	// the shape are not drawn.
	More  []soa.Shape
	Label string
}

// Pair is a contact of two items, by their places in the list. Moving B by Depth along the unit
// normal (NX, NY) parts them.
type Pair struct {
	A, B   int
	Depth  float64
	NX, NY float64
}

// Picture is a drawing that can be written. It is used by one goroutine.
type Picture struct {
	Width, Height int   // in pixels
	Drawn         Drawn // what it shows
	// Progress, which may be nil, is told now and then how much of it is written.
	Progress func(done, total int)

	title string
	pic   *picture.Picture
}

// WriteSVG writes the picture as a stand-alone SVG document.
func (p *Picture) WriteSVG(ctx context.Context, w io.Writer) error {
	p.watch(ctx)
	return p.pic.WriteSVG(w, p.title)
}

// WritePNG writes the picture as a PNG of scale times its size.
func (p *Picture) WritePNG(ctx context.Context, w io.Writer, scale float64) error {
	p.watch(ctx)
	return p.pic.WritePNG(w, scale)
}

func (p *Picture) watch(ctx context.Context) {
	p.pic.Watch = func(done, total int) error {
		if p.Progress != nil {
			p.Progress(done, total)
		}
		return ctx.Err()
	}
}

// Draw draws the shapes of a store as they are now, and the contacts that a step has found, which
// may be nil: shapes in pale outlines, stronger where they touch or if there is no contact; the
// region that a pair shares in the colour of its depth; and the contact's normal as an arrow from
// there. Regions are drawn whole. Labels are the IDs of shapes.
func Draw(shapes *soa.Shapes, contacts *batch.Contacts, d Drawing) (*Picture, error) {
	if shapes == nil {
		return nil, errNoShapes
	}
	var items []Item
	place := map[soa.ID]int{}
	for id := range shapes.All() {
		sh, err := shapes.Shape(id)
		if err != nil {
			return nil, err
		}
		whole := shapes.Region(id)
		k, found := place[whole]
		if !found {
			k = len(items)
			items = append(items, Item{Shape: sh, Label: whole.String()})
			place[whole] = k
		} else {
			items[k].More = append(items[k].More, sh)
		}
		place[id] = k
	}
	var pairs []Pair
	if contacts != nil {
		for i := range contacts.A {
			a, here := place[contacts.A[i]]
			b, there := place[contacts.B[i]]
			if !here || !there {
				continue // of a shape that is gone
			}
			p := Pair{A: a, B: b}
			if len(contacts.Depth) > 0 && len(contacts.NX) > 0 {
				p.Depth, p.NX, p.NY = float64(contacts.Depth[i]), float64(contacts.NX[i]), float64(contacts.NY[i])
			}
			pairs = append(pairs, p)
		}
	}
	return DrawItems(context.Background(), items, pairs, d)
}

// DrawItems draws items and pairs of them as Draw does, from any store. A context that ends ends it
// early.
func DrawItems(ctx context.Context, items []Item, pairs []Pair, o Drawing) (*Picture, error) {
	if o.Width == 0 {
		o.Width = 1200
	}
	if o.Width < 240 {
		return nil, fmt.Errorf("view: Drawing.Width is %d: give 240 or more", o.Width)
	}
	d := &drawing{o: o, pairs: len(pairs), work: 2*len(items) + len(pairs)}
	for i := range items {
		w := whole{from: len(d.figures), label: items[i].Label}
		d.figures = append(d.figures, newFigure(items[i].Shape))
		for _, sh := range items[i].More {
			d.figures = append(d.figures, newFigure(sh))
		}
		w.to = len(d.figures)
		d.wholes = append(d.wholes, w)
	}
	for i, c := range pairs {
		for _, k := range [2]int{c.A, c.B} {
			if k < 0 || k >= len(items) {
				return nil, fmt.Errorf("view: pair %d is of item %d, and there are %d: give places in the list", i, k, len(items))
			}
			for i := range d.parts(k) {
				d.parts(k)[i].touch = true
			}
		}
		d.deepest = math.Max(d.deepest, c.Depth)
	}
	if err := d.layout(); err != nil {
		return nil, err
	}
	d.pic.Add(picture.Box(picture.Rect{Max: picture.Point{X: float64(d.pic.Width), Y: float64(d.pic.Height)}}), picture.Style{Fill: paper})
	d.pic.Add(picture.Box(d.plot), picture.Style{Fill: ground})
	d.axes()
	d.pic.Clip(d.plot)
	d.hideShapes()
	if err := d.shapes(ctx); err != nil {
		return nil, err
	}
	if err := d.contacts(ctx, pairs); err != nil {
		return nil, err
	}
	hidden := d.labels()
	drawLayers(d.pic, o.layers, d.place, d.scale)
	d.pic.Unclip()
	d.pic.Add(picture.Box(d.plot), picture.Style{Stroke: frame, Width: 1})
	d.header(len(items), len(pairs), hidden)
	if d.deepest > 0 {
		d.legend()
	}
	return &Picture{Width: d.pic.Width, Height: d.pic.Height, Drawn: d.seen, title: o.Title, pic: d.pic}, d.pic.Err()
}

// shapes paints those without a contact first, so that they hide nothing.
func (d *drawing) shapes(ctx context.Context) error {
	width := math.Min(math.Max(d.typical/14, 0.35), 1.1)
	idle := picture.Style{Fill: picture.Alpha(idle, 0.9), Stroke: outer, Width: width}
	touch := picture.Style{Fill: picture.Alpha(touchFill, 0.75), Stroke: touchLine, Width: width}
	if d.pairs == 0 { // no shape is to stand out from the others
		idle = touch
	}
	for pass, style := range []picture.Style{idle, touch} {
		for i := range d.wholes {
			if i%4096 == 0 {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err := d.pic.Err(); err != nil {
					return err
				}
				d.tell(pass*len(d.wholes) + i)
			}
			parts := d.parts(i)
			if parts[0].touch != (pass == 1) || !d.bounds(i).meets(d.view) {
				continue
			}
			d.seen.Shapes++
			if len(parts) == 1 {
				if !parts[0].hidden {
					d.pic.Add(d.path(&parts[0]), style)
				}
				continue
			}
			d.several(parts, style)
		}
	}
	return nil
}

// several paints a shape of several parts: their lines, and above them all that they fill, so
// that lines between parts, and the inner half of all others, do not show.
func (d *drawing) several(parts []figure, style picture.Style) {
	var all picture.Path
	hidden := true
	for i := range parts {
		hidden = hidden && parts[i].hidden
	}
	if hidden {
		return
	}
	var lines picture.Path
	for i := range parts {
		p := d.path(&parts[i])
		if lines.Join(p); !parts[i].thin() {
			all.Join(p)
		}
	}
	d.pic.Add(lines, picture.Style{Stroke: style.Stroke, Width: 2 * style.Width})
	d.pic.Add(all, picture.Style{Fill: picture.Over(ground, style.Fill)})
}

// path is a figure's boundary with true arcs.
func (d *drawing) path(f *figure) picture.Path {
	r := f.radius * d.scale
	n := len(f.core)
	if n == 1 {
		return picture.Circle(d.place(f.core[0]), math.Max(r, 1))
	}
	at := make([]picture.Point, n)
	for i, q := range f.core {
		at[i] = d.place(q)
	}
	return boundary(at, r)
}

// labels writes the labels. It skips and counts labels that would lie on one written
// before. Shapes with a contact come first.
func (d *drawing) labels() (hidden int) {
	if !d.o.Labels {
		return 0
	}
	size := math.Min(math.Max(d.typical*0.6, 6), 13)
	taken := newRoom(size, d.plot)
	for _, touch := range []bool{true, false} {
		for i := range d.wholes {
			f, b := &d.wholes[i], d.bounds(i)
			if d.parts(i)[0].touch != touch || f.label == "" || !b.meets(d.view) {
				continue
			}
			if parts := d.parts(i); len(parts) > 1 { // the middle of the whole may lie in a hole
				b = parts[0].bounds()
			}
			p := d.place(soa.Point{X: b.Min.X/2 + b.Max.X/2, Y: b.Min.Y/2 + b.Max.Y/2})
			if !taken.take(p, f.label) {
				hidden++
				continue
			}
			if touch { // on a dark region the letters need some light behind them
				half := picture.Point{X: textWidth(size, f.label)/2 + 1, Y: size * 0.52}
				d.pic.Add(picture.Box(picture.Rect{
					Min: picture.Point{X: p.X - half.X, Y: p.Y - half.Y}, Max: picture.Point{X: p.X + half.X, Y: p.Y + half.Y},
				}), picture.Style{Fill: picture.Alpha(paper, 0.7)})
			}
			d.pic.Text(picture.Point{X: p.X, Y: p.Y + size*0.35}, size, false, picture.Centre, ink, f.label)
		}
	}
	return hidden
}

func (d *drawing) header(shapes, contacts, hidden int) {
	d.pic.Text(picture.Point{X: left, Y: 34}, 20, true, picture.Left, ink, d.o.Title)
	text := countedOf(d.seen.Shapes, shapes, "shape") + ", " + countedOf(d.seen.Contacts, contacts, "contact")
	if d.deepest > 0 {
		text += fmt.Sprintf(", the deepest %.4g", d.deepest)
	}
	if left := d.seen.Left(); left != "" {
		text += "; " + left
	}
	if hidden > 0 {
		text += "; " + counted(hidden, "label") + " left out for want of room"
	}
	d.pic.Text(picture.Point{X: left, Y: 57}, 14, false, picture.Left, faint, text)
}
