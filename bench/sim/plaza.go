// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"math"

	"daylight/batch"
	"daylight/batch/query"
	"daylight/batch/separate"
	"daylight/soa"
)

// plaza is a square between two streets, with pillars, which people cross to and fro. They
// see: each looks along a few rays, about where he wants to go, and walks where the way is
// free and leads on (M. Moussaïd, D. Helbing, G. Theraulaz, How simple rules determine
// pedestrian behavior and crowd disasters, 2011). And they keep their distance from all who
// are near, whom neighbour lists tell. Lengths are in metres.
type plaza struct {
	world
	index *query.Index
	asker *query.Asker

	speed, goal    *soa.Column[float64] // how fast each would like to walk, 0 for what stands; to which x
	vx, vy         *soa.Column[float64]
	wantX, wantY   *soa.Column[float64] // the velocity that each has chosen
	width, height  float64
	frame, crossed int
	blind          bool // nobody looks where he goes

	// rays holds the rays of a frame, one looking person after another.
	rays   rays
	looker []soa.ID
	seen   []query.Hit
	near   *query.Rows[uint32]
}

// rays go from (x, y) by (dx, dy), and do not meet skip.
type rays struct {
	x, y, dx, dy []float64
	skip         []soa.ID
}

const (
	sight    = 5.0  // how far people look ahead
	distance = 0.9  // what they keep, from middle to middle
	shyness  = 12.0 // how fast they part where they are on top of each other, in m/s²
	glance   = 4    // frames from one look to the next
	turning  = 0.3  // seconds to turn to where one wants to go
)

// looks are the angles of the rays to the way to the goal: fewer to the sides.
var looks = []float64{0, 0.3, -0.3, 0.65, -0.65, 1.1, -1.1}

func newPlaza(n int, seed uint64, opts batch.Config) (World, error) {
	return makePlaza(n, seed, false, opts)
}

func makePlaza(n int, seed uint64, blind bool, opts batch.Config) (World, error) {
	p := &plaza{world: newWorld(seed), blind: blind}
	p.speed, p.goal = soa.Attach[float64](p.shapes), soa.Attach[float64](p.shapes)
	p.vx, p.vy = soa.Attach[float64](p.shapes), soa.Attach[float64](p.shapes)
	p.wantX, p.wantY = soa.Attach[float64](p.shapes), soa.Attach[float64](p.shapes)
	p.height = max(6, math.Sqrt(2*float64(n)))
	p.width = 1.5 * p.height
	p.box(0, 0, p.width, p.height, wallThick)
	for y := 3.0; y < p.height-2; y += 6 {
		for x := p.width / 3; x < p.width*0.7; x += 6 {
			px, py := x+p.between(-1, 1), y+p.between(-1, 1)
			angle := math.Ldexp(p.rand.Float64(), 1) // twice as much; the compiler makes 2*a a sum, and fuses it
			p.added(p.shapes.AddBox(soa.At(px, py, angle), 0.5, 0.5, soa.Attrs{Static: true}))
		}
	}
	for k := range n {
		// Half begin in the street to the left and want to the right.
		x, goal := p.between(0.5, p.width/4), p.width-1
		if k%2 == 1 {
			x, goal = p.width-x, 1
		}
		id := p.added(p.shapes.AddCircle(soa.At(x, p.between(0.5, p.height-0.5), 0), p.between(0.2, shoulders), soa.Attrs{}))
		p.check(p.speed.Set(id, p.between(0.9, 1.6)), p.goal.Set(id, goal))
	}
	opts.Margin = 0.1
	if err := p.readyToPart(separate.Config{MaxPush: 0.1}, opts); err != nil {
		return nil, err
	}
	var err error
	if p.index, err = query.New(p.shapes, query.Config{Workers: p.workers, InPlace: true}); err != nil {
		return nil, err
	}
	p.asker, err = p.index.NewAsker(query.AskerConfig{Workers: p.workers})
	return p, err
}

