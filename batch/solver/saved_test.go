// SPDX-License-Identifier: MIT

package solver_test

import (
	"math"
	"testing"

	"daylight/batch"
	"daylight/batch/solver"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/soa"
)

// rebuilt is a heap of boxes and discs, as a program builds it from poses and motions that it has
// saved.
func rebuilt(t *testing.T, poses []soa.Pose, motions [][3]float64) *turned {
	t.Helper()
	opts := solver.Config{Friction: 0.5, RollingResistance: 0.02, Restitution: 0.2, RestitutionAbove: 1}
	s := turning(t, 0.1, soa.Point{Y: -earth}, opts)
	s.engine = must.Get(batch.New(s.shapes, batch.Config{Margin: 0.1, Mode: batch.ModeManifolds, Canonical: true}))(t)
	s.floor(t)
	for k, p := range poses {
		var id soa.ID
		if k%3 == 0 {
			id = must.Get(s.shapes.AddCircle(p, 0.5, soa.Attrs{}))(t)
		} else {
			id = must.Get(s.shapes.AddBox(p, 0.5, 0.4, soa.Attrs{}))(t)
		}
		s.throw(t, id, motions[k][0], motions[k][1], motions[k][2])
	}
	return s
}

// saved is the poses and motions of shapes in the order in which they were added.
func (s *turned) saved(t *testing.T) (poses []soa.Pose, motions [][3]float64) {
	t.Helper()
	for id := range s.shapes.All() {
		if must.Get(s.shapes.Attrs(id))(t).Static {
			continue
		}
		for len(poses) < int(id.Index()) {
			poses, motions = append(poses, soa.Pose{}), append(motions, [3]float64{})
		}
		vx, vy, spin := s.motion(t, id)
		poses[id.Index()-1], motions[id.Index()-1] = must.Get(s.shapes.Pose(id))(t), [3]float64{vx, vy, spin}
	}
	return poses, motions
}

// TestSavedState: a heap that is saved at frame 90 and restored has the same bits at frame 360 as
// one that ran through; without the state of the solver it has not.
func TestSavedState(t *testing.T) {
	var poses []soa.Pose
	for k := range 40 {
		poses = append(poses, soa.At(1.1*float64(k%8)+0.1*float64(k/8%2), 0.6+1.1*float64(k/8), 0.1*float64(k)))
	}
	through := rebuilt(t, poses, make([][3]float64, len(poses)))
	through.frames(t, 90)
	poses, motions := through.saved(t)
	state := must.Get(through.solving.AppendState(nil))(t)
	through.frames(t, 270)
	want, _ := through.saved(t)
	for _, restore := range []bool{true, false} {
		s := rebuilt(t, poses, motions)
		if restore {
			must.Do(t, s.solving.SetState(state))
			if again := must.Get(s.solving.AppendState(nil))(t); string(again) != string(state) {
				t.Error("a state that was set is saved otherwise")
			}
		}
		s.frames(t, 270)
		got, _ := s.saved(t)
		far := 0.0
		for k := range want {
			far = max(far, math.Hypot(got[k].X-want[k].X, got[k].Y-want[k].Y))
			if restore && got[k] != want[k] {
				t.Fatalf("shape %d is at %+v, want %+v", k, got[k], want[k])
			}
		}
		t.Logf("restored %v: off by %v", restore, far)
		if !restore && far == 0 {
			t.Error("nothing depends on the state")
		}
	}
}

// TestSavedWithoutRemoved: a shape that was removed after the last frame is not saved.
func TestSavedWithoutRemoved(t *testing.T) {
	poses := []soa.Pose{soa.At(0, 0.4, 0), soa.At(2, 0.4, 0), soa.At(4, 0.4, 0)}
	s := rebuilt(t, poses, make([][3]float64, len(poses)))
	s.frames(t, 3)
	ids := livetest.IDs(s.shapes)
	must.Do(t, s.shapes.Remove(ids[len(ids)-1]))
	state := must.Get(s.solving.AppendState(nil))(t)
	must.Do(t, rebuilt(t, poses[:2], make([][3]float64, 2)).solving.SetState(state))
}
