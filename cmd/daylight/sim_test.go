// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"image/gif"
	"image/png"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/bench/sim"
	"daylight/internal/livetest"
	"daylight/internal/must"
)

// TestSimHeadless: the same table and recording with any kernels and workers, and a
// table that collide reads back to the same contacts.
func TestSimHeadless(t *testing.T) {
	t.Chdir(t.TempDir())
	want := ""
	for _, table := range variants() {
		for _, workers := range []string{"1", "3"} {
			name := table + workers
			r := done(t, "", "sim", "mixed", "-n", "3000", "--frames", "12", "--every", "5", "--kernels", table, "--workers", workers, "--out", name+".csv", "--record", name+".rec")
			if !strings.Contains(r.stderr, "stepped 12 frames of 3,000 shapes of scene mixed") {
				t.Errorf("note: %s", r.stderr)
			}
			rec := read(t, name+".rec")
			_, hashes, _ := strings.Cut(rec, "\n")
			got := read(t, name+".csv") + hashes
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
}

func TestReplay(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "sim", "-q", "polys", "-n", "500", "--frames", "30", "--record", "good.rec")
	good := read(t, "good.rec")
	for _, table := range variants() {
		r := done(t, "", "replay", "--kernels", table, "--workers", "2", "good.rec")
		if !strings.Contains(r.stderr, "30 frames of 500 shapes of scene polys") || r.out != "" {
			t.Errorf("replay: %q, %q", r.out, r.stderr)
		}
	}
	// Both count all shapes of a scene, walls and pillars as well.
	for _, args := range []string{"sim plaza -n 100 --frames 3 --record plaza.rec", "replay plaza.rec"} {
		if r := done(t, "", strings.Fields(args)...); !strings.Contains(r.stderr, "3 frames of 108 shapes of scene plaza") {
			t.Errorf("%s: %s", args, r.stderr)
		}
	}
	packed := members(good)
	write(t, "good.rec.gz", packed)
	done(t, "", "replay", "good.rec.gz")
	done(t, strings.ReplaceAll(good, "\n", "\r\n"), "replay", "-")

	lines := strings.SplitAfter(good, "\n")
	flip := func(s string, at int) string {
		c := byte('0')
		if s[at] == c {
			c = '1'
		}
		return s[:at] + string(c) + s[at+1:]
	}
	with := func(k int, line string) string {
		return strings.Join(lines[:k], "") + line + strings.Join(lines[k+1:], "")
	}
	end := len(lines) - 2
	for name, c := range map[string]struct {
		text string
		code int
		want string
	}{
		"hash of frame 17":  {with(1+17, flip(lines[18], 3)), exitDifference, "frame 17 of 30 differs: the recording has hash "},
		"two hashes":        {strings.Replace(with(1+9, flip(lines[10], 5)), lines[21], flip(lines[21], 0), 1), exitDifference, "frame 9 of 30 differs"},
		"final hash":        {with(end, strings.Replace(lines[end], `"hash":"`, `"hash":"0`, 1)), exitBad, "line 33: "},
		"final hash's bits": {with(end, flip(lines[end], strings.Index(lines[end], `"hash":"`)+9)), exitDifference, "frame 30 of 30 differs"},
		"seed":              {strings.Replace(good, `"seed":42`, `"seed":43`, 1), exitDifference, "frame 0 of 30 differs"},
		"scene":             {strings.Replace(good, `"scene":"polys"`, `"scene":"boxes"`, 1), exitDifference, "frame 1 of 30 differs"},
		"shapes":            {strings.Replace(good, `"shapes":500`, `"shapes":499`, 1), exitDifference, "frame 0 of 30 differs"},
		"no such scene":     {strings.Replace(good, `"scene":"polys"`, `"scene":"moon"`, 1), exitBad, "standard input: sim: unknown scene \"moon\""},
		"no shapes":         {strings.Replace(good, `"shapes":500`, `"shapes":-1`, 1), exitBad, "standard input: "},
		"a hash less":       {with(7, ""), exitBad, "standard input: line 32: the recording says it has 30 steps"},
		"cut off":           {strings.Join(lines[:20], ""), exitBad, "standard input: the recording was cut off: it has no last line"},
		"cut in a line":     {good[:200], exitBad, "standard input: the recording was cut off"},
		"cut in the first":  {good[:60], exitBad, "standard input: the recording was cut off"},
		"cut in the last":   {good[:len(good)-5], exitBad, "standard input: the recording was cut off"},
		"cut and packed":    {packed[:300], exitBad, "standard input: the recording was cut off"},
		"no newline":        {strings.TrimSuffix(good, "\n"), 0, "30 frames of 500 shapes"},
		"nothing but begun": {lines[0] + lines[1] + `{"frames":0,"hash":"` + strings.TrimSpace(lines[1]) + "\"}\n", 0, "0 frames of 500 shapes of scene polys: every one as recorded with kernels "},
		"escapes":           {strings.Replace(good, `"kernels":"`, `"kernels":"\u001b[2J`, 1), exitBad, "standard input: line 1: the workers, the kernels or the version"},
		"fewer than none":   {strings.Replace(good, `"workers":`, `"workers":-`, 1), exitBad, "standard input: line 1: the workers, the kernels or the version"},
		"a word":            {with(5, "deadbeef\n"), exitBad, `standard input: line 6: "deadbeef" is not a hash of 16 hexadecimal digits`},
		"an input":          {with(5, "! push 7\n"), exitBad, "standard input: line 6: the input"},
		"more":              {good + lines[3], exitBad, "standard input: line 34: there is more after the last line"},
		"another format":    {strings.Replace(good, `"format":1`, `"format":2`, 1), exitBad, "standard input: line 1: the recording has format 2"},
		"empty":             {"", exitBad, "standard input: this is not a recording of daylight sim"},
		"a table":           {"id,x,y\n", exitBad, "standard input: line 1: this is not a recording of daylight sim"},
		"one long line":     {strings.Repeat("x", 1<<20), exitBad, "standard input: line 1: this is not a recording of daylight sim"},
	} {
		r := call(t, c.text, "replay", "-")
		if r.code != c.code || !strings.Contains(r.stderr, c.want) || r.out != "" {
			t.Errorf("%s: exit %d, want %d: %s", name, r.code, c.code, r.stderr)
		}
	}
}

// TestHash: a bit of any number changes the hash; the slots of shapes do not.
func TestHash(t *testing.T) {
	w := must.Get(sim.New("boxes", 5000, 7, batch.Config{}))(t)
	must.Do(t, w.Step(t.Context()))
	h := worldHash(w)
	must.Do(t, livetest.Shuffle(w.Shapes(), rand.New(rand.NewPCG(1, 2))))
	if worldHash(w) != h {
		t.Error("the order of slots counts")
	}
	x, _ := livetest.Positions(w.Shapes())
	_, sin := livetest.Rotations(w.Shapes())
	c := w.Contacts()
	for name, change := range map[string]func(){
		"position": func() { x[3], x[4] = x[4], x[3] }, "rotation": func() { sin[7] = -sin[7] },
		"contact": func() { c.A[0], c.A[9] = c.A[9], c.A[0] }, "depth": func() { c.Depth[5] = -c.Depth[5] }, "normal": func() { c.NY[2] = -c.NY[2] },
	} {
		change()
		if worldHash(w) == h {
			t.Errorf("another %s does not count", name)
		}
		change()
		if worldHash(w) != h {
			t.Fatalf("the hash does not come back after another %s", name)
		}
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
	// What the GIF shows in the end is the last picture, but for few colours.
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
	done(t, "", "sim", "-q", "circles", "-n", "1", "--frames", "1", "--size", "200", "--colour", "speed", "--png", "one")
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
