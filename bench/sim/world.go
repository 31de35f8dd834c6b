// SPDX-License-Identifier: MIT

package sim

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"runtime"

	"daylight/batch"
	"daylight/batch/separate"
	"daylight/soa"
)

// world is what every simulation has.
type world struct {
	shapes    *soa.Shapes
	engine    *batch.Engine
	workers   int // that the engine may use
	separator *separate.Separator
	contacts  *batch.Contacts
	vx, vy    *soa.Column[float64] // velocities follow the shapes to other slots
	spin      *soa.Column[float64]
}

func newWorld() world {
	shapes := soa.New()
	return world{
		shapes: shapes, contacts: &batch.Contacts{},
		vx: soa.Attach[float64](shapes), vy: soa.Attach[float64](shapes), spin: soa.Attach[float64](shapes),
	}
}

func (w *world) Shapes() *soa.Shapes { return w.shapes }

func (w *world) Engine() *batch.Engine { return w.engine }

func (w *world) Contacts() *batch.Contacts { return w.contacts }

// Velocities are those of all shapes, in units of the positions a second.
func (w *world) Velocities() (vx, vy *soa.Column[float64]) { return w.vx, w.vy }

// ready makes the engine and the separator, once the shapes are there.
func (w *world) ready(how separate.Config, cfg batch.Config) (err error) {
	if w.engine, err = batch.New(w.shapes, cfg); err != nil {
		return err
	}
	w.workers = cmp.Or(cfg.Workers, min(runtime.GOMAXPROCS(0), batch.MaxWorkers))
	how.Workers = w.workers
	w.separator, err = separate.New(w.shapes, how)
	return err
}

// readyToTurn is ready for shapes that fall and turn, of which every scene says what is special.
func (w *world) readyToTurn(how separate.Config, cfg batch.Config) error {
	cfg.Margin, cfg.Mode, how.SubSteps = 0.1, batch.ModeManifolds, cmp.Or(how.SubSteps, 4)
	how.Columns = separate.Columns{VX: w.vx, VY: w.vy, Spin: w.spin}
	how.Duration, how.Gravity = dt, soa.Point{Y: -gravity}
	return w.ready(how, cfg)
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
	return w.shapes.AddSegmentBetween(soa.Point{X: x0, Y: y0}, soa.Point{X: x1, Y: y1}, thick, soa.Attrs{Static: true})
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

// dt is what a frame stands for, in seconds, and gravity is in metres per second squared.
const (
	dt      = 1.0 / 60
	gravity = 9.81
)

// polygon is a regular polygon about the origin.
func polygon(sides int, radius float64) []soa.Point {
	points := make([]soa.Point, sides)
	for k := range points {
		sin, cos := soa.SinCos(2 * math.Pi * float64(k) / float64(sides))
		points[k] = soa.Point{X: radius * float64(cos), Y: radius * float64(sin)}
	}
	return points
}
