// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/internal/kernels/isa"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// motion is the option by which an engine moves the shapes of a life.
func (l *life) motion() batch.Columns {
	return batch.Columns{Motion: soa.Motion{VX: l.vx, VY: l.vy, Spin: l.spin}}
}

// byHand moves and turns all shapes as Advance is to: each coordinate with one addition, and
// rotations by the portable kernel.
func (l *life) byHand(t testing.TB, dt float64) {
	if err := l.shapes.Update(func(c soa.Live) {
		vx, vy, spin := l.vx.Data(c), l.vy.Data(c), l.spin.Data(c)
		for i := range c.X {
			first, _ := c.Slot(l.shapes.Region(c.ID[i]))
			vx[i], vy[i], spin[i] = vx[first], vy[first], spin[first]
			c.X[i] += float64(float64(vx[i]) * dt)
			c.Y[i] += float64(float64(vy[i]) * dt)
		}
		table := must.Get(isa.ByName("go"))(t)
		table.Spin(c.C, c.S, spin, float32(dt))
	}); err != nil {
		t.Fatal(err)
	}
}

// TestAdvance: what Advance finds is what Step finds of shapes that were moved by hand, bit for
// bit, poses too: with a list and without, with hints and without, for any kernels and number of
// workers, among shapes and regions that come, go, teleport, lose their poses and change their
// filters.
func TestAdvance(t *testing.T) {
	often := 12
	if testenv.Full() {
		often = 125
	}
	if testing.Short() || testenv.Race {
		often = 6
	}
	for run := range 4 {
		wild, mode := []int{0, 3, 10, 60}[run], []batch.Mode{batch.ModeContacts, batch.ModeManifolds, batch.ModeDistance, batch.ModeOverlaps}[run]
		dt := []float64{1, 0.7, -0.25, 1.5}[run]
		t.Run(fmt.Sprintf("wild=%d/mode=%v/dt=%v", wild, mode, dt), func(t *testing.T) {
			t.Parallel()
			n, side, frames := 1100, 60.0, often // more than one block
			if run == 0 {                        // more than one worker's chunk
				n, side, frames = 8300, 160, max(4, often/4)
			}
			hand := newLife(t, uint64(run), n, wild, side)
			hand.moved = true
			hand.addRegions(t, n/100)
			still := must.Get(batch.New(hand.shapes, batch.Config{Mode: mode, Workers: 1}.Hinted(false)))(t)
			type subject struct {
				*life
				name string
				e    *batch.Engine
			}
			var all []subject
			tables := isa.All()
			for k, skin := range []int{0, 0, 8, 8, 3, batch.Auto} {
				l := newLife(t, uint64(run), n, wild, side)
				l.moved = true
				l.addRegions(t, n/100)
				table := tables[(run+k)%len(tables)]
				workers := 1 + (3*k+run)%8
				e := must.Get(batch.New(l.shapes, batch.Config{Columns: [2]batch.Columns{l.motion()}, Mode: mode, Workers: workers, Kernels: table.Name, FixedOrder: k == 3}.Listed(skin).Hinted(k%2 == 0)))(t)
				all = append(all, subject{l, fmt.Sprintf("skin %d, %s, %d workers", skin, table.Name, workers), e})
			}
			used := 0
			for frame := range frames {
				hand.step(t)
				hand.byHand(t, dt)
				c := must.Get(still.Step(context.Background()))(t)
				want, poses := rowsOf(c), posesOf(hand.shapes)
				for _, s := range all {
					s.step(t)
					got := must.Get(s.e.Advance(context.Background(), dt))(t)
					what := fmt.Sprintf("frame %d: %s", frame, s.name)
					sameRows(t, what, rowsOf(got), want)
					if !slices.Equal(posesOf(s.shapes), poses) {
						t.Errorf("%s: other poses than by hand", what)
					}
					if a, b := s.e.Stats(), still.Stats(); a.Quarantined != b.Quarantined {
						t.Errorf("%s: %d shapes in quarantine, want %d", what, a.Quarantined, b.Quarantined)
					}
					if s.e.Stats().SkinAge > 0 {
						used++
					}
				}
				if t.Failed() {
					return
				}
			}
			if used < frames {
				t.Errorf("lists were used %d times: too few to tell", used)
			}
		})
	}
}

// posesOf lists all poses in the order of IDs, bit for bit.
func posesOf(s *soa.Shapes) (poses [][5]uint64) {
	x, y := livetest.Positions(s)
	c, sn := livetest.Rotations(s)
	for i, id := range livetest.IDs(s) {
		p := [5]uint64{uint64(id)}
		for k, v := range [...]float64{x[i], y[i], float64(c[i]), float64(sn[i])} {
			p[k+1] = math.Float64bits(v)
			if v != v {
				p[k+1] = 1 // there is more than one NaN
			}
		}
		poses = append(poses, p)
	}
	slices.SortFunc(poses, func(a, b [5]uint64) int { return slices.Compare(a[:], b[:]) })
	return poses
}

