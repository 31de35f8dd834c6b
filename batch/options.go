// SPDX-License-Identifier: MIT

package batch

import (
	"fmt"
	"math"
	"runtime"

	inner "daylight/internal/kernels"
	"daylight/internal/memory"
	"daylight/kernels"
	"daylight/region"
	"daylight/soa"
)

// DefaultMaxCandidates is the greatest number of candidates of a step unless MaxCandidates says
// otherwise.
const DefaultMaxCandidates = 1 << 28

// MaxWorkers is the greatest number that Workers accepts.
const MaxWorkers = 1024

// Option configures an Engine or a one-off call.
type Option func(*config) error

type config struct {
	mode          Mode
	margin        float32
	open          bool
	workers       int
	table         *kernels.Table
	hints         bool // remember axes; tests turn it off
	maxCandidates int
	memory        int64
	canonical     bool
	events        bool
	opposing      opposing
	reorder       bool
	skin          int
	progress      func(done, total int)
	onHint        func(a, b soa.ID, hit bool)
	deciding      func(a, b soa.ID, found region.Verdict) region.Verdict
	moves         [2]Moves
	moving        bool
	excluding     [2][2]*soa.Column[uint8] // of two filters, for both sets
	filters       int                      // how many of them there are
}

func newConfig(opts []Option) (config, error) {
	c := config{
		workers:       runtime.GOMAXPROCS(0),
		hints:         true,
		maxCandidates: DefaultMaxCandidates,
		memory:        memory.ForEngine(),
		reorder:       true,
	}
	for _, o := range opts {
		if o == nil {
			return c, wrong("Option", "nil among the options")
		}
		if err := o(&c); err != nil {
			return c, err
		}
	}
	if c.table == nil {
		t, err := kernels.Choose()
		if err != nil {
			return c, err
		}
		c.table = t
	}
	return c, c.checkMotion()
}

// limitSep is the greatest separation that counts as a contact.
func (c *config) limitSep() float32 {
	if c.open {
		return math.Nextafter32(c.margin, float32(math.Inf(-1)))
	}
	return c.margin
}

// grow is what every AABB must be grown by on each side so that a pair within the
// margin is a candidate: half the margin, and a little for rounding (the kernels'
// error grows with the distance they measure, which the margin adds to).
func (c *config) grow() float32 {
	if c.margin <= 0 {
		return 0
	}
	return float32(c.margin*0.5) + float32(c.margin*0x1p-16)
}

// Workers sets how many goroutines a step may use; the default is GOMAXPROCS. The contacts do not
// depend on it. A step takes only as many as are worth it, judging by what the steps before have
// cost: a step of a few thousand shapes is so short that to wake goroutines would take longer
// than they save. Stats.Workers says how many it took.
func Workers(n int) Option {
	return func(c *config) error {
		if n < 1 || n > MaxWorkers {
			return refuse("Workers", n, "1 to %d", MaxWorkers)
		}
		c.workers = n
		return nil
	}
}

// Kernels sets which kernels are used. The default, which nil stands for too, is what
// kernels.Choose returns: the fastest that this processor can run, or those that the environment
// variable DAYLIGHT_KERNELS names.
func Kernels(t *kernels.Table) Option {
	return func(c *config) error {
		if t != nil {
			if name := inner.Lacking(t); name != "" {
				return refuse("Kernels", t.Name, "a whole one of kernels.All or kernels.ByName; it lacks the function %s", name)
			}
		}
		c.table = t
		return nil
	}
}

// InMode sets how much is found out about each pair; the default is ModeContacts.
func InMode(m Mode) Option {
	return func(c *config) error {
		if m < ModeContacts || m > ModeDistance {
			return refuse("InMode", int(m), "ModeContacts, ModeOverlaps, ModePairs, ModeManifolds, ModeSwept or ModeDistance")
		}
		c.mode = m
		return nil
	}
}

