// SPDX-License-Identifier: MIT

package main

import (
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"daylight/internal/must"
)

// TestShardsOfRealData: crowds, traffic, nestings, a chip and a city through shards, cut once or
// not, and with --spill: the bytes of collide. By default some files of each; all of them with
// DAYLIGHT_FULL.
func TestShardsOfRealData(t *testing.T) {
	dir := realData(t)
	full, tiles := os.Getenv("DAYLIGHT_FULL") != "", 4
	if full {
		tiles = 12
	}
	r := rand.New(rand.NewPCG(9, 9))
	tables := t.TempDir()
	in := func(elements ...string) string { return filepath.Join(append([]string{dir}, elements...)...) }
	type work struct {
		args string
		cut  bool // --cut and --spill take it
	}
	jobs := []work{
		{"--columns id,world,x,y,_ --radius 0.2 --strict --margin 0.1 " + in("crowd", "bottleneck_AO_300.txt.gz"), true},
		{"--mode area --skip-bad " + in("city", "BASEMAP_Decks.geojson.gz") + " --join " + in("city", "BASEMAP_Porches.geojson.gz"), false},
	}
	if full {
		jobs = append(jobs, work{"--columns id,world,x,y,_ --radius 20 --strict --mode manifold " + in("crowd", "bi_corr_400_b_03.txt.gz"), true},
			work{"--exact --mend " + in("city", "BASEMAP_ParkingLots.geojson.gz"), false},
			work{"--relation contains --mend --join " + in("city", "BASEMAP_RooftopSolarPanels.geojson.gz") + " " + in("city", "BASEMAP_MiscStructures.geojson.gz"), false})
	}
	some := func(pattern string) []string {
		names, err := filepath.Glob(in(filepath.FromSlash(pattern)))
		if err != nil || len(names) == 0 {
			t.Fatalf("no %s in %s: %v", pattern, dir, err)
		}
		if !full {
			names = names[len(names)-1:]
		}
		return names
	}
	for k, name := range some("traffic/*.xml.gz") {
		table := write(t, filepath.Join(tables, fmt.Sprintf("cars%d.csv", k)), carTable(t, name))
		jobs = append(jobs, work{"--mode distance --margin 2 " + table, true}, work{"--exact " + table, false})
	}
	for k, name := range some("packing/*.svg.gz") {
		table := write(t, filepath.Join(tables, fmt.Sprintf("pieces%d.csv", k)), pieceTable(t, name))
		jobs = append(jobs, work{"--exact " + table, false}, work{"--mode manifold --margin 1 " + table, false})
	}
	for k, name := range some("chip/*.def*.gz") {
		table := write(t, filepath.Join(tables, fmt.Sprintf("cells%d.csv", k)), cellTable(t, name, in("chip", "cell_sizes.csv")))
		jobs = append(jobs, work{"--mode overlap --strict " + table, true})
	}
	for _, j := range jobs {
		args := strings.Fields(j.args)
		want := done(t, "", append([]string{"collide", "-q"}, args...)...).out
		if strings.Count(want, "\n") < 2 && (j.cut || strings.Contains(j.args, "--mode manifold")) && !strings.Contains(j.args, "--strict") {
			t.Errorf("%q finds nothing", args)
		}
		got, n := sharded(t, r, tiles, "csv", args...)
		if got != want {
			t.Errorf("%q in %d shards: %s", args, n, first(got, want))
		}
		t.Logf("%q: %d bytes of answer, the same in %d shards", args, len(want), n)
		if !j.cut {
			continue
		}
		if got, n := cutSharded(t, r, tiles, "csv", "", args...); got != want {
			t.Errorf("%q, cut into %d shards: %s", args, n, first(got, want))
		}
		if got := done(t, "", append([]string{"collide", "-q", "--memory", "64MiB", "--spill", t.TempDir()}, args...)...).out; got != want {
			t.Errorf("%q with --spill: %s", args, first(got, want))
		}
	}
}

