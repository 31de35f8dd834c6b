// SPDX-License-Identifier: MIT

//go:build linux

package view

import (
	"fmt"
	"strings"
	"testing"
)

// layout computes where things are on the live page, in the pixels of the window.
const layout = `(() => {
	const box = e => (r => ({left: r.left, right: r.right, top: r.top, bottom: r.bottom}))(e.getBoundingClientRect());
	const seen = [...document.querySelectorAll("header, #panel, #legend")].map(e => ({name: e.id || e.tagName, ...box(e)}));
	const v = daylight.view, s = daylight.scene, px = x => innerWidth/2 + (x - s.origin.x - v.x)*v.scale, py = y => innerHeight/2 - (y - s.origin.y - v.y)*v.scale;
	const scene = {left: px(s.view.minX), right: px(s.view.maxX), top: py(s.view.maxY), bottom: py(s.view.minY)};
	const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
	const bad = [];
	for (const [i, a] of seen.entries()) {
		if (a.left < 0 || a.right > innerWidth || a.top < 0 || a.bottom > innerHeight) bad.push(a.name + " leaves the window");
		if (over(a, scene)) bad.push(a.name + " hides the scene");
		for (const b of seen.slice(i + 1)) if (over(a, b)) bad.push(a.name + " lies on " + b.name);
	}
	return {bad: bad.join("; "), width: scene.right - scene.left, height: scene.bottom - scene.top};
})()`

// hovered computes whether the figures of the shape under the pointer hide what they tell
// of, or stand on tools.
const hovered = `(() => {
	const r = document.getElementById("detail").getBoundingClientRect(), d = daylight.detail, v = daylight.view, s = daylight.scene, bad = [];
	if (r.left < 0 || r.right > innerWidth || r.top < 0 || r.bottom > innerHeight) bad.push("leaves the window");
	const at = (x, y) => [innerWidth/2 + (x - s.origin.x - v.x)*v.scale, innerHeight/2 - (y - s.origin.y - v.y)*v.scale];
	const hides = ([x, y]) => x > r.left && x < r.right && y > r.top && y < r.bottom;
	if (hides(at(d.x, d.y))) bad.push("hides the shape");
	for (const m of d.contacts) {
		const p = at(m.x, m.y);
		for (const step of [0, 12, 24]) if (hides([p[0] + step*m.nx, p[1] - step*m.ny])) { bad.push("hides the contact with " + m.id); break; }
	}
	for (const e of document.querySelectorAll("header, #panel, #legend")) {
		const o = e.getBoundingClientRect();
		if (Math.min(r.right, o.right) - Math.max(r.left, o.left) > 1 && Math.min(r.bottom, o.bottom) - Math.max(r.top, o.top) > 1) bad.push("stands on " + (e.id || e.tagName));
	}
	return bad.join("; ");
})()`

// TestBrowserLayout: on a phone, a tablet and a wide screen nothing hides the scene, by day
// and by night, and the figures of a shape hide neither it nor its contacts.
func TestBrowserLayout(t *testing.T) {
	needBrowser(t)
	for _, size := range [][2]int{{390, 844}, {800, 600}, {1600, 1000}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) { browserLayout(t, size) })
	}
}