// MaxMargin is the greatest absolute margin that Margin accepts.
const MaxMargin = 1 << 60

// Margin sets the greatest separation that counts as a contact, in the units of the positions;
// the default is 0. With a positive margin, pairs that are no farther apart than that are
// contacts too, with a negative depth. With a negative margin, pairs that overlap by less than
// that are not. It is rounded to float32.
func Margin(m float64) Option {
	return func(c *config) error {
		if math.IsNaN(m) || math.Abs(m) > MaxMargin {
			return refuse("Margin", m, "a finite number up to %g", float64(MaxMargin))
		}
		c.margin = float32(m)
		return nil
	}
}

// OpenSets says whether shapes are open sets; the default is false. If they are, a pair whose
// separation equals the margin, such as two shapes that touch but do not overlap, is not a
// contact.
func OpenSets(on bool) Option {
	return func(c *config) error {
		c.open = on
		return nil
	}
}

// MaxCandidates sets how many candidates a step may have; a step with more ends with a
// *LimitError. The default is DefaultMaxCandidates. MemoryLimit limits the memory that they
// and the contacts take.
func MaxCandidates(n int) Option {
	return func(c *config) error {
		if n < 1 {
			return refuse("MaxCandidates", n, "at least 1")
		}
		c.maxCandidates = n
		return nil
	}
}

// Canonical says whether contacts are sorted by A, then B; the default is false.
func Canonical(on bool) Option {
	return func(c *config) error {
		c.canonical = on
		return nil
	}
}

// Reorder says whether a step may store its Shapes in another order, so that neighbours in space
// become neighbours in memory. The first step does, and later ones do whenever neighbours have
// drifted far apart in memory. The default is true. IDs stay the same, and attached columns
// follow, but a shape may lie in another slot after the step. With false, steps do not change
// slots.
func Reorder(allow bool) Option {
	return func(c *config) error {
		c.reorder = allow
		return nil
	}
}

// SkinAuto, given to Skin, makes an engine find out from a sample of the shapes whether a list of
// candidates pays, and for how many steps, four at least. If it does not pay, a step takes 1 to
// 4 % longer than without Skin, and up to 15 % where shapes move far now and then. With fewer than 512 shapes the engine makes no list.
const SkinAuto = -1

// Skin sets for how many steps an engine keeps its list of candidates (a Verlet list): 2 to 1024,
// or SkinAuto, with which the engine chooses the number by the motion of the shapes. With 0, the
// default, the engine looks for candidates in every step.
//
// To make the list, the engine fattens the AABB of each shape along the motion of the shape. As
// long as a shape stays inside its fattened AABB, the list has all pairs that it may be in
// contact with. If a shape leaves its fattened AABB, is new, or gets other attributes, the engine
// finds the candidates of that shape alone. If this happens to more than 32 shapes plus a 128th
// of all in a step, or to so many since the list was made that looking for their candidates would
// take longer than to make a list, that step makes a new list.
//
// The contacts are the same, to the bit, as without Skin, but in another order: first those of
// the list, strip by strip in the order of the step that made it, within a strip by pair of
// classes; then those of the shapes that left, in the order in which they left. The order depends
// on the shapes and on what they did before, not on kernels, hints or the number of workers. With
// Canonical the order is the same as without Skin, too.
//
// Skin pays if most shapes move little, or evenly, from step to step. For shapes that move by a
// twentieth of their size in a step, 8 steps are a good choice. Stats.Skin says what a step did.
//
// A list takes 40 bytes per shape (and up to 16 more once storage was reordered), up to 25 bytes
// for each place of a shape in a strip, and 8 bytes per candidate; there are about half as many
// candidates again as without Skin. If there are polygons of 16 lanes or more (9 corners or more),
// each candidate takes another 4 bytes for the axis that separated it last, unless the option
// Excluding is set. MemoryLimit counts all of that, and Engine.Shrink gives it back.
// If MemoryLimit or MaxCandidates do not allow a list, steps work without one.
//
// Skin does nothing for one-off calls, for ModePairs, whose answer is the candidates themselves,
// and for ModeSwept, in which shapes move during the step.
func Skin(steps int) Option {
	return func(c *config) error {
		if steps != 0 && steps != SkinAuto && (steps < 2 || steps > maxSkin) {
			return refuse("Skin", steps, "SkinAuto, 0, or 2 to %d steps", maxSkin)
		}
		c.skin = steps
		return nil
	}
}

