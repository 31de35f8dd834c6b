// SPDX-License-Identifier: MIT

package batch

import (
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strconv"

	"daylight/internal/memory"
	"daylight/kernels"
	"daylight/soa"
)

// Mode says how much a step finds out about a pair.
type Mode int

const (
	// ModeContacts finds touching pairs with depth and normal.
	ModeContacts Mode = iota
	// ModeOverlaps finds touching pairs only.
	ModeOverlaps
	// ModePairs stops after the broad phase: pairs whose AABBs, inflated by
	// rounding error and margin, overlap.
	ModePairs
	// ModeManifolds is ModeContacts with contact points: where each pair touches.
	ModeManifolds
	// ModeSwept finds the pairs that touch at some time during a step in which shapes
	// move (see Motion), with the first time, and depth and normal at that time. Pairs
	// that touch at the start are those of ModeContacts, at time 0.
	ModeSwept
	// ModeDistance finds pairs within the margin like ModeContacts, and the closest
	// points of both shapes; see Witness.
	ModeDistance
)

// String is the mode's name: contact, overlap, pairs, manifold, swept or distance.
func (m Mode) String() string {
	switch m {
	case ModeContacts:
		return "contact"
	case ModeOverlaps:
		return "overlap"
	case ModePairs:
		return "pairs"
	case ModeManifolds:
		return "manifold"
	case ModeSwept:
		return "swept"
	case ModeDistance:
		return "distance"
	}
	return fmt.Sprintf("Mode(%d)", int(m))
}

// ParseMode is the mode of that name.
func ParseMode(name string) (Mode, error) {
	for m := ModeContacts; m <= ModeDistance; m++ {
		if m.String() == name {
			return m, nil
		}
	}
	return 0, refuse("ParseMode", strconv.Quote(name), "pairs, overlap, contact, manifold, swept or distance")
}

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
	progress      func(done, total int)
	onHint        func(a, b soa.ID, hit bool)
	moves         [2]Moves
	moving        bool
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
// answer does not depend on it. A step of fewer than some ten thousand shapes is so short
// that waking goroutines for its phases costs what they save: there, try 1.
func Workers(n int) Option {
	return func(c *config) error {
		if n < 1 || n > MaxWorkers {
			return refuse("Workers", n, "1 to %d", MaxWorkers)
		}
		c.workers = n
		return nil
	}
}

// Kernels picks the kernels; the default is kernels.Choose, which takes the best
// that this processor runs, or what DAYLIGHT_KERNELS names.
func Kernels(t *kernels.Table) Option {
	return func(c *config) error {
		if t == nil {
			return refuse("Kernels", "nil", "one of kernels.All or kernels.ByName")
		}
		if name := lacking(reflect.ValueOf(t).Elem()); name != "" {
			return refuse("Kernels", t.Name, "a whole one of kernels.All or kernels.ByName; it lacks the function %s", name)
		}
		c.table = t
		return nil
	}
}

// lacking returns the name of a function that a table of kernels lacks, if it does.
func lacking(table reflect.Value) string {
	for i := range table.NumField() {
		switch f, name := table.Field(i), table.Type().Field(i).Name; f.Kind() {
		case reflect.Func:
			if f.IsNil() {
				return name
			}
		case reflect.Struct:
			if inner := lacking(f); inner != "" {
				return name + "." + inner
			}
		}
	}
	return ""
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

// OpenSets says whether shapes are open sets; the default is false. If they are, a pair whose separation equals the margin, such as
// two shapes that merely touch, is no contact.
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

// OnProgress has f called now and then during a long step or one-off call with the
// share of the work done, which never falls, from one goroutine at a time.
func OnProgress(f func(done, total int)) Option {
	return func(c *config) error {
		c.progress = f
		return nil
	}
}
