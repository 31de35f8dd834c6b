// SPDX-License-Identifier: MIT

package view

import (
	"context"
	"testing"

	"daylight/batch"
	"daylight/bench/sim"
)

// TestDepthScale: where shapes go into each other there is a scale of depths; bullets that
// stop at what they hit have none, for their depths are nothing but rounding.
func TestDepthScale(t *testing.T) {
	for name, want := range map[string]bool{"boxes": true, "grains": true, "bullets": false} {
		w, err := sim.New(name, 200, 1, batch.Config{})
		if err != nil {
			t.Fatal(err)
		}
		l := looker{t: t}
		touching := 0
		for frame := range 120 {
			if err := w.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
			l.look(w, frame)
			touching += w.Contacts().Len()
		}
		if touching == 0 {
			t.Fatalf("%s: nothing touches", name)
		}
		if (l.depthScale > 0) != want {
			t.Errorf("%s: depths up to %v, want any: %v", name, l.depthScale, want)
		}
	}
}

// TestScalesOnceAFrame: a frame that is looked at again, as for each viewer who comes, has the
// scales it had.
func TestScalesOnceAFrame(t *testing.T) {
	w, err := sim.New("boxes", 200, 1, batch.Config{})
	if err != nil {
		t.Fatal(err)
	}
	l := looker{t: t}
	moved := false
	for frame := range 30 {
		if err := w.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
		before := [2]float32{l.depthScale, l.speedScale}
		l.look(w, frame)
		want := [2]float32{l.depthScale, l.speedScale}
		moved = moved || frame > 1 && want != before
		for range 3 {
			l.look(w, frame)
		}
		if got := [2]float32{l.depthScale, l.speedScale}; got != want {
			t.Fatalf("frame %d: scales %v became %v", frame, want, got)
		}
	}
	if !moved {
		t.Error("the scales never moved: the test shows nothing")
	}
}

// looker measures frames of a simulation.
type looker struct {
	t *testing.T
	taker
	cast
	figures
	now snapshot
}

func (l *looker) look(w sim.World, frame int) {
	l.t.Helper()
	if err := l.take(&l.now, w.Shapes(), w.Contacts(), frame); err != nil {
		l.t.Fatal(err)
	}
	l.add(&l.now)
	l.fps = framesPerSecond
	l.update(&l.now, &l.cast, nil)
}
