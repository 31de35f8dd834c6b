// SPDX-License-Identifier: MIT

package separate

import (
	"fmt"
	"math"

	"daylight"
	"daylight/internal/guard"
	"daylight/soa"
)

// maxIterations is the greatest number of iterations and passes.
const maxIterations = 10_000

// Config says how shapes are pushed apart. The zero value is the default. A call refuses a Config
// with a *daylight.ArgumentError if the value of a field makes no sense.
type Config struct {
	// Columns are the columns that a separator reads. Columns[0] belongs to the only or the first
	// set, Columns[1] to the second set of NewJoin.
	Columns [2]Columns

	// Iterations is how often all contacts are evaluated and shapes pushed, up to 10,000; 0
	// stands for 4. It ends sooner if nothing overlaps any more.
	Iterations int

	// Relaxation is a factor, more than 0 and less than 2, on the pushes of shapes with several
	// contacts; 0 stands for 1.5. A factor above 1 lets crowds and layouts relax in fewer
	// iterations, but the iterations may not converge. A shape with one contact is pushed no
	// farther than where its overlap ends.
	Relaxation float64

	// Slop is how much overlap is allowed to stay, in the units of the positions. If a little
	// overlap is allowed, a shape that rests on another stays in contact with it.
	Slop float64

	// MaxPush is the greatest distance that a shape is pushed in the iterations; 0 stands for no
	// limit. StaticPasses are not limited.
	MaxPush float64

	// StaticPasses is how many passes follow the iterations, up to 10,000; 0 stands for 2, and
	// -1 for none. Such a pass moves shapes out of immovable shapes only, the deepest contact
	// first. So the pressure of a crowd does not push anyone into a wall.
	StaticPasses int

	// SmoothSeams keeps shapes from catching on the seams of what they slide over, such as a floor
	// of many boxes or a chain. A contact with a shape that cannot move is ignored if the two do
	// not overlap after the pushes of deeper contacts.
	SmoothSeams bool

	// Workers is how many goroutines may be used, 1 to daylight.MaxWorkers; 0 stands for
	// GOMAXPROCS. The result does not depend on it.
	Workers int

	// Kernels is the name of the kernels to use, as in batch.Config. SmoothSeams runs on them; the
	// result does not depend on it.
	Kernels string
}

// Columns are columns of one store (see soa.Attach) with one entry per shape.
type Columns struct {
	// InvMass is 1/mass: 0 for shapes that do not move, otherwise 1e-12 to 1e12. nil stands
	// for 1 for every shape. Static shapes never move, at any value.
	InvMass *soa.Column[float64]
}

// check refuses values that make no sense.
func (c *Config) check(of [2]*soa.Shapes) error {
	if c.Iterations < 0 || c.Iterations > maxIterations {
		return guard.Field("separate.Config", "Iterations", c.Iterations, "want 0 to %d", maxIterations)
	}
	if c.StaticPasses < -1 || c.StaticPasses > maxIterations {
		return guard.Field("separate.Config", "StaticPasses", c.StaticPasses, "want -1 to %d", maxIterations)
	}
	switch {
	case !(c.Relaxation >= 0 && c.Relaxation < 2):
		return guard.Field("separate.Config", "Relaxation", c.Relaxation, "want more than 0 and less than 2, or 0 for 1.5")
	case !(c.Slop >= 0) || !finite(c.Slop):
		return guard.Field("separate.Config", "Slop", c.Slop, "want 0 or more, finite")
	case !(c.MaxPush >= 0):
		return guard.Field("separate.Config", "MaxPush", c.MaxPush, "want a distance of more than 0, or 0 for no limit")
	case c.Columns[1] != (Columns{}) && of[1] == nil:
		return guard.Field("separate.Config", "Columns[1]", "columns of a second set", "want a separator of NewJoin, which has one")
	}
	return c.attached(of)
}

// resolved is the Config with its defaults in place.
func (c Config) resolved() Config {
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
	return c
}

// attached checks that columns are those of the shapes.
func (c *Config) attached(of [2]*soa.Shapes) error {
	for k := range of {
		if col := c.Columns[k].InvMass; col != nil && (of[k] == nil || col.Shapes() != of[k]) {
			return &daylight.ArgumentError{Reason: soa.ErrForeign,
				Problem: fmt.Sprintf("separate.Config: a column of Columns[%d] is %v; attach it to the shapes that are separated", k, soa.ErrForeign)}
		}
	}
	return nil
}

func finite(x float64) bool { return x-x == 0 }
