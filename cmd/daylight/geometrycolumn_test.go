// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestGeometryColumn: of several geometries the one that is asked for counts, and it is an error if no
// table has it.
func TestGeometryColumn(t *testing.T) {
	const text = "id,centre,geom,r\na,POINT(0 0),POINT(5 5),1\nb,POINT(1 0),POINT(9 9),1\n"
	if r := done(t, text, "collide", "--mode", "overlap", "--geometry", "centre", "-"); r.out != "world,id_a,id_b\n0,a,b\n" {
		t.Errorf("got %s", r.out)
	}
	if r := done(t, text, "collide", "--mode", "overlap", "-"); r.out != "world,id_a,id_b\n" {
		t.Errorf("got %s", r.out)
	}
	if r := done(t, "a,POINT(0 0),1\nb,POINT(1 0),1\n", "collide", "--mode", "overlap", "--columns", "id,place,r", "--geometry", "place", "-"); r.out != "world,id_a,id_b\n0,a,b\n" {
		t.Errorf("named by --columns: %s", r.out)
	}
	t.Chdir(t.TempDir())
	write(t, "circles.csv", "id,x,y,r\na,0,0,1\n")
	write(t, "places.csv", "id,centre,r\nb,POINT(1 0),1\n")
	write(t, "lines.ndjson", "{\"x\":0,\"y\":0,\"r\":1}\n{\"r\":1,\"centre\":\"POINT(1 0)\",\"name\":\"x\"}\n")
	write(t, "feature.geojson", `{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}`)
	for _, args := range []string{
		"collide --geometry centre circles.csv places.csv", "collide --geometry centre --join places.csv circles.csv", "collide --geometry Centre lines.ndjson",
		"query points --geometry centre --ask places.csv circles.csv", "collide --geometry geometry --radius 1 feature.geojson",
		"plan --tiles 2 --geometry centre -o p.json lines.ndjson", "collide --spill . --geometry centre lines.ndjson",
	} {
		done(t, "", strings.Fields(args)...)
	}
	for args, name := range map[string]string{
		"collide --geometry place circles.csv": "place", "collide --spill . --geometry nil circles.csv": "nil",
		"plan -o q.json --geometry nil circles.csv": "nil", "collide --dry-run --geometry nil circles.csv": "nil", "collide --exact --geometry nil circles.csv": "nil",
		"collide --geometry geom --radius 1 feature.geojson": "geom", "query points --geometry nil --ask circles.csv circles.csv": "nil",
		"collide --geometry nil --join places.csv circles.csv places.csv": "nil",
	} {
		r := call(t, "", strings.Fields(args)...)
		if want := `--geometry: there is no column "` + name + `"`; r.code != exitBad || r.out != "" || !strings.Contains(r.stderr, want) && !strings.Contains(r.stderr, `there is no column "`+name+`", which --geometry names`) {
			t.Errorf("%s: exit %d: %s%s", args, r.code, r.out, r.stderr)
		}
	}
	if r := call(t, "id,x,y,r,centre\na,0,0,1,\n", "collide", "--geometry", "center", "-"); !strings.Contains(r.stderr, "(did you mean centre?)") {
		t.Error(r.stderr)
	}
}

// TestShardsOfFewColumns: what only some objects have, a shard whose rows lack it does without.
func TestShardsOfFewColumns(t *testing.T) {
	t.Chdir(t.TempDir())
	var rows strings.Builder
	for k := range 40 { // more than a plan has together in one stretch of a file
		fmt.Fprintf(&rows, "{\"world\":\"a\",\"x\":%d,\"y\":0,\"r\":1,\"note\":\"%0100000d\"}\n", 10*k, k)
	}
	rows.WriteString("{\"world\":\"b\",\"centre\":\"POINT(1 0)\",\"size\":1,\"name\":\"x\"}\n{\"world\":\"b\",\"centre\":\"POINT(2 0)\",\"size\":1,\"name\":\"y\"}\n")
	write(t, "in.ndjson", rows.String())
	flags := []string{"--geometry", "centre", "--rename", "size=r", "--keep", "name"}
	want := done(t, "", append(append([]string{"collide"}, flags...), "in.ndjson")...).out
	done(t, "", append(append([]string{"plan", "--tiles", "2", "-o", "p.json"}, flags...), "in.ndjson")...)
	done(t, "", "collide", "--plan", "p.json", "--shard", "0-1/2", "-o", "parts")
	if got := done(t, "", "merge", "--plan", "p.json", "parts/part-0", "parts/part-1").out; got != want || strings.Count(got, "\n") != 2 {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
