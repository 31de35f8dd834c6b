// SPDX-License-Identifier: MIT

//go:build linux

package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// overlaps lists the texts of drawings that lie on each other, or leave their drawing. A
// letter's box is taller than the letter, so a little of it is allowed.
const overlaps = `(() => {
	const bad = [], slack = 1.5;
	for (const svg of document.querySelectorAll("svg")) {
		const whole = svg.getBoundingClientRect(), list = [...svg.querySelectorAll("text")].map(t => [t.textContent, t.getBoundingClientRect()]);
		list.forEach(([text, a], i) => {
			const thin = 0.3 * Math.min(a.width, a.height); // letters do not fill their box
			if (a.left < whole.left - thin || a.right > whole.right + thin) bad.push(text + " leaves its drawing");
			for (const [other, b] of list.slice(i + 1)) {
				const across = Math.min(a.right, b.right) - Math.max(a.left, b.left), down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
				if (across > slack && down > 0.35 * Math.min(a.height, b.height)) bad.push(text + " lies on " + other);
			}
		});
	}
	return bad.join("; ");
})()`

// TestBrowserReport: the benchmark's page can be read on a phone and on a wide screen, by
// day and by night, and no label lies on another, whatever fonts there are: here neither
// Arial nor those that the plots are laid out with.
func TestBrowserReport(t *testing.T) {
	needBrowser(t)
	out := t.TempDir()
	done(t, "", "bench", "-q", "--from", "../../bench/results", "--report", out)
	plots, err := filepath.Glob(filepath.Join(out, "*.svg"))
	if err != nil || len(plots) < 5 { // a run with more workers has one more
		t.Fatal(plots, err)
	}
	for _, width := range []int{390, 800, 1600} {
		b := startChromium(t, width, 900)
		b.open("file://" + filepath.Join(out, "index.html"))
		b.until(fmt.Sprintf(`document.readyState === "complete" && document.querySelectorAll("svg").length === %d`, len(plots)))
		if got := b.text(overlaps); got != "" {
			t.Errorf("%d pixels: %s", width, got)
		}
		if got := b.number(`document.documentElement.scrollWidth`); got > float64(width) {
			t.Errorf("%d pixels: the page is %v wide", width, got)
		}
		if got := b.text(`document.querySelector(".headline").textContent`); !strings.Contains(got, "moving boxes") || !strings.Contains(got, "times as long") {
			t.Errorf("the page begins with %q", got)
		}
		b.keep(fmt.Sprintf("report-%d-light", width))
		for _, scheme := range []string{"light", "dark"} {
			b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
			// The ground of the page, the paper of a plot, and letters in both.
			for _, c := range []struct{ what, colour string }{
				{"the page", `getComputedStyle(document.body).backgroundColor`},
				{"a plot", `getComputedStyle(document.querySelector("svg path")).fill`},
				{"words", `getComputedStyle(document.body).color`},
				{"labels", `getComputedStyle(document.querySelector("svg text")).fill`},
			} {
				light := b.number(`(c => c[0]*0.3 + c[1]*0.6 + c[2]*0.1)(` + c.colour + `.match(/[0-9.]+/g).map(Number))`)
				ground := c.what == "the page" || c.what == "a plot"
				if bright := light > 128; bright != (ground == (scheme == "light")) {
					t.Errorf("%s, by %s: %s", c.what, scheme, b.text(c.colour))
				}
			}
		}
		b.keep(fmt.Sprintf("report-%d-dark", width))
	}
}
