// SPDX-License-Identifier: MIT

package generate

import (
	"context"
	"io"
	"strconv"

	"daylight/bench/scene"
	"daylight/cmd/internal/output"
)

// Writer writes frames of one scene. It is used by one goroutine.
type Writer struct {
	// Wrote, which may be nil, is told of every few rows written.
	Wrote func(rows int)

	out     io.Writer
	format  output.Format
	kind    scene.Kind
	buf     []byte
	corners [][2]float64
	began   bool
}

// NewWriter returns a Writer of frames of scenes of the given kind.
func NewWriter(out io.Writer, format output.Format, kind scene.Kind) *Writer {
	return &Writer{out: out, format: format, kind: kind}
}

// header is the columns of a CSV table. Only those are there that a scene of the kind
// fills.
func header(k scene.Kind) string {
	switch k {
	case scene.Circles:
		return "id,world,x,y,r\n"
	case scene.Polys:
		return "id,world,x,y,angle,points\n"
	case scene.Mixed:
		return "id,world,kind,x,y,angle,r,hx,hy,points\n"
	}
	return "id,world,x,y,angle,hx,hy\n"
}

// Frame writes every shape of s, as it is now, in a world of the given name. The first
// frame is preceded by the header, if the format has one.
func (w *Writer) Frame(ctx context.Context, s *scene.Scene, world string) error {
	w.buf = w.buf[:0]
	if !w.began && w.format == output.CSV {
		w.buf = append(w.buf, header(w.kind)...)
	}
	w.began = true
	told := 0
	for i := range s.Len() {
		if w.format == output.NDJSON {
			w.object(s, i, world)
		} else {
			w.row(s, i, world)
		}
		if len(w.buf) >= 1<<15 || i == s.Len()-1 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if _, err := w.out.Write(w.buf); err != nil {
				return err
			}
			w.buf = w.buf[:0]
			if w.Wrote != nil {
				w.Wrote(i + 1 - told)
			}
			told = i + 1
		}
	}
	return nil
}

func (w *Writer) text(t string)    { w.buf = append(w.buf, t...) }
func (w *Writer) whole(v int)      { w.buf = strconv.AppendInt(w.buf, int64(v), 10) }
func (w *Writer) number(v float64) { w.buf = strconv.AppendFloat(w.buf, v, 'g', -1, 64) }

func (w *Writer) cell(v float32) {
	w.text(",")
	w.number(float64(v))
}

var kindNames = map[scene.Form]string{scene.Circle: "circle", scene.Box: "box", scene.Polygon: "polygon"}

func (w *Writer) row(s *scene.Scene, i int, world string) {
	w.whole(i)
	w.text(",")
	w.text(world)
	mixed := w.kind == scene.Mixed
	if mixed {
		w.text(",")
		w.text(kindNames[s.Form[i]])
	}
	w.cell(s.X[i])
	w.cell(s.Y[i])
	switch form := s.Form[i]; {
	case form == scene.Circle && mixed:
		w.text(",")
		w.cell(s.S1[i])
		w.text(",,,")
	case form == scene.Circle:
		w.cell(s.S1[i])
	case form == scene.Box:
		w.cell(s.Theta[i])
		if mixed {
			w.text(",")
		}
		w.cell(s.S1[i])
		w.cell(s.S2[i])
		if mixed {
			w.text(",")
		}
	default:
		w.cell(s.Theta[i])
		if mixed {
			w.text(",,,")
		}
		w.text(",")
		w.points(s, i, "", " ", ";", "")
	}
	w.text("\n")
}

func (w *Writer) points(s *scene.Scene, i int, open, between, after, end string) {
	w.corners = s.AppendCorners(w.corners[:0], i)
	for k, p := range w.corners {
		if k > 0 {
			w.text(after)
		}
		w.text(open)
		w.number(p[0])
		w.text(between)
		w.number(p[1])
		w.text(end)
	}
}

func (w *Writer) field(name string, v float32) {
	w.text(`,"`)
	w.text(name)
	w.text(`":`)
	w.number(float64(v))
}

func (w *Writer) object(s *scene.Scene, i int, world string) {
	w.text(`{"id":`)
	w.whole(i)
	w.text(`,"world":"`)
	w.text(world)
	w.text(`","kind":"`)
	w.text(kindNames[s.Form[i]])
	w.text(`"`)
	w.field("x", s.X[i])
	w.field("y", s.Y[i])
	switch s.Form[i] {
	case scene.Circle:
		w.field("r", s.S1[i])
	case scene.Box:
		w.field("angle", s.Theta[i])
		w.field("hx", s.S1[i])
		w.field("hy", s.S2[i])
	default:
		w.field("angle", s.Theta[i])
		w.text(`,"points":[`)
		w.points(s, i, "[", ",", ",", "]")
		w.text("]")
	}
	w.text("}\n")
}
