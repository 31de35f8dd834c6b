// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/testenv"
)

const parcels = `id,wkt
frame,"POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,8 2,8 8,2 8,2 2))"
fill,"POLYGON((2 2,8 2,8 8,2 8,2 2))"
L,"POLYGON((3 3,7 3,7 4,4 4,4 7,3 7,3 3))"
two,"MULTIPOLYGON(((9 9,12 9,12 12,9 12,9 9)),((20 20,21 20,21 21,20 20)))"
pt,POINT(5 5)
seg,"LINESTRING(8 2,12 2)"
`

func TestExact(t *testing.T) {
	for _, c := range []struct{ flags, want string }{
		{"--exact", `world,id_a,id_b,verdict
0,frame,fill,touching
0,frame,two,overlapping
0,frame,seg,overlapping
0,fill,L,overlapping
0,fill,pt,overlapping
0,fill,seg,touching
`},
		{"--exact --strict", `world,id_a,id_b,verdict
0,frame,two,overlapping
0,frame,seg,overlapping
0,fill,L,overlapping
0,fill,pt,overlapping
`},
		{"--relation contains", `world,id_a,id_b,verdict,relations
0,fill,L,overlapping,intersects overlaps contains covers
0,fill,pt,overlapping,intersects overlaps contains covers
`},
		{"--relation within", `world,id_a,id_b,verdict,relations
0,L,fill,overlapping,intersects overlaps within covered-by
0,pt,fill,overlapping,intersects overlaps within covered-by
`},
		{"--relation touches --format ndjson", `{"world":"0","id_a":"frame","id_b":"fill","verdict":"touching","relations":"intersects touches"}
{"world":"0","id_a":"fill","id_b":"seg","verdict":"touching","relations":"intersects touches"}
`},
		{"--mode area", `world,id_a,id_b,verdict,area,x,y,union_share,share_a,share_b
0,frame,two,overlapping,1,9.5,9.5,0.013793103448275862,0.015625,0.10526315789473684
0,frame,seg,overlapping,,,,,,
0,fill,L,overlapping,7,4.357142857142857,4.357142857142857,0.19444444444444445,0.19444444444444445,1
0,fill,pt,overlapping,,,,,,
`},
	} {
		args := strings.Fields("collide --verify " + c.flags + " -")
		if r := done(t, parcels, args...); r.out != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.flags, r.out, c.want)
		}
	}
	const outline = `0,s,t,overlapping,1,1.5,1.5,0.14285714285714285,0.25,0.25,"MULTIPOLYGON (((1 1, 2 1, 2 2, 1 2, 1 1)))"`
	squares := "id,min_x,min_y,max_x,max_y\ns,0,0,2,2\nt,1,1,3,3\n"
	if r := done(t, squares, "collide", "--mode", "area", "--outline", "-"); !strings.Contains(r.out, "MULTIPOLYGON") || !strings.Contains(r.out, outline[:40]) {
		t.Errorf("%s", r.out)
	}
}

// Holes that touch their outline and each other at points need no mending, in no mode.
func TestTouchingHoles(t *testing.T) {
	const table = "id,wkt\n" +
		"a,\"POLYGON((0 0,6 0,6 6,0 6,0 0),(0 0,2 1,1 2,0 0),(2 1,4 2,3 3,2 1))\"\n" +
		"in,\"POLYGON((0 0,2 1,1 2,0 0))\"\n" + // fills a hole
		"over,\"POLYGON((2 1,4 2,3 4,2 1))\"\n" // and more than one
	for flags, want := range map[string]string{
		"--exact":             "world,id_a,id_b,verdict\n0,a,in,touching\n0,a,over,overlapping\n0,in,over,touching\n",
		"--relation overlaps": "world,id_a,id_b,verdict,relations\n0,a,over,overlapping,intersects overlaps overlaps-partly\n",
		"--mode area":         "world,id_a,id_b,verdict,area,x,y,union_share,share_a,share_b\n0,a,over,overlapping,0.9999999999999999,3,2.8333333333333335,0.02898550724637681,0.0303030303030303,0.39999999999999997\n",
	} {
		if r := done(t, table, append(append([]string{"collide", "--verify"}, strings.Fields(flags)...), "-")...); r.out != want {
			t.Errorf("%s: got\n%swant\n%s", flags, r.out, want)
		}
	}
	for _, flags := range []string{"", "--parts", "--mode pairs", "--mode manifold", "--mode distance --margin 1", "--fold body"} {
		done(t, table, append(append([]string{"collide"}, strings.Fields(flags)...), "-")...)
	}
	r := call(t, "id,wkt\na,\"POLYGON((0 0,4 0,4 4,0 4,0 0),(2 0,3 2,2 4,1 2,2 0))\"\n", "collide", "-")
	if want := "holes divide the inside into separate pieces at point 3 of hole 1 (2, 4) and point 3"; r.code != exitBad || !strings.Contains(r.stderr, want) {
		t.Errorf("%s", r.stderr)
	}
}

