// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/batch/query"
	"daylight/internal/must"
	"daylight/kernels"
	"daylight/soa"
)

// A misuse is a call with one thing wrong.
type misuse struct {
	what  string
	wrong func(g *good, c *call)
	want  error  // daylight.ErrArgument unless set
	says  string // what the error contains
	asked int    // the question that a *query.QuestionError of columns must name
	stays bool   // what is wrong with the shapes or the receiver, so that the call cannot succeed afterwards
}

// refused makes a call with one thing wrong. The error must be as wanted and name the package,
// nothing may have changed, and the call must succeed when it is made rightly afterwards.
func refused(t *testing.T, g *good, name string, m misuse) {
	t.Helper()
	c := g.call(name)
	right := slices.Clone(c.args)
	m.wrong(g, c)
	before := g.poses()
	results, err := c.do()
	if m.want == nil {
		m.want = daylight.ErrArgument
	}
	pkg, _, _ := strings.Cut(name, ".")
	pkg += "."
	if pkg == "exact." && c.of == nil {
		pkg = name + ": "
	}
	var argument *daylight.ArgumentError
	var question *query.QuestionError
	asks := errors.As(err, &question)
	for problem, is := range map[string]bool{
		"want " + m.want.Error():  !errors.Is(err, m.want),
		"want " + m.says:          err != nil && !strings.Contains(err.Error(), m.says),
		"another call":            asks && !strings.HasSuffix(name, "."+question.Op),
		"another question":        asks && question.Question != m.asked && (question.Question != -1 || !isSingle(name)),
		"of another type":         m.want == daylight.ErrArgument && !asks && !errors.As(err, &argument),
		"of another package":      argument != nil && !strings.HasPrefix(argument.Problem, pkg) && !strings.HasPrefix(argument.Problem, "batch."),
		"it says that they moved": errors.Is(err, batch.ErrMoved),
	} {
		if is {
			t.Errorf("%s, %s: %v: %s", name, m.what, err, problem)
		}
	}
	if len(results) > 1 && isSingle(name) && results[0].Kind() == reflect.Slice && results[0].Len() != c.args[0].Len() {
		t.Errorf("%s, %s: what was found before is gone, or more", name, m.what)
	}
	if !slices.Equal(g.poses(), before) {
		t.Errorf("%s, %s: shapes have moved", name, m.what)
	}
	if c.args = right; !m.stays {
		_, err = c.do()
		if err != nil {
			t.Errorf("%s after %s: %v", name, m.what, err)
		}
	}
}

// set is a misuse by another argument.
func set(what string, i int, v any) misuse {
	return misuse{what: what, asked: -1, wrong: func(_ *good, c *call) {
		if c.args[i] = reflect.Zero(c.f.Type().In(i)); v != nil {
			c.args[i] = reflect.ValueOf(v)
		}
	}}
}

