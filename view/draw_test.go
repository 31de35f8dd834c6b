// SPDX-License-Identifier: MIT

package view

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/internal/livetest"
	"daylight/soa"
)

func square(x, y, h float64) []soa.Point {
	return []soa.Point{{X: x - h, Y: y - h}, {X: x + h, Y: y - h}, {X: x + h, Y: y + h}, {X: x - h, Y: y + h}}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b []soa.Point
		area float64
		at   soa.Point
	}{
		{"corner in corner", square(0, 0, 1), square(1, 1, 1), 1, soa.Point{X: 0.5, Y: 0.5}},
		{"inside", square(0, 0, 1), square(0.25, 0, 0.5), 1, soa.Point{X: 0.25}},
		{"around", square(0, 0, 0.5), square(0.25, 0, 2), 1, soa.Point{}},
		{"a line through", []soa.Point{{X: -5}, {X: 5}}, square(1, 0, 1), 0, soa.Point{X: 1}},
		{"an edge along an edge", square(0, 0, 1), square(2, 0, 1), 0, soa.Point{X: 1}},
	} {
		shared := clip(c.a, c.b)
		if len(shared) == 0 {
			t.Errorf("%s: nothing is shared", c.name)
			continue
		}
		at, area := centroid(shared)
		if math.Abs(area-c.area) > 1e-12 || math.Hypot(at.X-c.at.X, at.Y-c.at.Y) > 1e-12 {
			t.Errorf("%s: area %v about %v, want %v about %v", c.name, area, at, c.area, c.at)
		}
	}
	if shared := clip(square(0, 0, 1), square(3, 0, 1)); len(shared) != 0 {
		t.Errorf("squares apart share %v", shared)
	}
}

// TestOutline compares areas with those of the true shapes.
func TestOutline(t *testing.T) {
	for _, c := range []struct {
		name string
		f    figure
		area float64
	}{
		{"circle", figure{core: []soa.Point{{X: 3, Y: 4}}, radius: 2}, math.Pi * 4},
		{"capsule", figure{core: []soa.Point{{X: 0, Y: 0}, {X: 3, Y: 4}}, radius: 1}, math.Pi + 10},
		{"square", figure{core: square(7, 7, 2)}, 16},
		{"rounded square", figure{core: square(7, 7, 2), radius: 1}, 16 + 16 + math.Pi},
	} {
		if _, area := centroid(c.f.outline(soa.Point{X: 1, Y: 1}, 512)); math.Abs(area-c.area) > 1e-3*c.area {
			t.Errorf("%s: area %v, want %v", c.name, area, c.area)
		}
	}
}

