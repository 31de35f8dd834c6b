// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/store"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestRestChangesNothing: engines with lists find what one without finds, bit for bit, where most
// shapes stand still for most of the time: shapes are moved one by one, by ranges that Update
// names, by what it does not name, and by Advance of one of the engines; some teleport, lose their
// poses, come, go or get other attributes. Engines with the same list have contacts in the same
// order, for any kernels and workers.
func TestRestChangesNothing(t *testing.T) {
	frames := 120
	if testenv.Full() {
		frames = 600
	}
	if testing.Short() || testenv.Race {
		frames = 40
	}
	modes := []batch.Mode{batch.ModeContacts, batch.ModeManifolds, batch.ModeDistance, batch.ModeOverlaps}
	n, side := testenv.Rounds(800, 1500, 1500), float64(testenv.Rounds(51, 70, 70))
	for run := range 8 {
		mode, period := modes[run%4], 0.0
		if run >= 4 { // on a torus, where some shapes are moved by whole periods
			period = side
		}
		t.Run(fmt.Sprintf("mode=%v/period=%v", mode, period), func(t *testing.T) {
			t.Parallel()
			r := seeded(t, uint64(40+run))
			s := soa.New()
			vx, vy, spin := soa.Attach[float32](s), soa.Attach[float32](s), soa.Attach[float32](s)
			bits := soa.Attach[uint8](s)
			var ids []soa.ID
			add := func() {
				size := 1.0
				if r.IntN(40) == 0 {
					size = 6
				}
				ids = append(ids, addAny(t, s, r, somewhere(r, 0, 0, side), size, randomAttrs(r)))
			}
			for range n {
				add()
			}
			margin := 0.1 * float64(run%3)
			columns := batch.Columns{Motion: soa.Motion{VX: vx, VY: vy, Spin: spin}, Exclude: bits}
			type subject struct {
				e    *batch.Engine
				skin int
			}
			var all []subject
			make := func(skin int, cfg batch.Config) {
				cfg = cfg.Listed(skin)
				cfg.Mode, cfg.Margin, cfg.Columns[0], cfg.FixedOrder = mode, margin, columns, true
				cfg.Period[0], cfg.Period[1] = period, period
				all = append(all, subject{must.Get(batch.New(s, cfg))(t), skin})
			}
			tables := isa.All()
			make(0, batch.Config{Workers: 1, Canonical: true}.Hinted(false))
			for k, skin := range []int{8, 8, 8, 3, 3, batch.Auto} {
				make(skin, batch.Config{Workers: 1 + k%3, Kernels: tables[k%len(tables)].Name, Events: k == 2}.Hinted(k%2 == 0))
			}
			make(8, batch.Config{Workers: 2, Canonical: true}) // this one moves the shapes
			passed, entered := 0, 0
			for frame := range frames {
				busy := frame%40 < 3 // all move now and then
				switch k := r.IntN(60); {
				case busy:
					must.Do(t, s.Update(func(c soa.Live) {
						for i := range c.X {
							c.X[i] += 0.05 * r.NormFloat64()
						}
					}))
				case k == 0:
					add()
				case k == 1:
					i := r.IntN(len(ids))
					must.Do(t, s.Remove(ids[i]))
					ids[i] = ids[len(ids)-1]
					ids = ids[:len(ids)-1]
				case k == 2:
					must.Do(t, s.SetAttrs(ids[r.IntN(len(ids))], randomAttrs(r)))
				case k < 10: // nothing
				case k < 40:
					for range 1 + r.IntN(12) {
						id := ids[r.IntN(len(ids))]
						p := must.Get(s.Pose(id))(t)
						switch r.IntN(10) {
						case 0:
							must.Do(t, s.SetPosition(id, side*r.Float64(), side*r.Float64()))
						case 1:
							must.Do(t, s.SetAngle(id, 7*r.Float64()))
						case 2:
							must.Do(t, bits.Set(id, uint8(r.IntN(4))))
						default:
							if math.IsNaN(p.Y) {
								p.Y = side * r.Float64()
							}
							p.X += period * float64(r.IntN(3)-1)
							must.Do(t, s.SetPosition(id, p.X+0.1*r.NormFloat64(), p.Y+0.1*r.NormFloat64()))
						}
					}
				default:
					must.Do(t, s.Update(func(c soa.Live) {
						lo := r.IntN(len(c.X) - 20)
						c.Wrote(lo, lo+20)
						for i := lo; i < lo+20; i++ {
							c.X[i] += 0.1 * r.NormFloat64()
							if r.IntN(40) == 0 {
								c.Y[i] = math.NaN()
							} else if math.IsNaN(c.Y[i]) {
								c.Y[i] = side * r.Float64()
							}
						}
						if r.IntN(3) == 0 { // some begin to move
							vx.Data(c)[lo], vy.Data(c)[lo], spin.Data(c)[lo] = 0.1*float32(r.NormFloat64()), 0.1, 0.05
						} else {
							vx.Data(c)[lo+7], vy.Data(c)[lo+7], spin.Data(c)[lo+7] = 0, float32(math.Copysign(0, -1)), 0
						}
					}))
				}
				if frame%3 > 0 {
					must.Get(all[len(all)-1].e.Advance(context.Background(), 0.5))(t)
				}
				want := must.Get(all[0].e.Step(context.Background()))(t)
				rows := rowsOf(want)
				order := map[int]uint64{}
				for k, x := range all[1:] {
					got := must.Get(x.e.Step(context.Background()))(t)
					what := fmt.Sprintf("frame %d: engine %d, skin %d", frame, k+1, x.skin)
					sameRows(t, what, rowsOf(got), rows)
					if k < len(all)-2 {
						h := hash(got)
						if first, ok := order[x.skin]; ok && h != first {
							t.Errorf("%s: another order than with the same skin before", what)
						}
						order[x.skin] = h
					}
					st := x.e.Stats()
					if a, b := st.Quarantined, all[0].e.Stats().Quarantined; a != b {
						t.Errorf("%s: %d shapes in quarantine, want %d", what, a, b)
					}
					passed += st.Detail().Passed
					entered += st.Detail().Escaped * min(st.Detail().Passed, 1)
				}
				if t.Failed() {
					return
				}
			}
			t.Logf("%d shapes were passed over, %d escaped beside them", passed, entered)
			if passed < frames*n || entered == 0 {
				t.Errorf("steps passed over %d shapes in all, and %d escaped from their AABBs: too few to tell", passed, entered)
			}
		})
	}
}

