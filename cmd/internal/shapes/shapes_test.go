// SPDX-License-Identifier: MIT

package shapes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"daylight/cmd/internal/table"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/region"
	"daylight/soa"
)

// load reads a good table.
func load(t *testing.T, text string, c Config) *Set {
	t.Helper()
	l := NewLoader(c)
	must.Do(t, l.Read(strings.NewReader(text), "in"))
	s := must.Get(l.Set())(t)
	sound(t, s)
	return s
}

// describe gives a shape in world coordinates.
func describe(t *testing.T, s *Set, k int) string {
	t.Helper()
	sh := must.Get(s.Shapes.Shape(livetest.IDs(s.Shapes)[k]))(t)
	name := [...]string{soa.ClassCircle: "circle", soa.ClassCapsule: "capsule", soa.ClassBox: "box", soa.ClassPolygon: "polygon"}[sh.Class]
	var b strings.Builder
	fmt.Fprintf(&b, "%s r=%g", name, sh.Radius)
	for _, v := range sh.Vertices {
		p := sh.Pose.Transform(v)
		fmt.Fprintf(&b, " %.4g,%.4g", p.X+0, p.Y+0)
	}
	return b.String()
}

// TestWays writes the same shapes down in every way there is.
func TestWays(t *testing.T) {
	box := "box r=0 1,1 3,1 3,2 1,2"
	for _, c := range []struct{ text, want string }{
		{"x,y,r\n1,2,3\n", "circle r=3 1,2"},
		{"kind,x,y,radius,hx,wkt\ndisc,1,2,3,-9,\n", "circle r=3 1,2"},
		{"kind,cx,cy,r,angle\nCircle,1,2,3,nonsense\n", "circle r=3 1,2"},
		{"wkt,r\nPOINT(1 2),3\n", "circle r=3 1,2"},
		{"x1,y1,x2,y2,r\n0,0,0,2,1\n", "capsule r=1 0,0 0,2"},
		{"kind,x1,y1,x2,y2,r\nsegment,0,0,0,2,1\n", "capsule r=0 0,0 0,2"},
		{"x1,y1,x2,y2\n0,0,0,2\n", "capsule r=0 0,0 0,2"},
		{"x,y,half_length,angle,r\n0,1,1,90,1\n", "capsule r=1 0,0 0,2"},
		{"x,y,length,theta,r\n0,1,2,-270,1\n", "capsule r=1 0,0 0,2"},
		{"wkt,r\n\"LINESTRING(0 0,0 2)\",1\n", "capsule r=1 0,0 0,2"},
		{"kind,wkt,r\nline,\"LINESTRING(0 0,0 2)\",1\n", "capsule r=0 0,0 0,2"},
		{"x,y,length\n3,4,0\n", "circle r=0 3,4"},
		{"x,y,hx,hy\n2,1.5,1,0.5\n", box},
		{"x,y,half_width,half_height,angle\n2,1.5,1,0.5,0\n", box},
		{"x,y,width,height\n2,1.5,2,1\n", box},
		{"x,y,w,h,angle\n2,1.5,2,1,360\n", box},
		{"x,y,length,width\n2,1.5,2,1\n", box},
		{"min_x,min_y,max_x,max_y\n1,1,3,2\n", box},
		{"kind,xmin,ymin,xmax,ymax,hx\nbox,1,1,3,2,\n", box},
		{"x,y,length,width,angle\n2,1.5,1,2,90\n", "box r=0 3,1 3,2 1,2 1,1"},
		{"x,y,length,width,height\n2,1.5,2,1,1.6\n", box}, // a car's height is not looked at
		{"x,y,hx,hy,r\n2,1.5,1,0.5,0.25\n", "polygon r=0.25 1,1 3,1 3,2 1,2"},
		{"points\n0 0;2 0;0 2\n", "polygon r=0 0,0 2,0 0,2"},
		{"points,r\n\"0 0, 0 2, 2 0, 0 0\",0.5\n", "polygon r=0.5 0,0 2,0 0,2"},
		{"points\n\"[[0,0],[2,0],[2e0,0.0],[0,2]]\"\n", "polygon r=0 0,0 2,0 0,2"},
		{"x,y,points\n5,5,0 0;2 0;0 2\n", "polygon r=0 5,5 7,5 5,7"},
		{"x,y,angle,vertices\n5,5,90,0 0;2 0;0 2\n", "polygon r=0 5,5 5,7 3,5"},
		{"geometry\n\"POLYGON((0 0,2 0,0 2,0 0))\"\n", "polygon r=0 0,0 2,0 0,2"},
		{"{\"points\":[[0,0],[2,0],[0,2]],\"r\":0.5,\"x\":null}\n", "polygon r=0.5 0,0 2,0 0,2"},
		{"{\"KIND\":\"rect\",\"x\":2,\"y\":1.5,\"Width\":2,\"height\":\"1\"}\n", box},
	} {
		if got := describe(t, load(t, c.text, Config{Degrees: true}), 0); got != c.want {
			t.Errorf("%q: got %s, want %s", c.text, got, c.want)
		}
	}
}

