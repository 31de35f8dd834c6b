// SPDX-License-Identifier: MIT

package separate

import (
	"fmt"
	"math"
	"runtime"

	"daylight"
	"daylight/internal/guard"
	"daylight/soa"
)

// maxIterations is the greatest number of iterations, passes and sub-steps.
const maxIterations = 10_000

// minInvMass and maxInvMass are the limits of inverse masses other than 0.
const (
	minInvMass = 1e-12
	maxInvMass = 1e12
)

// Config says how shapes are pushed apart and moved. The zero value is the default. A call refuses a
// Config with a *daylight.ArgumentError if the value of a field makes no sense, or if it sets a field
// that is of no use without another that is missing.
type Config struct {
	// Columns are what a separator reads and writes of the shapes, of NewJoin of those of the first
	// set. Other is the same for the second set, and refused elsewhere.
	Columns, Other Columns

	// Duration is how long a frame lasts, in the unit of time of the velocities. It is 2^-60 to 2^60 if
	// there are velocities, and 0 if there are none.
	Duration float64

	// Iterations is how often all contacts are evaluated and shapes pushed, up to 10,000; 0
	// stands for 4. It ends sooner if nothing overlaps any more. Of shapes that turn, it is how often
	// all contacts are evaluated after each sub-step, to take away the speed that pushing gave them
	// (relax iterations); 0 then stands for 1.
	Iterations int

	// Relaxation is a factor, more than 0 and less than 2, by which shapes with several contacts are
	// pushed farther than the method by itself would; 0 stands for 1.5. Crowds and heaps then relax in
	// fewer iterations. With a factor above 1 it is not certain that the iteration converges. A shape
	// with one contact is pushed no farther than where its overlap ends.
	Relaxation float64

	// Slop is how much overlap is allowed to stay, in the units of the positions. If a little overlap
	// is allowed, a shape that rests on another stays in contact with it.
	Slop float64

	// MaxPush is the greatest distance that a shape is pushed in the iterations; 0 stands for no
	// limit. StaticPasses are not limited. Of shapes that turn, it limits the distance that a contact
	// pushes them apart in a frame.
	MaxPush float64

	// StaticPasses is how many passes follow the iterations, up to 10,000; 0 stands for 2, and
	// -1 for none. In such a pass shapes are moved out of those that cannot move, and of no others,
	// the deepest contact first. So the pressure of a crowd does not push anyone into a wall.
	StaticPasses int

	// WholeBodies pushes bodies of several parts apart as wholes if the shortest ways out of their
	// parts contradict each other, as with two hooks that are hooked into each other, or a disc in a
	// ring. Each such pair of bodies then gets the shortest push that parts the whole bodies, as
	// mtv.Bodies finds it, in place of the pushes of its parts, with which it might stay as it is
	// for ever. Each call then runs mtv.Bodies.Find, on the calling goroutine, with its time and
	// memory; see there.
	WholeBodies bool

	// SmoothSeams keeps shapes from catching on the seams of what they slide over, such as a floor of
	// many boxes or a chain. A contact with a shape that cannot move is ignored if its normal points
	// against the displacement of the moving shape, and the two would not overlap after that displacement and
	// the pushes of deeper contacts. The displacement of a shape is that of its velocity, and of
	// gravity, in one frame; without velocities it is 0. Every shape that has two or more such
	// contacts is decided by itself, one after the other, on the calling goroutine.
	SmoothSeams bool

	// SubSteps makes Separate move the shapes by their velocities, in so many steps of equal time, up
	// to 10,000, and correct the velocities in each of them. The caller then does not move the
	// shapes. A frame is a step of the engine, with a Margin of what shapes may approach each other in
	// a frame, and a call of Separate. Separate takes static shapes to move by their velocities during
	// the frame, but leaves it to the caller to move them. With 0 the caller moves all shapes.
	SubSteps int

	// VelocityIterations is how often all contacts are evaluated for velocities, up to 10,000:
	// in each sub-step, if there are some. 0 stands for 4, and for 1 of shapes that turn.
	VelocityIterations int

	// Gravity is the acceleration of all shapes that move, in units of the positions per unit of time,
	// squared. It needs SubSteps.
	Gravity soa.Point

	// Restitution makes shapes bounce. If two shapes approach each other faster than RestitutionAbove,
	// they part with this share of that speed, 0 to 1.
	Restitution, RestitutionAbove float64

	// Friction is the coefficient of friction, 0 or more: the greatest ratio of the impulse along the
	// surface to that along the normal.
	Friction float64

	// RollingResistance is the greatest ratio of the angular impulse that slows rolling to the impulse
	// along the normal times the greater radius of the two shapes: that of a circle, of a capsule or
	// of a rounded polygon. 0.01 to 0.1 are usual. It needs Spin.
	RollingResistance float64

	// Density is mass per area, more than 0, of all shapes: then the mass of each follows from its
	// area, and InvMass is refused. A shape that moves needs an area. 0 stands for masses by InvMass.
	// It needs Spin.
	Density float64

	// Workers is how many goroutines may be used, 1 to daylight.MaxWorkers; 0 stands for GOMAXPROCS. The
	// result does not depend on it.
	Workers int
}

