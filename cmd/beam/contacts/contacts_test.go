// SPDX-License-Identifier: MIT

package contacts

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/mtime"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"daylight/batch"
	"daylight/batch/tile"
	"daylight/soa"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	beam.Init()
	os.Exit(m.Run())
}

func init() {
	register.DoFn2x0[int, func(*Contact) bool](&collectFn{})
	register.Iter1[Contact]()
	register.Function2x0(stamp)
	register.Emitter2[beam.EventTime, Shape]()
}

// collected is what pipelines have found, by their numbers: the workers are in this process.
var collected struct {
	sync.Mutex
	runs [][]Contact
}

type collectFn struct{ Run int }

func (f *collectFn) ProcessElement(_ int, contacts func(*Contact) bool) {
	collected.Lock()
	defer collected.Unlock()
	var c Contact
	for contacts(&c) {
		collected.runs[f.Run] = append(collected.runs[f.Run], c)
	}
}

// onPrism runs a pipeline that find is a part of, and returns what it found, in order.
func onPrism(t testing.TB, find func(s beam.Scope) beam.PCollection) ([]Contact, metrics.QueryResults, error) {
	t.Helper()
	collected.Lock()
	run := len(collected.runs)
	collected.runs = append(collected.runs, nil)
	collected.Unlock()
	p, s := beam.NewPipelineWithRoot()
	// On their way through a GroupByKey contacts are coded and decoded.
	beam.ParDo0(s, &collectFn{Run: run}, beam.GroupByKey(s, beam.AddFixedKey(s, find(s))))
	result, err := prism.Execute(context.Background(), p)
	if err != nil {
		return nil, metrics.QueryResults{}, err
	}
	list := collected.runs[run]
	slices.SortFunc(list, func(a, b Contact) int { return a.Compare(&b) })
	return list, result.Metrics().AllMetrics(), nil
}

// same compares contacts bit for bit: numbers of other bits have other texts, and none is NaN.
func same(t *testing.T, got, want []Contact) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d contacts, want %d", len(got), len(want))
	}
	for i := range want {
		if fmt.Sprint(got[i]) != fmt.Sprint(want[i]) {
			t.Fatalf("contact %d of %d\n got %+v\nwant %+v", i, len(want), got[i], want[i])
		}
	}
}

// create makes a PCollection of several bundles: one of each list that it is flattened from.
func create(s beam.Scope, list []Shape) beam.PCollection {
	var some []beam.PCollection
	for part := range slices.Chunk(list, len(list)/5+1) {
		some = append(some, beam.CreateList(s, part))
	}
	return beam.Flatten(s, some...)
}

// TestCollideOnPrism: with elements in any order and every bundle run twice, a pipeline finds what one
// run of the engine finds. (TestBundles tries all modes.)
func TestCollideOnPrism(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	list := random(r, 2000)
	opts := []Option{InMode(batch.ModeManifolds), Margin(0.3), Tiles(12)}
	set, err := newSettings(opts)
	if err != nil {
		t.Fatal(err)
	}
	before := died.Load()
	got, _, err := onPrism(t, func(s beam.Scope) beam.PCollection {
		return must(single(tiled(s, retried(1), opts, create(s, shuffled(r, list))))(s))
	})
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, singleRun(t, set, list))
	if died.Load() < before+12 {
		t.Error("bundles were not run twice")
	}
}

func retried(seed uint64) dofns {
	return dofns{
		pack:  func(f packFn) any { return &retriedPack{Fn: f, Seed: seed} },
		route: func(f routeFn) any { return &retriedRoute{Fn: f, Seed: seed} },
		tile:  func(f tileFn) any { return &retriedTile{Fn: f, Seed: seed} },
	}
}

func TestJoinOnPrism(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	a, b := random(r, 700), random(r, 500)
	opts := []Option{InMode(batch.ModeSwept), Tiles(20)}
	set, err := newSettings(opts)
	if err != nil {
		t.Fatal(err)
	}
	want := singleRun(t, set, a, b)
	got, _, err := onPrism(t, func(s beam.Scope) beam.PCollection {
		return must(single(tiled(s, retried(3), opts, create(s, shuffled(r, a)), create(s, shuffled(r, b))))(s))
	})
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, want)
}

