// SPDX-License-Identifier: MIT

package scene

import (
	"errors"
	"fmt"
	"math"
)

const (
	// DefaultSeed is the seed of the published counts and measurements.
	DefaultSeed uint64 = 42
	// DefaultRho is the density of the published scenes: shapes per unit of area.
	DefaultRho float32 = 0.4
	// FirstFrame is how many steps lie before the first measured frame: three of
	// warm-up and the measured frame's own.
	FirstFrame = 4
	// MaxShapes is the greatest number of shapes of a scene, 2^27: more than any
	// measurement needs, and few enough for every column's size to fit 32 bits.
	MaxShapes = 1 << 27
)

// Errors that New and NewDensity wrap.
var (
	ErrCount   = errors.New("bad number of shapes")
	ErrDensity = errors.New("bad density")
)

// Frame is how long a step lasts, in seconds.
const Frame = 1.0 / 60

const dt float32 = Frame

// Scene is a scene as columns: entry i of every column belongs to shape i. The
// columns may be read and written freely between steps. A Scene is not safe for use
// by several goroutines, except where a method says so.
type Scene struct {
	Kind Kind
	Seed uint64
	Rho  float32 // shapes per unit of area
	L    float32 // side of the world, which is [0, L) x [0, L)

	X, Y   []float32 // centres
	Theta  []float32 // angle in radians; grows without bound
	VX, VY []float32 // units per second
	Omega  []float32 // radians per second
	S1, S2 []float32 // sizes; see Form
	Form   []Form
	Sides  []uint8 // corners: 0 for a circle, 4 for a box, 3 to 8 for a polygon
}

// New returns the scene of n shapes at the default density, before its first step.
// It allocates 34 bytes per shape. It fails if the kind is unknown or n is not in
// [1, MaxShapes].
func New(kind Kind, n int, seed uint64) (*Scene, error) {
	return NewDensity(kind, n, seed, DefaultRho)
}

// NewDensity is New at rho shapes per unit of area. It also fails if rho is not
// positive, or so small or great that the side of the world is not a normal float32.
func NewDensity(kind Kind, n int, seed uint64, rho float32) (*Scene, error) {
	if kind >= NumKinds {
		return nil, fmt.Errorf("scene: %w %v: choose a kind below %d", ErrUnknown, kind, NumKinds)
	}
	if n < 1 || n > MaxShapes {
		return nil, fmt.Errorf("scene: %w %d: give 1 to %d", ErrCount, n, MaxShapes)
	}
	side := sqrt(float32(n) / rho)
	if !(rho > 0) || !(side >= 0x1p-100 && side <= 0x1p100) {
		return nil, fmt.Errorf("scene: %w %v for %d shapes: give a positive number of shapes per unit of area", ErrDensity, rho, n)
	}
	s := &Scene{Kind: kind, Seed: seed, Rho: rho, L: side}
	for _, column := range []*[]float32{&s.X, &s.Y, &s.Theta, &s.VX, &s.VY, &s.Omega, &s.S1, &s.S2} {
		*column = make([]float32, n)
	}
	s.Form = make([]Form, n)
	s.Sides = make([]uint8, n)
	s.draw()
	return s, nil
}

// draw fills the columns from the seed. Products that feed a sum are rounded
// explicitly: the language lets a compiler fuse them otherwise.
func (s *Scene) draw() {
	r := random(s.Seed)
	const centres = 64
	var cx, cy [centres]float32
	if s.Kind == Cluster {
		for c := range cx {
			cx[c] = r.unit() * s.L
			cy[c] = r.unit() * s.L
		}
	}
	for i := range s.X {
		u1, u2, u3 := r.unit(), r.unit(), r.unit()
		u4, u5, u6 := r.unit(), r.unit(), r.unit()
		u7, u8, u9 := r.unit(), r.unit(), r.unit()

		s.X[i], s.Y[i] = u1*s.L, u2*s.L
		s.Theta[i] = u3 * (2 * math.Pi)
		s.VX[i] = (float32(2*u4) - 1) * 3
		s.VY[i] = (float32(2*u5) - 1) * 3
		s.Omega[i] = (float32(2*u6) - 1) * 2
		s.S1[i] = 0.25 + float32(0.5*u7)
		s.S2[i] = 0.25 + float32(0.5*u8)

		s.Form[i] = s.Kind.form(i)
		switch s.Form[i] {
		case Box:
			s.Sides[i] = 4
		case Polygon:
			s.Sides[i] = 3 + uint8(float32(u8*6))
		}
		switch s.Kind {
		case Heavy:
			k := 1 / sqrt(u9+1e-4)
			s.S1[i] *= k
			s.S2[i] *= k
		case Cluster:
			c := i % centres
			s.X[i] = s.clamp(cx[c] + float32(float32(u1-0.5+u9-0.5)*s.L/16))
			s.Y[i] = s.clamp(cy[c] + float32(float32(u2-0.5+u8-0.5)*s.L/16))
		}
	}
}

// form is what shape i of a scene of this kind is.
func (k Kind) form(i int) Form {
	switch k {
	case Circles:
		return Circle
	case Polys:
		return Polygon
	case Mixed:
		return [3]Form{Circle, Box, Polygon}[i%3]
	}
	return Box
}

// Len returns the number of shapes.
func (s *Scene) Len() int { return len(s.X) }

// Step moves every shape by 1/60 s. It does not allocate.
func (s *Scene) Step() { s.Move(0, s.Len()) }

// Advance makes the given number of steps.
func (s *Scene) Advance(steps int) {
	for range steps {
		s.Step()
	}
}

// Move steps the shapes of the range [lo, hi) alone. Calls on ranges that do not
// meet may run at the same time.
func (s *Scene) Move(lo, hi int) {
	top := below(s.L)
	x, y, theta := s.X[lo:hi], s.Y[lo:hi], s.Theta[lo:hi]
	vx, vy, omega := s.VX[lo:hi], s.VY[lo:hi], s.Omega[lo:hi]
	y, theta, vx, vy, omega = y[:len(x)], theta[:len(x)], vx[:len(x)], vy[:len(x)], omega[:len(x)]
	for i := range x {
		x[i], vx[i] = bounce(x[i], vx[i], top)
		y[i], vy[i] = bounce(y[i], vy[i], top)
		theta[i] += float32(omega[i] * dt)
	}
}

// bounce is one step of one coordinate of a centre in a world that reaches from 0
// to top, both included.
func bounce(x, v, top float32) (float32, float32) {
	x += float32(v * dt)
	if x < 0 {
		return 0, -v
	}
	if x > top {
		return top, -v
	}
	return x, v
}

// clamp puts a coordinate inside the world.
func (s *Scene) clamp(x float32) float32 {
	return min(max(x, 0), below(s.L))
}

// below is the greatest float32 less than a positive x.
func below(x float32) float32 {
	return math.Float32frombits(math.Float32bits(x) - 1)
}

// sqrt is the correctly rounded float32 root: float64 carries more than twice the
// digits, so rounding twice does no harm.
func sqrt(x float32) float32 {
	return float32(math.Sqrt(float64(x)))
}
