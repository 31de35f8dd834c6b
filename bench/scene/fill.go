// SPDX-License-Identifier: MIT

package scene

import (
	"fmt"
	"math"
	"sync"

	"daylight/internal/kernels/isa"
	"daylight/soa"
)

// Run is a scene among the shapes of a store, and moves it there. Its data lies in columns attached
// to the store, so they follow the shapes. The store may hold other shapes, which Run leaves alone,
// and shapes of the scene may be removed.
type Run struct {
	// IDs holds the ID of each shape of the scene, by its index in the scene.
	IDs []soa.ID
	// Kernels names the kernels that compute the rotations, see package kernels. All give the same
	// bits.
	Kernels string

	scene  *Scene
	shapes *soa.Shapes
	index  *soa.Column[uint32] // 1 + index in the scene; 0 for a shape of someone else's
	theta  *soa.Column[float32]
	omega  *soa.Column[float32] // 0 for a circle, which need not be turned
	vx, vy *soa.Column[float32]

	lock sync.Mutex // guards idle
	idle []*turns
}

// turns is the scratch of one Move: the angles of those shapes of a chunk that turn,
// and where they lie.
type turns struct {
	angle, sin, cos [moveChunk]float32
	at              [moveChunk]uint16
}

// moveChunk is how many slots Move takes at a time, few enough to stay in cache from
// one pass to the next.
const moveChunk = 512

// Fill adds the shapes of the scene, where they are now, to a store, each with the
// given attributes, in the order of the scene. It allocates 28 bytes per shape besides
// what the store needs. If the store refuses a shape, which happens only after the
// caller has written to the scene's columns, those added before it stay.
func (s *Scene) Fill(shapes *soa.Shapes, attrs soa.Attrs) (*Run, error) {
	n := s.Len()
	if err := shapes.Grow(n); err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	r := &Run{
		IDs:    make([]soa.ID, 0, n),
		idle:   []*turns{new(turns)},
		scene:  s,
		shapes: shapes,
		index:  soa.Attach[uint32](shapes),
		theta:  soa.Attach[float32](shapes),
		omega:  soa.Attach[float32](shapes),
		vx:     soa.Attach[float32](shapes),
		vy:     soa.Attach[float32](shapes),
	}
	first := shapes.Len()
	var corners [][2]float64
	points := make([]soa.Point, 0, MaxSides)
	for i := range n {
		var id soa.ID
		var err error
		hx, hy := float64(s.S1[i]), float64(s.S2[i])
		pose := soa.At(float64(s.X[i]), float64(s.Y[i]), float64(s.Theta[i]))
		switch s.Form[i] {
		case Circle:
			id, err = shapes.AddCircle(pose, hx, attrs)
		case Box:
			id, err = shapes.AddBox(pose, hx, hy, attrs)
		default:
			corners = s.AppendCorners(corners[:0], i)
			points = points[:0]
			for _, p := range corners {
				points = append(points, soa.Point{X: p[0], Y: p[1]})
			}
			id, err = shapes.AddPolygon(pose, points, 0, attrs)
		}
		if err != nil {
			r.Detach()
			return nil, fmt.Errorf("scene: shape %d: %w", i, err)
		}
		r.IDs = append(r.IDs, id)
	}
	return r, shapes.Update(func(c soa.Live) { // what was added lies behind the rest, in its order
		index, theta, omega := r.index.Data(c)[first:], r.theta.Data(c)[first:], r.omega.Data(c)[first:]
		for i := range index {
			index[i], theta[i] = uint32(i)+1, s.Theta[i]
			if s.Form[i] != Circle {
				omega[i] = s.Omega[i]
			}
		}
		copy(r.vx.Data(c)[first:], s.VX)
		copy(r.vy.Data(c)[first:], s.VY)
	})
}

// Detach takes the run's columns off the store. The run must not be used afterwards;
// the shapes stay.
func (r *Run) Detach() {
	soa.Detach(r.shapes, r.index)
	for _, c := range []*soa.Column[float32]{r.theta, r.omega, r.vx, r.vy} {
		soa.Detach(r.shapes, c)
	}
}

// Step moves every shape of the scene in the store by 1/60 s, exactly as Scene.Step
// would. The scene itself stays as it is. It does not allocate.
func (r *Run) Step() { r.Move(0, r.shapes.Len()) }

// Move steps the shapes in the slots [lo, hi) alone. Calls on ranges that do not meet
// may run at the same time.
func (r *Run) Move(lo, hi int) {
	t, table := r.scratch(), r.table()
	_ = r.shapes.Update(func(c soa.Live) {
		for ; lo < hi; lo += moveChunk {
			end := min(lo+moveChunk, hi)
			r.shift(c, lo, end)
			r.turn(c, t, table, lo, end)
		}
	})
	r.lock.Lock()
	r.idle = append(r.idle, t)
	r.lock.Unlock()
}

