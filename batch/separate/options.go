// SPDX-License-Identifier: MIT

package separate

import (
	"fmt"
	"math"
	"runtime"
	"strings"

	"daylight/batch"
	"daylight/soa"
)

// MaxIterations is the greatest number of iterations and of sub-steps that options accept.
const MaxIterations = 10_000

// The limits of inverse masses other than 0.
const (
	MinInvMass = 1e-12
	MaxInvMass = 1e12
)

// Option configures a Separator.
type Option func(*config) error

type config struct {
	iterations int
	relaxation float64
	slop       float64
	firm       int
	maxPush    float64
	masses     []*soa.Column[float64] // by set: none, one or two
	workers    int

	velocities  []velocities // by set: none, one or two
	dt          float64
	solves      int
	restitution float64
	bounceAbove float64
	friction    float64
	subSteps    int // 0: the caller moves shapes
	seams       bool
	whole       bool
	gx, gy      float64

	needs string // an option that is of no use without velocities, and was given
}

func newConfig(opts []Option) (config, error) {
	c := config{
		iterations: 4,
		relaxation: 1.5,
		firm:       2,
		maxPush:    math.Inf(1),
		workers:    runtime.GOMAXPROCS(0),
		solves:     4,
	}
	for _, o := range opts {
		if o == nil {
			return c, wrong("Option", "nil among the options")
		}
		if err := o(&c); err != nil {
			return c, err
		}
	}
	if !c.moves() && c.needs != "" {
		return c, wrong(c.needs, "want the option Velocities beside it")
	}
	if c.subSteps == 0 && (c.gx != 0 || c.gy != 0) {
		return c, wrong("Gravity", "want the option SubSteps beside it; without it the caller moves shapes, and lets them fall")
	}
	return c, nil
}

// wrong is the error of a call or an option.
func wrong(call, problem string) error {
	return &batch.ArgumentError{Call: "separate." + call, Problem: problem}
}

// refuse is the error of an option that was given values that make no sense.
func refuse(want, option string, values ...any) error {
	text := make([]string, len(values))
	for i, v := range values {
		text[i] = fmt.Sprint(v)
	}
	return wrong(option+"("+strings.Join(text, ", ")+")", "want "+want)
}

// number is an option that takes a number for which ok holds.
func number[T int | float64](option, want string, v T, ok func(T) bool, set func(c *config)) Option {
	return func(c *config) error {
		if !ok(v) {
			return refuse(want, option, v)
		}
		set(c)
		return nil
	}
}

func finite(x float64) bool { return x-x == 0 }

// Iterations sets how often all contacts are evaluated and shapes pushed, 1 to
// MaxIterations; the default is 4. It ends sooner if nothing overlaps any more.
func Iterations(n int) Option {
	return number("Iterations", fmt.Sprintf("1 to %d", MaxIterations), n,
		func(n int) bool { return n >= 1 && n <= MaxIterations },
		func(c *config) { c.iterations = n })
}

// Relaxation sets a factor, more than 0 and less than 2, by which shapes with several contacts
// are pushed farther than the method by itself would; the default is 1.5. Crowds and heaps then
// relax in fewer iterations. With a factor above 1 it is not certain that the iteration
// converges. A shape with one contact is pushed no farther than where its overlap ends.
func Relaxation(factor float64) Option {
	return number("Relaxation", "more than 0 and less than 2", factor,
		func(f float64) bool { return f > 0 && f < 2 },
		func(c *config) { c.relaxation = factor })
}

// Slop sets how much overlap is allowed to stay, in the units of the positions; the default is 0.
// If a little overlap is allowed, a shape that rests on another stays in contact with it.
func Slop(depth float64) Option {
	return number("Slop", "0 or more, finite", depth,
		func(d float64) bool { return finite(d) && d >= 0 },
		func(c *config) { c.slop = depth })
}