// browserLayout looks at the page in a window of one size.
func browserLayout(t *testing.T, size [2]int) {
	t.Parallel() // it waits more than it works
	address, _ := serve(t, "drum", 300, Config{})
	b := startChromium(t, size[0], size[1])
	b.open(address)
	b.until(`window.daylight && daylight.frame && daylight.stats?.contacts > 100 && daylight.drawn > 3`)
	b.settled(layout + ".bad") // after which the button stays where it is
	b.click("#pause")
	b.until(`daylight.paused`)
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme)
		if bad := b.settled(layout + ".bad"); bad != "" {
			t.Errorf("%d x %d, %s: %s", size[0], size[1], scheme, bad)
		}
		var is struct{ Width, Height float64 }
		b.evaluate(layout, &is)
		if is.Width < 0.85*float64(size[0]) && is.Height < 0.7*float64(size[1]) {
			t.Errorf("%d x %d: the drum is only %.0f x %.0f", size[0], size[1], is.Width, is.Height)
		}
		eventually(t, waiting, fmt.Sprintf("%d pixels: the ground of a %s page", size[0], scheme), func() bool {
			r, _, _, _ := b.screenshot(fmt.Sprintf("live-%d-%s", size[0], scheme)).At(2, size[1]-2).RGBA()
			return r>>8 < 128 == (scheme == "dark")
		})
	}

	// Several shapes with contacts, and one after zooming in on it.
	for k, zoom := range []float64{0, 0, 0, -700} {
		var at [2]float64
		b.evaluate(fmt.Sprintf(`(() => { const v = daylight.view, f = daylight.frame, list = [];
			for (let i = 0; i < f.n; i++) {
				const x = innerWidth/2 + (f.floats[4*i] - v.x)*v.scale, y = innerHeight/2 - (f.floats[4*i+1] - v.y)*v.scale;
				if (f.shapes[16*i+15] === 1 && document.elementFromPoint(x, y)?.id === "scene") list.push([x, y]);
			}
			return list[Math.floor(list.length * %v)]; })()`, []float64{0, 0.4, 0.9, 0.5}[k]), &at)
		if zoom != 0 {
			scale := b.number(`daylight.view.scale`)
			b.mouse("mouseWheel", at[0], at[1], map[string]any{"deltaX": 0, "deltaY": zoom})
			b.until(fmt.Sprintf(`daylight.view.scale > %v`, 1.5*scale))
		}
		b.mouse("mouseMoved", at[0], at[1], nil)
		b.until(`daylight.detail && daylight.detail.count > 0 && !document.getElementById("detail").hidden`)
		if got := b.settled(hovered); got != "" {
			t.Errorf("%d x %d, shape %d: the figures' box %s", size[0], size[1], k, got)
		}
		b.keep(fmt.Sprintf("hover-%d-%d", size[0], k))
		b.key("f") // so that nothing is in the corner
		b.settled(layout + ".bad")
		b.mouse("mouseMoved", 2, float64(size[1]-2), nil)
		b.until(`!daylight.detail`)
	}

	if size[0] > 720 {
		return
	}
	// A finger that touches a shape asks for its contacts, until it touches elsewhere.
	var at [2]float64
	b.evaluate(`(() => { const v = daylight.view, f = daylight.frame;
		for (let i = 0; i < f.n; i++) {
			const x = innerWidth/2 + (f.floats[4*i] - v.x)*v.scale, y = innerHeight/2 - (f.floats[4*i+1] - v.y)*v.scale;
			if (f.shapes[16*i+15] === 1 && document.elementFromPoint(x, y)?.id === "scene") return [x, y];
		} })()`, &at)
	b.tap(at[0], at[1])
	b.until(`daylight.detail && daylight.detail.count > 0 && !document.getElementById("detail").hidden`)
	if got := b.settled(hovered); got != "" {
		t.Errorf("%d x %d, touched: the figures' box %s", size[0], size[1], got)
	}
	b.tap(float64(size[0]/2), 100)
	b.until(`!daylight.detail && document.getElementById("detail").hidden`)

	// On a phone the figures are a line until they are asked for.
	if got := b.text(`document.getElementById("brief").textContent`); !strings.Contains(got, " contacts") {
		t.Errorf("the line of figures says %q", got)
	}
	b.click("#fold")
	b.until(`document.getElementById("f-step").getBoundingClientRect().height > 0`)
	if got := b.settled(layout + ".bad"); got != "" {
		t.Errorf("%d pixels, with all figures: %s", size[0], got)
	}
	b.keep("live-390-open")
	b.click("#fold")
}

// TestBrowserPhases: what a step of the engine costs stands apart from what the scene does
// by itself, and the parts of the step add up to it.
func TestBrowserPhases(t *testing.T) {
	needBrowser(t)
	b := startChromium(t, 1200, 800)
	address, _ := serve(t, "crowd", 3000, Config{})
	b.open(address)
	b.until(`window.daylight && daylight.stats?.times.ms?.step > 0 && document.getElementById("f-scene").textContent !== "–"`)
	var ms map[string]float64
	b.evaluate(`({scene: daylight.stats.times.whole - daylight.stats.times.ms.step, ...daylight.stats.times.ms})`, &ms)
	if sum := ms["refresh"] + ms["sort"] + ms["strips"] + ms["merge"] + ms["reorder"]; sum > ms["step"]*1.02 || sum < ms["step"]*0.6 {
		t.Errorf("the phases add up to %v of a step of %v ms", sum, ms["step"])
	}
	if ms["scene"] <= 0 {
		t.Errorf("the scene's own part takes %v ms", ms["scene"])
	}
	order := b.text(`[...document.querySelectorAll("#figures dd")].map(e => e.id).join(" ")`)
	if !strings.Contains(order, "f-step f-refresh f-sort f-strips f-load f-sweep f-narrow f-merge f-reorder f-scene f-encode") {
		t.Errorf("the figures' order is %s", order)
	}
	if got := b.text(`document.getElementById("f-step").closest("section").contains(document.getElementById("f-scene"))`); got != "false" {
		t.Error("the scene's own part stands among the engine's phases")
	}
}

// TestBrowserBullets: where shapes touch and never go into each other, the legend speaks of
// touching and not of a depth of nothing.
func TestBrowserBullets(t *testing.T) {
	needBrowser(t)
	b := startChromium(t, 800, 600)
	address, _ := serve(t, "bullets", 100, Config{})
	b.open(address)
	b.until(`window.daylight && daylight.frame?.frame > 60 && daylight.stats?.contacts > 10`)
	b.until(`document.getElementById("legend").textContent.trim().replace(/\s+/g, " ") === "depth touchingapart"`)
	for _, scheme := range []string{"light", "dark"} { // where what is apart is hardly another colour than the legend's ground
		b.scheme(scheme)
		b.until(fmt.Sprintf(`matchMedia("(prefers-color-scheme: %s)").matches && (() => {
			const bright = c => { const [r, g, b] = c.match(/[0-9.]+/g).map(v => (v / 255) ** 2.2); return 0.05 + 0.2126*r + 0.7152*g + 0.0722*b; };
			const ratio = bright(getComputedStyle(document.querySelector("#ramp i:last-child, #ramp span:last-child i")).borderTopColor) / bright(getComputedStyle(document.getElementById("legend")).backgroundColor);
			return Math.max(ratio, 1 / ratio) > 3; })()`, scheme))
	}
	b.keep("bullets")
	b.key("c")
	b.until(`/≥ [0-9]+ per second$/.test(document.getElementById("legend").textContent.trim())`)
}
