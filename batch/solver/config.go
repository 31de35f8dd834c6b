// SPDX-License-Identifier: MIT

package solver

import (
	"fmt"

	"daylight"
	"daylight/batch"
	"daylight/internal/guard"
	"daylight/soa"
)

// maxIterations is the greatest number of iterations and sub-steps.
const maxIterations = 10_000

// Config says how shapes move. Columns with velocities and a Duration are needed; the other fields
// have defaults. A call refuses a Config with a *daylight.ArgumentError if the value of a field
// makes no sense, or if it sets a field that is of no use without another that is missing.
type Config struct {
	// Columns are the columns that a solver reads and writes. Columns[0] belongs to the only or the
	// first set, Columns[1] to the second set of NewJoin.
	Columns [2]Columns

	// Duration is how long a frame lasts, in the unit of time of the velocities: 2^-60 to 2^60.
	Duration float64

	// SubSteps is how many steps of equal time a frame is cut into, up to 10,000; 0 stands for 4. A
	// frame is a step of the engine, with a Margin of what shapes may approach each other in a
	// frame, and a call of Solve.
	SubSteps int

	// Iterations is how often all contacts are evaluated in a sub-step before shapes move, up to
	// 10,000; 0 stands for 1. RelaxIterations is how often they are evaluated afterwards, to take
	// away the speed that pushing gave to shapes; 0 stands for 1.
	Iterations, RelaxIterations int

	// Slop is how much overlap is not pushed apart, in the units of the positions.
	Slop float64

	// MaxPush is the greatest distance that a contact pushes two overlapping shapes apart in a
	// frame. 0 stands for a twentieth of the width or height of the largest moving shape, plus
	// Gravity times the square of Duration; +Inf is no limit. Pushes of many contacts add up: part
	// of them may remain as speed, which does not grow with SubSteps.
	MaxPush float64

	// Gravity is the acceleration of all shapes that move, in units of the positions per unit of
	// time, squared.
	Gravity soa.Point

	// Restitution makes shapes bounce. If two shapes approach each other faster than
	// RestitutionAbove, they part with this share of that speed, 0 to 1.
	Restitution, RestitutionAbove float64

	// Friction is the coefficient of friction, 0 or more: the greatest ratio of the impulse along
	// the surface to that along the normal.
	Friction float64

	// RollingResistance is the greatest ratio of the angular impulse that slows rolling to the
	// impulse along the normal times the greater radius of the two shapes: that of a circle, of a
	// capsule or of a rounded polygon. 0.01 to 0.1 are usual. It needs Spin.
	RollingResistance float64

	// Density is mass per area, more than 0, of all shapes: then the mass of each follows from its
	// area, and InvMass is refused. A shape that moves needs an area. 0 stands for masses by
	// InvMass.
	Density float64

	// Omit reports whether Solve ignores contact i, for example one with a platform that lets
	// shapes through from below. Solve calls it once for each contact, in order, before it moves
	// anything, so Omit may read the shapes. nil omits none.
	Omit func(contacts *batch.Contacts, i int) bool

	// Impulses makes Solve keep the impulses that Solver.Impulses returns. They take 32 bytes per
	// contact.
	Impulses bool

	// Workers is how many goroutines may be used, 1 to daylight.MaxWorkers; 0 stands for
	// GOMAXPROCS. The result does not depend on it.
	Workers int

	// Kernels is the name of the kernels to use, as in batch.Config. The result does not depend on
	// it.
	Kernels string
}

// Columns are columns of one store (see soa.Attach) with one entry per shape.
type Columns struct {
	// InvMass is 1/mass: 0 for shapes that do not move, otherwise 1e-12 to 1e12. nil stands
	// for 1 for every shape. Static shapes never move, at any value.
	InvMass *soa.Column[float64]
	// Motion has the velocities of the centres of mass, and the spins. VX and VY are set together
	// or not at all. Solve reads the velocities of shapes that do not move, so that a static shape
	// can drive others, but never writes them. If one of the two sets of NewJoin has no velocities,
	// its shapes stand still. With Spin, shapes turn: Solve writes rotations and spins as well, and
	// needs contacts of batch.ModeManifolds. For the moment of inertia, mass times length squared,
	// the mass is spread evenly over the shape; that of a body is spread evenly over each part. The
	// spin of a shape that does not move is about its position.
	soa.Motion
	// FixedRotation is true for shapes whose moment of inertia is infinite, so that nothing turns
	// them. nil stands for false for every shape. If it is true for a part, it is for its body. It
	// needs Spin.
	FixedRotation *soa.Column[bool]
	// Material is the surface of each shape, including shapes that do not move. nil stands for
	// Friction, Restitution and RollingResistance of the Config, which are refused if every set has
	// this column. The entry of a new shape is zero until it is set: no friction, and no bounce.
	Material *soa.Column[Material]
}

// Material describes the surface of a shape. For two shapes that touch, the friction is the square
// root of the product of both; restitution and rolling resistance are the greater of both, as in
// Box2D.
type Material struct {
	Friction          float32 // see Config.Friction
	Restitution       float32 // see Config.Restitution
	RollingResistance float32 // see Config.RollingResistance
	// SurfaceSpeed is how fast the surface runs along the shape, clockwise: the top of a belt runs
	// to the right. The speed is added to the velocity of the shape. The surface speeds of two
	// shapes that touch add up.
	SurfaceSpeed float32
}

// Impulse is the impulse, mass times speed, that shape B received at a contact point in a frame; A
// received the opposite. Normal is its part along the normal of the contact, Tangent its part along
// the normal turned left, (-NY, NX). Both refer to the normal of the contact, even if Solve used
// another one at a seam.
type Impulse struct{ Normal, Tangent float32 }

