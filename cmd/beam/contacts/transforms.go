// SPDX-License-Identifier: MIT

package contacts

import (
	"errors"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
)

func init() {
	for _, v := range []any{Shape{}, Contact{}, Point{}, Found{}} {
		beam.RegisterType(reflect.TypeOf(v))
	}
}

// ErrWindows is the error for shapes in windows other than the global one, without the option Plan.
var ErrWindows = errors.New("contacts: shapes in windows need the option Plan: a sample would be of all windows")

// Collide finds the contacts between the shapes of a PCollection<Shape>, and returns them as a
// PCollection<Contact>, in no particular order. It panics where TryCollide returns an error.
func Collide(s beam.Scope, shapes beam.PCollection, opts ...Option) beam.PCollection {
	return must(TryCollide(s, shapes, opts...))
}

// TryCollide is Collide, but returns an error instead of panicking: ErrWindows, or a
// *batch.ArgumentError.
func TryCollide(s beam.Scope, shapes beam.PCollection, opts ...Option) (beam.PCollection, error) {
	return single(TryCollideTiles(s, shapes, opts...))(s)
}

// CollideTiles is Collide, but returns the contacts of each tile together, in order, as a
// PCollection<Found>. Tiles without contacts are left out.
func CollideTiles(s beam.Scope, shapes beam.PCollection, opts ...Option) beam.PCollection {
	return must(TryCollideTiles(s, shapes, opts...))
}

// TryCollideTiles is CollideTiles, but returns an error instead of panicking; see TryCollide.
func TryCollideTiles(s beam.Scope, shapes beam.PCollection, opts ...Option) (beam.PCollection, error) {
	return tiled(s.Scope("daylight.Collide"), dofns{}, opts, shapes)
}

// Join finds the contacts between the shapes of two PCollection<Shape>, and returns them as a
// PCollection<Contact>, in no particular order: A is from the first and B from the second. IDs
// need to differ only within each. It panics where TryJoin returns an error.
func Join(s beam.Scope, a, b beam.PCollection, opts ...Option) beam.PCollection {
	return must(TryJoin(s, a, b, opts...))
}

// TryJoin is Join, but returns an error instead of panicking; see TryCollide.
func TryJoin(s beam.Scope, a, b beam.PCollection, opts ...Option) (beam.PCollection, error) {
	return single(TryJoinTiles(s, a, b, opts...))(s)
}

// JoinTiles is Join, but returns the contacts of each tile together; see CollideTiles.
func JoinTiles(s beam.Scope, a, b beam.PCollection, opts ...Option) beam.PCollection {
	return must(TryJoinTiles(s, a, b, opts...))
}

// TryJoinTiles is JoinTiles, but returns an error instead of panicking; see TryCollide.
func TryJoinTiles(s beam.Scope, a, b beam.PCollection, opts ...Option) (beam.PCollection, error) {
	return tiled(s.Scope("daylight.Join"), dofns{}, opts, a, b)
}

func must(c beam.PCollection, err error) beam.PCollection {
	if err != nil {
		panic(err)
	}
	return c
}

func single(found beam.PCollection, err error) func(s beam.Scope) (beam.PCollection, error) {
	return func(s beam.Scope) (beam.PCollection, error) {
		if err != nil {
			return beam.PCollection{}, err
		}
		return beam.ParDo(s.Scope("daylight.Each"), &eachFn{}, found), nil
	}
}

// dofns are put in place of those of the transforms, by tests.
type dofns struct {
	pack  func(packFn) any
	route func(routeFn) any
	tile  func(tileFn) any
}

// put is a DoFn, or what is put in its place.
func put[F any](other func(F) any, f F) any {
	if other != nil {
		return other(f)
	}
	return &f
}

// tiled finds the contacts of one set, or between two.
func tiled(s beam.Scope, do dofns, opts []Option, shapes ...beam.PCollection) (beam.PCollection, error) {
	var none beam.PCollection
	set, err := newSettings(opts)
	if err != nil {
		return none, err
	}
	global := true
	for _, c := range shapes {
		if !c.IsValid() {
			return none, wrong("Collide", "a PCollection is not valid")
		}
		if want := reflect.TypeFor[Shape](); c.Type().Type() != want {
			return none, wrong("Collide", "a PCollection of %v; want one of %v", c.Type(), want)
		}
		global = global && c.WindowingStrategy().Fn.Kind == window.GlobalWindows
	}
	if !global && set.Plan == "" {
		return none, ErrWindows
	}
	given := set.Plan
	set.Plan = "" // it is not for every DoFn
	var packs, samples []beam.PCollection
	for _, c := range shapes {
		pack, sample := beam.ParDo2(s.Scope("pack"), put(do.pack, packFn{Set: set, Singly: !global}), c)
		packs, samples = append(packs, pack), append(samples, sample)
	}
	cut := beam.SideInput{Input: plan(s.Scope("plan"), given, set.Tiles, samples)}
	var routed []beam.PCollection
	for k, c := range packs {
		routed = append(routed, beam.ParDo(s.Scope("route"), put(do.route, routeFn{Second: k > 0, Singly: !global}), c, cut))
	}
	grouped := beam.GroupByKey(s, beam.Flatten(s, routed...))
	return beam.ParDo(s.Scope("tiles"), put(do.tile, tileFn{Set: set, Join: len(shapes) > 1}), grouped, cut), nil
}
