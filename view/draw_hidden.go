// SPDX-License-Identifier: MIT

package view

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"

	"daylight/view/internal/picture"
)

// Shapes below many others cannot be seen, but cost memory, time and space in the file. So they are
// left out, and the picture says how many. Only a few of the shapes that look the same are drawn,
// and no more in all than cover the plot so many times.
const (
	sameShapes    = 4  // shapes that look the same; they are not quite opaque
	shapeLayers   = 16 // areas of the plot that the bounds of the shapes fill
	contactLayers = 16
)

// cover decides what is drawn, beginning with what is most to be seen.
type cover[K comparable] struct {
	ink  float64 // pixels that may still be painted
	same int     // how many of one look
	seen map[K]int
}

func newCover[K comparable](plot picture.Rect, layers float64, same int) *cover[K] {
	return &cover[K]{ink: plot.Dx() * plot.Dy() * layers, same: same, seen: map[K]int{}}
}

// take reports whether something of that look, and with those bounds, is to be drawn.
func (c *cover[K]) take(look K, bounds, plot picture.Rect) bool {
	if c.ink <= 0 || c.seen[look] >= c.same {
		return false
	}
	w := math.Min(bounds.Max.X, plot.Max.X) - math.Max(bounds.Min.X, plot.Min.X)
	h := math.Min(bounds.Max.Y, plot.Max.Y) - math.Max(bounds.Min.Y, plot.Min.Y)
	c.seen[look]++
	c.ink -= math.Max(w, 1) * math.Max(h, 1)
	return true
}

// onPage is a part of the plane as it lies in the picture, where y points down.
func (d *drawing) onPage(v Area) picture.Rect {
	p, q := d.place(v.Min), d.place(v.Max)
	return picture.Rect{Min: picture.Point{X: p.X, Y: q.Y}, Max: picture.Point{X: q.X, Y: p.Y}}
}

// hideShapes marks the shapes that lie hidden under others. Later shapes lie above earlier ones,
// and touching shapes above others.
func (d *drawing) hideShapes() {
	c := newCover[uint64](d.plot, shapeLayers, sameShapes)
	for _, touch := range []bool{true, false} {
		for k := range slices.Backward(d.wholes) {
			all, met := true, false
			for i := range d.parts(k) {
				f := &d.parts(k)[i]
				if f.touch != touch || !f.bounds().meets(d.view) {
					continue
				}
				met = true
				f.hidden = !c.take(d.look(f), d.onPage(f.bounds()), d.plot)
				all = all && f.hidden
			}
			if met && all {
				d.seen.Hidden.Shapes++
			}
		}
	}
}

// look is a number that figures share which look the same, to a quarter of a pixel.
func (d *drawing) look(f *figure) uint64 {
	h := fnv.New64a()
	put := func(v float64) {
		q := uint32(int32(math.Max(-1e9, math.Min(1e9, math.Round(v*4)))))
		h.Write([]byte{byte(q), byte(q >> 8), byte(q >> 16), byte(q >> 24)})
	}
	put(f.radius * d.scale)
	for _, q := range f.core {
		p := d.place(q)
		put(p.X)
		put(p.Y)
	}
	if f.touch {
		put(0)
	}
	return h.Sum64()
}

// mark is how the sign of a contact looks, to about a sixteenth of its size.
type mark struct {
	size           int8 // a power of two
	x0, y0, x1, y1 int16
	direction      int8
	kinds          [2]uint8
}

// hideContacts picks the contacts in view that are to be drawn, and counts the others. The
// deepest lie above, for they are what a picture is looked at for.
func (d *drawing) hideContacts(list []Pair) (shown []bool) {
	order := make([]int32, 0, len(list))
	for i, c := range list {
		if d.bounds(c.A).meets(d.view) || d.bounds(c.B).meets(d.view) {
			order = append(order, int32(i))
		}
	}
	slices.SortStableFunc(order, func(i, j int32) int { return cmp.Compare(list[j].Depth, list[i].Depth) })
	shown = make([]bool, len(list))
	c := newCover[mark](d.plot, contactLayers, 1)
	for _, i := range order {
		k := &list[i]
		a, b := &d.parts(k.A)[0], &d.parts(k.B)[0]
		rect := d.onPage(d.bounds(k.A).shared(d.bounds(k.B)))
		if !rect.Meets(d.plot) {
			shown[i] = true // its arrow may reach into the plot
			continue
		}
		if shown[i] = c.take(markOf(rect, k, a, b), rect, d.plot); !shown[i] {
			d.seen.Contacts++
			d.seen.Hidden.Contacts++
		}
	}
	return shown
}

func markOf(r picture.Rect, c *Pair, a, b *figure) mark {
	size := math.Max(math.Max(r.Dx(), r.Dy()), 1)
	power := math.Ceil(math.Log2(size))
	step := math.Max(math.Exp2(power)/16, 0.5)
	q := func(v float64) int16 { return int16(math.Max(-1<<15, math.Min(1<<15-1, math.Round(v/step)))) }
	return mark{
		size: int8(math.Min(power, 127)), x0: q(r.Min.X), y0: q(r.Min.Y), x1: q(r.Max.X), y1: q(r.Max.Y),
		direction: int8(math.Round(math.Atan2(c.NY, c.NX) * 8 / math.Pi)),
		kinds:     [2]uint8{uint8(min(len(a.core), 255)), uint8(min(len(b.core), 255))},
	}
}

// shared is where two boxes overlap, or what lies between them.
func (v Area) shared(w Area) Area {
	s := Area{Min: v.Min, Max: v.Max}
	s.Min.X, s.Max.X = between(v.Min.X, v.Max.X, w.Min.X, w.Max.X)
	s.Min.Y, s.Max.Y = between(v.Min.Y, v.Max.Y, w.Min.Y, w.Max.Y)
	return s
}

func between(a0, a1, b0, b1 float64) (lo, hi float64) {
	lo, hi = math.Max(a0, b0), math.Min(a1, b1)
	return math.Min(lo, hi), math.Max(lo, hi)
}