// Columns are columns of one store (see soa.Attach) with one entry per shape.
type Columns struct {
	// InvMass is 1/mass: 0 for shapes that do not move, otherwise 1e-12 to 1e12. nil stands
	// for 1 for every shape. Static shapes do not move, whatever the column says.
	InvMass *soa.Column[float64]
	// VX and VY are velocities, in units of the positions per unit of time, both or neither. With them
	// Separate corrects velocities as well, before it pushes shapes: then no two shapes in contact
	// approach each other faster than the gap between them allows. Velocities of shapes that do not
	// move are read, so that a static shape can drive others, but never written. Of the two sets of
	// NewJoin, one without velocities stands still if the other has some.
	VX, VY *soa.Column[float64]
	// Spin is the angular velocity, in radians per unit of time, counter-clockwise. With it shapes
	// turn: Separate writes rotations and spins as well; see the package comment. It needs velocities,
	// SubSteps, and contacts of batch.ModeManifolds. The moment of inertia, in mass times length
	// squared, is that of a mass spread evenly over the shape, of a body over each of its parts. VX and VY
	// are then the velocity of the centre of mass. Spins of shapes that do not move are read, as their
	// velocities are: these turn about their positions.
	Spin *soa.Column[float64]
	// FixedRotation is true for shapes whose moment of inertia is infinite, so that nothing turns
	// them. nil stands for false for every shape. If it is true for a part, it is for its body. It
	// needs Spin.
	FixedRotation *soa.Column[bool]
}

// check refuses values that make no sense, and fields that are of no use.
func (c *Config) check(of [2]*soa.Shapes) error {
	whole := []struct {
		name  string
		value int
		least int
	}{
		{"Iterations", c.Iterations, 0}, {"StaticPasses", c.StaticPasses, -1}, {"SubSteps", c.SubSteps, 0}, {"VelocityIterations", c.VelocityIterations, 0},
	}
	for _, n := range whole {
		if n.value < n.least || n.value > maxIterations {
			return guard.Field("separate.Config", n.name, n.value, "want %d to %d", n.least, maxIterations)
		}
	}
	switch {
	case !(c.Relaxation >= 0 && c.Relaxation < 2):
		return guard.Field("separate.Config", "Relaxation", c.Relaxation, "want more than 0 and less than 2, or 0 for 1.5")
	case !(c.Slop >= 0) || !finite(c.Slop):
		return guard.Field("separate.Config", "Slop", c.Slop, "want 0 or more, finite")
	case !(c.MaxPush >= 0):
		return guard.Field("separate.Config", "MaxPush", c.MaxPush, "want a distance of more than 0, or 0 for no limit")
	case !(c.Restitution >= 0 && c.Restitution <= 1):
		return guard.Field("separate.Config", "Restitution", c.Restitution, "want 0 to 1")
	case !(c.RestitutionAbove >= 0) || !finite(c.RestitutionAbove):
		return guard.Field("separate.Config", "RestitutionAbove", c.RestitutionAbove, "want a speed of 0 or more, finite")
	case !(c.Friction >= 0) || !finite(c.Friction):
		return guard.Field("separate.Config", "Friction", c.Friction, "want 0 or more, finite")
	case !finite(c.Gravity.X) || !finite(c.Gravity.Y):
		return guard.Field("separate.Config", "Gravity", c.Gravity, "want finite numbers")
	case !(c.RollingResistance >= 0) || !finite(c.RollingResistance):
		return guard.Field("separate.Config", "RollingResistance", c.RollingResistance, "want 0 or more, finite")
	case !(c.Density >= 0) || !finite(c.Density):
		return guard.Field("separate.Config", "Density", c.Density, "want a mass per area of more than 0, or 0 for masses by InvMass")
	case c.Workers < 0 || c.Workers > daylight.MaxWorkers:
		return guard.Field("separate.Config", "Workers", c.Workers, "want 1 to %d, or 0 for GOMAXPROCS", daylight.MaxWorkers)
	case (c.Columns.VX == nil) != (c.Columns.VY == nil) || (c.Other.VX == nil) != (c.Other.VY == nil):
		return guard.Field("separate.Config", "Columns", "one velocity", "want both VX and VY, or neither")
	case c.Other != (Columns{}) && of[1] == nil:
		return guard.Field("separate.Config", "Other", "columns of a second set", "want a separator of NewJoin, which has one")
	}
	if err := c.attached(of); err != nil {
		return err
	}
	if err := c.checkTurning(); err != nil {
		return err
	}
	if c.moves() {
		switch {
		case !(c.Duration >= 0x1p-60 && c.Duration <= 0x1p60):
			return guard.Field("separate.Config", "Duration", c.Duration, "want the time of a frame, 2^-60 to 2^60, beside velocities")
		case c.SubSteps == 0 && c.Gravity != (soa.Point{}):
			return guard.Field("separate.Config", "Gravity", c.Gravity, "want SubSteps beside gravity; without them the caller moves shapes, and lets them fall")
		}
		return nil
	}
	for _, f := range []struct {
		name  string
		value float64
	}{
		{"Duration", c.Duration}, {"SubSteps", float64(c.SubSteps)}, {"VelocityIterations", float64(c.VelocityIterations)}, {"Gravity", max(math.Abs(c.Gravity.X), math.Abs(c.Gravity.Y))},
		{"Restitution", c.Restitution}, {"RestitutionAbove", c.RestitutionAbove}, {"Friction", c.Friction},
	} {
		if f.value != 0 {
			return guard.Field("separate.Config", f.name, f.value, "want velocities beside it: Columns: separate.Columns{VX: vx, VY: vy}, columns from soa.Attach[float64]")
		}
	}
	return nil
}

