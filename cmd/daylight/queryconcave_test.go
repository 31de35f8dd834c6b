// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// without leaves out the rows of a table that hold a word.
func without(table string, words ...string) string {
	var b strings.Builder
	for _, line := range strings.SplitAfter(table, "\n") {
		odd := false
		for _, w := range words {
			odd = odd || strings.Contains(line, w)
		}
		if !odd {
			b.WriteString(line)
		}
	}
	return b.String()
}

// TestQueryConcave: whole shapes answer, each once, whatever workers there are, and brute force
// says the same.
func TestQueryConcave(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(15, 16))
	n := 240
	if testing.Short() {
		n = 80
	}
	write(t, "all.csv", concaveTable(r, "s", n))
	write(t, "plain.csv", without(concaveTable(r, "s", n), "COLLECTION", "LINESTRING"))
	write(t, "q.csv", concaveTable(r, "q", n/3))
	write(t, "places.csv", without(concaveTable(r, "q", n/3), "COLLECTION", "LINESTRING"))
	for _, kind := range []string{
		"rays --dt 9 --ask places.csv all.csv", "rays --all --dt 9 --ask places.csv all.csv", "rays --holding --dt 9 --ask places.csv all.csv",
		"rays --all --holding --dt 9 --ask places.csv all.csv", "casts --dt 3 --ask q.csv all.csv", "points --ask q.csv all.csv",
		"boxes --near 1 --ask q.csv all.csv", "nearest --ask q.csv all.csv", "nearest --count 4 --near 3 --ask q.csv all.csv", "nearest --count 2 all.csv",
		"within --near 1 all.csv", "within --near 1 --both all.csv", "within --near 2 --centres plain.csv",
	} {
		args := append([]string{"query"}, strings.Fields(kind)...)
		out := done(t, "", append(args, "--verify", "--workers", "1")...).out
		rows := strings.Split(strings.TrimSpace(out), "\n")
		if len(rows) < 5 {
			t.Errorf("%s: %d rows", kind, len(rows)-1)
		}
		seen := map[string]bool{}
		for _, row := range rows[1:] {
			key := strings.Join(strings.Split(row, ",")[:3], ",")
			if seen[key] {
				t.Errorf("%s: %s stands twice", kind, key)
			}
			seen[key] = true
		}
		if other := done(t, "", append(args, "--workers", "3")...).out; other != out {
			t.Errorf("%s: the answer depends on the number of workers", kind)
		}
	}
}