// OnProgress sets a function that a long step or one-off call calls now and then. f is told that
// done of total parts of the work are done; done never decreases. Only one goroutine at a time
// calls f, and it waits for it. If f panics, the call returns a *PanicError.
func OnProgress(f func(done, total int)) Option {
	return func(c *config) error {
		c.progress = f
		return nil
	}
}

// Moves tell how the shapes of a store move during a step in ModeSwept, as columns of the store
// (see soa.Attach) with one entry per shape. The poses of the store are those at the start of the
// step. For Engine.Advance, the entries are velocities: ways and angles per unit of its time.
//
// A region (see soa.Shapes.AddRegion) moves as one, by the entries of its ID, which are those of
// its first part; steps that read the columns write them to its other parts, whatever was there,
// which takes some 35 ns for each part. Shapes with a common soa.Body, and the links of a
// soa.Shapes.AddChain, have poses and entries of their own: each turns about its own position.
type Moves struct {
	// DX and DY are how far a shape moves during the step, at a constant velocity. nil stands for
	// zeros. They may reach 2^100.
	DX, DY *soa.Column[float32]
	// Turn is the angle in radians, counter-clockwise, by which a shape turns about its position
	// during the step, at a constant rate. It may reach 2^10. nil stands for zeros. Circles
	// ignore it. If it is more than 2^7, about twenty full turns, pairs that pass each other
	// closely may be reported before they touch, or although they do not.
	Turn *soa.Column[float32]
}

// Motion says how shapes move in ModeSwept: those of the engine's store, or of the first and the
// second store of a Join. A store without Moves is at rest. Every step reads the columns, so
// write the motion of the next step into them before it. A shape whose motion is NaN or out of
// range is left out, and counted with those in quarantine.
//
// In all other modes it says by which velocities Engine.Advance moves the shapes; the steps of
// Engine.Step ignore it.
func Motion(sets ...Moves) Option {
	return func(c *config) error {
		if len(sets) < 1 || len(sets) > 2 {
			return refuse("Motion", fmt.Sprintf("%d sets", len(sets)), "the Moves of one set, or for a Join of two")
		}
		c.moves = [2]Moves{}
		copy(c.moves[:], sets)
		c.moving = true
		return nil
	}
}

func (c *config) checkMotion() error {
	if c.mode == ModeSwept && !c.moving {
		return refuse("InMode", c.mode, "the option Motion beside it: Motion(Moves{DX: dx, DY: dy}) with columns from soa.Attach")
	}
	return nil
}

// Opposing makes a step choose among the MTV candidates of a pair. Of all axes whose depth is at
// most tolerance more than the least, it takes the one whose normal is most opposed to the
// movement of B relative to A; if nothing moves, it takes the axis of least depth. So a shape
// that falls on a row of boxes is pushed up, and not aside at their seams. vx and vy are columns
// of velocities, attached to the shapes that are stepped; tolerance is in the units of the
// positions. For a Join, give the option once for each set. A set without it is at rest; if the
// tolerances differ, the last one counts. Pairs with a sensor (soa.Sensor) keep the axis of least
// depth.
//
// Depths are then up to tolerance more than the least possible. Which pairs are contacts does not
// change, and pairs that are apart stay as they are. In ModeManifolds contact points are found
// along the chosen axis. In ModeDistance the witnesses are the points that lie farthest along it;
// if it is not the axis of least depth, they need not face each other (see Witness). In ModeSwept
// the option is about pairs that touch at the start. It costs several hundred nanoseconds for
// each contact whose shapes move against each other.
func Opposing(vx, vy *soa.Column[float32], tolerance float64) Option {
	return func(c *config) error {
		if vx == nil || vy == nil {
			return refuse("Opposing", "nil", "two columns; attach them with soa.Attach[float32]")
		}
		if !(tolerance >= 0 && tolerance <= MaxMargin) {
			return refuse("Opposing", tolerance, "a tolerance of 0 to %g", float64(MaxMargin))
		}
		c.opposing.add(velocities{vx, vy})
		c.opposing.tolerance = float32(tolerance)
		return nil
	}
}

