// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"strings"
	"testing"

	"daylight/bench"
)

// figures is results of all kinds, and those of one case.
func figures() []*bench.Results {
	r := &bench.Results{Schema: bench.Schema, Command: "daylight bench <&>", Bandwidth: []bench.Bandwidth{{Workers: 1, BytesPerSecond: 2e10}}}
	add := func(rung, scene string, n int, kernels string, workers int, mode bench.Mode, ns int64) {
		r.Cases = append(r.Cases, bench.Measured{
			Case:       bench.Case{Rung: rung, Scene: scene, N: n, Kernels: kernels, Workers: workers, Mode: mode},
			Candidates: n * 13 / 10, Contacts: n * 9 / 10, Rounds: [][]int64{{ns, ns + 10, ns - 10}},
			Phases: bench.Phases{Move: ns / 8, Sweep: ns / 2, Narrow: ns / 4}, Bytes: bench.Phases{Move: int64(n) * 60},
		})
	}
	for _, scene := range []string{"boxes", "polys"} {
		for _, n := range []int{10_000, 100_000} {
			add("", scene, n, "go", 1, bench.Contact, int64(n)*100)
			add("", scene, n, "avx2", 1, bench.Contact, int64(n)*40)
			add("", scene, n, "avx2", 2, bench.Contact, int64(n)*25)
			add("strips", scene, n, "go", 1, bench.Contact, int64(n)*110)
			add("avx2", scene, n, "avx2", 1, bench.Contact, int64(n)*44)
		}
	}
	add("", "boxes", 10_000, "avx2", 1, bench.Broad, 1e6)
	r.Peers = []bench.Peer{
		{Engine: "a <b>", Scene: "boxes", N: 100_000, Phase: bench.PeerStep, NS: 200e6, Note: `<script>alert("no")</script>`},
		{Engine: "c", Scene: "boxes", N: 10_000, Phase: bench.PeerBroad, NS: 7e6},
	}
	one := &bench.Results{Schema: bench.Schema, Cases: r.Cases[:1:1]}
	return []*bench.Results{r, one}
}

