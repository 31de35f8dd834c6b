// SPDX-License-Identifier: MIT

package view

import (
	"math"
	"unicode/utf8"

	"daylight/view/internal/picture"
)

// room knows where labels of one size stand. It deals the page into cells, and a label
// is listed in each that it reaches into.
type room struct {
	size  float64
	page  picture.Rect // what lies outside is not seen
	cells map[[2]int][]span
}

// span is the extent of a label: half its width about a middle, all of one height.
type span struct{ x, y, half float64 }

func newRoom(size float64, page picture.Rect) *room {
	return &room{size: size, page: page, cells: map[[2]int][]span{}}
}

// glyph is the width of a letter, and lead the distance of lines, as shares of the
// size: those of an average sans serif.
const glyph, lead = 0.56, 1.05

// textWidth is about how wide a text is.
func textWidth(size float64, label string) float64 {
	return glyph * size * float64(utf8.RuneCountInString(label))
}

// take takes the place of a label about the point p, unless it is taken already.
func (r *room) take(p picture.Point, label string) bool {
	s := span{p.X, p.Y, textWidth(r.size, label) / 2}
	lo, hi := r.page.Min, r.page.Max
	cell := func(v, lo, hi float64) int { return int(math.Min(math.Max(v, lo), hi) / (4 * r.size)) }
	x0, x1 := cell(s.x-s.half, lo.X, hi.X), cell(s.x+s.half, lo.X, hi.X)
	y0, y1 := cell(s.y-r.size, lo.Y, hi.Y), cell(s.y+r.size, lo.Y, hi.Y)
	for x := x0; x <= x1; x++ {
		for y := y0; y <= y1; y++ {
			for _, o := range r.cells[[2]int{x, y}] {
				if math.Abs(s.x-o.x) < s.half+o.half && math.Abs(s.y-o.y) < lead*r.size {
					return false
				}
			}
		}
	}
	for x := x0; x <= x1; x++ {
		for y := y0; y <= y1; y++ {
			r.cells[[2]int{x, y}] = append(r.cells[[2]int{x, y}], s)
		}
	}
	return true
}