// checkTurning refuses what turning shapes need and is missing, what they have no use for, and what needs them.
func (c *Config) checkTurning() error {
	const column = "want angular velocities beside it: Spin of Columns, a column from soa.Attach[float64]"
	for k, of := range []*Columns{&c.Columns, &c.Other} {
		name := [2]string{"Columns", "Other"}[k]
		switch {
		case of.FixedRotation != nil && of.Spin == nil:
			return guard.Field("separate.Config", name, "FixedRotation", column)
		case of.Spin != nil && of.VX == nil:
			return guard.Field("separate.Config", name, "Spin", "want velocities beside it, VX and VY")
		case c.Density > 0 && of.InvMass != nil:
			return guard.Field("separate.Config", "Density", c.Density, "want masses by Density or by InvMass, not both")
		}
	}
	if !c.turns() {
		switch {
		case c.RollingResistance != 0:
			return guard.Field("separate.Config", "RollingResistance", c.RollingResistance, column)
		case c.Density != 0:
			return guard.Field("separate.Config", "Density", c.Density, column)
		}
		return nil
	}
	switch {
	case c.SubSteps == 0:
		return guard.Field("separate.Config", "SubSteps", c.SubSteps, "want 1 or more beside Spin: who turns shapes moves them, too")
	case c.Relaxation != 0:
		return guard.Field("separate.Config", "Relaxation", c.Relaxation, "want 0 beside Spin: impulses at points need none")
	case c.StaticPasses != 0:
		return guard.Field("separate.Config", "StaticPasses", c.StaticPasses, "want 0 beside Spin: shapes that turn have no such passes")
	case c.WholeBodies:
		return guard.Field("separate.Config", "WholeBodies", c.WholeBodies, "want false beside Spin: bodies that turn are pushed part by part")
	}
	return nil
}

// resolved is the Config with its defaults in place.
func (c Config) resolved() Config {
	if c.turns() {
		c.Iterations, c.VelocityIterations = max(c.Iterations, 1), max(c.VelocityIterations, 1)
	}
	if c.Iterations == 0 {
		c.Iterations = 4
	}
	if c.Relaxation == 0 {
		c.Relaxation = 1.5
	}
	switch c.StaticPasses {
	case 0:
		c.StaticPasses = 2
	case -1:
		c.StaticPasses = 0
	}
	if c.MaxPush == 0 {
		c.MaxPush = math.Inf(1)
	}
	if c.VelocityIterations == 0 {
		c.VelocityIterations = 4
	}
	if c.Workers == 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	return c
}

// attached checks that columns are those of the shapes.
func (c *Config) attached(of [2]*soa.Shapes) error {
	for k := range of {
		columns := c.of(k)
		fixed := columns.FixedRotation
		foreign := fixed != nil && (of[k] == nil || fixed.Shapes() != of[k])
		for _, col := range [...]*soa.Column[float64]{columns.InvMass, columns.VX, columns.VY, columns.Spin} {
			if foreign || col != nil && (of[k] == nil || col.Shapes() != of[k]) {
				return &daylight.ArgumentError{Reason: soa.ErrForeign,
					Problem: fmt.Sprintf("separate.Config: a column of %s is %v; attach it to the shapes that are separated", [2]string{"Columns", "Other"}[k], soa.ErrForeign)}
			}
		}
	}
	return nil
}

// of returns the columns of a set.
func (c *Config) of(k int) *Columns {
	if k == 1 {
		return &c.Other
	}
	return &c.Columns
}

// moves reports whether there are velocities.
func (c *Config) moves() bool { return c.Columns.VX != nil || c.Other.VX != nil }

// turns reports whether shapes turn.
func (c *Config) turns() bool { return c.Columns.Spin != nil || c.Other.Spin != nil }

func finite(x float64) bool { return x-x == 0 }
