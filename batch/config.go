// SPDX-License-Identifier: MIT

package batch

import (
	"fmt"
	"math"
	"runtime"

	"daylight/internal/broadphase"
	"daylight/internal/kernels/isa"
	"daylight/internal/memory"
	"daylight/region"
	"daylight/soa"
)

// Config says what an Engine or a one-off call does. The zero value is the default. A call refuses a
// Config with an *ArgumentError if the value of a field makes no sense, or if it sets a field that
// the call cannot honour.
type Config struct {
	// Mode says how much is found out about each pair.
	Mode Mode

	// Margin is the greatest separation that counts as a contact, in the units of the positions. With
	// a positive margin, pairs that are no farther apart than that are contacts too, with a negative
	// depth. With a negative margin, pairs that overlap by less than that are not. Its absolute value
	// may reach MaxMargin. It is rounded to float32.
	Margin float64

	// Strict makes shapes open sets: a pair whose separation equals the margin, such as two shapes
	// that touch but do not overlap, is not a contact. ModePairs, which knows only AABBs, refuses it.
	Strict bool

	// Decide, if not nil, decides the pairs that float32 cannot decide: their separation lies within
	// the error bound of 0. It receives the IDs of A and B and the verdict of the engine, which it
	// may return. region.Shape.Compare decides shapes in float64. Overlapping pairs are contacts,
	// and touching pairs are contacts unless Strict is set. Touching pairs have depth 0.
	// Overlapping pairs keep the depth of the engine, or 0 if that is negative. No depth depends
	// on Strict.
	//
	// The error bound is 1.5 times kernels.Bounds.Separation, to cover the rounding of stored
	// corners. With Decide, a step also checks every contact, and the reach of every shape. All
	// workers call Decide at the same time and wait for it. In ModeSwept it decides pairs that
	// touch at the start. ModePairs and a Margin other than 0 refuse it.
	Decide func(a, b soa.ID, found region.Verdict) region.Verdict

	// Omit, if not nil, reports which pairs to leave out, such as parts of two bodies that the
	// caller has already decided as wholes. It receives the IDs of A and B of each pair that
	// float32 finds to be a contact or cannot decide. A < B, except in a Join. The engine calls
	// Omit at most once for each pair in a step, before it computes anything else about the pair.
	// All workers call it at the same time, like Decide. The result must depend on the pair alone,
	// not on the order of calls. Stats.Candidates also counts the pairs that Omit leaves out. If
	// Omit begins to leave a contact out, Events reports that the contact ends. ModePairs,
	// ModeSwept and Skin refuse Omit.
	Omit func(a, b soa.ID) bool

	// Canonical sorts the contacts by A, then B.
	Canonical bool

	// Events makes an engine keep track of contacts that begin, persist and end; see Engine.Events. It
	// takes about 60 bytes per contact. One-off calls refuse it.
	Events bool

	// PeriodX and PeriodY, if they are not 0, make the plane a torus of that width and height: shapes whose positions differ by
	// whole periods lie in the same place, and two shapes meet where their nearest images do, so that each pair is found once. With
	// one of them 0 the plane closes along the other alone. Positions may lie anywhere, and stay as they are; those many
	// periods away lose the digits that they lack there. The normal points from A to the nearest image of B, and points are relative
	// to A as elsewhere. Shapes are to be smaller than half a period, Margin included, and to lie within two of their position: one that does
	// not makes a step fail with an *ArgumentError that names it. Positions count as rounded to 2^-49ths or so of the period, so that it does
	// not matter which images meet. A torus costs a copy of the AABBs and filters, up to 80 bytes per shape, in a step without a list and in
	// one that makes a list.
	//
	// Refused beside ModeSwept, in which a shape may go round the torus in a step and meet another several times; Decide, which is
	// asked about shapes where they are; and BruteForce, which decides each pair where it is. A separate.Separator takes such contacts, and so
	// does a solver.Solver without Spin; what looks at positions refuses them: Spin, SmoothSeams, and
	// packages push and mtv.
	PeriodX, PeriodY float64

	// Columns are what steps read of the shapes, of a Join of those of the first set. Other is the
	// same for the second set of a Join, and refused elsewhere.
	Columns, Other Columns

	// Duration is how much time a step of ModeSwept covers, in the unit of the velocities; 0 stands
	// for 1. Other modes refuse it: Advance has an argument for the time.
	Duration float64

	// Skin is for how many steps an engine keeps its list of candidates (a Verlet list): 2 to 1024, or
	// SkinAuto, with which the engine chooses the number by the motion of the shapes. With 0 the
	// engine looks for candidates in every step. One-off calls refuse it, and so do ModePairs, whose
	// answer is the candidates themselves, and ModeSwept, in which shapes move during the step.
	//
	// To make the list, the engine fattens the AABB of each shape along the motion of the shape. As
	// long as a shape stays inside its fattened AABB, the list has all pairs that it may be in contact
	// with. If a shape escapes from its fattened AABB, is new, or gets other attributes, the engine finds
	// the candidates of that shape alone. If this happens to more than 32 shapes plus a 128th of all
	// in a step, or to so many since the list was made that looking for their candidates would take
	// longer than to make a list, that step makes a new list.
	//
	// The contacts are the same, to the bit, as without Skin, but in another order: first those of the
	// list, strip by strip in the order of the step that made it, within a strip by pair of classes;
	// then those of the shapes that escaped, in the order in which they did. The order depends on the
	// shapes and on what they did before, not on kernels, hints or the number of workers. With
	// Canonical the order is the same as without Skin, too.
	//
	// Skin pays if most shapes move little, or evenly, from step to step. For shapes that move by a
	// twentieth of their size in a step, 8 steps are a good choice. Stats.SkinAge says what a step did.
	//
	// If few shapes change, a step does next to nothing for the others. A shape may have changed if somebody
	// wrote to it since the last step, by ID or in soa.Shapes.Update (see soa.Live.Wrote, which says to which
	// shapes: without, all count as written), and in Advance if its velocity is not 0 or a coordinate is -0. From the second step
	// on in which no more than one shape of 32 may have, and none came, went or got other attributes, the engine
	// refreshes those alone and decides their pairs alone. Without Canonical and Events all other contacts keep their places.
	// A new contact comes last; where a contact ends, the last one takes its place. The columns that a step returned are
	// therefore for reading only: the next step would return what you write there. DAYLIGHT_CHECK=1 finds such writes. A list that is made in such a scene serves four times as long, and steps in which nothing
	// changes do not count. With Decide, and without a list, steps look at all shapes.
	//
	// A list takes 40 bytes per shape (and up to 16 more once storage was reordered), up to 25 bytes
	// for each place of a shape in a strip, and 8 bytes per candidate; there are about half as many
	// candidates again as without Skin. If there are polygons of 16 lanes or more (9 corners or more),
	// each candidate takes another 4 bytes for the axis that separated it last, unless a column
	// Exclude is set. On a torus a list takes another 32 bytes per shape. Where few shapes change, it takes 4 bytes more per shape and 28 per candidate; with Canonical
	// or Events, the contacts once more. MemoryLimit counts all of that, and Engine.Shrink gives it back. If
	// MemoryLimit or MaxCandidates do not allow a list, steps work without one.
	Skin int

	// EvenSteps has an engine make each list but the first beside the one in use, a part in each step, so that
	// no step takes much longer than the others: at most 1.3 times the median, where a step that makes a list takes 1.6
	// to 2.7 times that; but on average steps take 7 to 23 % longer. It takes a list of four steps or more. Where too many
	// shapes turn back before a list is used, it is made at once, as it is where few shapes change. The contacts are the same, in
	// another order. What a list takes of memory doubles, and sorting takes another 30 bytes per shape.
	EvenSteps bool

	// BruteForce decides every pair that the filters allow, without a broad phase: Collide and Join are
	// tested against it. It finds the same contacts, bit for bit, where distances are above 2^-59 (below
	// that both are within kernels.Bounds), and puts them in canonical order. It runs on the calling
	// goroutine, and looks for no candidates, so that MaxCandidates is refused beside it. Its cost grows with the
	// square of the number of shapes in a world: about 0.13 µs for each pair of mixed shapes, so 7 s for
	// 10,000, where a step takes 3 ms (one core of a Zen 5 server). New refuses it, and so does ModePairs,
	// whose pairs depend on the broad phase.
	BruteForce bool

	// FixedOrder keeps steps from storing their shapes in another order. Otherwise a step of 4,096
	// shapes or more does so whenever neighbours in space have drifted far apart in memory. IDs stay the
	// same, and attached columns follow, but a shape may lie in another slot after the step. Collide and
	// Join, which do not do so, refuse it.
	FixedOrder bool

	// Workers is how many goroutines a step may use, 1 to MaxWorkers; 0 stands for GOMAXPROCS. The
	// contacts do not depend on it. A step takes only as many as are worth it, judging by what the
	// steps before have cost: a step of a few thousand shapes is so short that to wake goroutines
	// would take longer than they save. Stats.Workers says how many it took.
	Workers int

	// Kernels is the name of the kernels to use, "go", "avx2" or "avx512" (see kernels.Variants). If it
	// is empty, they are those that the environment variable DAYLIGHT_KERNELS names, or else the
	// fastest that this processor can run.
	Kernels string

	// MaxCandidates is how many candidates a step may have; a step with more ends with a *LimitError. 0
	// stands for 2^28. MemoryLimit limits the memory that they and the contacts take.
	MaxCandidates int

	// MemoryLimit is how many bytes an engine or a one-off call may take, 1 MiB at least. A call that
	// needs more ends with a *LimitError before it takes them. The shapes themselves belong to the
	// caller and do not count. 0 stands for 4 GiB, or 1 GiB where addresses have 32 bits: the engine does not
	// ask the system what there is.
	//
	// A contact takes 28 bytes (60 with contact points or closest points, 32 with times); as
	// much again with more than one worker, and once more with Canonical; and 60 bytes more with
	// Events. Slices grow by a quarter at a time, or where MemoryLimit leaves ample room to what the step is
	// expected to need, four times as much at most; while they do, the old memory and the new one are both taken.
	MemoryLimit int64

	// OnProgress, if not nil, is called now and then by a long step or one-off call: done of total parts
	// of the work are done; done never decreases. Only one goroutine at a time calls it, and waits for
	// it. If OnProgress, Decide or Omit panics, the call returns a *PanicError.
	OnProgress func(done, total int)

	unhinted bool // for tests: do not remember axes
}