// All kinds of shapes on whole numbers, in worlds and bodies, each alone and joined.
const ways = `id,wkt
road,"LINESTRING(0 0,5 0,5 5,10 5)"
rail,"MULTILINESTRING((0 2,10 2),(0 9,1 9,1 8))"
park,"GEOMETRYCOLLECTION(POLYGON((4 4,8 4,8 8,4 8,4 4)),LINESTRING(8 8,9 9,12 9),POINT(1 8))"
twin,"GEOMETRYCOLLECTION(POLYGON((6 0,7 0,7 1,6 1,6 0)),POLYGON((7 0,8 0,8 1,7 1,7 0)))"
along,"LINESTRING(7 0,7 1)"
trees,"MULTIPOINT(1 8,7 7,30 30)"
yard,"POLYGON((6.5 0,8 0,8 .5,6.5 .5,6.5 0))"
path,"LINESTRING(8 8,9 9)"
`

// Lines of several segments, and shapes of members.
func TestExactCollections(t *testing.T) {
	for _, c := range []struct{ flags, want string }{
		{"--exact", `world,id_a,id_b,verdict
0,road,rail,overlapping
0,road,park,overlapping
0,rail,park,touching
0,rail,trees,touching
0,park,trees,overlapping
0,park,path,touching
0,twin,along,overlapping
0,twin,yard,overlapping
0,along,yard,overlapping
`},
		{"--relation contains", `world,id_a,id_b,verdict,relations
0,park,path,touching,intersects contains covers
0,twin,along,overlapping,intersects overlaps contains covers
0,twin,yard,overlapping,intersects overlaps contains covers
`},
		{"--mode area", `world,id_a,id_b,verdict,area,x,y,union_share,share_a,share_b
0,road,rail,overlapping,,,,,,
0,road,park,overlapping,,,,,,
0,park,trees,overlapping,,,,,,
0,twin,along,overlapping,,,,,,
0,twin,yard,overlapping,0.75,7.25,0.25,0.375,0.375,1
0,along,yard,overlapping,,,,,,
`},
	} {
		if r := done(t, ways, strings.Fields("collide --verify "+c.flags+" -")...); r.out != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.flags, r.out, c.want)
		}
	}
	const grown = "id,wkt,r\na,\"LINESTRING(0 0,5 0,5 5)\",1\nb,\"LINESTRING(0 2,1 2,1 9)\",1\nc,\"MULTIPOINT(-2 4,3 3)\",1\n"
	if r := done(t, grown, "collide", "--exact", "--verify", "-"); r.out != "world,id_a,id_b,verdict\n0,a,b,touching\n0,a,c,touching\n0,b,c,touching\n" {
		t.Errorf("grown: %s", r.out)
	}
	r := done(t, ways, strings.Fields("collide --exact --format geojson --geometry-out a -")...)
	if !strings.Contains(r.out, `"GeometryCollection","geometries":[{"type":"Polygon","coordinates":[[[4,4],[8,4],[8,8],[4,8],[4,4]]]},{"type":"LineString","coordinates":[[8,8],[9,9],[12,9]]},{"type":"Point","coordinates":[1,8]}]`) {
		t.Errorf("%s", r.out)
	}
}