// TestPlanGiven: with a plan there is no sample, and the public transforms do what those above do.
func TestPlanGiven(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	a := random(r, 400)
	p, err := tile.New(6, []tile.Part{{From: WorldNumber(""), To: WorldNumber(""), Y: []float64{3}, X: [][]float64{{2, 5}, {4}}}})
	if err != nil {
		t.Fatal(err)
	}
	set, _ := newSettings(nil)
	got, m, err := onPrism(t, func(s beam.Scope) beam.PCollection { return Collide(s, create(s, a), Plan(p)) })
	if err != nil {
		t.Fatal(err)
	}
	want := singleRun(t, set, a)
	same(t, got, want)
	counts := map[string]int64{}
	for _, c := range m.Counters() {
		if c.Key.Namespace == Namespace {
			counts[c.Key.Name] += c.Committed
		}
	}
	if counts["shapes"] != 400 || counts["contacts"] != int64(len(want)) || counts["copies"] <= 400 || counts["tiles"] > 6 || counts["tiles"] < 4 || counts["candidates"] < counts["contacts"] {
		t.Errorf("counters %v with %d contacts", counts, len(want))
	}
}

// stamp puts a shape into the second that its ID says.
func stamp(s Shape, emit func(beam.EventTime, Shape)) {
	emit(mtime.FromTime(time.Unix(s.ID/100, 0)), s)
}

// TestWindows: shapes of different windows do not meet.
func TestWindows(t *testing.T) {
	var list []Shape
	for i := range int64(200) {
		s := Circle(i, float64(i%10)/2, float64(i/10%10)/2, 0.4)
		list = append(list, s)
	}
	var want []Contact
	set, _ := newSettings(nil)
	for w := range 2 {
		want = append(want, singleRun(t, set, list[100*w:100*w+100])...)
	}
	late := slices.Clone(list)
	for i := range late[100:] {
		late[100+i].Name = "late"
	}
	for i := range want {
		if want[i].A >= 100 {
			want[i].NameA, want[i].NameB = "late", "late"
		}
	}
	p, err := tile.New(4, []tile.Part{{From: WorldNumber(""), To: WorldNumber(""), Y: []float64{2}, X: [][]float64{{1}, {3}}}})
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := onPrism(t, func(s beam.Scope) beam.PCollection {
		timed := beam.ParDo(s, stamp, beam.CreateList(s, late))
		return beam.WindowInto(s, window.NewGlobalWindows(), Collide(s, beam.WindowInto(s, window.NewFixedWindows(time.Second), timed), Plan(p)))
	})
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, want)
}

func TestRefused(t *testing.T) {
	_, s := beam.NewPipelineWithRoot()
	shapes := beam.CreateList(s, []Shape{Circle(1, 0, 0, 1)})
	for _, o := range []Option{nil, Margin(1e30), Tiles(0), Plan(nil), Workers(0), Kernels("abacus"), MaxCandidates(0), MemoryLimit(0), InMode(99)} {
		if _, err := TryCollide(s, shapes, o); err == nil {
			t.Error("an option is not refused")
		}
	}
	if _, err := TryCollide(s, shapes, InMode(batch.ModePairs)); !errors.Is(err, batch.ErrArgument) {
		t.Errorf("pairs: %v", err)
	}
	if _, err := TryCollide(s, beam.WindowInto(s, window.NewFixedWindows(time.Second), shapes)); !errors.Is(err, ErrWindows) {
		t.Errorf("windows without a plan: %v", err)
	}
	var bad *batch.ArgumentError
	if _, err := TryJoin(s, shapes, beam.CreateList(s, []int{1})); !errors.As(err, &bad) {
		t.Errorf("a PCollection of ints: %v", err)
	}
	if _, err := TryCollideTiles(s, beam.PCollection{}); !errors.As(err, &bad) {
		t.Errorf("no PCollection: %v", err)
	}
}