func TestFiles(t *testing.T) {
	for _, c := range []struct {
		list []*bench.Results
		want string
	}{
		{figures(), "index.html time.svg time.png phases.svg phases.png kernels.svg kernels.png scaling.svg scaling.png ladder.svg ladder.png peers-step.svg peers-step.png peers-broadphase.svg peers-broadphase.png"},
		{figures()[1:], "index.html phases.svg phases.png kernels.svg kernels.png"},
		{[]*bench.Results{{}}, "index.html"},
	} {
		files, err := Files(c.list)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range files {
			names = append(names, f.Name)
			var text bytes.Buffer
			if err := f.Write(&text); err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			switch {
			case strings.HasSuffix(f.Name, ".png"):
				if img, err := png.Decode(&text); err != nil || img.Bounds().Dx() < 900 {
					t.Errorf("%s: %v", f.Name, err)
				}
			case strings.HasSuffix(f.Name, ".svg"):
				if err := wellFormed(text.String()); err != nil {
					t.Errorf("%s: %v", f.Name, err)
				}
			}
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func wellFormed(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// TestPage: the page needs no other file, runs nothing and takes no text for markup.
func TestPage(t *testing.T) {
	files, err := Files(figures())
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := files[0].Write(&text); err != nil {
		t.Fatal(err)
	}
	html := text.String()
	for _, not := range []string{"<script", "<link", "src=", "@import", "url(", "NaN", "Inf", "<?xml"} {
		if strings.Contains(html, not) {
			t.Errorf("the page contains %s", not)
		}
	}
	for _, want := range []string{"a &lt;b&gt;", "daylight bench &lt;&amp;&gt;", `<meta name="viewport"`, "@media print", "Liberation Sans", `textLength="`, "prefers-color-scheme: dark", `fill:var(--ink,`,
		`<p class="headline">100,000 moving boxes: every contact`} {
		if !strings.Contains(html, want) {
			t.Errorf("the page does not contain %s", want)
		}
	}
	if got := strings.Count(html, "<svg"); got != 7 {
		t.Errorf("%d drawings", got)
	}
	if got := strings.Count(html, "<h2>"); got != 5 {
		t.Errorf("%d headings", got)
	}
	// Text about a plot is text, in the page and in the drawing.
	if strings.Contains(html, ">a <b>") {
		t.Error("a name was taken for markup")
	}
}

// TestWarning: the page warns of noise as the terminal does, whether its tables show spreads or not.
func TestWarning(t *testing.T) {
	quiet, loud := figures()[1:], figures()[1:]
	m := &loud[0].Cases[0]
	m.Rounds, m.Mode = [][]int64{{100, 100, 200, 300, 300}}, bench.Broad
	for _, list := range [][]*bench.Results{quiet, loud} {
		var text bytes.Buffer
		if err := HTML(&text, list, nil); err != nil {
			t.Fatal(err)
		}
		warns := strings.Contains(text.String(), `<p class="warning">warning: the spread of 1 of 1 cases is above 30 %, the largest 100 % (scene=boxes/`)
		if warns != (list[0] == loud[0]) {
			t.Errorf("it warns: %v\n%s", warns, text.String())
		}
	}
}

// TestMachines: where results are of several machines, every plot says of which it is.
func TestMachines(t *testing.T) {
	list := figures()
	list[0].Machine.CPU, list[1].Machine.CPU = "Abacus", "Engine"
	plots, err := Plots(list)
	if err != nil || len(plots) < 5 {
		t.Fatalf("%d plots, %v", len(plots), err)
	}
	for _, p := range plots {
		if !strings.HasSuffix(p.Says, " Abacus.") {
			t.Errorf("%s says %q", p.Name, p.Says)
		}
	}
	plots, _ = Plots(list[:1])
	for _, p := range plots {
		if strings.Contains(p.Says, "Abacus") {
			t.Errorf("of one machine, %s says %q", p.Name, p.Says)
		}
	}
}

// TestListsInPlots: plots tell steps with a list of kept candidates from those without, and show
// phases only of those whose phases were timed.
func TestListsInPlots(t *testing.T) {
	list := figures()[:1]
	r := list[0]
	var kept []bench.Measured
	for _, m := range r.Cases {
		if m.Rung == "" && m.Mode == bench.Contact {
			m.Skin, m.Phases = 8, bench.Phases{Move: m.Phases.Move}
			kept = append(kept, m)
		}
	}
	plain := r.Cases
	r.Cases = append(kept[:len(kept):len(kept)], plain...)
	count := func(p *Plot, what string) int {
		var text bytes.Buffer
		if err := p.SVG(&text); err != nil {
			t.Fatal(err)
		}
		return strings.Count(text.String(), what)
	}
	want := map[string][2]int{"time": {1, 1}, "scaling": {1, 1}, "phases": {1, 0}, "kernels": {1, 0}}
	plots, err := Plots(list)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range plots {
		times, ok := want[p.Name]
		if !ok {
			continue
		}
		delete(want, p.Name)
		if boxes, kept := count(p, ">boxes</text>"), count(p, ">boxes, list of 8</text>"); boxes != times[0] || kept != times[1] {
			t.Errorf("%s names boxes %d times and boxes with a list %d times, want %v", p.Name, boxes, kept, times)
		}
		if says := strings.Contains(p.Says, "are left out"); says != (times[1] == 0) {
			t.Errorf("%s says %q", p.Name, p.Says)
		}
	}
	if len(want) > 0 {
		t.Errorf("not drawn: %v", want)
	}
	r.Cases, r.Peers = kept, nil
	if plots, err = Plots(list); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range plots {
		names = append(names, p.Name)
	}
	if got := strings.Join(names, " "); got != "time scaling" {
		t.Errorf("of steps with lists alone there are the plots %s", got)
	}
}

// TestLooks: no two of many lines look alike.
func TestLooks(t *testing.T) {
	seen := map[string]int{}
	for k := range 64 {
		shade, dash, glyph := looks(k)
		look := fmt.Sprint(shade, dash, glyph)
		if other, ok := seen[look]; ok {
			t.Errorf("line %d looks like line %d", k, other)
		}
		seen[look] = k
	}
}