// TestGoodCalls: what the other tests spoil one thing of succeeds as it is, and no call that can
// fail is left out.
func TestGoodCalls(t *testing.T) {
	list := names(t)
	for _, name := range list {
		if _, err := newGood(t).call(name).do(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	surface := string(must.Get(os.ReadFile("../docs/surface.txt"))(t))
	exported := regexp.MustCompile(`(?m)^package (.*)$|^func (?:\(\*(\w+)\)\.)?(\w+)\(.*\berror\)?$`)
	pkg, seen := "", 0
	for _, m := range exported.FindAllStringSubmatch(surface, -1) {
		switch name := pkg + "." + strings.TrimPrefix(m[2]+"."+m[3], "."); {
		case m[1] != "":
			pkg = m[1][strings.LastIndexByte(m[1], '/')+1:]
			if !strings.HasPrefix(m[1], "batch") {
				pkg = ""
			}
		case pkg != "":
			if seen++; !slices.Contains(list, name) {
				t.Errorf("%s can fail, and is not tried; add it to functions or its type to receivers", name)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d calls found in docs/surface.txt", seen)
	}
}

// TestNilAndZero: calls that are given nil for shapes, a scene, contacts or a context, or are made
// on nil, or on a zero value that has to come from a constructor, say so.
func TestNilAndZero(t *testing.T) {
	for _, name := range names(t) {
		c := newGood(t).call(name)
		for i := range c.args {
			in := c.f.Type().In(i)
			if in.Kind() == reflect.Pointer && name != "batch.Contacts.Fit" && name != "exact.NewScene" && name != "exact.Put" || in == reflect.TypeFor[context.Context]() {
				refused(t, newGood(t), name, set("nil", i, nil))
			}
		}
		of, method := cutLast(name)
		if r := receivers[of]; c.of != nil {
			on := func(v reflect.Value) func(*good, *call) {
				return func(_ *good, c *call) { c.f = v.MethodByName(method) }
			}
			typ := reflect.TypeOf(c.of)
			if !r.ready || name == "exact.Scene.Add" {
				refused(t, newGood(t), name, misuse{what: "on nil", stays: true, wrong: on(reflect.Zero(typ))})
			}
			if !r.ready {
				refused(t, newGood(t), name, misuse{what: "on the zero value", stays: true, wrong: on(reflect.New(typ.Elem()))})
			}
		}
	}
	if n := new(query.Index).Len(); n != 0 {
		t.Errorf("the zero Index has %d shapes", n)
	}
}

// TestBadArguments: numbers, columns, shapes and contacts that make no sense are refused by every
// call that takes them; of questions in columns, the error says which.
func TestBadArguments(t *testing.T) {
	for _, name := range names(t) {
		c := newGood(t).call(name)
		for i, right := range c.args {
			for _, v := range senseless[right.Type()] {
				refused(t, newGood(t), name, set(fmt.Sprint(v), i, v))
			}
			switch right.Interface().(type) {
			case []float64:
				for k := range 2 {
					for _, v := range far {
						bad := []float64{0, 1}
						bad[k] = v.(float64)
						m := set(fmt.Sprint(bad), i, bad)
						m.asked = k
						refused(t, newGood(t), name, m)
					}
				}
			case soa.ID:
				absent := misuse{what: "no shape", want: soa.ErrNoShape, asked: -1, stays: true, wrong: func(g *good, c *call) { c.args[i] = reflect.ValueOf(soa.ID(1 << 60)) }}
				if strings.HasPrefix(name, "query.") {
					absent.want = daylight.ErrArgument
				}
				refused(t, newGood(t), name, absent)
				absent.what, absent.wrong = "a removed shape", func(g *good, c *call) { must.Do(g.t, g.s.Remove(right.Interface().(soa.ID))) }
				refused(t, newGood(t), name, absent)
			case []soa.ID:
				if !isSingle(name) {
					m := set("no shape among others", i, []soa.ID{right.Interface().([]soa.ID)[0], 1 << 60})
					m.asked = 1
					refused(t, newGood(t), name, m)
				}
			case []byte:
				if state := newGood(t).state(); name == "solver.Solver.SetState" {
					far := append(state[:16:16], 1, 0, 0, 0, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0) // a shape that would take a table of 64 MiB
					for _, bad := range [][]byte{nil, far, state[:len(state)-1], append(state[:len(state):len(state)], state[16:]...), append([]byte("daylight.solver\x02"), state[16:]...)} {
						refused(t, newGood(t), name, set(fmt.Sprintf("%q", bad), i, bad))
					}
				}
			case *soa.Shapes:
				if strings.HasPrefix(name, "query.") && name != "query.New" {
					m := set("a store without the shape", i, soa.New())
					m.asked = 0
					refused(t, newGood(t), name, m)
				}
			case *batch.Contacts:
				contacts := func(what, says string, c func(g *good) *batch.Contacts) misuse {
					return misuse{what: what, says: says, wrong: func(g *good, call *call) { call.args[i] = reflect.ValueOf(c(g)) }}
				}
				refused(t, newGood(t), name, contacts("overlaps", "no depths", func(g *good) *batch.Contacts { return g.found(batch.Config{Mode: batch.ModeOverlaps}) }))
				if !strings.HasPrefix(name, "push.") {
					none := &batch.Contacts{A: make([]soa.ID, 1), B: make([]soa.ID, 1)}
					refused(t, newGood(t), name, contacts("put together", "no depths", func(*good) *batch.Contacts { return none }))
					refused(t, newGood(t), name, contacts("of other shapes", elsewhere, func(g *good) *batch.Contacts { return g.foreign() }))
					refused(t, newGood(t), name, contacts("of a Join", "Join", func(g *good) *batch.Contacts { return g.joined() }))
				}
			}
		}
	}
}

var far = []any{math.NaN(), math.Inf(1), math.Inf(-1), 1e31}

// senseless are values of a type that no call takes.
var senseless = map[reflect.Type][]any{
	reflect.TypeFor[float64]():   far,
	reflect.TypeFor[[]float64](): {[]float64{0}}, // others have two
	reflect.TypeFor[int]():       {0, -1, query.MaxNeighbours + 1},
	reflect.TypeFor[string]():    {"abacus"},
}

// TestEnded: a call whose context has ended returns its error.
func TestEnded(t *testing.T) {
	ended, end := context.WithCancel(context.Background())
	end()
	for _, name := range names(t) {
		c := newGood(t).call(name)
		for i := range c.args {
			if c.f.Type().In(i) == reflect.TypeFor[context.Context]() {
				m := set("an ended context", i, ended)
				m.want = context.Canceled
				refused(t, newGood(t), name, m)
			}
		}
	}
}

// TestKernelsOfTheEnvironment: a name in DAYLIGHT_KERNELS that no kernels have is refused by what
// chooses them.
func TestKernelsOfTheEnvironment(t *testing.T) {
	calls := map[string]*call{"mtv.Pair": newGood(t).call("mtv.Pair")}
	for _, name := range names(t) {
		c := newGood(t).call(name)
		for _, a := range c.args {
			if a.Kind() == reflect.Struct && (a.FieldByName("Kernels").IsValid() || a.FieldByName("Engine").IsValid()) && name != "batch.Bounds.Fill" {
				calls[name] = c
			}
		}
	}
	t.Setenv("DAYLIGHT_KERNELS", "sse9")
	for name, c := range calls {
		if _, err := c.do(); !errors.Is(err, kernels.ErrUnknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// outsiders are calls that need not hold the shapes: they read none, or copies, or the shapes of a
// question.
var outsiders = regexp.MustCompile(`^(batch\.(New|ParseMode|Contacts|Engine\.(Events|Shrink))|exact\.(Find|Join|NewScene|Scene)|separate\.New|` +
	`solver\.(New|Solver\.\w+State)|query\.(Asker|Index\.(Cast|Cover|Nearest|NewAsker|Overlap)))`)

// TestHeld: other calls that are made while somebody writes to the shapes return soa.ErrInUse.
func TestHeld(t *testing.T) {
	for _, name := range names(t) {
		g := newGood(t)
		c := g.call(name)
		must.Do(t, g.s.Update(func(soa.Live) {
			if _, err := c.do(); !errors.Is(err, soa.ErrInUse) && (err != nil || !outsiders.MatchString(name)) {
				t.Errorf("%s: %v", name, err)
			}
		}))
	}
}