// Columns are columns of one store (see soa.Attach) that steps read, with one entry per shape. nil
// stands for zeros.
//
// ModeSwept finds what shapes meet during Config.Duration, from the poses that they
// have at its start; Engine.Advance moves them by its dt. Steps of other modes read no
// velocities. Write the velocities of the next step before it. A shape whose motion in
// a step of ModeSwept is NaN or out of range is left out, and counted with those in quarantine.
//
// A region (see soa.Shapes.AddRegion) moves as one, by the entries of its ID, which are those of
// its first part; steps that move shapes by the columns write them to its other parts, whatever was
// there, which takes some 35 ns for each part. Shapes with a common soa.Attrs.Body, and the links of a
// soa.Shapes.AddChain, have poses and entries of their own: each turns about its own position.
type Columns struct {
	// VX and VY are the velocity of a shape, in units of the positions per unit of time. In ModeSwept
	// the displacement in a step along each axis may reach 2^100.
	VX, VY *soa.Column[float32]
	// Spin is the rate at which a shape turns about its position, in radians per unit of time,
	// counter-clockwise. Circles ignore it. In ModeSwept the angle of a step may reach 2^10. If it is
	// more than 2^7, about twenty full turns, pairs that pass each other closely may be reported
	// before they touch, or although they do not.
	Spin *soa.Column[float32]
	// Exclude is a filter: two shapes whose entries have a bit in common do not meet, whatever their
	// other filters say. It is applied after the broad phase, and costs a nanosecond or two per
	// candidate. With nil nothing is excluded in that set.
	Exclude *soa.Column[uint8]
}

