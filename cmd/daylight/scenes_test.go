// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"daylight/bench/scene"
	"daylight/cmd/internal/shapes"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/soa"
)

// TestRoundTrip reads what gen writes and holds it against the scene itself: the very
// same shapes, in both formats.
func TestRoundTrip(t *testing.T) {
	for _, kind := range scene.Kinds() {
		for _, format := range []string{"csv", "ndjson", "parquet", "arrow"} {
			r := done(t, "", "gen", kind.String(), "-n", "200", "--start", "2", "--frames", "2", "--seed", "9", "--format", format)
			l := shapes.NewLoader(shapes.Config{})
			must.Do(t, l.Read(strings.NewReader(r.out), "gen"))
			set := must.Get(l.Set())(t)
			if got := strings.Join(set.Worlds(), " "); got != "2 3" {
				t.Fatalf("worlds %s", got)
			}
			s := must.Get(scene.New(kind, 200, 9))(t)
			s.Advance(2)
			want := soa.New()
			for w := range uint32(2) {
				if w > 0 {
					s.Step()
				}
				must.Get(s.Fill(want, soa.Attrs{World: w}))(t)
			}
			same(t, kind.String()+" "+format, set, want)
		}
	}
}

func same(t *testing.T, name string, set *shapes.Set, want *soa.Shapes) {
	t.Helper()
	if set.Len() != want.Len() {
		t.Fatalf("%s: %d shapes, want %d", name, set.Len(), want.Len())
	}
	for k, id := range livetest.IDs(want) {
		a := must.Get(set.Shapes.Shape(livetest.IDs(set.Shapes)[k]))(t)
		b := must.Get(want.Shape(id))(t)
		ok := a.Class == b.Class && a.Radius == b.Radius && a.Attrs == b.Attrs && a.Pose.X == b.Pose.X && a.Pose.Y == b.Pose.Y && len(a.Vertices) == len(b.Vertices)
		ok = ok && (len(a.Vertices) == 1 || a.Pose == b.Pose) // a circle's angle is not written
		for i := 0; ok && i < len(a.Vertices); i++ {
			ok = a.Vertices[i] == b.Vertices[i]
		}
		if !ok || string(set.Label(k)) != strconv.Itoa(k%200) {
			t.Fatalf("%s: shape %d is\n%+v, want\n%+v", name, k, a, b)
		}
	}
}

// TestFormatsAgree: however gen writes a scene, collide finds the same in it.
func TestFormatsAgree(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, kind := range scene.Names() {
		answers := map[string]string{}
		for _, name := range []string{"s.csv", "s.csv.gz", "s.ndjson", "s.jsonl.gz", "s.parquet", "s.parquet.zst", "s.arrow"} {
			done(t, "", "gen", kind, "-n", "300", "--start", "3", "--frames", "2", "-q", "-o", name)
			answers[name] = done(t, "", "collide", "-q", name).out
			if n := strings.Count(answers[name], "\n"); n < 100 || !strings.Contains(answers[name], "\n4,") {
				t.Errorf("%s in %s: only %d lines", kind, name, n)
			}
			if answers[name] != answers["s.csv"] {
				t.Errorf("%s: %s gives another answer than s.csv", kind, name)
			}
		}
	}
}

// TestPublishedCount is the count of frame 4 of the boxes scene, by way of files.
func TestPublishedCount(t *testing.T) {
	table := done(t, "", "gen", "boxes", "-n", "10000", "--start", strconv.Itoa(scene.FirstFrame)).out
	r := done(t, table, "collide", "-")
	if n := strings.Count(r.out, "\n") - 1; n != 9058 {
		t.Errorf("%d contacts, want 9058", n)
	}
}

