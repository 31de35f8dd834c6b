// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/batchtest"
	"daylight/internal/kernels/isa"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

func TestNothing(t *testing.T) {
	s := soa.New()
	e := must.Get(batch.New(s, batch.Config{Workers: 3}))(t)
	for n := range 3 {
		c, err := e.Step(context.Background())
		if err != nil || c.Len() != 0 {
			t.Fatalf("%d shapes: %d contacts, error %v", n, c.Len(), err)
		}
		circle(t, s, float64(10*n), 0, 1, soa.Attrs{})
	}
}

func TestTouchingCountsUnlessOpen(t *testing.T) {
	s := soa.New()
	box(t, s, 0, 0, 1, 1, soa.Attrs{})
	box(t, s, 2, 0, 1, 1, soa.Attrs{})
	circle(t, s, 0, 2, 1, soa.Attrs{})
	for _, m := range []batch.Mode{batch.ModeContacts, batch.ModeOverlaps} {
		if c := collide(t, s, batch.Config{Mode: m}); c.Len() != 2 {
			t.Errorf("%v, closed: %d contacts, want 2", m, c.Len())
		}
		if c := collide(t, s, batch.Config{Mode: m, Strict: true}); c.Len() != 0 {
			t.Errorf("%v, open: %d contacts, want none", m, c.Len())
		}
	}
	c := collide(t, s, batch.Config{})
	for _, k := range c.All() {
		if math.Float32bits(k.Depth) != 0 {
			t.Errorf("touching pair has depth %v, bits %x; want plain 0", k.Depth, math.Float32bits(k.Depth))
		}
	}
}

func TestMargin(t *testing.T) {
	s := soa.New()
	box(t, s, 0, 0, 1, 1, soa.Attrs{})
	box(t, s, 3, 4, 1, 1, soa.Attrs{}) // corner to corner: gaps 1 and 2, distance sqrt 5
	d := math.Sqrt(5)
	for _, c := range []struct {
		margin float64
		want   int
	}{{0, 0}, {2.2, 0}, {d + 1e-5, 1}, {100, 1}} {
		if got := collide(t, s, batch.Config{Margin: c.margin}); got.Len() != c.want {
			t.Errorf("margin %g: %d contacts, want %d", c.margin, got.Len(), c.want)
		} else if c.want == 1 && math.Abs(float64(got.Depth[0])+d) > 1e-5 {
			t.Errorf("margin %g: depth %g, want %g", c.margin, got.Depth[0], -d)
		}
	}
	s = soa.New()
	box(t, s, 0, 0, 1, 1, soa.Attrs{})
	box(t, s, 1.9, 0, 1, 1, soa.Attrs{}) // overlap by 0.1
	if got := collide(t, s, batch.Config{Margin: -0.2}); got.Len() != 0 {
		t.Errorf("margin -0.2: a graze of 0.1 was reported")
	}
	if got := collide(t, s, batch.Config{Margin: -0.05}); got.Len() != 1 {
		t.Errorf("margin -0.05: an overlap of 0.1 was not reported")
	}
}

func TestModes(t *testing.T) {
	s := soa.New()
	circle(t, s, 0, 0, 1, soa.Attrs{})
	circle(t, s, 1.7, 1.7, 1, soa.Attrs{}) // AABBs overlap, circles do not
	circle(t, s, 0.5, 0.5, 1, soa.Attrs{})
	for _, c := range []struct {
		mode batch.Mode
		want int
	}{{batch.ModePairs, 3}, {batch.ModeOverlaps, 2}, {batch.ModeContacts, 2}} {
		got := collide(t, s, batch.Config{Mode: c.mode})
		if got.Len() != c.want {
			t.Errorf("%v: %d pairs, want %d", c.mode, got.Len(), c.want)
		}
		if full := c.mode == batch.ModeContacts; full != (len(got.Depth) == got.Len()) || full != (len(got.NX) == got.Len()) {
			t.Errorf("%v: %d depths and %d normals for %d pairs", c.mode, len(got.Depth), len(got.NX), got.Len())
		}
	}
}

// TestNilContext: each call with a context refuses a nil context by name.
func TestNilContext(t *testing.T) {
	s := soa.New()
	circle(t, s, 0, 0, 1, soa.Attrs{})
	circle(t, s, 1, 0, 1, soa.Attrs{})
	e := must.Get(batch.New(s, batch.Config{}))(t)
	var none context.Context
	for name, call := range map[string]func() error{
		"Step":       func() error { _, err := e.Step(none); return err },
		"Collide":    func() error { _, _, err := batch.Collide(none, s, batch.Config{}); return err },
		"Join":       func() error { _, _, err := batch.Join(none, s, soa.New(), batch.Config{}); return err },
		"BruteForce": func() error { _, err := batchtest.BruteForce(none, s, batch.Config{}); return err },
	} {
		if err := call(); err == nil || !strings.Contains(err.Error(), "ctx is nil") {
			t.Errorf("%s: error %v, want one about the nil context", name, err)
		}
	}
}

