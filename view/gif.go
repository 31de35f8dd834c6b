// SPDX-License-Identifier: MIT

package view

import (
	"compress/lzw"
	"image"
	"image/color"
	"image/gif"
	"math"
	"math/bits"
	"sync"

	"daylight/view/internal/picture"
)

// animation collects frames. All of them are kept until it is written, a byte per pixel.
type animation struct {
	few   bool    // ten colours and hard edges
	speed float64 // how many times as fast as the simulation it runs
	fps   int     // frames of the simulation in a second

	anim   gif.GIF
	last   *image.Paletted // what is on the screen after the last frame
	wanted float64         // hundredths of a second that the frames so far should take
	shown  int             // and those they do take
	first  int             // frame of the simulation

	nearest []uint16 // by 18-bit colour: one more than its place in the palette; 0: not looked for yet
}

// paletteSize is the number of colours. The last is transparent: the pixel stays as it is.
const paletteSize = 256

var (
	colours    = sync.OnceValue(newColours)
	fewColours = sync.OnceValue(newFewColours)
)

// table is a palette.
type table struct {
	palette color.Palette
	close   [paletteSize][paletteSize]bool
	through uint8
}

// indistinct is the square of a difference that nobody sees in motion: a pixel that
// changes by less is left as it is, which makes a film a good deal smaller. It is less
// than the difference between any two colours next to each other.
const indistinct = 300

// difference is the square of the difference of two colours; the eye is keener on green.
func difference(r0, g0, b0, r1, g1, b1 float64) float64 {
	return 2*(r0-r1)*(r0-r1) + 4*(g0-g1)*(g0-g1) + 3*(b0-b1)*(b0-b1)
}

// newFewColours are those of what a camera paints, without any mixtures.
func newFewColours() *table {
	t := &table{}
	for _, c := range append([]color.NRGBA{paper, ground, ink, line, idle}, depths...) {
		t.palette = append(t.palette, c)
	}
	t.finish()
	return t
}

// newColours are the colours that a camera uses, their mixtures with what lies under
// and beside them along edges, and greys for letters.
func newColours() *table {
	t := &table{}
	add := func(c color.NRGBA) {
		for _, have := range t.palette {
			if have == color.Color(c) {
				return
			}
		}
		if len(t.palette) < paletteSize-1 {
			t.palette = append(t.palette, c)
		}
	}
	blend := func(a, b color.NRGBA, s float64) color.NRGBA { return picture.Ramp{a, b}.At(s) }
	for _, c := range []color.NRGBA{paper, ground, ink, faint, idle, line, wall} {
		add(c)
	}
	for _, c := range []color.NRGBA{ink, faint} {
		for s := 0.2; s < 1; s += 0.2 {
			add(blend(c, paper, s))
		}
	}
	for k := range plainShades {
		add(picture.Ramp{line, idle}.At(float64(k) / plainShades))
	}
	for _, pair := range [][2]color.NRGBA{{line, ground}, {wall, ground}} {
		for s := 0.25; s < 1; s += 0.25 {
			add(blend(pair[0], pair[1], s))
		}
	}
	for _, c := range kinds {
		add(c)
		add(blend(c, line, 0.5))
	}
	for _, ramp := range []picture.Ramp{depths, speeds} {
		for k := range shades + 1 {
			c := ramp.At(float64(k) / shades)
			add(c)
			for s := 0.25; s < 1; s += 0.25 {
				add(blend(c, line, s))
			}
			add(blend(c, ground, 0.5))
		}
	}
	t.finish()
	return t
}

// finish adds what stays as it is, and finds which colours nobody tells apart.
func (t *table) finish() {
	for i, a := range t.palette {
		for k, b := range t.palette {
			p, q := a.(color.NRGBA), b.(color.NRGBA)
			t.close[i][k] = difference(float64(p.R), float64(p.G), float64(p.B), float64(q.R), float64(q.G), float64(q.B)) < indistinct
		}
	}
	t.through = uint8(len(t.palette))
	t.palette = append(t.palette, color.NRGBA{})
}

// find is the place of the colour of the palette that is most like a colour.
func (a *animation) find(t *table, r, g, b uint8) uint8 {
	if a.nearest == nil {
		a.nearest = make([]uint16, 1<<18)
	}
	key := int(r)>>2<<12 | int(g)>>2<<6 | int(b)>>2
	if k := a.nearest[key]; k > 0 {
		return uint8(k - 1)
	}
	best, at := math.Inf(1), 0
	for k, c := range t.palette[:t.through] {
		q := c.(color.NRGBA)
		if d := difference(float64(r), float64(g), float64(b), float64(q.R), float64(q.G), float64(q.B)); d < best {
			best, at = d, k
		}
	}
	a.nearest[key] = uint16(at + 1)
	return uint8(at)
}

// Delays in hundredths of a second: viewers take less for a mistake, and more does not fit
// into the file's 16 bits.
const (
	shortest = 2
	longest  = math.MaxUint16
)

// add appends a frame that is shown until the given frame of the simulation. It is
// written whole, or as what differs from the frame before if that takes less.
func (g *animation) add(img *image.RGBA, until int) {
	b, colours := img.Bounds(), colours()
	if g.few {
		colours = fewColours()
	}
	now := image.NewPaletted(b, colours.palette)
	for k := range now.Pix {
		p := img.Pix[4*k : 4*k+3 : 4*k+3]
		now.Pix[k] = g.find(colours, p[0], p[1], p[2])
	}
	shown := now
	if g.last != nil {
		changed := image.NewPaletted(b, colours.palette)
		kept := image.NewPaletted(b, colours.palette)
		for k, c := range now.Pix {
			if before := g.last.Pix[k]; colours.close[c][before] {
				kept.Pix[k] = before // so that small changes do not add up
				changed.Pix[k] = colours.through
			} else {
				kept.Pix[k], changed.Pix[k] = c, c
			}
		}
		if packed(changed) < packed(now) {
			shown, now = changed, kept
		}
	}
	g.last = now
	// A delay is a whole number of hundredths; what is cut off one is added to a later.
	g.wanted = float64(until-g.first) * 100 / float64(g.fps) / g.speed
	delay := min(max(int(math.Round(g.wanted))-g.shown, shortest), longest)
	g.shown += delay
	g.anim.Image = append(g.anim.Image, shown)
	g.anim.Delay = append(g.anim.Delay, delay)
	g.anim.Disposal = append(g.anim.Disposal, gif.DisposalNone)
}

// packed is how many bytes a picture takes in the file.
func packed(img *image.Paletted) int {
	var n counter
	w := lzw.NewWriter(&n, lzw.LSB, max(2, bits.Len(uint(len(img.Palette)-1))))
	w.Write(img.Pix) // a counter never fails
	w.Close()
	return int(n)
}

type counter int

func (n *counter) Write(p []byte) (int, error) {
	*n += counter(len(p))
	return len(p), nil
}