const (
	// MaxMargin is the greatest absolute margin.
	MaxMargin = 1 << 60
	// SkinAuto, as Config.Skin, makes an engine find out from a sample of the shapes whether a list of
	// candidates pays, and for how many steps, four at least: the denser the shapes, the fewer. If it does not pay, a step takes 1 to
	// 4 % longer than without Skin, and up to 15 % where shapes move far now and then. With fewer than
	// 512 shapes the engine makes no list.
	SkinAuto = -1

	// MaxWorkers is the greatest number of goroutines.
	MaxWorkers = 1024

	defaultMaxCandidates = 1 << 28

	maxSkin     = 1 << 10 // steps that Skin accepts
	minMemory   = 1 << 20
	maxDuration = 1 << 60
)

// config is a Config that has been checked, with its defaults in place.
type config struct {
	mode          Mode
	margin        float32
	open          bool
	workers       int
	table         *isa.Table
	hints         bool // remember axes
	maxCandidates int
	memory        int64
	canonical     bool
	bruteForce    bool
	events        bool
	reorder       bool
	skin          int
	evenSteps     bool
	progress      func(done, total int)
	decide        func(a, b soa.ID, found region.Verdict) region.Verdict
	omit          func(a, b soa.ID) bool
	columns       [2]Columns
	excludes      bool // with a column Exclude
	duration      float32
	period        [2]float64
	circles       *broadphase.Circles // nil if the plane does not close
}

