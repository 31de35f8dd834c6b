// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"daylight/bench/scene"
	"daylight/internal/must"
)

// TestOneClock: all groups read the clock on the wall, as package bench does, and no other.
func TestOneClock(t *testing.T) {
	read := 0
	for _, pattern := range []string{"*.go", "../native/*.cpp", "../native/*.hpp", "../node/*.js", "../../*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: no file, %v", pattern, err)
		}
		for _, name := range names {
			text := must.Get(os.ReadFile(name))(t)
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, other := range []string{"CLOCK_PROCESS", "cpuUsage", "ClockGettime", "Getrusage", "clock()"} {
				if bytes.Contains(text, []byte(other)) {
					t.Errorf("%s reads another clock: %s", name, other)
				}
			}
			for _, wall := range []string{"time.Since(", "steady_clock::now()", "performance.now()"} {
				read += bytes.Count(text, []byte(wall))
			}
		}
	}
	if read < 4 {
		t.Errorf("clocks are read in %d places; is this test reading rightly?", read)
	}
}

// Every peer finds the same pairs on every kind of scene: candidates to the pair where
// boxes are float64, contacts up to those that float32 rounding decides.
func TestSameWork(t *testing.T) {
	const n = 3000
	for _, kind := range scene.Kinds() {
		var candidates, contacts int
		for _, p := range peers() {
			if !p.circles && (kind == scene.Circles || kind == scene.Mixed) {
				continue
			}
			r := must.Get(measure(p, kind, n, asDrawn, scene.FirstFrame-1, 1))(t)
			if r.NS <= 0 || r.Mean != r.NS || r.Spread != 0 {
				t.Errorf("%v, %s: %v ns, mean %v, spread %v of one frame", kind, p.name, r.NS, r.Mean, r.Spread)
			}
			if candidates == 0 {
				candidates = *r.Candidates
			}
			if *r.Candidates < candidates-1 || *r.Candidates > candidates+1 {
				t.Errorf("%v, %s, %s: %d candidates, others %d", kind, p.name, p.phase, *r.Candidates, candidates)
			}
			if p.phase == broadPhase {
				continue
			}
			if contacts == 0 {
				contacts = *r.Contacts
			}
			if *r.Contacts < contacts-1 || *r.Contacts > contacts+1 {
				t.Errorf("%v, %s: %d contacts, others %d", kind, p.name, *r.Contacts, contacts)
			}
		}
	}
}

// The Go group's share of counts.csv, which holds every group to its counts.
func TestCounts(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results")
	var lines bytes.Buffer
	out := json.NewEncoder(&lines)
	for _, p := range peers() {
		r := must.Get(measure(p, scene.Boxes, 10_000, asDrawn, scene.FirstFrame-1, 1))(t)
		must.Do(t, out.Encode(r))
	}
	must.Do(t, os.WriteFile(name, lines.Bytes(), 0o600))
	if err := checkCounts("../counts.csv", []string{name}, false); err != nil {
		t.Error(err)
	}
	if err := checkCounts("../counts.csv", []string{name}, true); err == nil {
		t.Error("all are said to be measured, and only the Go group is")
	}
	var table bytes.Buffer
	if err := printTables(&table, []string{name}); err != nil || !regexp.MustCompile(`(?m)^tidwall-rtree\+sat v\S+ .* [0-9.]+ +13235 +9058 `).Match(table.Bytes()) {
		t.Errorf("%v, table:\n%s", err, &table)
	}
	// An engine measured in part has its rest listed; engines that were not measured are counted.
	alone, _, _ := bytes.Cut(lines.Bytes(), []byte("\n"))
	must.Do(t, os.WriteFile(name, alone, 0o600))
	if said := printed(t, func() error { return checkCounts("../counts.csv", []string{name}, false) }); !regexp.MustCompile(`^daylight/go, broadphase, boxes of 10000: not measured\ncounts: 1 passed, 0 failed, \d\d not measured\n$`).MatchString(said) {
		t.Errorf("of one engine it says\n%s", said)
	}
	wrong := strings.ReplaceAll(lines.String(), `"candidates":13235`, `"candidates":13299`)
	must.Do(t, os.WriteFile(name, []byte(wrong), 0o600))
	if err := checkCounts("../counts.csv", []string{name}, false); err == nil {
		t.Error("wrong counts pass")
	}
}

// printed is what do prints.
func printed(t *testing.T, do func() error) string {
	t.Helper()
	out := must.Get(os.Create(filepath.Join(t.TempDir(), "out")))(t)
	stdout := os.Stdout
	os.Stdout = out
	err := do()
	os.Stdout = stdout
	must.Do(t, errors.Join(err, out.Close()))
	return string(must.Get(os.ReadFile(out.Name()))(t))
}

