// SPDX-License-Identifier: MIT

//go:build linux

package view

import (
	"net/http"
	"net/http/httptest"
	"os/exec"
	"testing"

	"daylight/internal/must"
)

// TestBrowserSite: the page without a server, in a browser and in Node, finds the bits of native
// code, and shows the simulation.
func TestBrowserSite(t *testing.T) {
	needBrowser(t)
	dir := t.TempDir()
	make := exec.Command("go", "run", "./site", "--out", dir)
	if out, err := make.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	web := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer web.Close()
	for _, c := range []struct {
		query         string
		width, height int
	}{
		{"?scene=boxes&n=2000", 1400, 900},
		{"?scene=grains&n=1000", 390, 800},
		{"", 1400, 900},
	} {
		b := startChromium(t, c.width, c.height)
		b.open(web.URL + "/index.html" + c.query)
		b.until("window.daylight?.bits")
		if hash, native := b.text("daylight.bits.hash"), b.text("daylight.bits.native"); hash != native {
			t.Errorf("%q: the browser finds %s, native code %s", c.query, hash, native)
		}
		b.until("daylight.received > 20 && daylight.stats")
		name := map[string]string{"": "crowd", "?scene=boxes&n=2000": "boxes", "?scene=grains&n=1000": "grains"}[c.query]
		if title := b.text("document.getElementById('title').textContent"); title != name {
			t.Errorf("%q: the page is called %q", c.query, title)
		}
		img := b.screenshot("site-" + name)
		if _, strong := inked(img, img.Bounds()); strong < 50 {
			t.Errorf("%q: %d pixels of shapes in contact", c.query, strong)
		}
		b.click("#pause")
		b.until("daylight.paused")
		if len(b.errors) > 0 {
			t.Errorf("%q: %v", c.query, b.errors)
		}
	}
	b := startChromium(t, 800, 600)
	b.open(web.URL + "/index.html?scene=none&n=-5")
	b.until("document.getElementById('message')?.textContent.includes('choose one of crowd')")
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs node, too")
	}
	goroot := must.Get(exec.Command("go", "env", "GOROOT").Output())(t)
	out := must.Get(exec.Command(node, string(goroot[:len(goroot)-1])+"/lib/wasm/wasm_exec_node.js", dir+"/app.wasm", "-scene", "mixed", "-n", "2000").Output())(t)
	var native string
	b.evaluate("fetch('scenes.json').then(r => r.json()).then(all => all.find(s => s.name === 'mixed').hashes[2000])", &native)
	if string(out[:16]) != native {
		t.Errorf("Node finds %s, native code %s", out[:16], native)
	}
}
