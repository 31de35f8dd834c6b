// SPDX-License-Identifier: MIT

//go:build linux

package view

import (
	"context"
	"image"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"daylight/batch"
	"daylight/bench/sim"
)

// needBrowser skips tests of a browser where they would only cost time, and lets those of
// several run side by side.
func needBrowser(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	if os.Getenv("CI") == "true" && os.Getenv("DAYLIGHT_REQUIRE_BROWSER") == "" {
		t.Skip("section browser of the checks runs this, once")
	}
	t.Parallel() // it waits more than it works
}

// serve shows a scene on a page and returns its address; stop ends it.
func serve(t *testing.T, scene string, n int, c Config) (address string, stop func()) {
	t.Helper()
	w, err := sim.New(scene, n, 42, batch.Config{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	c.Title = scene
	started, ended := make(chan string, 1), make(chan error, 1)
	c.Started = func(url string) { started <- url }
	ctx, cancel := context.WithCancel(context.Background())
	go func() { ended <- Run(ctx, w, c) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	select {
	case address = <-started:
	case err := <-ended:
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return address, stop
}

// inked counts the pixels of a picture that are not of the ground's colour, and those of
// strong colour, which only shapes in contact have.
func inked(img image.Image, r image.Rectangle) (any, strong int) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			R, G, B, _ := img.At(x, y).RGBA()
			r, g, b := int(R>>8), int(G>>8), int(B>>8)
			if r != 0xf6 || g != 0xf8 || b != 0xfa {
				any++
			}
			if max(r, g, b)-min(r, g, b) > 80 {
				strong++
			}
		}
	}
	return any, strong
}

// TestBrowser: the page loads, shapes are where the simulation has them, buttons and
// the pointer do what they say, and the figures move.
func TestBrowser(t *testing.T) {
	needBrowser(t)
	b := startChromium(t, 1200, 800)
	address, stop := serve(t, "mixed", 400, Config{})
	b.open(address)
	b.until(`window.daylight && daylight.frame && daylight.stats && daylight.drawn > 3`)
	if got := b.text(`document.title`); got != "mixed – daylight" {
		t.Errorf("title %q", got)
	}

	// Figures move.
	first := b.number(`daylight.frame.frame`)
	b.until(`daylight.frame.frame > ` + digits(max(first, 30)) + ` && Number(document.getElementById("f-rate").textContent) > 1 && Number(document.getElementById("f-shown").textContent) > 0`)
	for _, id := range []string{"f-frame", "f-step", "f-sweep", "f-candidates", "f-contacts", "f-kernels", "f-shown"} {
		if got := b.text(`document.getElementById("` + id + `").textContent`); got == "–" || got == "" {
			t.Errorf("%s shows %q", id, got)
		}
	}
	b.keep("running")

	// Pause holds.
	b.click("#pause")
	b.until(`daylight.paused && document.getElementById("pause").textContent === "Resume"`)
	b.settle()
	held := b.number(`daylight.frame.frame`)
	time.Sleep(300 * time.Millisecond)
	if now := b.number(`daylight.frame.frame`); now != held {
		t.Errorf("paused at frame %v, and now %v", held, now)
	}

	// Shapes are drawn, where they are.
	img := b.screenshot("paused")
	middle := image.Rect(60, 80, 900, 720)
	if any, strong := inked(img, middle); any < 40000 || strong < 5000 {
		t.Errorf("%d pixels drawn, %d of them in strong colours", any, strong)
	}
	drawn, missed := 0, 0
	var centres [][3]float64 // x, y in the window, whether it touches
	b.evaluate(`Array.from({length: daylight.frame.n}, (_, i) => {
		const v = daylight.view, f = daylight.frame;
		return [innerWidth/2 + (f.floats[4*i] - v.x)*v.scale, innerHeight/2 - (f.floats[4*i+1] - v.y)*v.scale, f.shapes[16*i+15] & 1];
	})`, &centres)
	for _, c := range centres {
		x, y := int(c[0]), int(c[1])
		if !(image.Pt(x, y).In(middle)) {
			continue
		}
		if any, _ := inked(img, image.Rect(x, y, x+1, y+1)); any == 0 {
			missed++
		}
		drawn++
	}
	if drawn < 300 || missed > 0 {
		t.Errorf("%d shapes in the middle of the window, and %d of them are not drawn at their centres", drawn, missed)
	}

	// One step is one frame, and moves shapes.
	b.click("#step")
	b.until(`daylight.frame.frame !== ` + digits(held))
	if now := b.number(`daylight.frame.frame`); now != held+1 {
		t.Errorf("a step from frame %v led to %v", held, now)
	}
	b.key(".")
	b.until(`daylight.frame.frame === ` + digits(held+2))

	// A shape's contacts under the pointer.
	var at [2]float64
	b.evaluate(`(() => { const v = daylight.view, f = daylight.frame;
		for (let i = 0; i < f.n; i++) {
			const x = innerWidth/2 + (f.floats[4*i] - v.x)*v.scale, y = innerHeight/2 - (f.floats[4*i+1] - v.y)*v.scale;
			if (f.shapes[16*i+15] & 1 && x > 200 && x < 700 && y > 200 && y < 600) return [x, y];
		} })()`, &at)
	b.mouse("mouseMoved", at[0], at[1], nil)
	b.until(`daylight.detail && daylight.detail.count > 0 && !document.getElementById("detail").hidden`)
	if got := b.text(`document.getElementById("detail").textContent`); !strings.Contains(got, "depth") {
		t.Errorf("the shape's figures: %q", got)
	}
	b.keep("hover")
	b.mouse("mouseMoved", 5, 795, nil)
	b.until(`document.getElementById("detail").hidden`)

	// Zoom keeps the point under the pointer; dragging moves by what was dragged.
	b.mouse("mouseWheel", 500, 400, map[string]any{"deltaX": 0, "deltaY": -600})
	scale := b.number(`daylight.view.scale`)
	b.click("#fit")
	fitted := b.number(`daylight.view.scale`)
	if !(scale > 1.5*fitted) {
		t.Errorf("a unit is %v pixels after zooming in, %v when everything is shown", scale, fitted)
	}
	x := b.number(`daylight.view.x`)
	b.mouse("mousePressed", 500, 400, leftButton)
	b.mouse("mouseMoved", 600, 400, leftButton)
	b.mouse("mouseReleased", 600, 400, leftButton)
	if moved := (x - b.number(`daylight.view.x`)) * fitted; math.Abs(moved-100) > 1 {
		t.Errorf("dragging by 100 pixels moved the view by %v", moved)
	}
	b.mouse("mouseWheel", 500, 400, map[string]any{"deltaX": 0, "deltaY": -900})
	time.Sleep(200 * time.Millisecond)
	b.keep("zoomed")
	b.key("f")

	// Colours.
	b.key("c")
	b.until(`daylight.colouring === "speed" && document.getElementById("colour").value === "speed"`)
	time.Sleep(300 * time.Millisecond)
	bySpeed := b.screenshot("speed")
	if alike(img, bySpeed, middle) > 0.9 {
		t.Error("by speed, shapes have the colours they have by depth")
	}
	b.key("c")

	b.click("#pause")
	b.until(`!daylight.paused && daylight.frame.frame > ` + digits(held+20))

	// The end.
	stop()
	b.until(`document.getElementById("message").textContent.includes("ended")`)
	b.keep("ended")
	for _, e := range b.errors {
		// The page tries to find another simulation, and a browser logs that.
		if !strings.Contains(e, "ERR_CONNECTION_REFUSED") {
			t.Errorf("the page raised %s", e)
		}
	}
	if got := b.text(`daylight.error`); got != "" {
		t.Errorf("the page failed: %s", got)
	}
}

// TestBrowserReturns: a page whose simulation has ended shows the next one at the same
// address, be it another scene, and paused.
func TestBrowserReturns(t *testing.T) {
	needBrowser(t)
	b := startChromium(t, 1200, 800)
	address, stop := serve(t, "circles", 1, Config{})
	b.open(address)
	b.until(`window.daylight && daylight.frame && daylight.drawn > 3 && !daylight.paused`)
	stop()
	b.until(`document.getElementById("message").textContent.includes("ended")`)
	serve(t, "polys", 3000, Config{Paused: true, Listen: strings.Trim(strings.TrimPrefix(address, "http:"), "/")})
	b.until(`daylight.connected && daylight.frame && daylight.frame.n === 3000 && daylight.paused && document.title === "polys – daylight"`)
	b.until(`document.getElementById("message").textContent === ""`)
	time.Sleep(300 * time.Millisecond)
	if any, _ := inked(b.screenshot("returned"), image.Rect(60, 80, 900, 720)); any < 40000 {
		t.Errorf("%d pixels drawn", any)
	}
	if got := b.text(`daylight.error`); got != "" {
		t.Errorf("the page failed: %s", got)
	}
}

// digits writes a whole number as a page has it.
func digits(v float64) string { return strconv.Itoa(int(v)) }

// alike is the share of pixels that two pictures have in common.
func alike(a, b image.Image, r image.Rectangle) float64 {
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if a.At(x, y) == b.At(x, y) {
				n++
			}
		}
	}
	return float64(n) / float64(r.Dx()*r.Dy())
}
