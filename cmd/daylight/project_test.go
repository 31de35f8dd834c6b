// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"path/filepath"
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

// TestNoGeometry: a feature without a geometry is told as such, and which feature of a line of
// many it is.
func TestNoGeometry(t *testing.T) {
	const point = `{"type":"Feature","properties":{"r":1},"geometry":{"type":"Point","coordinates":[0,0]}}`
	const want = "daylight: stdin:1: %scolumn geometry: there is no geometry (it is empty or null), and no x to make a %s of\n"
	const null = `{"type":"Feature","properties":{"r":1},"geometry":null}`
	for _, c := range []struct{ text, feature, shape string }{
		{`{"type":"FeatureCollection","features":[` + null + "," + point + `]}`, "feature 1: ", "circle"},
		{`{"type":"FeatureCollection","features":[` + point + "," + point + "," + null + "," + point + `]}`, "feature 3: ", "circle"},
		{null + "\n" + point, "", "circle"},
		{`{"type":"Feature","properties":{"height":7},"geometry":null}`, "", "box"},
	} {
		if r := call(t, c.text, "collide", "-"); r.code != exitBad || r.stderr != fmt.Sprintf(want, c.feature, c.shape) {
			t.Errorf("exit %d: %s", r.code, r.stderr)
		}
	}
	// The one with the same id comes blocks later, and bad ones before it count.
	var b strings.Builder
	b.WriteString(`{"type":"FeatureCollection","features":[`)
	for k := range 9000 {
		fmt.Fprintf(&b, `{"type":"Feature","properties":{"id":"p%d","r":1},"geometry":{"type":"Point","coordinates":[%d,0]}},`, k, 9*k)
	}
	b.WriteString(null + "," + strings.Replace(point, `"r":1`, `"id":"p7","r":1`, 1) + "]}")
	bad := filepath.Join(t.TempDir(), "bad.csv")
	done(t, b.String(), "collide", "-q", "--skip-bad", "--bad-rows", bad, "--workers", "2", "-")
	if got, want := read(t, bad), "file,line,column,problem\nstdin,1,geometry,\"feature 9001: there is no geometry (it is empty or null), and no x to make a circle of\"\nstdin,1,,\"feature 9002: id \"\"p7\"\" is in world \"\"0\"\" already, from stdin:1\"\n"; got != want {
		t.Errorf("got %s", got)
	}
}
