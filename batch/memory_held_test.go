// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"daylight/internal/broadphase"
	"daylight/internal/kernels/pair"
	"daylight/internal/must"
	"daylight/internal/step"
	"daylight/internal/store"
	"daylight/internal/testenv"
	"daylight/soa"
)

// visited counts the bytes of slices, each once.
type visited map[uintptr]bool

// columns is how many bytes the slices in a value hold that have not been looked at, those in
// structs of its own included.
func (l visited) columns(v reflect.Value) (n int64) {
	switch v.Kind() {
	case reflect.Slice:
		if v.Cap() == 0 || l[v.Pointer()] {
			return 0
		}
		l[v.Pointer()] = true
		n = int64(v.Cap()) * int64(v.Type().Elem().Size())
		if k := v.Type().Elem().Kind(); k == reflect.Struct || k == reflect.Slice {
			for i := range v.Len() {
				n += l.columns(v.Index(i))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			n += l.columns(v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			n += l.columns(v.Index(i))
		}
	}
	return n
}

// TestHeldIsCounted: what an engine holds after a step, found by looking at every slice that
// it has, is what it counts as held, and no more than the step reserved before it took it.
func TestHeldIsCounted(t *testing.T) {
	for name, c := range map[string]struct {
		n, filters int
		side       float64
		corners    int
		join       bool // every second shape is in another set
		opts       Config
	}{
		"spread":         {n: 20_000, side: 220},
		"spread, three":  {n: 20_000, side: 220, opts: Config{Workers: 3}},
		"crowd":          {n: 900, side: 1},
		"crowd, three":   {n: 900, side: 1, opts: Config{Workers: 3}},
		"one strip":      {n: 6000, side: 3, filters: 3, opts: Config{Mode: ModeOverlaps}},
		"filters":        {n: 9000, side: 150, filters: 1},
		"worlds":         {n: 30_000, side: 20, filters: 2},
		"polygons":       {n: 1500, side: 30, corners: 40},
		"events":         {n: 3000, side: 40, opts: Config{Events: true}},
		"events, three":  {n: 3000, side: 40, opts: Config{Events: true, Workers: 3, Canonical: true}},
		"list":           {n: 9000, side: 150, opts: Config{}.Listed(4)},
		"list of 8":      {n: 9000, side: 150, opts: Config{}.Listed(8)},
		"list, polygons": {n: 3000, side: 60, corners: 7, opts: Config{}.Listed(4)},
		"list, watching": {n: 9000, side: 150, opts: Config{}.Listed(Auto)},
		"torus":          {n: 9000, side: 100, opts: Config{Period: [2]float64{90, 40}}},
		"torus, filters": {n: 9000, side: 100, filters: 1, opts: Config{Period: [2]float64{9}}.Listed(4)},
		"torus, list":    {n: 9000, side: 100, opts: Config{Period: [2]float64{90, 40}}.Listed(4)},
		"join":           {n: 20_000, side: 220, join: true},
		"join, three":    {n: 9000, side: 150, filters: 1, join: true, opts: Config{Workers: 3, Mode: ModeDistance}},
		"join, polygons": {n: 3000, side: 60, corners: 7, join: true, opts: Config{Events: true, Canonical: true}},
		"torus, 8":       {n: 9000, side: 100, opts: Config{Period: [2]float64{90, 40}}.Listed(8)},
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(name, "three") {
				testenv.Sequential(t)
			}
			r := rand.New(rand.NewPCG(7, 7))
			shapes, others := soa.New(), soa.New()
			outline := make([]soa.Point, c.corners)
			for i := range outline {
				s, co := soa.SinCos(6.283 * float64(i) / float64(c.corners))
				outline[i] = soa.Point{X: float64(co), Y: float64(s)}
			}
			for i := range c.n {
				var attrs soa.Attrs
				switch c.filters {
				case 1:
					attrs.Body = uint32(i/3 + 1)
				case 2:
					attrs.World = uint32(i / 50)
				case 3: // hardly anybody meets
					attrs.Body = uint32(i%2 + 1)
					attrs.World = uint32(i / 4)
				}
				at := soa.At(r.Float64()*c.side, r.Float64()*c.side, r.Float64())
				var err error
				to := shapes
				if c.join && i%2 == 1 {
					to = others
				}
				if c.corners > 0 {
					_, err = to.AddPolygon(at, outline, 0, attrs)
				} else {
					_, err = to.AddBox(at, 0.5, 0.5, attrs)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			cfg := c.opts
			if cfg.Workers == 0 {
				cfg.Workers = 1
			}
			e := must.Get(New(shapes, cfg))(t)
			if c.join {
				e = must.Get(NewJoin(shapes, others, cfg))(t)
			}
			for frame := range 5 {
				must.Get(e.Step(context.Background()))(t)
				reserved := e.run.Memory.Held()
				e.run.HeldBefore = e.found.Bytes() + e.canon.Bytes() + e.events.Bytes() + 4*int64(cap(e.perm))
				counted := e.run.Held()
				if e.list != nil {
					counted += e.list.Bytes()
				}
				l := visited{}
				l.columns(reflect.ValueOf(store.Of(shapes).Columns())) // not the engine's
				for _, field := range []string{"input", "filters"} {   // nor what it was before a reorder
					l.columns(reflect.ValueOf(e.run.Frame).Elem().FieldByName("buckets").FieldByName(field))
				}
				all := 4*int64(cap(e.perm)) + l.columns(reflect.ValueOf(&e.run).Elem().FieldByName("joint"))
				if e.run.Torus != nil {
					all += l.columns(reflect.ValueOf(e.run.Torus).Elem())
				}
				for _, own := range []any{e.run.Frame, &e.events, &e.found, &e.canon, &e.run.Axes} {
					all += l.columns(reflect.ValueOf(own).Elem())
				}
				if e.list != nil {
					all += l.columns(reflect.ValueOf(e.list).Elem())
				}
				for _, w := range e.run.All {
					w.Args, w.Block = pair.Args{}, pair.Block{} // other names of the same
					all += int64(reflect.TypeFor[step.Worker]().Size()) + l.columns(reflect.ValueOf(w).Elem())
				}
				const small = 1 << 13
				if all > counted+small {
					t.Errorf("frame %d: %d bytes are held, %d counted", frame, all, counted)
				}
				if all > reserved+small {
					t.Errorf("frame %d: %d bytes are held, %d were reserved", frame, all, reserved)
				}
				if max := broadphase.BytesFor(c.n+e.run.Torus.Images(), len(e.run.All)); e.run.Frame.Bytes() > max {
					t.Errorf("frame %d: a frame of %d boxes holds %d bytes, at most %d are expected", frame, c.n, e.run.Frame.Bytes(), max)
				}
				if err := shapes.Update(func(l soa.Live) {
					for i := range l.X { // another place for each
						l.X[i], l.Y[i] = r.Float64()*c.side, r.Float64()*c.side
					}
				}); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestComersAreCounted: the pairs of shapes that come back into a list are reserved before they
// are taken, too: large shapes that leave have many.
func TestComersAreCounted(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	shapes := soa.New()
	var giants []soa.ID
	for i := range 6000 {
		half := 0.4
		if i < 30 {
			half = 100
		}
		id := must.Get(shapes.AddBox(soa.At(r.Float64()*80, r.Float64()*80, 0), half, half, soa.Attrs{}))(t)
		if i < 30 {
			giants = append(giants, id)
		}
	}
	e := must.Get(New(shapes, Config{Workers: 1, Mode: ModeOverlaps, Margin: -60}.Listed(8)))(t) // hardly any contacts
	came := 0
	for frame := range 8 {
		must.Get(e.Step(context.Background()))(t)
		if st := e.Stats(); st.SkinAge != 1 {
			came += st.detail.Escaped
		}
		reserved := e.run.Memory.Held()
		e.run.HeldBefore = e.found.Bytes() + e.canon.Bytes() + e.events.Bytes() + 4*int64(cap(e.perm))
		t.Logf("frame %d: %d escaped, %d bytes held, %d reserved", frame, e.Stats().detail.Escaped, e.run.Held(), reserved)
		if held := e.run.Held() + e.list.Bytes(); held > reserved+1<<13 {
			t.Errorf("frame %d: %d bytes are held, %d were reserved", frame, held, reserved)
		}
		for _, id := range giants {
			x, y, err := shapes.Position(id)
			if err == nil {
				err = shapes.SetPosition(id, x+8*r.Float64()-4, y+8*r.Float64()-4)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if came == 0 {
		t.Error("nothing came back")
	}
}

// TestColumnsGrowTogether: a step reserves memory for contacts by the room that the columns have
// which all modes fill, so those of some modes have as much.
func TestColumnsGrowTogether(t *testing.T) {
	for _, mode := range []Mode{ModeManifolds, ModeSwept, ModeDistance} {
		r := rand.New(rand.NewPCG(9, 9))
		shapes := soa.New()
		for range 3000 {
			must.Get(shapes.AddBox(soa.At(40*r.Float64(), 40*r.Float64(), 0), 0.4, 0.4, soa.Attrs{}))(t)
		}
		cfg := Config{Workers: 1, Mode: mode, Margin: -0.3}
		if mode == ModeSwept {
			cfg.Columns[0].VX = soa.Attach[float32](shapes)
		}
		e := must.Get(New(shapes, cfg))(t)
		must.Get(e.Step(context.Background()))(t)
		room := cap(e.found.Time)
		if mode != ModeSwept {
			room = min(cap(e.found.Points[0]), cap(e.found.Points[1]))
		}
		if e.found.Len() < 100 || room < e.found.Capacity() {
			t.Errorf("%v: %d contacts, room for %d by the columns of all modes, and %d by its own", mode, e.found.Len(), e.found.Capacity(), room)
		}
	}
}

// TestForeseesWithinTheLimit: the least MemoryLimit that a first step bears is what it is where
// columns grow by a quarter at a time alone.
func TestForeseesWithinTheLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a hundred steps of 20,000 shapes")
	}
	testenv.Sequential(t)
	defer func(was float64) { step.Ample = was }(step.Ample)
	for _, canonical := range []bool{false, true} {
		shapes := someBoxes(t, 20_000)
		least := func() int64 {
			lo, hi := int64(1<<20), int64(1<<25)
			for hi-lo > 1<<13 {
				m := (lo + hi) / 2
				e := must.Get(New(shapes, Config{Workers: 1, MemoryLimit: m, Canonical: canonical, FixedOrder: true}))(t)
				if _, err := e.Step(context.Background()); err == nil {
					hi = m
				} else {
					lo = m
				}
			}
			return hi
		}
		got := least()
		was := step.Ample
		step.Ample = math.Inf(1)
		plain := least()
		step.Ample = was
		if t.Logf("least limit %d KiB, %d where nothing is foreseen", got>>10, plain>>10); got > plain {
			t.Errorf("canonical %v: a step needs a limit of %d bytes; without foreseeing, %d", canonical, got, plain)
		}
	}
}
