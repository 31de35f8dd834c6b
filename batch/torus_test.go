// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/batch/separate"
	"daylight/internal/kernels/isa"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// onTorus is what a step on a torus is to find: by brute force if shapes are few, between the
// shapes, moved into the first period, and nine images of each, or three where one axis does not
// close.
func onTorus(t *testing.T, s *soa.Shapes, cfg batch.Config, px, py float64) map[[2]soa.ID]batch.Contact {
	t.Helper()
	move := func(dx, dy float64) *soa.Shapes {
		o := soa.New()
		must.Get(o.Append(nil, s, 0, s.Len()))(t)
		must.Do(t, o.Update(func(c soa.Live) {
			for i := range c.X {
				if px > 0 {
					c.X[i] += dx*px - px*math.Floor(c.X[i]/px)
				}
				if py > 0 {
					c.Y[i] += dy*py - py*math.Floor(c.Y[i]/py)
				}
			}
		}))
		return o
	}
	ids := map[*soa.Shapes]map[soa.ID]soa.ID{}
	named := func(o *soa.Shapes) map[soa.ID]soa.ID {
		m := map[soa.ID]soa.ID{}
		was := livetest.IDs(s)
		for i, id := range livetest.IDs(o) {
			m[id] = was[i]
		}
		return m
	}
	first := move(0, 0)
	ids[first] = named(first)
	cfg.Canonical, cfg.BruteForce = false, s.Len() < 1000
	found := map[[2]soa.ID]batch.Contact{}
	for dx := -1.0; dx <= 1; dx++ {
		for dy := -1.0; dy <= 1; dy++ {
			if dx != 0 && px == 0 || dy != 0 && py == 0 {
				continue
			}
			images := move(dx, dy)
			names := named(images)
			c, _ := must.Both(batch.Join(context.Background(), first, images, cfg))(t)
			for i := range c.Len() {
				k := c.At(i)
				if k.A, k.B = ids[first][k.A], names[k.B]; k.A < k.B {
					if _, twice := found[[2]soa.ID{k.A, k.B}]; twice {
						t.Fatalf("%v and %v meet twice", k.A, k.B)
					}
					found[[2]soa.ID{k.A, k.B}] = k
				}
			}
		}
	}
	return found
}

// TestTorus steps lives on a torus, and on one that closes along one axis, in all modes, with any
// kernels and number of workers, and compares them with brute force over nine images. Shapes are
// anywhere, many periods away too.
func TestTorus(t *testing.T) {
	ctx := context.Background()
	tables := isa.All()
	for run, c := range []struct {
		mode   batch.Mode
		margin float64
		px, py float64
		n      int
	}{
		{batch.ModeContacts, 0, 60, 70, 400}, {batch.ModeManifolds, 0.2, 75, 65, 400}, {batch.ModeDistance, 0.3, 65, 0, 300},
		{batch.ModeOverlaps, -0.01, 0, 60, 300}, {batch.ModePairs, 0, 60, 60, 300}, {batch.ModeContacts, 0.1, 300, 200, 5000}, {batch.ModeContacts, 0, 60, 60, 60},
	} {
		t.Run(fmt.Sprintf("mode=%v/margin=%v/%vx%v/n=%d", c.mode, c.margin, c.px, c.py, c.n), func(t *testing.T) {
			t.Parallel()
			side := 3 * max(c.px, c.py)
			base := batch.Config{Mode: c.mode, Margin: c.margin}
			cfg := base
			cfg.Period[0], cfg.Period[1] = c.px, c.py
			var lives []*life
			var engines []*batch.Engine
			for k := range 4 {
				l := newLife(t, uint64(300+run), c.n, 30, side)
				cfg := cfg
				cfg.Workers, cfg.Kernels, cfg.Canonical, cfg.FixedOrder = 1+k, tables[k%len(tables)].Name, k != 1, k == 2
				lives, engines = append(lives, l), append(engines, must.Get(batch.New(l.shapes, cfg))(t))
			}
			seams := 0
			for frame := range testenv.Rounds(3, 4, 4) {
				var want []contactRow
				for k, e := range engines {
					lives[k].step(t)
					got := must.Get(e.Step(ctx))(t)
					what := fmt.Sprintf("frame %d, engine %d", frame, k)
					if k > 0 {
						sameRows(t, what, rowsOf(got), want)
						continue
					}
					want = rowsOf(got)
					if c.mode == batch.ModePairs {
						continue
					}
					oracle := onTorus(t, lives[k].shapes, base, c.px, c.py)
					for i := range got.Len() {
						g := got.At(i)
						w, ok := oracle[[2]soa.ID{g.A, g.B}]
						if !ok {
							t.Fatalf("%s: %v and %v do not meet, depth %g", what, g.A, g.B, g.Depth)
						}
						if math.Abs(float64(g.Depth-w.Depth)) > 1e-4 {
							t.Fatalf("%s: %v and %v: depth %g, want %g", what, g.A, g.B, g.Depth, w.Depth)
						}
						ax, ay, _ := lives[k].shapes.Position(g.A)
						bx, by, _ := lives[k].shapes.Position(g.B)
						if math.Hypot(ax-bx, ay-by) > 20 {
							seams++
						}
					}
					if got.Len() != len(oracle) {
						t.Fatalf("%s: %d contacts, want %d", what, got.Len(), len(oracle))
					}
					once := cfg
					once.Canonical = true
					c, _ := must.Both(batch.Collide(ctx, lives[k].shapes, once))(t)
					sameRows(t, what+", Collide", rowsOf(c), want)
				}
			}
			if seams == 0 && c.mode != batch.ModePairs {
				t.Error("no pair met across a seam")
			}
		})
	}
}

