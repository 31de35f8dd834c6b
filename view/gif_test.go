// SPDX-License-Identifier: MIT

package view

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"math"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/bench/sim"
	"daylight/soa"
	"daylight/view/internal/picture"
)

// TestDelays: a frame is shown as long as it should be, or as long as can be said.
func TestDelays(t *testing.T) {
	const second = framesPerSecond
	for _, c := range []struct{ until, want int }{
		{0, 2}, {1, 2}, {3, 5}, {second, 100}, {600 * second, 60_000}, {700 * second, 65_535}, {1 << 30, 65_535},
	} {
		g := Film{gif: animation{fps: second, speed: 1}}
		g.gif.add(image.NewRGBA(image.Rect(0, 0, 2, 2)), c.until)
		var file bytes.Buffer
		if err := g.Write(&file); err != nil {
			t.Fatal(err)
		}
		film, err := gif.DecodeAll(&file)
		if err != nil {
			t.Fatal(err)
		}
		if got := film.Delay[0]; got != c.want {
			t.Errorf("until frame %d: shown for %d hundredths, want %d", c.until, got, c.want)
		}
	}
}

// TestSpeed: a film that begins late and runs faster shows each picture as long as that
// leaves for it.
func TestSpeed(t *testing.T) {
	g := animation{speed: 4, fps: framesPerSecond, first: 120}
	for _, until := range []int{180, 240} {
		g.add(image.NewRGBA(image.Rect(0, 0, 2, 2)), until)
	}
	if got := g.anim.Delay; got[0] != 25 || got[1] != 25 {
		t.Errorf("delays %v, want a quarter of a second each", got)
	}
}

