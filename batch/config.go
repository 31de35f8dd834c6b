// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/step"
	"daylight/region"
	"daylight/soa"
)

// Config says what an Engine or a one-off call does. The zero value is the default. A call refuses
// a Config with a *daylight.ArgumentError if the value of a field makes no sense, or if it sets a
// field that the call cannot honour.
//
// All workers call Decide and Omit at the same time, and wait for them. Decide covers pairs whose
// separation lies within 1.5 times kernels.Bounds.Separation of 0, the rounding of stored corners
// included. Overlapping pairs are contacts, and touching pairs are contacts unless Strict is set.
// Touching pairs have depth 0; overlapping pairs keep the depth of the engine, or 0 if that is
// negative. In ModeSwept Decide covers pairs that touch at the start. Omit is asked at most once
// for each pair in a step, before anything else is computed about it. Its result must depend on the
// pair alone. Stats.Candidates counts the pairs that it leaves out, and Events reports that a
// contact ends when Omit begins to leave it out.
//
// On a torus (Period) shapes whose positions differ by whole periods lie in the same place. Two
// shapes meet where their nearest images do, so each pair is found once. The normal points from A
// to the nearest image of B. Positions may lie anywhere, and steps do not change them. They are
// rounded to about 2^-49 of the period, and a position many periods away has fewer digits. A shape
// must be smaller than half a period, Margin included, and lie within two periods of its position.
// If one is not, a step returns a *daylight.ArgumentError that names it. A torus costs a copy of
// the AABBs and filters, up to 80 bytes per shape. Separators and solvers without Spin take its
// contacts; Spin, SmoothSeams, push and mtv refuse them.
type Config struct {
	// Mode says how much is found out about each pair.
	Mode Mode

	// Margin is the greatest separation that counts as a contact, in the units of the positions, at
	// most MaxMargin. With a positive margin, depths may be negative. With a negative margin, pairs
	// that overlap by less are no contacts. It is rounded to float32.
	Margin float64

	// Strict makes shapes open sets: a pair whose separation equals the margin, such as two shapes
	// that touch, is not a contact. ModePairs, which knows only AABBs, refuses it.
	Strict bool

	// Decide, if not nil, decides the pairs that float32 cannot decide. It gets the IDs of A and B
	// and the verdict of the engine, which it may return; region.Shape.Compare decides in float64.
	// ModePairs and a Margin other than 0 refuse it.
	Decide func(a, b soa.ID, found region.Verdict) region.Verdict

	// Omit, if not nil, reports which pairs to leave out, such as parts of bodies that were decided
	// as wholes. A < B, except between two sets. ModePairs, ModeSwept and Skin refuse it.
	Omit func(a, b soa.ID) bool

	// Canonical sorts the contacts by A, then B.
	Canonical bool

	// Events makes an engine compare the contacts of every step with those of the step before; see
	// Engine.Events. It takes about 60 bytes per contact. One-off calls refuse it.
	Events bool

	// Period, if it is not 0, makes the plane a torus of that width and height. If one of the two
	// is 0, the plane closes along the other axis alone. ModeSwept, Decide and BruteForce refuse
	// it.
	Period [2]float64

	// Columns are the columns that steps read. Columns[0] belongs to the only or the first set,
	// Columns[1] to the second set of Join and NewJoin.
	Columns [2]Columns

	// Duration is how much time a step of ModeSwept covers, in the unit of the velocities; 0 stands
	// for 1. Other modes refuse it: Advance has an argument for the time.
	Duration float64

	// Skin makes an engine keep candidates for several steps (a Verlet list), as long as that pays;
	// see "Kept candidates" in the package comment. One-off calls, NewJoin, ModePairs and ModeSwept
	// refuse it.
	Skin bool

	// BruteForce has Collide and Join decide every pair that the filters allow, on the calling
	// goroutine and in canonical order: 7 s for 10,000 mixed shapes. Tests compare steps with it.
	// Engines and ModePairs refuse it.
	BruteForce bool

	// FixedOrder keeps steps from storing shapes in another order, as they do from 4,096 shapes on
	// when neighbours in space have drifted apart in memory. Collide, Join and NewJoin never
	// reorder shapes, and refuse it.
	FixedOrder bool

	// Workers is how many goroutines a step may use, 1 to daylight.MaxWorkers; 0 stands for
	// GOMAXPROCS. The contacts do not depend on it. A step takes only as many as pay, by the cost
	// of earlier steps; Stats.Workers says how many.
	Workers int

	// Kernels is the name of the kernels to use, "go", "avx2" or "avx512" (see kernels.Variants).
	// Empty, it is what the environment variable DAYLIGHT_KERNELS names, or else the fastest that
	// this processor can run.
	Kernels string

	// MemoryLimit is how many bytes an engine or a one-off call may take, beside the shapes: 1 MiB
	// at least; 0 stands for 4 GiB, or 1 GiB where addresses have 32 bits. A call that needs more
	// ends with a *daylight.LimitError before it takes the memory.
	MemoryLimit int64

	// OnProgress, if not nil, is called now and then by long calls: done of total parts are done,
	// and done never decreases. One goroutine at a time calls it, and waits. If OnProgress, Decide
	// or Omit panics, the call returns a *daylight.PanicError.
	OnProgress func(done, total int)

	unhinted bool // for tests: do not remember axes
	listLife int  // for tests: for how many steps a list serves, whether it pays or not
}

// Columns are columns of one store (see soa.Attach) with one entry per shape. Steps read them. nil
// stands for zeros.
//
// ModeSwept finds what shapes meet during Config.Duration, from the poses at its start;
// Engine.Advance moves them by its dt. Steps of other modes read no velocities. A shape whose
// motion in a step of ModeSwept is NaN or out of range is left out, and counted with those in
// quarantine.
//
// A region (see soa.Shapes.AddRegion) moves as one, by the entries of its ID; Advance writes them
// to its other parts. Shapes with a common soa.Attrs.Body, and the links of a soa.Shapes.AddChain,
// have poses and entries of their own: each turns about its own position.
type Columns struct {
	// Motion has the velocities of the positions, and the spins about them. In a step of ModeSwept
	// the displacement along each axis may reach 2^100, and the angle 2^10; beyond 2^7, pairs that
	// pass each other closely may be reported early or in vain.
	soa.Motion
	// Exclude is a filter: two shapes whose entries have a bit in common do not meet, even if other
	// filters allow it. It costs a nanosecond or two per candidate.
	Exclude *soa.Column[uint8]
}

const (
	// MaxMargin is the greatest absolute margin.
	MaxMargin = 1 << 60

	maxDuration = 1 << 60
)

// set returns the columns as a step sees them.
func (c *Columns) set() *step.Columns { return (*step.Columns)(c) }