func TestCollide(t *testing.T) {
	square := func(x, y float64) *solid {
		o := &solid{centre: vec{x, y}, axes: []vec{{1, 0}, {0, 1}}}
		for _, c := range []vec{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			o.corners = append(o.corners, vec{x + c.x, y + c.y})
		}
		return o
	}
	disc := func(x, y, r float64) *solid { return &solid{centre: vec{x, y}, radius: r} }
	for _, c := range []struct {
		what   string
		a, b   *solid
		hit    bool
		depth  float64
		normal vec
	}{
		{"side by side", square(0, 0), square(1.5, 0.2), true, 0.5, vec{1, 0}},
		{"below", square(0, 0), square(0.1, -1.75), true, 0.25, vec{0, -1}},
		{"touching", square(0, 0), square(2, 0), true, 0, vec{1, 0}},
		{"apart", square(0, 0), square(2.1, 0), false, 0, vec{}},
		{"discs", disc(0, 0, 1), disc(3, 4, 4.5), true, 0.5, vec{0.6, 0.8}},
		{"discs apart", disc(0, 0, 1), disc(3, 4, 3.5), false, 0, vec{}},
		{"disc at a corner", square(0, 0), disc(4, 5, 5.5), true, 0.5, vec{0.6, 0.8}},
		{"disc off a corner", square(0, 0), disc(4, 5, 4.5), false, 0, vec{}},
		{"disc first", disc(4, 5, 5.5), square(0, 0), true, 0.5, vec{-0.6, -0.8}},
	} {
		got, ok := collide(c.a, c.b)
		if ok != c.hit {
			t.Errorf("%s: hit is %v", c.what, ok)
			continue
		}
		off := math.Hypot(got.normal.x-c.normal.x, got.normal.y-c.normal.y)
		if ok && (math.Abs(got.depth-c.depth) > 1e-12 || off > 1e-12) {
			t.Errorf("%s: %v along %v, want %v along %v", c.what, got.depth, got.normal, c.depth, c.normal)
		}
	}
}

func TestDump(t *testing.T) {
	s := must.Get(scene.New(scene.Mixed, 5, scene.DefaultSeed))(t)
	text := must.Get(dump(s, asDrawn))(t)
	if want := 8 + 3*4 + 4 + 8*4*5 + 5; len(text) != want {
		t.Fatalf("%d bytes, want %d", len(text), want)
	}
	if string(text[:8]) != "DAYLIGHT" || binary.LittleEndian.Uint32(text[16:]) != 5 {
		t.Errorf("begins with %q", text[:20])
	}
	y1 := math.Float32frombits(binary.LittleEndian.Uint32(text[24+4*5+4:]))
	if y1 != s.Y[1] {
		t.Errorf("second y is %v, want %v", y1, s.Y[1])
	}
	corners := text[len(text)-5:]
	if corners[0] != 0 || corners[1] != 4 || corners[2] != 16+s.Sides[2] || corners[3] != 0 {
		t.Errorf("corners are %v", corners)
	}
}

// Numbering shapes along the curve changes no pair, and shortens the way from one to the
// next.
func TestOrder(t *testing.T) {
	tidwall := tidwallPeers()[0]
	var counts, ways []float64
	for _, order := range []string{asDrawn, spatial} {
		r := must.Get(measure(tidwall, scene.Mixed, 2000, order, 0, 1))(t)
		counts = append(counts, float64(*r.Candidates*100_000+*r.Contacts))
		s := must.Get(newScene(scene.Mixed, 2000, order))(t)
		way := 0.0
		for i := range s.Len() - 1 {
			way += math.Hypot(float64(s.X[i+1]-s.X[i]), float64(s.Y[i+1]-s.Y[i]))
		}
		ways = append(ways, way)
	}
	if counts[0] != counts[1] || ways[1] > ways[0]/10 {
		t.Errorf("counts %v, ways %v", counts, ways)
	}
}

func TestRefusals(t *testing.T) {
	for _, args := range [][]string{
		{"--scene", "balls"}, {"--order", "alphabetical"}, {"--n", "0"}, {"--frames", "0"}, {"--warmup", "-1"},
		{"--nonsense"}, {"stray"}, {"--table"}, {"--check", "../counts.csv"}, {"--check", "missing", "missing"},
	} {
		if err := run(append(args, "--only", "daylight/go")); err == nil {
			t.Errorf("%q is accepted", args)
		}
	}
}
