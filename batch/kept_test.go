// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/batch"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/store"
	"daylight/internal/testenv"
	"daylight/soa"
)

// keptScene is a scene of many frames. Most are like the frames before, some are not.
type keptScene struct {
	shapes *soa.Shapes
	motion soa.Motion
	name   *soa.Column[soa.ID] // each shape's own
	side   float64
	seed   uint64
	attrs  func(r *rand.Rand) soa.Attrs
	add    func(t testing.TB, s *soa.Shapes, at soa.Pose, r *rand.Rand, attrs soa.Attrs) soa.ID
}

func (s *keptScene) addSome(t testing.TB, n int, r *rand.Rand) {
	for range n {
		id := s.add(t, s.shapes, somewhere(r, 0, 0, s.side), r, s.attrs(r))
		must.Do(t, s.name.Set(id, id))
		must.Do(t, s.motion.VX.Set(id, float32(r.NormFloat64()*2)))
		must.Do(t, s.motion.VY.Set(id, float32(r.NormFloat64()*2)))
		must.Do(t, s.motion.Spin.Set(id, float32(r.NormFloat64())))
	}
}

// keptFrames is how many frames have something of their own.
const keptFrames = 40

// next changes the scene, by IDs, before a frame, and returns for how long it is to move.
func (s *keptScene) next(t testing.TB, frame int, spot bool) (dt float64) {
	r := rand.New(rand.NewPCG(s.seed, uint64(frame)))
	dt = 1.0 / 60
	some := func(of int, do func(own *rand.Rand, c *soa.Live, i int)) {
		must.Do(t, s.shapes.Update(func(c soa.Live) {
			for i := range c.X {
				if own := rand.New(rand.NewPCG(uint64(c.ID[i]), s.seed+uint64(frame))); own.IntN(of) == 0 {
					do(own, &c, i)
				}
			}
		}))
	}
	anywhere := func(own *rand.Rand, c *soa.Live, i int) { c.X[i], c.Y[i] = s.side*own.Float64(), s.side*own.Float64() }
	switch frame {
	case 5, 6: // a few teleport
		some(50, anywhere)
	case 8: // all at one spot, or most in one strip
		some(1, func(own *rand.Rand, c *soa.Live, i int) {
			if c.Y[i] = s.side / 3; spot {
				c.X[i] = s.side / 5
			}
		})
	case 9, 14, 17, 32:
		some(1, anywhere)
	case 12: // poses are lost, and come back
		some(20, func(_ *rand.Rand, c *soa.Live, i int) { c.X[i] = math.NaN() })
	case 16: // far away, and back
		some(300, func(_ *rand.Rand, c *soa.Live, i int) { c.X[i] = 1e12 })
	case 19, 20:
		dt *= 10
	case 21, 22:
		dt *= 30
	case 23, 24:
		dt = 0
	case 26, 28:
		s.addSome(t, 40, r)
	case 27, 29:
		for k := range uint32(30) {
			for id := range s.shapes.All() {
				if id.Index() == 7*k+uint32(frame) {
					must.Do(t, s.shapes.Remove(id))
					break
				}
			}
		}
	case 31: // all leave to one side
		some(1, func(_ *rand.Rand, c *soa.Live, i int) { c.X[i] += 20 * s.side })
	}
	return dt
}