// TestQueryConcaveMatchesCollide: what meets whole shapes, and by how much, is what a join says,
// and what they hold is what exact relations say.
func TestQueryConcaveMatchesCollide(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(17, 18))
	write(t, "s.csv", concaveTable(r, "s", 120))
	write(t, "q.csv", concaveTable(r, "q", 120))
	same := func(query, collide string) {
		t.Helper()
		a := done(t, "", strings.Fields(query)...).out
		b := done(t, "", strings.Fields(collide)...).out
		cells := func(out string) map[string]string {
			rows := map[string]string{}
			for _, row := range strings.Split(strings.TrimSpace(out), "\n")[1:] {
				c := strings.Split(row, ",")
				rows[strings.Join(c[:3], ",")] = strings.Join(c[3:4], ",")
			}
			return rows
		}
		p, q := cells(a), cells(b)
		for key, depth := range q {
			if _, found := p[key]; !found && depth == "0" { // it touches: collide decides by the corners, query in float32
				delete(q, key)
			}
		}
		if len(p) != len(q) || len(p) < 20 {
			t.Errorf("%s: %d rows, collide has %d", query, len(p), len(q))
		}
		for key, value := range p {
			x, errX := strconv.ParseFloat(value, 64)
			y, errY := strconv.ParseFloat(q[key], 64) // no number if there is no row
			if errX != nil || errY != nil || math.Abs(x-y) > 1e-6 {
				t.Errorf("%s: %s is %s, collide says %s", query, key, value, q[key])
			}
		}
	}
	same("query points --ask q.csv s.csv", "collide --join s.csv q.csv")
	same("query boxes --near 2 --ask q.csv s.csv", "collide --margin 2 --join s.csv q.csv")
	// On a grid float32 holds all that was given.
	onGrid := func(name string) string {
		var b strings.Builder
		b.WriteString("id,wkt\n")
		for i := range 150 {
			x, y := r.IntN(12), r.IntN(12)
			b.WriteString(ringRow(name, i, x, y))
		}
		return b.String()
	}
	write(t, "gs.csv", onGrid("s"))
	write(t, "gq.csv", onGrid("q"))
	held := func(out string) string {
		var keys []string
		for _, row := range strings.Split(strings.TrimSpace(out), "\n")[1:] {
			keys = append(keys, strings.Join(strings.Split(row, ",")[:3], ","))
		}
		return strings.Join(keys, "\n")
	}
	got := held(done(t, "", "query", "inside", "--verify", "--ask", "gq.csv", "gs.csv").out)
	want := held(done(t, "", "collide", "--relation", "covered-by", "--join", "gs.csv", "gq.csv").out)
	if got != want || strings.Count(want, "\n") < 20 {
		t.Errorf("inside has\n%s\nrelations say\n%s", got, want)
	}
	if alone := held(done(t, "", "query", "inside", "--verify", "gs.csv").out); strings.Count(alone, "\n") < 20 {
		t.Errorf("of themselves\n%s", alone)
	}
}

// ringRow is a row with a polygon of some kind.
func ringRow(name string, i, x, y int) string {
	at := func(points ...int) string {
		var list []string
		for k := 0; k < len(points); k += 2 {
			list = append(list, strconv.Itoa(x+points[k])+" "+strconv.Itoa(y+points[k+1]))
		}
		return "(" + strings.Join(append(list, list[0]), ",") + ")"
	}
	wkt := []string{
		"POLYGON(" + at(0, 0, 4, 0, 4, 1, 1, 1, 1, 4, 0, 4) + ")",
		"POLYGON(" + at(0, 0, 6, 0, 6, 6, 0, 6) + "," + at(2, 2, 4, 2, 4, 4, 2, 4) + ")",
		"POLYGON(" + at(0, 0, 1, 0, 1, 1, 0, 1) + ")",
		"MULTIPOLYGON((" + at(0, 0, 2, 0, 2, 2, 0, 2) + "),(" + at(3, 0, 5, 0, 5, 2, 3, 2) + "))",
		"POLYGON(" + at(0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2) + ")",
	}[i%5]
	return name + strconv.Itoa(i) + ",\"" + wkt + "\"\n"
}