// TestExactCorners: boxes by whole-numbered corners are stored exactly, odd widths
// and far-away places included.
func TestExactCorners(t *testing.T) {
	s := load(t, "min_x,min_y,max_x,max_y\n1233599,1,1233600,8388608\n-8388608,-3,8388607,0\n1000000000001,7,1000000000004,8\n", Config{})
	for k, want := range []string{"1.2335995e+06 4.1943045e+06 0.5 4.1943035e+06", "-0.5 -1.5 8.3886075e+06 1.5", "1.0000000000025e+12 7.5 1.5 0.5"} {
		sh, _ := s.Shapes.Shape(livetest.IDs(s.Shapes)[k])
		if got := fmt.Sprint(sh.Pose.X, sh.Pose.Y, sh.Vertices[2].X, sh.Vertices[2].Y); got != want {
			t.Errorf("box %d: got %s, want %s", k, got, want)
		}
	}
}

// TestCorners: a Set returns the given corners, bit for bit, for a box of any place and size. It
// returns no corners for shapes without corners.
func TestCorners(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var text strings.Builder
	text.WriteString("min_x,min_y,max_x,max_y,points,x,y,r\n")
	var want [][]region.Point
	for i := range 20_000 {
		size, away := math.Ldexp(1+random.Float64(), random.IntN(30)-15), math.Ldexp(random.Float64()-0.5, random.IntN(50)-10)
		x, y := away, -away
		switch i % 5 {
		case 1: // a side, or a corner, on an axis
			x = float64(i%2) * -size
		case 2:
			x, y = math.Round(away*1000)/1000, math.Round(away*100)/100
		}
		low, high := region.Point{X: x, Y: y}, region.Point{X: x + size*random.Float64(), Y: y + size*(1-random.Float64())}
		if low.X == high.X || low.Y == high.Y {
			continue
		}
		switch {
		case i%50 == 17:
			fmt.Fprintf(&text, ",,,,,%v,%v,1\n", x, y)
			want = append(want, nil)
		case i%50 == 18:
			fmt.Fprintf(&text, ",,,,%[1]v %[2]v;%[3]v %[2]v;%[1]v %[4]v,,,\n", low.X, low.Y, high.X, high.Y)
			want = append(want, []region.Point{low, {X: high.X, Y: low.Y}, {X: low.X, Y: high.Y}})
		case i%50 == 19:
			fmt.Fprintf(&text, "%v,%v,bad,%v,,,,\n", low.X, low.Y, high.Y)
		case i%50 == 20: // clockwise
			list := []region.Point{{X: low.X, Y: low.Y/2 + high.Y/2}, {X: low.X/2 + high.X/2, Y: high.Y}, high, {X: low.X/4 + high.X/4*3, Y: low.Y}}
			fmt.Fprintf(&text, ",,,,%v %v;%v %v;%v %v;%v %v,,,\n", list[0].X, list[0].Y, list[1].X, list[1].Y, list[2].X, list[2].Y, list[3].X, list[3].Y)
			want = append(want, list)
		case i%50 == 21: // a box
			fmt.Fprintf(&text, ",,,,%[3]v %[2]v;%[1]v %[2]v;%[1]v %[4]v;%[3]v %[4]v,,,\n", low.X, low.Y, high.X, high.Y)
			want = append(want, []region.Point{low, high})
		default:
			fmt.Fprintf(&text, "%v,%v,%v,%v,,,,\n", low.X, low.Y, high.X, high.Y)
			want = append(want, []region.Point{low, high})
		}
	}
	s := load(t, text.String(), Config{Corners: true, SkipBad: true})
	ids, short, outlines := livetest.IDs(s.Shapes), 0, 0
	if err := livetest.Shuffle(s.Shapes, random); err != nil || len(want) != s.Len() {
		t.Fatalf("%d of %d shapes, %v", s.Len(), len(want), err)
	}
	for i, id := range ids {
		got := s.Corners(id, make([]region.Point, 4))
		turned := slices.Clone(want[i])
		slices.Reverse(turned[min(1, len(turned)):])
		if !slices.Equal(got, want[i]) && !slices.Equal(got, turned) {
			t.Fatalf("shape %d: %v, want %v", i, got, want[i])
		}
	}
	for _, one := range s.corners {
		for _, k := range one.slots {
			if k.x != outlined {
				short++
			}
			if k.x == asStored {
				outlines++
			}
		}
	}
	if short < len(want)/2 || outlines < len(want)/50 {
		t.Errorf("of %d only %d are kept in 8 bytes, %d of them in as many a corner", len(want), short, outlines)
	}
}