// Velocities returns the columns by which an engine can move the shapes in Step's place (see
// batch.Engine.Advance): units and radians per second, 0 for shapes of someone else's. Shapes
// that Advance moves do not turn back at the walls by themselves: see Bounce.
func (r *Run) Velocities() (vx, vy, turn *soa.Column[float32]) { return r.vx, r.vy, r.omega }

// Bounce puts those shapes of the slots [lo, hi) that have left the world on its wall, and turns
// their velocities back. An engine moves them in float64 and keeps no angles, so the scene that
// Bounce and an engine move is another one than Step's by rounding, and by the fraction of a
// frame that a shape is beyond a wall; one run of a scene is to be moved in one of the two ways.
// Calls on ranges that do not meet may run at the same time.
func (r *Run) Bounce(lo, hi int) {
	top := float64(below(r.scene.L))
	inside := math.Float64bits(top)
	_ = r.shapes.Update(func(c soa.Live) {
		c.Wrote(0, 0)
		index, vx, vy := r.index.Data(c), r.vx.Data(c), r.vy.Data(c)
		x, y := c.X[lo:hi], c.Y[lo:hi]
		y = y[:len(x)]
		for k := range x {
			// As in shift: bits of a position outside are greater, also those of a negative one.
			if math.Float64bits(x[k]) <= inside && math.Float64bits(y[k]) <= inside || index[lo+k] == 0 {
				continue
			}
			c.Wrote(lo+k, lo+k+1)
			x[k], vx[lo+k] = back(x[k], vx[lo+k], top)
			y[k], vy[lo+k] = back(y[k], vy[lo+k], top)
		}
	})
}

// back is one coordinate on the wall that it is beyond, and its velocity away from there.
func back(x float64, v float32, top float64) (float64, float32) {
	away := math.Float32frombits(math.Float32bits(v) &^ (1 << 31))
	switch {
	case x < 0:
		return 0, away
	case x > top:
		return top, -away
	}
	return x, v
}

// table returns the kernels that Kernels names, or the best if there are none of that name.
func (r *Run) table() *isa.Table {
	if t, err := isa.Named(r.Kernels); err == nil {
		return t
	}
	return isa.Best()
}

// scratch is one not in use: there are as many as Moves have run at once.
func (r *Run) scratch() *turns {
	r.lock.Lock()
	defer r.lock.Unlock()
	n := len(r.idle)
	if n == 0 {
		return new(turns)
	}
	t := r.idle[n-1]
	r.idle = r.idle[:n-1]
	return t
}

// shift moves the positions of a chunk.
func (r *Run) shift(c soa.Live, lo, hi int) {
	top := below(r.scene.L)
	inside := math.Float32bits(top)
	index := r.index.Data(c)[lo:hi]
	x, y := c.X[lo:hi][:len(index)], c.Y[lo:hi][:len(index)]
	vx, vy := r.vx.Data(c)[lo:hi][:len(index)], r.vy.Data(c)[lo:hi][:len(index)]
	for k, i := range index {
		if i == 0 {
			continue
		}
		// A float64 holds the scene's float32 position as it is. Bits of floats are in
		// the order of the floats, negative ones last: one comparison tells who may bounce.
		px, py := float32(x[k]), float32(y[k])
		qx, qy := px+float32(vx[k]*dt), py+float32(vy[k]*dt)
		if math.Float32bits(qx) > inside {
			qx, vx[k] = bounce(px, vx[k], top)
		}
		if math.Float32bits(qy) > inside {
			qy, vy[k] = bounce(py, vy[k], top)
		}
		x[k], y[k] = float64(qx), float64(qy)
	}
}

// turn turns the shapes of a chunk that turn; the others, someone else's among them,
// keep the rotations they have.
func (r *Run) turn(live soa.Live, t *turns, table *isa.Table, lo, hi int) {
	theta := r.theta.Data(live)[lo:hi]
	omega := r.omega.Data(live)[lo:hi][:len(theta)]
	c, s := live.C[lo:hi], live.S[lo:hi]
	still := 0
	for k, w := range omega {
		theta[k] += float32(w * dt)
		if w == 0 {
			still++
		}
	}
	if still == 0 {
		table.SinCos32(theta, s, c)
		return
	}
	n := 0
	for k, w := range omega {
		t.angle[n&(moveChunk-1)], t.at[n&(moveChunk-1)] = theta[k], uint16(k)
		// 1 but for zeroes. A condition that counts makes the next place wait for half a register.
		n += int(min(math.Float32bits(w)<<1, 1))
	}
	table.SinCos32(t.angle[:n], t.sin[:], t.cos[:])
	for k, at := range t.at[:n] {
		s[at], c[at] = t.sin[k], t.cos[k]
	}
}
