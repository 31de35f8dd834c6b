// SPDX-License-Identifier: MIT

package picture

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// WritePNG writes the picture as a PNG of scale times its size in pixels.
func (p *Picture) WritePNG(w io.Writer, scale float64) error {
	// The picture itself, the mask of a shape as large, and what the encoder keeps.
	const pixelBytes = 16
	size := math.Ceil(float64(p.Width)*scale) * math.Ceil(float64(p.Height)*scale)
	if p.Reserve != nil {
		if err := p.Reserve(int64(size) * pixelBytes); err != nil {
			return err
		}
	}
	img, err := p.Image(scale)
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

// Image paints the picture at scale times its size.
func (p *Picture) Image(scale float64) (*image.RGBA, error) {
	size := image.Rect(0, 0, int(math.Ceil(float64(p.Width)*scale)), int(math.Ceil(float64(p.Height)*scale)))
	r := &raster{img: image.NewRGBA(size), scale: scale, clip: size, faces: map[fontKey]font.Face{}}
	for i := range p.items {
		if err := p.watch(i); err != nil {
			return nil, err
		}
		it := &p.items[i]
		switch {
		case it.clip != nil:
			r.clip = image.Rect(
				int(math.Round(it.clip.Min.X*scale)), int(math.Round(it.clip.Min.Y*scale)),
				int(math.Round(it.clip.Max.X*scale)), int(math.Round(it.clip.Max.Y*scale))).Intersect(size)
		case it.open:
			r.clip = size
		case it.text != nil:
			if err := r.text(it.text); err != nil {
				return nil, err
			}
		default:
			r.path(it.path, it.style)
		}
	}
	return r.img, nil
}

// raster paints items on an image.
type raster struct {
	img    *image.RGBA
	scale  float64
	clip   image.Rectangle
	vec    vector.Rasterizer
	points []Point
	quads  [][]Point
	spare  []Point
	faces  map[fontKey]font.Face
}

type fontKey struct {
	size float64
	bold bool
}

func (r *raster) path(p *Path, s Style) {
	if s.Fill.A > 0 {
		r.spare, r.quads = r.spare[:0], r.quads[:0]
		ends := make([]int, 0, 8)
		for _, q := range append([]Path{*p}, p.more...) {
			// Arcs begin where the path is so far, which is its own.
			r.points = q.flatten(r.points[:0], r.scale)
			r.spare = append(r.spare, r.points...)
			ends = append(ends, len(r.spare))
		}
		at := 0
		for _, end := range ends {
			r.quads = append(r.quads, r.spare[at:end])
			at = end
		}
		r.fill(s.Fill)
	}
	for i := range p.more {
		r.path(&p.more[i], Style{Stroke: s.Stroke, Width: s.Width})
	}
	r.points = p.flatten(r.points[:0], r.scale)
	if s.Stroke.A > 0 && s.Width > 0 {
		r.stroke(s.Width*r.scale, p.closed)
		r.fill(s.Stroke)
	}
}

// fill paints the union of r.quads, which all turn the same way round.
func (r *raster) fill(c color.NRGBA) {
	lo, hi := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, q := range r.quads {
		for _, p := range q {
			lo.X, lo.Y = math.Min(lo.X, p.X), math.Min(lo.Y, p.Y)
			hi.X, hi.Y = math.Max(hi.X, p.X), math.Max(hi.Y, p.Y)
		}
	}
	c0 := r.clip
	if !(hi.X >= float64(c0.Min.X) && lo.X <= float64(c0.Max.X) && hi.Y >= float64(c0.Min.Y) && lo.Y <= float64(c0.Max.Y)) {
		return
	}
	box := image.Rect(
		int(math.Floor(math.Max(lo.X, float64(c0.Min.X)))), int(math.Floor(math.Max(lo.Y, float64(c0.Min.Y)))),
		int(math.Ceil(math.Min(hi.X, float64(c0.Max.X)))), int(math.Ceil(math.Min(hi.Y, float64(c0.Max.Y)))),
	).Intersect(c0)
	if box.Empty() {
		return
	}
	r.vec.Reset(box.Dx(), box.Dy())
	x0, y0 := float64(box.Min.X), float64(box.Min.Y)
	for _, q := range r.quads {
		r.vec.MoveTo(float32(q[0].X-x0), float32(q[0].Y-y0))
		for _, p := range q[1:] {
			r.vec.LineTo(float32(p.X-x0), float32(p.Y-y0))
		}
		r.vec.ClosePath()
	}
	r.vec.Draw(r.img, box, image.NewUniform(c), image.Point{})
}

// stroke turns the outline r.points into r.quads: a quadrilateral along each line and,
// where the pen is wide enough for it to show, a disc at each joint.
func (r *raster) stroke(width float64, closed bool) {
	n, h := len(r.points), width/2
	lines := n - 1
	if closed {
		lines = n
	}
	r.quads, r.spare = r.quads[:0], r.spare[:0]
	// The points are appended first and cut into quads afterwards: appending moves them.
	sizes := make([]int, 0, 2*n)
	for i := range lines {
		a, b := r.points[i], r.points[(i+1)%n]
		dx, dy := b.X-a.X, b.Y-a.Y
		l := math.Hypot(dx, dy)
		if l == 0 {
			continue
		}
		nx, ny := -dy/l*h, dx/l*h
		r.spare = append(r.spare, Point{a.X + nx, a.Y + ny}, Point{a.X - nx, a.Y - ny}, Point{b.X - nx, b.Y - ny}, Point{b.X + nx, b.Y + ny})
		sizes = append(sizes, 4)
	}
	if width > 1 {
		const corners = 8
		for _, c := range r.points {
			for k := range corners {
				sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
				r.spare = append(r.spare, Point{c.X + h*cos, c.Y + h*sin})
			}
			sizes = append(sizes, corners)
		}
	}
	at := 0
	for _, k := range sizes {
		r.quads = append(r.quads, r.spare[at:at+k])
		at += k
	}
}

func (r *raster) text(t *label) error {
	face, err := r.face(t.size*r.scale, t.bold)
	if err != nil {
		return err
	}
	d := font.Drawer{Dst: clipped{r.img, r.clip}, Src: image.NewUniform(t.fill), Face: face}
	x := fixed.Int26_6(math.Round(t.at.X * r.scale * 64))
	switch t.align {
	case Centre:
		x -= d.MeasureString(t.text) / 2
	case Right:
		x -= d.MeasureString(t.text)
	}
	d.Dot = fixed.Point26_6{X: x, Y: fixed.Int26_6(math.Round(t.at.Y * r.scale * 64))}
	d.DrawString(t.text)
	return nil
}

func (r *raster) face(size float64, bold bool) (font.Face, error) {
	key := fontKey{size, bold}
	if f, ok := r.faces[key]; ok {
		return f, nil
	}
	data := goregular.TTF
	if bold {
		data = gobold.TTF
	}
	parsed, err := opentype.Parse(data)
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, err
	}
	r.faces[key] = face
	return face, nil
}

// clipped is an image that ignores what is painted outside a rectangle.
type clipped struct {
	*image.RGBA
	clip image.Rectangle
}

func (c clipped) Bounds() image.Rectangle { return c.clip }

var _ draw.Image = clipped{}
