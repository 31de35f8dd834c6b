// SPDX-License-Identifier: MIT

package live

import (
	"context"
	"math"
	"testing"

	"daylight/batch"
	"daylight/internal/livetest"
	"daylight/soa"
)

// ring is a world of polygons that have enough sides for hints and turn in place.
type ring struct {
	shapes   *soa.Shapes
	engine   *batch.Engine
	contacts *batch.Contacts
	angle    float64
}

func (w *ring) Shapes() *soa.Shapes       { return w.shapes }
func (w *ring) Engine() *batch.Engine     { return w.engine }
func (w *ring) Contacts() *batch.Contacts { return w.contacts }

func (w *ring) Step(ctx context.Context) (err error) {
	w.angle += 0.01
	for _, id := range livetest.IDs(w.shapes) {
		if err := w.shapes.SetAngle(id, w.angle*float64(1+id.Index())); err != nil {
			return err
		}
	}
	w.contacts, err = w.engine.Step(ctx)
	return err
}

// TestHints: a page is told whose hints were tried. Neighbours in a row, whose boxes
// overlap and which do not touch, have one; a shape by itself has none.
func TestHints(t *testing.T) {
	w := &ring{shapes: soa.New()}
	var corners []soa.Point
	for k := range 40 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 40)
		corners = append(corners, soa.Point{X: cos, Y: sin})
	}
	for k := range 10 { // diagonal neighbours: boxes overlap, circles do not
		if _, err := w.shapes.AddPolygon(soa.At(1.5*float64(k), 1.5*float64(k), 0), corners, 0); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.shapes.AddPolygon(soa.At(100, 0, 0), corners, 0); err != nil {
		t.Fatal(err)
	}
	hints := new(Hints)
	var err error
	if w.engine, err = batch.New(w.shapes, batch.Workers(2), batch.OnHint(hints.Note)); err != nil {
		t.Fatal(err)
	}
	s := serveWorld(t, w, Config{Paused: true, Hints: hints})
	p := s.join()
	p.until("DLF1", nil)
	for k := range 4 {
		p.send(`{"t":"step"}`)
		p.until("DLF1", func() bool { return p.number() == k+1 })
	}
	if w.engine.Stats().HintsTried != 9 {
		t.Fatalf("%d hints tried", w.engine.Stats().HintsTried)
	}
	for i := range 11 {
		b := p.frame[frameHeader+i*frameShape+14]
		if (i < 10) != (b == 255 || b == 128) || (i == 10 && b != 0) {
			t.Errorf("shape %d: %d", i, b)
		}
	}
}
