// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"flag"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"daylight/cmd/internal/output"
	"daylight/internal/must"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden are calls whose output is kept in testdata, one file each.
var golden = []struct {
	name, args string
	picture    bool
}{
	{"kinds", "collide testdata/kinds.csv", false},
	{"kinds-ndjson", "collide --format ndjson testdata/kinds.csv", false},
	{"kinds-strict", "collide --strict testdata/kinds.csv", false},
	{"kinds-margin", "collide --margin 0.5 testdata/kinds.csv", false},
	{"kinds-overlap", "collide --mode overlap testdata/kinds.csv", false},
	{"kinds-pairs", "collide --mode pairs --format ndjson testdata/kinds.csv", false},
	{"objects", "collide --degrees testdata/objects.ndjson", false},
	{"crowd", "collide --columns id,world,x,y,_ --radius 0.2 --strict testdata/crowd.txt", false},
	{"cells", "collide testdata/cells.tsv", false},
	{"cells-strict", "collide --strict --mode overlap testdata/cells.tsv", false},
	{"wkt", "collide --radius 0.5 testdata/wkt.csv", false},
	{"filters", "collide testdata/filters.csv", false},
	{"both", "collide testdata/cells.tsv testdata/filters.csv", false},
	{"kinds-manifold", "collide --mode manifold testdata/kinds.csv", false},
	{"kinds-manifold-ndjson", "collide --mode manifold --format ndjson testdata/kinds.csv", false},
	{"cells-manifold", "collide --mode manifold testdata/cells.tsv", false},
	{"kinds-distance", "collide --mode distance --margin 0.5 testdata/kinds.csv", false},
	{"kinds-distance-ndjson", "collide --mode distance --margin 0.25 --format ndjson testdata/kinds.csv", false},
	{"bullets", "collide --mode swept --dt 0.04 testdata/bullets.csv", false},
	{"bullets-ndjson", "collide --mode swept --dt 0.04 --format ndjson testdata/bullets.csv", false},
	{"join", "collide --join testdata/filters.csv --join testdata/cells.tsv testdata/cells.tsv", false},
	{"join-crowd", "collide --columns id,world,x,y,_ --radius 0.2 --join testdata/walls.ndjson testdata/crowd.txt", false},
	{"join-distance", "collide --mode distance --margin 0.5 --join testdata/kinds.csv testdata/kinds.csv", false},
	{"query-rays", "query rays --all --holding --ask testdata/questions.csv testdata/kinds.csv", false},
	{"query-first", "query rays --dt 0.5 --format ndjson --ask testdata/questions.csv testdata/kinds.csv", false},
	{"query-casts", "query casts --radius 0.125 --ask testdata/questions.csv testdata/kinds.csv", false},
	{"query-points", "query points --near 1 --ask testdata/questions.csv testdata/kinds.csv", false},
	{"query-boxes", "query boxes --ask testdata/cells.tsv testdata/kinds.csv", false},
	{"query-nearest", "query nearest --count 2 --ask testdata/questions.csv testdata/kinds.csv", false},
	{"query-within", "query within --near 0.5 testdata/kinds.csv", false},
	{"query-inside", "query inside --ask testdata/questions.csv testdata/kinds.csv", false},
	{"gen-mixed", "gen mixed -n 6 --frames 2 --start 3", false},
	{"gen-mixed-ndjson", "gen mixed -n 6 --format ndjson", false},
	{"gen-circles", "gen circles -n 3", false},
	{"gen-polys", "gen polys -n 3", false},
	{"gen-heavy", "gen heavy -n 3 --seed 7", false},
	{"demo", "demo -n 12 --size 400 -o -", true},
	{"draw", "draw --degrees --labels --size 480 testdata/objects.ndjson", true},
}

func TestGolden(t *testing.T) {
	for _, g := range golden {
		t.Run(g.name, func(t *testing.T) {
			r := done(t, "", strings.Fields(g.args)...)
			if g.name == "demo" {
				r.out = strings.SplitAfter(r.out, "</svg>\n")[0] // the rest has times in it
			}
			name := filepath.Join("testdata", g.name+".golden")
			if *update {
				write(t, name, r.out)
			}
			if g.picture && runtime.GOARCH != "amd64" {
				t.Skip("pictures may differ in the last digit from one processor to another")
			}
			if want := read(t, name); r.out != want {
				t.Errorf("daylight %s\ngot:\n%s\nwant:\n%s", g.args, r.out, want)
			}
		})
	}
}

