// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/batch/exact"
	"daylight/batch/query"
	"daylight/batch/solver"
	"daylight/internal/batchtest"
	"daylight/kernels"
	"daylight/soa"
)

// beyond has more values to refuse, by the name of the field. badValues has those for all fields.
var beyond = map[string][]any{
	"Mode": {int(batch.ModeDistance) + 1}, "Workers": {daylight.MaxWorkers + 1}, "MemoryLimit": {1000}, "Effort": {1<<30 + 1},
	"Iterations": {10_001}, "RelaxIterations": {10_001}, "SubSteps": {10_001}, "StaticPasses": {10_001, -2},
	"Relaxation": {2.0}, "Restitution": {2.0}, "Margin": {0x1p61}, "Within": {2.0 * query.MaxDistance}, "Period": {0x1p61},
	"Duration": {1e39},
}

// fine are values of badValues that fields of these names may have.
var fine = map[string][]any{"StaticPasses": {-1}, "Margin": {-1.0}, "X": {-1.0}, "Y": {-1.0}, "MaxPush": {math.Inf(1)}}

// badValues are values that make no sense in a field.
func badValues(name string, of reflect.Type) (bad []any) {
	switch of.Kind() {
	case reflect.Int, reflect.Int64:
		bad = []any{-1}
	case reflect.Float64:
		bad = []any{math.NaN(), math.Inf(1), math.Inf(-1), -1.0}
	case reflect.String:
		bad = []any{"abacus"}
	}
	if of.Kind() == reflect.Array || of.Kind() == reflect.Struct {
		return nil // its elements and fields have bad values of their own
	}
	bad = slices.DeleteFunc(bad, func(v any) bool { return slices.Contains(fine[name], v) })
	return append(bad, beyond[name]...)
}

// A spoiled is a field of a struct, or of a struct inside it, and a bad value for it.
type spoiled struct {
	path  []int
	name  string // of the outermost field, but for the Engine of exact.Config
	value any
}

// A strange column is one that is not attached to the shapes of a call: to others, or no longer.
type strange string

// columnOf makes such a column of a type, or nil if that is no column.
func columnOf(of reflect.Type, kind strange, s *soa.Shapes) any {
	switch reflect.Zero(of).Interface().(type) {
	case *soa.Column[float32]:
		return strangeColumn[float32](kind, s)
	case *soa.Column[float64]:
		return strangeColumn[float64](kind, s)
	case *soa.Column[bool]:
		return strangeColumn[bool](kind, s)
	case *soa.Column[uint8]:
		return strangeColumn[uint8](kind, s)
	case *soa.Column[solver.Material]:
		return strangeColumn[solver.Material](kind, s)
	}
	if strings.HasPrefix(of.String(), "*soa.Column[") {
		panic(of.String() + ": add a case for columns of this type")
	}
	return nil
}

func strangeColumn[T any](kind strange, s *soa.Shapes) any {
	if kind == "of another store" {
		return soa.Attach[T](soa.New())
	}
	c := soa.Attach[T](s)
	soa.Detach(s, c)
	return c
}

// spoils lists what can be wrong with the fields of a type.
func spoils(of reflect.Type) (list []spoiled) {
	for i := range of.NumField() {
		if f := of.Field(i); f.IsExported() {
			for _, s := range spoilsOf(f.Name, f.Type) {
				s.path = append([]int{i}, s.path...)
				list = append(list, s)
			}
		}
	}
	return list
}

// spoilsOf does so for the type of one field.
func spoilsOf(name string, of reflect.Type) (list []spoiled) {
	for _, v := range badValues(name, of) {
		list = append(list, spoiled{nil, name, v})
	}
	switch {
	case columnOf(of, "of another store", nil) != nil:
		list = append(list, spoiled{nil, name, strange("of another store")}, spoiled{nil, name, strange("detached")})
	case of.Kind() == reflect.Array:
		for i := range of.Len() {
			for _, s := range spoilsOf(name, of.Elem()) {
				s.path = append([]int{i}, s.path...)
				list = append(list, s)
			}
		}
	case of.Kind() == reflect.Struct && of != reflect.TypeFor[soa.Attrs]():
		for _, s := range spoils(of) {
			if name != "Engine" {
				s.name = name
			}
			list = append(list, s)
		}
	}
	return list
}

// at is what a path of fields and places in arrays leads to.
func at(v reflect.Value, path []int) reflect.Value {
	for _, k := range path {
		if v.Kind() == reflect.Array {
			v = v.Index(k)
		} else {
			v = v.Field(k)
		}
	}
	return v
}