func TestDegrees(t *testing.T) {
	for turn := -8; turn <= 8; turn++ {
		gotC, gotS := turned(float64(turn) * 90)
		c, s := math.Cos(float64(turn)*math.Pi/2), math.Sin(float64(turn)*math.Pi/2)
		if float64(gotC) != math.Round(c) || float64(gotS) != math.Round(s) {
			t.Errorf("%d degrees: %v, %v", turn*90, gotC, gotS)
		}
	}
	if c, s := turned(30 + 360e3); (soa.Pose{C: c, S: s}) != soa.At(0, 0, 30*(math.Pi/180)) {
		t.Errorf("30 degrees: %v, %v", c, s)
	}
}

// TestLabels: many ids in many worlds, all of them found again, and rows that fail
// after their id was entered leave it free.
func TestLabels(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,world,x,y,r\n")
	for i := range 5000 {
		fmt.Fprintf(&b, "%d,w%d,0,0,1\n", i/7, i%7)
		fmt.Fprintf(&b, "%d,w%d,0,0,-1\n", i/7+1000, i%7) // bad, and does not take the id
	}
	s := load(t, b.String()+b.String()[strings.IndexByte(b.String(), '\n')+1:], Config{SkipBad: true})
	if s.Len() != 5000 || s.Skipped != 15000 || len(s.Worlds()) != 7 {
		t.Errorf("%d shapes, %d skipped, %d worlds", s.Len(), s.Skipped, len(s.Worlds()))
	}
	if w, ok := s.FindWorld("w3"); !ok || w != 3 || s.World(10) != 3 || string(s.Label(10)) != "1" || s.Place(10) != "in:22" {
		t.Errorf("world %d, %v; shape 10 is %s in world %d at %s", w, ok, s.Label(10), s.World(10), s.Place(10))
	}
	if _, ok := s.FindWorld("w9"); ok {
		t.Error("a world that is not there was found")
	}
}