// TestQueryConcaveByHand: rays that begin in one part of a shape, questions on its inner cuts, and
// what is refused.
func TestQueryConcaveByHand(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "s.csv", "id,wkt,r\n"+
		"L,\"POLYGON((0 0,4 0,4 1,1 1,1 4,0 4,0 0))\",\n"+
		"frame,\"POLYGON((10 0,16 0,16 6,10 6,10 0),(11 1,15 1,15 5,11 5,11 1))\",\n"+
		"two,\"MULTIPOLYGON(((20 0,22 0,22 2,20 2,20 0)),((24 0,26 0,26 2,24 2,24 0)))\",\n")
	write(t, "q.csv", "id,x,y,vx,vy\n"+
		"through,-1,.5,30,0\nfrom inside,.5,3,0,-3\nout of a corner,.5,.5,20,0\nhole,13,3,9,0\nbetween,23,1,-9,0\n")
	for _, c := range []struct{ args, want string }{
		{"rays", "world,id_a,id_b,fraction,x,y,nx,ny\n" +
			"0,through,L,0.03333333333333333,0,0.5,-1,0\n" +
			"0,out of a corner,frame,0.475,10,0.5,-1,0\n" +
			"0,hole,frame,0.2222222222222222,15,3,-1,0\n" +
			"0,between,two,0.1111111111111111,22,1,1,0\n"},
		{"rays --holding", "world,id_a,id_b,fraction,x,y,nx,ny\n" +
			"0,through,L,0.03333333333333333,0,0.5,-1,0\n" +
			"0,from inside,L,0,0.5,3,0,0\n" +
			"0,out of a corner,L,0,0.5,0.5,0,0\n" +
			"0,hole,frame,0.2222222222222222,15,3,-1,0\n" +
			"0,between,two,0.1111111111111111,22,1,1,0\n"},
		{"points", "world,id_a,id_b,depth,nx,ny,part_contacts,deepest,least\n" +
			"0,from inside,L,0.5,-1,0,1,0.5,0.5\n" +
			"0,out of a corner,L,0.5,-1,0,2,0,0.5\n"},
		{"nearest --near 1", "world,id_a,id_b,distance,nx,ny,ax,ay,bx,by\n" +
			"0,through,L,1,-1,0,-1,0.5,0,0.5\n" +
			"0,from inside,L,-0.5,-1,0,0.5,3,0,3\n" +
			"0,out of a corner,L,-0.5,-1,0,,,,\n" +
			"0,between,two,1,1,0,23,1,22,1\n"},
		{"inside", "world,id_a,id_b\n0,from inside,L\n0,out of a corner,L\n"},
	} {
		args := append(append([]string{"query"}, strings.Fields(c.args)...), "--verify", "--ask", "q.csv", "s.csv")
		if got := done(t, "", args...).out; got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.args, got, c.want)
		}
	}
	write(t, "grown.csv", "id,points,x,y,r\ng,0 0;4 0;4 4;3 1;0 4,0,0,1\n")
	write(t, "disc.csv", "id,x,y,r\nd,1,1,.1\n")
	write(t, "many.csv", "id,wkt,vx\nm,\"GEOMETRYCOLLECTION(POLYGON((0 0,9 0,9 9,0 9,0 0)),POLYGON((9 0,12 0,12 9,9 0)))\",1\n")
	write(t, "over.csv", "id,wkt\no,\"GEOMETRYCOLLECTION(POLYGON((0 0,9 0,9 9,0 9,0 0)),POLYGON((8 0,12 0,12 9,8 0)))\"\n")
	write(t, "lines.csv", "id,wkt\nin,\"LINESTRING(1 1,9 0,10 0,11 2)\"\nout,\"LINESTRING(1 1,8 12,11 1)\"\non,\"MULTILINESTRING((0 0,9 0,12 0),(0 0,0 9))\"\n")
	const holds = "world,id_a,id_b\n0,in,m\n0,on,m\n"
	if got := done(t, "", "query", "inside", "--verify", "--ask", "lines.csv", "many.csv").out; got != holds {
		t.Errorf("lines in members: got\n%swant\n%s", got, holds)
	}
	for _, c := range []struct{ args, want string }{
		{"inside --ask disc.csv grown.csv", "grown.csv:2: id \"g\": what a concave shape or a line with a radius holds is found for points only"},
		{"inside --ask disc.csv over.csv", "over.csv:2: id \"o\": what holds it, or is held by it, is not found: members of different radii, or polygons that overlap each other, need a row each; --mend joins such polygons"},
		{"rays --ask many.csv s.csv", "m: a ray begins in one place, and the question has several members: give each a row of its own"},
	} {
		r := call(t, "", append([]string{"query"}, strings.Fields(c.args)...)...)
		if r.code == 0 || !strings.Contains(r.stderr, c.want) {
			t.Errorf("%s: exit code %d, %s", c.args, r.code, r.stderr)
		}
	}
}

