// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"io"
	"math"
	"slices"
	"strconv"

	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// frameWriter writes a table of all shapes in each frame, in the columns that collide reads. It is used by one goroutine.
type frameWriter struct {
	out    io.Writer
	format output.Format
	table  *rowWriter // once the first frame has begun
	with   attributes
	ids    []soa.ID
}

// attributes says which filter attributes have a column: those in use when the first
// frame was written.
type attributes struct{ category, mask, group, body, static, sensor bool }

// newFrameWriter returns a frameWriter of tables in a format.
func newFrameWriter(out io.Writer, format output.Format) *frameWriter {
	return &frameWriter{out: out, format: format}
}

// Frame writes every shape as it is now.
func (w *frameWriter) Frame(ctx context.Context, set *soa.Shapes, frame int) error {
	if w.table == nil {
		w.begin(set)
	}
	w.ids = slices.AppendSeq(w.ids[:0], set.All())
	slices.Sort(w.ids)
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

func (w *frameWriter) begin(set *soa.Shapes) {
	for id := range set.All() {
		a, _ := set.Attrs(id) // it is there
		h := &w.with
		h.category, h.mask, h.group = h.category || a.Category != 1, h.mask || a.Ignore != 0, h.group || a.Group != 0
		h.body, h.static, h.sensor = h.body || a.Body != 0, h.static || a.Static, h.sensor || a.Sensor
	}
	columns := []string{"id", "world", "kind", "x", "y", "angle", "r", "half_length", "hx", "hy", "points"}
	for _, c := range []struct {
		on   bool
		name string
	}{{w.with.category, "category"}, {w.with.mask, "mask"}, {w.with.group, "group"}, {w.with.body, "body"}, {w.with.static, "static"}, {w.with.sensor, "sensor"}} {
		if c.on {
			columns = append(columns, c.name)
		}
	}
	w.table = newRowWriter(w.out, w.format, columns...)
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
	a := &sh.Attrs
	if w.with.category {
		t.Whole("category", int64(a.Category))
	}
	if w.with.mask {
		t.Whole("mask", int64(^a.Ignore))
	}
	if w.with.group {
		t.Whole("group", int64(a.Group))
	}
	if w.with.body && a.Body != 0 {
		t.Text("body", strconv.FormatUint(uint64(a.Body), 10))
	}
	if w.with.static {
		t.Bool("static", a.Static)
	}
	if w.with.sensor {
		t.Bool("sensor", a.Sensor)
	}
}
