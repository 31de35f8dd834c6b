// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestBeside: where shapes go on as they did, every list but the first is made beside the one
// before, and contacts are those of steps without.
func TestBeside(t *testing.T) {
	frames := 60
	if testenv.Race {
		frames = 24
	}
	for _, kind := range []scene.Kind{scene.Boxes, scene.Mixed, scene.Polys} {
		for _, skin := range []int{4, 5, 8, 20} {
			for _, workers := range []int{1, 3} {
				if testenv.Race && (workers == 1 || skin == 5 || skin == 8) { // ten times as slow, and the rows are seen without
					continue
				}
				shapes, run := running(t, kind, testenv.Rounds(1500, 3000, 3000), soa.Attrs{})
				e := must.Get(batch.New(shapes, batch.Config{Workers: workers, FixedOrder: true}.Listed(skin)))(t)
				made, beside := 0, 0
				for frame := range frames {
					run.Step()
					c := must.Get(e.Step(context.Background()))(t)
					if e.Stats().SkinAge == 1 {
						made++
						if e.MadeBeside() {
							beside++
						}
					}
					if frame%3 == 0 {
						sameRows(t, fmt.Sprintf("frame %d", frame), rowsOf(c), rowsOf(collide(t, shapes, batch.Config{})))
					}
				}
				if beside < made-1 || made < (frames-1)/skin {
					t.Errorf("%v, %d steps, %d workers: %d of %d lists were made beside others", kind, skin, workers, beside, made)
				}
			}
		}
	}
}

// TestBesideInterrupted: what happens while a list is made beside another changes nothing.
func TestBesideInterrupted(t *testing.T) {
	gone := testenv.Rounds(15, 30, 30) // in each frame
	n, side := 50*gone, float64(testenv.Rounds(42, 60, 60))
	ctx := context.Background()
	for name, happens := range map[string]func(t *testing.T, s *soa.Shapes, ids []soa.ID, frame int){
		"many go": func(t *testing.T, s *soa.Shapes, ids []soa.ID, frame int) {
			for _, id := range ids[gone*frame:][:gone] {
				must.Do(t, s.Remove(id))
			}
		},
		"they come and go": func(t *testing.T, s *soa.Shapes, ids []soa.ID, frame int) {
			must.Do(t, s.Remove(ids[frame]))
			must.Get(s.AddBox(soa.At(float64(frame), float64(frame), 1), 0.7, 0.7, soa.Attrs{}))(t)
		},
		"the first polygon comes": func(t *testing.T, s *soa.Shapes, _ []soa.ID, frame int) {
			if frame == 13 {
				must.Get(s.AddPolygon(soa.At(9, 9, 0), ngon(12, 2, 2), 0, soa.Attrs{}))(t)
			}
		},
		"attributes change": func(t *testing.T, s *soa.Shapes, ids []soa.ID, frame int) {
			must.Do(t, s.SetAttrs(ids[frame], soa.Attrs{Static: frame%2 == 0, Body: uint32(frame % 3)}))
		},
		"all are elsewhere": func(t *testing.T, s *soa.Shapes, ids []soa.ID, frame int) {
			if frame%11 == 10 {
				for i, id := range ids {
					must.Do(t, s.SetPosition(id, float64(i%37), float64(i/37)))
				}
			}
		},
		"they rest": func(*testing.T, *soa.Shapes, []soa.ID, int) {},
	} {
		t.Run(name, func(t *testing.T) {
			for _, skin := range []int{4, 8} {
				if testenv.Race && skin == 8 {
					continue
				}
				s, r, ids := soa.New(), seeded(t, 3), []soa.ID(nil)
				for range n {
					p := somewhere(r, 0, 0, side)
					ids = append(ids, must.Get(s.AddBox(p, 0.3+r.Float64(), 0.3+r.Float64(), soa.Attrs{}))(t))
				}
				e := must.Get(batch.New(s, batch.Config{Workers: 2}.Listed(skin)))(t)
				for frame := range 40 {
					if name != "they rest" || frame%13 < 9 {
						must.Do(t, s.Update(func(c soa.Live) {
							for i, id := range c.ID {
								c.X[i] += 0.02 * float64(uint32(id)%7)
								c.Y[i] -= 0.01 * float64(uint32(id)%5)
							}
						}))
					}
					happens(t, s, ids, frame)
					c := must.Get(e.Step(ctx))(t)
					sameRows(t, fmt.Sprintf("frame %d", frame), rowsOf(c), rowsOf(collide(t, s, batch.Config{})))
				}
			}
		})
	}
}