// TestQueryConcaveLimit: --limit counts rows, which are about whole shapes, whatever parts those
// are cut into.
func TestQueryConcaveLimit(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "s.csv", "id,wkt\n"+
		"ell,\"POLYGON((0 0,4 0,4 1,1 1,1 4,0 4,0 0))\"\n"+
		"bay,\"POLYGON((0 5,4 5,4 9,0 9,0 8,3 8,3 6,0 6,0 5))\"\n"+
		"box,\"POLYGON((4.5 0,5 0,5 5,4.5 5,4.5 0))\"\n")
	write(t, "q.csv", "id,wkt,r,vx,vy\n"+
		"pair,\"MULTIPOINT((0.5 0.5),(3 3))\",0.1,1,0\n"+
		"spot,\"POINT(0.5 0.5)\",0.1,1,7\n"+
		"ell,\"POLYGON((0 0,4 0,4 1,1 1,1 4,0 4,0 0))\",0,1,5\n")
	write(t, "spots.csv", "id,x,y,r,vx,vy\na,0.5,0.5,0.1,9,0\nb,0.5,3.5,0.1,0,9\n")
	for _, kind := range []string{
		"rays --ask spots.csv s.csv", "rays --all --ask spots.csv s.csv", "rays --all --holding --ask spots.csv s.csv",
		"casts --ask q.csv s.csv", "points --ask q.csv s.csv", "boxes --near 2 --ask q.csv s.csv", "nearest --count 2 --ask q.csv s.csv",
		"inside --ask spots.csv s.csv", "within --near 1 s.csv", "within --near 9 s.csv",
	} {
		args := append([]string{"query"}, strings.Fields(kind)...)
		out := done(t, "", args...).out
		rows := strings.Count(out, "\n") - 1
		if rows < 1 {
			t.Fatalf("%s: no rows", kind)
		}
		for _, brute := range []bool{false, true} {
			limited := append(args, "--limit", strconv.Itoa(rows))
			if brute {
				limited = append(limited, "--verify")
			}
			if r := call(t, "", limited...); r.code != exitDone || r.out != out {
				t.Errorf("%v: exit %d, %d rows: %s", limited, r.code, strings.Count(r.out, "\n")-1, r.stderr)
			}
		}
		if rows == 1 {
			continue // --limit 0 is the default
		}
		want := "more than " + strconv.Itoa(rows-1) + " answers (" + strconv.Itoa(rows) + " found so far)"
		if rows == 2 {
			want = "more than 1 answer (2 found so far)"
		}
		if r := call(t, "", append(args, "--limit", strconv.Itoa(rows-1))...); r.code != exitBad || !strings.Contains(r.stderr, want) {
			t.Errorf("%s: --limit %d: exit %d: %s", kind, rows-1, r.code, r.stderr)
		}
	}
}