// onTorus reports whether the plane closes.
func (c *config) onTorus() bool { return c.circles != nil }

// call is what a Config is for.
type call struct {
	once bool // not an engine
	join bool
}

// resolve checks a Config and puts its defaults in place.
func (c *Config) resolve(of call) (config, error) {
	if err := c.check(of); err != nil {
		return config{}, err
	}
	r := config{
		mode: c.Mode, margin: float32(c.Margin), open: c.Strict, canonical: c.Canonical, events: c.Events,
		workers: c.Workers, maxCandidates: c.MaxCandidates, memory: c.MemoryLimit,
		skin: c.Skin, evenSteps: c.EvenSteps, reorder: !c.FixedOrder, progress: c.OnProgress, decide: c.Decide, omit: c.Omit,
		columns: [2]Columns{c.Columns, c.Other}, excludes: c.Columns.Exclude != nil || c.Other.Exclude != nil, duration: float32(c.Duration),
		period: [2]float64{c.PeriodX, c.PeriodY},
		hints:  !c.unhinted && !of.once,
	}
	if c.BruteForce {
		r.bruteForce, r.canonical, r.workers = true, true, 1
	}
	r.circles = broadphase.CirclesOf(r.period, r.grow())
	if r.workers == 0 {
		r.workers = min(runtime.GOMAXPROCS(0), MaxWorkers)
	}
	if r.maxCandidates == 0 {
		r.maxCandidates = defaultMaxCandidates
	}
	if r.memory == 0 {
		r.memory = memory.Default
	}
	if r.duration == 0 {
		r.duration = 1
	}
	var err error
	r.table, err = isa.Named(c.Kernels)
	if err != nil && c.Kernels != "" {
		err = &ArgumentError{Problem: fmt.Sprintf("batch.Config{Kernels: %q}: %v", c.Kernels, err), Reason: err}
	}
	return r, err
}