// texts reads an SVG as XML and returns its texts and how many elements of each name
// it has.
func texts(t *testing.T, svg string) (string, map[string]int) {
	t.Helper()
	var all []string
	count := map[string]int{}
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return strings.Join(all, "|"), count
		}
		if err != nil {
			t.Fatalf("the SVG is not XML: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			count[token.Name.Local]++
		case xml.CharData:
			if s := strings.TrimSpace(string(token)); s != "" {
				all = append(all, s)
			}
		}
	}
}

func TestDraw(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.csv", "id,world,x,y,r\na & <b>,u,0,0,1\nc,u,1.5,0,1\nfar,u,40,0,1\nalone,v,0,0,1\n")
	r := done(t, "", "draw", "--labels", "in.csv")
	if !strings.Contains(r.stderr, "drawing world u, the first of 2") {
		t.Errorf("no note: %q", r.stderr)
	}
	all, count := texts(t, r.out)
	for _, want := range []string{"in.csv, world u", "3 shapes, 1 contact, the deepest 0.5", "a & <b>", "|c|", "|far", "depth"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in %s", want, all)
		}
	}
	if count["circle"] != 3 {
		t.Errorf("%d circles", count["circle"])
	}
	all, count = texts(t, done(t, "", "draw", "--view", "-2,-2,3,2", "in.csv").out)
	if count["circle"] != 2 || !strings.HasPrefix(all, "in.csv, world u") {
		t.Errorf("a view of two circles: %d, %s", count["circle"], all)
	}
	all, _ = texts(t, done(t, "", "draw", "--world", "v", "in.csv").out)
	if !strings.Contains(all, "1 shape, 0 contacts") || strings.Contains(all, "depth") {
		t.Errorf("world v: %s", all)
	}
	all, _ = texts(t, done(t, "id,x,y,r\nunder,0,0,1\nbeside,9,0,1\nfirst,0.1,0,2\nlast,0.2,0.1,1\n", "draw", "--labels", "-").out)
	if !strings.HasPrefix(all, "standard input|") || !strings.Contains(all, "4 shapes, 3 contacts, the deepest 2.9; 2 labels left out for want of room") || !strings.Contains(all, "|under|beside|") || strings.Contains(all, "|first|") {
		t.Errorf("labels on top of each other: %s", all)
	}
	write(t, "more.csv", "id,x,y,r\nb,0,0,1\n")
	if all, _ := texts(t, done(t, "", "draw", "--world", "u", "in.csv", "more.csv").out); !strings.HasPrefix(all, "in.csv and 1 more, world u|") {
		t.Errorf("the title of two files: %s", all)
	}
	if r := call(t, "", "draw", "--world", "w", "in.csv"); r.code != exitBad || r.stderr != "daylight: --world \"w\": there is no world of that name; the first is \"u\"\n" {
		t.Errorf("an unknown world: exit %d: %s", r.code, r.stderr)
	}
	done(t, "id,x,y,r\n", "draw", "-")
	done(t, "id,x,y,r\npoint,3,4,0\n", "draw", "-")

	done(t, "", "draw", "--size", "400", "--out", "p.png", "in.csv")
	img := must.Get(png.Decode(strings.NewReader(read(t, "p.png"))))(t)
	if w := img.Bounds().Dx(); w != 800 {
		t.Errorf("the PNG is %d pixels wide, want 800", w)
	}
	if r := call(t, "", "draw", "--memory", "1GiB", "--size", "8192", "--view", "0,0,1,2", "-o", "big.png", "in.csv"); r.code != exitBad || !strings.Contains(r.stderr, "the picture is too large: it would take 8.3 GiB of memory or more, and 1 GiB are allowed (") {
		t.Errorf("a picture of 1.5 GB: exit %d: %s", r.code, r.stderr)
	}
	r = done(t, "", "draw", "--format", "png", "--size", "400", "in.csv")
	if _, err := png.Decode(bytes.NewReader([]byte(r.out))); err != nil {
		t.Errorf("a PNG to standard output: %v", err)
	}
}

