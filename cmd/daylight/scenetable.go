// SPDX-License-Identifier: MIT

package main

import (
	"math"
	"slices"
	"strconv"

	"daylight/bench/scene"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/schema"
	"daylight/region"
	"daylight/soa"
)

// shapeTable is a table of shapes in a form that collide reads. Values that a shape does not need
// are missing.
type shapeTable struct {
	fields  []output.Field
	objects bool // points are lists of pairs, as JSON has them, and not the text x y;x y
	text    []byte
}

// columns has the table have these.
func (t *shapeTable) columns(format output.Format, names ...string) {
	t.objects = format == output.NDJSON
	for _, name := range names {
		f := output.Number(name, columnar.Float64)
		switch name {
		case "id":
			f.Type = columnar.Int64
		case "world", "kind":
			f.Type, f.Repeats = columnar.Text, true
		case "points":
			f.Type, f.Plain = columnar.Text, true
		case "wkt":
			f.Type = columnar.Text
		}
		t.fields = append(t.fields, f)
	}
}

func (t *shapeTable) Fields() []output.Field { return t.fields }

// Widest returns an estimate of the bytes of the texts of a row: polygons of scenes have few
// corners.
func (t *shapeTable) Widest() int { return 1 << 10 }

// points appends corners as a cell. bits says whether numbers are float32 or float64.
func (t *shapeTable) points(to *columnar.Cells, n int, at func(k int) (x, y float64), bits int) {
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
	columnar.AppendText(to, append(t.text, end...))
}

// sceneTable are frames of one scene as a table that package shapes reads back to the very same
// shapes: every number has all the digits of its float64 value. Each frame is a world. The scene is
// stepped as its rows are asked for, in order.
type sceneTable struct {
	shapeTable
	scene         *scene.Scene
	first, frames int
	at            int    // frames before the one at hand
	world         string // its name
	cells         []func(t *sceneTable, to *columnar.Cells, i int)
	corners       [][2]float64
}

// newSceneTable returns a table of frames. The first frame is the scene as it is now, with number
// first.
func newSceneTable(s *scene.Scene, format output.Format, first, frames int) *sceneTable {
	t := &sceneTable{scene: s, first: first, frames: frames, world: strconv.Itoa(first)}
	t.columns(format, sceneColumns(s.Kind, format)...)
	for _, f := range t.fields {
		t.cells = append(t.cells, sceneCells[f.Name])
	}
	return t
}

// sceneColumns returns the columns that a scene of the kind fills. Objects have all.
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

// sceneCells has a function for each column, which appends the cell of shape i.
var sceneCells = map[string]func(t *sceneTable, to *columnar.Cells, i int){
	"id":    func(_ *sceneTable, to *columnar.Cells, i int) { to.Whole(int64(i)) },
	"world": func(t *sceneTable, to *columnar.Cells, _ int) { columnar.AppendText(to, t.world) },
	"kind": func(t *sceneTable, to *columnar.Cells, i int) {
		columnar.AppendText(to, schema.KindName(sceneClasses[t.scene.Form[i]]))
	},
	"x": func(t *sceneTable, to *columnar.Cells, i int) { sceneNumber(to, t.scene.X[i], true) },
	"y": func(t *sceneTable, to *columnar.Cells, i int) { sceneNumber(to, t.scene.Y[i], true) },
	"angle": func(t *sceneTable, to *columnar.Cells, i int) {
		sceneNumber(to, t.scene.Theta[i], t.scene.Form[i] != scene.Circle)
	},
	"r": func(t *sceneTable, to *columnar.Cells, i int) {
		sceneNumber(to, t.scene.S1[i], t.scene.Form[i] == scene.Circle)
	},
	"hx": func(t *sceneTable, to *columnar.Cells, i int) {
		sceneNumber(to, t.scene.S1[i], t.scene.Form[i] == scene.Box)
	},
	"hy": func(t *sceneTable, to *columnar.Cells, i int) {
		sceneNumber(to, t.scene.S2[i], t.scene.Form[i] == scene.Box)
	},
	"points": func(t *sceneTable, to *columnar.Cells, i int) {
		if t.scene.Form[i] != scene.Polygon {
			to.Null()
			return
		}
		t.corners = t.scene.AppendCorners(t.corners[:0], i)
		t.points(to, len(t.corners), func(k int) (x, y float64) { return t.corners[k][0], t.corners[k][1] }, 64)
	},
}

// sceneNumber appends a number, or a missing value if the shape does not have it. The number is a
// float64 with all digits, so that every reader gets the float32 of the scene back.
func sceneNumber(to *columnar.Cells, v float32, has bool) {
	if !has {
		to.Null()
		return
	}
	to.Float(float64(v))
}

func (t *sceneTable) Len() int { return t.scene.Len() * t.frames }