// spoil writes a value into a copy of a struct.
func (s *spoiled) spoil(g *good, of reflect.Value) reflect.Value {
	v := reflect.New(of.Type()).Elem()
	v.Set(of)
	f, value := at(v, s.path), s.value
	kind, column := value.(strange)
	if cfg, is := of.Interface().(batch.Config); is && (column || s.name == "Duration") {
		cfg.Mode, cfg.Columns[0].VX = batch.ModeSwept, g.vx // which reads them all
		v.Set(reflect.ValueOf(cfg))
	}
	if column {
		value = columnOf(f.Type(), kind, g.s)
	}
	f.Set(reflect.ValueOf(value).Convert(f.Type()))
	return v
}

// TestFields: every field of every Config, and of the Options of every question, refuses values
// that make no sense, by its name and value.
func TestFields(t *testing.T) {
	tried := 0
	for _, name := range names(t) {
		c := newGood(t).call(name)
		for i, right := range c.args {
			if right.Kind() != reflect.Struct || right.Type() == reflect.TypeFor[soa.Attrs]() || name == "batch.Bounds.Fill" {
				continue // Fill looks at what changes boxes, see TestConfigRules
			}
			for _, s := range spoils(right.Type()) {
				tried++
				m := misuse{what: fmt.Sprintf("%s: %v", s.name, s.value), says: s.name, asked: -1, wrong: func(g *good, c *call) { c.args[i] = s.spoil(g, c.args[i]) }}
				_, column := s.value.(strange)
				switch {
				case s.value == "abacus":
					m.want, m.says = kernels.ErrUnknown, `Kernels: "abacus"`
				case column && right.Type() != reflect.TypeFor[exact.Config]() && (s.path[1] == 0 && s.name != "Other" || strings.Contains(name, "Join")):
					m.want = soa.ErrForeign
				case !column && len(s.path) == 1 && right.Type() != reflect.TypeFor[query.Options]():
					m.says = fmt.Sprintf("{%s: %v}", s.name, s.value)
				}
				refused(t, newGood(t), name, m)
			}
		}
		if c.of == nil || !receivers[name[:strings.LastIndexByte(name, '.')]].ready {
			continue
		}
		for _, s := range spoils(reflect.TypeOf(c.of).Elem()) {
			tried++
			refused(t, newGood(t), name, misuse{what: fmt.Sprintf("%s: %v", s.name, s.value), says: s.name, stays: true, wrong: func(g *good, c *call) {
				reflect.ValueOf(c.of).Elem().Set(s.spoil(g, reflect.ValueOf(c.of).Elem()))
			}})
		}
	}
	if t.Logf("%d values", tried); tried < 500 {
		t.Errorf("only %d values tried", tried)
	}
}

// chosen is a value of a field that stands for no default, for n questions.
func (g *good) chosen(f reflect.StructField, n int) reflect.Value {
	v := reflect.New(f.Type).Elem()
	switch f.Type {
	case reflect.TypeFor[[]soa.Attrs]():
		return reflect.ValueOf(make([]soa.Attrs, n))
	case reflect.TypeFor[[]soa.ID]():
		return reflect.ValueOf(make([]soa.ID, n))
	case reflect.TypeFor[*query.Asker]():
		return reflect.ValueOf(newGood(g.t).asker(query.Config{}))
	case reflect.TypeFor[soa.Attrs]():
		return reflect.ValueOf(soa.Attrs{Category: 1})
	}
	switch f.Type.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(100)
	case reflect.Int, reflect.Int64:
		if v.SetInt(1 << 20); f.Name == "Workers" {
			v.SetInt(2)
		}
	case reflect.Uint64:
		v.SetUint(uint64(g.ids[1]))
	case reflect.Func:
		v.Set(reflect.MakeFunc(f.Type, func([]reflect.Value) (out []reflect.Value) {
			for i := range f.Type.NumOut() {
				out = append(out, reflect.Zero(f.Type.Out(i)))
			}
			return out
		}))
	case reflect.String:
		v.SetString("go")
	case reflect.Array:
		v.Index(0).Set(g.chosen(reflect.StructField{Name: f.Name, Type: f.Type.Elem()}, n))
	case reflect.Struct:
		for i := range f.Type.NumField() {
			v.Field(i).Set(g.chosen(f.Type.Field(i), n))
		}
	case reflect.Pointer:
		if _, is := v.Interface().(*soa.Column[float32]); is {
			v.Set(reflect.ValueOf(soa.Attach[float32](g.s)))
		}
	}
	return v
}

// honours are the fields of Options that each kind of question knows, and those of a Config that
// package exact does.
var honours = map[string]string{
	"CastRays": "Attrs AttrsOf Skip SkipOf Inside Periods", "CastRaysAny": "Attrs AttrsOf Skip SkipOf Inside Periods",
	"CastRaysAll": "Attrs AttrsOf Skip SkipOf Inside Periods", "CastShapes": "Skip SkipOf Strict IgnoreSensors",
	"OverlapPoints": "Attrs AttrsOf Skip SkipOf Within Canonical Periods", "OverlapBoxes": "Attrs AttrsOf Skip SkipOf Within Canonical Periods",
	"OverlapAABBs": "Attrs AttrsOf Skip SkipOf Canonical IgnoreSensors", "OverlapShapes": "Skip SkipOf Within Canonical Periods", "CoverShapes": "Skip SkipOf Canonical IgnoreSensors",
	"NearestToPoints": "Attrs AttrsOf Skip SkipOf Within NoClosestPoints Periods", "NearestToShapes": "Skip SkipOf Within NoClosestPoints Periods",
	"WithinDistance": "HalfLists Centres Walls Periods", "Engine": "Strict Workers Kernels MemoryLimit OnProgress",
}

