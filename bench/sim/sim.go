// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"daylight/batch"
	"daylight/batch/separate"
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
	// hold until the next. There are none before the first. Those of bullets are with all
	// that lies on their ways, which they leave at the first.
	Contacts() *batch.Contacts
	// Step moves the simulation on by one frame, 1/60 s.
	Step(ctx context.Context) error
}

// Mover is a World whose shapes have velocities that one can look at.
type Mover interface {
	World
	// Velocities are those of all shapes, in units of the positions a second.
	Velocities() (vx, vy *soa.Column[float64])
}

// dt is what a frame stands for, in seconds.
const dt = 1.0 / 60

// Info says what a scene is.
type Info struct {
	Name, About string
	DefaultN    int
}

// kind is a scene and how it is made.
type kind struct {
	Info
	make func(n int, seed uint64, opts ...batch.Option) (World, error)
}

var kinds = []kind{
	{Info{"crowd", "people leave a room through a door", 2000}, newCrowd},
	{Info{"grains", "hexagons fall into a box and come to rest", 4000}, newGrains},
	{Info{"drum", "a turning drum mixes grains of three forms", 1500}, newDrum},
	{Info{"packing", "polygons settle in a box that is shaken", 1500}, newPacking},
	{Info{"bullets", "fast bullets bounce between walls, none gets through", 500}, newBullets},
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
// move (walls come on top), and an engine with the given options.
func New(name string, n int, seed uint64, opts ...batch.Option) (World, error) {
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
	w, err := kinds[i].make(n, seed, opts...)
	if err != nil {
		return nil, fmt.Errorf("sim: %s: %w", name, err)
	}
	return w, nil
}

// world is what every simulation has.
type world struct {
	shapes    *soa.Shapes
	engine    *batch.Engine
	separator *separate.Separator
	contacts  *batch.Contacts
	vx, vy    *soa.Column[float64] // velocities follow the shapes to other slots
}

func newWorld() world {
	shapes := soa.New()
	return world{
		shapes: shapes, contacts: &batch.Contacts{},
		vx: soa.Attach[float64](shapes), vy: soa.Attach[float64](shapes),
	}
}

func (w *world) Shapes() *soa.Shapes       { return w.shapes }
func (w *world) Engine() *batch.Engine     { return w.engine }
func (w *world) Contacts() *batch.Contacts { return w.contacts }

// Velocities are those of all shapes, in units of the positions a second.
func (w *world) Velocities() (vx, vy *soa.Column[float64]) { return w.vx, w.vy }

// ready makes the engine and the separator, once the shapes are there.
func (w *world) ready(how []separate.Option, opts ...batch.Option) (err error) {
	if w.engine, err = batch.New(w.shapes, opts...); err != nil {
		return err
	}
	w.separator, err = separate.New(w.shapes, append(how, separate.Workers(w.engine.Workers()))...)
	return err
}

// settle finds the contacts, and pushes shapes apart or moves them by what the separator was
// told.
func (w *world) settle(ctx context.Context) error {
	contacts, err := w.engine.Step(ctx)
	if err != nil {
		return err
	}
	w.contacts = contacts
	_, err = w.separator.Separate(ctx, contacts)
	return err
}

// between is a number drawn from [lo, hi).
func between(r *rand.Rand, lo, hi float64) float64 { return lo + float64((hi-lo)*r.Float64()) }

// wall adds a static wall from one point to another, thick on either side.
func (w *world) wall(x0, y0, x1, y1, thick float64) (soa.ID, error) {
	return w.shapes.AddSegmentBetween(soa.Pt(x0, y0), soa.Pt(x1, y1), thick, soa.Static())
}

// box adds four static walls around a rectangle.
func (w *world) box(x0, y0, x1, y1, thick float64) error {
	corners := [][2]float64{{x0 - thick, y0 - thick}, {x1 + thick, y0 - thick}, {x1 + thick, y1 + thick}, {x0 - thick, y1 + thick}}
	for i, c := range corners {
		d := corners[(i+1)%4]
		if _, err := w.wall(c[0], c[1], d[0], d[1], thick); err != nil {
			return err
		}
	}
	return nil
}