// TestTorusOfPairs: two circles meet across a seam and a corner, wherever they are, once, by the
// normal to the nearest image; static ones and those of two worlds do not; a Join meets across it
// too.
func TestTorusOfPairs(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct{ ax, ay, bx, by, nx, ny float64 }{
		{0.5, 3, 9.5, 3, -1, 0}, {9.5, 3, 0.5, 3, 1, 0}, {3, 0.5, 3, 9.5, 0, -1}, {0.4, 0.4, 9.6, 9.6, -math.Sqrt2 / 2, -math.Sqrt2 / 2},
		{9.6, 0.4, 0.4, 9.6, math.Sqrt2 / 2, -math.Sqrt2 / 2}, {100.5, -37, -50.5, 43, -1, 0}, {0, 0, 10, 1, 0, 1}, {5, 5, 6, 5, 1, 0},
	} {
		a, b := soa.New(), soa.New()
		id := must.Get(a.AddCircle(soa.At(c.ax, c.ay, 0), 0.75, soa.Attrs{}))(t)
		must.Get(b.AddCircle(soa.At(c.bx, c.by, 0), 0.75, soa.Attrs{}))(t)
		joined, _, err := batch.Join(ctx, a, b, batch.Config{Period: [2]float64{10, 10}})
		must.Do(t, err)
		other := must.Get(a.AddCircle(soa.At(c.bx, c.by, 0), 0.75, soa.Attrs{}))(t)
		e := must.Get(batch.New(a, batch.Config{Period: [2]float64{10, 10}}))(t)
		step := must.Get(e.Step(ctx))(t)
		for name, got := range map[string]*batch.Contacts{"Join": joined, "Step": step} {
			if got.Len() != 1 || math.Abs(float64(got.NX[0])-c.nx) > 1e-6 || math.Abs(float64(got.NY[0])-c.ny) > 1e-6 {
				t.Errorf("%s, %+v: %d contacts, normals %v, %v", name, c, got.Len(), got.NX, got.NY)
			}
		}
		must.Do(t, a.SetAttrs(id, soa.Attrs{World: 1}))
		apart := must.Get(e.Step(ctx))(t).Len()
		must.Do(t, a.SetAttrs(id, soa.Attrs{Static: true}))
		must.Do(t, a.SetAttrs(other, soa.Attrs{Static: true}))
		if apart += must.Get(e.Step(ctx))(t).Len(); apart > 0 {
			t.Errorf("%+v: filters were not looked at", c)
		}
	}
}

// TestTorusFar: a shape of any number of periods away lies where its position, taken exactly, says.
func TestTorusFar(t *testing.T) {
	const period = 7.3
	for _, x := range []float64{23.5, -1e6, 1e10 + 1.0/3, -1e15, 3e17, 1e25} {
		s := soa.New()
		must.Get(s.AddCircle(soa.At(x, -x, 0), 0.75, soa.Attrs{}))(t)
		must.Get(s.AddCircle(soa.At(math.Mod(x, period)+0.5, math.Mod(-x, period), 0), 0.75, soa.Attrs{}))(t)
		c, _, err := batch.Collide(context.Background(), s, batch.Config{Period: [2]float64{period, period}})
		must.Do(t, err)
		if c.Len() != 1 || math.Abs(float64(c.Depth[0])-1) > 1e-6 {
			t.Errorf("at %g: depths %v, want 1", x, c.Depth)
		}
	}
}

// TestTorusPushes: a separator pushes shapes apart across a seam, and what looks at positions
// refuses such contacts.
func TestTorusPushes(t *testing.T) {
	ctx := context.Background()
	s, r := soa.New(), seeded(t, 17)
	for range 24 {
		must.Get(s.AddCircle(soa.At(2*r.NormFloat64(), 2*r.NormFloat64(), 0), 0.65, soa.Attrs{}))(t)
	}
	e := must.Get(batch.New(s, batch.Config{Period: [2]float64{10, 10}}))(t)
	apart := must.Get(separate.New(s, separate.Config{}))(t)
	deepest := func() (most float32) {
		for _, d := range must.Get(e.Step(ctx))(t).Depth {
			most = max(most, d)
		}
		return most
	}
	before := deepest()
	for range 60 {
		must.Get(apart.Separate(ctx, must.Get(e.Step(ctx))(t)))(t)
	}
	if after := deepest(); !(after < before/5) {
		t.Errorf("the deepest overlap was %g and is %g", before, after)
	}
}

