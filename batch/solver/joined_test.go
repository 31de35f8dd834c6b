// SPDX-License-Identifier: MIT

package solver_test

import (
	"context"
	"errors"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/batch/solver"
	"daylight/internal/must"
	"daylight/soa"
)

// TestJoinHoldsStill: a set without velocities stands still, and what falls on it comes to rest.
func TestJoinHoldsStill(t *testing.T) {
	ctx := context.Background()
	floor, discs := soa.New(), soa.New()
	for k := range 20 {
		must.Get(floor.AddBox(soa.At(float64(k), -1, 0), 0.5, 1, soa.Attrs{}))(t)
		must.Get(discs.AddCircle(soa.At(float64(k), 1, 0), 0.5, soa.Attrs{}))(t)
	}
	vx, vy := soa.Attach[float32](discs), soa.Attach[float32](discs)
	s := must.Get(solver.NewJoin(floor, discs, solver.Config{Other: solver.Columns{Motion: soa.Motion{VX: vx, VY: vy}}, Duration: dt, Gravity: soa.Point{Y: -gravity}}))(t)
	engine := must.Get(batch.NewJoin(floor, discs, batch.Config{Margin: 0.1}))(t)
	for range 120 {
		must.Get(s.Solve(ctx, must.Get(engine.Step(ctx))(t)))(t)
	}
	for id := range discs.All() {
		_, y := must.Both(discs.Position(id))(t)
		near(t, "height", y, 0.5, 1e-3)
		near(t, "speed", float64(must.Get(vy.Get(id))(t)), 0, 1e-3)
	}
	for id := range floor.All() {
		_, y := must.Both(floor.Position(id))(t)
		near(t, "floor", y, -1, 0)
	}
}

// TestNewRefuses: what is no set of shapes, or no contacts of them, is refused.
func TestNewRefuses(t *testing.T) {
	ctx := context.Background()
	a, b := soa.New(), soa.New()
	must.Get(a.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{}))(t)
	must.Get(b.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{}))(t)
	cfg := solver.Config{Columns: solver.Columns{Motion: soa.Motion{VX: soa.Attach[float32](a), VY: soa.Attach[float32](a)}}, Duration: 1}
	s := must.Get(solver.New(a, cfg))(t)
	joined, _ := must.Both(batch.Join(ctx, a, b, batch.Config{}))(t)
	for name, f := range map[string]func() error{
		"no shapes":   func() error { _, err := solver.New(nil, cfg); return err },
		"one set":     func() error { _, err := solver.NewJoin(a, nil, cfg); return err },
		"alike":       func() error { _, err := solver.NewJoin(a, a, cfg); return err },
		"zero":        func() error { _, err := new(solver.Solver).Solve(ctx, joined); return err },
		"no contacts": func() error { _, err := s.Solve(ctx, nil); return err },
		"of a join":   func() error { _, err := s.Solve(ctx, joined); return err },
		"no depths": func() error {
			_, err := s.Solve(ctx, &batch.Contacts{A: make([]soa.ID, 1), B: make([]soa.ID, 1)})
			return err
		},
	} {
		if err := f(); !errors.Is(err, daylight.ErrArgument) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestJoinWithNone: a set without shapes has the columns that it is given all the same.
func TestJoinWithNone(t *testing.T) {
	none, one := soa.New(), soa.New()
	id := must.Get(one.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{}))(t)
	cols := solver.Columns{Motion: soa.AttachMotion(none)}
	cfg := solver.Config{Columns: cols, Duration: 1, SubSteps: 1}
	s := must.Get(solver.NewJoin(none, one, cfg))(t)
	contacts, _ := must.Both(batch.Join(context.Background(), none, one, batch.Config{Mode: batch.ModeManifolds}))(t)
	must.Get(s.Solve(context.Background(), contacts))(t)
	if x, y, err := one.Position(id); err != nil || x != 0 || y != 0 {
		t.Errorf("it lies at %v, %v, %v", x, y, err)
	}
}
