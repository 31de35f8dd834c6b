// SPDX-License-Identifier: MIT

package generate

import (
	"context"
	"io"

	"daylight/bench/scene"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/rows"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// Writer writes frames of one scene. It is used by one goroutine.
type Writer struct {
	// Wrote, which may be nil, is told of every few rows written.
	Wrote func(rows int)

	table   table
	corners [][2]float64
}

// table is what rows are written to: the cells of one, those that it has not left out, and End.
type table interface {
	Text(name, v string)
	Whole(name string, v int64)
	Number(name string, v float64, bits int)
	Points(name string, n int, at func(k int) (x, y float64), bits int)
	End(ctx context.Context, last bool) (told bool, err error)
}

// NewWriter returns a Writer of frames of scenes of the given kind, in a format of
// output.OfScenes.
func NewWriter(out io.Writer, format output.Format, kind scene.Kind) (*Writer, error) {
	if format == output.Parquet || format == output.Arrow {
		t, err := newByColumns(out, format, columns(kind))
		return &Writer{table: t}, err
	}
	return &Writer{table: rows.New(out, format, columns(kind)...)}, nil
}

// Close writes what is still to be written. The Writer must not be used after that.
func (w *Writer) Close() error {
	if t, ok := w.table.(*byColumns); ok {
		return t.Close()
	}
	return nil
}

// columns are those that a scene of the kind fills.
func columns(k scene.Kind) []string {
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
func (w *Writer) Frame(ctx context.Context, s *scene.Scene, world string) error {
	told := 0
	for i := range s.Len() {
		w.row(s, i, world)
		wrote, err := w.table.End(ctx, i == s.Len()-1)
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

var classes = [...]soa.Class{scene.Circle: soa.ClassCircle, scene.Box: soa.ClassBox, scene.Polygon: soa.ClassPolygon}

func (w *Writer) row(s *scene.Scene, i int, world string) {
	t := w.table
	// All digits of a float64 give the scene's float32 back, whatever reads them.
	number := func(name string, v float32) { t.Number(name, float64(v), 64) }
	t.Whole("id", int64(i))
	t.Text("world", world)
	t.Text("kind", shapes.KindName(classes[s.Form[i]]))
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
		t.Points("points", len(w.corners), func(k int) (x, y float64) { return w.corners[k][0], w.corners[k][1] }, 64)
	}
}
