// SPDX-License-Identifier: MIT

package view

import (
	"context"
	"math"

	"daylight/soa"
	"daylight/view/internal/picture"
)

// contacts paints, for each pair, the region it shares, then all the arrows.
func (d *drawing) contacts(ctx context.Context, list []Pair) error {
	type arrow struct {
		at     picture.Point
		nx, ny float64
	}
	var arrows []arrow
	shown := d.hideContacts(list)
	for i, c := range list {
		if i%1024 == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := d.pic.Err(); err != nil {
				return err
			}
			d.tell(2*len(d.wholes) + i)
		}
		if !shown[i] {
			continue
		}
		at, shared, box := d.meetings(c)
		if d.shows(box) {
			d.seen.Contacts++
		}
		colour := near
		if c.Depth >= 0 {
			colour = depths.At(c.Depth / d.deepest)
		}
		if !shared.Empty() {
			d.pic.Add(shared, picture.Style{Fill: picture.Alpha(colour, 0.92)})
		} else {
			d.pic.Add(picture.Circle(at, math.Min(math.Max(d.typical/8, 0.8), 2.5)), picture.Style{Fill: colour})
		}
		arrows = append(arrows, arrow{at, c.NX, -c.NY})
	}
	if d.o.Arrows == Off || (d.o.Arrows == Auto && d.typical < 5) {
		return nil
	}
	length := math.Min(math.Max(0.7*d.typical, 5), 20)
	head := math.Min(math.Max(0.36*length, 2.2), 6)
	width := math.Min(math.Max(length/12, 0.6), 1.4)
	for _, r := range arrows {
		// A pale rim keeps an arrow legible on a dark region.
		end := picture.Point{X: r.at.X + r.nx*(length-head/2), Y: r.at.Y + r.ny*(length-head/2)}
		d.pic.Add(picture.Polyline(r.at, end), picture.Style{Stroke: picture.Alpha(paper, 0.75), Width: width + 2})
		tip := picture.Point{X: r.at.X + r.nx*length, Y: r.at.Y + r.ny*length}
		neck := picture.Point{X: tip.X - r.nx*head, Y: tip.Y - r.ny*head}
		d.pic.Add(picture.Polyline(r.at, neck), picture.Style{Stroke: ink, Width: width})
		d.pic.Add(picture.Polygon(tip,
			picture.Point{X: neck.X - r.ny*head*0.45, Y: neck.Y + r.nx*head*0.45},
			picture.Point{X: neck.X + r.ny*head*0.45, Y: neck.Y - r.nx*head*0.45}), picture.Style{Fill: ink})
	}
	return nil
}

// meetings is where two shapes meet: all that parts of one share with parts of the other, which
// turns one way round, the point that the arrow starts from, in the largest piece of it, and
// points that bound it.
func (d *drawing) meetings(c Pair) (at picture.Point, shared picture.Path, box []picture.Point) {
	as, bs := d.parts(c.A), d.parts(c.B)
	if len(as) == 1 && len(bs) == 1 {
		at, region := d.meeting(&as[0], &bs[0], c)
		if len(region) > 2 {
			shared = picture.Polygon(region...)
		}
		return at, shared, append(region, at)
	}
	largest, nearest := 0.0, math.Inf(1)
	for i := range as {
		for k := range bs {
			a, b := as[i].bounds(), bs[k].bounds()
			gap := math.Max(math.Max(a.Min.X-b.Max.X, b.Min.X-a.Max.X), math.Max(a.Min.Y-b.Max.Y, b.Min.Y-a.Max.Y))
			if gap > 0 && (largest > 0 || gap > nearest) {
				continue
			}
			p, region := d.meeting(&as[i], &bs[k], c)
			if len(region) < 3 {
				if largest == 0 && gap < nearest {
					at, nearest = p, gap
				}
				continue
			}
			r := picture.Rect{Min: region[0], Max: region[0]}
			for _, q := range region {
				r.Min.X, r.Min.Y = math.Min(r.Min.X, q.X), math.Min(r.Min.Y, q.Y)
				r.Max.X, r.Max.Y = math.Max(r.Max.X, q.X), math.Max(r.Max.Y, q.Y)
			}
			if size := r.Dx() * r.Dy(); size > largest {
				at, largest = p, size
			}
			shared.Join(picture.Polygon(region...))
			box = append(box, r.Min, r.Max)
		}
	}
	return at, shared, append(box, at)
}

// shows reports whether the box of some points reaches into the plot.
func (d *drawing) shows(points []picture.Point) bool {
	r := picture.Rect{Min: points[0], Max: points[0]}
	for _, p := range points[1:] {
		r.Min.X, r.Min.Y = math.Min(r.Min.X, p.X), math.Min(r.Min.Y, p.Y)
		r.Max.X, r.Max.Y = math.Max(r.Max.X, p.X), math.Max(r.Max.Y, p.Y)
	}
	return r.Meets(d.plot)
}

// meeting is where two figures meet: the region they share, if there is one to see,
// and the point an arrow starts from.
func (d *drawing) meeting(a, b *figure, c Pair) (picture.Point, []picture.Point) {
	per := func(f *figure) int { return min(max(int(3*math.Sqrt(f.radius*d.scale)+8), 12), 96) }
	if b.thin() && !a.thin() {
		a, b = b, a
		c.NX, c.NY = -c.NX, -c.NY
	}
	origin := a.centre
	if shared := clip(a.outline(origin, per(a)), b.outline(origin, per(b))); len(shared) > 0 {
		var region []picture.Point
		m, area := centroid(shared)
		if area*d.scale*d.scale > 0.25 {
			for _, p := range shared {
				region = append(region, d.place(soa.Point{X: p.X + origin.X, Y: p.Y + origin.Y}))
			}
		}
		return d.place(soa.Point{X: m.X + origin.X, Y: m.Y + origin.Y}), region
	}
	p, q := a.support(c.NX, c.NY), b.support(-c.NX, -c.NY)
	// The smaller figure's point lies nearer to where they touch.
	if a.reach() > b.reach() {
		p = soa.Point{X: q.X + c.Depth/2*c.NX, Y: q.Y + c.Depth/2*c.NY}
	} else {
		p = soa.Point{X: p.X - c.Depth/2*c.NX, Y: p.Y - c.Depth/2*c.NY}
	}
	return d.place(p), nil
}
