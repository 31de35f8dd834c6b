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

// TestNoGeometry: features without a geometry are left out, and count, like bad features.
func TestNoGeometry(t *testing.T) {
	const point = `{"type":"Feature","properties":{"r":1},"geometry":{"type":"Point","coordinates":[0,0]}}`
	const null = `{"type":"Feature","properties":{"r":1},"geometry":null}`
	// The one with the same id comes blocks later, and bad ones before it count.
	var b strings.Builder
	b.WriteString(`{"type":"FeatureCollection","features":[`)
	for k := range 9000 {
		fmt.Fprintf(&b, `{"type":"Feature","properties":{"id":"p%d","r":1},"geometry":{"type":"Point","coordinates":[%d,0]}},`, k, 9*k)
	}
	b.WriteString(strings.Replace(point, `"r":1`, `"id":"bad","r":-1`, 1) + "," + null + "," + strings.Replace(point, `"r":1`, `"id":"p7","r":1`, 1) + "]}")
	bad := filepath.Join(t.TempDir(), "bad.csv")
	done(t, b.String(), "collide", "-q", "--skip-bad", "--bad-rows", bad, "--workers", "2", "--rename", "r=r", "-")
	const want = "file,line,id,column,problem\nstdin,1,bad,r,\"feature 9001: \"\"-1\"\" is negative\"\nstdin,1,,,\"feature 9003: id \"\"p7\"\" is in world \"\"0\"\" already, from stdin:1\"\n"
	if got := read(t, bad); got != want {
		t.Errorf("got %s", got)
	}
}
