// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/batch/exact"
	"daylight/batch/mtv"
	"daylight/batch/push"
	"daylight/batch/query"
	"daylight/batch/separate"
	"daylight/batch/solver"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/region"
	"daylight/soa"
)

func never(_, _ soa.ID) bool { return false }

func agree(_, _ soa.ID, found region.Verdict) region.Verdict { return found }

// TestConfigRules: fields of batch.Config that do not go together are refused by a reason, of an
// engine or of other calls.
func TestConfigRules(t *testing.T) {
	g := newGood(t)
	still := batch.Columns{Motion: soa.Motion{VX: g.vx}}
	exclude := batch.Columns{Exclude: soa.Attach[uint8](g.s)}
	for _, c := range []struct {
		calls, says string
		batch.Config
	}{
		{"New", "velocities", batch.Config{Mode: batch.ModeSwept}},
		{"New", "Columns[1]:", batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{still, still}}},
		{"New", "Columns[1]:", batch.Config{Columns: [2]batch.Columns{still, still}}},
		{"New", "Skin: true", batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{still}, Skin: true}},
		{"New", "Skin: true", batch.Config{Mode: batch.ModePairs, Skin: true}},
		{"New", "Strict: true", batch.Config{Mode: batch.ModePairs, Strict: true}},
		{"New", "Duration: 1", batch.Config{Columns: [2]batch.Columns{still}, Duration: 1}},
		{"New", "Omit", batch.Config{Mode: batch.ModePairs, Omit: never}},
		{"New", "Omit", batch.Config{Skin: true, Omit: never}},
		{"New", "BruteForce", batch.Config{BruteForce: true}},
		{"New", "Period", batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{still}, Period: [2]float64{9}}},
		{"New Collide BruteForce", "Period", batch.Config{Decide: agree, Period: [2]float64{1: 9}}},
		{"New Collide BruteForce", "Decide", batch.Config{Margin: 1, Decide: agree}},
		{"Collide BruteForce", "Skin", batch.Config{Skin: true}},
		{"Collide BruteForce", "Events", batch.Config{Events: true}},
		{"Collide BruteForce", "FixedOrder", batch.Config{FixedOrder: true}},
		{"Collide BruteForce", "Period", batch.Config{BruteForce: true, Period: [2]float64{9}}},
		{"Collide BruteForce", "Columns", batch.Config{Columns: [2]batch.Columns{still}}},
		{"Collide BruteForce", "Columns[1]", batch.Config{Columns: [2]batch.Columns{1: exclude}}},
		{"Collide BruteForce", "Columns[1]", batch.Config{Columns: [2]batch.Columns{exclude, exclude}}},
		{"Bounds.Fill", "Mode", batch.Config{Mode: batch.ModePairs}},
		{"Bounds.Fill", "torus", batch.Config{Period: [2]float64{9, 9}}},
		{"Bounds.Fill", "Margin", batch.Config{Margin: math.NaN()}},
		{"Bounds.Fill", "another store", batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{{Motion: soa.Motion{VX: soa.Attach[float32](soa.New())}}}}},
	} {
		for _, name := range strings.Fields(c.calls) {
			refused(t, g, "batch."+name, misuse{what: c.says, says: c.says, wrong: func(_ *good, call *call) {
				call.args[len(call.args)-1] = reflect.ValueOf(c.Config)
			}})
		}
	}
}