// TestSameEverywhere holds the answer against workers, kernels and brute force.
func TestSameEverywhere(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "mixed", "-n", "600", "--frames", "2", "-o", "m.csv.gz")
	want := done(t, "", "collide", "m.csv.gz").out
	for _, k := range variants() {
		for _, w := range []string{"1", "3"} {
			if r := done(t, "", "collide", "--kernels", k, "--workers", w, "--verify", "m.csv.gz"); r.out != want {
				t.Errorf("kernels %s, %s workers: another answer", k, w)
			}
		}
	}
	for mode, verdict := range map[string]string{
		"overlap": "; the same as brute force finds\n",
		"pairs":   "; brute force finds the same boxes overlapping, and no touching pair beyond\n",
	} {
		for _, flags := range []string{"", "--strict --margin -0.1", "--margin -0.1", "--margin 0.3"} {
			if mode == "pairs" && strings.Contains(flags, "--strict") { // which is about shapes
				continue
			}
			r := done(t, "", append(strings.Fields("collide --verify m.csv.gz --mode "+mode), strings.Fields(flags)...)...)
			if !strings.HasSuffix(r.stderr, verdict) {
				t.Errorf("mode %s %s: %s", mode, flags, r.stderr)
			}
		}
	}
}

func TestInputFormats(t *testing.T) {
	t.Chdir(t.TempDir())
	const want = "world,id_a,id_b,depth,nx,ny\nw,a,b,0.5,1,0\n"
	for name, text := range map[string]string{
		"csv":            "id,world,x,y,r\na,w,0,0,1\nb,w,1.5,0,1\n",
		"crlf":           "id,world,x,y,r\r\na,w,0,0,1\r\nb,w,1.5,0,1\r\n",
		"no last line":   "id,world,x,y,r\na,w,0,0,1\nb,w,1.5,0,1",
		"quotes":         "\"id\",\"world\",\"x\",y,r\n\"a\",w,\"0\",0,1\nb,\"w\",1.5,0,1\n",
		"byte order":     "\xef\xbb\xbfid,world,x,y,r\na,w,0,0,1\nb,w,1.5,0,1\n",
		"byte order x 2": "\xef\xbb\xbf\xef\xbb\xbfid,world,x,y,r\na,w,0,0,1\nb,w,1.5,0,1\n",
		"upper case":     "ID,World,X,Y,Radius\na,w,0,0,1\nb,w,1.5,0,1\n",
		"blanks":         " id , world , x , y , r \n a , w , 0 , 0 , 1 \n b , w , 1.5 , 0 , 1 \n",
		"comments":       "# one\nid,world,x,y,r\n# two\na,w,0,0,1\n\n#three\nb,w,1.5,0,1\n# four\n",
		"semicolon":      "id;world;x;y;r\na;w;0;0;1\nb;w;1.5;0;1\n",
		"tsv":            "id\tworld\tx\ty\tr\na\tw\t0\t0\t1\nb\tw\t1.5\t0\t1\n",
		"blank":          "id world x y r\na w  0 0 1\n  b w 1.5 0 \t1\n",
		"ndjson":         `{"id":"a","world":"w","x":0,"y":0,"r":1}` + "\n" + `{"id":"b","world":"w","x":1.5,"y":0,"r":1}` + "\n",
		"ndjson escapes": ` { "id" : "\u0061" , "wor\u006cd":"w","x":0e0,"y":-0.0,"r":1.0E+0 } ` + "\r\n\n" + `{"kind":null,"id":"b","world":"w","x":1.5,"y":0,"r":1}`,
	} {
		if r := done(t, text, "collide", "-"); r.out != want {
			t.Errorf("%s: got %q", name, r.out)
		}
	}
	const headless = "a\tw\t0\t0\t9\n b w 1.5 0 9\n"
	if r := done(t, headless, "collide", "--input", "blank", "--columns", "id,world,x,y,_", "--radius", "1", "-"); r.out != want {
		t.Errorf("headerless: got %q", r.out)
	}
	if r := done(t, "A,B,C,D,E\na,w,0,0,1\nb,w,1.5,0,1\n", "collide", "--columns", "id,world,x,y,r", "--header", "-"); r.out != want {
		t.Errorf("a header to pass over: got %q", r.out)
	}
	r := done(t, "name,step,east,north,r,note,rdius\na,w,0,0,1,hm,1\nb,w,1.5,0,1,,1\n", "collide", "--rename", "name=id,step=world", "--rename", "east=x,north=y,r=_,rdius=r", "-")
	if r.out != want || !strings.HasPrefix(r.stderr, "daylight: stdin: not used: note\n") {
		t.Errorf("renamed: got %q, %q", r.out, r.stderr)
	}
	r = done(t, "id,wrld,x,y,r\na,w,0,0,1\n", "collide", "-")
	if !strings.HasPrefix(r.stderr, "daylight: stdin: not used: wrld (did you mean world?)\n") {
		t.Errorf("a misspelt column: %q", r.stderr)
	}
	if r = done(t, "id,wrld,x,y,r\na,w,0,0,1\n", "collide", "-q", "-"); r.stderr != "" {
		t.Errorf("--quiet: %q", r.stderr)
	}
}

