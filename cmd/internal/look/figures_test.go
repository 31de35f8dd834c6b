// SPDX-License-Identifier: MIT

package look

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
		var f Figures
		touching := 0
		for frame := range 120 {
			if err := w.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
			f.Update(w, frame)
			touching += w.Contacts().Len()
		}
		if touching == 0 {
			t.Fatalf("%s: nothing touches", name)
		}
		if (f.DepthScale > 0) != want {
			t.Errorf("%s: depths up to %v, want any: %v", name, f.DepthScale, want)
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
	var f Figures
	moved := false
	for frame := range 30 {
		if err := w.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
		before := [2]float32{f.DepthScale, f.SpeedScale}
		f.Update(w, frame)
		want := [2]float32{f.DepthScale, f.SpeedScale}
		moved = moved || frame > 1 && want != before
		for range 3 {
			f.Update(w, frame)
		}
		if got := [2]float32{f.DepthScale, f.SpeedScale}; got != want {
			t.Fatalf("frame %d: scales %v became %v", frame, want, got)
		}
	}
	if !moved {
		t.Error("the scales never moved: the test shows nothing")
	}
}
