// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"image/gif"
	"image/png"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/bench/sim"
	"daylight/internal/must"
)

// TestSimHeadless: the same table with any kernels and workers, and a table that collide reads back
// to the same contacts.
func TestSimHeadless(t *testing.T) {
	t.Chdir(t.TempDir())
	want := ""
	for _, table := range variants() {
		for _, workers := range []string{"1", "3"} {
			name := table + workers
			r := done(t, "", "sim", "mixed", "-n", "3000", "--frames", "12", "--every", "5", "--kernels", table, "--workers", workers, "--out", name+".csv")
			if !strings.Contains(r.stderr, "stepped 12 frames of 3,000 shapes of scene mixed") {
				t.Errorf("note: %s", r.stderr)
			}
			got := read(t, name+".csv")
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("kernels %s and %s workers give other output", table, workers)
			}
		}
	}
	all := read(t, "go1.csv")
	if got := strings.Count(all, "\n"); got != 1+3*3000 {
		t.Errorf("the table has %d lines", got)
	}
	last := regexp.MustCompile(`(?m)^\d+,12,.*$`).FindAllString(all, -1)
	header, _, _ := strings.Cut(all, "\n")
	write(t, "last.csv", header+"\n"+strings.Join(last, "\n")+"\n")
	r := done(t, "", "collide", "--stats", "stats.json", "-o", "contacts.csv", "last.csv")
	w := must.Get(sim.New("mixed", 3000, 42, batch.Config{}))(t)
	for range 12 {
		must.Do(t, w.Step(t.Context()))
	}
	if stats := read(t, "stats.json"); !strings.Contains(stats, fmt.Sprintf(`"contacts": %d,`, w.Contacts().Len())) {
		t.Errorf("the last frame has %d contacts; collide finds %s\n%s", w.Contacts().Len(), stats, r.stderr)
	}

	done(t, "", "sim", "-q", "mixed", "-n", "50", "--frames", "2", "--out", "a.ndjson")
	done(t, "", "sim", "-q", "mixed", "-n", "50", "--frames", "2", "--out", "a.csv")
	a, b := done(t, "", "collide", "-q", "a.ndjson"), done(t, "", "collide", "-q", "a.csv")
	if a.out != b.out || strings.Count(a.out, "\n") < 5 {
		t.Errorf("as NDJSON:\n%s\nas CSV:\n%s", a.out, b.out)
	}
	if r := done(t, "", "sim", "-q", "circles", "-n", "3", "--frames", "1"); strings.Count(r.out, "\n") != 4 {
		t.Errorf("to standard output: %q", r.out)
	}
	// All shapes of a scene count, walls and pillars as well.
	if r := done(t, "", "sim", "plaza", "-n", "100", "--frames", "3"); !strings.Contains(r.stderr, "3 frames of 108 shapes of scene plaza") {
		t.Errorf("plaza: %s", r.stderr)
	}
}

func TestFilm(t *testing.T) {
	t.Chdir(t.TempDir())
	r := done(t, "", "sim", "mixed", "-n", "60", "--frames", "20", "--every", "3", "--size", "200", "--gif", "f.gif", "--png", "stills")
	if !strings.Contains(r.stderr, "drew 7 pictures to f.gif and stills") || r.out != "" {
		t.Errorf("note: %q, %q", r.out, r.stderr)
	}
	film := must.Get(gif.DecodeAll(strings.NewReader(read(t, "f.gif"))))(t)
	total := 0
	for _, d := range film.Delay {
		total += d
	}
	if len(film.Image) != 7 || film.LoopCount != 0 || total != 35 {
		t.Errorf("%d frames, loops %d, takes %d hundredths", len(film.Image), film.LoopCount, total)
	}
	if names := files(t, "stills"); names != "frame-00000.png frame-00001.png frame-00002.png frame-00003.png frame-00004.png frame-00005.png frame-00006.png" {
		t.Errorf("stills: %s", names)
	}
	// The GIF ends with the last picture, but for few colours.
	last := must.Get(png.Decode(strings.NewReader(read(t, "stills/frame-00006.png"))))(t)
	b := last.Bounds()
	off, pixels := 0, 0
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			var r0, g0, b0 uint32
			for _, img := range film.Image {
				if r, g, b, a := img.At(x, y).RGBA(); a > 0 {
					r0, g0, b0 = r, g, b
				}
			}
			r1, g1, b1, _ := last.At(x, y).RGBA()
			d := func(a, b uint32) int { return max(int(a>>8)-int(b>>8), int(b>>8)-int(a>>8)) }
			if pixels++; d(r0, r1)+d(g0, g1)+d(b0, b1) > 60 {
				off++
			}
		}
	}
	if off*100 > pixels {
		t.Errorf("%d of %d pixels of the GIF are off", off, pixels)
	}

	// Pictures are where shapes are: more ink with more shapes, and none outside.
	done(t, "", "sim", "-q", "circles", "-n", "1", "--frames", "1", "--size", "200", "--png", "one")
	// A run that fails leaves nothing.
	write(t, "taken", "")
	if r := call(t, "", "sim", "circles", "--frames", "3", "--png", "new", "--gif", "taken/f.gif"); r.code != exitBad {
		t.Errorf("exit %d", r.code)
	}
	if r := call(t, "", "sim", "circles", "--frames", "3", "--png", "taken/new"); r.code != exitBad || !strings.Contains(r.stderr, "cannot write taken/new") {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
	if exists("new") {
		t.Error("a run that failed left a directory")
	}
	if names := files(t, "."); names != "f.gif one stills taken" {
		t.Errorf("left: %s", names)
	}
	if matches, _ := filepath.Glob("*/.*"); len(matches) > 0 {
		t.Errorf("left: %v", matches)
	}
}
