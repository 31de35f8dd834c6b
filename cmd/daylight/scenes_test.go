// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/peterstace/simplefeatures/geom"

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

// TestWardsRoundTrip: every format of gen gives the map back, each coordinate to the bit.
func TestWardsRoundTrip(t *testing.T) {
	want := must.Get(scene.Wards(30, 2500, 9))(t)
	t.Chdir(t.TempDir())
	var contacts string
	for _, format := range []string{"csv", "ndjson", "parquet", "arrow"} {
		name := "wards." + format
		done(t, "", "gen", "wards", "-n", "30", "--corners", "2500", "--seed", "9", "-o", name)
		got := done(t, "", "collide", "--exact", name).out
		if contacts == "" {
			contacts = got
		}
		if strings.Count(got, "\n") < 50 || strings.Contains(got, "overlapping") || got != contacts {
			t.Errorf("%s: collide --exact says %s", format, got)
		}
		if format != "csv" {
			continue
		}
		rows := must.Get(csv.NewReader(strings.NewReader(read(t, name))).ReadAll())(t)
		for i, row := range rows[1:] {
			g := must.Get(geom.UnmarshalWKT(row[1]))(t).MustAsPolygon()
			for k, ring := range want[i] {
				at := g.Coordinates()[k]
				for j := range at.Length() {
					if p := ring[j%len(ring)]; at.GetXY(j) != (geom.XY{X: p.X, Y: p.Y}) || at.Length() != len(ring)+1 || row[0] != strconv.Itoa(i) {
						t.Fatalf("ward %s, ring %d, point %d: %v, want %v", row[0], k, j, at.GetXY(j), p)
					}
				}
			}
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
	if w := must.Get(png.Decode(strings.NewReader(read(t, "heavy.png"))))(t).Bounds().Dx(); w != 600 {
		t.Errorf("the PNG is %d pixels wide, want 600", w)
	}
	if names := files(t, "."); names != "daylight.svg heavy.png" {
		t.Errorf("files: %s", names)
	}
}
