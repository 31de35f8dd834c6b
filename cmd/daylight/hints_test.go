// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"strings"
	"testing"

	"daylight/internal/must"
)

// TestRaysByEnds: a ray is written down by its origin and velocity, by its two ends, or as a line.
func TestRaysByEnds(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "shapes.csv", "id,x,y,r\na,0,0,1\nb,1.5,0,1\nc,9,9,1\n")
	const want = "world,id_a,id_b,fraction,x,y,nx,ny\n0,s,a,0.4,-1,0,-1,0\n"
	for _, rays := range []string{
		"id,x,y,vx,vy\ns,-5,0,10,0\n", "id,x1,y1,x2,y2\ns,-5,0,5,0\n", "id,wkt\ns,\"LINESTRING(-5 0,5 0)\"\n",
		`{"type":"Feature","properties":{"id":"s"},"geometry":{"type":"LineString","coordinates":[[-5,0],[5,0]]}}`,
	} {
		if r := done(t, rays, "query", "rays", "--verify", "--ask", "-", "shapes.csv"); r.out != want {
			t.Errorf("%sgot  %swant %s", rays, r.out, want)
		}
	}
	// The ends say how far, whatever --dt says.
	if r := done(t, "id,x1,y1,x2,y2\ns,-5,0,5,0\n", "query", "rays", "--dt", "0.25", "--ask", "-", "shapes.csv"); r.out != want {
		t.Errorf("got %s", r.out)
	}
	for rays, want := range map[string]string{
		"id,x1,y1,x2,y2,vx\ns,-5,0,5,0,1\n":         `stdin:2: id "s": the row says in two ways where the ray ends`,
		"id,wkt\ns,\"LINESTRING(-5 0,0 0,5 0)\"\n":  `stdin:2: id "s": column wkt: a ray is a line of two points, and this one has 3`,
		"id,x1,y1,x2,y2\ns,-1e31,0,1e31,0\n":        `stdin:2: id "s": column x2: the ray from (-1e+31, 0) to (1e+31, 0) is too long`,
		"id,x,y,dx,dy\ns,-5,0,1,0\n":                "so nothing moves (if they mean the same, --rename dx=vx,dy=vy)\n",
		"id,x,y\ns,-5,0\n":                          "so nothing moves (see daylight help formats)\n",
		`{"id":"s","x":0,"y":0,"Vel X":1}` + "\n":   "so nothing moves (if they mean the same, --rename Vel X=vx)\n",
		"id,x1,y1,x2,y2,category\ns,-5,0,5,0,boo\n": `stdin:2: id "s": column category: "boo" is not a set of 32 bits`,
	} {
		if r := call(t, rays, "query", "rays", "--ask", "-", "shapes.csv"); r.code != exitBad || !strings.Contains(r.stderr, want) {
			t.Errorf("%sexit %d: %swant %s", rays, r.code, r.stderr, want)
		}
	}
	// Casts are of whole shapes.
	if r := call(t, "id,x1,y1,x2,y2\ns,-5,0,5,0\n", "query", "casts", "--ask", "-", "shapes.csv"); r.code != exitBad || !strings.Contains(r.stderr, "so nothing moves") {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
}

// TestEmptyTables: a table of a header alone is taken, and told of.
func TestEmptyTables(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "none.csv", "id,x,y,r\n")
	write(t, "also.csv", "id,x,y,r\n")
	write(t, "one.csv", "id,x,y,r\na,0,0,1\n")
	for args, want := range map[string]string{
		"collide none.csv":                        "daylight: none.csv: the table has no rows\n",
		"collide --dry-run none.csv":              "daylight: none.csv: the table has no rows\n",
		"collide none.csv also.csv":               "daylight: none of the 2 tables has a row\n",
		"collide --join none.csv one.csv":         "daylight: none.csv: the table has no rows\n",
		"query points --ask none.csv one.csv":     "daylight: none.csv: the table has no rows\n",
		"draw --out o.svg none.csv":               "daylight: none.csv: the table has no rows\n",
		"plan --tiles 2 --out plan.json none.csv": "daylight: none.csv: the table has no rows\n",
		"collide --spill . none.csv":              "daylight: none.csv: the table has no rows\n",
		"collide none.csv one.csv":                "",
	} {
		r := done(t, "", strings.Fields(args)...)
		if want != "" && !strings.Contains(r.stderr, want) || want == "" && strings.Contains(r.stderr, "has no rows") {
			t.Errorf("%s: %s", args, r.stderr)
		}
	}
	if r := done(t, "id,x,y,r\n", "collide", "-"); !strings.HasPrefix(r.stderr, "daylight: stdin: the table has no rows\n") {
		t.Errorf("%s", r.stderr)
	}
}

// TestDirectories: a directory stands for all files in it and below it, also one that a pattern
// matches.
func TestDirectories(t *testing.T) {
	t.Chdir(t.TempDir())
	must.Do(t, os.MkdirAll("d/sub/deep", 0o777))
	write(t, "d/a.csv", "id,x,y,r\na,0,0,1\n")
	write(t, "d/sub/deep/b.csv", "id,x,y,r\nb,1.5,0,1\n")
	write(t, "d/sub/.hidden", "no table")
	for _, name := range []string{"d", "d/*"} {
		if r := done(t, "", "collide", "-q", name); r.out != "world,id_a,id_b,depth,nx,ny\n0,a,b,0.5,1,0\n" {
			t.Errorf("%s: %s", name, r.out)
		}
	}
	if r := call(t, "", "d/a.csv"); r.code != exitBad || !strings.Contains(r.stderr, `there is no command "d/a.csv", but a file of that name; did you mean daylight collide d/a.csv?`) {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
}