// plural is the name of the questions in columns that a call asks one of.
var plural = strings.NewReplacer("CastRayAll", "CastRaysAll", "CastRayAny", "CastRaysAny", "OverlapBox", "OverlapBoxes")

// TestHonoured: a call takes the fields of Options that it can honour, and refuses each of the
// others by name. So does package exact with those of Config.Engine.
func TestHonoured(t *testing.T) {
	for _, name := range names(t) {
		c := newGood(t).call(name)
		last := len(c.args) - 1
		if last < 0 {
			continue
		}
		typ, n, path := c.args[last].Type(), 2, []int(nil)
		_, method := cutLast(name)
		switch typ {
		case reflect.TypeFor[query.Options]():
			if isSingle(name) {
				if method, n = plural.Replace(method), 1; honours[method] == "" {
					method += "s"
				}
			}
		case reflect.TypeFor[exact.Config]():
			engine, _ := typ.FieldByName("Engine")
			typ, path, method = engine.Type, engine.Index, "Engine"
		default:
			continue
		}
		known := strings.Fields(strings.Replace(honours[method], "Periods", "IgnoreSensors Period", 1))
		for k := range typ.NumField() {
			f := typ.Field(k)
			wrong := func(n int) func(g *good, c *call) {
				return func(g *good, c *call) {
					v := reflect.New(c.args[last].Type()).Elem()
					v.FieldByIndex(append(slices.Clone(path), k)).Set(g.chosen(f, n))
					c.args[last] = v
				}
			}
			switch g := newGood(t); {
			case !f.IsExported():
			case !slices.Contains(known, f.Name):
				refused(t, g, name, misuse{what: f.Name, says: f.Name, wrong: wrong(n)})
			default:
				c := g.call(name)
				wrong(n)(g, c)
				if _, err := c.do(); err != nil {
					t.Errorf("%s, %s: %v", name, f.Name, err)
				}
				if f.Type.Kind() == reflect.Slice && !isSingle(name) {
					refused(t, newGood(t), name, misuse{what: "a short " + f.Name, says: f.Name, asked: -1, wrong: wrong(1)})
				}
			}
		}
	}
}

// TestPanicsOfTheCaller: a panic in a function that the caller gave is an error that names the
// field and does not call it a fault of this module; the engine goes on working.
func TestPanicsOfTheCaller(t *testing.T) {
	boom := errors.New("boom")
	typ := reflect.TypeFor[batch.Config]()
	for k := range typ.NumField() {
		f := typ.Field(k)
		if f.Type.Kind() != reflect.Func {
			continue
		}
		for _, workers := range []int{1, 2} {
			g := newGood(t)
			for i := range 5000 { // they touch, so that Decide is asked
				batchtest.Box(t, g.s, float64(2*i), 100, 1, 1, soa.Attrs{})
				if i < 300 {
					batchtest.Box(t, g.other, float64(2*i), 100, 1, 1, soa.Attrs{})
				}
			}
			panics := true
			cfg := batch.Config{Workers: workers}
			reflect.ValueOf(&cfg).Elem().Field(k).Set(reflect.MakeFunc(f.Type, func(in []reflect.Value) []reflect.Value {
				if panics {
					panic(boom)
				}
				return g.chosen(f, 1).Call(in)
			}))
			e, err := batch.New(g.s, cfg)
			if err != nil {
				t.Fatal(err)
			}
			_, step := e.Step(context.Background())
			_, _, once := batch.Collide(context.Background(), g.s, cfg)
			cfg.BruteForce = true
			_, _, brute := batch.Collide(context.Background(), g.other, cfg)
			for call, err := range map[string]error{"Step": step, "Collide": once, "BruteForce": brute} {
				var p *daylight.PanicError
				if !errors.As(err, &p) || p.Function != f.Name || p.Value != boom || !errors.Is(err, boom) ||
					!strings.Contains(err.Error(), "given to "+f.Name) || !strings.Contains(err.Error(), "boom") || strings.Contains(err.Error(), "report") {
					t.Errorf("%s, %s, %d workers: %v", call, f.Name, workers, err)
				}
			}
			panics = false
			if _, err := e.Step(context.Background()); err != nil {
				t.Errorf("%s, %d workers: the step after: %v", f.Name, workers, err)
			}
		}
	}
}
