// SPDX-License-Identifier: MIT

package diagram

import (
	"context"
	"fmt"
	"math"

	"daylight/cmd/internal/outline"
	"daylight/cmd/internal/picture"
	"daylight/internal/memory"
	"daylight/soa"
)

// Contact is a pair of figures, by their place in the list given to Draw.
type Contact struct {
	A, B   int
	Depth  float64
	NX, NY float64
}

// Options say what to draw.
type Options struct {
	Title string
	// View is the part of the plane to show; nil shows all there is.
	View *View
	// Width is that of the whole picture in pixels; the height follows from the view.
	Width int
	// Arrows are drawn where they can be told apart, unless On or Off.
	Arrows Switch
	// Progress, which may be nil, is told now and then how much of the work is done.
	Progress func(done, total int)
	// Memory, which may be nil, is what the picture is charged to.
	Memory *memory.Budget
	// Labels writes each shape's label at its position.
	Labels bool
}

// Switch is a choice that may be left to the program.
type Switch int

// The positions of a Switch.
const (
	Auto Switch = iota
	On
	Off
)

// Drawn is how many of the shapes and contacts given lie in the view, and how many of those
// are not drawn because they lie hidden under others.
type Drawn struct {
	Shapes, Contacts int
	Hidden           struct{ Shapes, Contacts int }
}

// Left says what was left out, if anything was.
func (d *Drawn) Left() string {
	if d.Hidden.Shapes+d.Hidden.Contacts == 0 {
		return ""
	}
	return "hidden under others and left out: " + Counted(d.Hidden.Shapes, "shape") + ", " + Counted(d.Hidden.Contacts, "contact")
}

// Shape is one shape to draw.
type Shape struct {
	soa.Shape
	// More are further parts of the same shape. What parts have in common is filled once, and
	// lines within the shape are not drawn.
	More  []soa.Shape
	Label string
}

// Draw draws the shapes and contacts, and says how many of them there are to see. A
// cancelled ctx ends it early.
func Draw(ctx context.Context, shapes []Shape, contacts []Contact, o Options) (*picture.Picture, Drawn, error) {
	d := &drawing{o: o, work: 2*len(shapes) + len(contacts)}
	for i := range shapes {
		w := whole{from: len(d.figures), label: shapes[i].Label}
		d.figures = append(d.figures, newFigure(shapes[i].Shape))
		for _, sh := range shapes[i].More {
			d.figures = append(d.figures, newFigure(sh))
		}
		w.to = len(d.figures)
		d.wholes = append(d.wholes, w)
	}
	for _, c := range contacts {
		for _, k := range [2]int{c.A, c.B} {
			for i := range d.parts(k) {
				d.parts(k)[i].touch = true
			}
		}
		d.deepest = math.Max(d.deepest, c.Depth)
	}
	if err := d.layout(); err != nil {
		return nil, Drawn{}, err
	}
	d.pic.Add(picture.Box(picture.Rect{Max: picture.Point{X: float64(d.pic.Width), Y: float64(d.pic.Height)}}), picture.Style{Fill: paper})
	d.pic.Add(picture.Box(d.plot), picture.Style{Fill: ground})
	d.axes()
	d.pic.Clip(d.plot)
	d.hideShapes()
	if err := d.shapes(ctx); err != nil {
		return nil, Drawn{}, err
	}
	if err := d.contacts(ctx, contacts); err != nil {
		return nil, Drawn{}, err
	}
	hidden := d.labels()
	d.pic.Unclip()
	d.pic.Add(picture.Box(d.plot), picture.Style{Stroke: frame, Width: 1})
	d.header(len(shapes), len(contacts), hidden)
	if d.deepest > 0 {
		d.legend()
	}
	return d.pic, d.seen, d.pic.Err()
}

// shapes paints those without a contact first, so that they hide nothing.
func (d *drawing) shapes(ctx context.Context) error {
	width := math.Min(math.Max(d.typical/14, 0.35), 1.1)
	idle := picture.Style{Fill: picture.Alpha(idleFill, 0.9), Stroke: idleLine, Width: width}
	touch := picture.Style{Fill: picture.Alpha(touchFill, 0.75), Stroke: touchLine, Width: width}
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

// path is a figure's boundary with true arcs. The plane's y points up, so what turns
// counter-clockwise there does so on the page.
func (d *drawing) path(f *figure) picture.Path {
	r := f.radius * d.scale
	n := len(f.core)
	if n == 1 {
		return picture.Circle(d.place(f.core[0]), math.Max(r, 1))
	}
	var p picture.Path
	offset := func(c picture.Point, angle float64) picture.Point {
		sin, cos := math.Sincos(angle)
		return picture.Point{X: c.X + r*cos, Y: c.Y - r*sin}
	}
	for i, q := range f.core {
		c := d.place(q)
		if r == 0 {
			p.Line(c)
			continue
		}
		p.Line(offset(c, outline.Normal(f.core[(i+n-1)%n], q)))
		p.Arc(c, offset(c, outline.Normal(q, f.core[(i+1)%n])))
	}
	p.Close()
	return p
}

// labels writes the labels, but for those that would lie on one written before, which
// it counts. Shapes with a contact come first.
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
				half := picture.Point{X: Width(size, f.label)/2 + 1, Y: size * 0.52}
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
	text := Of(d.seen.Shapes, shapes, "shape") + ", " + Of(d.seen.Contacts, contacts, "contact")
	if d.deepest > 0 {
		text += fmt.Sprintf(", the deepest %.4g", d.deepest)
	}
	if left := d.seen.Left(); left != "" {
		text += "; " + left
	}
	if hidden > 0 {
		text += "; " + Counted(hidden, "label") + " left out for want of room"
	}
	d.pic.Text(picture.Point{X: left, Y: 57}, 14, false, picture.Left, faint, text)
}
