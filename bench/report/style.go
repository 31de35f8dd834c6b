// SPDX-License-Identifier: MIT

package main

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// width is small enough to be read at the width of a phone.
const width = 5.2 * vg.Inch

// palette is Okabe and Ito's, which people who see few colours can tell apart, without
// its yellow, which paper swallows.
var palette = []color.RGBA{
	{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff},
	{0x56, 0xb4, 0xe9, 0xff}, {0xe6, 0x9f, 0x00, 0xff}, {0x44, 0x44, 0x44, 0xff}, {0x99, 0x99, 0x99, 0xff},
}

var dashes = [][]vg.Length{nil, {vg.Points(6), vg.Points(2)}, {vg.Points(2), vg.Points(2)}, {vg.Points(6), vg.Points(2), vg.Points(1), vg.Points(2)}}

var shapes = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.PlusGlyph{}, draw.CrossGlyph{}}

func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	size := func(points float64) font.Font { return font.From(sans, vg.Points(points)) }
	p.TextHandler = text.Plain{Fonts: font.DefaultCache}
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font = size(11)
		a.Tick.Label.Font = size(10.5)
		a.Tick.LineStyle.Width = vg.Points(0.5)
		a.LineStyle.Width = vg.Points(0.5)
	}
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.Legend.TextStyle.Font = size(10.5)
	p.Legend.Padding = vg.Points(2)
	p.Legend.ThumbnailWidth = vg.Points(24)
	p.Y.Tick.Marker = plot.TickerFunc(evenTicks)
	grid := plotter.NewGrid()
	for _, l := range []*draw.LineStyle{&grid.Horizontal, &grid.Vertical} {
		l.Color = color.Gray{0xdd}
		l.Dashes = nil
	}
	p.Add(grid)
	return p
}

// looks are the indices of palette, dashes and shapes of line k, the same for no two of
// the first 64: where colours begin again, dashes and shapes are others.
func looks(k int) (shade, dash, shape int) {
	round := k / len(palette)
	return k % len(palette), (k/2 + round) % len(dashes), (k + round) % len(shapes)
}

// line adds a line with points, and its legend.
func line(p *plot.Plot, k int, name string, xy plotter.XYs) error {
	l, s, err := plotter.NewLinePoints(xy)
	if err != nil {
		return err
	}
	shade, dash, shape := looks(k)
	l.Color, s.Color = palette[shade], palette[shade]
	l.Width = vg.Points(1.5)
	l.Dashes = dashes[dash]
	s.Shape = shapes[shape]
	s.Radius = vg.Points(3)
	p.Add(l, s)
	p.Legend.Add(name, l, s)
	return nil
}

// straight adds a grey line that is only there to be compared with.
func straight(p *plot.Plot, name string, xy plotter.XYs) error {
	l, err := plotter.NewLine(xy)
	if err != nil {
		return err
	}
	l.Color, l.Width, l.Dashes = color.Gray{0x70}, vg.Points(1), []vg.Length{vg.Points(3), vg.Points(3)}
	p.Add(l)
	p.Legend.Add(name, l)
	return nil
}
