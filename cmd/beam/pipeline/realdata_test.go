// SPDX-License-Identifier: MIT

package pipeline

import (
	"compress/gzip"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"daylight/cmd/internal/job"
)

// TestRealData: recordings of people and of traffic, each frame a world, and a chip before its
// cells were put in order. (Nestings and the city are of polygons that are not convex, which
// pipelines refuse: TestRefused.) By default a sample; all with DAYLIGHT_FULL.
func TestRealData(t *testing.T) {
	dir := os.Getenv("DAYLIGHT_DATA")
	if dir == "" {
		t.Skip("DAYLIGHT_DATA is not set: no real data")
	}
	full := os.Getenv("DAYLIGHT_FULL") != ""
	people := func(radius float64) job.Tables {
		return job.Tables{Columns: []string{"id", "world", "x", "y", "_"}, Radius: radius, HasRadius: true}
	}
	jobs := []task{
		{files: []string{filepath.Join(dir, "crowd", "bottleneck_AO_300.txt.gz")}, spec: Spec{Tables: people(0.2), Asked: job.Asked{Strict: true, Margin: 0.1}}},
		{files: []string{filepath.Join(dir, "crowd", "bi_corr_400_b_03.txt.gz")}, spec: Spec{Tables: people(20), Asked: job.Asked{Strict: true, Mode: "manifold"}}},
		{files: []string{write(t, "cells.csv", cells(t, dir))}, spec: Spec{Asked: job.Asked{Strict: true, Mode: "overlap"}}},
	}
	recordings, err := filepath.Glob(filepath.Join(dir, "traffic", "*.xml.gz"))
	if err != nil || len(recordings) == 0 {
		t.Fatalf("no traffic in %s: %v", dir, err)
	}
	if !full {
		jobs, recordings = jobs[1:], recordings[:1]
	}
	for _, name := range recordings {
		jobs = append(jobs, task{files: []string{write(t, "cars.csv", cars(t, name))}, spec: Spec{Asked: job.Asked{Mode: "distance", Margin: 2}}})
	}
	for _, q := range jobs {
		q.spec.Tiles = 32
		q.check(t)
	}
}

func unpacked(t *testing.T, name string) string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// cars is a recording of traffic as a table.
func cars(t *testing.T, name string) string {
	t.Helper()
	type state struct {
		X     string `xml:"position>point>x"`
		Y     string `xml:"position>point>y"`
		Angle string `xml:"orientation>exact"`
		Step  string `xml:"time>exact"`
	}
	type obstacle struct {
		ID      string  `xml:"id,attr"`
		Length  string  `xml:"shape>rectangle>length"`
		Width   string  `xml:"shape>rectangle>width"`
		Initial state   `xml:"initialState"`
		States  []state `xml:"trajectory>state"`
	}
	var scenario struct {
		Old []obstacle `xml:"obstacle"`
		New []obstacle `xml:"dynamicObstacle"`
	}
	if err := xml.Unmarshal([]byte(unpacked(t, name)), &scenario); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("id,world,x,y,angle,width,height\n")
	for _, o := range append(scenario.Old, scenario.New...) {
		for _, s := range append([]state{o.Initial}, o.States...) {
			fmt.Fprintf(&b, "%s,%s,%s,%s,%s,%s,%s\n", o.ID, s.Step, s.X, s.Y, s.Angle, o.Length, o.Width)
		}
	}
	return b.String()
}

// cells is a chip as a table: its cells before they were put in order.
func cells(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "chip", "cell_sizes.csv"))
	if err != nil {
		t.Fatal(err)
	}
	size := map[string][2]int{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		var s [2]int
		fields := strings.Split(line, ",")
		if _, err := fmt.Sscan(fields[1]+" "+fields[2], &s[0], &s[1]); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		size[fields[0]] = s
	}
	var b strings.Builder
	b.WriteString("id,min_x,min_y,max_x,max_y\n")
	placed := regexp.MustCompile(`(?m)^\s*- (\S+) (\S+) .*\+ (?:PLACED|FIXED) \( (-?\d+) (-?\d+) \)`)
	for _, m := range placed.FindAllStringSubmatch(unpacked(t, filepath.Join(dir, "chip", "aes_cipher_top_replace.def.gz")), -1) {
		var x, y int
		if s, known := size[m[2]]; known {
			if _, err := fmt.Sscan(m[3]+" "+m[4], &x, &y); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s,%d,%d,%d,%d\n", m[1], x, y, x+s[0], y+s[1])
		}
	}
	return b.String()
}
