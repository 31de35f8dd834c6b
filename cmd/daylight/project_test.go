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

// TestNoGeometry: a feature without a geometry, which RFC 7946 has, is left out and counted, with a
// note that says which is the first; an object that is no feature is a bad row.
func TestNoGeometry(t *testing.T) {
	const point = `{"type":"Feature","properties":{"r":1},"geometry":{"type":"Point","coordinates":[0,0]}}`
	const null = `{"type":"Feature","properties":{"r":1},"geometry":null}`
	const house = `{"type":"Feature","properties":{"id":"h","height":7},"geometry":null}`
	for _, c := range []struct{ text, note string }{
		{`{"type":"FeatureCollection","features":[` + null + "," + point + `]}`, "1 feature without a geometry (null); the first: stdin:1: feature 1"},
		{`{"type":"FeatureCollection","features":[` + point + "," + point + ",\n" + null + "," + point + "," + house + `]}`, "2 features without a geometry (null); the first: stdin:2: feature 3"},
		{null + "\n" + point, "1 feature without a geometry (null); the first: stdin:1"},
		{house, "1 feature without a geometry (null); the first: stdin:1"},
		{`{"type":"Feature","properties":{}}` + "\n" + point, "1 feature without a geometry (null); the first: stdin:1"},
	} {
		for _, flags := range []string{"", "--exact", "--skip-bad", "--workers 3"} {
			stats := filepath.Join(t.TempDir(), "s")
			r := call(t, c.text, append([]string{"collide", "--stats", stats}, append(strings.Fields(flags), "-")...)...)
			if r.code != exitDone || !strings.HasPrefix(r.stderr, "daylight: stdin: left out "+c.note+"\n") {
				t.Errorf("%s: exit %d: %s", flags, r.code, r.stderr)
			}
			if want := fmt.Sprintf(`"without_geometry": %c,`, c.note[0]); !strings.Contains(read(t, stats), want) {
				t.Errorf("want %s in %s", want, read(t, stats))
			}
		}
	}
	// Places that other columns say are those of shapes.
	if r := done(t, `{"type":"Feature","properties":{"x":1,"y":2,"r":1},"geometry":null}`+"\n"+point, "collide", "--mode", "overlap", "-"); strings.Contains(r.stderr, "left out") || !strings.Contains(r.stderr, "2 shapes") {
		t.Errorf("%s", r.stderr)
	}
	if r := call(t, `{"id":"a","r":1,"geometry":null}`, "collide", "-"); r.code != exitBad || !strings.Contains(r.stderr, `stdin:1: id "a": column geometry: there is no geometry (it is empty or null)`) {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
	// The one with the same id comes blocks later, and bad ones before it count.
	var b strings.Builder
	b.WriteString(`{"type":"FeatureCollection","features":[`)
	for k := range 9000 {
		fmt.Fprintf(&b, `{"type":"Feature","properties":{"id":"p%d","r":1},"geometry":{"type":"Point","coordinates":[%d,0]}},`, k, 9*k)
	}
	b.WriteString(strings.Replace(point, `"r":1`, `"id":"bad","r":-1`, 1) + "," + null + "," + strings.Replace(point, `"r":1`, `"id":"p7","r":1`, 1) + "]}")
	bad := filepath.Join(t.TempDir(), "bad.csv")
	done(t, b.String(), "collide", "-q", "--skip-bad", "--bad-rows", bad, "--workers", "2", "-")
	const want = "file,line,id,column,problem\nstdin,1,bad,r,\"feature 9001: \"\"-1\"\" is negative\"\nstdin,1,,,\"feature 9003: id \"\"p7\"\" is in world \"\"0\"\" already, from stdin:1\"\n"
	if got := read(t, bad); got != want {
		t.Errorf("got %s", got)
	}
}
