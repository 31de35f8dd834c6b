// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"io"
	"math"
	"slices"
	"strconv"

	"daylight/bench/scene"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// sceneWriter writes frames of one scene as a table that package shapes reads back to the very same
// shapes: every number has all the digits of its float64 value. It is used by one goroutine.
type sceneWriter struct {
	*rowWriter
	// Wrote, which may be nil, is told of every few rows written.
	Wrote func(rows int)

	corners [][2]float64
}

// newSceneWriter returns a sceneWriter of frames of scenes of the given kind, in a format of
// output.OfScenes.
func newSceneWriter(out io.Writer, format output.Format, kind scene.Kind) (*sceneWriter, error) {
	t, err := newRowWriter(out, format, sceneColumnNames(kind)...)
	return &sceneWriter{rowWriter: t}, err
}

// sceneColumnNames are those that a scene of the kind fills.
func sceneColumnNames(k scene.Kind) []string {
	switch k {
	case scene.Circles:
		return []string{"id", "world", "x", "y", "r"}
	case scene.Polys:
		return []string{"id", "world", "x", "y", "angle", "points"}
	case scene.Mixed:
		return []string{"id", "world", "kind", "x", "y", "angle", "r", "hx", "hy", "points"}
	}
	return []string{"id", "world", "x", "y", "angle", "hx", "hy"}
}

// Frame writes every shape of s, as it is now, in a world of the given name.
func (w *sceneWriter) Frame(ctx context.Context, s *scene.Scene, world string) error {
	told := 0
	for i := range s.Len() {
		w.row(s, i, world)
		wrote, err := w.End(ctx, i == s.Len()-1)
		if err != nil {
			return err
		}
		if wrote && w.Wrote != nil {
			w.Wrote(i + 1 - told)
			told = i + 1
		}
	}
	return nil
}

var sceneClasses = [...]soa.Class{scene.Circle: soa.ClassCircle, scene.Box: soa.ClassBox, scene.Polygon: soa.ClassPolygon}

func (w *sceneWriter) row(s *scene.Scene, i int, world string) {
	// All digits of a float64 give the scene's float32 back, whatever reads them.
	number := func(name string, v float32) { w.Number(name, float64(v), 64) }
	w.Whole("id", int64(i))
	w.Text("world", world)
	w.Text("kind", shapes.KindName(sceneClasses[s.Form[i]]))
	number("x", s.X[i])
	number("y", s.Y[i])
	switch s.Form[i] {
	case scene.Circle:
		number("r", s.S1[i])
	case scene.Box:
		number("angle", s.Theta[i])
		number("hx", s.S1[i])
		number("hy", s.S2[i])
	default:
		number("angle", s.Theta[i])
		w.corners = s.AppendCorners(w.corners[:0], i)
		w.Points("points", len(w.corners), func(k int) (x, y float64) { return w.corners[k][0], w.corners[k][1] }, 64)
	}
}

// frameWriter writes a table of all shapes in each frame of a simulation, in the columns that collide reads. It is used by one
// goroutine.
type frameWriter struct {
	out    io.Writer
	format output.Format // of output.OfStates
	table  *rowWriter    // once the first frame has begun
	with   []attribute
	ids    []soa.ID
}

// attribute is one that has a column if any shape differs in it from others when the first frame is written.
type attribute struct {
	name  string
	used  func(a *soa.Attrs) bool
	write func(t *rowWriter, name string, a *soa.Attrs)
}

var attributes = []attribute{
	{"category", func(a *soa.Attrs) bool { return a.Category != 1 }, func(t *rowWriter, name string, a *soa.Attrs) { t.Whole(name, int64(a.Category)) }},
	{"mask", func(a *soa.Attrs) bool { return a.Ignore != 0 }, func(t *rowWriter, name string, a *soa.Attrs) { t.Whole(name, int64(^a.Ignore)) }},
	{"group", func(a *soa.Attrs) bool { return a.Group != 0 }, func(t *rowWriter, name string, a *soa.Attrs) { t.Whole(name, int64(a.Group)) }},
	{"body", func(a *soa.Attrs) bool { return a.Body != 0 }, func(t *rowWriter, name string, a *soa.Attrs) {
		if a.Body != 0 {
			t.Text(name, strconv.FormatUint(uint64(a.Body), 10))
		}
	}},
	{"static", func(a *soa.Attrs) bool { return a.Static }, func(t *rowWriter, name string, a *soa.Attrs) { t.Bool(name, a.Static) }},
	{"sensor", func(a *soa.Attrs) bool { return a.Sensor }, func(t *rowWriter, name string, a *soa.Attrs) { t.Bool(name, a.Sensor) }},
}

// Frame writes every shape as it is now.
func (w *frameWriter) Frame(ctx context.Context, set *soa.Shapes, frame int) (err error) {
	w.ids = slices.AppendSeq(w.ids[:0], set.All())
	slices.Sort(w.ids)
	if w.table == nil {
		if err := w.begin(set); err != nil {
			return err
		}
	}
	for k, id := range w.ids {
		sh, err := set.Shape(id)
		if err != nil {
			return err
		}
		w.shape(id, &sh, frame)
		if _, err := w.table.End(ctx, k == len(w.ids)-1); err != nil {
			return err
		}
	}
	return nil
}

func (w *frameWriter) begin(set *soa.Shapes) (err error) {
	columns := []string{"id", "world", "kind", "x", "y", "angle", "r", "half_length", "hx", "hy", "points"}
	for _, t := range attributes {
		if slices.ContainsFunc(w.ids, func(id soa.ID) bool {
			a, _ := set.Attrs(id) // it is there
			return t.used(&a)
		}) {
			w.with, columns = append(w.with, t), append(columns, t.name)
		}
	}
	w.table, err = newRowWriter(w.out, w.format, columns...)
	return err
}

func (w *frameWriter) shape(id soa.ID, sh *soa.Shape, frame int) {
	t := w.table
	world := strconv.Itoa(frame)
	if sh.Attrs.World != 0 { // frames must not mix, and neither must worlds
		world += "." + strconv.FormatUint(uint64(sh.Attrs.World), 10)
	}
	t.Text("id", strconv.Itoa(int(id.Index())))
	t.Text("world", world)
	t.Text("kind", shapes.KindName(sh.Class))
	t.Number("x", sh.Pose.X, 64)
	t.Number("y", sh.Pose.Y, 64)
	// A float32 is as much as the rotation itself knows of its angle, and as sizes have.
	const bits = 32
	t.Number("angle", math.Atan2(float64(sh.Pose.S), float64(sh.Pose.C)), bits)
	v := sh.Vertices
	if sh.Class != soa.ClassBox {
		t.Number("r", sh.Radius, bits)
	}
	switch sh.Class {
	case soa.ClassCapsule:
		t.Number("half_length", v[len(v)-1].X, bits)
	case soa.ClassBox:
		t.Number("hx", v[2].X, bits)
		t.Number("hy", v[2].Y, bits)
	case soa.ClassPolygon:
		t.Points("points", len(v), func(k int) (x, y float64) { return v[k].X, v[k].Y }, bits)
	}
	for _, a := range w.with {
		a.write(t, a.name, &sh.Attrs)
	}
}