// carTable is a recording of traffic as a table: each step is a world.
func carTable(t *testing.T, name string) string {
	t.Helper()
	type state struct {
		X     float64 `xml:"position>point>x"`
		Y     float64 `xml:"position>point>y"`
		Angle float64 `xml:"orientation>exact"`
		Step  float64 `xml:"time>exact"`
	}
	type obstacle struct {
		ID      string  `xml:"id,attr"`
		Length  float64 `xml:"shape>rectangle>length"`
		Width   float64 `xml:"shape>rectangle>width"`
		Initial state   `xml:"initialState"`
		States  []state `xml:"trajectory>state"`
	}
	var scenario struct {
		Old []obstacle `xml:"obstacle"`
		New []obstacle `xml:"dynamicObstacle"`
	}
	must.Do(t, xml.Unmarshal([]byte(unpacked(t, name)), &scenario))
	var b strings.Builder
	b.WriteString("id,world,x,y,angle,width,height\n")
	n := 0
	for _, o := range append(scenario.Old, scenario.New...) {
		for _, s := range append([]state{o.Initial}, o.States...) {
			fmt.Fprintf(&b, "%s,%v,%v,%v,%v,%v,%v\n", o.ID, s.Step, s.X, s.Y, s.Angle, o.Length, o.Width)
			n++
		}
	}
	if n < 100 {
		t.Fatalf("%s has %d cars", name, n)
	}
	return b.String()
}

var (
	piecePath = regexp.MustCompile(`(?s)<g id="item_(\d+)">\s*<path d="([^"]*)"`)
	pieceUse  = regexp.MustCompile(`<use [^>]*>`)
	pieceRef  = regexp.MustCompile(`href="#item_(\d+)"`)
	pieceMove = regexp.MustCompile(`translate\(([^ ,)]+)[ ,]+([^ )]+)\), rotate\(([^)]+)\)`)
)

// pieceTable is a nesting as a table of outlines, moved together a little so that some overlap.
func pieceTable(t *testing.T, name string) string {
	t.Helper()
	text := unpacked(t, name)
	outlines := map[string][][2]float64{}
	for _, m := range piecePath.FindAllStringSubmatch(text, -1) {
		for _, corner := range strings.Fields(strings.TrimSuffix(m[2], "z")) {
			var p [2]float64
			if _, err := fmt.Sscanf(strings.TrimLeft(corner, "ML"), "%g,%g", &p[0], &p[1]); err != nil {
				t.Fatalf("%s: %q: %v", name, corner, err)
			}
			outlines[m[1]] = append(outlines[m[1]], p)
		}
	}
	var b strings.Builder
	b.WriteString("id;wkt\n")
	n := 0
	for _, use := range pieceUse.FindAllString(text, -1) {
		ref, move := pieceRef.FindStringSubmatch(use), pieceMove.FindStringSubmatch(use)
		if ref == nil || move == nil {
			continue
		}
		var x, y float64
		var turn int
		if _, err := fmt.Sscan(move[1]+" "+move[2]+" "+move[3], &x, &y, &turn); err != nil {
			t.Fatalf("%s: %s: %v", name, use, err)
		}
		var ring []string
		for _, p := range outlines[ref[1]] {
			for range (turn/90%4 + 4) % 4 {
				p = [2]float64{-p[1], p[0]}
			}
			ring = append(ring, fmt.Sprintf("%v %v", p[0]+float64(x*0.95), p[1]+float64(y*0.95)))
		}
		fmt.Fprintf(&b, "p%d;POLYGON((%s, %s))\n", n, strings.Join(ring, ", "), ring[0])
		n++
	}
	if n < 10 {
		t.Fatalf("%s has %d pieces", name, n)
	}
	return b.String()
}

// cellTable is a placement of a chip as a table of boxes.
func cellTable(t *testing.T, name, sizes string) string {
	t.Helper()
	size := map[string][2]int{}
	for _, line := range strings.Split(strings.TrimSpace(read(t, sizes)), "\n")[1:] {
		fields := strings.Split(line, ",")
		var s [2]int
		if _, err := fmt.Sscan(fields[1]+" "+fields[2], &s[0], &s[1]); err != nil {
			t.Fatalf("%s: %q: %v", sizes, line, err)
		}
		size[fields[0]] = s
	}
	var b strings.Builder
	b.WriteString("id,min_x,min_y,max_x,max_y\n")
	n := 0
	for _, m := range regexp.MustCompile(`(?m)^\s*- (\S+) (\S+) .*\+ (?:PLACED|FIXED) \( (-?\d+) (-?\d+) \)`).FindAllStringSubmatch(unpacked(t, name), -1) {
		s, known := size[m[2]]
		var x, y int
		if _, err := fmt.Sscan(m[3]+" "+m[4], &x, &y); err != nil || !known {
			continue // pins have no size
		}
		fmt.Fprintf(&b, "%s,%d,%d,%d,%d\n", m[1], x, y, x+s[0], y+s[1])
		n++
	}
	if n < 20_000 {
		t.Fatalf("%s has %d cells", name, n)
	}
	return b.String()
}