// Fill appends rows from to to-1. Calls must come in the order of the rows.
func (t *sceneTable) Fill(cells []columnar.Cells, from, to int) {
	for row := from; row < to; row++ {
		i := row - t.at*t.scene.Len()
		if i == t.scene.Len() {
			t.scene.Step()
			t.at, i = t.at+1, 0
			t.world = strconv.Itoa(t.first + t.at)
		}
		for k, cell := range t.cells {
			cell(t, &cells[k], i)
		}
	}
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

func (t *wardTable) Fill(cells []columnar.Cells, from, to int) {
	for row := from; row < to; row++ {
		text := append(t.text[:0], "POLYGON("...)
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
		t.text = append(text, ')')
		cells[0].Whole(int64(row))
		columnar.AppendText(&cells[1], t.text)
	}
}

// stateTable are all shapes as they stand in a simulation.
type stateTable struct {
	shapeTable
	set   *soa.Shapes
	world string // the name of the frame
	with  []attribute
	ids   []soa.ID
}

// attribute is one that has a column if any shape differs in it from others when the first frame is
// written.
type attribute struct {
	name string
	used func(a *soa.Attrs) bool
	of   columnar.Type
	fill func(to *columnar.Cells, a *soa.Attrs)
}

var attributes = []attribute{
	{"category", func(a *soa.Attrs) bool { return a.Category != 1 }, columnar.Uint32, func(to *columnar.Cells, a *soa.Attrs) { to.Whole(int64(a.Category)) }},
	{"mask", func(a *soa.Attrs) bool { return a.Ignore != 0 }, columnar.Uint32, func(to *columnar.Cells, a *soa.Attrs) { to.Whole(int64(^a.Ignore)) }},
	{"group", func(a *soa.Attrs) bool { return a.Group != 0 }, columnar.Int64, func(to *columnar.Cells, a *soa.Attrs) { to.Whole(int64(a.Group)) }},
	{"body", func(a *soa.Attrs) bool { return a.Body != 0 }, columnar.Text, func(to *columnar.Cells, a *soa.Attrs) {
		if a.Body == 0 {
			to.Null()
			return
		}
		columnar.AppendText(to, strconv.FormatUint(uint64(a.Body), 10))
	}},
	{"static", func(a *soa.Attrs) bool { return a.Static }, columnar.Text, func(to *columnar.Cells, a *soa.Attrs) { columnar.AppendText(to, strconv.FormatBool(a.Static)) }},
	{"sensor", func(a *soa.Attrs) bool { return a.Sensor }, columnar.Text, func(to *columnar.Cells, a *soa.Attrs) { columnar.AppendText(to, strconv.FormatBool(a.Sensor)) }},
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
			t.with = append(t.with, w)
		}
	}
	t.columns(format, names...)
	t.fields[0].Type = columnar.Text
	for k := range t.fields { // the store keeps rotations and sizes in float32
		if f := &t.fields[k]; f.Type == columnar.Float64 && f.Name != "x" && f.Name != "y" {
			f.Type = columnar.Float32
		}
	}
	for _, w := range t.with {
		f := output.Number(w.name, w.of)
		f.Plain = w.name == "static" || w.name == "sensor"
		t.fields = append(t.fields, f)
	}
}

func (t *stateTable) Len() int { return len(t.ids) }

func (t *stateTable) Fill(cells []columnar.Cells, from, to int) {
	for row := from; row < to; row++ {
		t.fill(cells, t.ids[row])
	}
}

// fill appends a shape.
func (t *stateTable) fill(cells []columnar.Cells, id soa.ID) {
	sh, _ := t.set.Shape(id) // it is there
	world := t.world
	if sh.Attrs.World != 0 { // frames must not mix, and neither must worlds
		world += "." + strconv.FormatUint(uint64(sh.Attrs.World), 10)
	}
	columnar.AppendText(&cells[0], strconv.Itoa(int(id.Index())))
	columnar.AppendText(&cells[1], world)
	columnar.AppendText(&cells[2], schema.KindName(sh.Class))
	cells[3].Float(sh.Pose.X)
	cells[4].Float(sh.Pose.Y)
	cells[5].Float(math.Atan2(float64(sh.Pose.S), float64(sh.Pose.C)))
	v := sh.Vertices
	size := func(k int, has bool, of func() float64) {
		if has {
			cells[k].Float(of())
		} else {
			cells[k].Null()
		}
	}
	box := sh.Class == soa.ClassBox
	size(6, !box, func() float64 { return sh.Radius })
	size(7, sh.Class == soa.ClassCapsule, func() float64 { return v[len(v)-1].X })
	size(8, box, func() float64 { return v[2].X })
	size(9, box, func() float64 { return v[2].Y })
	if sh.Class == soa.ClassPolygon {
		t.points(&cells[10], len(v), func(k int) (x, y float64) { return v[k].X, v[k].Y }, 32)
	} else {
		cells[10].Null()
	}
	for k, w := range t.with {
		w.fill(&cells[11+k], &sh.Attrs)
	}
}
