// SPDX-License-Identifier: MIT

package picture

import (
	"bytes"
	"errors"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"
)

var (
	red  = RGB(0xff0000)
	blue = RGB(0x0000ff)
)

// near compares colours, a premultiplied one first.
func near(got color.Color, want color.NRGBA) bool {
	c := color.NRGBAModel.Convert(got).(color.NRGBA)
	d := func(a, b uint8) bool { return math.Abs(float64(a)-float64(b)) <= 3 }
	return d(c.R, want.R) && d(c.G, want.G) && d(c.B, want.B) && d(c.A, want.A)
}

func TestImage(t *testing.T) {
	p := New(100, 60)
	p.Add(Box(Rect{Max: Point{100, 60}}), Style{Fill: RGB(0xffffff)})
	p.Add(Circle(Point{30, 30}, 20), Style{Fill: red, Stroke: blue, Width: 4})
	p.Clip(Rect{Min: Point{60, 10}, Max: Point{80, 50}})
	p.Add(Box(Rect{Min: Point{-1e6, -1e6}, Max: Point{1e6, 1e6}}), Style{Fill: Alpha(blue, 0.5)})
	p.Unclip()
	p.Add(Polyline(Point{82, 5}, Point{98, 5}), Style{Stroke: red, Width: 3})
	p.Add(Path{}, Style{Fill: red})
	for _, scale := range []float64{0.5, 1, 2} {
		img, err := p.Image(scale)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			x, y float64
			want color.NRGBA
		}{
			{30, 30, red}, {30, 18, red}, {50, 30, blue}, {10, 30, blue}, {30, 50, blue}, {30, 10, blue},
			{5, 5, RGB(0xffffff)}, {47, 47, RGB(0xffffff)}, {70, 30, RGB(0x8080ff)}, {56, 30, RGB(0xffffff)}, {84, 30, RGB(0xffffff)}, {70, 5, RGB(0xffffff)},
			{90, 5, red}, {90, 9, RGB(0xffffff)},
		} {
			if got := img.At(int(c.x*scale), int(c.y*scale)); !near(got, c.want) {
				t.Errorf("scale %v: (%v, %v) is %v, want %v", scale, c.x, c.y, got, c.want)
			}
		}
	}
}

func TestText(t *testing.T) {
	p := New(200, 40)
	p.Text(Point{100, 30}, 20, true, Centre, red, "Hello ☀")
	p.Text(Point{0, 30}, 20, false, Left, red, "|")
	p.Text(Point{200, 30}, 20, false, Right, red, "|")
	img, err := p.Image(1)
	if err != nil {
		t.Fatal(err)
	}
	inked := func(x0, x1 int) (n int) {
		for y := range 40 {
			for x := x0; x < x1; x++ {
				if _, _, _, a := img.At(x, y).RGBA(); a > 0 {
					n++
				}
			}
		}
		return n
	}
	if inked(60, 140) < 100 || inked(0, 12) < 10 || inked(188, 200) < 10 || inked(14, 40) != 0 || inked(160, 186) != 0 {
		t.Errorf("ink: %d in the middle, %d left, %d right, %d and %d between", inked(60, 140), inked(0, 12), inked(188, 200), inked(14, 40), inked(160, 186))
	}
}

func TestArc(t *testing.T) {
	c := Circle(Point{10, 20}, 5)
	points := c.flatten(nil, 3)
	if len(points) < 16 {
		t.Fatalf("only %d points", len(points))
	}
	for i, p := range points {
		if r := math.Hypot(p.X-30, p.Y-60); math.Abs(r-15) > 1e-9 {
			t.Errorf("point %d is %v from the centre", i, r)
		}
		if i > 0 {
			q := points[i-1]
			if turn := (q.X-30)*(p.Y-60) - (q.Y-60)*(p.X-30); turn > 1e-9 {
				t.Errorf("point %d goes the wrong way round", i)
			}
		}
	}
	var quarter Path
	quarter.Line(Point{1, 0})
	quarter.Arc(Point{0, 0}, Point{0, -1})
	for _, p := range quarter.flatten(nil, 1) {
		if p.X < -1e-9 || p.Y > 1e-9 {
			t.Errorf("the quarter circle passes %v", p)
		}
	}
	var degenerate Path
	degenerate.Line(Point{1, 1})
	degenerate.Arc(Point{1, 1}, Point{1, 1})
	if n := len(degenerate.flatten(nil, 1)); n != 2 {
		t.Errorf("an arc of radius 0 has %d points", n)
	}
}

