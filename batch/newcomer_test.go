// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"daylight/batch"
	"daylight/batch/separate"
	"daylight/batch/solver"
	"daylight/internal/batchtest"
	"daylight/internal/must"
	"daylight/internal/store"
	"daylight/internal/testenv"
	"daylight/soa"
)

// crowdOf is the program of a newcomer, in the README's words: circles move by velocities
// of their own and bounce off the sides of a square. A caller's data about a shape can lie in a map
// by ID, in a slice in order of adding, or in a column.
type crowdOf struct {
	shapes   *soa.Shapes
	ids      []soa.ID
	velocity map[soa.ID]soa.Point   // moves one shape after the other, by ID
	vx, vy   []float64              // in order of adding, and so by Index
	cx, cy   *soa.Column[float64]   // follow the shapes
	frame    func(c *crowdOf) error // which of the three it uses
	side     float64
}

func newCrowdOf(t testing.TB, n int, frame func(c *crowdOf) error) *crowdOf {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(n), 1))
	shapes := soa.New()
	c := &crowdOf{shapes: shapes, velocity: map[soa.ID]soa.Point{}, frame: frame, side: float64(n) / 100}
	c.cx, c.cy = soa.Attach[float64](shapes), soa.Attach[float64](shapes)
	for range n {
		id := must.Get(shapes.AddCircle(soa.At(c.side*r.Float64(), c.side*r.Float64(), 0), 0.2, soa.Attrs{}))(t)
		v := soa.Point{X: r.NormFloat64(), Y: r.NormFloat64()}
		c.ids, c.velocity[id] = append(c.ids, id), v
		c.vx, c.vy = append(c.vx, v.X), append(c.vy, v.Y)
		must.Do(t, errors.Join(c.cx.Set(id, v.X), c.cy.Set(id, v.Y)))
	}
	return c
}

// newcomerStep is the time of a frame. The move of a shape in it is rounded before it
// is added, so that the three ways of moving give the same bits where the compiler
// fuses.
const newcomerStep = 1.0 / 60

// byID moves shapes one by one.
func byID(c *crowdOf) error {
	for _, id := range c.ids {
		x, y, err := c.shapes.Position(id)
		if err != nil {
			return err
		}
		v := c.velocity[id]
		if x+float64(v.X*newcomerStep) < 0 || x+float64(v.X*newcomerStep) > c.side {
			v.X = -v.X
		}
		c.velocity[id] = v
		if err := c.shapes.SetPosition(id, x+float64(v.X*newcomerStep), y+float64(v.Y*newcomerStep)); err != nil {
			return err
		}
	}
	return nil
}

// byIndex moves all at once, by slices in order of adding.
func byIndex(c *crowdOf) error {
	return c.shapes.Update(func(l soa.Live) {
		for i, id := range l.ID {
			k := id.Index()
			if x := l.X[i] + float64(c.vx[k]*newcomerStep); x < 0 || x > c.side {
				c.vx[k] = -c.vx[k]
			}
			l.X[i] += float64(c.vx[k] * newcomerStep)
			l.Y[i] += float64(c.vy[k] * newcomerStep)
		}
	})
}

// byColumn moves all at once, by columns.
func byColumn(c *crowdOf) error {
	return c.shapes.Update(func(l soa.Live) {
		vx, vy := c.cx.Data(l), c.cy.Data(l)
		for i := range l.X {
			if x := l.X[i] + float64(vx[i]*newcomerStep); x < 0 || x > c.side {
				vx[i] = -vx[i]
			}
			l.X[i] += float64(vx[i] * newcomerStep)
			l.Y[i] += float64(vy[i] * newcomerStep)
		}
	})
}

// run steps it and returns the positions in order of adding, the contacts of the last
// frame, and how often storage was reordered.
func (c *crowdOf) run(t testing.TB, frames int, opts batch.Config) (positions []soa.Point, last *batch.Contacts, reorders int) {
	t.Helper()
	cfg := opts
	cfg.Canonical = true
	engine := must.Get(batch.New(c.shapes, cfg))(t)
	for range frames {
		must.Do(t, c.frame(c))
		contacts := must.Get(engine.Step(context.Background()))(t)
		last = contacts.Clone()
		if engine.Stats().Detail().Reordered {
			reorders++
		}
	}
	for _, id := range c.ids {
		x, y := must.Both(c.shapes.Position(id))(t)
		positions = append(positions, soa.Point{X: x, Y: y})
	}
	return positions, last, reorders
}

