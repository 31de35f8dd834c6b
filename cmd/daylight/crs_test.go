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
		{"degrees.geojson", "finland.geojson", "finland.geojson: its system of coordinates is urn:ogc:def:crs:EPSG::3067, and that of degrees.geojson is urn:ogc:def:crs:OGC::CRS84, as of GeoJSON that names none and of columns lon and lat: bring"},
		{"finland.csv", "degrees.ndjson", "degrees.ndjson: its system of coordinates is urn:ogc:def:crs:OGC::CRS84, as of GeoJSON that names none and of columns lon and lat, and that of finland.csv is urn:ogc:def:crs:EPSG::3067: bring"},
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

// TestLonLat: columns lon and lat are x and y where nothing else says where shapes are, and lengths in
// degrees are told of.
func TestLonLat(t *testing.T) {
	t.Chdir(t.TempDir())
	const degrees = "radii, distances and depths are in degrees"
	write(t, "xy.csv", "id,x,y,r\na,25,60,1\nb,26,60,1\n")
	want := done(t, "", "collide", "-q", "xy.csv").out
	write(t, "short.csv", "id,lon,lat,r\na,25,60,1\nb,26,60,1\n")
	write(t, "long.ndjson", `{"id":"a","Longitude":25,"Latitude":60,"r":1}`+"\n"+`{"id":"b","Latitude":60,"Longitude":26,"r":1}`+"\n")
	write(t, "web.csv", "id,lat,lng,r\na,60,25,1\nb,60,26,1\n")
	write(t, "web.ndjson", `{"id":"a","long":25,"lat":60,"r":1}`+"\n"+`{"id":"b","lat":60,"long":26,"r":1}`+"\n")
	write(t, "both.csv", "id,lon,lat,x,y,r\na,0,0,25,60,1\nb,50,0,26,60,1\n")
	write(t, "wkt.csv", "id,lon,lat,geom,r\na,0,0,POINT(25 60),1\nb,50,0,POINT(26 60),1\n")
	write(t, "features.geojson", `{"type":"Feature","properties":{"id":"a","lon":0,"lat":0,"r":1},"geometry":{"type":"Point","coordinates":[25,60]}}`+"\n"+
		`{"type":"Feature","properties":{"id":"b","r":1},"geometry":{"type":"Point","coordinates":[26,60]}}`)
	write(t, "nad83.csv", "id,wkt,r\na,SRID=4269;POINT(25 60),1\nb,SRID=4269;POINT(26 60),1\n")
	write(t, "finland.csv", "wkt,r\nSRID=3067;POINT(25 60),1\n")
	done(t, "", "collide", "-q", "--mode", "distance", "--keep", "r", "--geometry-out", "none", "--out", "made.parquet", "short.csv")
	for _, c := range []struct {
		args string
		told bool
	}{
		{"collide short.csv", true}, {"collide --mode overlap short.csv", true}, {"collide long.ndjson", true}, {"collide web.csv", true}, {"collide web.ndjson", true}, {"collide --exact long.ndjson", true},
		{"collide --columns id,lon,lat,r --header short.csv", true}, {"collide --rename lon=x,lat=y short.csv", false},
		{"collide both.csv", false}, {"collide wkt.csv", false}, {"collide features.geojson", true}, {"collide --mode overlap features.geojson", false},
		{"collide --mode overlap --margin 1 features.geojson", true}, {"collide nad83.csv", true}, {"collide -q short.csv", false},
		{"collide --exact features.geojson", false}, {"collide --mode area features.geojson", true}, {"collide --assume-crs EPSG:4326 xy.csv", true},
		{"collide --assume-crs EPSG:3067 short.csv", false}, {"collide --spill . short.csv", true}, {"plan --out plan.json short.csv", true},
		{"query nearest features.geojson", true}, {"query nearest --ask short.csv xy.csv", true}, {"query inside features.geojson", false},
		{"query within --near 1 features.geojson", true}, {"collide --rename id_a=_,id_b=_,ax=lon,ay=lat,distance=_,nx=_,ny=_ --radius 1 made.parquet", true},
	} {
		r := done(t, "", strings.Fields(c.args)...)
		if strings.Contains(r.stderr, degrees) != c.told || strings.Count(r.stderr, degrees) > 1 {
			t.Errorf("%s: %s", c.args, r.stderr)
		}
		if f := strings.Fields(c.args); f[0] == "collide" && len(f) == 2 && r.out != want {
			t.Errorf("%s:\n%s", c.args, r.out)
		}
	}
	if r := call(t, "", "collide", "--join", "finland.csv", "short.csv"); r.code != exitBad || !strings.Contains(r.stderr, "--assume-crs") {
		t.Errorf("two systems: %s", r.stderr)
	}
	if r := call(t, "id,lon,lon,lat,longitude,r\n", "collide", "-"); !strings.Contains(r.stderr, "column lon is there twice") {
		t.Errorf("twice: %s", r.stderr)
	}
}