// TestRestAdvancesZeros: Advance adds a velocity of 0 to a position of -0, which gives 0, also in a
// step that passes over shapes.
func TestRestAdvancesZeros(t *testing.T) {
	minus := math.Copysign(0, -1)
	for _, skin := range []int{0, 8} {
		s := soa.New()
		vx := soa.Attach[float32](s)
		var ids []soa.ID
		for k := range 100 {
			id := must.Get(s.AddCircle(soa.At(float64(k%10), float64(k/10), 0), 0.5, soa.Attrs{}))(t)
			ids = append(ids, id)
		}
		e := must.Get(batch.New(s, batch.Config{Workers: 1, Columns: [2]batch.Columns{{Motion: soa.Motion{VX: vx}}}}.Listed(skin)))(t)
		for frame := range 9 {
			dt := 1.0
			if frame == 6 { // which adds -0
				if dt = -1; s.SetPosition(ids[30], minus, minus) != nil {
					t.Fatal("the circle is not there")
				}
			}
			must.Get(e.Advance(context.Background(), dt))(t)
			if passed := e.Stats().Detail().Passed; frame == 6 && (passed > 0) != (skin > 0) {
				t.Errorf("skin %d: %d shapes were passed over", skin, passed)
			}
		}
		if p, err := s.Pose(ids[30]); err != nil || math.Signbit(p.X) || !math.Signbit(p.Y) {
			t.Errorf("skin %d: a circle with a column VX at (-0, -0) is at (%v, %v) after it advanced: %v", skin, p.X, p.Y, err)
		}
	}
}