// TestAdvanceMoves: how far shapes go and turn, what is left alone, and what becomes of a
// velocity that is none.
func TestAdvanceMoves(t *testing.T) {
	s := soa.New()
	vx, vy, w := soa.Attach[float32](s), soa.Attach[float32](s), soa.Attach[float32](s)
	var ids []soa.ID
	for k := range 6 {
		id := must.Get(s.AddBox(soa.At(10*float64(k), 5, 0.5), 1, 2, soa.Attrs{}))(t)
		ids = append(ids, id)
	}
	set := func(c *soa.Column[float32], k int, v float64) {
		t.Helper()
		must.Do(t, c.Set(ids[k], float32(v)))
	}
	set(vx, 1, 3)
	set(vy, 1, -2)
	set(w, 1, 1)
	set(vx, 2, math.NaN())
	set(vy, 3, math.Inf(-1))
	set(w, 4, math.NaN())
	set(w, 5, 100)
	pose := func(k int) soa.Pose {
		t.Helper()
		return must.Get(s.Pose(ids[k]))(t)
	}
	at, five := pose(0), pose(5)
	e := must.Get(batch.New(s, batch.Config{Columns: [2]batch.Columns{{Motion: soa.Motion{VX: vx, VY: vy, Spin: w}}}}))(t)
	must.Get(e.Advance(context.Background(), 0.5))(t)
	if p := pose(0); p != at {
		t.Errorf("a shape at rest went from %v to %v", at, p)
	}
	if p := pose(1); p.X != 11.5 || p.Y != 4 || math.Abs(math.Atan2(float64(p.S), float64(p.C))-1) > 1e-6 {
		t.Errorf("a moving shape is at %v", p)
	}
	if p := pose(5); p.X != five.X || math.Abs(math.Remainder(math.Atan2(float64(p.S), float64(p.C))-50.5, 2*math.Pi)) > 1e-5 {
		t.Errorf("a shape that turns by 50 is at %v", p)
	}
	if st := e.Stats(); st.Quarantined != 3 {
		t.Errorf("%d shapes in quarantine, want 3", st.Quarantined)
	}
	// Some columns may be left out; dt may go back.
	only := must.Get(batch.New(s, batch.Config{Columns: [2]batch.Columns{{Motion: soa.Motion{VY: vy}}}}))(t)
	before := pose(1)
	must.Get(only.Advance(context.Background(), -0.5))(t)
	if p := pose(1); p.Y != 5 || p.X != before.X || p.C != before.C {
		t.Errorf("back along y: %v, before %v", p, before)
	}
}

// TestAdvanceRegions: a region moves and turns as one, by the velocity of its ID. The entries of
// its other parts do not matter. A write by ID writes all parts; a write by slot works too.
func TestAdvanceRegions(t *testing.T) {
	for _, how := range []string{"by ID", "by slot"} {
		s := soa.New()
		vx, w := soa.Attach[float32](s), soa.Attach[float32](s)
		must.Get(s.AddBox(soa.At(50, 50, 0), 1, 1, soa.Attrs{}))(t)
		id := must.Get(livetest.AddHook(s, soa.At(0, 0, 0)))(t)
		parts, err := s.Parts(nil, id)
		if err != nil || len(parts) < 2 {
			t.Fatalf("%d parts, error %v", len(parts), err)
		}
		if how == "by ID" {
			err = errors.Join(vx.Set(id, 1), w.Set(id, 0.25))
		} else {
			err = s.Update(func(c soa.Live) {
				for k, part := range parts {
					i, _ := c.Slot(part)
					vx.Data(c)[i], w.Data(c)[i] = float32(1+100*k), float32(0.25*float64(1-k))
				}
			})
		}
		if err != nil {
			t.Fatal(err)
		}
		e := must.Get(batch.New(s, batch.Config{Columns: [2]batch.Columns{{Motion: soa.Motion{VX: vx, Spin: w}}}}))(t)
		for k := range 10 {
			must.Get(e.Advance(context.Background(), 1))(t)
			want := must.Get(s.Pose(id))(t)
			if angle := math.Atan2(float64(want.S), float64(want.C)); want.X != float64(k+1) || math.Abs(math.Remainder(angle-float64(0.25*float64(k+1)), 2*math.Pi)) > 1e-5 {
				t.Fatalf("%s, step %d: the region is at %v", how, k, want)
			}
			for _, part := range parts {
				if p, err := s.Pose(part); p != want || err != nil {
					t.Fatalf("%s, step %d: part %v is at %v, the region at %v, error %v", how, k, part, p, want, err)
				}
			}
		}
	}
}

