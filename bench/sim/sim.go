// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/soa"
)

// World is a simulation that is stepped a frame at a time. It is not safe for
// concurrent use.
type World interface {
	// Shapes is the live store.
	Shapes() *soa.Shapes
	// Engine is what finds the contacts, for its Stats.
	Engine() *batch.Engine
	// Contacts are those of the last step, found before shapes were pushed apart; they
	// hold until the next. There are none before the first. The contacts of bullets are with all
	// shapes on their ways; a bullet leaves its way at the first.
	Contacts() *batch.Contacts
	// Step moves the simulation on by one frame, 1/60 s.
	Step(ctx context.Context) error
}

// Info says what a scene is.
type Info struct {
	Name, About string
	DefaultN    int
}

// kind is a scene and how it is made.
type kind struct {
	Info
	make func(n int, seed uint64, opts batch.Config) (World, error)
}

var kinds = []kind{
	{Info{"crowd", "people leave a room through a door", 2000}, newCrowd},
	{Info{"grains", "hexagons fall into a box and come to rest", 4000}, newGrains},
	{Info{"drum", "a turning drum mixes grains of three forms", 1500}, newDrum},
	{Info{"packing", "polygons settle in a box that is shaken", 1500}, newPacking},
	{Info{"bullets", "fast bullets bounce between walls, none gets through", 500}, newBullets},
	{Info{"plaza", "people cross a square, see where there is room and keep their distance", 1500}, newPlaza},
	{Info{"heap", "boxes and hexagons are poured into a heap", 1500}, newHeap},
	{Info{"hopper", "boxes and hexagons flow out of a hopper", 1500}, newHopper},
	{Info{"pegs", "grains of three forms fall through a board of pegs into bins", 1000}, newPegs},
	{Info{"pyramid", "a pyramid of boxes that stands", 210}, newPyramid},
	drifting(scene.Circles, "circles that drift through each other"),
	drifting(scene.Boxes, "turning boxes that drift through each other"),
	drifting(scene.Polys, "turning polygons of 3 to 8 sides"),
	drifting(scene.Mixed, "circles, boxes and polygons"),
	drifting(scene.Heavy, "boxes with a heavy tail of sizes"),
	drifting(scene.Cluster, "boxes crowded around 64 places"),
}

// Scenes lists the simulations there are.
func Scenes() []Info {
	infos := make([]Info, len(kinds))
	for i, k := range kinds {
		infos[i] = k.Info
	}
	return infos
}

// Errors that New wraps.
var (
	ErrUnknown = errors.New("unknown scene")
	ErrCount   = scene.ErrCount
)

// New makes the simulation of that name before its first frame, with n shapes that
// move (walls come on top), and an engine with the given Config.
func New(name string, n int, seed uint64, opts batch.Config) (World, error) {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.Name == name })
	if i < 0 {
		var names []string
		for _, k := range kinds {
			names = append(names, k.Name)
		}
		return nil, fmt.Errorf("sim: %w %q: choose one of %s", ErrUnknown, name, strings.Join(names, ", "))
	}
	if n < 1 || n > scene.MaxShapes {
		return nil, fmt.Errorf("sim: %s: %w %d: give 1 to %d", name, ErrCount, n, scene.MaxShapes)
	}
	w, err := kinds[i].make(n, seed, opts)
	if err != nil {
		return nil, fmt.Errorf("sim: %s: %w", name, err)
	}
	return w, nil
}
