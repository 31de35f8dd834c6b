// SPDX-License-Identifier: MIT

package main

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// bars are bars that lie on their side, names to their left.
type bars struct {
	value []float64
	color []color.RGBA
	label []string
}

// Plot draws bar i at height i, at least as wide as can be seen.
func (b *bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := p.X.Tick.Label
	style.XAlign, style.YAlign = text.XLeft, text.YCenter
	for i, v := range b.value {
		at, half := float64(i), 0.36
		end := max(x(v), x(0)+vg.Points(1))
		c.FillPolygon(b.color[i], []vg.Point{
			{X: x(0), Y: y(at - half)}, {X: end, Y: y(at - half)}, {X: end, Y: y(at + half)}, {X: x(0), Y: y(at + half)},
		})
		c.FillText(style, vg.Point{X: end + vg.Points(4), Y: y(at)}, b.label[i])
	}
}

// DataRange leaves room for one bar more than there are; the other axis is the caller's.
func (b *bars) DataRange() (xmin, xmax, ymin, ymax float64) {
	return 0, slices.Max(b.value), -0.6, float64(len(b.value)) - 0.4
}
