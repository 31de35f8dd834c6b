// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestSystems: tables in two systems of coordinates that differ are an error in every command that
// reads them, whatever their formats, unless --assume-crs says which one all are in.
func TestSystems(t *testing.T) {
	t.Chdir(t.TempDir())
	point := func(x, y float64) string {
		return fmt.Sprintf(`{"type":"Feature","properties":{"r":1},"geometry":{"type":"Point","coordinates":[%v,%v]}}`, x, y)
	}
	collection := func(crs string, features ...string) string {
		return `{"type":"FeatureCollection",` + crs + `"features":[` + strings.Join(features, ",") + `]}`
	}
	named := func(name string) string { return `"crs":{"type":"name","properties":{"name":"` + name + `"}},` }
	write(t, "degrees.geojson", collection("", point(25, 60), point(26, 60)))
	write(t, "degrees.ndjson", point(25, 60)+"\n"+point(25.5, 60)+"\n")
	write(t, "named.geojson", collection(named("urn:ogc:def:crs:OGC:1.3:CRS84"), point(25, 60), point(26, 60)))
	write(t, "finland.geojson", collection(named("urn:ogc:def:crs:EPSG::3067"), point(385000, 6672000), point(385001, 6672000)))
	write(t, "last.geojson", strings.TrimSuffix(collection("", point(385000, 6672000), point(385002, 6672000)), "}")+","+strings.TrimSuffix(named("http://www.opengis.net/def/crs/EPSG/0/3067"), ",")+"}")
	write(t, "planar.geojson", collection("", point(385000, 6672000), point(385001, 6672000)))
	write(t, "none.geojson", collection(`"crs":null,`, point(25, 60), point(26, 60)))
	write(t, "finland.csv", "wkt,r\nSRID=3067;POINT(385000 6672000),1\nSRID=3067;POINT(385001 6672000),1\n")
	write(t, "wgs.csv", "wkt,r\nSRID=4326;POINT(25 60),1\nSRID=4326;POINT(26 60),1\n")
	write(t, "both.csv", "wkt,r\nSRID=4326;POINT(25 60),1\nSRID=3067;POINT(26 60),1\n")
	write(t, "plain.csv", "x,y,r\n25,60,1\n26,60,1\n")
	done(t, "", "collide", "-q", "--geometry-out", "a", "--out", "finland.arrow", "finland.csv")
	done(t, "", "collide", "-q", "--geometry-out", "a", "--out", "degrees.parquet", "named.geojson")

	const says = "or say by --assume-crs which one they are in"
	for _, c := range []struct{ one, two, wrong string }{
		{"degrees.geojson", "finland.geojson", "finland.geojson: its system of coordinates is urn:ogc:def:crs:EPSG::3067, and that of degrees.geojson is urn:ogc:def:crs:OGC::CRS84, as of GeoJSON that names none: bring"},
		{"finland.csv", "degrees.ndjson", "degrees.ndjson: its system of coordinates is urn:ogc:def:crs:OGC::CRS84, as of GeoJSON that names none, and that of finland.csv is urn:ogc:def:crs:EPSG::3067: bring"},
		{"finland.arrow", "degrees.parquet", "degrees.parquet: its system of coordinates is urn:ogc:def:crs:OGC::CRS84, and"},
		{"last.geojson", "named.geojson", "named.geojson: its system"},
		{"both.csv", "plain.csv", "both.csv: it names two systems of coordinates, urn:ogc:def:crs:EPSG::4326 and urn:ogc:def:crs:EPSG::3067: bring"},
		{"degrees.geojson", "wgs.csv", ""},
		{"named.geojson", "degrees.parquet", ""},
		{"finland.csv", "last.geojson", ""},
		{"finland.arrow", "planar.geojson", ""},
		{"finland.arrow", "none.geojson", ""},
		{"finland.arrow", "plain.csv", ""},
	} {
		for _, args := range [][]string{
			{"collide", c.one, c.two},
			{"collide", "--join", c.two, c.one},
			{"collide", "--exact", "--mend", "--join", c.two, c.one},
			{"collide", "--spill", ".", "--join", c.two, c.one},
			{"collide", "--dry-run", "--join", c.two, c.one},
			{"plan", "--join", c.two, "--out", "plan.json", c.one},
			{"plan", "--join", c.two, "--out", "cut.json", "--cut", "shapes.cut", c.one},
			{"query", "points", "--ask", c.two, c.one},
			{"query", "inside", "--ask", c.two, c.one},
		} {
			args = append(args, "-q", "--radius", "1", "--skip-bad")
			r := call(t, "", args...)
			if c.wrong == "" && r.code != exitDone || c.wrong != "" && (r.code != exitBad || strings.Count(r.stderr, "\n") != 1 || !strings.Contains(r.stderr, c.wrong) || !strings.Contains(r.stderr, says)) {
				t.Errorf("%v: exit %d\n%s", args, r.code, r.stderr)
			}
			if c.wrong != "" {
				done(t, "", append(args, "--assume-crs", "EPSG:3067")...)
			}
		}
	}
	for _, name := range []string{"finland", "EPSG:", "EPSG:25832:1"} {
		if r := call(t, "", "collide", "--assume-crs", name, "plain.csv"); r.code != exitBad || !strings.Contains(r.stderr, "is no name of a system of coordinates: want one such as EPSG:25832 or OGC:CRS84") {
			t.Errorf("%s: %s", name, r.stderr)
		}
	}

	// What is assumed, or said in a table, is passed on, also by shards and from temporary files.
	const urn = `"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3067"}},"features":[`
	manifold := []string{"--mode", "manifold", "--format", "geojson", "-q"}
	for _, args := range [][]string{{"finland.csv"}, {"plain.csv", "--assume-crs", "http://www.opengis.net/def/crs/EPSG/0/3067"}, {"finland.geojson"}} {
		want := done(t, "", append(append([]string{"collide"}, manifold...), args...)...).out
		if !strings.Contains(want, urn) {
			t.Errorf("%v:\n%s", args, want)
		}
		if got := done(t, "", append(append([]string{"collide", "--spill", "."}, manifold...), args...)...).out; got != want {
			t.Errorf("%v: --spill writes\n%s\nwant\n%s", args, got, want)
		}
		done(t, "", append(append([]string{"plan", "--tiles", "1", "--out", "p.json"}, manifold...), args...)...)
		done(t, "", "collide", "-q", "--plan", "p.json", "--shard", "0/1", "--out", "part")
		if got := done(t, "", "merge", "-q", "--plan", "p.json", "part").out; got != want {
			t.Errorf("%v: merge writes\n%s\nwant\n%s", args, got, want)
		}
	}
}