// TestFew: what a film shows is what was painted, up to what nobody sees; with few colours,
// up to the nearest of them; and that takes less than half the room.
func TestFew(t *testing.T) {
	w, err := sim.New("crowd", 3000, 1, batch.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var films [2]*Film
	for k := range films {
		if films[k], err = NewFilm(FilmConfig{Title: "crowd", Width: 300, Every: 1, Few: k == 1}); err != nil {
			t.Fatal(err)
		}
	}
	var painted []*image.RGBA
	for range 12 {
		if err := w.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
		for k := range films {
			img, err := films[k].Frame(context.Background(), w.Shapes(), w.Contacts())
			if err != nil {
				t.Fatal(err)
			}
			if k == 0 {
				painted = append(painted, img)
			}
		}
	}
	var sizes [2]int
	for k, g := range films {
		var file bytes.Buffer
		if err := g.Write(&file); err != nil {
			t.Fatal(err)
		}
		sizes[k] = file.Len()
		film, err := gif.DecodeAll(&file)
		if err != nil {
			t.Fatal(err)
		}
		screen := image.NewRGBA(painted[0].Bounds())
		table := colours()
		if g.gif.few {
			table = fewColours()
		}
		for i, shown := range film.Image {
			draw.Draw(screen, shown.Bounds(), shown, shown.Bounds().Min, draw.Over)
			wrong := 0
			for p := 0; p < len(screen.Pix); p += 4 {
				want := table.palette[g.gif.find(table, painted[i].Pix[p], painted[i].Pix[p+1], painted[i].Pix[p+2])].(color.NRGBA)
				r, gr, b := screen.Pix[p], screen.Pix[p+1], screen.Pix[p+2]
				if difference(float64(r), float64(gr), float64(b), float64(want.R), float64(want.G), float64(want.B)) >= indistinct {
					wrong++
				}
			}
			if wrong > 0 {
				t.Errorf("few %v, picture %d: %d pixels show something else", g.gif.few, i, wrong)
			}
		}
	}
	if sizes[1] > sizes[0]/2 {
		t.Errorf("%d bytes in few colours, %d in all", sizes[1], sizes[0])
	}
}

// TestLegend: below the scene stands what colours mean, within the picture.
func TestLegend(t *testing.T) {
	w, err := sim.New("drum", 50, 1, batch.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for by, ramp := range map[string]picture.Ramp{"depth": depths, "speed": speeds} {
		f, err := NewFilm(FilmConfig{Title: "drum", Width: 420, Colour: by, Skip: 60, Every: 1})
		if err != nil {
			t.Fatal(err)
		}
		var img *image.RGBA
		for range 61 {
			if err := w.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
			if img, err = f.Frame(context.Background(), w.Shapes(), w.Contacts()); err != nil {
				t.Fatal(err)
			}
		}
		b := img.Bounds()
		seen, right, apart := map[color.RGBA]bool{}, 0, image.Point{}
		for y := b.Max.Y - footer; y < b.Max.Y; y++ {
			for x := range b.Max.X {
				if p := img.RGBAAt(x, y); p != (color.RGBA{255, 255, 255, 255}) {
					seen[p] = true
					right = max(right, x)
					if apart.X == 0 && p == (color.RGBA{idle.R, idle.G, idle.B, 255}) {
						apart = image.Pt(x, y)
					}
				}
			}
		}
		for k := range shades + 1 {
			q := ramp.At(float64(k) / shades)
			if !seen[color.RGBA{q.R, q.G, q.B, 255}] {
				t.Errorf("by %s: shade %d is not in the legend", by, k)
			}
		}
		if p := img.RGBAAt(apart.X-1, apart.Y); by == "depth" && p != (color.RGBA{faint.R, faint.G, faint.B, 255}) {
			t.Errorf("what is apart is %v, beside %v", apart, p)
		}
		if right > b.Max.X-8 {
			t.Errorf("by %s: the legend reaches to %d of %d pixels", by, right, b.Max.X)
		}
	}
}

// TestFilmArea: a film shows the area that it is given, walls far beyond all that moves included,
// and static shapes in the user's colours, which the legend explains. By depth they have the colour
// of walls.
func TestFilmArea(t *testing.T) {
	shapes := soa.New()
	team := soa.Attach[uint8](shapes)
	wallID, err := shapes.AddBox(soa.At(90, 0, 0), 5, 5, soa.Attrs{Static: true})
	if err = errors.Join(err, team.Set(wallID, 1), second(shapes.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{}))); err != nil {
		t.Fatal(err)
	}
	by := By("team", team)
	by.Names = []string{"red", "blue"}
	all := Area{Min: soa.Point{X: -100, Y: -50}, Max: soa.Point{X: 100, Y: 50}}
	// at is the colour of the picture in the middle of the wall.
	at := func(c FilmConfig) color.RGBA {
		c.Every, c.Width, c.Colours = 1, 400, []Colouring{by}
		f, err := NewFilm(c)
		if err != nil {
			t.Fatal(err)
		}
		img, err := f.Frame(context.Background(), shapes, nil)
		if err != nil {
			t.Fatal(err)
		}
		return img.RGBAAt(200+2*90, header+(img.Bounds().Dy()-header-footer)/2)
	}
	for colour, want := range map[string]color.NRGBA{"team": kinds[1], "depth": wall, "speed": wall} {
		if got := at(FilmConfig{Colour: colour, Area: &all}); got != (color.RGBA{want.R, want.G, want.B, 255}) {
			t.Errorf("by %s the wall is %v, want %v", colour, got, want)
		}
	}
	if got := at(FilmConfig{}); got == (color.RGBA{wall.R, wall.G, wall.B, 255}) {
		t.Error("without an area the wall is in view: the test shows nothing")
	}
	for _, bad := range []Area{{}, {Max: soa.Point{X: 1, Y: -1}}, {Max: soa.Point{X: math.NaN(), Y: 1}}, {Max: soa.Point{X: math.Inf(1), Y: 1}}} {
		if _, err := NewFilm(FilmConfig{Area: &bad}); err == nil || !strings.Contains(err.Error(), "FilmConfig.Area") {
			t.Errorf("%v: %v", bad, err)
		}
	}
}
