// SPDX-License-Identifier: MIT

package film

import (
	"compress/lzw"
	"image"
	"image/color"
	"image/gif"
	"io"
	"math"
	"math/bits"
	"sync"

	"daylight/cmd/internal/look"
	"daylight/cmd/internal/picture"
)

// GIF collects frames. All of them are kept until it is written, a byte per pixel.
type GIF struct {
	// Few has the film take ten colours and leave edges hard, which makes one of many
	// small shapes a third as large. Set it before the first frame.
	Few bool
	// Speed is how many times as fast as the simulation the film runs; 0 is once.
	Speed float64

	anim   gif.GIF
	last   *image.Paletted // what is on the screen after the last frame
	wanted float64         // hundredths of a second that the frames so far should take
	shown  int             // and those they do take
	first  int             // frame of the simulation

	nearest []uint16 // by 18-bit colour: one more than its place in the palette; 0: not looked for yet
}

// palette is the number of colours, of which the last is none: a pixel that stays as
// it is.
const palette = 256

var (
	colours    = sync.OnceValue(newColours)
	fewColours = sync.OnceValue(newFewColours)
)

// table is a palette.
type table struct {
	palette color.Palette
	close   [palette][palette]bool
	through uint8
}

// indistinct is the square of a difference that nobody sees in motion: a pixel that
// changes by less is left as it is, which makes a film a good deal smaller. It is less
// than the difference between any two colours next to each other.
const indistinct = 300

// apart is the square of the difference of two colours; the eye is keener on green.
func apart(r0, g0, b0, r1, g1, b1 float64) float64 {
	return 2*(r0-r1)*(r0-r1) + 4*(g0-g1)*(g0-g1) + 3*(b0-b1)*(b0-b1)
}

// newFewColours are those of what a Camera paints, without any mixtures.
func newFewColours() *table {
	t := &table{}
	for _, c := range append([]color.NRGBA{paper, ground, ink, line, idleFill}, depthRamp...) {
		t.palette = append(t.palette, c)
	}
	t.finish()
	return t
}

// newColours are the colours that a Camera uses, their mixtures with what lies under
// and beside them along edges, and greys for letters.
func newColours() *table {
	t := &table{}
	add := func(c color.NRGBA) {
		for _, have := range t.palette {
			if have == color.Color(c) {
				return
			}
		}
		if len(t.palette) < palette-1 {
			t.palette = append(t.palette, c)
		}
	}
	blend := func(a, b color.NRGBA, s float64) color.NRGBA { return picture.Ramp{a, b}.At(s) }
	for _, c := range []color.NRGBA{paper, ground, ink, faint, idleFill, line, wallFill} {
		add(c)
	}
	for _, c := range []color.NRGBA{ink, faint} {
		for s := 0.2; s < 1; s += 0.2 {
			add(blend(c, paper, s))
		}
	}
	for k := range plainShades {
		add(picture.Ramp{line, idleFill}.At(float64(k) / plainShades))
	}
	for _, pair := range [][2]color.NRGBA{{line, ground}, {wallFill, ground}} {
		for s := 0.25; s < 1; s += 0.25 {
			add(blend(pair[0], pair[1], s))
		}
	}
	for _, ramp := range []picture.Ramp{depthRamp, speedRamp} {
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
			t.close[i][k] = apart(float64(p.R), float64(p.G), float64(p.B), float64(q.R), float64(q.G), float64(q.B)) < indistinct
		}
	}
	t.through = uint8(len(t.palette))
	t.palette = append(t.palette, color.NRGBA{})
}

// find is the place of the colour of the palette that is most like a colour.
func (f *GIF) find(t *table, r, g, b uint8) uint8 {
	if f.nearest == nil {
		f.nearest = make([]uint16, 1<<18)
	}
	key := int(r)>>2<<12 | int(g)>>2<<6 | int(b)>>2
	if k := f.nearest[key]; k > 0 {
		return uint8(k - 1)
	}
	best, at := math.Inf(1), 0
	for k, c := range t.palette[:t.through] {
		q := c.(color.NRGBA)
		if d := apart(float64(r), float64(g), float64(b), float64(q.R), float64(q.G), float64(q.B)); d < best {
			best, at = d, k
		}
	}
	f.nearest[key] = uint16(at + 1)
	return uint8(at)
}

// Delays in hundredths of a second: viewers take less for a mistake, and more does not fit
// into the file's 16 bits.
const (
	shortest = 2
	longest  = math.MaxUint16
)

// Add appends a frame that is shown until the given frame of the simulation. It is
// written whole, or as what differs from the frame before if that takes less.
func (g *GIF) Add(img *image.RGBA, until int) {
	b, colours := img.Bounds(), colours()
	if g.Few {
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
	speed := g.Speed
	if speed == 0 {
		speed = 1
	}
	g.wanted = float64(until-g.first) * 100 / look.FramesPerSecond / speed
	delay := min(max(int(math.Round(g.wanted))-g.shown, shortest), longest)
	g.shown += delay
	g.anim.Image = append(g.anim.Image, shown)
	g.anim.Delay = append(g.anim.Delay, delay)
	g.anim.Disposal = append(g.anim.Disposal, gif.DisposalNone)
}

// Begin says which frame of the simulation the film begins with, if not the first.
func (g *GIF) Begin(frame int) { g.first = frame }

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

// Len is the number of frames.
func (g *GIF) Len() int { return len(g.anim.Image) }

// Write writes the film, which runs for ever.
func (g *GIF) Write(w io.Writer) error { return gif.EncodeAll(w, &g.anim) }
