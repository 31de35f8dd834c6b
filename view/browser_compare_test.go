// SPDX-License-Identifier: MIT

//go:build linux

package view

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"
)

// TestBrowserCompare: the page beside others measures each of them on the same scene.
func TestBrowserCompare(t *testing.T) {
	if _, err := os.Stat("../bench/peers/node/node_modules/box2d3-wasm"); err != nil {
		t.Skip("needs npm ci in bench/peers/node; section peers of the checks runs this")
	}
	needBrowser(t)
	dir := t.TempDir()
	make := exec.Command("go", "run", "./site", "--out", dir, "--peers", "../bench/peers/node")
	if out, err := make.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	web := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer web.Close()
	b := startChromium(t, 800, 700)
	b.open(web.URL + "/compare.html?n=2000")
	b.until("window.results?.length === 3 || !['measuring', ''].includes(document.getElementById('state')?.textContent ?? '')")
	b.keep("compare")
	const want = 1857 // contacts, agreed by two engines that share no code
	for i, name := range []string{"daylight", "rapier2d-simd"} {
		at := "results[" + string(rune('0'+i)) + "]?."
		if b.text(at+"name") != name || b.number(at+"contacts") != want || !(b.number(at+"ms") > 0) {
			t.Errorf("%s: %s", name, b.text("JSON.stringify(results) + document.getElementById('state').textContent"))
		}
	}
	b.until("results.length === 3")
	if len(b.errors) > 0 {
		t.Error(b.errors)
	}
}
