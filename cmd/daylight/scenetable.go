// SPDX-License-Identifier: MIT

package main

import (
	"math"
	"slices"
	"strconv"

	"daylight/bench/scene"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/region"
	"daylight/soa"
)

// shapeTable are tables of shapes as collide reads them. What a shape has no use for is missing.
type shapeTable struct {
	fields  []columnar.Field
	objects bool // points are lists of pairs, as JSON has them, and not the text x y;x y
	text    []byte
}

// columns has the table have these.
func (t *shapeTable) columns(format output.Format, names ...string) {
	t.objects = format == output.NDJSON
	for _, name := range names {
		f := columnar.Field{Name: name, Type: columnar.Float64, Nullable: true}
		switch name {
		case "id":
			f.Type = columnar.Int64
		case "world", "kind":
			f.Type, f.Repeats = columnar.Text, true
		case "points", "wkt":
			f.Type = columnar.Text
		}
		t.fields = append(t.fields, f)
	}
}

func (t *shapeTable) Fields() []columnar.Field { return t.fields }

// points are corners as a cell, with so many bits of each number. It is valid until the next call.
func (t *shapeTable) points(n int, at func(k int) (x, y float64), bits int) output.Value {
	open, between, after, end := "", " ", ";", ""
	if t.objects {
		open, between, after, end = "[", ",", ",", "]"
	}
	t.text = append(t.text[:0], open...)
	for k := range n {
		if k > 0 {
			t.text = append(t.text, after...)
		}
		x, y := at(k)
		t.text = append(t.text, open...)
		t.text = strconv.AppendFloat(t.text, x, 'g', -1, bits)
		t.text = append(t.text, between...)
		t.text = strconv.AppendFloat(t.text, y, 'g', -1, bits)
		t.text = append(t.text, end...)
	}
	t.text = append(t.text, end...)
	return output.PlainBytes(t.text)
}

// sceneTable are frames of one scene as a table that package shapes reads back to the very same shapes: every number
// has all the digits of its float64 value. Each frame is a world. The scene is stepped as its rows are asked for, in order.
type sceneTable struct {
	shapeTable
	scene         *scene.Scene
	first, frames int
	at            int    // frames before the one at hand
	world         string // its name
	cells         []func(t *sceneTable, i int) output.Value
	corners       [][2]float64
}

// newSceneTable returns a table of frames, of which the first, as the scene is now, has that number.
func newSceneTable(s *scene.Scene, format output.Format, first, frames int) *sceneTable {
	t := &sceneTable{scene: s, first: first, frames: frames, world: strconv.Itoa(first)}
	t.columns(format, sceneColumns(s.Kind, format)...)
	for _, f := range t.fields {
		t.cells = append(t.cells, sceneCells[f.Name])
	}
	return t
}

// sceneColumns are those that a scene of the kind fills. Objects have all.
func sceneColumns(k scene.Kind, format output.Format) []string {
	switch {
	case format == output.NDJSON || k == scene.Mixed:
		return []string{"id", "world", "kind", "x", "y", "angle", "r", "hx", "hy", "points"}
	case k == scene.Circles:
		return []string{"id", "world", "x", "y", "r"}
	case k == scene.Polys:
		return []string{"id", "world", "x", "y", "angle", "points"}
	}
	return []string{"id", "world", "x", "y", "angle", "hx", "hy"}
}

var sceneClasses = [...]soa.Class{scene.Circle: soa.ClassCircle, scene.Box: soa.ClassBox, scene.Polygon: soa.ClassPolygon}

// sceneCells are what shape i has in a column.
var sceneCells = map[string]func(t *sceneTable, i int) output.Value{
	"id":    func(_ *sceneTable, i int) output.Value { return output.Int(int64(i)) },
	"world": func(t *sceneTable, _ int) output.Value { return output.Text(t.world) },
	"kind": func(t *sceneTable, i int) output.Value {
		return output.Text(shapes.KindName(sceneClasses[t.scene.Form[i]]))
	},
	"x": func(t *sceneTable, i int) output.Value { return sceneNumber(t.scene.X[i], true) },
	"y": func(t *sceneTable, i int) output.Value { return sceneNumber(t.scene.Y[i], true) },
	"angle": func(t *sceneTable, i int) output.Value {
		return sceneNumber(t.scene.Theta[i], t.scene.Form[i] != scene.Circle)
	},
	"r": func(t *sceneTable, i int) output.Value {
		return sceneNumber(t.scene.S1[i], t.scene.Form[i] == scene.Circle)
	},
	"hx": func(t *sceneTable, i int) output.Value {
		return sceneNumber(t.scene.S1[i], t.scene.Form[i] == scene.Box)
	},
	"hy": func(t *sceneTable, i int) output.Value {
		return sceneNumber(t.scene.S2[i], t.scene.Form[i] == scene.Box)
	},
	"points": func(t *sceneTable, i int) output.Value {
		if t.scene.Form[i] != scene.Polygon {
			return output.Missing
		}
		t.corners = t.scene.AppendCorners(t.corners[:0], i)
		return t.points(len(t.corners), func(k int) (x, y float64) { return t.corners[k][0], t.corners[k][1] }, 64)
	},
}

// sceneNumber is a number, if the shape has it. All digits of a float64 give the scene's float32 back, whatever reads them.
func sceneNumber(v float32, has bool) output.Value {
	if !has {
		return output.Missing
	}
	return output.Signed(float64(v), output.DoubleKind)
}

