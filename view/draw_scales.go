// SPDX-License-Identifier: MIT

package view

import (
	"math"
	"strconv"

	"daylight/soa"
	"daylight/view/internal/picture"
)

// ticks are round numbers in [lo, hi], about n of them.
func ticks(lo, hi float64, n int) []float64 {
	raw := (hi - lo) / float64(n)
	step := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5, 10} {
		if step*m >= raw {
			step *= m
			break
		}
	}
	var out []float64
	for k := math.Ceil(lo / step); k*step <= hi && len(out) < 4*n; k++ {
		out = append(out, k*step)
	}
	return out
}

// tickText writes a tick without the last digits of its arithmetic.
func tickText(v float64) string {
	if v == 0 {
		return "0"
	}
	s := strconv.FormatFloat(v, 'g', 10, 64)
	if w := strconv.FormatFloat(v, 'f', -1, 64); len(w) <= len(s) {
		return w
	}
	return s
}

// axes paints a light grid and its numbers.
func (d *drawing) axes() {
	line := picture.Style{Stroke: grid, Width: 1}
	across := ticks(d.view.Min.X, d.view.Max.X, 8)
	up := ticks(d.view.Min.Y, d.view.Max.Y, max(2, int(8*d.plot.Dy()/d.plot.Dx())))
	column := func(v float64) float64 { return d.place(soa.Point{X: v, Y: d.view.Min.Y}).X }
	row := func(v float64) float64 { return d.place(soa.Point{X: d.view.Min.X, Y: v}).Y }
	for _, v := range across {
		d.pic.Add(picture.Polyline(picture.Point{X: column(v), Y: d.plot.Min.Y}, picture.Point{X: column(v), Y: d.plot.Max.Y}), line)
	}
	for _, v := range up {
		d.pic.Add(picture.Polyline(picture.Point{X: d.plot.Min.X, Y: row(v)}, picture.Point{X: d.plot.Max.X, Y: row(v)}), line)
	}
	for _, v := range across {
		d.pic.Text(picture.Point{X: column(v), Y: d.plot.Max.Y + 18}, 11, false, picture.Centre, faint, tickText(v))
	}
	for _, v := range up {
		d.pic.Text(picture.Point{X: d.plot.Min.X - 8, Y: row(v) + 4}, 11, false, picture.Right, faint, tickText(v))
	}
}

// legend paints the bar that says which colour is how deep.
func (d *drawing) legend() {
	const width, strips = 14.0, 64
	height := math.Min(260, d.plot.Dy()-40)
	x := d.plot.Max.X + 22
	y := d.plot.Min.Y + 26
	d.pic.Text(picture.Point{X: x, Y: y - 12}, 12, true, picture.Left, ink, "depth")
	for k := range strips {
		// Each strip reaches a little under the next, so that no seam shows.
		y0 := y + height*float64(strips-1-k)/strips
		y1 := math.Min(y+height*float64(strips-k)/strips+0.5, y+height)
		r := picture.Rect{Min: picture.Point{X: x, Y: y0}, Max: picture.Point{X: x + width, Y: y1}}
		d.pic.Add(picture.Box(r), picture.Style{Fill: depths.At((float64(k) + 0.5) / strips)})
	}
	for _, v := range ticks(0, d.deepest, 5) {
		ty := y + height*(1-v/d.deepest)
		d.pic.Add(picture.Polyline(picture.Point{X: x + width, Y: ty}, picture.Point{X: x + width + 4, Y: ty}), picture.Style{Stroke: faint, Width: 1})
		d.pic.Text(picture.Point{X: x + width + 8, Y: ty + 4}, 11, false, picture.Left, faint, tickText(v))
	}
}
