// SPDX-License-Identifier: MIT

//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// overlaps lists the texts of drawings that lie on each other, or leave their drawing. A
// letter's box is taller than the letter, so a little of it is allowed.
const overlaps = `(page => {
	const bad = [], slack = 1.5;
	for (const svg of page.querySelectorAll("svg")) {
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
})`

// TestBrowserPage: the page can be read on a phone and on a wide screen, by day and by night, and no
// label lies on another, whatever fonts there are: here neither Arial nor those that the plots are laid
// out with.
func TestBrowserPage(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("DAYLIGHT_REQUIRE_BROWSER") != "" {
			t.Fatal(err)
		}
		t.Skip("chromium is not installed")
	}
	dir := t.TempDir()
	var out strings.Builder
	if err := run([]string{"--page", dir, "../results"}, &out, &out); err != nil {
		t.Fatal(err)
	}
	plots, err := filepath.Glob(filepath.Join(dir, "*.svg"))
	if err != nil || len(plots) < 5 { // a run with more workers has one more
		t.Fatal(plots, err)
	}
	// A page that holds it at each width, looks at it, and says what it saw in its title.
	var look bytes.Buffer
	for _, width := range []int{390, 800, 1600} {
		fmt.Fprintf(&look, "<iframe width=%d height=900 srcdoc=\"%s\"></iframe>\n", width, html.EscapeString(content(t, filepath.Join(dir, "index.html"))))
	}
	fmt.Fprintf(&look, `<script>onload = () => {
	const overlaps = %s, light = c => (([r, g, b]) => r*0.3 + g*0.6 + b*0.1 > 128)(c.match(/[0-9.]+/g).map(Number));
	document.title = JSON.stringify([...document.querySelectorAll("iframe")].map(f => {
		const page = f.contentDocument, style = what => f.contentWindow.getComputedStyle(page.querySelector(what));
		return {
			Width: +f.width, Wide: page.documentElement.scrollWidth, Plots: page.querySelectorAll("svg").length, Overlaps: overlaps(page),
			Headline: page.querySelector(".headline").textContent, Ground: [light(style("body").backgroundColor), light(style("svg path").fill)],
			Letters: [light(style("body").color), light(style("svg text").fill)],
		};
	}));
}</script>`, overlaps)
	name := filepath.Join(dir, "look.html")
	if err := os.WriteFile(name, look.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for scheme, day := range []bool{false, true} { // as Chromium numbers them
		c := exec.Command(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1700,3000", "--user-data-dir="+t.TempDir(),
			fmt.Sprintf("--blink-settings=preferredColorScheme=%d", scheme), "--dump-dom", "file://"+name)
		dom, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		_, title, _ := strings.Cut(string(dom), "<title>[")
		title, _, _ = strings.Cut(title, "</title>")
		var seen []struct {
			Width, Wide, Plots int
			Overlaps, Headline string
			Ground, Letters    []bool
		}
		if err := json.Unmarshal([]byte("["+html.UnescapeString(title)), &seen); err != nil || len(seen) != 3 {
			t.Fatalf("%v: %s", err, title)
		}
		for _, s := range seen {
			if s.Overlaps != "" || s.Wide > s.Width || s.Plots != len(plots) {
				t.Errorf("%d pixels: the page is %d wide and has %d plots; %s", s.Width, s.Wide, s.Plots, s.Overlaps)
			}
			if !strings.Contains(s.Headline, "moving boxes") || !strings.Contains(s.Headline, "times as long") {
				t.Errorf("the page begins with %q", s.Headline)
			}
			for i := range s.Ground {
				if s.Ground[i] != day || s.Letters[i] == day {
					t.Errorf("by day %v: ground light %v, letters light %v", day, s.Ground, s.Letters)
				}
			}
		}
	}
}
