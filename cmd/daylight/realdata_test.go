// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/internal/must"
	"daylight/region"
)

// realData is the directory of real data.
func realData(t *testing.T) string {
	t.Helper()
	dir, set := os.LookupEnv("DAYLIGHT_DATA")
	if !set {
		t.Skip("DAYLIGHT_DATA does not name the directory of real data")
	}
	return dir
}

// crowdRows are id, frame, x and y of each row of a recording of people.
func crowdRows(t *testing.T, dir, name string) (rows [][]string) {
	t.Helper()
	for line := range strings.Lines(unpacked(t, filepath.Join(dir, "crowd", name+".txt.gz"))) {
		if f := strings.Fields(line); len(f) >= 4 && f[0][0] != '#' {
			rows = append(rows, f[:4])
		}
	}
	return rows
}

// countedPairs compares how many pairs each frame of a recording of people has with what was
// counted independently, of the k-th size of people.
func countedPairs(t *testing.T, dir, name string, k int, pairs map[string]int) {
	t.Helper()
	truth := must.Get(csv.NewReader(strings.NewReader(read(t, filepath.Join(dir, "crowd", "truth_"+name+".csv")))).ReadAll())(t)
	for _, row := range truth[1:] {
		if fmt.Sprint(pairs[row[0]]) != row[2+k] {
			t.Errorf("%s, size %d: %d pairs in frame %s, want %s", name, k, pairs[row[0]], row[0], row[2+k])
		}
		delete(pairs, row[0])
	}
	if len(pairs) > 0 || len(truth) < 100 {
		t.Errorf("%s: of %d frames %d were not counted", name, len(truth)-1, len(pairs))
	}
}

// TestCrowdByFrame: each frame of tracked people has as many pairs as were counted independently,
// for three sizes of people.
func TestCrowdByFrame(t *testing.T) {
	dir := realData(t)
	t.Chdir(t.TempDir())
	for file, unit := range map[string]float64{"bottleneck_AO_300": 1, "bi_corr_400_b_03": 100} {
		for k, radius := range []float64{0.15, 0.2, 0.25} {
			rows := done(t, "", "collide", "-q", "--columns", "id,world,x,y,_", "--radius", fmt.Sprint(radius*unit), "--strict", filepath.Join(dir, "crowd", file+".txt.gz")).out
			_, rows, _ = strings.Cut(rows, "\n") // the header
			pairs := map[string]int{}
			for row := range strings.Lines(rows) {
				frame, _, _ := strings.Cut(row, ",")
				pairs[frame]++
			}
			countedPairs(t, dir, file, k, pairs)
		}
	}
}

// TestBBoxOfRealData: people, cars and cells within a box equal the rows that a filter written here
// leaves.
func TestBBoxOfRealData(t *testing.T) {
	dir := realData(t)
	t.Chdir(t.TempDir())
	var crowd strings.Builder
	crowd.WriteString("id,world,x,y,r\n")
	for _, row := range crowdRows(t, dir, "bottleneck_AO_300") {
		crowd.WriteString(strings.Join(row, ",") + ",0.25\n")
	}
	cars, _ := filepath.Glob(filepath.Join(dir, "traffic", "*US101-4*.xml.gz"))
	cells, _ := filepath.Glob(filepath.Join(dir, "chip", "*.def.gz"))
	if len(cars) == 0 || len(cells) == 0 {
		t.Fatal("there is no traffic, or no chip")
	}
	for name, text := range map[string]string{"crowd": crowd.String(), "cars": carTable(t, cars[0]), "cells": cellTable(t, cells[0], filepath.Join(dir, "chip", "cell_sizes.csv"))} {
		rows := strings.Split(strings.TrimSpace(text), "\n")
		boxes := make([][4]float64, len(rows))
		all := [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
		for i, row := range rows[1:] {
			b := rowBox(t, name, strings.Split(row, ","))
			boxes[i+1] = b
			all = [4]float64{min(all[0], b[0]), min(all[1], b[1]), max(all[2], b[2]), max(all[3], b[3])}
		}
		write(t, name+".csv", text)
		for _, part := range [][4]float64{{0.31, 0.27, 0.52, 0.61}, {0.05, 0.4, 0.95, 0.57}, {0, 0, 1, 1}} {
			var box [4]float64
			for k := range box {
				box[k] = all[k%2] + float64(part[k]*(all[2+k%2]-all[k%2]))
			}
			kept := rows[:1:1]
			for i := range rows[1:] {
				if b := boxes[i+1]; b[0] <= box[2] && b[2] >= box[0] && b[1] <= box[3] && b[3] >= box[1] {
					kept = append(kept, rows[i+1])
				}
			}
			write(t, "kept.csv", strings.Join(kept, "\n")+"\n")
			list := make([]string, 4)
			for k, v := range box {
				list[k] = strconv.FormatFloat(v, 'g', -1, 64)
			}
			got := done(t, "", "collide", "-q", "--bbox", strings.Join(list, ","), name+".csv").out
			if want := done(t, "", "collide", "-q", "kept.csv").out; sortedLines(got) != sortedLines(want) || len(kept) < 2 || part[0] > 0 && len(kept) == len(rows) {
				t.Errorf("%s in %v, %d of %d rows: %s", name, box, len(kept), len(rows), first(sortedLines(got), sortedLines(want)))
			}
		}
	}
}

// rowBox is the bounding box of a row: of a circle, of a box that is turned, or given by corners.
func rowBox(t *testing.T, name string, cells []string) (b [4]float64) {
	t.Helper()
	var v []float64
	for _, cell := range cells[1:] {
		f, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			t.Fatalf("%s: %q", name, cells)
		}
		v = append(v, f)
	}
	if name == "cells" {
		return [4]float64(v)
	}
	x, y, w, h := v[1], v[2], v[3], v[3] // after the world
	if name == "cars" {
		sin, cos := math.Sincos(v[3])
		w = (math.Abs(cos*v[4]) + math.Abs(sin*v[5])) / 2
		h = (math.Abs(sin*v[4]) + math.Abs(cos*v[5])) / 2
	}
	return [4]float64{x - w, y - h, x + w, y + h}
}