// TestSweptRegions: in ModeSwept, too, all parts of a region move as its ID does.
func TestSweptRegions(t *testing.T) {
	for first := range 2 { // that there is a region in the first set, in the second
		sets := []*soa.Shapes{soa.New(), soa.New()}
		cols := []*soa.Column[float32]{soa.Attach[float32](sets[0]), soa.Attach[float32](sets[1])}
		mover, still := sets[first], sets[1-first]
		id := must.Get(livetest.AddHook(mover, soa.At(0, 0, 0)))(t)
		// Each part meets a disc of its own.
		for _, q := range []soa.Point{{X: 10.5, Y: 0.5}, {X: 10.5, Y: 2.5}} {
			must.Get(still.AddCircle(soa.At(q.X, q.Y, 0), 0.25, soa.Attrs{}))(t)
		}
		must.Do(t, mover.Update(func(c soa.Live) {
			v := cols[first].Data(c)
			for i := range v {
				v[i] = float32(math.NaN())
			}
			i, _ := c.Slot(id)
			v[i] = 20
		}))
		c, _ := must.Both(batch.Join(context.Background(), sets[0], sets[1], batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{{Motion: soa.Motion{VX: cols[0]}}, {Motion: soa.Motion{VX: cols[1]}}}}))(t)
		parts, err := mover.Parts(nil, id)
		if err != nil || len(parts) < 2 {
			t.Fatalf("%d parts, error %v", len(parts), err)
		}
		for _, part := range parts {
			if !slices.Contains([][]soa.ID{c.A, c.B}[first], part) {
				t.Errorf("part %v of a region in set %d meets nothing on its way", part, first)
			}
		}
	}
}

// TestAdvanceFails cancels steps at every look at the context, and gives them too little room:
// either nothing moved, or all did and the error says so; the engine then steps as it should.
func TestAdvanceFails(t *testing.T) {
	n, side := testenv.Rounds(500, 800, 800), float64(testenv.Rounds(28, 36, 36))
	if testenv.Race {
		n, side = 600, 35
	}
	for _, c := range []struct{ skin, workers int }{{0, 1}, {6, 1}, {0, 3}, {6, 3}} {
		if testenv.Race && c.workers == 1 {
			continue
		}
		skin, n, side, next := c.skin, n, side, func(looks int) int { return looks + 1 }
		if c.workers > 1 { // chunks for several, which look at the context in any order
			n, side = 9000, 130
			next = func(looks int) int { return looks + 1 + looks/4*4 }
			if testenv.Race {
				next = func(looks int) int { return 5*looks + 1 }
			}
		}
		l := newLife(t, 9, n, 0, side)
		e := must.Get(batch.New(l.shapes, batch.Config{Columns: [2]batch.Columns{l.motion()}, Workers: c.workers}.Listed(skin)))(t)
		check := func(what string, err, want error) {
			t.Helper()
			if !errors.Is(err, want) {
				t.Fatalf("%s: error %v, want %v", what, err, want)
			}
			c := must.Get(e.Step(context.Background()))(t)
			sameRows(t, what, rowsOf(c), rowsOf(collide(t, l.shapes, batch.Config{})))
		}
		hand := newLife(t, 9, n, 0, side)
		moved, stood := 0, 0
		for looks := 0; ; looks = next(looks) {
			before := posesOf(l.shapes)
			copyPoses(t, hand.shapes, l.shapes)
			hand.byHand(t, 0.3)
			_, err := e.Advance(testenv.EndsAfter(looks), 0.3)
			if err == nil {
				break
			}
			want := before
			if errors.Is(err, batch.ErrMoved) {
				want = posesOf(hand.shapes)
				moved++
			} else {
				stood++
			}
			if !slices.Equal(posesOf(l.shapes), want) {
				t.Fatalf("skin %d, cancelled at look %d (%v): shapes are not where they should be", skin, looks, err)
			}
			check(fmt.Sprintf("skin %d, cancelled at look %d", skin, looks), err, context.Canceled)
		}
		if moved == 0 || stood == 0 {
			t.Errorf("skin %d: %d errors after moving, %d before", skin, moved, stood)
		}
	}
	l := newLife(t, 9, n, 0, side)
	e := must.Get(batch.New(l.shapes, batch.Config{Columns: [2]batch.Columns{l.motion()}, MemoryLimit: 1 << 20}))(t)
	x, y := livetest.Positions(l.shapes)
	clear(x)
	clear(y)
	before := posesOf(l.shapes)
	_, err := e.Advance(context.Background(), 1)
	var many *daylight.LimitError
	if !errors.As(err, &many) || many.Option != "MemoryLimit" || !errors.Is(err, daylight.ErrLimit) || !errors.Is(err, batch.ErrMoved) {
		t.Errorf("too many contacts: error %v", err)
	}
	if !strings.Contains(err.Error(), "call Step") {
		t.Errorf("%q does not say what to do", err)
	}
	if slices.Equal(posesOf(l.shapes), before) {
		t.Error("too many contacts: nothing moved, and the error says it did")
	}
}

// copyPoses gives the shapes of one store the poses of another, which has the same.
func copyPoses(t testing.TB, to, from *soa.Shapes) {
	t.Helper()
	ids := livetest.IDs(from)
	x, y := livetest.Positions(from)
	cos, sin := livetest.Rotations(from)
	must.Do(t, to.Update(func(c soa.Live) {
		for k, id := range ids {
			i, _ := c.Slot(id)
			c.X[i], c.Y[i], c.C[i], c.S[i] = x[k], y[k], cos[k], sin[k]
		}
	}))
}