func (p *plaza) Step(ctx context.Context) error {
	if err := p.shapes.Update(p.aim); err != nil {
		return err
	}
	// The engine has stored people in an order of space, in which the index takes them as they are.
	err := p.index.Build()
	if err != nil {
		return err
	}
	r := &p.rays
	if p.seen, err = p.asker.CastRays(ctx, r.x, r.y, r.dx, r.dy, query.Options{SkipOf: r.skip}); err != nil {
		return err
	}
	if p.near, err = p.asker.WithinDistance(ctx, distance, query.Options{Centres: true}); err != nil {
		return err
	}
	if err := p.shapes.Update(p.walk); err != nil {
		return err
	}
	p.frame++
	return p.world.Step(ctx)
}

// aim makes the rays of those whose turn it is to look.
func (p *plaza) aim(live soa.Live) {
	speed, goal := p.speed.Data(live), p.goal.Data(live)
	r := &p.rays
	r.x, r.y, r.dx, r.dy, r.skip = r.x[:0], r.y[:0], r.dx[:0], r.dy[:0], r.skip[:0]
	p.looker = p.looker[:0]
	for i, id := range live.ID {
		if speed[i] == 0 || (int(id.Index())+p.frame)%glance != 0 {
			continue
		}
		p.looker = append(p.looker, id)
		ahead := 0.0
		if goal[i] < live.X[i] {
			ahead = math.Pi
		}
		for _, angle := range looks {
			sin, cos := soa.SinCos(ahead + angle)
			r.x, r.y = append(r.x, live.X[i]), append(r.y, live.Y[i])
			r.dx, r.dy = append(r.dx, float64(sight*float64(cos))), append(r.dy, float64(sight*float64(sin)))
			r.skip = append(r.skip, id)
		}
	}
}

// walk has people choose their ways, keep their distance, and take a step.
func (p *plaza) walk(live soa.Live) {
	x, y := live.X, live.Y
	vx, vy := p.vx.Data(live), p.vy.Data(live)
	wantX, wantY := p.wantX.Data(live), p.wantY.Data(live)
	speed, goal := p.speed.Data(live), p.goal.Data(live)
	for k, id := range p.looker {
		if i, ok := live.Slot(id); ok {
			wantX[i], wantY[i] = p.choose(k, speed[i])
		}
	}
	rows := p.near
	for i := range x {
		if speed[i] == 0 {
			continue
		}
		ax, ay := (wantX[i]-vx[i])/turning, (wantY[i]-vy[i])/turning
		for _, j := range rows.Row(i) {
			if speed[j] == 0 {
				continue // walls and pillars are seen, and push
			}
			dx, dy := x[i]-x[j], y[i]-y[j]
			d := length(dx, dy)
			if d == 0 {
				continue
			}
			push := shyness * (1 - d/distance) / d
			ax += float64(dx * push)
			ay += float64(dy * push)
		}
		ux, uy := vx[i]+float64(ax*dt), vy[i]+float64(ay*dt)
		if v := length(ux, uy); v > speed[i] {
			ux, uy = ux*(speed[i]/v), uy*(speed[i]/v)
		}
		vx[i], vy[i] = ux, uy
		x[i] += float64(ux * dt)
		y[i] += float64(uy * dt)
		middle := float64(p.width / 2)
		if math.Abs(x[i]-goal[i]) < p.width/8 && float64((middle-goal[i])*(x[i]-middle)) < 0 {
			goal[i] = p.width - goal[i] // there, and back again
			p.crossed++
		}
	}
}

// choose is the velocity that the k-th who looks wants: along the ray that leads nearest to a
// far goal straight ahead, as far as it is free, and not faster than that he can stop.
func (p *plaza) choose(k int, speed float64) (vx, vy float64) {
	lo := k * len(looks)
	best, at, free := math.Inf(1), 0, 1.0
	for j, angle := range looks {
		f := p.seen[lo+j].Fraction
		_, cos := soa.SinCos(angle)
		// The square of the distance to the goal from where the way ends, in units of sight.
		if d := 1 + float64(f*f) - float64(2*f*float64(cos)); d < best {
			best, at, free = d, j, f
		}
	}
	if p.blind {
		at, free = 0, 1
	}
	v := min(speed, float64(free*sight)/patience) / sight
	return float64(p.rays.dx[lo+at] * v), float64(p.rays.dy[lo+at] * v)
}
