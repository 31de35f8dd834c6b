// SPDX-License-Identifier: MIT

package sim

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"

	"daylight"
	"daylight/batch"
	"daylight/batch/separate"
	"daylight/batch/solver"
	"daylight/soa"
)

// base is what every simulation has.
type base struct {
	shapes   *soa.Shapes
	engine   *batch.Engine
	contacts *batch.Contacts
	failed   error // the first error of adding shapes, which start returns
}

func (b *base) Shapes() *soa.Shapes       { return b.shapes }
func (b *base) Engine() *batch.Engine     { return b.engine }
func (b *base) Contacts() *batch.Contacts { return b.contacts }

// start makes the engine, once the shapes are there.
func (b *base) start(cfg batch.Config) error {
	if b.failed == nil {
		b.engine, b.failed = batch.New(b.shapes, cfg)
	}
	return b.failed
}

// find finds the contacts of shapes as they are.
func (b *base) find(ctx context.Context) error {
	contacts, err := b.engine.Step(ctx)
	if err == nil {
		b.contacts = contacts
	}
	return err
}

// world is a simulation of shapes that have velocities and push each other. A world whose shapes
// only fall, bounce and turn needs no Step of its own.
type world struct {
	base
	workers   int                 // that the engine may use
	separator *separate.Separator // of shapes without velocities
	solver    *solver.Solver      // of others
	motion    soa.Motion          // of shapes that a solver moves
	rand      *rand.Rand
}

func newWorld(seed uint64) world {
	shapes := soa.New()
	return world{
		base: base{shapes: shapes, contacts: &batch.Contacts{}}, rand: rand.New(rand.NewPCG(seed, 0)), motion: soa.AttachMotion(shapes),
	}
}

// ready makes the engine, once the shapes are there.
func (w *world) ready(cfg batch.Config) error {
	w.workers = cmp.Or(cfg.Workers, min(runtime.GOMAXPROCS(0), daylight.MaxWorkers))
	return w.start(cfg)
}

// readyToPart makes the engine and a separator.
func (w *world) readyToPart(how separate.Config, cfg batch.Config) (err error) {
	if err = w.ready(cfg); err == nil {
		how.Workers = w.workers
		w.separator, err = separate.New(w.shapes, how)
	}
	return err
}

// readyToFall makes the engine and a solver. Every scene passes its own settings.
func (w *world) readyToFall(how solver.Config, cfg batch.Config) (err error) {
	if err = w.ready(cfg); err == nil {
		how.Workers, how.Kernels = w.workers, cfg.Kernels
		how.Columns[0].VX, how.Columns[0].VY, how.Duration, how.Gravity = w.motion.VX, w.motion.VY, dt, soa.Point{Y: -gravity}
		w.solver, err = solver.New(w.shapes, how)
	}
	return err
}

// readyToTurn is readyToFall for shapes that turn, too.
func (w *world) readyToTurn(how solver.Config, cfg batch.Config) error {
	cfg.Margin, cfg.Mode, how.Columns[0].Spin = 0.1, batch.ModeManifolds, w.motion.Spin
	return w.readyToFall(how, cfg)
}

// Step finds the contacts, and pushes shapes apart or moves them.
func (w *world) Step(ctx context.Context) error {
	if err := w.find(ctx); err != nil {
		return err
	}
	if w.separator != nil {
		_, err := w.separator.Separate(ctx, w.contacts)
		return err
	}
	_, err := w.solver.Solve(ctx, w.contacts)
	return err
}

// between is a number drawn from [lo, hi).
func (w *world) between(lo, hi float64) float64 { return lo + float64((hi-lo)*w.rand.Float64()) }

// check keeps the first error.
func (w *world) check(errs ...error) {
	if w.failed == nil {
		w.failed = errors.Join(errs...)
	}
}

// added is the ID of a shape, if it could be added.
func (w *world) added(id soa.ID, err error) soa.ID {
	w.check(err)
	return id
}

// wall adds a static wall from one point to another, thick on either side.
func (w *world) wall(x0, y0, x1, y1, thick float64) {
	w.added(w.shapes.AddSegmentBetween(soa.Point{X: x0, Y: y0}, soa.Point{X: x1, Y: y1}, thick, soa.Attrs{Static: true}))
}

// box adds four static walls around a rectangle.
func (w *world) box(x0, y0, x1, y1, thick float64) {
	corners := [][2]float64{{x0 - thick, y0 - thick}, {x1 + thick, y0 - thick}, {x1 + thick, y1 + thick}, {x0 - thick, y1 + thick}}
	for i, c := range corners {
		d := corners[(i+1)%4]
		w.wall(c[0], c[1], d[0], d[1], thick)
	}
}

// form is a form of grains, each about a metre across.
type form uint8

const (
	disc form = iota
	square
	pentagon
	hexagon
)

// grain adds a grain.
func (w *world) grain(f form, pose soa.Pose) {
	switch f {
	case disc:
		w.added(w.shapes.AddCircle(pose, 0.45, soa.Attrs{}))
	case square:
		w.added(w.shapes.AddBox(pose, 0.4, 0.4, soa.Attrs{}))
	case pentagon:
		w.polygon(pose, 5, 0.5)
	default:
		w.polygon(pose, 6, 0.5)
	}
}

// polygon adds a regular polygon.
func (w *world) polygon(pose soa.Pose, sides int, radius float64) {
	points := make([]soa.Point, sides)
	for k := range points {
		sin, cos := soa.SinCos(2 * math.Pi * float64(k) / float64(sides))
		points[k] = soa.Point{X: radius * float64(cos), Y: radius * float64(sin)}
	}
	w.added(w.shapes.AddPolygon(pose, points, 0, soa.Attrs{}))
}

// dt is what a frame stands for, in seconds, and gravity is in metres per second squared.
const (
	dt      = 1.0 / 60
	gravity = 9.81
)