// TestTilesOfRealData: crowds, traffic, nestings, a chip and a city have in tiles the rows of one
// run. By default some files of each; all of them with DAYLIGHT_FULL.
func TestTilesOfRealData(t *testing.T) {
	dir := realData(t)
	full, tiles := os.Getenv("DAYLIGHT_FULL") != "", 4
	if full {
		tiles = 12
	}
	r := rand.New(rand.NewPCG(9, 9))
	tables := t.TempDir()
	in := func(elements ...string) string { return filepath.Join(append([]string{dir}, elements...)...) }
	jobs := []string{
		"--columns id,world,x,y,_ --radius 0.2 --strict --margin 0.1 " + in("crowd", "bottleneck_AO_300.txt.gz"),
		"--mode area --skip-bad " + "--join " + in("city", "BASEMAP_Porches.geojson.gz") + " " + in("city", "BASEMAP_Decks.geojson.gz"),
	}
	if full {
		jobs = append(jobs, "--columns id,world,x,y,_ --radius 20 --strict --mode manifold "+in("crowd", "bi_corr_400_b_03.txt.gz"),
			"--exact --mend "+in("city", "BASEMAP_ParkingLots.geojson.gz"),
			"--relation contains --mend --join "+in("city", "BASEMAP_RooftopSolarPanels.geojson.gz")+" "+in("city", "BASEMAP_MiscStructures.geojson.gz"))
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
		jobs = append(jobs, "--mode distance --margin 2 "+table, "--exact "+table)
	}
	for k, name := range some("packing/*.svg.gz") {
		table := write(t, filepath.Join(tables, fmt.Sprintf("pieces%d.csv", k)), pieceTable(t, name))
		jobs = append(jobs, "--exact "+table, "--mode manifold --margin 1 "+table)
	}
	for k, name := range some("chip/*.def*.gz") {
		table := write(t, filepath.Join(tables, fmt.Sprintf("cells%d.csv", k)), cellTable(t, name, in("chip", "cell_sizes.csv")))
		jobs = append(jobs, "--mode overlap --strict "+table)
	}
	for k, line := range jobs {
		d := doing{t, r, "collide", strings.Fields(line), output.CSV, "", k}
		want := d.rows(d.answer())
		if len(want) < 2 && strings.Contains(line, "--margin") && !strings.Contains(line, "--strict") {
			t.Errorf("%q finds nothing", d.args)
		}
		cut := []string{"tiles", "-q", "--skip-bad", "--count", strconv.Itoa(tiles)}
		for i, a := range d.args { // flags that say how to read the tables
			if a == "--columns" || a == "--radius" {
				cut = append(cut, a, d.args[i+1])
			}
		}
		var list []region.Box
		for tile := range strings.Lines(done(t, "", append(cut, d.args[len(d.args)-1])...).out) {
			list = append(list, must.Get(shapes.ParseTile(strings.TrimSpace(tile)))(t).Box)
		}
		if got := d.inTiles(list); !slices.Equal(got, want) || len(list) != tiles {
			t.Errorf("%q in %d tiles: %s", d.args, len(list), first(strings.Join(got, "\n"), strings.Join(want, "\n")))
		}
		t.Logf("%q: %d rows", d.args, len(want))
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
			fmt.Fprintf(&b, "%s,%s,%s,%s,%s,%s,%s\n", o.ID, number(s.Step), number(s.X), number(s.Y), number(s.Angle), number(o.Length), number(o.Width))
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