// TestContactsAreRead: in check mode a step finds that the caller wrote to the contacts of the step
// before it. It finds this for each column, with a list and without. The next step has the true
// contacts.
func TestContactsAreRead(t *testing.T) {
	defer store.SetCheckMode(store.SetCheckMode(true))
	for _, skin := range []int{0, 4} {
		for _, mode := range []batch.Mode{batch.ModeContacts, batch.ModeManifolds, batch.ModeOverlaps} {
			s := soa.New()
			for k := range 3 {
				must.Get(s.AddBox(soa.At(1.5*float64(k), 0, 0), 1, 1, soa.Attrs{}))(t)
			}
			e := must.Get(batch.New(s, batch.Config{Mode: mode}.Listed(skin)))(t)
			want := map[[2]soa.ID]batch.Contact{}
			for _, c := range must.Get(e.Step(t.Context()))(t).All() {
				want[[2]soa.ID{c.A, c.B}] = c
			}
			for k, write := range []func(c *batch.Contacts){
				func(c *batch.Contacts) { c.A[0], c.A[1] = c.A[1], c.A[0]; c.B[0], c.B[1] = c.B[1], c.B[0] },
				func(c *batch.Contacts) { c.Depth[1] /= 2 }, func(c *batch.Contacts) { c.NX[0] = -c.NX[0] },
				func(c *batch.Contacts) { c.NY[0] = 3 }, func(c *batch.Contacts) { c.Points[0][0].Depth = 0 },
				func(c *batch.Contacts) { c.Points[1][1].X++ }, func(c *batch.Contacts) { *c.Clone() = batch.Contacts{} },
			} {
				if mode == batch.ModeOverlaps && k > 0 || mode == batch.ModeContacts && k > 3 {
					continue
				}
				for range 4 { // so that it passes over shapes
					must.Get(e.Step(t.Context()))(t)
				}
				write(must.Get(e.Step(t.Context()))(t))
				_, err := e.Step(t.Context())
				if changed := k < 6; changed != errors.Is(err, daylight.ErrArgument) {
					t.Errorf("skin %d, %v, write %d: %v", skin, mode, k, err)
				}
				for range 3 {
					got := must.Get(e.Step(t.Context()))(t)
					for _, c := range got.All() {
						if c != want[[2]soa.ID{c.A, c.B}] {
							t.Errorf("skin %d, %v, write %d: a later step finds %+v", skin, mode, k, c)
						}
					}
					if got.Len() != len(want) {
						t.Errorf("skin %d, %v, write %d: a later step finds %d contacts", skin, mode, k, got.Len())
					}
				}
			}
		}
	}
}

// TestWroteTooLittle: in check mode Update finds entries that are written to but not named.
func TestWroteTooLittle(t *testing.T) {
	defer store.SetCheckMode(store.SetCheckMode(true))
	s := soa.New()
	own := soa.Attach[float32](s)
	for k := range 10 {
		must.Get(s.AddCircle(soa.At(float64(k), 0, 0), 1, soa.Attrs{}))(t)
	}
	for _, c := range []struct {
		what string
		f    func(c soa.Live)
		ok   bool
	}{
		{"nothing named", func(c soa.Live) { c.X[3] = 7 }, true},
		{"all named", func(c soa.Live) { c.Wrote(3, 4); c.X[3] = 8; c.Wrote(8, 20); c.S[9] = 0.5 }, true},
		{"a pose", func(c soa.Live) { c.Wrote(3, 4); c.C[4] = 0.5 }, false},
		{"only reads", func(c soa.Live) { c.Wrote(0, 0) }, true},
		{"a column", func(c soa.Live) { c.Wrote(0, 0); own.Data(c)[9] = 1 }, false},
		{"by ID", func(c soa.Live) { c.Wrote(0, 0); _ = s.SetPosition(c.ID[5], 50, 50) }, true},
		{"within", func(c soa.Live) { c.Wrote(0, 0); _ = s.Update(func(c soa.Live) { c.Wrote(2, 3); c.X[2] = 20 }) }, true},
		{"within, nothing named", func(c soa.Live) { c.Wrote(2, 3); _ = s.Update(func(c soa.Live) { c.X[7] = 9 }) }, true},
	} {
		if err := s.Update(c.f); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}