// Excluding adds a filter: two shapes whose entries have a bit in common do not meet, whatever
// their other filters say. Give it one column, of the store that is stepped, or one for each of
// the two stores of a Join. It is applied after the broad phase, and costs a nanosecond or two
// per candidate. Package tile uses it to leave pairs to other tiles. Given twice, it adds two
// filters, each with bits of its own; it cannot be given three times. Instead of a column there may
// be nil: then nothing is excluded in that set.
func Excluding(columns ...*soa.Column[uint8]) Option {
	return func(c *config) error {
		if len(columns) < 1 || len(columns) > 2 {
			return refuse("Excluding", fmt.Sprintf("%d columns", len(columns)), "a column of the set that is stepped, or for a Join one of each of the two")
		}
		if columns[0] == nil && columns[len(columns)-1] == nil {
			return nil
		}
		if c.filters == len(c.excluding) {
			return refuse("Excluding", "a third one", "two at most")
		}
		copy(c.excluding[c.filters][:], columns)
		c.filters++
		return nil
	}
}

// Events says whether an engine keeps track of contacts that begin, persist and end; see
// Engine.Events. The default is false. It takes about 60 bytes per contact. One-off calls ignore
// it.
func Events(on bool) Option {
	return func(c *config) error {
		c.events = on
		return nil
	}
}

// OnHint makes a step call f for every candidate for which an axis was remembered (see
// Stats.HintsTried), and tell it whether that axis separated the pair again. It is meant for
// programs that show where hints help. All workers call f, at the same time, and wait for it.
//
// A hint is the axis that separated a pair of polygons; the next step tries it first. Contacts do
// not depend on hints. They are kept for pairs that have 64 lanes or more between them, such as two
// polygons of 17 to 32 corners each; smaller ones are decided as fast as a hint could be looked up.
// With Skin, the list of candidates also remembers axes, in strips whose largest polygon has 16
// lanes or more (9 corners).
func OnHint(f func(a, b soa.ID, hit bool)) Option {
	return func(c *config) error {
		if f == nil {
			return refuse("OnHint", "nil", "a function; or leave the option out")
		}
		c.onHint = f
		return nil
	}
}

// minMemory is the least that MemoryLimit accepts.
const minMemory = 1 << 20

// MemoryLimit sets how many bytes an engine or a one-off call may take. A call that needs more
// ends with a *LimitError before it takes them. The shapes themselves belong to the caller and
// do not count. The default is half of the memory that this process can have, considering what is
// free, the limits of its control groups, and GOMEMLIMIT. If GOMEMLIMIT is set, it is two thirds.
//
// A contact takes 28 bytes (61 with contact points, 44 with closest points, 32 with times); as
// much again with more than one worker, and once more with Canonical; and 60 bytes more with
// Events. Columns grow by a quarter at a time, and while they do, the old column and the new one
// both take memory.
func MemoryLimit(bytes int64) Option {
	return func(c *config) error {
		if bytes < minMemory {
			return refuse("MemoryLimit", bytes, "at least %d bytes", int64(minMemory))
		}
		c.memory = bytes
		return nil
	}
}
