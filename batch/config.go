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
	// float32 finds to be a contact or cannot decide. A < B, except between two sets. The engine
	// calls Omit at most once for each pair in a step, before it computes anything else about the
	// pair. All workers call it at the same time, like Decide. The result must depend on the pair
	// alone, not on the order of calls. Stats.Candidates also counts the pairs that Omit leaves
	// out. If Omit begins to leave a contact out, Events reports that the contact ends. ModePairs,
	// ModeSwept and Skin refuse Omit.
	Omit func(a, b soa.ID) bool

	// Canonical sorts the contacts by A, then B.
	Canonical bool

	// Events makes an engine keep track of contacts that begin, persist and end; see Engine.Events. It
	// takes about 60 bytes per contact. One-off calls refuse it.
	Events bool

	// Period, if it is not 0, makes the plane a torus of that width and height. Shapes whose
	// positions differ by whole periods lie in the same place. Two shapes meet where their nearest
	// images do, so each pair is found once. If one of the two is 0, the plane closes along the
	// other alone. Positions may lie anywhere, and steps do not change them; a position many
	// periods away has fewer digits within a period. The normal points from A to the nearest image
	// of B, and points are relative to A as elsewhere. A shape must be smaller than half a period,
	// Margin included, and lie within two periods of its position. If one is not, a step returns a
	// *daylight.ArgumentError that names it. Positions are rounded to about 2^-49 of the period, so
	// that it does not matter which images meet. A torus costs a copy of the AABBs and filters, up
	// to 80 bytes per shape, in a step without a list and in one that makes a list.
	//
	// ModeSwept refuses a Period, since a shape may go round the torus in a step and meet another
	// several times. Decide and BruteForce refuse it, since they decide pairs where the shapes are.
	// A separate.Separator takes the contacts of a torus, and so does a solver.Solver without Spin.
	// Spin, SmoothSeams, and packages push and mtv look at positions, and refuse them.
	Period [2]float64

	// Columns are the columns that steps read. Columns[0] belongs to the only or the first set,
	// Columns[1] to the second set of Join and NewJoin.
	Columns [2]Columns

	// Duration is how much time a step of ModeSwept covers, in the unit of the velocities; 0 stands
	// for 1. Other modes refuse it: Advance has an argument for the time.
	Duration float64

	// Skin makes an engine keep candidates for several steps (a Verlet list), as long as that pays.
	// The engine chooses the number of steps, four at least, by the motion of a sample of the
	// shapes. See "Kept candidates" in the package
	// comment. One-off calls, NewJoin, ModePairs and ModeSwept refuse it.
	Skin bool

	// BruteForce decides every pair that the filters allow, without a broad phase: Collide and Join
	// are tested against it. It finds the same contacts, bit for bit, where distances are above
	// 2^-59 (below that both are within kernels.Bounds), and puts them in canonical order. It runs
	// on the calling goroutine. Its cost grows with the square of the number of shapes in a world:
	// about 0.13 µs for each pair of mixed shapes, so 7 s for 10,000, where a step takes 3 ms (one
	// core of a Zen 5 server). Engines refuse it, and so does ModePairs, whose pairs depend on the
	// broad phase.
	BruteForce bool

	// FixedOrder keeps steps from storing their shapes in another order. Without it, a step of
	// 4,096 shapes or more does so whenever neighbours in space have drifted far apart in memory.
	// IDs stay the same, and attached columns follow, but a shape may lie in another slot after the
	// step. Collide, Join and NewJoin never reorder shapes, and refuse FixedOrder.
	FixedOrder bool

	// Workers is how many goroutines a step may use, 1 to daylight.MaxWorkers; 0 stands for
	// GOMAXPROCS. The contacts do not depend on it. A step takes only as many as are worth it,
	// judging by what the steps before have cost: a step of a few thousand shapes is so short that
	// to wake goroutines would take longer than they save. Stats.Workers says how many it took.
	Workers int

	// Kernels is the name of the kernels to use, "go", "avx2" or "avx512" (see kernels.Variants). If it
	// is empty, they are those that the environment variable DAYLIGHT_KERNELS names, or else the
	// fastest that this processor can run.
	Kernels string

	// MemoryLimit is how many bytes an engine or a one-off call may take, 1 MiB at least. A call
	// that needs more ends with a *daylight.LimitError before it takes them. The shapes themselves
	// belong to the caller and do not count. 0 stands for 4 GiB, or 1 GiB where addresses have 32
	// bits: the engine does not ask the system what there is.
	//
	// A contact takes 28 bytes (60 with contact points or closest points, 32 with times); as much
	// again with more than one worker, and once more with Canonical; and 60 bytes more with Events.
	// Slices grow by a quarter at a time. If MemoryLimit leaves ample room, they grow at once to
	// what the step is expected to need, at most fourfold. While a slice grows, the old memory and
	// the new one are both taken.
	MemoryLimit int64

	// OnProgress, if not nil, is called now and then by a long step or one-off call: done of total parts
	// of the work are done; done never decreases. Only one goroutine at a time calls it, and waits for
	// it. If OnProgress, Decide or Omit panics, the call returns a *daylight.PanicError.
	OnProgress func(done, total int)

	unhinted bool // for tests: do not remember axes
	listLife int  // for tests: for how many steps a list serves, whether it pays or not
}

// Columns are columns of one store (see soa.Attach) with one entry per shape. Steps read them. nil
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
	// Motion has the velocities of the positions, and the spins about them. Circles ignore spins.
	// In ModeSwept the displacement in a step along each axis may reach 2^100, and the angle 2^10.
	// If the angle is more than 2^7, about twenty full turns, pairs that pass each other closely
	// may be reported before they touch, or although they do not.
	soa.Motion
	// Exclude is a filter: two shapes whose entries have a bit in common do not meet, whatever their
	// other filters say. It is applied after the broad phase, and costs a nanosecond or two per
	// candidate. With nil nothing is excluded in that set.
	Exclude *soa.Column[uint8]
}

const (
	// MaxMargin is the greatest absolute margin.
	MaxMargin = 1 << 60

	maxDuration = 1 << 60
)

// set returns the columns as a step sees them.
func (c *Columns) set() *step.Columns { return (*step.Columns)(c) }