// TestGrowingLabels: labels that are numbers and grow take a way of their own, in blocks, and it
// makes no difference where that begins and ends.
func TestGrowingLabels(t *testing.T) {
	rows := func(change map[int]string, n int) string {
		var b strings.Builder
		b.WriteString("id,world,x,y,r\n")
		for i := range n {
			row := fmt.Sprintf("%d,w%d,%d,0,1", i, i/700, i)
			if c, ok := change[i]; ok {
				row = c
			}
			b.WriteString(row + "\n")
		}
		return b.String()
	}
	for _, c := range []struct {
		change map[int]string
		bad    string
	}{
		{nil, ""},
		{map[int]string{900: "x,w1,0,0,1", 901: "a label longer than a cell,w1,0,0,1"}, ""},
		{map[int]string{1200: "3,w1,0,0,1"}, ""},
		{map[int]string{1201: "701,w1,0,0,1"}, `t:1203: id "701" is in world "w1" already, from t:703`},
		{map[int]string{1201: "x,w1,0,0,1", 1300: "x,w1,0,0,1"}, `t:1302: id "x" is in world "w1" already, from t:1203`},
		{map[int]string{1: "7,w0,0,0,1", 2: "6,w0,0,0,1", 1399: "6,w0,0,0,1"}, `t:8: id "6" is in world "w0" already, from t:4`},
		{map[int]string{1300: "1300,w1,no,0,1"}, `t:1302: id "1300": column x: "no" is not a number`},
	} {
		text := rows(c.change, 2000)
		for _, block := range []int{1 << 20, 500, 100} {
			l := NewLoader(Config{Table: table.Options{Block: block}, Workers: 2, SkipBad: c.bad != ""})
			err := l.Read(strings.NewReader(text), "t")
			s, err2 := l.Set()
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			got := ""
			if len(s.Faults()) > 0 {
				got = s.Faults()[0].First.Error()
			}
			if got != c.bad || s.Rows != 2000 {
				t.Errorf("blocks of %d: %q, want %q; %d rows", block, got, c.bad, s.Rows)
			}
			k := 0
			for i, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
				if f := strings.Split(line, ","); k < s.Len() && string(s.Label(k)) == f[0] && s.Worlds()[s.World(k)] == f[1] && s.Place(k) == fmt.Sprintf("t:%d", i+2) {
					k++
				}
			}
			if k != s.Len() || k < 1900 {
				t.Errorf("blocks of %d: %d of %d shapes have their names and places", block, k, s.Len())
			}
		}
	}
}

// TestQuotedCells: cells that are not in the text as they are stay what they are until their batch
// is built.
func TestQuotedCells(t *testing.T) {
	var text strings.Builder
	text.WriteString("id,x,y,r\n")
	for i := range 3000 {
		fmt.Fprintf(&text, "\"n \"\"%d\"\"\",\"%d\",0,1\n", i, i)
	}
	s := load(t, text.String(), Config{})
	for k := range s.Len() {
		if want := fmt.Sprintf(`n "%d"`, k); string(s.Label(k)) != want {
			t.Fatalf("shape %d is %s, want %s", k, s.Label(k), want)
		}
	}
}

// TestNamesAreTold: names of rows are known again by each of them, not by all of them in a row.
func TestNamesAreTold(t *testing.T) {
	for text, want := range map[string]int{
		"{}\n{\"\":0}\n": 2,
		`{"x":0,"y":0,"r":1}` + "\n" + `{"x\u0000y":5,"r":1}` + "\n":           1,
		`{"x":0,"y":0,"r\u0000":1}` + "\n" + `{"x":0,"y":0,"r":1,"":1}` + "\n": 1,
	} {
		l := NewLoader(Config{SkipBad: true})
		if err := l.Read(strings.NewReader(text), "in"); err != nil || l.set.Skipped != want {
			t.Errorf("%q: %d rows left out, want %d: %v", text, l.set.Skipped, want, err)
		}
	}
}
