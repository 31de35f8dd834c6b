// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"daylight/batch"
	"daylight/batch/query"
	"daylight/examples/internal/must"
	"daylight/soa"
	"daylight/view"
)

const (
	sight    = 3.0 // how far a boid sees
	elbow    = 1.0 // how near is too near
	cruising = 8.0 // units per second
	dt       = 1.0 / 60
)

// flock is boids in a square that is closed to itself: who leaves it on one side comes in on the
// other.
type flock struct {
	shapes *soa.Shapes
	vx, vy *soa.Column[float64]
	seen   *soa.Column[int] // how many others a boid sees
	index  *query.Index
	asker  *query.Asker
	side   float64
	ax, ay []float64 // accelerations, by slot
}

func newFlock(n int, seed uint64) (*flock, error) {
	f := &flock{shapes: soa.New(), side: 1.5 * math.Sqrt(float64(n))}
	f.vx, f.vy, f.seen = soa.Attach[float64](f.shapes), soa.Attach[float64](f.shapes), soa.Attach[int](f.shapes)
	r := rand.New(rand.NewPCG(seed, 0))
	poses := soa.Poses{X: make([]float64, n), Y: make([]float64, n)}
	radius := make([]float64, n)
	for i := range n {
		poses.X[i], poses.Y[i], radius[i] = f.side*r.Float64(), f.side*r.Float64(), 0.25
	}
	ids, err := f.shapes.AddCircles(nil, poses, radius, nil)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		sin, cos := math.Sincos(2 * math.Pi * r.Float64())
		f.vx.Set(id, cruising*cos)
		f.vy.Set(id, cruising*sin)
	}
	f.ax, f.ay = make([]float64, n), make([]float64, n)
	if f.index, err = query.New(f.shapes, query.Config{InPlace: true, AnyOrder: true}); err != nil {
		return nil, err
	}
	f.asker, err = f.index.NewAsker(query.AskerConfig{})
	return f, err
}

// step moves the flock on by one frame. Reading neighbours and moving are two loops, so that each
// boid sees where the others were.
func (f *flock) step(ctx context.Context) error {
	if err := f.index.Build(); err != nil {
		return err
	}
	lists, err := f.asker.WithinDistance(ctx, sight, query.Options{Centres: true})
	if err != nil {
		return err
	}
	return f.shapes.Update(func(l soa.Live) {
		vx, vy, seen := f.vx.Data(l), f.vy.Data(l), f.seen.Data(l)
		for i := range l.ID {
			row := lists.Row(i)
			seen[i] = len(row)
			var sx, sy, mx, my, px, py float64 // velocities, middle, push
			for _, k := range row {
				dx, dy := l.X[k]-l.X[i], l.Y[k]-l.Y[i]
				sx, sy, mx, my = sx+vx[k], sy+vy[k], mx+dx, my+dy
				if d := math.Hypot(dx, dy); d < elbow && d > 0 {
					px, py = px-dx/d*(elbow-d), py-dy/d*(elbow-d)
				}
			}
			n := math.Max(float64(len(row)), 1)
			f.ax[i] = 2*(sx/n-vx[i]) + 0.6*mx/n + 30*px
			f.ay[i] = 2*(sy/n-vy[i]) + 0.6*my/n + 30*py
		}
		for i := range l.ID {
			u, v := vx[i]+f.ax[i]*dt, vy[i]+f.ay[i]*dt
			speed := math.Max(math.Hypot(u, v), 1e-9)
			pace := 1 + 0.1*(cruising/speed-1) // back to the cruising speed by and by
			vx[i], vy[i] = u*pace, v*pace
			l.X[i] = math.Mod(l.X[i]+vx[i]*dt+f.side, f.side)
			l.Y[i] = math.Mod(l.Y[i]+vy[i]*dt+f.side, f.side)
		}
	})
}

func main() {
	o := must.Parse(50_000, "boids")
	ctx, f := o.Context, must.Get(newFlock(o.N, 1))
	seen := view.By("neighbours", f.seen)
	if o.Frames > 0 {
		c := view.FilmConfig{Title: "boids", Colour: "neighbours", Colours: []view.Colouring{seen}}
		must.Still(o, c, func() (*soa.Shapes, *batch.Contacts, []view.Mark) {
			must.Check(f.step(ctx))
			return f.shapes, nil, nil
		})
		return
	}
	v := must.Get(view.Serve(view.Config{Title: "boids", Colours: []view.Colouring{seen}}))
	defer v.Close()
	for v.Next(ctx) {
		begin := time.Now()
		must.Check(f.step(ctx))
		v.Cost("flocking", time.Since(begin))
		must.Check(v.Frame(f.shapes, nil))
	}
}