// TestTorusFollows: a shape that crosses a seam, and one that is moved back by a period, stays in
// the list.
func TestTorusFollows(t *testing.T) {
	const side, n = 40.0, 400
	s, r := soa.New(), seeded(t, 3)
	vx, vy := soa.Attach[float64](s), soa.Attach[float64](s)
	for range n {
		must.Get(s.AddBox(somewhere(r, 0, 0, side), 0.4, 0.3, soa.Attrs{}))(t)
	}
	must.Do(t, s.Update(func(c soa.Live) {
		for i := range c.X {
			vx.Data(c)[i], vy.Data(c)[i] = 0.2*r.NormFloat64(), 0.2*r.NormFloat64()
		}
	}))
	cfg := batch.Config{Period: [2]float64{side, side}, Canonical: true, FixedOrder: true}
	without := must.Get(batch.New(s, cfg))(t)
	cfg = cfg.Listed(6)
	with := must.Get(batch.New(s, cfg))(t)
	crossed, used := 0, 0
	for frame := range 40 {
		must.Do(t, s.Update(func(c soa.Live) {
			for i := range c.X {
				c.X[i] += vx.Data(c)[i]
				c.Y[i] += vy.Data(c)[i]
				if i%2 == 0 { // the others go on
					x, y := c.X[i]-side*math.Floor(c.X[i]/side), c.Y[i]-side*math.Floor(c.Y[i]/side)
					if x != c.X[i] || y != c.Y[i] {
						crossed++
					}
					c.X[i], c.Y[i] = x, y
				}
			}
		}))
		want := rowsOf(must.Get(without.Step(context.Background()))(t))
		sameRows(t, fmt.Sprintf("frame %d", frame), rowsOf(must.Get(with.Step(context.Background()))(t)), want)
		if st := with.Stats(); st.SkinAge > 0 {
			used++
			if escaped := st.Detail().Escaped; escaped > 0 {
				t.Errorf("frame %d: %d shapes escaped", frame, escaped)
			}
		}
	}
	if crossed < 40 || used < 30 {
		t.Errorf("%d shapes crossed, and a list was used in %d steps: too few to tell", crossed, used)
	}
}

// TestTorusTurnedTooLong: a shape that is turned so that it is too long for the torus makes a step
// with a list fail as one without does, and the next step, in which it is turned back, is right;
// shapes that nearly fill a period have lists.
func TestTorusTurnedTooLong(t *testing.T) {
	ctx := context.Background()
	s, r := soa.New(), seeded(t, 4)
	var ids []soa.ID
	for range 40 {
		ids = append(ids, must.Get(s.AddBox(soa.At(20*r.Float64(), 10*r.Float64(), 0), 4.7, 0.3, soa.Attrs{}))(t))
	}
	cfg := batch.Config{Period: [2]float64{20, 9}, Canonical: true}
	without := must.Get(batch.New(s, cfg))(t)
	cfg = cfg.Listed(8)
	with := must.Get(batch.New(s, cfg))(t)
	used := 0
	for frame := range 30 {
		id := ids[frame%len(ids)]
		for _, id := range ids {
			x, y, _ := s.Position(id)
			must.Do(t, s.SetPosition(id, x+0.05*r.NormFloat64(), y+0.05*r.NormFloat64()))
		}
		if frame%7 == 6 {
			must.Do(t, s.SetAngle(id, math.Pi/2))
			for name, e := range map[string]*batch.Engine{"with": with, "without": without} {
				if _, err := e.Step(ctx); !errors.Is(err, daylight.ErrArgument) || !strings.Contains(err.Error(), fmt.Sprint(id)) {
					t.Errorf("frame %d, %s a list: %v", frame, name, err)
				}
			}
			must.Do(t, s.SetAngle(id, 0))
		}
		want := rowsOf(must.Get(without.Step(ctx))(t))
		sameRows(t, fmt.Sprintf("frame %d", frame), rowsOf(must.Get(with.Step(ctx))(t)), want)
		used += min(with.Stats().SkinAge, 1)
	}
	if used < 12 {
		t.Errorf("a list was used in %d steps: too few to tell", used)
	}
}

// TestTorusRefuses what has no nearest image.
func TestTorusRefuses(t *testing.T) {
	s := soa.New()
	must.Get(s.AddCircle(soa.At(1, 1, 0), 1, soa.Attrs{}))(t)
	big := must.Get(s.AddBox(soa.At(1, 1, 0), 1, 3, soa.Attrs{}))(t)
	for _, c := range []struct {
		px, py, margin float64
		fits           bool
	}{{10, 14, 0, true}, {10, 0, 0, true}, {10, 11, 0, false}, {10, 14, 2.5, false}, {3, 14, 0, false}} {
		e := must.Get(batch.New(s, batch.Config{Period: [2]float64{c.px, c.py}, Margin: c.margin}))(t)
		_, err := e.Step(context.Background())
		if c.fits != (err == nil) || !c.fits && (!errors.Is(err, daylight.ErrArgument) || c.px > 3 && !strings.Contains(err.Error(), fmt.Sprint(big))) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