// TestInsideSkipBad: what query inside cannot decide about ends the job with the shape's name, and is
// a bad row with --skip-bad.
func TestInsideSkipBad(t *testing.T) {
	const rows = "id,wkt\na,\"GEOMETRYCOLLECTION(POINT(1 1),LINESTRING(0 0,4 4))\"\nb,\"POLYGON((0 0,9 0,9 9,0 9,0 0))\"\nc,\"POLYGON((1 1,8 1,8 8,3 2,1 1))\"\n"
	r := call(t, rows, "query", "inside", "--radius", "0.5", "-")
	if r.code != exitBad || !strings.Contains(r.stderr, `stdin:2: id "a": what holds it`) {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
	for _, flags := range []string{"--skip-bad", "--skip-bad --verify"} {
		r = done(t, rows, strings.Fields("query inside --radius 0.5 "+flags+" -")...)
		if r.out != "world,id_a,id_b\n0,c,b\n" || !strings.HasPrefix(r.stderr, `daylight: left out 1 bad of 3 rows; the first: stdin:2: id "a": column wkt: the points of a GEOMETRYCOLLECTION would have the radius 0.5`) {
			t.Errorf("%s%s", r.out, r.stderr)
		}
	}
}

// TestInsideGrown: what a concave shape with a radius holds, beyond points, cannot be told. That ends the
// job, or leaves the shape out with --skip-bad: of the answers, in which it neither asks nor is asked
// about, and into the list of bad rows, world by world too.
func TestInsideGrown(t *testing.T) {
	t.Chdir(t.TempDir())
	const ell, square = "\"POLYGON((0 0,9 0,9 1,1 1,1 9,0 9,0 0))\"", "\"POLYGON((-5 -5,20 -5,20 20,-5 20,-5 -5))\""
	write(t, "grown.csv", "id,world,wkt,r\nall,1,"+square+",0\nell,1,"+ell+",0.5\nin,1,\"POLYGON((0 0,1 0,0 1,0 0))\",0\np,1,POINT(0 0),0\n"+
		"ell,2,"+ell+",0.5\np,2,POINT(0 0),0\n"+"ell,3,"+ell+",0.5\nin,3,\"LINESTRING(0 0,1 0)\",0\n"+"line,4,\"LINESTRING(0 0,9 0,9 9)\",2\nin,4,\"LINESTRING(0 0,1 0)\",0.5\n")
	write(t, "asked.csv", "id,world,wkt,r\nq,1,\"POLYGON((0 0,1 0,0 1,0 0))\",0\np,1,POINT(0 0),0\np,3,POINT(0.5 0.5),0\n")
	const (
		first = "grown.csv:3: id \"ell\": what a concave shape or a line with a radius holds is found for points only"
		head  = "world,id_a,id_b\n"
		bad   = "file,line,id,column,problem\ngrown.csv,3,ell,,what\n"
	)
	if r := call(t, "", "query", "inside", "grown.csv"); r.code != exitBad || r.out != "" || !strings.HasPrefix(r.stderr, "daylight: "+first) {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
	for args, want := range map[string][2]string{
		"":                {head + "1,in,all\n1,p,all\n1,p,in\n2,p,ell\n", bad + "grown.csv,8,ell,,what\ngrown.csv,10,line,,what\n"},
		"--ask asked.csv": {head + "1,q,all\n1,q,in\n1,p,all\n1,p,in\n1,p,p\n3,p,ell\n", bad},
	} {
		for _, how := range []string{"", "--verify", "--resume", "--workers 2 --kernels go"} {
			run := strings.Fields("query inside -o o.csv --bad-rows bad.csv --stats s.json " + args + " " + how + " grown.csv")
			r := done(t, "", run...)
			if got := read(t, "o.csv"); got != want[0] {
				t.Errorf("%q: %s\nwant %s", run, got, want[0])
			}
			list := read(t, "bad.csv")
			for _, line := range strings.Split(want[1], "\n") {
				if !strings.Contains(strings.ReplaceAll(list, "\"what", "what"), "\n"+line) && !strings.HasPrefix(list, line) {
					t.Errorf("%q: no %q in %s", run, line, list)
				}
			}
			n := strings.Count(want[1], "\n") - 1
			if strings.Count(list, "\n") != n+1 || !strings.Contains(r.stderr, "; the first: "+first) || !strings.Contains(read(t, "s.json"), fmt.Sprintf("\"skipped\": %d,", n)) {
				t.Errorf("%q: %s%s%s", run, list, r.stderr, read(t, "s.json"))
			}
		}
		rows := strings.Count(want[0], "\n") - 1
		limited := append(strings.Fields("query inside --skip-bad "+args), "grown.csv", "--limit")
		done(t, "", append(limited, strconv.Itoa(rows))...)
		if r := call(t, "", append(limited, strconv.Itoa(rows-1))...); r.code != exitBad || !strings.Contains(r.stderr, "more than") {
			t.Errorf("--limit %d: exit %d: %s", rows-1, r.code, r.stderr)
		}
		done(t, "", append(limited[:len(limited)-1], "--dry-run")...)
	}
}
