// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestSkinChangesNothing steps engines of all kinds through the same random lives: with a
// list of candidates and without, with hints and without, for any kernels and number of
// workers the contacts are the same, bit for bit; without canonical order those with the same
// skin are in the same order.
func TestSkinChangesNothing(t *testing.T) {
	frames := 24
	if testenv.Full() {
		frames = 125
	}
	if testing.Short() || testenv.Race {
		frames = 8
	}
	n, side := testenv.Rounds(500, 900, 900), float64(testenv.Rounds(37, 50, 50))
	modes := []batch.Mode{batch.ModeContacts, batch.ModeManifolds, batch.ModeDistance, batch.ModeOverlaps}
	for run := range 16 {
		wild, torus := []int{0, 3, 10, 60}[run%4], 0
		if run >= 8 {
			torus = []int{3, 4, 1, 2, 5, 1, 2, 3}[run-8]
		}
		mode, margin := modes[run%4], 0.0
		if run%8 >= 4 {
			margin = []float64{0.3, 0.05, 0.2, -0.01}[run%4]
		} else if mode == batch.ModeDistance {
			margin = 0.1
		}
		t.Run(fmt.Sprintf("wild=%d/mode=%v/margin=%v/torus=%d", wild, mode, margin, torus), func(t *testing.T) {
			t.Parallel()
			seed := uint64(100 + run)
			type subject struct {
				*life
				name string
				e    *batch.Engine
				skin int
			}
			var all []subject
			add := func(skin int, opts batch.Config) {
				l := newLife(t, seed, n, wild, side)
				if torus > 0 {
					l = newLifeOf(t, seed, n, wild, side, 4)
				}
				name := fmt.Sprintf("skin=%d engine %d", skin, len(all))
				cfg := opts
				cfg.Mode = mode
				cfg.Margin = margin
				cfg = cfg.Listed(skin)
				cfg.Period[0], cfg.Period[1] = l.torus(t, torus)
				e := must.Get(batch.New(l.shapes, cfg))(t)
				all = append(all, subject{l, name, e, skin})
			}
			add(0, batch.Config{Canonical: true, Workers: 1}.Hinted(false))
			tables := isa.All()
			for k, skin := range []int{8, 8, 8, 3, 3, 20, batch.Auto, batch.Auto, 4, 4, 11} {
				table := tables[(run+k)%len(tables)]
				add(skin, batch.Config{Workers: 1 + (3*k+run)%8, Kernels: table.Name}.Hinted(k%2 == 0))
			}
			add(8, batch.Config{Canonical: true, Workers: 2, FixedOrder: true})
			add(6, batch.Config{Canonical: true, Workers: 2, FixedOrder: true})
			used, made, escaped, beside := 0, 0, 0, 0
			for frame := range frames {
				var want []contactRow
				order := map[int]uint64{}
				for k, s := range all {
					s.step(t)
					got := must.Get(s.e.Step(context.Background()))(t)
					st := s.e.Stats()
					if k == 0 {
						want = rowsOf(got)
						continue
					}
					if k < len(all)-2 {
						h := hash(got)
						if first, ok := order[s.skin]; ok && h != first {
							t.Errorf("frame %d: %s: another order than with the same skin before", frame, s.name)
						}
						order[s.skin] = h
					}
					sameRows(t, fmt.Sprintf("frame %d: %s", frame, s.name), rowsOf(got), want)
					if st.SkinAge > 0 {
						used++
						escaped += st.Detail().Escaped
					}
					if st.SkinAge == 1 {
						made++
						if s.e.MadeBeside() {
							beside++
						}
					}
				}
				if t.Failed() {
					return
				}
			}
			t.Logf("lists used %d times, made %d times, of them %d beside others, %d escaped", used, made, beside, escaped)
			if frames >= 24 && wild == 0 && beside < frames/8 {
				t.Errorf("%d lists were made beside others: too few to tell", beside)
			}
			if used < frames*3 || made == used && wild < 60 || wild > 0 && escaped == 0 {
				t.Errorf("lists were used %d times and made %d times, with %d escaped: too few to tell", used, made, escaped)
			}
		})
	}
}