// FirmPasses sets how many passes follow the iterations, 0 to MaxIterations; the default is 2. In
// such a pass shapes are moved out of those that cannot move, and of no others, the deepest
// contact first. So the pressure of a crowd does not push anyone into a wall.
func FirmPasses(n int) Option {
	return number("FirmPasses", fmt.Sprintf("0 to %d", MaxIterations), n,
		func(n int) bool { return n >= 0 && n <= MaxIterations },
		func(c *config) { c.firm = n })
}

// MaxPush sets the greatest distance that a shape is pushed in the iterations, more than 0;
// the default is no limit. FirmPasses are not limited.
func MaxPush(distance float64) Option {
	return number("MaxPush", "a distance of more than 0", distance,
		func(d float64) bool { return d > 0 },
		func(c *config) { c.maxPush = distance })
}

// InvMasses sets the column that holds 1/mass of every shape: 0 for shapes that do not move,
// otherwise MinInvMass to MaxInvMass. It must be attached to the shapes that are separated. The
// default is 1 for every shape. Static shapes do not move, whatever the column says. For NewJoin,
// give the option once for each set that has masses.
func InvMasses(col *soa.Column[float64]) Option {
	return func(c *config) error {
		if col == nil {
			return refuse("a column; attach one with soa.Attach", "InvMasses", "nil")
		}
		for i, m := range c.masses {
			if m.Shapes() == col.Shapes() {
				c.masses[i] = col
				return nil
			}
		}
		c.masses = append(c.masses, col)
		return nil
	}
}

// Workers sets how many goroutines may be used, 1 to batch.MaxWorkers; the default is
// GOMAXPROCS. The result does not depend on it.
func Workers(n int) Option {
	return number("Workers", fmt.Sprintf("1 to %d", batch.MaxWorkers), n,
		func(n int) bool { return n >= 1 && n <= batch.MaxWorkers },
		func(c *config) { c.workers = n })
}

// Velocities makes Separate correct velocities as well, before it pushes shapes: then no two
// shapes in contact approach each other faster than the gap between them allows. The columns hold
// velocities, in units of the positions per unit of dt, and must be attached to the shapes that
// are separated; dt is how long a frame lasts. Velocities of shapes that do not move are read, so
// that a static shape can drive others, but never written. For NewJoin, give the option once for
// each set that moves; a set without it stands still. If dt differs, the last one counts.
func Velocities(vx, vy *soa.Column[float64], dt float64) Option {
	return func(c *config) error {
		if vx == nil || vy == nil {
			return refuse("two columns; attach them with soa.Attach", "Velocities", "nil")
		}
		if !finite(dt) || dt <= 0 || !finite(1/dt) {
			return refuse("the time of a frame, more than 0", "Velocities", "vx", "vy", dt)
		}
		c.dt = dt
		for i, v := range c.velocities {
			if v.x.Shapes() == vx.Shapes() {
				c.velocities[i] = velocities{vx, vy}
				return nil
			}
		}
		c.velocities = append(c.velocities, velocities{vx, vy})
		return nil
	}
}

// velocities are columns of one set of shapes.
type velocities struct{ x, y *soa.Column[float64] }

// moves reports whether there are velocities.
func (c *config) moves() bool { return len(c.velocities) > 0 }

// velocitiesOf are those of a set, nil if it has none.
func (c *config) velocitiesOf(shapes *soa.Shapes) *velocities {
	for i := range c.velocities {
		if c.velocities[i].x.Shapes() == shapes {
			return &c.velocities[i]
		}
	}
	return nil
}

// massOf is the column of inverse masses of a set, or nil.
func (c *config) massOf(shapes *soa.Shapes) *soa.Column[float64] {
	for _, m := range c.masses {
		if m.Shapes() == shapes {
			return m
		}
	}
	return nil
}

// VelocityIterations sets how often all contacts are evaluated for velocities, 1 to
// MaxIterations: in each sub-step, if there are SubSteps. The default is 4.
func VelocityIterations(n int) Option {
	return number("VelocityIterations", fmt.Sprintf("1 to %d", MaxIterations), n,
		func(n int) bool { return n >= 1 && n <= MaxIterations },
		func(c *config) { c.solves, c.needs = n, "VelocityIterations" })
}