func TestSupport(t *testing.T) {
	f := figure{core: square(10, 0, 1), radius: 0.5, centre: soa.Point{X: 10}}
	if p := f.support(1, 0); math.Hypot(p.X-11.5, p.Y) > 1e-9 {
		t.Errorf("the middle of an edge: %v", p)
	}
	if p := f.support(0.8, 0.6); math.Hypot(p.X-11.4, p.Y-1.3) > 1e-9 {
		t.Errorf("a corner: %v", p)
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		n      int
		want   string
	}{
		{0, 1, 5, "0 0.2 0.4 0.6 0.8 1"}, {-3, 12, 8, "-2 0 2 4 6 8 10 12"}, {0, 1e-9, 2, "0 5e-10 1e-09"}, {1e7, 1e7 + 3, 3, "10000000 10000001 10000002 10000003"},
	} {
		got := ""
		for i, v := range ticks(c.lo, c.hi, c.n) {
			if i > 0 {
				got += " "
			}
			got += tickText(v)
		}
		if got != c.want {
			t.Errorf("%v to %v: got %s, want %s", c.lo, c.hi, got, c.want)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000", -999: "-999"} {
		if got := thousands(n); got != want {
			t.Errorf("%d: got %s", n, got)
		}
	}
	if counted(1, "shape") != "1 shape" || counted(2000, "shape") != "2,000 shapes" {
		t.Error(counted(1, "shape"), counted(2000, "shape"))
	}
}

// TestDrawAwkward draws what could go wrong: nothing, a point, giants, near misses.
func TestDrawAwkward(t *testing.T) {
	ctx := context.Background()
	one := soa.New()
	add := func(id soa.ID, err error) Item {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		sh, err := one.Shape(id)
		if err != nil {
			t.Fatal(err)
		}
		return Item{Shape: sh, Label: "label"}
	}
	point := add(one.AddCircle(soa.At(0, 0, 0), 0, soa.Attrs{}))
	giant := add(one.AddBox(soa.At(1e15, 0, 1), 1e17, 1e17, soa.Attrs{}))
	far := add(one.AddCircle(soa.At(1e30, 0, 0), 1, soa.Attrs{}))
	line := add(one.AddSegmentBetween(soa.Point{X: -1}, soa.Point{X: 1}, 0, soa.Attrs{}))
	cross := add(one.AddSegmentBetween(soa.Point{Y: -1}, soa.Point{Y: 1}, 0, soa.Attrs{}))
	for name, c := range map[string]struct {
		shapes   []Item
		contacts []Pair
		view     *Area
	}{
		"nothing":     {},
		"a point":     {shapes: []Item{point}},
		"a line":      {shapes: []Item{line}},
		"giants":      {shapes: []Item{point, giant}, contacts: []Pair{{A: 0, B: 1, Depth: 1e17, NX: 1}}},
		"far away":    {shapes: []Item{point, far}},
		"crossing":    {shapes: []Item{line, cross}, contacts: []Pair{{A: 0, B: 1, Depth: 1, NY: 1}}},
		"near misses": {shapes: []Item{point, line}, contacts: []Pair{{A: 0, B: 1, Depth: -0.5, NY: 1}}},
		"out of view": {shapes: []Item{line, cross}, view: &Area{Min: soa.Point{X: 5, Y: 5}, Max: soa.Point{X: 6, Y: 6}}},
	} {
		pic, err := DrawItems(ctx, c.shapes, c.contacts, Drawing{Title: name, Area: c.view, Width: 300, Arrows: On, Labels: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := pic.pic.Image(1); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := DrawItems(cancelled, []Item{point}, nil, Drawing{Width: 300}); !errors.Is(err, context.Canceled) {
		t.Errorf("after cancelling: %v", err)
	}
}

// TestParts: a shape of several parts is one, without lines inside it and with its holes, and
// what two such shapes share has the colour of their depth, all of it.
func TestParts(t *testing.T) {
	box := func(x0, y0, x1, y1 float64) soa.Shape {
		return soa.Shape{Pose: soa.Pose{C: 1}, Vertices: []soa.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}}
	}
	frame := Item{Shape: box(0, 0, 10, 2), More: []soa.Shape{box(0, 8, 10, 10), box(0, 2, 2, 8), box(8, 2, 10, 8)}, Label: "frame"}
	bars := Item{Shape: box(9, 3, 14, 4), More: []soa.Shape{box(9, 6, 14, 7)}, Label: "bars"}
	pic, err := DrawItems(context.Background(), []Item{frame, bars}, []Pair{{A: 0, B: 1, Depth: 1, NX: 1}},
		Drawing{Title: "parts", Width: 1200, Arrows: Off, Area: &Area{Max: soa.Point{X: 14, Y: 10}}})
	if err != nil {
		t.Fatal(err)
	}
	if seen := pic.Drawn; seen.Shapes != 2 || seen.Contacts != 1 || seen.Hidden.Shapes != 0 {
		t.Errorf("%+v", seen)
	}
	img, err := pic.pic.Image(1)
	if err != nil {
		t.Fatal(err)
	}
	scale := (float64(pic.Width) - left - right) / 14
	down := float64(pic.Height) - bottom
	at := func(x, y float64) [3]uint8 {
		c := img.RGBAAt(int(math.Round(left+x*scale)), int(math.Round(down-y*scale)))
		return [3]uint8{c.R, c.G, c.B}
	}
	fill, hole := at(5, 1), at(5, 5)
	if fill == hole || hole != [3]uint8{ground.R, ground.G, ground.B} {
		t.Errorf("filled %v, the hole %v", fill, hole)
	}
	for _, p := range [][2]float64{{1, 2}, {9, 2}, {1, 8}, {2, 1}, {1, 5}, {12, 3.5}} {
		if got := at(p[0], p[1]); got != fill {
			t.Errorf("within, at %v: %v, want %v", p, got, fill)
		}
	}
	shared := at(9.5, 3.5)
	if shared == fill || at(9.5, 6.5) != shared || at(9.5, 5) != fill {
		t.Errorf("what they share is %v and %v, between them %v", shared, at(9.5, 6.5), at(9.5, 5))
	}
	if line := at(8, 5); line == fill || line == hole {
		t.Errorf("no outline of the hole: %v", line)
	}
}

// TestDrawPale: shapes are drawn pale to let those with a contact stand out. A drawing without
// contacts has strong lines.
func TestDrawPale(t *testing.T) {
	shapes := soa.New()
	for x := range 3 {
		if err := second(shapes.AddBox(soa.At(float64(2*x), 0, 0), 1, 1, soa.Attrs{})); err != nil {
			t.Fatal(err)
		}
	}
	lines := func(contacts *batch.Contacts) (strong, pale bool) {
		pic, err := Draw(shapes, contacts, Drawing{Width: 300})
		if err != nil {
			t.Fatal(err)
		}
		var svg strings.Builder
		if err := pic.WriteSVG(context.Background(), &svg); err != nil {
			t.Fatal(err)
		}
		return strings.Contains(svg.String(), "#5f8bb3"), strings.Contains(svg.String(), "#a9b7c4")
	}
	one := &batch.Contacts{A: []soa.ID{livetest.IDs(shapes)[0]}, B: []soa.ID{livetest.IDs(shapes)[1]}}
	if strong, pale := lines(one); !strong || !pale {
		t.Errorf("with a contact of two of three shapes: strong lines %v, pale ones %v", strong, pale)
	}
	for _, none := range []*batch.Contacts{nil, {}} {
		if strong, pale := lines(none); !strong || pale {
			t.Errorf("without contacts: strong lines %v, pale ones %v", strong, pale)
		}
	}
}