// TestSkinDoesWithout: where a list takes more memory than is allowed, a
// step does without it, and fails only if one without a list would.
func TestSkinDoesWithout(t *testing.T) {
	shapes := filled(t, scene.Boxes, 20_000, soa.Attrs{})
	plain := must.Get(batch.New(shapes, batch.Config{Workers: 1, Canonical: true}))(t)
	c := must.Get(plain.Step(context.Background()))(t)
	want := rowsOf(c)
	cfg := batch.Config{Workers: 1, FixedOrder: true, MemoryLimit: enoughWithout(t, shapes, 1)}.Listed(8)
	e := must.Get(batch.New(shapes, cfg))(t)
	for k := range 6 {
		c, err := e.Step(context.Background())
		if err != nil {
			t.Fatalf("step %d: %v", k, err)
		}
		if e.Stats().SkinAge > 0 {
			t.Errorf("step %d: a list was made", k)
		}
		sameRows(t, "steps without", rowsOf(c), want)
	}
}

// enoughWithout is a MemoryLimit that is enough for steps without a list.
func enoughWithout(t *testing.T, shapes *soa.Shapes, workers int) int64 {
	t.Helper()
	for enough := int64(1 << 20); ; enough += enough / 16 {
		e := must.Get(batch.New(shapes, batch.Config{Workers: workers, MemoryLimit: enough, FixedOrder: true}))(t)
		if _, err := e.Step(context.Background()); err == nil {
			if _, err = e.Step(context.Background()); err == nil {
				return enough + enough/16
			}
		}
	}
}

// TestSkinGivesWay: where shapes are added, so that there is no room for them beside a list, the
// list is dropped before the step is refused: under no limit does an engine with Skin fail
// where one without does not.
func TestSkinGivesWay(t *testing.T) {
	testenv.Sequential(t)
	for _, period := range []float64{0, 400} {
		t.Run(fmt.Sprintf("period=%g", period), func(t *testing.T) { givesWay(t, period) })
	}
}

func givesWay(t *testing.T, period float64) {
	n := testenv.Rounds(4000, 8000, 8000)
	boxes := filled(t, scene.Boxes, n, soa.Attrs{})
	var comers soa.Poses
	for i := range n * 3 / 2 {
		comers.X, comers.Y = append(comers.X, -3*float64(i%110)-5), append(comers.Y, 3*float64(i/110))
	}
	radii, attrs := slices.Repeat([]float64{1}, len(comers.X)), make([]soa.Attrs, len(comers.X))
	lived := func(skin int, limit int64) error {
		shapes := soa.New()
		must.Get(shapes.Append(nil, boxes, 0, n))(t)
		e := must.Get(batch.New(shapes, batch.Config{Workers: 1, MemoryLimit: limit, FixedOrder: true, Period: [2]float64{period}}.Listed(skin)))(t)
		for step := range 4 {
			if step == 3 {
				must.Get(shapes.AddCircles(nil, comers, radii, attrs))(t)
			}
			if _, err := e.Step(context.Background()); err != nil {
				return fmt.Errorf("step %d: %w", step, err)
			}
		}
		return nil
	}
	both := 0
	for limit := int64(1 << 20); limit < int64(n)<<11; limit += limit / 32 {
		if lived(0, limit) != nil {
			continue
		}
		both++
		if err := lived(8, limit); err != nil {
			t.Errorf("%d bytes suffice for steps without a list: %v", limit, err)
		}
	}
	if both == 0 {
		t.Error("no limit suffices")
	}
}