// TestNewcomer: however shapes are moved, with as many as may be and whether or not an
// engine reorders storage, in check mode and out of it, they end up in the same places,
// with the contacts that brute force finds.
func TestNewcomer(t *testing.T) {
	counts := []int{3, 50, 2000, testenv.Rounds(5000, 10_000, 10_000)} // the last are enough to be reordered
	if testenv.Race {
		counts = counts[:3]
	}
	for _, n := range counts {
		frames := testenv.Rounds(6, 20, 20)
		plain := newCrowdOf(t, n, byID)
		want, contacts, reorders := plain.run(t, frames, batch.Config{FixedOrder: true})
		if reorders != 0 {
			t.Fatalf("n=%d: reordered %d times with Reorder(false)", n, reorders)
		}
		brute := must.Get(batchtest.BruteForce(context.Background(), plain.shapes, batch.Config{}))(t)
		if !equalContacts(contacts, brute) {
			t.Errorf("n=%d: %d contacts, by brute force %d", n, contacts.Len(), brute.Len())
		}
		for name, frame := range map[string]func(*crowdOf) error{"by ID": byID, "by index": byIndex, "by column": byColumn} {
			for _, check := range []bool{false, true} {
				t.Run(fmt.Sprintf("n=%d/%s/check=%v", n, name, check), func(t *testing.T) {
					defer store.SetCheckMode(store.SetCheckMode(check))
					c := newCrowdOf(t, n, frame)
					got, touching, reorders := c.run(t, frames, batch.Config{})
					if !reflect.DeepEqual(got, want) {
						t.Error("shapes are elsewhere than without reordering")
					}
					if !equalContacts(byIndices(touching), byIndices(contacts)) {
						t.Errorf("%d contacts, %d without reordering", touching.Len(), contacts.Len())
					}
					if reorders == 0 && (check || n > 4096) || check && reorders != frames {
						t.Errorf("%d reorders in %d frames: the test shows nothing", reorders, frames)
					}
				})
			}
		}
	}
}

func equalContacts(a, b *batch.Contacts) bool {
	return reflect.DeepEqual(a.A, b.A) && reflect.DeepEqual(a.B, b.B) && reflect.DeepEqual(a.Depth, b.Depth) &&
		reflect.DeepEqual(a.NX, b.NX) && reflect.DeepEqual(a.NY, b.NY)
}

// TestSlotsAreNoNames: in check mode, code that takes a slot for a shape goes wrong in its smallest
// test, in the first frames.
func TestSlotsAreNoNames(t *testing.T) {
	defer store.SetCheckMode(store.SetCheckMode(true))
	for _, n := range []int{2, 3, 50, 2000, testenv.Rounds(5000, 10_000, 10_000)} {
		bySlot := func(c *crowdOf) error {
			return c.shapes.Update(func(l soa.Live) {
				for i := range l.X {
					l.X[i] += c.vx[i] * newcomerStep
				}
			})
		}
		want, _, _ := newCrowdOf(t, n, bySlot).run(t, 3, batch.Config{FixedOrder: true})
		got, _, _ := newCrowdOf(t, n, bySlot).run(t, 3, batch.Config{})
		if reflect.DeepEqual(got, want) {
			t.Errorf("n=%d: nobody would notice", n)
		}
	}
}

// byIndices is a copy of contacts without the generations of IDs, which tell stores apart in check
// mode.
func byIndices(c *batch.Contacts) *batch.Contacts {
	c = c.Clone()
	for i := range c.A {
		c.A[i], c.B[i] = soa.ID(c.A[i].Index())<<32, soa.ID(c.B[i].Index())<<32
	}
	return c
}

// TestHeldWhileStepping: a function that a step calls cannot change the shapes.
func TestHeldWhileStepping(t *testing.T) {
	shapes := soa.New()
	id := circle(t, shapes, 0, 0, 1, soa.Attrs{})
	var errs []error
	e := must.Get(batch.New(shapes, batch.Config{OnProgress: func(int, int) {
		_, add := shapes.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{})
		errs = append(errs, add, shapes.Remove(id), shapes.SetPosition(id, 1, 1), shapes.Update(func(soa.Live) {}))
	}}))(t)
	must.Get(e.Step(context.Background()))(t)
	if len(errs) == 0 {
		t.Error("no call was made")
	}
	for k, err := range errs {
		if !errors.Is(err, soa.ErrInUse) {
			t.Errorf("call %d: %v", k, err)
		}
	}
	must.Do(t, shapes.Update(func(soa.Live) {
		if _, err := e.Step(context.Background()); !errors.Is(err, soa.ErrInUse) {
			t.Errorf("a step inside of Update: %v", err)
		}
	}))
	if _, err := e.Step(context.Background()); err != nil {
		t.Error(err)
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
	if err == nil {
		_, err = s.Separate(ctx, contacts)
	}
	return err
}
