// SPDX-License-Identifier: MIT

//go:build linux

package view

import (
	"context"
	"fmt"
	"image/color"
	"math"
	"strings"
	"testing"
	"time"

	"daylight/batch"
	"daylight/soa"
)

// garden is a simulation of a user's own: circles of two teams go around, and some come and go.
type garden struct {
	shapes *soa.Shapes
	engine *batch.Engine
	team   *soa.Column[uint8]
	energy *soa.Column[float64]
}

func newGarden(t *testing.T, n int) *garden {
	g := &garden{shapes: soa.New()}
	g.team, g.energy = soa.Attach[uint8](g.shapes), soa.Attach[float64](g.shapes)
	for k := range n {
		id, err := g.shapes.AddCircle(soa.At(0, 0, 0), 0.3, soa.Attrs{})
		if err != nil {
			t.Fatal(err)
		}
		g.team.Set(id, uint8(k%2))
		g.energy.Set(id, float64(k)-20)
	}
	var err error
	if g.engine, err = batch.New(g.shapes, batch.Config{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	return g
}

// step moves all shapes along ellipses three times as wide as they are high.
func (g *garden) step(ctx context.Context, frame int) (*batch.Contacts, error) {
	g.shapes.Update(func(l soa.Live) {
		for slot, id := range l.ID {
			k := float64(id.Index())
			sin, cos := math.Sincos(float64(frame)/120 + k)
			l.X[slot], l.Y[slot] = (3+k/10)*3*cos, (3+k/10)*sin
		}
	})
	return g.engine.Step(ctx)
}

// serveOwn shows a garden as a user would.
func serveOwn(t *testing.T, n int) (v *View, g *garden) {
	t.Helper()
	g = newGarden(t, n)
	team := By("team", g.team)
	team.Names = []string{"red", "blue"}
	v, err := Serve(Config{Title: "garden", Colours: []Colouring{team, By("energy", g.energy)}, Started: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for frame := 0; v.Next(ctx); frame++ {
			contacts, err := g.step(ctx, frame)
			if err != nil {
				t.Error(err)
				return
			}
			v.Stats(g.engine.Stats())
			v.Cost("thinking", 2*time.Millisecond)
			v.Layer("zones", Zone(soa.Point{X: -5, Y: -2}, soa.Point{X: 5, Y: -2}, soa.Point{X: 0, Y: 3}).In(color.NRGBA{R: 47, G: 158, B: 110, A: 255}), Text(soa.Point{}, "home <b>"))
			v.Layer("rays", Ray(soa.Point{}, soa.Point{X: 12}), Ring(soa.Point{X: 12}, 1), Line(soa.Point{X: -12}, soa.Point{Y: 5}), Line(soa.Point{X: math.NaN()}))
			if err := v.Frame(g.shapes, contacts); err != nil {
				t.Error(err)
			}
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-done
		v.Close()
	})
	return v, g
}

// TestBrowserOwn: a simulation of a user's own, with columns, layers, velocities and trails, on a
// phone and on a wide screen, by day and by night.
func TestBrowserOwn(t *testing.T) {
	needBrowser(t)
	for _, size := range [][2]int{{390, 844}, {1400, 900}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			t.Parallel()
			v, _ := serveOwn(t, 60)
			b := startChromium(t, size[0], size[1])
			b.open(v.URL())
			b.until(`window.daylight && daylight.frame?.frame > 40 && daylight.layers.length === 2 && daylight.drawn > 3`)
			if got := b.text(`[...document.querySelectorAll("#colour option")].map(o => o.value).join()`); got != "depth,speed,team,energy" {
				t.Errorf("colours to choose: %s", got)
			}
			b.until(`document.getElementById("costs").textContent === "thinking2.00"`)
			if got := b.settled(layout + ".bad"); size[0] > 720 && got != "" {
				t.Error(got)
			}
			for k, scheme := range []string{"light", "dark"} {
				b.scheme(scheme)
				for _, colour := range []string{"team", "energy"} {
					for range 4 {
						if b.text(`daylight.colouring`) != colour {
							b.key("c")
						}
					}
					b.until(fmt.Sprintf(`daylight.colouring === %q`, colour))
					b.until(fmt.Sprintf(`daylight.drawn > %v`, b.number(`daylight.drawn`)+2))
					b.keep(fmt.Sprintf("own-%d-%s-%s", size[0], scheme, colour))
				}
				if k == 0 {
					b.key("v")
					b.key("t")
					b.until(`daylight.lines.velocities && daylight.lines.trails`)
					at := b.number(`daylight.frame.frame`)
					b.until(`daylight.frame.frame > ` + digits(at+20))
				}
			}
			if got := b.text(`document.getElementById("legend").textContent.trim().replace(/\s+/g, " ")`); !strings.HasPrefix(got, "energy −20≥ 39") {
				t.Errorf("the legend says %q", got)
			}
			if turned := b.text(`daylight.view.turned`); turned != fmt.Sprint(size[0] < 720) {
				t.Errorf("the scene is turned: %s", turned)
			}
			b.key("?")
			b.until(`document.getElementById("help").open`)
			b.keep(fmt.Sprintf("own-%d-help", size[0]))
			b.key("?")
			b.until(`!document.getElementById("help").open`)
			// The shape under the pointer, wherever the scene is turned to.
			b.click("#pause")
			b.until(`daylight.paused`)
			b.settle()
			var at [2]float64
			b.evaluate(`(() => { const v = daylight.view, f = daylight.frame;
				for (let i = f.n - 1; i >= 0; i--) {
					const dx = f.floats[4*i] - v.x, dy = f.floats[4*i+1] - v.y, [sx, sy] = v.turned ? [dy, -dx] : [dx, dy];
					const x = innerWidth/2 + sx*v.scale, y = innerHeight/2 - sy*v.scale;
					if (document.elementFromPoint(x, y)?.id === "scene") return [x, y];
				} })()`, &at)
			b.mouse("mouseMoved", at[0], at[1], nil)
			b.until(`daylight.detail && /team (red|blue)/.test(document.getElementById("detail").textContent)`)
			b.keep(fmt.Sprintf("own-%d-hover", size[0]))
			if got := b.text(`daylight.error`); got != "" || len(b.errors) > 0 {
				t.Errorf("the page failed: %s %v", got, b.errors)
			}
		})
	}
}
