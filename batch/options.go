// SPDX-License-Identifier: MIT

package batch

import (
	"fmt"
	"math"
	"runtime"

	inner "daylight/internal/kernels"
	"daylight/internal/memory"
	"daylight/kernels"
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
	hints         bool
	maxCandidates int
	memory        int64
	canonical     bool
	events        bool
	opposing      opposing
	reorder       bool
	skin          int
	progress      func(done, total int)
	onHint        func(a, b soa.ID, hit bool)
	moves         [2]Moves
	moving        bool
	excluding     [2]*soa.Column[uint8]
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

// Workers sets how many goroutines a step may use; the default is GOMAXPROCS. The
// answer does not depend on it. A step takes only as many as pay, by what the steps before
// cost: one of some thousand shapes is so short that waking goroutines for its phases would
// cost what they save. Stats.Workers says how many it took.
func Workers(n int) Option {
	return func(c *config) error {
		if n < 1 || n > MaxWorkers {
			return refuse("Workers", n, "1 to %d", MaxWorkers)
		}
		c.workers = n
		return nil
	}
}

// Kernels picks the kernels. The default, and what nil stands for, is kernels.Choose: the
// best that this processor runs, or what DAYLIGHT_KERNELS names.
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

// Margin sets the greatest separation that counts as a contact, in the units of the
// positions; the default is 0. A positive margin also reports near misses (depth is
// then negative), a negative one leaves out pairs that overlap by less. It is rounded
// to float32.
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
// separation equals the margin, such as two shapes that merely touch, is no contact.
func OpenSets(on bool) Option {
	return func(c *config) error {
		c.open = on
		return nil
	}
}

// Hints turns the axis cache on or off; the default is on. It remembers the axis that
// separated a pair of polygons and tries it first in the next step. It serves pairs
// with 64 lanes or more between them, such as two polygons of 17 to 32 corners each:
// smaller ones are decided as fast as a cache is asked. The answer does not depend on it.
func Hints(on bool) Option {
	return func(c *config) error {
		c.hints = on
		return nil
	}
}

// MaxCandidates sets the greatest number of candidates of a step, beyond which it ends with
// a *CandidatesError; the default is DefaultMaxCandidates. MemoryLimit says what candidates cost
// that become contacts.
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

// Reorder lets a step permute the storage of its Shapes, so that neighbours in space
// become neighbours in memory: at the first step, and whenever they have drifted far
// apart. The default is true. IDs stay the same and attached columns follow, but a
// shape's slot may be another after the step. With false, steps leave slots alone.
func Reorder(allow bool) Option {
	return func(c *config) error {
		c.reorder = allow
		return nil
	}
}

// Skin has an engine keep the candidates of a step for that many steps, 2 to 1024 (a Verlet
// list): AABBs are fattened along the motion of their shapes, and while a shape stays in its
// own, all that it may touch are in the list. A shape that leaves, is new, or has other
// attributes comes back alone; if many do, a new list is made at once. With 0, the default,
// an engine looks for candidates in every step.
//
// Contacts, and every bit of them, are those of steps without, but in another order: that of
// the step that made the list, those of each strip by kind, and then what came back in order
// of coming. That order depends on the shapes and on what they did, not on kernels, hints or
// the number of workers; with Canonical there is no difference.
//
// It pays where most shapes move little, or evenly, from step to step: 8 steps are a good
// choice for things that move by a twentieth of their size in a step. Stats.Skin says what it
// did. A list takes 40 bytes a shape, 32 for each of its places in strips and 8 a candidate,
// of which there are half as many again as without; where MemoryLimit or MaxCandidates
// do not allow it, steps do without. It is for engines, not for one-off calls, and
// not for ModePairs, whose answer is the candidates, or ModeSwept, in which shapes move
// during the step: there it does nothing.
func Skin(steps int) Option {
	return func(c *config) error {
		if steps != 0 && (steps < 2 || steps > maxSkin) {
			return refuse("Skin", steps, "0, or 2 to %d steps", maxSkin)
		}
		c.skin = steps
		return nil
	}
}

// OnProgress has f called now and then during a long step or one-off call with the
// share of the work done, which never falls, from one goroutine at a time.
func OnProgress(f func(done, total int)) Option {
	return func(c *config) error {
		c.progress = f
		return nil
	}
}

// Moves are how the shapes of a store move during a step in ModeSwept: columns of the
// store (see soa.Attach), one entry a shape. The poses of the store are those at the
// start of the step.
type Moves struct {
	// DX and DY are displacements, at a constant velocity; nil stands for zeros. They
	// may reach 2^100.
	DX, DY *soa.Column[float32]
	// Turn is the angle in radians, counter-clockwise, by which a shape turns about its
	// position, at a constant rate, up to 2^10; nil stands for zeros. A circle's does
	// not matter. Beyond 2^7, twenty times round, pairs that pass each other closely may
	// be taken for touching before they do, or although they do not.
	Turn *soa.Column[float32]
}

// Motion says how shapes move in ModeSwept: those of the engine's store, or of the
// first and of the second that a Join is given. A store without Moves is at rest. The
// columns are read in every step, so write the motion of the next into them before.
// A shape whose motion is NaN or out of range is left out and counted with those in
// quarantine. Other modes do not look at motion.
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

// Opposing makes a step choose among the MTV candidates of a pair: of all axes whose
// depth is at most tolerance more than the least, it takes the one whose normal opposes
// the movement of B relative to A most, the least if nothing moves. So a shape that
// falls on a row of boxes is pushed up, not aside at their seams. vx and vy are columns
// of velocities attached to the shapes that are stepped; tolerance is in the units of the
// positions. For a Join give it once for each set; shapes of a set without it are at rest,
// and the last tolerance counts. Pairs with a sensor (soa.Sensor) keep the least.
//
// Depths are then up to tolerance more than the least translation. Which pairs are
// contacts does not change, nor do those that are apart. In ModeManifolds points are found
// along the axis chosen; in ModeDistance the witnesses are what lies farthest along it, but
// where it is not the best they need not face each other (see Witness); in ModeSwept it
// concerns what touches at the start. It costs several hundred nanoseconds a contact whose
// shapes move against each other.
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

// Excluding keeps pairs from being decided: two shapes whose entries have a bit in common
// do not meet, whatever their other filters say. There is one column, of the store that is
// stepped, or one for each of the two of a Join. It is looked at behind the broad phase and
// costs a nanosecond or two a candidate. Package tile leaves pairs with it to other tiles.
func Excluding(columns ...*soa.Column[uint8]) Option {
	return func(c *config) error {
		if len(columns) < 1 || len(columns) > 2 {
			return refuse("Excluding", fmt.Sprintf("%d columns", len(columns)), "a column of the set that is stepped, or for a Join one of each of the two")
		}
		c.excluding = [2]*soa.Column[uint8]{}
		copy(c.excluding[:], columns)
		return nil
	}
}

// Events says whether an engine keeps account of contacts that begin, persist and end; see
// Engine.Events. The default is false. It takes about 60 bytes a contact. One-off calls have
// no step before and ignore it.
func Events(on bool) Option {
	return func(c *config) error {
		c.events = on
		return nil
	}
}

// OnHint has f called for every candidate that had an axis remembered (see Hints and
// Stats.HintsTried), with whether that axis separated the pair again. It is for those
// who want to see where hints help; f is called from all workers at once and holds
// them up.
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

// MemoryLimit sets how many bytes an engine, or a one-off call, may hold; what needs more
// ends with a *MemoryError before it takes them. The shapes themselves are the caller's and
// do not count. The default is half of the memory that there is for this process: what is
// free, the limits of its control groups and GOMEMLIMIT considered; where GOMEMLIMIT is
// set, two thirds.
//
// A contact takes 28 bytes (with contact points 61, with closest points 44, with times 32),
// and as much again with more than one worker, and once more with Canonical; 60 with Events.
// Columns grow by a quarter at a time, and for a moment the old lies beside the new.
func MemoryLimit(bytes int64) Option {
	return func(c *config) error {
		if bytes < minMemory {
			return refuse("MemoryLimit", bytes, "at least %d bytes", int64(minMemory))
		}
		c.memory = bytes
		return nil
	}
}