// TestSkinComers: where some shapes leave in every step, the cost of shapes that come back is
// bounded: a list is made anew before many have come, for each looks at all that came before.
func TestSkinComers(t *testing.T) {
	const side, jump = 150, 100
	shapes, ids := soa.New(), []soa.ID{}
	for i := range side * side {
		id := must.Get(shapes.AddCircle(soa.At(float64(i%side)*2, float64(i/side)*2, 0), 0.9, soa.Attrs{}))(t)
		ids = append(ids, id)
	}
	e := must.Get(batch.New(shapes, batch.Config{Workers: 1}.Listed(64)))(t)
	r := seeded(t, 8)
	used, others := 0, 0
	for step := range 40 {
		for range jump {
			id := ids[r.IntN(len(ids))]
			x, y, err := shapes.Position(id)
			if err == nil {
				err = shapes.SetPosition(id, x+r.Float64()-0.5, y+r.Float64()-0.5)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		must.Get(e.Step(context.Background()))(t)
		st := e.Stats()
		switch {
		case st.SkinAge == 1:
			others = 0
		case st.SkinAge > 0:
			used++
			if looks := st.Detail().Escaped * others; looks > len(ids)*2 {
				t.Fatalf("step %d: %d shapes looked at %d others each, of %d shapes", step, st.Detail().Escaped, others, len(ids))
			}
			others += st.Detail().Escaped
		}
	}
	if used == 0 {
		t.Error("no list was used")
	}
}

// TestSkinEvents: events, and pairs that are excluded, are those of a run without.
func TestSkinEvents(t *testing.T) {
	for torus := range 3 {
		a, b := newLifeOf(t, 4, 900, 10, 50, 4), newLifeOf(t, 4, 900, 10, 50, 4)
		engine := func(l *life, skin int) *batch.Engine {
			cfg := batch.Config{Events: true, Columns: [2]batch.Columns{{Motion: soa.Motion{VX: l.vx, VY: l.vy}, Exclude: l.bits}}}.Listed(skin)
			cfg.Period[0], cfg.Period[1] = l.torus(t, torus)
			return must.Get(batch.New(l.shapes, cfg))(t)
		}
		with, without := engine(a, 8), engine(b, 0)
		for frame := range 30 {
			var rows [2][]contactRow
			var events [2]string
			for k, e := range []*batch.Engine{with, without} {
				[]*life{a, b}[k].step(t)
				c := must.Get(e.Step(context.Background()))(t)
				rows[k] = rowsOf(c)
				ev := must.Get(e.Events())(t)
				events[k] = fmt.Sprintf("begin %v, end %v, persist %v", ev.Begin, ev.End, persistOf(ev, c))
			}
			sameRows(t, fmt.Sprintf("torus %d, frame %d", torus, frame), rows[0], rows[1])
			if events[0] != events[1] {
				t.Fatalf("torus %d, frame %d: other events", torus, frame)
			}
		}
		if st := with.Stats(); st.SkinAge == 0 {
			t.Errorf("torus %d: no list: %+v", torus, st)
		}
	}
}

// TestListsComeAndGo: where shapes go on as they did, a list is used before long. Where they jump
// about, no list is used, and a used list is given up. The contacts are those of steps without
// lists.
func TestListsComeAndGo(t *testing.T) {
	l := newLife(t, 9, testenv.Rounds(1500, 3000, 3000), 0, float64(testenv.Rounds(64, 90, 90)))
	e := must.Get(batch.New(l.shapes, batch.Config{Workers: 2}.Listed(batch.Auto)))(t)
	step := func(frames int) (used, made int) {
		t.Helper()
		for frame := range frames {
			l.step(t)
			got := must.Get(e.Step(context.Background()))(t)
			st := e.Stats()
			if st.SkinAge > 0 {
				used++
			}
			if st.SkinAge == 1 {
				made++
			}
			if frame%5 == 0 && (!testenv.Race || frame%20 == 0) {
				sameRows(t, fmt.Sprintf("frame %d", frame), rowsOf(got), rowsOf(collide(t, l.shapes, batch.Config{})))
			}
		}
		return used, made
	}
	if used, made := step(60); used < 40 || made > used/4 {
		t.Errorf("shapes go on as they did: a list was used in %d of 60 steps, and made in %d", used, made)
	}
	if testenv.Race { // as many as it takes to give the list up, and what follows is seen without
		l.wild = 500
		step(20)
		return
	}
	l.wild = 500
	if used, _ := step(100); used > 20 {
		t.Errorf("shapes jump about: a list was used in %d of 100 steps", used)
	}
	l.wild = 0
	if used, _ := step(200); used < 50 {
		t.Errorf("shapes go on again: a list was used in %d of 200 steps", used)
	}
}

// FuzzSkin lives a life; the fuzzer chooses its beginning, how wild it is and its options. It
// compares each step that keeps candidates with brute force, and on a torus with a step without.
func FuzzSkin(f *testing.F) {
	f.Add(uint64(1), uint16(0), uint8(8), uint8(0), uint8(0))
	f.Add(uint64(2), uint16(20), uint8(3), uint8(30), uint8(0b1_1_01_01))
	f.Add(uint64(3), uint16(300), uint8(20), uint8(100), uint8(0b1_0_10_10))
	f.Add(uint64(4), uint16(40), uint8(255), uint8(5), uint8(0b0_1_11_11))
	f.Add(uint64(5), uint16(20), uint8(8), uint8(9), uint8(0b01_0_1_01_00))
	f.Add(uint64(6), uint16(50), uint8(5), uint8(0), uint8(0b10_1_1_01_10))
	f.Add(uint64(7), uint16(9), uint8(30), uint8(50), uint8(0b11_0_0_10_11))
	modes := []batch.Mode{batch.ModeContacts, batch.ModeOverlaps, batch.ModeManifolds, batch.ModeDistance}
	f.Fuzz(func(t *testing.T, seed uint64, wild uint16, steps, margin, how uint8) {
		l, torus := newLife(t, seed, 150, int(wild%1001), 20), int(how>>6)
		if torus > 0 { // one that is small beside its shapes
			l = newLifeOf(t, seed, 150, int(wild%1001), 20, 1.2)
		}
		skin := int(steps)
		if skin < 2 {
			skin = batch.Auto
		}
		opts := batch.Config{Mode: modes[how&3], Margin: float64(margin) / 256, Workers: 1 + int(how>>2&3)}
		if how>>4&1 != 0 {
			opts.Columns[0] = batch.Columns{Exclude: l.bits}
		}
		opts.Period[0], opts.Period[1] = l.torus(t, torus)
		cfg := opts
		cfg = cfg.Listed(skin)
		cfg = cfg.Hinted(how>>5&1 != 0)
		e := must.Get(batch.New(l.shapes, cfg))(t)
		for frame := range 12 {
			if l.shapes.Len() < 2 {
				return
			}
			l.step(t)
			got := must.Get(e.Step(context.Background()))(t)
			opts.BruteForce = torus == 0 // which knows no torus
			want, _ := must.Both(batch.Collide(context.Background(), l.shapes, opts))(t)
			sameRows(t, fmt.Sprintf("frame %d", frame), rowsOf(got), rowsOf(want))
		}
	})
}

// TestSkinMemory: a list takes as many bytes as the documentation of Skin says.
func TestSkinMemory(t *testing.T) {
	testenv.OwnMemory(t)
	for _, kind := range []scene.Kind{scene.Boxes, scene.Polys} {
		held := func(skin int) (bytes int64, st batch.Stats) {
			shapes, run := running(t, kind, 50_000, soa.Attrs{})
			before := testenv.Heap()
			e := must.Get(batch.New(shapes, batch.Config{Workers: 1, FixedOrder: true}.Listed(skin)))(t)
			for range 20 {
				run.Step()
				must.Get(e.Step(context.Background()))(t)
			}
			bytes, st = testenv.Heap()-before, e.Stats()
			return bytes, st
		}
		without, _ := held(0)
		with, st := held(8)
		want := 2*int64(40*st.Shapes+25*st.Entries+8*st.Detail().Listed) + int64(30*st.Shapes)
		took := with - without
		t.Logf("%v: %d bytes for %d shapes in %d places and %d pairs: %.1f a shape; reckoned %d", kind, took, st.Shapes, st.Entries, st.Detail().Listed, float64(took)/float64(st.Shapes), want)
		if took > want*3/2 || took < want/2 {
			t.Errorf("%v: a list takes %d bytes, %d are documented", kind, took, want)
		}
	}
}

// TestSkinPhases: steps that make or use a list tell where their time goes.
func TestSkinPhases(t *testing.T) {
	shapes, run := running(t, scene.Boxes, 20_000, soa.Attrs{})
	e := must.Get(batch.New(shapes, batch.Config{Workers: 1}.Listed(4)))(t)
	for range 8 {
		run.Step()
		must.Get(e.Step(context.Background()))(t)
		st := e.Stats()
		if st.Times.Of("load") == 0 || st.Times.Of("narrow") == 0 || (st.SkinAge == 0 || st.SkinAge == 1 && !e.MadeBeside()) && st.Times.Of("sweep") == 0 {
			t.Errorf("a step of SkinAge %d has phases %+v", st.SkinAge, st.Times)
		}
	}
}
