// SPDX-License-Identifier: MIT

// Package batch is the engine: it turns a set of shapes into the contacts between
// them, in parallel, a step at a time.
//
// # A step
//
// Engine.Step runs five phases over the columns of a soa.Shapes:
//
//	refresh   re-rotate what turned, fit AABBs, find the bounds     ranges of slots
//	sort      quantise the AABBs and deal them into strips          ranges of slots
//	sweep     per strip: load, order by cell, sweep, and at once    strips
//	          run the kernels on the candidates found
//	merge     put the contacts of all strips in order               ranges of contacts
//	reorder   when the shapes have drifted, permute their storage   (rare)
//
// What reorder does is to be seen by slot only, inside of soa.Shapes.Update: IDs stay. The
// environment variable DAYLIGHT_CHECK=1 has every step permute storage at random, however
// few shapes there are, and what Update has shown overwritten (with NaN, where a column
// holds numbers) once it returns, so that code which relies on slots goes wrong at once.
// The answers are the same, in another order.
//
// The sweep phase is fused: a strip's records are gathered once, stay in the
// second-level cache while the strip is swept and its candidates are decided, and
// the candidates never reach main memory. Strips are independent of each other, so
// they are also the unit of scheduling.
//
// # Pushing apart
//
// A Separator takes the contacts of a step and moves shapes until they no longer
// overlap, or less: what a crowd or a heap of grains needs between two steps. It does
// not look at the shapes' geometry again, so each of its iterations costs less than a
// step; see Separation for what can be had, velocities that follow among it.
//
// # Order and determinism
//
// In every contact A < B by ID. The order of the contacts, and every bit of them,
// depends on the shapes alone (their content and storage order): not on kernels, not
// on the number of workers, not on timing, not on hints, not on earlier steps. With
// Canonical they are sorted by (A, B) and then do not depend on storage order either.
//
// A contact is a pure function of its pair: the kernels decide it from the two shapes
// alone, and AABBs are inflated by more than the kernels' rounding error, so the
// broad phase cannot lose one. Step and BruteForce give the same contacts, where sizes are
// above 2^-60: kernels take distances below 2^-62 for none, whatever their boxes do.
//
// # Contact points
//
// ModeManifolds adds where each pair touches, in one or two points, with a depth and a
// name each that persists from step to step; see kernels.Manifolds and
// Contacts.Manifold. Depths, normals and order are those of ModeContacts.
//
// # Motion
//
// In ModeSwept shapes move while the step lasts (see Motion), at a constant velocity
// and rate of turning from the poses they have, and the answer is every pair that
// touches at some time of it, with the first time: nothing tunnels, however fast. Pairs
// that touch at the start are the contacts of ModeContacts, bit for bit, at time 0.
// Touching counts, if only for a moment, unless shapes are OpenSets. Among others that meet,
// kernels.ImpactBound says how exact the time is: float64 arithmetic, rounded to float32
// at the end. Shapes that turn are found up to a 2^-19 of their size early, never late.
//
// A fast shape costs what it passes. Its bounds are those of its motion relative to the
// median shape, so that a scene that moves as a whole is as cheap as one at rest; and a
// motion longer than four sizes along both axes, of the shape itself and of the median
// shape with the room about it, takes several places in the strips, one for each two
// sizes (1024 at most, and no more over all than there are shapes and 4096: beyond,
// pieces become coarser). A motion along one axis makes one long box.
//
// # Distance
//
// In ModeDistance, with a positive margin, contacts are the pairs within the margin, with
// their distance (minus the depth) and their closest points; see Witness.
//
// # Events
//
// With the option Events an engine compares the contacts of every step with those of the
// step before: Engine.Events lists those that begin and end, sorted by (A, B), and says
// of all others where they were.
//
// # Concurrency and memory
//
// Only this package starts goroutines. An Engine, and the Shapes it steps, must not
// be used by two goroutines at once; different engines over different Shapes are
// independent. A warm step allocates nothing with one worker and a small constant for
// each further worker (goroutines and errgroup), never anything per shape or pair.
// Scratch is about 30 bytes a shape in the broad phase (20 more in ModeSwept, and twice
// that and the filters again while motions are cut), 80 bytes a shape of the most
// crowded strip for each worker, and 28 bytes a contact, 61 with contact points, 44 with closest points (twice
// that with more than one worker). MemoryLimit bounds all of it, by default to half of the
// memory that there is: what needs more ends with a *MemoryError that says how much.
package batch