// TestRenameNothing: a renamed column that no table has is a slip, one that only some
// have is not.
func TestRenameNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.csv", "id,frame_no,x,y,r\na,1,0,0,1\n")
	write(t, "b.csv", "id,world,x,y,r\na,2,0,0,1\n")
	write(t, "c.ndjson", `{"id":"a","Frame-No":3,"x":0,"y":0,"r":1}`+"\n")
	write(t, "none.ndjson", "\n")
	done(t, "", "collide", "--rename", "frame_no=world", "a.csv", "b.csv")
	done(t, "", "collide", "--rename", "frame_no=world", "b.csv", "c.ndjson")
	done(t, "", "collide", "--input", "ndjson", "--rename", "frame_no=world", "none.ndjson")
	for _, c := range []struct{ args, want string }{
		{"--rename frmae_no=world a.csv", `daylight: --rename "frmae_no=world": there is no column "frmae_no" (did you mean frame_no?)`},
		{"--rename frmae_no=world c.ndjson", `daylight: --rename "frmae_no=world": there is no column "frmae_no" (did you mean Frame-No?)`},
		{"--rename frame_no=world,step=_ a.csv b.csv", `daylight: --rename "step=_": there is no column "step"`},
		{"--rename frame_no=world b.csv", `daylight: --rename "frame_no=world": there is no column "frame_no"`},
		{"--columns id,world,x,y,r --header --rename n=world b.csv", `daylight: --rename "n=world": there is no column "n"`},
	} {
		r := call(t, "", append([]string{"collide", "--out", "o"}, strings.Fields(c.args)...)...)
		if lines := strings.Split(strings.TrimSpace(r.stderr), "\n"); r.code != exitBad || lines[len(lines)-1] != c.want {
			t.Errorf("%s: exit %d: %s", c.args, r.code, r.stderr)
		}
	}
	r := call(t, "id,x,y,rdius\na,0,0,1\n", "collide", "--rename", "rduis=r", "-")
	if want := `daylight: stdin:1: no shape can be made of the columns id, x, y, rdius: there is no r and no other size; circles of one size need --radius, points --radius 0; --rename "rduis=r": there is no column "rduis" (did you mean rdius?)` + "\n"; r.stderr != want {
		t.Errorf("got %swant %s", r.stderr, want)
	}
}

// TestOrder mixes worlds and files: rows come by world as worlds first appear, and
// without ids shapes are named by their row over all files, bad rows included.
func TestOrder(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "one.csv", "world,x,y,r\nz,0,0,1\na,0,0,1\nz,1,0,1\n")
	write(t, "two.csv", "world,x,y,r\na,1,0,1\nz,bad,0,1\nz,0,1,1\n")
	r := done(t, "", "collide", "--skip-bad", "--mode", "overlap", "one.csv", "two.csv")
	if want := "world,id_a,id_b\nz,0,2\nz,0,5\nz,2,5\na,1,3\n"; r.out != want {
		t.Errorf("got %q, want %q", r.out, want)
	}
	if !strings.Contains(r.stderr, "the first: two.csv:3: ") {
		t.Errorf("the second file is not named: %q", r.stderr)
	}
}

