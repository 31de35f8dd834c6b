// SPDX-License-Identifier: MIT

package state

import (
	"context"
	"io"
	"math"
	"slices"
	"strconv"

	"daylight/cmd/internal/output"
	"daylight/internal/store"
	"daylight/kernels"
	"daylight/soa"
)

// Writer writes frames. It is used by one goroutine.
type Writer struct {
	out    io.Writer
	format output.Format
	began  bool
	with   attributes
	ids    []soa.ID
	buf    []byte
	fields int // of the row or object in hand
}

// attributes says which filter attributes have a column: those in use when the first
// frame was written.
type attributes struct{ category, mask, group, body, static bool }

// NewWriter returns a Writer of tables in a format.
func NewWriter(out io.Writer, format output.Format) *Writer {
	return &Writer{out: out, format: format}
}

// header names the columns of every table; attributes in use follow.
var header = []string{"id", "world", "kind", "x", "y", "angle", "r", "half_length", "hx", "hy", "points"}

// Frame writes every shape as it is now.
func (w *Writer) Frame(ctx context.Context, shapes *soa.Shapes, frame int) error {
	w.buf = w.buf[:0]
	if !w.began {
		w.begin(shapes)
	}
	w.ids = slices.AppendSeq(w.ids[:0], shapes.All())
	slices.Sort(w.ids)
	for k, id := range w.ids {
		sh, err := shapes.Shape(id)
		if err != nil {
			return err
		}
		w.shape(&sh, frame)
		if len(w.buf) >= 1<<15 || k == len(w.ids)-1 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if _, err := w.out.Write(w.buf); err != nil {
				return err
			}
			w.buf = w.buf[:0]
		}
	}
	return nil
}

func (w *Writer) begin(shapes *soa.Shapes) {
	w.began = true
	col := store.Of(shapes).Columns()
	w.with = attributes{col.Category != nil, col.Mask != nil, col.Group != nil, col.Body != nil, col.Static != nil}
	if w.format == output.NDJSON {
		return
	}
	for i, name := range header {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		w.buf = append(w.buf, name...)
	}
	for _, c := range []struct {
		on   bool
		name string
	}{{w.with.category, ",category"}, {w.with.mask, ",mask"}, {w.with.group, ",group"}, {w.with.body, ",body"}, {w.with.static, ",static"}} {
		if c.on {
			w.buf = append(w.buf, c.name...)
		}
	}
	w.buf = append(w.buf, '\n')
}

var kindNames = [kernels.NumClasses]string{kernels.Circle: "circle", kernels.Capsule: "capsule", kernels.Box: "box", kernels.Polygon: "polygon"}

func (w *Writer) shape(sh *soa.Shape, frame int) {
	json := w.format == output.NDJSON
	w.fields = 0
	if json {
		w.buf = append(w.buf, '{')
	}
	w.text("id", strconv.Itoa(int(sh.ID.Index())))
	world := strconv.Itoa(frame)
	if sh.Attrs.World != 0 { // frames must not mix, and neither must worlds
		world += "." + strconv.FormatUint(uint64(sh.Attrs.World), 10)
	}
	w.text("world", world)
	w.text("kind", kindNames[sh.Class])
	w.number("x", sh.Pose.X, 64)
	w.number("y", sh.Pose.Y, 64)
	// A float32 is as much as the rotation itself knows of its angle.
	w.number("angle", math.Atan2(float64(sh.Pose.S), float64(sh.Pose.C)), 32)
	is := func(c ...kernels.Class) bool { return slices.Contains(c, sh.Class) }
	v := sh.Vertices
	w.numberIf(is(kernels.Circle, kernels.Capsule, kernels.Polygon), "r", sh.Radius)
	w.numberIf(is(kernels.Capsule), "half_length", v[len(v)-1].X)
	corner := v[min(2, len(v)-1)]
	w.numberIf(is(kernels.Box), "hx", corner.X)
	w.numberIf(is(kernels.Box), "hy", corner.Y)
	if is(kernels.Polygon) {
		w.points(v)
	} else {
		w.empty()
	}
	a := &sh.Attrs
	w.wholeIf(w.with.category, "category", int64(a.Category))
	w.wholeIf(w.with.mask, "mask", int64(a.Mask))
	w.wholeIf(w.with.group, "group", int64(a.Group))
	if w.with.body {
		if a.Body == 0 {
			w.empty()
		} else {
			w.text("body", strconv.FormatUint(uint64(a.Body), 10))
		}
	}
	if w.with.static {
		w.name("static")
		w.buf = strconv.AppendBool(w.buf, a.Static)
	}
	if json {
		w.buf = append(w.buf, '}')
	}
	w.buf = append(w.buf, '\n')
}

// name begins a cell, or a member of an object.
func (w *Writer) name(name string) {
	if w.fields++; w.fields > 1 {
		w.buf = append(w.buf, ',')
	}
	if w.format == output.NDJSON {
		w.buf = append(append(append(w.buf, '"'), name...), `":`...)
	}
}

// empty is a cell that a shape has no use for; an object goes without.
func (w *Writer) empty() {
	if w.format != output.NDJSON {
		w.name("")
	}
}

// text writes a text without any character that would need a quote.
func (w *Writer) text(name, v string) {
	w.name(name)
	if w.format == output.NDJSON {
		w.buf = append(append(append(w.buf, '"'), v...), '"')
		return
	}
	w.buf = append(w.buf, v...)
}

func (w *Writer) number(name string, v float64, bits int) {
	if w.format == output.NDJSON && (math.IsNaN(v) || math.IsInf(v, 0)) {
		return // JSON has no such number; a table shows what the shape has come to
	}
	w.name(name)
	w.buf = strconv.AppendFloat(w.buf, v, 'g', -1, bits)
}

// numberIf writes a size, which is stored as a float32.
func (w *Writer) numberIf(has bool, name string, v float64) {
	if !has {
		w.empty()
		return
	}
	w.number(name, v, 32)
}

func (w *Writer) wholeIf(on bool, name string, v int64) {
	if on {
		w.name(name)
		w.buf = strconv.AppendInt(w.buf, v, 10)
	}
}

func (w *Writer) points(v []soa.Point) {
	w.name("points")
	open, between, after, end := "", " ", ";", ""
	if w.format == output.NDJSON {
		open, between, after, end = "[", ",", ",", "]"
		w.buf = append(w.buf, '[')
		defer func() { w.buf = append(w.buf, ']') }()
	}
	for k, p := range v {
		if k > 0 {
			w.buf = append(w.buf, after...)
		}
		w.buf = append(w.buf, open...)
		w.buf = strconv.AppendFloat(w.buf, p.X, 'g', -1, 32)
		w.buf = append(w.buf, between...)
		w.buf = strconv.AppendFloat(w.buf, p.Y, 'g', -1, 32)
		w.buf = append(w.buf, end...)
	}
}
