// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"io"

	"daylight/bench/scene"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// sceneWriter writes frames of one scene as a table that package shapes reads back to the very same
// shapes: every number has all the digits of its float64 value. It is used by one goroutine.
type sceneWriter struct {
	// Wrote, which may be nil, is told of every few rows written.
	Wrote func(rows int)

	table   sceneRows
	corners [][2]float64
}

// sceneRows is what rows are written to: the cells of one, those that it has not left out, and End.
type sceneRows interface {
	Text(name, v string)
	Whole(name string, v int64)
	Number(name string, v float64, bits int)
	Points(name string, n int, at func(k int) (x, y float64), bits int)
	End(ctx context.Context, last bool) (told bool, err error)
}

// newSceneWriter returns a sceneWriter of frames of scenes of the given kind, in a format of
// output.OfScenes.
func newSceneWriter(out io.Writer, format output.Format, kind scene.Kind) (*sceneWriter, error) {
	if format == output.Parquet || format == output.Arrow {
		t, err := newSceneColumns(out, format, sceneColumnNames(kind))
		return &sceneWriter{table: t}, err
	}
	return &sceneWriter{table: newRowWriter(out, format, sceneColumnNames(kind)...)}, nil
}

// Close writes what is still to be written. The sceneWriter must not be used after that.
func (w *sceneWriter) Close() error {
	if t, ok := w.table.(*sceneColumns); ok {
		return t.Close()
	}
	return nil
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

var sceneClasses = [...]soa.Class{scene.Circle: soa.ClassCircle, scene.Box: soa.ClassBox, scene.Polygon: soa.ClassPolygon}

func (w *sceneWriter) row(s *scene.Scene, i int, world string) {
	t := w.table
	// All digits of a float64 give the scene's float32 back, whatever reads them.
	number := func(name string, v float32) { t.Number(name, float64(v), 64) }
	t.Whole("id", int64(i))
	t.Text("world", world)
	t.Text("kind", shapes.KindName(sceneClasses[s.Form[i]]))
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