// What two shapes have in common may be a point or a line of a collection, which has no centroid of an
// area: it is a missing point, not one at 0,0.
func TestNoCommonArea(t *testing.T) {
	const table = `id,wkt
lot,"POLYGON((1 1,5 1,5 5,1 5,1 1))"
tree,"GEOMETRYCOLLECTION(POINT(2 2),POLYGON((9 9,10 9,10 10,9 10,9 9)))"
path,"GEOMETRYCOLLECTION(LINESTRING(3 0,3 6),POLYGON((9 19,10 19,10 20,9 20,9 19)))"
`
	for format, want := range map[string]string{
		"csv": "world,id_a,id_b,verdict,area,x,y,union_share,share_a,share_b\n0,lot,tree,overlapping,0,,,0,0,0\n0,lot,path,overlapping,0,,,0,0,0\n",
		"ndjson": `{"world":"0","id_a":"lot","id_b":"tree","verdict":"overlapping","area":0,"x":null,"y":null,"union_share":0,"share_a":0,"share_b":0}
{"world":"0","id_a":"lot","id_b":"path","verdict":"overlapping","area":0,"x":null,"y":null,"union_share":0,"share_a":0,"share_b":0}
`,
	} {
		if r := done(t, table, "collide", "--mode", "area", "--verify", "--format", format, "-"); r.out != want {
			t.Errorf("%s: %s\nwant %s", format, r.out, want)
		}
	}
	r := done(t, table, "collide", "--mode", "area", "--format", "geojson", "-")
	if strings.Count(r.out, `"geometry":null`) != 2 || strings.Contains(r.out, "coordinates") {
		t.Errorf("%s", r.out)
	}
}

// Circles, roundings and lines that are grown have areas as they are. A disc in the corner of a
// square, a quarter of it within; two rounded lines that cross; and circles.
func TestRoundedArea(t *testing.T) {
	const table = `id,x,y,r,wkt
disc,0,0,2,
square,,,,"POLYGON((0 0,5 0,5 5,0 5,0 0))"
one,10,0,1,
other,12,0,1,
third,11,0,1,
bar,,,1,"LINESTRING(20 0,30 0)"
post,,,1,"LINESTRING(25 -5,25 0,25 5)"
`
	lens := 2*math.Pi/3 - math.Sqrt(3)/2
	want := map[string][2]float64{
		"disc,square": {math.Pi, 1. / 4}, "one,third": {lens, lens / math.Pi},
		"other,third": {lens, lens / math.Pi}, "bar,post": {4, 4 / (20 + math.Pi)},
	}
	lines := strings.Split(strings.TrimSpace(done(t, table, "collide", "--mode", "area", "--verify", "-").out), "\n")[1:]
	if len(lines) != len(want) {
		t.Fatalf("%d rows: %q", len(lines), lines)
	}
	for _, l := range lines {
		c := strings.Split(l, ",")
		area, _ := strconv.ParseFloat(c[4], 64)
		share, _ := strconv.ParseFloat(c[8], 64)
		if w := want[c[1]+","+c[2]]; math.Abs(area-w[0]) > 1e-14*w[0] || math.Abs(share-w[1]) > 1e-14 {
			t.Errorf("%s: want area and share_a %v", l, w)
		}
	}
	// Points so many in one place that the search is given up, in words.
	crowd := []byte("id,r,wkt\nbox,0,\"POLYGON((0 0,5 0,5 5,0 5,0 0))\"\ncrowd,9,\"MULTIPOINT(0 0")
	for i := range 12_000 {
		crowd = fmt.Appendf(crowd, ",0 %g", float64(i)/4000)
	}
	crowd = append(crowd, ")\"\n"...)
	r := call(t, string(crowd), "collide", "--mode", "area", "-")
	if r.code == 0 || !strings.Contains(r.stderr, "stdin:2 and stdin:3: too many of their parts, grown by a radius, overlap each other") {
		t.Errorf("%d: %s%s", r.code, r.out, r.stderr)
	}
}

