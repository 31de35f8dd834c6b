// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestProjected: tables that there is certainly no memory for are refused long before they
// fill what there is, and with what all of them would take.
func TestProjected(t *testing.T) {
	t.Chdir(t.TempDir())
	const rows = 3_000_000
	write(t, "in.csv", "x,y,r\n"+strings.Repeat("1,2,3\n", rows))
	r := call(t, "", "collide", "--memory", "256MiB", "in.csv")
	m := regexp.MustCompile(`^daylight: in\.csv:(\d+): the tables are too large: it would take (\d+) MiB of memory or more, and 256 MiB are allowed`).FindStringSubmatch(r.stderr)
	if r.code != exitBad || m == nil {
		t.Fatalf("exit %d: %s", r.code, r.stderr)
	}
	// Each row takes 200 bytes, and two thirds of the memory are for data.
	if line, _ := strconv.Atoi(m[1]); line > 500_000 {
		t.Errorf("%s", fmt.Sprint("refused at line ", line))
	}
	// It is refused as soon as what has been read makes half as much again as the limit sure.
	if need, _ := strconv.Atoi(m[2]); need < 384 || need > 1500 {
		t.Errorf("it would take %s MiB", m[2])
	}
}

// TestNoGeometry: a feature without a geometry is told as such.
func TestNoGeometry(t *testing.T) {
	const point = `{"type":"Feature","properties":{"r":1},"geometry":{"type":"Point","coordinates":[0,0]}}`
	const want = "daylight: stdin:1: column wkt: there is no geometry (it is empty or null), and no x to make a circle of\n"
	for _, text := range []string{
		`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"r":1},"geometry":null},` + point + `]}`,
		`{"type":"Feature","properties":{"r":1},"geometry":null}` + "\n" + point,
	} {
		if r := call(t, text, "collide", "-"); r.code != exitBad || r.stderr != want {
			t.Errorf("exit %d: %s", r.code, r.stderr)
		}
	}
	const measured = `{"type":"Feature","properties":{"height":7},"geometry":null}`
	if r := call(t, measured, "collide", "-"); r.code != exitBad || r.stderr != strings.Replace(want, "a circle", "a box", 1) {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
}
