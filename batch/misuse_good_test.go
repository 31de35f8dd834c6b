// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"daylight/batch"
	"daylight/batch/exact"
	"daylight/batch/mtv"
	"daylight/batch/push"
	"daylight/batch/query"
	"daylight/batch/separate"
	"daylight/batch/solver"
	"daylight/internal/batchtest"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/region"
	"daylight/soa"
)

// functions are what batch and the packages below it export beside methods. A new one needs a line
// here; a new method, parameter or field of a Config is found by reflection.
var functions = map[string]any{
	"batch.New": batch.New, "batch.NewJoin": batch.NewJoin, "batch.Collide": batch.Collide, "batch.Join": batch.Join, "batch.ParseMode": batch.ParseMode,
	"batch.BruteForce": batchtest.BruteForce, "batch.BruteForceJoin": batchtest.BruteForceJoin,
	"separate.New": separate.New, "separate.NewJoin": separate.NewJoin,
	"solver.New": solver.New, "solver.NewJoin": solver.NewJoin, "query.New": query.New, "mtv.Pair": mtv.Pair, "push.Out": push.Out,
	"exact.Find": exact.Find, "exact.Join": exact.Join, "exact.NewScene": exact.NewScene, "exact.Put": exact.Put,
}

// receivers are the types with methods that fail, and how a good one is made; ready are those whose
// zero value is good.
var receivers = map[string]struct {
	make  func(g *good) any
	ready bool
}{
	"batch.Engine":       {make: func(g *good) any { return g.engine() }},
	"batch.Contacts":     {make: func(g *good) any { return g.contacts() }, ready: true},
	"batch.Bounds":       {make: func(*good) any { return new(batch.Bounds) }, ready: true},
	"separate.Separator": {make: func(g *good) any { return must.Get(separate.New(g.s, separate.Config{}))(g.t) }},
	"solver.Solver":      {make: func(g *good) any { return must.Get(solver.New(g.s, g.solving()))(g.t) }},
	"query.Index":        {make: func(g *good) any { return g.index() }},
	"query.Asker":        {make: func(g *good) any { return must.Get(g.index().NewAsker(query.AskerConfig{}))(g.t) }},
	"mtv.Candidates":     {make: func(*good) any { return new(mtv.Candidates) }, ready: true},
	"push.Bodies":        {make: func(*good) any { return new(push.Bodies) }, ready: true},
	"push.Pushes":        {make: func(*good) any { return new(push.Pushes) }, ready: true},
	"exact.Scene":        {make: func(g *good) any { return g.scene() }, ready: true},
}

// good is what calls take: two stores with a circle and a box that overlap, and their contacts.
type good struct {
	t                         testing.TB
	s, other                  *soa.Shapes
	ids                       []soa.ID
	contacts, foreign, joined func() *batch.Contacts // found once asked for
	vx, vy                    *soa.Column[float32]
	shape                     region.Shape
	inside                    func() // called once, from inside of the next call that looks at its context or tells its progress
}

func newGood(t testing.TB) *good {
	g := &good{t: t, s: soa.New(), other: soa.New()}
	for _, s := range []*soa.Shapes{g.s, g.other} {
		g.ids = []soa.ID{batchtest.Circle(t, s, 0, 0, 1, soa.Attrs{}), batchtest.Box(t, s, 1, 0, 1, 1, soa.Attrs{})}
	}
	manifolds := batch.Config{Mode: batch.ModeManifolds}
	g.contacts = sync.OnceValue(func() *batch.Contacts { return batchtest.Collide(t, g.s, manifolds) })
	g.foreign = sync.OnceValue(func() *batch.Contacts { return batchtest.Collide(t, g.other, manifolds) })
	g.joined = sync.OnceValue(func() *batch.Contacts {
		c, _ := must.Both(batch.Join(context.Background(), g.s, g.other, manifolds))(t)
		return c
	})
	g.vx, g.vy = soa.Attach[float32](g.s), soa.Attach[float32](g.s)
	must.Do(t, g.vx.Set(livetest.IDs(g.s)[0], 1))
	g.shape = must.Get(region.NewConvex([]region.Point{{}, {X: 1}, {Y: 1}}, 0))(t)
	return g
}

func (g *good) engine() *batch.Engine {
	cfg := batch.Config{Events: true, Columns: [2]batch.Columns{{Motion: soa.Motion{VX: g.vx, VY: g.vy}}}}
	cfg.OnProgress = func(int, int) {
		if inside := g.inside; inside != nil {
			g.inside = nil
			inside()
		}
	}
	e := must.Get(batch.New(g.s, cfg))(g.t)
	must.Get(e.Step(context.Background()))(g.t)
	return e
}