// Restitution makes shapes bounce. If two shapes approach each other faster than above, they part
// with this share of that speed, 0 to 1. The defaults are 0.
func Restitution(share, above float64) Option {
	return func(c *config) error {
		if !(share >= 0 && share <= 1) || !finite(above) || above < 0 {
			return refuse("a share of 0 to 1, and a speed of 0 or more", "Restitution", share, above)
		}
		c.restitution, c.bounceAbove, c.needs = share, above, "Restitution"
		return nil
	}
}

// Friction sets the coefficient of friction, 0 or more: the greatest ratio of the impulse
// along the surface to that along the normal. The default is 0.
func Friction(coefficient float64) Option {
	return number("Friction", "0 or more, finite", coefficient,
		func(f float64) bool { return finite(f) && f >= 0 },
		func(c *config) { c.friction, c.needs = coefficient, "Friction" })
}

// SubSteps makes Separate move the shapes by their velocities, in n steps of equal time, 1 to
// MaxIterations, and correct the velocities in each of them. The caller then does not move the
// shapes. A frame is a step of the engine, with a Margin of what shapes may approach each other
// in a frame, and a call of Separate. Separate takes static shapes to move by their velocities
// during the frame, but leaves it to the caller to move them.
func SubSteps(n int) Option {
	return number("SubSteps", fmt.Sprintf("1 to %d", MaxIterations), n,
		func(n int) bool { return n >= 1 && n <= MaxIterations },
		func(c *config) { c.subSteps, c.needs = n, "SubSteps" })
}

// WholeBodies says whether Separate pushes bodies of several parts apart as wholes if the shortest
// ways out of their parts contradict each other, as with two hooks that are hooked into each other,
// or a disc in a ring. Each such pair of bodies then gets the shortest push that parts the whole
// bodies, as BodyContacts finds it, in place of the pushes of its parts, with which it might stay
// as it is for ever. The default is false. The option makes each call run BodyContacts.Find, on the
// calling goroutine, with its time and memory; see there.
func WholeBodies(on bool) Option {
	return func(c *config) error {
		c.whole = on
		return nil
	}
}

// Seams says whether Separate keeps shapes from catching on the seams of what they slide over, such
// as a floor of many boxes or a chain. It then passes over a contact with something that cannot
// move if the normal leads against the way of the shape, and the shape would not meet that thing
// once it has gone its way and been pushed by its deeper contacts. The default is false. The way of
// a shape is that of its velocity, and of Gravity, in one frame; without Velocities it is 0. The
// option decides every shape that has two or more such contacts by itself, one after the other, on
// the calling goroutine.
func Seams(on bool) Option {
	return func(c *config) error {
		c.seams = on
		return nil
	}
}

// Gravity sets the acceleration of all shapes that move, in units of the positions per
// unit of dt, squared; it needs SubSteps. The default is none.
func Gravity(x, y float64) Option {
	return func(c *config) error {
		if !finite(x) || !finite(y) {
			return refuse("finite numbers", "Gravity", x, y)
		}
		c.gx, c.gy, c.needs = x, y, "Gravity"
		return nil
	}
}

// attached checks that columns are those of the shapes.
func (c *config) attached(of [2]*soa.Shapes) error {
	check := func(option string, cols ...*soa.Column[float64]) error {
		for _, col := range cols {
			if s := col.Shapes(); s == nil || s != cols[0].Shapes() || s != of[0] && s != of[1] {
				return &batch.ArgumentError{Call: "separate." + option, Reason: soa.ErrForeign,
					Problem: fmt.Sprintf("a column is %v; attach it to the shapes that are separated", soa.ErrForeign)}
			}
		}
		return nil
	}
	for _, m := range c.masses {
		if err := check("InvMasses", m); err != nil {
			return err
		}
	}
	for _, v := range c.velocities {
		if err := check("Velocities", v.x, v.y); err != nil {
			return err
		}
	}
	return nil
}