// TestBesideCancelAnywhere cancels steps at every look at the context, and wants the next steps to
// be right.
func TestBesideCancelAnywhere(t *testing.T) {
	testenv.Sequential(t)
	shapes, run := running(t, scene.Boxes, testenv.Rounds(350, 700, 700), soa.Attrs{})
	e := must.Get(batch.New(shapes, batch.Config{Workers: 1}.Listed(5)))(t)
	step := func(what string) {
		t.Helper()
		run.Step()
		c := must.Get(e.Step(context.Background()))(t)
		sameRows(t, what, rowsOf(c), rowsOf(collide(t, shapes, batch.Config{})))
	}
	for before := range 14 {
		for looks := 0; ; looks++ {
			for range before {
				step("before")
			}
			run.Step()
			_, err := e.Step(testenv.EndsAfter(looks))
			if err == nil {
				e.Step(testenv.EndsAfter(1)) // begin anew
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("cancelled at look %d: error %v", looks, err)
			}
			step(fmt.Sprintf("step %d cancelled at look %d", before, looks))
			step("and the next")
			if looks > 40 {
				looks += 9
			}
		}
	}
}

// TestBesideWithinLimits: where there is no room for a second list there is none, and no step fails
// that one without a list does not.
func TestBesideWithinLimits(t *testing.T) {
	testenv.Sequential(t)
	n := testenv.Rounds(4000, 8000, 8000)
	lived := func(cfg batch.Config) (beside int, err error) {
		shapes, run := running(t, scene.Boxes, n, soa.Attrs{})
		cfg.Workers, cfg.FixedOrder = 1, true
		e := must.Get(batch.New(shapes, cfg))(t)
		for step := range 20 {
			run.Step()
			c, err := e.Step(context.Background())
			if err != nil {
				return beside, fmt.Errorf("step %d: %w", step, err)
			}
			if cfg.Skin {
				if e.MadeBeside() {
					beside++
				}
				if step%5 == 4 {
					sameRows(t, fmt.Sprintf("step %d", step), rowsOf(c), rowsOf(collide(t, shapes, batch.Config{})))
				}
			}
		}
		return beside, nil
	}
	all, none := 0, 0
	for limit := int64(1 << 20); limit < int64(n)<<11; limit += limit / 12 {
		if _, err := lived(batch.Config{MemoryLimit: limit}); err != nil {
			continue
		}
		beside, err := lived(batch.Config{MemoryLimit: limit}.Listed(6))
		if err != nil {
			t.Errorf("%d bytes suffice without a list: %v", limit, err)
		}
		if beside == 0 {
			none++
		} else {
			all++
		}
	}
	if all == 0 || none == 0 {
		t.Errorf("a second list was made under %d limits, and none under %d", all, none)
	}
}

// FuzzBeside lives a life; the fuzzer chooses its beginning and how wild it is. It compares each
// step with brute force, and on a torus with a step without a list.
func FuzzBeside(f *testing.F) {
	f.Add(uint64(1), uint16(0), uint8(8), uint8(0))
	f.Add(uint64(2), uint16(3), uint8(4), uint8(0b10_01))
	f.Add(uint64(3), uint16(30), uint8(5), uint8(0b01_10))
	f.Add(uint64(4), uint16(3), uint8(6), uint8(0b001_00_10))
	f.Add(uint64(5), uint16(0), uint8(4), uint8(0b101_01_00))
	modes := []batch.Mode{batch.ModeContacts, batch.ModeOverlaps, batch.ModeManifolds, batch.ModeDistance}
	f.Fuzz(func(t *testing.T, seed uint64, wild uint16, steps, how uint8) {
		l, torus := newLife(t, seed, 150, int(wild%101), 20), int(how>>4)%6
		if torus > 0 {
			l = newLifeOf(t, seed, 150, int(wild%101), 20, 1.2)
		}
		opts := batch.Config{Mode: modes[how&3], Workers: 1 + int(how>>2&3)}
		opts.Period[0], opts.Period[1] = l.torus(t, torus)
		cfg := opts
		cfg = cfg.Listed(4 + int(steps%12))
		e := must.Get(batch.New(l.shapes, cfg))(t)
		for frame := range 30 {
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