// check refuses values that make no sense, and fields that the call cannot honour.
func (c *Config) check(of call) error {
	switch {
	case c.Mode < ModeContacts || c.Mode > ModeDistance:
		return refuse("Mode", int(c.Mode), "ModeContacts, ModeOverlaps, ModePairs, ModeManifolds, ModeSwept or ModeDistance")
	case math.IsNaN(c.Margin) || math.Abs(c.Margin) > MaxMargin:
		return refuse("Margin", c.Margin, "a finite number up to %g", float64(MaxMargin))
	case c.Workers < 0 || c.Workers > MaxWorkers:
		return refuse("Workers", c.Workers, "1 to %d, or 0 for GOMAXPROCS", MaxWorkers)
	case c.MaxCandidates < 0:
		return refuse("MaxCandidates", c.MaxCandidates, "at least 1, or 0 for the default")
	case c.MemoryLimit != 0 && c.MemoryLimit < minMemory:
		return refuse("MemoryLimit", c.MemoryLimit, "at least %d bytes, or 0 for the default", int64(minMemory))
	case c.Skin != 0 && c.Skin != SkinAuto && (c.Skin < 2 || c.Skin > maxSkin):
		return refuse("Skin", c.Skin, "SkinAuto, 0, or 2 to %d steps", maxSkin)
	case !(c.PeriodX >= 0 && c.PeriodX <= MaxMargin):
		return refuse("PeriodX", c.PeriodX, "a width above 0 and up to %g, or 0 for a plane that does not close along x", float64(MaxMargin))
	case !(c.PeriodY >= 0 && c.PeriodY <= MaxMargin):
		return refuse("PeriodY", c.PeriodY, "a height above 0 and up to %g, or 0 for a plane that does not close along y", float64(MaxMargin))
	case !(c.Duration >= 0 && c.Duration <= maxDuration):
		return refuse("Duration", c.Duration, "a time up to %g, or 0 for 1", float64(maxDuration))
	}
	if period := max(c.PeriodX, c.PeriodY); period > 0 && (c.Mode == ModeSwept || c.Decide != nil || c.BruteForce) {
		return refuse("PeriodX or PeriodY", period, "neither ModeSwept, Decide nor BruteForce beside it: these do not know images of shapes")
	}
	still := Columns{Exclude: c.Other.Exclude}
	switch {
	case c.Strict && !c.Mode.decides():
		return refuse("Strict", true, "another mode than ModePairs, which knows only AABBs")
	case c.Decide != nil && (c.Margin != 0 || !c.Mode.decides()):
		return refuse("Decide", "a function", "margin 0, and another mode than ModePairs: elsewhere no error bound is in question")
	case c.Omit != nil && (!c.Mode.decides() || c.Mode == ModeSwept || c.Skin != 0):
		return refuse("Omit", "a function", "another mode than ModePairs and ModeSwept, and no Skin")
	case c.Mode == ModeSwept && c.Columns.still() && c.Other.still():
		return refuse("Mode", c.Mode, "velocities beside it: Columns: batch.Columns{VX: vx, VY: vy}, columns from soa.Attach[float32]")
	case c.Duration != 0 && c.Mode != ModeSwept:
		return refuse("Duration", c.Duration, "ModeSwept, the only mode in which shapes move during a step; Advance takes a time")
	case c.Skin != 0 && (of.once || !c.Mode.decides() || c.Mode == ModeSwept):
		return refuse("Skin", c.Skin, "an engine, and another mode than ModePairs and ModeSwept: nothing else keeps candidates from step to step")
	case c.EvenSteps && c.Skin == 0:
		return refuse("EvenSteps", true, "Skin beside it, 4 steps or more or SkinAuto: steps without a list are even")
	case c.BruteForce && (!of.once || !c.Mode.decides()):
		return refuse("BruteForce", true, "Collide or Join, and another mode than ModePairs: nothing else can do without a broad phase")
	case c.BruteForce && c.MaxCandidates != 0:
		return refuse("MaxCandidates", c.MaxCandidates, "a broad phase: BruteForce looks for no candidates")
	case c.FixedOrder && of.once:
		return refuse("FixedOrder", true, "an engine: no other call stores shapes in another order")
	case c.Events && of.once:
		return refuse("Events", true, "an engine, which has steps to compare")
	case c.Other != (Columns{}) && !of.join:
		return refuse("Other", "columns of a second set", "a Join, which has one")
	case of.once && c.Mode != ModeSwept && (!c.Columns.still() || c.Other != still):
		return refuse("Columns", "velocities", "ModeSwept: nothing else asks for them in a call that is not an engine's")
	}
	return nil
}

// still reports whether there are no velocities.
func (c *Columns) still() bool { return c.VX == nil && c.VY == nil && c.Spin == nil }

// checkColumns refuses columns of other stores.
func (c *config) checkColumns(src source) error {
	for k, s := range [2]*soa.Shapes{src.first, src.second} {
		m := &c.columns[k]
		for _, col := range []struct {
			name  string
			given bool
			of    *soa.Shapes
		}{
			{"VX", m.VX != nil, m.VX.Shapes()}, {"VY", m.VY != nil, m.VY.Shapes()},
			{"Spin", m.Spin != nil, m.Spin.Shapes()}, {"Exclude", m.Exclude != nil, m.Exclude.Shapes()},
		} {
			if col.given && (s == nil || col.of != s) {
				return unattached([2]string{"Columns", "Other"}[k], col.name)
			}
		}
	}
	return nil
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