// A row that the engine cannot take is a bad row of its line, which --skip-bad leaves out.
func TestExactOutOfRange(t *testing.T) {
	rows := "id,x,y,r\na,0,0,1\nfar,1e300,0,1\nb,2,0,1\nlarge,0,0,1e31\n"
	const want = "stdin:3: id \"far\": the shape's bounding box is out of range: position (1e+300, 0); positions may reach 2^100; change the unit of length"
	if r := call(t, rows, "collide", "--exact", "-"); r.code != exitBad || !strings.Contains(r.stderr, want) {
		t.Errorf("%d: %s", r.code, r.stderr)
	}
	r := done(t, rows, "collide", "--exact", "--skip-bad", "--verify", "-")
	if r.out != "world,id_a,id_b,verdict\n0,a,b,touching\n" {
		t.Errorf("%s%s", r.out, r.stderr)
	}
}

func TestExactVerify(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(3, 4))
	rows, wide := 180, 24
	if testenv.Full() {
		rows, wide = 300, 30
	}
	if testenv.Race {
		rows, wide = 60, 13
	}
	table := func(prefix string) string {
		var b strings.Builder
		b.WriteString("id,world,body,static,kind,x,y,angle,r,hx,hy,half_length,points,wkt\n")
		for i := range rows {
			x, y := r.IntN(wide), r.IntN(wide)
			fmt.Fprintf(&b, "%s%d,w%d,b%d,%d,", prefix, i, i%2, i%40, i%7/6)
			switch i % 5 {
			case 0:
				fmt.Fprintf(&b, "circle,%d,%d,,%d,,,,,\n", x, y, r.IntN(3))
			case 1:
				fmt.Fprintf(&b, "box,%d,%d,%d,,%d,%d,,,\n", x, y, 90*r.IntN(4), 1+r.IntN(2), 1+r.IntN(3))
			case 2:
				fmt.Fprintf(&b, "capsule,%d,%d,%d,%d,,,%d,,\n", x, y, 45*r.IntN(8), r.IntN(2), 1+r.IntN(2))
			case 3:
				fmt.Fprintf(&b, "polygon,%d,%d,%d,,,,,0 0;3 0;3 1;1 1;1 3;0 3,\n", x, y, r.IntN(360))
			case 4:
				fmt.Fprintf(&b, ",,,,,,,,,\"POLYGON((%d %d,%d %d,%d %d,%d %d,%d %d),(%d %d,%d %d,%d %d,%d %d))\"\n",
					x, y, x+4, y, x+4, y+4, x, y+4, x, y, x+1, y+1, x+2, y+1, x+1, y+2, x+1, y+1)
			}
		}
		return b.String()
	}
	write(t, "a.csv", table("a"))
	write(t, "b.csv", table("b"))
	for _, flags := range []string{"--exact", "--exact --strict", "--relation intersects", "--relation covers", "--mode area"} {
		for _, join := range []string{"", "--join b.csv"} {
			args := strings.Fields("collide --degrees " + flags + " " + join + " a.csv")
			one := done(t, "", append(args, "--workers", "1", "--verify")...)
			if n := strings.Count(one.out, "\n"); n < rows/9 && flags != "--relation covers" {
				t.Errorf("%v: only %d rows", args, n)
			}
			if many := done(t, "", append(args, "--workers", "3", "--kernels", "go")...); many.out != one.out {
				t.Errorf("%v: other rows with other kernels and workers", args)
			}
		}
	}
}

// TestExactStrict: exact answers with --strict are the pairs whose interiors meet.
func TestExactStrict(t *testing.T) {
	const rows = "id,min_x,min_y,max_x,max_y\na,0,0,1,1\nb,1,0,2,1\nc,1.5,0,3,1\n"
	for flags, want := range map[string]string{
		"--exact":                              "world,id_a,id_b,verdict\n0,a,b,touching\n0,b,c,overlapping\n",
		"--exact --strict":                     "world,id_a,id_b,verdict\n0,b,c,overlapping\n",
		"--exact --strict --verify":            "world,id_a,id_b,verdict\n0,b,c,overlapping\n",
		"--relation overlaps-partly --strict ": "world,id_a,id_b,verdict,relations\n0,b,c,overlapping,intersects overlaps overlaps-partly\n",
	} {
		if r := done(t, rows, strings.Fields("collide "+flags+" -")...); r.out != want {
			t.Errorf("%s: got %s", flags, r.out)
		}
	}
}