// made is what a constructor returns for Configs that are good.
func made[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// second is the error of a call that returns something else first.
func second[T any](_ T, err error) error { return err }

// advances is the error of an engine's Advance, and of the step after, which must have none.
func (g *good) advances(cfg batch.Config, dt float64) error {
	e := made(batch.New(g.s, cfg))
	err := second(e.Advance(context.Background(), dt))
	must.Get(e.Step(context.Background()))(g.t)
	return err
}

// solves is the error of a solver whose Config is a good one that is changed.
func (g *good) solves(change func(c *solver.Config), contacts *batch.Contacts) error {
	cfg := g.solving()
	change(&cfg)
	return solved(context.Background(), g.s, contacts, cfg)
}

func (g *good) found(cfg batch.Config) *batch.Contacts {
	c, _, err := batch.Collide(context.Background(), g.s, cfg)
	return made(c.Clone(), err)
}

func (g *good) torus() *batch.Contacts {
	return g.found(batch.Config{Mode: batch.ModeManifolds, Period: [2]float64{10, 10}})
}

func (g *good) turned() *batch.Contacts {
	c, _, err := batch.Join(context.Background(), g.other, g.s, batch.Config{Mode: batch.ModeManifolds})
	return made(c, err)
}

func (g *good) asker(cfg query.Config) *query.Asker {
	return made(made(query.New(g.s, cfg)).NewAsker(query.AskerConfig{}))
}

func plain(c *solver.Config) { c.Columns[0].Spin = nil }
func turning(*solver.Config) {}

var bg = context.Background()

const elsewhere = "of another store" // soa.ErrForeign

// rules are other things that are refused: what the error says, and how to get it.
var rules = []struct {
	says string
	do   func(g *good) error
}{
	{"make it with Config{Events: true}", func(g *good) error { return second(made(batch.New(g.s, batch.Config{})).Events()) }},
	{"batch.Advance", func(g *good) error { return g.advances(batch.Config{}, 1) }},
	{"batch.Advance", func(g *good) error {
		return g.advances(batch.Config{Columns: [2]batch.Columns{{Motion: soa.Motion{VX: g.vx}}}}, -0x1p61)
	}},
	{"batch.Advance", func(g *good) error {
		return g.advances(batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{{Motion: soa.Motion{VX: g.vx}}}}, 1)
	}},
	{"both", func(g *good) error {
		_, _, err := batch.Join(bg, g.s, g.s, batch.Config{})
		return err
	}},

	{"both", func(g *good) error { return second(separate.NewJoin(g.s, g.s, separate.Config{})) }},
	{"mass of shape 1:1 is -2", func(g *good) error {
		mass := soa.Attach[float64](g.s)
		livetest.Data(mass)[1] = -2
		return separated(bg, g.s, g.contacts(), separate.Config{Columns: [2]separate.Columns{{InvMass: mass}}})
	}},
	{elsewhere, func(g *good) error {
		return separated(bg, g.s, g.foreign().Clone(), separate.Config{})
	}},
	{elsewhere, func(g *good) error {
		return second(made(separate.NewJoin(g.s, g.other, separate.Config{})).Separate(bg, g.turned()))
	}},
	{elsewhere, func(g *good) error {
		return second(made(separate.NewJoin(g.s, g.other, separate.Config{})).Separate(bg, g.contacts()))
	}},
	{"torus", func(g *good) error {
		return separated(bg, g.s, g.torus(), separate.Config{SmoothSeams: true})
	}},

	{"both", func(g *good) error { return second(solver.NewJoin(g.s, g.s, g.solving())) }},
	{"one velocity", func(g *good) error {
		return g.solves(func(c *solver.Config) { c.Columns[0].VY = nil }, nil)
	}},
	{"one column", func(g *good) error {
		return g.solves(func(c *solver.Config) { c.Columns[0].VY = c.Columns[0].VX }, nil)
	}},
	{"twice", func(g *good) error {
		return g.solves(func(c *solver.Config) { c.Columns[0].Spin = c.Columns[0].VY }, nil)
	}},
	{"no velocities", func(g *good) error {
		return g.solves(func(c *solver.Config) { c.Columns[0] = solver.Columns{} }, nil)
	}},
	{"2^-60", func(g *good) error {
		return g.solves(func(c *solver.Config) { c.Duration = 1e-39 }, nil)
	}},
	{"not both", func(g *good) error {
		return g.solves(func(c *solver.Config) { c.Density, c.Columns[0].InvMass = 1, soa.Attach[float64](g.s) }, nil)
	}},
	{"FixedRotation", func(g *good) error {
		return g.solves(func(c *solver.Config) { c.Columns[0].Spin, c.Columns[0].FixedRotation = nil, soa.Attach[bool](g.s) }, nil)
	}},
	{"angular", func(g *good) error {
		return g.solves(func(c *solver.Config) { c.Columns[0].Spin, c.RollingResistance = nil, 1 }, nil)
	}},
	{"solver.Solve: ", func(g *good) error { return g.solves(turning, g.found(batch.Config{})) }},
	{"ModeManifolds", func(g *good) error { return g.solves(turning, g.found(batch.Config{})) }},
	{"ModeManifolds", func(g *good) error {
		return g.solves(turning, g.found(batch.Config{Mode: batch.ModeDistance}))
	}},
	{"ModeManifolds", func(g *good) error {
		one := *g.contacts()
		one.Points[1] = nil
		return g.solves(turning, &one)
	}},
	{"shape 2:1", func(g *good) error { // a segment that would have a mass
		made(g.s.AddCapsule(soa.At(0, 0, 0), 1, 0, soa.Attrs{}))
		return g.solves(func(c *solver.Config) { c.Density = 3 }, g.found(batch.Config{Mode: batch.ModeManifolds}))
	}},
	{elsewhere, func(g *good) error { return g.solves(plain, g.foreign().Clone()) }},
	{elsewhere, func(g *good) error {
		return second(made(solver.NewJoin(g.s, g.other, g.solving())).Solve(bg, g.turned()))
	}},
	{"torus", func(g *good) error { return g.solves(turning, g.torus()) }},

	{"torus", func(g *good) error { return second(push.Out(g.torus())) }},
	{"torus", func(g *good) error { return new(push.Pushes).Find(g.torus()) }},
	{"torus", func(g *good) error { return new(push.Bodies).Find(g.torus()) }},
	{"two sets", func(g *good) error {
		same := func(id soa.ID) soa.ID { return id }
		return new(push.Bodies).Find(g.contacts(), same, same, same)
	}},
	{"torus", func(g *good) error { return new(mtv.Candidates).Find(g.s, g.torus(), 0.1) }},
	{"tolerance", func(g *good) error { return new(mtv.Candidates).Find(g.s, g.contacts(), -1) }},
	{"tolerance", func(g *good) error { return second(mtv.Pair(g.s, g.ids[0], g.ids[1], -1)) }},

	{"empty", func(g *good) error {
		return second(new(exact.Scene).Add(region.Shape{}, soa.Attrs{}))
	}},
	{"in the store", func(g *good) error { return second(exact.NewScene(new(region.Shapes), g.s)) }},

	{"AnyOrder", func(g *good) error { return second(query.New(g.s, query.Config{AnyOrder: true})) }},
	{"question 1", func(g *good) error { // it would go round too often
		return second(g.asker(query.Config{}).CastRays(bg, g.ones(), g.ones(), []float64{1, 1e6}, g.ones(), query.Options{Period: [2]float64{100}}))
	}},
	{"dx", func(g *good) error {
		return second(g.asker(query.Config{}).CastShapes(bg, g.s, g.ids, nil, nil, nil, query.Options{}))
	}},
	{"empty", func(g *good) error {
		return second(g.asker(query.Config{}).OverlapBoxes(bg, g.ones(), g.ones(), []float64{1, 0}, g.ones(), query.Options{}))
	}},
	{"empty", func(g *good) error {
		return second(g.index().OverlapBox(nil, 1, 0, 0, 1, query.Options{}))
	}},
	{"2^61", func(g *good) error {
		return second(g.index().OverlapBox(nil, -1e30, 0, 1e30, 1, query.Options{}))
	}},
	{"", func(g *good) error {
		return second(g.asker(query.Config{}).WithinDistance(bg, -1, query.Options{}))
	}},
	{"Walls is an Asker of the same", func(g *good) error {
		ix := g.index()
		a, b := made(ix.NewAsker(query.AskerConfig{})), made(ix.NewAsker(query.AskerConfig{}))
		return second(a.WithinDistance(bg, 1, query.Options{Walls: b}))
	}},
	{"Walls was not made", func(g *good) error {
		return second(g.asker(query.Config{}).WithinDistance(bg, 1, query.Options{Walls: new(query.Asker)}))
	}},
	{"BruteForce", func(g *good) error {
		return second(g.asker(query.Config{BruteForce: true}).WithinDistance(bg, 1, query.Options{Period: [2]float64{60}}))
	}},
	{"quarantine", func(g *good) error {
		must.Do(g.t, g.s.Update(func(l soa.Live) { l.X[0] = math.NaN() }))
		return second(g.index().OverlapShape(nil, g.s, g.ids[0], query.Options{}))
	}},
}