// check refuses values that make no sense, and fields that are of no use.
func (c *Config) check(of [2]*soa.Shapes) error {
	for _, n := range []struct {
		name  string
		value int
	}{{"SubSteps", c.SubSteps}, {"Iterations", c.Iterations}, {"RelaxIterations", c.RelaxIterations}} {
		if n.value < 0 || n.value > maxIterations {
			return guard.Field("solver.Config", n.name, n.value, "want 0 to %d", maxIterations)
		}
	}
	for _, f := range []struct {
		name  string
		value float64
	}{
		{"Slop", c.Slop}, {"RestitutionAbove", c.RestitutionAbove}, {"Friction", c.Friction},
		{"RollingResistance", c.RollingResistance}, {"Density", c.Density},
	} {
		if !(f.value >= 0) || !finite(f.value) {
			return guard.Field("solver.Config", f.name, f.value, "want 0 or more, finite")
		}
	}
	switch {
	case !(c.MaxPush >= 0):
		return guard.Field("solver.Config", "MaxPush", c.MaxPush, "want a distance of more than 0, or 0 for the default")
	case !(c.Restitution >= 0 && c.Restitution <= 1):
		return guard.Field("solver.Config", "Restitution", c.Restitution, "want 0 to 1")
	case !finite(c.Gravity.X) || !finite(c.Gravity.Y):
		return guard.Field("solver.Config", "Gravity", c.Gravity, "want finite numbers")
	case c.Columns[1] != (Columns{}) && of[1] == nil:
		return guard.Field("solver.Config", "Columns[1]", "columns of a second set", "want a solver of NewJoin, which has one")
	case c.Columns[0].VX == nil && c.Columns[1].VX == nil:
		return guard.Field("solver.Config", "Columns", "no velocities", "want Motion: soa.Motion{VX: vx, VY: vy}, columns from soa.Attach[float32], or of soa.AttachMotion; package separate pushes shapes apart without")
	case !(c.Duration >= 0x1p-60 && c.Duration <= 0x1p60):
		return guard.Field("solver.Config", "Duration", c.Duration, "want the time of a frame, 2^-60 to 2^60")
	}
	if err := c.attached(of); err != nil {
		return err
	}
	if err := c.checkColumns(); err != nil {
		return err
	}
	return c.checkSurfaces(of)
}

// checkColumns refuses columns that need others.
func (c *Config) checkColumns() error {
	const spin = "want angular velocities beside it: Spin of Columns, a column from soa.Attach[float32]"
	for k := range c.Columns {
		of, name := &c.Columns[k], fmt.Sprintf("Columns[%d]", k)
		switch {
		case (of.VX == nil) != (of.VY == nil):
			return guard.Field("solver.Config", name, "one velocity", "want both VX and VY, or neither")
		case of.VX != nil && (of.VX == of.VY || of.VX == of.Spin || of.VY == of.Spin):
			return guard.Field("solver.Config", name, "one column twice", "want a column of its own for each field")
		case of.FixedRotation != nil && of.Spin == nil:
			return guard.Field("solver.Config", name, "FixedRotation", spin)
		case of.Spin != nil && of.VX == nil:
			return guard.Field("solver.Config", name, "Spin", "want velocities beside it, VX and VY")
		case c.Density > 0 && of.InvMass != nil:
			return guard.Field("solver.Config", "Density", c.Density, "want masses by Density or by InvMass, not both")
		}
	}
	if c.RollingResistance != 0 && !c.turns() {
		return guard.Field("solver.Config", "RollingResistance", c.RollingResistance, spin)
	}
	return nil
}

// checkSurfaces refuses values for all shapes if each shape has a Material.
func (c *Config) checkSurfaces(of [2]*soa.Shapes) error {
	if c.Columns[0].Material == nil || of[1] != nil && c.Columns[1].Material == nil {
		return nil
	}
	for _, f := range []struct {
		name  string
		value float64
	}{{"Friction", c.Friction}, {"Restitution", c.Restitution}, {"RollingResistance", c.RollingResistance}} {
		if f.value != 0 {
			return guard.Field("solver.Config", f.name, f.value, "want 0 beside Columns.Material, which has the value of each shape")
		}
	}
	return nil
}

// resolved is the Config with its defaults in place.
func (c Config) resolved() Config {
	if c.SubSteps == 0 {
		c.SubSteps = 4
	}
	c.Iterations, c.RelaxIterations = max(c.Iterations, 1), max(c.RelaxIterations, 1)
	return c
}

// attached checks that columns are those of the shapes.
func (c *Config) attached(of [2]*soa.Shapes) error {
	for k := range of {
		col, set := c.Columns[k], of[k]
		if foreign(col.InvMass, set) || foreign(col.VX, set) || foreign(col.VY, set) || foreign(col.Spin, set) || foreign(col.FixedRotation, set) || foreign(col.Material, set) {
			return &daylight.ArgumentError{Reason: soa.ErrForeign,
				Problem: fmt.Sprintf("solver.Config: a column of Columns[%d] is %v; attach it to the shapes that are solved", k, soa.ErrForeign)}
		}
	}
	return nil
}

// foreign reports whether a column is not that of a set.
func foreign[T any](c *soa.Column[T], of *soa.Shapes) bool {
	return c != nil && (of == nil || c.Shapes() != of)
}

// turns reports whether shapes turn.
func (c *Config) turns() bool { return c.Columns[0].Spin != nil || c.Columns[1].Spin != nil }

func finite(x float64) bool { return x-x == 0 }