// TestKeptStripsChangeNothing: engines that keep strips from step to step find what a fresh engine
// finds, bit for bit, for any changes in between. The order is the same with any kernels and number
// of workers. Columns of the caller follow.
func TestKeptStripsChangeNothing(t *testing.T) {
	plain := func(*rand.Rand) soa.Attrs { return soa.Attrs{} }
	box := func(t testing.TB, s *soa.Shapes, at soa.Pose, r *rand.Rand, a soa.Attrs) soa.ID {
		return must.Get(s.AddBox(at, 0.25+r.Float64()/2, 0.25+r.Float64()/2, a))(t)
	}
	round := func(t testing.TB, s *soa.Shapes, at soa.Pose, r *rand.Rand, a soa.Attrs) soa.ID {
		return must.Get(s.AddCircle(at, 0.2+r.Float64()/2, a))(t)
	}
	both := func(t testing.TB, s *soa.Shapes, at soa.Pose, r *rand.Rand, a soa.Attrs) soa.ID {
		if r.IntN(2) == 0 {
			return round(t, s, at, r, a)
		}
		return box(t, s, at, r, a)
	}
	mixed := func(t testing.TB, s *soa.Shapes, at soa.Pose, r *rand.Rand, a soa.Attrs) soa.ID {
		return addAny(t, s, r, at, 1, a)
	}
	filtered := func(r *rand.Rand) soa.Attrs {
		return soa.Attrs{Category: 1 << r.IntN(3), Ignore: r.Uint32N(8), Static: r.IntN(5) == 0}
	}
	worlds := func(r *rand.Rand) soa.Attrs { return soa.Attrs{World: r.Uint32N(3)} }
	for _, c := range []struct {
		name    string
		n       int
		side    float64
		attrs   func(*rand.Rand) soa.Attrs
		add     func(testing.TB, *soa.Shapes, soa.Pose, *rand.Rand, soa.Attrs) soa.ID
		cfg     batch.Config
		resumes bool
	}{
		{"boxes", 500, 35, plain, box, batch.Config{}, true},
		{"boxes in parts", 9000, 300, plain, box, batch.Config{}, true},
		{"circles", 500, 35, plain, round, batch.Config{Margin: 0.2}, true},
		{"both", 600, 30, filtered, both, batch.Config{Mode: batch.ModeManifolds}, true},
		{"polygons", 500, 40, plain, mixed, batch.Config{}, true},
		{"fixed", 500, 35, plain, box, batch.Config{FixedOrder: true}, true},
		{"worlds", 500, 25, worlds, both, batch.Config{}, false},
		{"torus", 500, 35, plain, box, batch.Config{Period: [2]float64{35, 35}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			type subject struct {
				keptScene
				what string
				e    *batch.Engine
			}
			var all []subject
			tables := isa.All()
			for k := range 5 {
				s := subject{keptScene: keptScene{shapes: soa.New(), side: c.side, seed: 11, attrs: c.attrs, add: c.add}}
				s.motion, s.name = soa.AttachMotion(s.shapes), soa.Attach[soa.ID](s.shapes)
				s.addSome(t, c.n, rand.New(rand.NewPCG(s.seed, 1)))
				cfg := c.cfg
				cfg.Columns[0] = batch.Columns{Motion: s.motion}
				cfg.Workers, cfg.Kernels = 1+k%4, tables[k%len(tables)].Name
				s.what = fmt.Sprintf("%d workers, %s", cfg.Workers, cfg.Kernels)
				s.e = must.Get(batch.New(s.shapes, cfg))(t)
				all = append(all, s)
			}
			resumed := 0
			for frame := range testenv.Rounds(keptFrames, keptFrames+20, keptFrames+100) {
				var want []contactRow
				order := uint64(0)
				for k, s := range all {
					dt := s.next(t, frame, c.n < 1000)
					got := must.Get(s.e.Advance(context.Background(), dt))(t)
					what := fmt.Sprintf("frame %d, %s", frame, s.what)
					if k == 0 {
						cfg := c.cfg
						cfg.FixedOrder = true
						fresh := must.Get(batch.New(s.shapes, cfg))(t)
						want, order = rowsOf(must.Get(fresh.Step(context.Background()))(t)), hash(got)
					}
					sameRows(t, what, rowsOf(got), want)
					if h := hash(got); h != order {
						t.Errorf("%s: another order", what)
					}
					if s.e.Stats().Detail().Resumed {
						resumed++
					}
					must.Do(t, s.shapes.Update(func(l soa.Live) {
						for i, id := range s.name.Data(l) {
							if at, ok := l.Slot(id); id != l.ID[i] || !ok || at != i {
								t.Fatalf("%s: slot %d holds the column of another shape", what, i)
							}
						}
					}))
				}
				if t.Failed() {
					return
				}
			}
			for _, s := range all {
				must.Do(t, store.Of(s.shapes).Check())
			}
			if c.resumes != (resumed > 0) {
				t.Errorf("%d steps went on with strips; want some: %v", resumed, c.resumes)
			}
		})
	}
}