func (g *good) ones() []float64 { return []float64{1, 1} }

// TestRules: each of them is refused, and so are some things by errors of package soa.
func TestRules(t *testing.T) {
	for k, r := range rules {
		g := newGood(t)
		err := r.do(g)
		if !errors.Is(err, daylight.ErrArgument) || !strings.Contains(err.Error(), r.says) || errors.Is(err, soa.ErrForeign) != (r.says == elsewhere) || errors.Is(err, batch.ErrMoved) {
			t.Errorf("rule %d, %s: %v", k, r.says, err)
		}
	}
	g := newGood(t)
	far := made(region.NewConvex([]region.Point{{X: 1e300}, {X: 1e300, Y: 1e299}, {Y: 1e300}}, 0))
	if _, err := new(exact.Scene).Add(far, soa.Attrs{}); !errors.Is(err, soa.ErrRange) {
		t.Errorf("a shape that is far away: %v", err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	walls := query.Options{Walls: newGood(t).asker(query.Config{})}
	if _, err := g.asker(query.Config{}).WithinDistance(ended, 9, walls); !errors.Is(err, context.Canceled) {
		t.Errorf("walls, and a context that has ended: %v", err)
	}
	gone := g.contacts()
	must.Do(t, g.s.Remove(g.ids[0]))
	if err := new(mtv.Candidates).Find(g.s, gone, 0); !errors.Is(err, soa.ErrNoShape) {
		t.Errorf("a contact of a removed shape: %v", err)
	}
}

// TestContactsThatFit: calls take contacts of brute force, copied contacts, and contacts that a
// caller put together. They take contacts of a torus where images do not matter.
func TestContactsThatFit(t *testing.T) {
	ctx, g := context.Background(), newGood(t)
	c := g.contacts()
	own := &batch.Contacts{A: c.A, B: c.B, Depth: c.Depth, NX: c.NX, NY: c.NY, Points: c.Points}
	for name, fits := range map[string]*batch.Contacts{
		"brute force": g.found(batch.Config{BruteForce: true, Mode: batch.ModeManifolds}), "a copy": c.Clone(), "put together": own, "torus": g.torus(),
	} {
		if err := errors.Join(separated(ctx, g.s, fits, separate.Config{}), g.solves(plain, fits)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if name != "torus" {
			must.Do(t, new(mtv.Candidates).Find(g.s, fits, 0.1))
		}
	}
	must.Get(made(separate.NewJoin(g.s, g.other, separate.Config{})).Separate(ctx, g.joined()))(t)
	must.Get(push.Out(g.joined(), g.ids[0]))(t)
}