// TestCancelAnywhere cancels steps at every look at the context, without a list, and with one those
// that look at poses, make a list and use it, and wants the next steps to be right.
func TestCancelAnywhere(t *testing.T) {
	testenv.Sequential(t)
	s := soa.New()
	r := seeded(t, 5)
	for range testenv.Rounds(1000, 2000, 2000) {
		addAny(t, s, r, somewhere(r, 0, 0, float64(testenv.Rounds(42, 60, 60))), 1, soa.Attrs{})
	}
	want := rowsOf(collide(t, s, batch.Config{}))
	for _, c := range []struct{ skin, kinds int }{{0, 1}, {6, 3}} {
		e := must.Get(batch.New(s, batch.Config{Workers: 1, Canonical: true}.Listed(c.skin)))(t)
		step := func(what string) {
			t.Helper()
			sameRows(t, what, rowsOf(must.Get(e.Step(context.Background()))(t)), want)
		}
		for before := range c.kinds {
			for looks := 0; ; looks++ {
				for range before {
					step("before")
				}
				_, err := e.Step(testenv.EndsAfter(looks))
				if err == nil {
					if st := e.Stats(); looks < 5 || st.SkinAge > 0 != (before > 0) || st.SkinAge == 1 != (before == 1) {
						t.Fatalf("step %d, with %d looks at the context, was not what it should be: %+v", before, looks, st)
					}
					e.Step(testenv.EndsAfter(1)) // begin anew
					break
				}
				if !errors.Is(err, context.Canceled) {
					t.Fatalf("cancelled at look %d: error %v", looks, err)
				}
				for range 4 {
					step(fmt.Sprintf("skin %d, step %d cancelled at look %d", c.skin, before, looks))
				}
				must.Do(t, livetest.Check(s))
				if _, err := e.Step(testenv.EndsAfter(1)); err == nil {
					t.Fatal("a cancelled step gave no error")
				}
				if looks > 200 {
					looks += 7
				}
			}
		}
	}
}

// TestCancelLargePolygons: pairs that take long are not decided a flush at a time, and their
// distribution among workers does not change the result.
func TestCancelLargePolygons(t *testing.T) {
	for _, mode := range []batch.Mode{batch.ModeContacts, batch.ModeManifolds, batch.ModeSwept} {
		f := newField()
		r := seeded(t, 6)
		for k := range 120 {
			n := 512
			if k%4 == 0 {
				n = 5
			}
			id := must.Get(f.shapes.AddEllipse(somewhere(r, 0, 0, 12), 1, 1, n, 0, soa.Attrs{}))(t)
			f.set(t, id, float32(r.NormFloat64()), float32(r.NormFloat64()), 0)
		}
		opts := batch.Config{Mode: mode, Canonical: true}
		if mode == batch.ModeSwept {
			opts.Columns[0] = f.moves(false)
		}
		cfg := opts
		cfg.Workers = 1
		e := must.Get(batch.New(f.shapes, cfg))(t)
		const plenty = 1 << 20
		ctx := testenv.EndsAfter(plenty)
		c := must.Get(e.Step(ctx))(t)
		want := hash(c)
		looks := plenty - ctx.Left()
		if large := e.Stats().Candidates / 2; looks < large/16 {
			t.Errorf("mode %v: %d looks at the context for %d candidates", mode, looks, e.Stats().Candidates)
		}
		cfg = opts
		cfg.Workers = 3
		if c, _, err := batch.Collide(context.Background(), f.shapes, cfg); err != nil || hash(c) != want {
			t.Errorf("mode %v: other contacts with three workers, or error %v", mode, err)
		}
		if c, err := batchtest.BruteForce(context.Background(), f.shapes, opts); err != nil || hash(c) != want {
			t.Errorf("mode %v: other contacts by brute force, or error %v", mode, err)
		}
		for n := range 8 {
			if _, err := e.Step(testenv.EndsAfter(looks * n / 8)); !errors.Is(err, context.Canceled) {
				t.Errorf("mode %v: cancelled at look %d of %d: error %v", mode, looks*n/8, looks, err)
			}
		}
		if c, err := e.Step(context.Background()); err != nil || hash(c) != want {
			t.Errorf("mode %v: other contacts after cancelled steps, or error %v", mode, err)
		}
	}
}

func TestQuarantine(t *testing.T) {
	s := soa.New()
	a := circle(t, s, 0, 0, 1, soa.Attrs{})
	b := circle(t, s, 1, 0, 1, soa.Attrs{})
	c := circle(t, s, 0, 1, 1, soa.Attrs{})
	e := must.Get(batch.New(s, batch.Config{}))(t)
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300} {
		x, _ := livetest.Positions(s)
		slot, _ := livetest.Slot(s, b)
		old := x[slot]
		x[slot] = bad
		got := must.Get(e.Step(context.Background()))(t)
		if got.Len() != 1 || got.A[0] != a || got.B[0] != c {
			t.Errorf("x = %v: contacts %+v, want only %v and %v", bad, got, a, c)
		}
		if q := e.Stats().Quarantined; q != 1 {
			t.Errorf("x = %v: %d shapes in quarantine, want 1", bad, q)
		}
		x, _ = livetest.Positions(s)
		slot, _ = livetest.Slot(s, b)
		x[slot] = old
		if got, err := e.Step(context.Background()); err != nil || got.Len() != 3 || e.Stats().Quarantined != 0 {
			t.Errorf("after x = %v was mended: %d contacts, %d in quarantine, error %v; want 3, 0, none", bad, got.Len(), e.Stats().Quarantined, err)
		}
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