func TestNothing(t *testing.T) {
	for _, text := range []string{"id,x,y,r\n", "id,x,y,r\nonly,0,0,1\n"} {
		if r := done(t, text, "collide", "--verify", "-"); r.out != "world,id_a,id_b,depth,nx,ny\n" {
			t.Errorf("%q: got %q", text, r.out)
		}
	}
	if r := done(t, "", "collide", "--input", "ndjson", "--format", "ndjson", "-"); r.out != "" {
		t.Errorf("nothing at all: got %q", r.out)
	}
	if r := done(t, "", "collide", "--columns", "x,y,r", "--input", "csv", "-"); r.out != "world,id_a,id_b,depth,nx,ny\n" {
		t.Errorf("no rows: got %q", r.out)
	}
}

// TestNothingOfModes: a table without contacts has its header all the same.
func TestNothingOfModes(t *testing.T) {
	for mode, header := range map[string]string{
		"pairs":    "world,id_a,id_b\n",
		"overlap":  "world,id_a,id_b\n",
		"contact":  "world,id_a,id_b,depth,nx,ny\n",
		"manifold": "world,id_a,id_b,depth,nx,ny,points,x1,y1,depth1,feature1,x2,y2,depth2,feature2\n",
		"swept":    "world,id_a,id_b,depth,nx,ny,time\n",
		"distance": "world,id_a,id_b,depth,nx,ny,distance,ax,ay,bx,by\n",
	} {
		for _, text := range []string{"id,x,y,r,vx\n", "id,x,y,r,vx\nonly,0,0,1,1\n"} {
			if r := done(t, text, "collide", "--verify", "--mode", mode, "-"); r.out != header {
				t.Errorf("mode %s: got %q", mode, r.out)
			}
			if r := done(t, text, "collide", "--verify", "--mode", mode, "--join", "testdata/bullets.csv", "-"); r.out != header {
				t.Errorf("mode %s, joined: got %q", mode, r.out)
			}
		}
	}
	if r := done(t, "", "collide", "--input", "ndjson", "--mode", "swept", "--verify", "-"); r.out != "world,id_a,id_b,depth,nx,ny,time\n" {
		t.Errorf("nothing at all: got %q", r.out)
	}
}

func TestStats(t *testing.T) {
	t.Chdir(t.TempDir())
	table := "id,world,x,y,r\na,u,0,0,1\nb,u,1.5,0,1\nc,v,0,0,1\nd,v,oops,0,1\n"
	done(t, table, "collide", "--skip-bad", "--workers", "1", "--kernels", "go", "--verify", "--stats", "s.json", "--out", "c.csv", "-")
	var s output.Stats
	must.Do(t, json.Unmarshal([]byte(read(t, "s.json")), &s))
	if s.Shapes != 3 || s.Worlds != 2 || s.Rows != 4 || s.Skipped != 1 || s.Candidates != 1 || s.Contacts != 1 || s.Quarantined != 0 ||
		s.Kernels != "go" || s.Workers != 1 || s.Mode != "contact" || s.Verified == nil || !*s.Verified || s.Seconds.Total <= 0 {
		t.Errorf("got %+v", s)
	}
	if names := files(t, "."); names != "c.csv s.json" {
		t.Errorf("files: %s", names)
	}
}

func TestLimit(t *testing.T) {
	var table strings.Builder
	table.WriteString("x,y,r\n")
	for range 40 {
		table.WriteString("0,0,1\n")
	}
	if r := call(t, table.String(), "collide", "--limit", "100", "-"); r.code != exitBad || !strings.HasPrefix(r.stderr, "daylight: more than 100 candidates (") ||
		!strings.HasSuffix(r.stderr, "; --limit allows more, if the memory is there: about 100 bytes for each\n") {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
	if r := call(t, table.String(), "draw", "--limit", "100", "-"); r.code != exitBad || !strings.Contains(r.stderr, "; --limit allows more") {
		t.Errorf("draw: exit %d: %s", r.code, r.stderr)
	}
	done(t, table.String(), "collide", "--limit", "780", "-")
	done(t, table.String(), "draw", "--limit", "780", "-")
}
