// SPDX-License-Identifier: MIT

package view

import (
	"fmt"
	"math"
	"slices"

	"daylight/soa"
	"daylight/view/internal/picture"
)

// Colours of diagrams alone.
var (
	frame     = picture.RGB(0xcfd8e0)
	grid      = picture.RGB(0xe7ecf1)
	outer     = picture.RGB(0xa9b7c4) // the line of a shape without a contact
	touchFill = picture.RGB(0xcfe0f1)
	touchLine = picture.RGB(0x5f8bb3)
	near      = picture.RGB(0x2a9d8f)
)

const (
	left, top, right, bottom = 56.0, 74.0, 104.0, 44.0
	tallest, flattest        = 1.4, 0.3
)

// drawing is the state of one Draw.
type drawing struct {
	o       Drawing
	pic     *picture.Picture
	plot    picture.Rect
	view    Area
	scale   float64 // pixels a unit
	figures []figure
	wholes  []whole // of the shapes given
	pairs   int     // given
	work    int     // looks at shapes and contacts in all
	typical float64 // reach of the middling shape in view, in pixels
	deepest float64
	seen    Drawn
}

// layout finds the view, the scale and the picture's height.
func (d *drawing) layout() error {
	d.view = nothing
	for i := range d.figures {
		d.view = d.view.union(d.figures[i].bounds())
	}
	if d.o.Area != nil {
		d.view = *d.o.Area
	} else if len(d.figures) == 0 {
		d.view = Area{Max: soa.Point{X: 1, Y: 1}}
	} else {
		d.view = d.view.padded()
	}
	w, h := d.view.width(), d.view.height()
	if !d.view.drawable() {
		return fmt.Errorf("the view %g,%g to %g,%g cannot be drawn: it needs a width and a height", d.view.Min.X, d.view.Min.Y, d.view.Max.X, d.view.Max.Y)
	}
	across := float64(d.o.Width) - left - right
	down := math.Round(across * math.Min(math.Max(h/w, flattest), tallest))
	d.plot = picture.Rect{Min: picture.Point{X: left, Y: top}, Max: picture.Point{X: left + across, Y: top + down}}
	d.scale = math.Min(across/w, down/h)
	// The axis with room to spare shows more of the plane on both sides.
	cx, cy := d.view.Min.X+w/2, d.view.Min.Y+h/2
	d.view = Area{
		Min: soa.Point{X: cx - across/d.scale/2, Y: cy - down/d.scale/2},
		Max: soa.Point{X: cx + across/d.scale/2, Y: cy + down/d.scale/2},
	}
	d.pic = picture.New(d.o.Width, int(top+down+bottom))
	d.pic.Reserve = d.o.Reserve

	var reaches []float64
	for i := range d.figures {
		if d.figures[i].bounds().meets(d.view) {
			reaches = append(reaches, d.figures[i].reach()*d.scale)
		}
	}
	if len(reaches) > 0 {
		slices.Sort(reaches)
		d.typical = reaches[len(reaches)/2]
	}
	return nil
}

// place takes a point of the plane to the picture.
func (d *drawing) place(p soa.Point) picture.Point {
	return picture.Point{
		X: d.plot.Min.X + (p.X-d.view.Min.X)*d.scale,
		Y: d.plot.Max.Y - (p.Y-d.view.Min.Y)*d.scale,
	}
}

func (d *drawing) tell(done int) {
	if d.o.Progress != nil {
		d.o.Progress(done, d.work)
	}
}
