// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/batch/mtv"
	"daylight/batch/separate"
	"daylight/batch/solver"
	"daylight/bench/scene"
	"daylight/internal/batchtest"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/soa"
)

// TestBusy: a second call on an engine or a separator while the first is under way is
// refused with ErrBusy and changes nothing, and the first ends as if it had been alone.
// Calls come from inside of the first, so that they overlap for certain.
func TestBusy(t *testing.T) {
	shapes := filled(t, scene.Boxes, 3000, soa.Attrs{})
	var e *batch.Engine
	var inside []error
	ask := false
	e = must.Get(batch.New(shapes, batch.Config{Events: true, Workers: 1, OnProgress: func(done, total int) {
		if !ask {
			return
		}
		_, err := e.Step(context.Background())
		_, events := e.Events()
		inside = append(inside, err, events)
	}}))(t)
	want := collide(t, shapes, batch.Config{})
	for range 2 {
		inside = nil
		ask = true
		got := must.Get(e.Step(context.Background()))(t)
		if len(inside) == 0 {
			t.Fatal("no call was made while the step ran")
		}
		for _, err := range inside {
			if !errors.Is(err, daylight.ErrBusy) {
				t.Errorf("a call inside of a step returned %v, want ErrBusy", err)
			}
		}
		if got.Len() != want.Len() {
			t.Errorf("%d contacts, want %d", got.Len(), want.Len())
		}
		if _, err := e.Events(); err != nil {
			t.Errorf("Events after the step: %v", err)
		}
	}

	s := must.Get(separate.New(shapes, separate.Config{Workers: 1}))(t)
	ctx := &callingContext{Context: context.Background()}
	ctx.call = func() { _, ctx.got = s.Separate(context.Background(), want) }
	must.Get(s.Separate(ctx, want))(t)
	if !errors.Is(ctx.got, daylight.ErrBusy) {
		t.Errorf("Separate inside of Separate returned %v, want ErrBusy", ctx.got)
	}
	if _, err := s.Separate(context.Background(), want); err != nil {
		t.Errorf("Separate afterwards: %v", err)
	}
}

// callingContext calls something the first time it is asked for its error.
type callingContext struct {
	context.Context
	call func()
	got  error
}

func (c *callingContext) Err() error {
	if call := c.call; call != nil {
		c.call = nil
		call()
	}
	return nil
}

// TestNoEvents: an engine without the option Events says so.
func TestNoEvents(t *testing.T) {
	e := must.Get(batch.New(soa.New(), batch.Config{}))(t)
	if _, err := e.Events(); !errors.Is(err, daylight.ErrArgument) || !strings.Contains(err.Error(), "make it with Config{Events: true}") {
		t.Errorf("error %v, want one that says to make it with the option", err)
	}
}

// TestCallerPanics: a panic in a function that the caller gave is an error that names
// the option and does not call it a fault of this package; the engine goes on working.
func TestCallerPanics(t *testing.T) {
	shapes := filled(t, scene.Boxes, 20_000, soa.Attrs{})
	boom := errors.New("boom")
	calls := 0
	for _, workers := range []int{1, 2} {
		calls = 0
		e := must.Get(batch.New(shapes, batch.Config{Workers: workers, OnProgress: func(int, int) {
			if calls++; calls == 1 {
				panic(boom)
			}
		}}))(t)
		_, got := e.Step(context.Background())
		var p *daylight.PanicError
		switch {
		case !errors.As(got, &p):
			t.Errorf("%d workers: error %v, want a *PanicError", workers, got)
			continue
		case !strings.Contains(p.Error(), "given to OnProgress") || p.Value != boom:
			t.Errorf("%v, value %v", p, p.Value)
		case strings.Contains(got.Error(), "report") || !strings.Contains(got.Error(), "OnProgress") || !strings.Contains(got.Error(), "boom"):
			t.Errorf("message %q", got)
		case !errors.Is(got, boom):
			t.Error("the error that the function panicked with is not wrapped")
		}
		if _, err := e.Step(context.Background()); err != nil {
			t.Errorf("the step after: %v", err)
		}
	}
	calls = 0
	_, err := batchtest.BruteForce(context.Background(), filled(t, scene.Boxes, 300, soa.Attrs{}), batch.Config{OnProgress: func(int, int) { panic(boom) }})
	var p *daylight.PanicError
	if !errors.As(err, &p) || !strings.Contains(p.Error(), "given to OnProgress") {
		t.Errorf("brute force: error %v, want a *PanicError of OnProgress", err)
	}
}

// TestForeignContacts: whatever takes contacts and shapes refuses contacts of other shapes,
// be they as many, and takes those that a caller put together.
func TestForeignContacts(t *testing.T) {
	shapes, other := filled(t, scene.Boxes, 500, soa.Attrs{}), filled(t, scene.Boxes, 500, soa.Attrs{})
	ctx := context.Background()
	distances := collide(t, shapes, batch.Config{Mode: batch.ModeDistance}).Clone()
	brute := must.Get(batchtest.BruteForce(ctx, shapes, batch.Config{}))(t)
	e := must.Get(batch.New(shapes, batch.Config{Canonical: true, Workers: 2}))(t)
	step := must.Get(e.Step(ctx))(t)
	var ways mtv.Candidates
	for name, f := range map[string]func(s *soa.Shapes) error{
		"Separate":        func(s *soa.Shapes) error { return separated(ctx, s, step, separate.Config{}) },
		"Separate, brute": func(s *soa.Shapes) error { return separated(ctx, s, brute, separate.Config{}) },
		"Separate, cloned": func(s *soa.Shapes) error {
			return separated(ctx, s, distances, separate.Config{})
		},
		"mtv.Find": func(s *soa.Shapes) error { return ways.Find(s, step, 0.1) },
	} {
		if err := f(other); !errors.Is(err, soa.ErrForeign) || !errors.Is(err, daylight.ErrArgument) {
			t.Errorf("%s of another store: error %v, want ErrForeign", name, err)
		}
		if err := f(shapes); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	own := &batch.Contacts{A: step.A, B: step.B, Depth: step.Depth, NX: step.NX, NY: step.NY}
	if err := separated(ctx, shapes, own, separate.Config{}); err != nil {
		t.Errorf("contacts put together by the caller: %v", err)
	}
}

// TestNoNameIsChoose: the empty name stands for kernels.Choose, so for what DAYLIGHT_KERNELS names.
func TestNoNameIsChoose(t *testing.T) {
	for _, table := range isa.All() {
		t.Setenv("DAYLIGHT_KERNELS", table.Name)
		_, stats, err := batch.Collide(context.Background(), filled(t, scene.Boxes, 10, soa.Attrs{}), batch.Config{Kernels: ""})
		if err != nil || stats.Kernels != table.Name {
			t.Errorf("%s: kernels %s, error %v", table.Name, stats.Kernels, err)
		}
	}
}

// solved is the error of moving shapes with a solver of its own.
func solved(ctx context.Context, shapes *soa.Shapes, contacts *batch.Contacts, how solver.Config) error {
	s, err := solver.New(shapes, how)
	if err == nil {
		_, err = s.Solve(ctx, contacts)
	}
	return err
}

// separated is the error of pushing shapes apart with a separator of its own.
func separated(ctx context.Context, shapes *soa.Shapes, contacts *batch.Contacts, how separate.Config) error {
	s, err := separate.New(shapes, how)
	if err != nil {
		return err
	}
	_, err = s.Separate(ctx, contacts)
	return err
}