// TestNotes: what a command has to say beside its output goes to standard error, in
// all of them alike, and not at all with -q.
func TestNotes(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.csv", "id,world,x,y,r\na,u,0,0,1\nb,u,1.5,0,1\nc,v,0,0,1\n")
	for _, c := range []struct{ args, want string }{
		{"collide in.csv", "daylight: 3 shapes in 2 worlds: 1 contact of 1 candidate; read "},
		{"gen boxes -n 1000 --frames 2 --start 1 -o g.csv", "daylight: wrote 1,000 shapes of scene boxes in 2 frames to g.csv\n"},
		{"gen boxes -n 1", "daylight: wrote 1 shape of scene boxes in 1 frame to standard output\n"},
		{"draw --world u --size 400 -o p.svg in.csv", "daylight: drew 2 shapes and 1 contact to p.svg: SVG, 400 x "},
		{"draw --world v --size 400 --format png in.csv", "daylight: drew 1 shape and 0 contacts to standard output: PNG, 800 x "},
		{"draw --world u --view 2,-1,3,1 --size 400 -o p.svg in.csv", "daylight: drew 1 of 2 shapes and 0 of 1 contact to p.svg: SVG, 400 x "},
		{"draw --world u --view 0.6,-0.5,0.9,0.5 --size 400 -o p.svg in.csv", "daylight: drew 2 shapes and 1 contact to p.svg: SVG, 400 x "},
		{"demo -n 2 --size 400 -o -", "world  id_a  id_b  depth"},
		{"demo -n 2 --size 400", ""},
	} {
		r := done(t, "", strings.Fields(c.args)...)
		if !strings.HasPrefix(r.stderr, c.want) || (c.want == "") != (r.stderr == "") {
			t.Errorf("%s: %q", c.args, r.stderr)
		}
		quiet := done(t, "", append(strings.Fields(c.args), "-q")...)
		if quiet.stderr != "" || (quiet.out != r.out && c.want != "") {
			t.Errorf("%s -q: %q, output %q", c.args, quiet.stderr, quiet.out)
		}
	}
	all, _ := texts(t, done(t, "", "demo", "-n", "2", "--size", "400", "-o", "-").out)
	if !strings.Contains(all, "2 shapes") {
		t.Errorf("demo to standard output: %s", all)
	}
}

func TestDemo(t *testing.T) {
	t.Chdir(t.TempDir())
	r := done(t, "", "demo")
	if !strings.Contains(r.out, "360 shapes, 305 candidates, 222 contacts in ") || !strings.Contains(r.out, "the same as brute force finds\npicture: daylight.svg\n") {
		t.Errorf("got %s", r.out)
	}
	texts(t, read(t, "daylight.svg"))
	// It says what the first column is, and each command that it proposes works.
	if !strings.Contains(r.out, "\nWorld 4 is frame 4 of the scene: ") {
		t.Errorf("it does not say what world 4 is: %s", r.out)
	}
	proposed := regexp.MustCompile(`(?m)^  .*daylight (.*?)  `).FindAllStringSubmatch(r.out, -1)
	if len(proposed) < 4 {
		t.Errorf("%d commands to try next: %s", len(proposed), r.out)
	}
	for _, p := range proposed {
		args := strings.Fields(p[1])
		if args[0] == "sim" {
			args = []string{"sim", "crowd", "-n", "100", "--frames", "1", "-o", "frames.csv"}
		}
		done(t, "", args...)
	}
	for _, name := range []string{"shapes.csv", "frames.csv"} {
		if err := os.Remove(name); err != nil {
			t.Error(err)
		}
	}
	if r := done(t, "", "demo", "-q"); strings.Contains(r.out, "Try next") {
		t.Errorf("quietly it says %s", r.out)
	}
	done(t, "", "demo", "--scene", "heavy", "-n", "50", "--out", "heavy.png", "--size", "300")
	if names := files(t, "."); names != "daylight.svg heavy.png" {
		t.Errorf("files: %s", names)
	}
}