// TestBadShapes: what is wrong with a shape is an error that names it, in the DoFns and in the
// pipeline that they are a part of.
func TestBadShapes(t *testing.T) {
	set, _ := newSettings([]Option{UniqueNames(true)})
	b := newBounds(&set)
	for _, s := range []Shape{
		Circle(7, 0, 0, -1),
		{ID: 7, Kind: 9},
		{ID: 7, Kind: KindPolygon, Outline: []float64{1, 2, 3}},
		{ID: 7, Radius: 1, Filtered: true, Category: 1 << 40},
	} {
		var bad *ShapeError
		if _, err := b.add(s); !errors.As(err, &bad) || bad.ID != 7 {
			t.Errorf("%+v: %v", s, err)
		}
	}
	f := tileFn{Set: set, plan: new(tile.Plan)}
	named := Circle(2, 0, 0, 1)
	named.Name = "a"
	again := Circle(3, 0, 0, 1)
	again.Name = "a"
	elsewhere := again
	elsewhere.World = "b"
	for _, c := range []struct {
		list []Shape
		ok   bool
	}{
		{[]Shape{Circle(1, 0, 0, 1), Circle(1, 5, 5, 1)}, false},
		{[]Shape{named, again}, false},
		{[]Shape{named, elsewhere}, true},
	} {
		_, _, err := f.find(context.Background(), 0, &[2][]Shape{c.list})
		var bad *ShapeError
		if errors.As(err, &bad) == c.ok {
			t.Errorf("%v: %v", c.list, err)
		}
	}
	if _, _, err := onPrism(t, func(s beam.Scope) beam.PCollection {
		return Collide(s, create(s, []Shape{Circle(1, 0, 0, -1)}))
	}); err == nil {
		t.Error("a pipeline with a bad shape ends well")
	}
}

// TestMakePlan: a sample that is thinned still makes even tiles.
func TestMakePlan(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	set, _ := newSettings(nil)
	var blocks [][]byte
	var all tile.Sample
	for range 8 {
		f := &packFn{Set: set}
		f.StartBundle(nil, nil)
		for i := range int64(2000) {
			if err := f.ProcessElement(context.Background(), Circle(i, r.Float64()*100, r.Float64()*50, 0.5), func([]byte) {}, nil); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.FinishBundle(context.Background(), func([]byte) {}, func(b []byte) { blocks = append(blocks, b) }); err != nil {
			t.Fatal(err)
		}
	}
	for _, most := range []int{1 << 20, 4000} {
		left := blocks
		p, err := makePlan(func(b *[]byte) bool {
			if len(left) == 0 {
				return false
			}
			*b, left = left[0], left[1:]
			return true
		}, 16, most)
		if err != nil {
			t.Fatal(err)
		}
		if p.Tiles() != 16 {
			t.Errorf("%d tiles of 16", p.Tiles())
		}
		all = tile.Sample{}
		store := soa.New()
		for range 16000 {
			if _, err := store.AddCircle(soa.At(r.Float64()*100, r.Float64()*50, 0), 0.5, soa.Attrs{}); err != nil {
				t.Fatal(err)
			}
		}
		var bounds tile.Bounds
		if err := bounds.Fill(store, batch.Config{}); err != nil {
			t.Fatal(err)
		}
		for id := range store.All() {
			all.World, all.Boxes = append(all.World, WorldNumber("")), append(all.Boxes, bounds.Box(id))
		}
		reach, pairs, err := p.Loads(all)
		if err != nil {
			t.Fatal(err)
		}
		sum, top := 0.0, 0.0
		for t := range reach {
			sum, top = sum+(reach[t]+pairs[t]), max(top, reach[t]+pairs[t])
		}
		if top > 1.5*sum/16 {
			t.Errorf("with %d samples the busiest tile has %.2f times the mean", most, top/(sum/16))
		}
	}
	if _, err := makePlan(func(b *[]byte) bool { *b = make([]byte, 7); return true }, 4, 10); err == nil {
		t.Error("a damaged sample is not refused")
	}
}

// TestBlocks: shapes are after their way what they were before, and damage is found.
func TestBlocks(t *testing.T) {
	list := random(rand.New(rand.NewPCG(5, 5)), 500)
	block := []byte{1}
	for i := range list {
		block = appendShape(block, &list[i])
	}
	var sets [2][]Shape
	if err := readBlock(block, &sets); err != nil {
		t.Fatal(err)
	}
	for i := range list {
		if list[i].Kind == KindCircle {
			list[i].Cos, list[i].Sin = 0, 0
		}
	}
	if len(sets[0]) != 0 || !reflect.DeepEqual(sets[1], list) {
		t.Error("shapes have changed on their way")
	}
	for n := range 200 {
		if err := readBlock(block[:n], new([2][]Shape)); err == nil && n > 0 {
			whole := []byte{1}
			found := false
			for i := range list {
				found = found || len(whole) == n
				whole = appendShape(whole, &list[i])
			}
			if !found {
				t.Errorf("a block that is cut after %d bytes is not refused", n)
			}
		}
	}
	if readBlock([]byte{2}, &sets) == nil || readBlock(nil, &sets) == nil {
		t.Error("a block of no set is not refused")
	}
}