func (t *sceneTable) Len() int { return t.scene.Len() * t.frames }

func (t *sceneTable) Cells(dst []output.Value, row int) []output.Value {
	i := row - t.at*t.scene.Len()
	if i == t.scene.Len() {
		t.scene.Step()
		t.at, i = t.at+1, 0
		t.world = strconv.Itoa(t.first + t.at)
	}
	for _, cell := range t.cells {
		dst = append(dst, cell(t, i))
	}
	return dst
}

// wardTable is a map of polygons as Well-Known Text.
type wardTable struct {
	shapeTable
	all [][][]region.Point
}

func newWardTable(all [][][]region.Point, format output.Format) *wardTable {
	t := &wardTable{all: all}
	t.columns(format, "id", "wkt")
	return t
}

func (t *wardTable) Len() int { return len(t.all) }

func (t *wardTable) Cells(dst []output.Value, row int) []output.Value {
	text := []byte("POLYGON(")
	for k, ring := range t.all[row] {
		if k > 0 {
			text = append(text, ',')
		}
		for i := range len(ring) + 1 { // the first point closes the ring
			text = append(text, "(,"[min(i, 1)])
			text = append(strconv.AppendFloat(text, ring[i%len(ring)].X, 'f', -1, 64), ' ')
			text = strconv.AppendFloat(text, ring[i%len(ring)].Y, 'f', -1, 64)
		}
		text = append(text, ')')
	}
	return append(dst, output.Int(int64(row)), output.Text(string(append(text, ')'))))
}

// stateTable are all shapes as they stand in a simulation.
type stateTable struct {
	shapeTable
	set   *soa.Shapes
	world string // the name of the frame
	with  []attribute
	ids   []soa.ID
}

// attribute is one that has a column if any shape differs in it from others when the first frame is written.
type attribute struct {
	name string
	used func(a *soa.Attrs) bool
	cell func(a *soa.Attrs) output.Value
}

var attributes = []attribute{
	{"category", func(a *soa.Attrs) bool { return a.Category != 1 }, func(a *soa.Attrs) output.Value { return output.Whole(a.Category) }},
	{"mask", func(a *soa.Attrs) bool { return a.Ignore != 0 }, func(a *soa.Attrs) output.Value { return output.Whole(^a.Ignore) }},
	{"group", func(a *soa.Attrs) bool { return a.Group != 0 }, func(a *soa.Attrs) output.Value { return output.Int(int64(a.Group)) }},
	{"body", func(a *soa.Attrs) bool { return a.Body != 0 }, func(a *soa.Attrs) output.Value {
		if a.Body == 0 {
			return output.Missing
		}
		return output.Text(strconv.FormatUint(uint64(a.Body), 10))
	}},
	{"static", func(a *soa.Attrs) bool { return a.Static }, func(a *soa.Attrs) output.Value { return output.Plain(strconv.FormatBool(a.Static)) }},
	{"sensor", func(a *soa.Attrs) bool { return a.Sensor }, func(a *soa.Attrs) output.Value { return output.Plain(strconv.FormatBool(a.Sensor)) }},
}

// take has the table be of all shapes as they are now.
func (t *stateTable) take(set *soa.Shapes, format output.Format, frame int) {
	t.set, t.world = set, strconv.Itoa(frame)
	t.ids = slices.AppendSeq(t.ids[:0], set.All())
	slices.Sort(t.ids)
	if t.fields != nil {
		return
	}
	names := []string{"id", "world", "kind", "x", "y", "angle", "r", "half_length", "hx", "hy", "points"}
	for _, w := range attributes {
		if slices.ContainsFunc(t.ids, func(id soa.ID) bool {
			a, _ := set.Attrs(id) // it is there
			return w.used(&a)
		}) {
			t.with, names = append(t.with, w), append(names, w.name)
		}
	}
	t.columns(format, names...)
}

func (t *stateTable) Len() int { return len(t.ids) }

func (t *stateTable) Cells(dst []output.Value, row int) []output.Value {
	id := t.ids[row]
	sh, _ := t.set.Shape(id) // it is there
	world := t.world
	if sh.Attrs.World != 0 { // frames must not mix, and neither must worlds
		world += "." + strconv.FormatUint(uint64(sh.Attrs.World), 10)
	}
	// A float32 is as much as the rotation itself knows of its angle, and as sizes have.
	single := func(v float64) output.Value { return output.Signed(v, output.SingleKind) }
	r, half, hx, hy, points := output.Missing, output.Missing, output.Missing, output.Missing, output.Missing
	v := sh.Vertices
	if sh.Class != soa.ClassBox {
		r = single(sh.Radius)
	}
	switch sh.Class {
	case soa.ClassCapsule:
		half = single(v[len(v)-1].X)
	case soa.ClassBox:
		hx, hy = single(v[2].X), single(v[2].Y)
	case soa.ClassPolygon:
		points = t.points(len(v), func(k int) (x, y float64) { return v[k].X, v[k].Y }, 32)
	}
	dst = append(dst, output.Text(strconv.Itoa(int(id.Index()))), output.Text(world), output.Text(shapes.KindName(sh.Class)),
		output.Signed(sh.Pose.X, output.DoubleKind), output.Signed(sh.Pose.Y, output.DoubleKind),
		single(math.Atan2(float64(sh.Pose.S), float64(sh.Pose.C))), r, half, hx, hy, points)
	for _, w := range t.with {
		dst = append(dst, w.cell(&sh.Attrs))
	}
	return dst
}