func (g *good) solving() solver.Config {
	return solver.Config{Columns: [2]solver.Columns{{Motion: soa.AttachMotion(g.s)}}, Duration: 1}
}

func (g *good) index() *query.Index { return must.Get(query.New(g.s, query.Config{}))(g.t) }

func (g *good) scene() *exact.Scene {
	s := new(exact.Scene)
	must.Get(s.Add(g.shape, soa.Attrs{}))(g.t)
	return s
}

// A call is a function, or a method of a good receiver.
type call struct {
	name string // package.Func or package.Type.Method
	of   any    // nil of a function
	f    reflect.Value
	args []reflect.Value // good ones
}

// names lists all calls, in order.
func names(t testing.TB) (list []string) {
	g := newGood(t)
	for name := range functions {
		list = append(list, name)
	}
	for of := range receivers {
		typ := reflect.TypeOf(receivers[of].make(g))
		for i := range typ.NumMethod() {
			if f := typ.Method(i).Type; f.NumOut() > 0 && f.Out(f.NumOut()-1) == errorType {
				list = append(list, of+"."+typ.Method(i).Name)
			}
		}
	}
	slices.Sort(list)
	return list
}

var errorType = reflect.TypeFor[error]()

// call returns a call with good arguments.
func (g *good) call(name string) *call {
	c := &call{name: name}
	if f, is := functions[name]; is {
		c.f = reflect.ValueOf(f)
	} else {
		of, method := cutLast(name)
		c.of = receivers[of].make(g)
		c.f = reflect.ValueOf(c.of).MethodByName(method)
	}
	seen := map[reflect.Type]int{}
	for i := range c.f.Type().NumIn() {
		if in := c.f.Type().In(i); i < c.f.Type().NumIn()-1 || !c.f.Type().IsVariadic() {
			c.args = append(c.args, g.argument(name, in, seen[in]))
			seen[in]++
		}
	}
	if name == "push.Out" { // it needs one ID at least
		c.args = append(c.args, reflect.ValueOf(g.ids[0]))
	}
	return c
}

// argument returns the k-th good argument of a type.
func (g *good) argument(name string, in reflect.Type, k int) reflect.Value {
	stored := new(region.Shapes)
	for range g.s.Len() {
		stored.Append(&g.shape)
	}
	var found []reflect.Value
	for _, v := range []any{g.s, g.other, g.ids[0], g.ids[1], g.ids, []float64{0, 1}, 1.0, 1, "contact", g.shape, &g.shape, stored} {
		if reflect.TypeOf(v) == in {
			found = append(found, reflect.ValueOf(v))
		}
	}
	switch {
	case in == reflect.TypeFor[context.Context]():
		return reflect.ValueOf(context.Background())
	case in == reflect.TypeFor[*batch.Contacts]():
		return reflect.ValueOf(g.contacts())
	case in == reflect.TypeFor[*exact.Scene]():
		return reflect.ValueOf(g.scene())
	case in == reflect.TypeFor[solver.Config]():
		return reflect.ValueOf(g.solving())
	case name == "solver.Solver.SetState":
		return reflect.ValueOf(g.state())
	case name == "batch.Contacts.Fit" && k == 1:
		return found[0]
	case in.Kind() == reflect.Slice && isSingle(name): // what was found before
		return reflect.MakeSlice(in, 1, 1)
	case len(found) > 0:
		return found[min(k, len(found)-1)]
	}
	return reflect.Zero(in)
}

// cutLast parts the name of a call from what it is of.
func cutLast(name string) (of, call string) {
	i := strings.LastIndexByte(name, '.')
	return name[:i], name[i+1:]
}

// isSingle says whether a call answers one question, and appends to what it is given.
func isSingle(name string) bool { return strings.HasPrefix(name, "query.Index.") }

// state is what a solver saves that has seen the contacts.
func (g *good) state() []byte {
	s, before := must.Get(solver.New(g.s, g.solving()))(g.t), g.poses()
	must.Get(s.Solve(context.Background(), g.contacts()))(g.t)
	for k, id := range livetest.IDs(g.s) {
		must.Do(g.t, g.s.SetPose(id, before[k]))
	}
	return must.Get(s.AppendState(nil))(g.t)
}

// do makes the call. A panic is an error.
func (c *call) do() (results []reflect.Value, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("it panics: %v", v)
		}
	}()
	results = c.f.Call(c.args)
	err, _ = results[len(results)-1].Interface().(error)
	return results, err
}

// poses is where all shapes are.
func (g *good) poses() (all []soa.Pose) {
	for _, s := range []*soa.Shapes{g.s, g.other} {
		for _, id := range livetest.IDs(s) {
			all = append(all, must.Get(s.Pose(id))(g.t))
		}
	}
	return all
}