func TestSVG(t *testing.T) {
	p := New(30, 20)
	p.Add(Circle(Point{10, 10}, 2.5), Style{Fill: red})
	p.Add(Polygon(Point{0, 0}, Point{1.005, 0}, Point{-0.001, 1}), Style{Fill: red})
	p.Clip(Rect{Max: Point{5, 5}})
	var capsule Path
	capsule.Line(Point{0, 0})
	capsule.Arc(Point{1, 0}, Point{2, 0})
	p.Add(capsule, Style{Stroke: Alpha(blue, 0.5), Width: 2})
	p.Unclip()
	p.Text(Point{1, 2}, 9, true, Right, blue, "a<b & c")
	var out bytes.Buffer
	if err := p.WriteSVG(&out, "x<y"); err != nil {
		t.Fatal(err)
	}
	want := `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20" viewBox="0 0 30 20" font-family="` + fonts + `" role="img">
<title>x&lt;y</title>
<g fill="#ff0000">
<circle cx="10" cy="10" r="2.5"/>
<path d="M0 0L1 0L0 1Z"/>
</g>
<clipPath id="c1"><rect x="0" y="0" width="5" height="5"/></clipPath><g clip-path="url(#c1)">
<g fill="none" stroke="#0000ff" stroke-opacity="0.5" stroke-width="2" stroke-linejoin="round" stroke-linecap="round">
<path d="M0 0A1 1 0 0 0 2 0"/>
</g>
</g>
<text x="1" y="2" font-size="9" text-anchor="end" font-weight="bold" fill="#0000ff">a&lt;b &amp; c</text>
</svg>
`
	if got := out.String(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	out.Reset()
	if err := p.WritePNG(&out, 1.5); err != nil {
		t.Fatal(err)
	}
	if img, err := png.Decode(strings.NewReader(out.String())); err != nil || img.Bounds().Dx() != 45 || img.Bounds().Dy() != 30 {
		t.Errorf("PNG: %v, %v", img.Bounds(), err)
	}
}

func TestRamp(t *testing.T) {
	r := Ramp{RGB(0), RGB(0x808080), RGB(0xffffff)}
	for v, want := range map[float64]color.NRGBA{-1: RGB(0), 0: RGB(0), 0.25: RGB(0x404040), 0.5: RGB(0x808080), 1: RGB(0xffffff), 2: RGB(0xffffff), math.Inf(-1): RGB(0)} {
		if got := r.At(v); got != want {
			t.Errorf("%v: got %v, want %v", v, got, want)
		}
	}
	if got := r.At(math.NaN()); got != RGB(0) {
		t.Errorf("NaN: got %v", got)
	}
}

// TestWatch: the callback gets progress that does not fall, and can end it.
func TestWatch(t *testing.T) {
	p := New(100, 100)
	for range 5000 {
		p.Add(Circle(Point{50, 50}, 5), Style{Fill: RGB(0)})
	}
	stop := errors.New("enough")
	for name, write := range map[string]func() error{
		"SVG": func() error { return p.WriteSVG(io.Discard, "") },
		"PNG": func() error { return p.WritePNG(io.Discard, 1) },
	} {
		calls, last := 0, -1
		p.Watch = func(done, total int) error {
			if calls++; done <= last || total != 5000 {
				t.Errorf("%s: %d of %d after %d", name, done, total, last)
			}
			last = done
			return nil
		}
		if err := write(); err != nil || calls != 5 {
			t.Errorf("%s: %v, %d calls", name, err, calls)
		}
		p.Watch = func(int, int) error { return stop }
		if err := write(); !errors.Is(err, stop) {
			t.Errorf("%s: error %v, want the watcher's", name, err)
		}
	}
}
