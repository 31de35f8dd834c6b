// SPDX-License-Identifier: MIT

// Package batch is the engine. It finds the contacts within a set of shapes, or between two sets,
// step after step. A step runs on several processors at once.
//
// # A step
//
// Engine.Step runs these phases over the columns of a soa.Shapes:
//
//	refresh   (in Advance: move and turn the shapes;) turn          ranges of slots
//	          outlines that have a new angle, fit AABBs
//	sort      deal the AABBs into strips, by cell within a strip    ranges of slots
//	sweep     for each strip: find its candidates, and at once      strips
//	          run the kernels on them
//	merge     put the contacts of all strips in order               ranges of contacts
//	reorder   if shapes have drifted apart, store them in order     (rare)
//
// With Config.Skin, most steps neither sort nor sweep: see below. Engine.Advance also moves
// the shapes, by columns of velocities (Columns), as the first part of the refresh phase: a
// thousand shapes at a time are moved, refreshed and compared with their fattened AABBs while they
// are in cache. One worker that uses a list of many shapes does so when the first strip comes that
// has one of the thousand, so that they are still in cache when the strip is decided.
//
// Several workers share the work of each phase. In the sweep phase a worker handles one strip as
// a whole. It gathers the records of the strip once, and they stay in the second-level cache
// while it sweeps the strip and decides its candidates, so candidates never reach main memory.
// Strips do not depend on each other, so each worker takes the next one when it is done with the
// last.
//
// The reorder phase moves shapes to other slots, which only soa.Shapes.Update shows; IDs do not
// change. If the environment variable DAYLIGHT_CHECK=1 is set, every step permutes storage at
// random, however few shapes there are, and when Update returns, the store overwrites what it has
// shown (numbers with NaN). Code that relies on slots then goes wrong at once. The contacts are
// the same, in another order. A step refuses to go on from contacts that the caller has written to.
//
// # Words
//
// docs/glossary.md lists all words of the project. These are the engine's own:
//
//	AABB             axis-aligned bounding box. A margin grows it: by half the margin on each
//	                 side, and a little for rounding
//	candidate        a pair whose AABBs overlap and whose filters let it pass
//	contact          a candidate whose separation is at most the margin
//	separation       the signed distance of two shapes along the best axis
//	depth            minus the separation: how far to move B along the normal to end the overlap
//	manifold         the one or two points at which a contact's shapes touch (ModeManifolds)
//	witness          the closest points of two shapes (ModeDistance)
//	time of impact   when two moving shapes first touch (ModeSwept)
//	MTV candidate    a translation that ends an overlap and is hardly longer than the least:
//	                 package mtv lists them
//	hint             the axis that separated a candidate in the step before
//	strip            a horizontal band of the plane that is swept as a whole
//	list             candidates of fattened AABBs, kept for some steps (Skin)
//	entry            a shape that escaped from its fattened AABB, or is new, and was entered in the
//	                 list alone
//
// # Beside the engine
//
// Package separate pushes shapes apart by the contacts of a step, and package solver moves them by
// their velocities. Package push finds how one shape or body has to move, and package mtv lists the
// MTV candidates of contacts. Package query answers questions about the shapes as they stand, and
// package exact decides pairs by exact arithmetic. Bounds holds boxes that cut a scene that is too
// large for one run into tiles.
//
// # Order and determinism
//
// In every contact A < B by ID. The contacts, to the bit, and their order depend on the shapes
// alone: on what they are and on the order in which they are stored. They do not depend on
// kernels, the number of workers, timing, hints or earlier steps. Skin is an exception: with it
// the order of the contacts, and nothing else, depends on what shapes did in earlier steps. With
// Canonical the contacts are sorted by (A, B), and then their order does not depend on storage
// order or on Skin.
//
// The contact of a pair depends on the two shapes alone. AABBs are larger than their shapes by
// more than the rounding error of the kernels, so the broad phase cannot miss a contact. A step with
// a broad phase and Config.BruteForce give the same contacts as long as shapes are larger than 2^-60, because kernels take
// distances below 2^-62 for zero.
//
// # Candidates that are kept
//
// With Config.Skin an engine keeps candidates. A sample of the shapes shows first whether a list
// pays, and for how many steps: four at least, and fewer if shapes are dense. If it does not pay,
// steps take 1 to 4 % longer than without, and up to 15 % where shapes move far now and then. With
// fewer than 512 shapes there is no list. Lists pay if most shapes move little, or evenly, from
// step to step. Stats.SkinAge says what a step did.
//
// To make a list, a step notes where shapes are, and a later one fattens the AABB of each shape:
// along its motion since then, by as much as its turning can add, and a little on all sides. It
// sweeps the fattened AABBs and keeps the candidates, strip by strip, with the pairs of the same
// classes together. The following steps refresh the shapes, compare the AABB of each with the
// fattened one, and run the kernels on the list. The kernels decide the shapes as they are now, so
// a list with more pairs than necessary costs only time. Each list but the first is made beside the
// one in use, a part in each step, so that no step takes much longer than the others.
//
// If the AABB of a shape is no longer inside its fattened one, the shape has escaped. The step
// removes its pairs, fattens its AABB anew, forwards and backwards along its motion, and enters it
// in the list again: it finds all shapes whose fattened AABBs meet the new one, in the strips from
// which the list was made. It does the same for shapes that are new, were given other attributes,
// or come out of quarantine. The step makes a new list at once if more than 32 shapes plus a 128th
// of all escape, or if there are so many entries that looking for their pairs would take longer
// than to sweep. If lists do not live long, the engine does without them for a while.
//
// The contacts are the same, to the bit, as without Skin, but in another order: first those of the
// list, strip by strip in the order of the step that made it, within a strip by pair of classes;
// then those of the shapes that escaped, in the order in which they did. The order depends on the
// shapes and on what they did before, not on kernels, hints or the number of workers. With
// Canonical it is the same as without Skin, too.
//
// Where few shapes change from step to step, a step does next to nothing for the others. A shape
// may have changed if somebody wrote to it since the last step, by ID or in soa.Shapes.Update
// (soa.Live.Wrote says to which; without it, all count as written), and in Advance if its velocity
// is not 0 or a coordinate is -0. In a quiet step at most one shape of 32 may have changed, and no
// shape was added, removed or given other attributes. From the second quiet step in a row, the
// engine refreshes only the shapes that may have changed, and decides only their pairs. It keeps
// the pairs of each shape as linked lists, with the place of each pair among the contacts. Without
// Canonical and Events all other contacts keep their places: a new contact comes last, and where a
// contact ends, the last one takes its place. So callers must not write to the columns that a step
// returned; DAYLIGHT_CHECK=1 finds such writes. A list that is made in such a scene serves four
// times as long, and steps in which nothing changes do not count. With Decide, and without a list,
// steps look at all shapes.
//
// On a torus a list also has the images of fattened AABBs at the seams. The engine follows a shape
// across a seam without entering it anew; it does the same if the caller moves a shape by up to
// eight whole periods. If a fattened AABB is not smaller than half a period, the AABB itself takes
// its place. If that happens to most shapes, a list does not pay.
//
// A list takes 40 bytes per shape (and up to 16 more once storage was reordered), up to 25 bytes
// for each place of a shape in a strip, and 8 bytes per candidate; there are about half as many
// candidates again as without a list. The next list takes as much, and 30 bytes per shape to sort
// it. If there are polygons of 16 lanes or more (9 corners or more), each candidate takes another 4
// bytes for the axis that separated it last, unless a column Exclude is set. On a torus a list
// takes another 32 bytes per shape. Where few shapes change, it takes 4 bytes more per shape and 28
// per candidate; with Canonical or Events, the contacts once more. MemoryLimit counts all of that,
// and Engine.Shrink gives it back. If MemoryLimit does not allow a list, steps work without one.
//
// The reorder phase runs only in steps that make a list at once or use none, and the list then
// follows the new order.
//
// # Contact points
//
// ModeManifolds also finds where each pair touches, in one or two points. Each point has a depth,
// and a name that stays the same from step to step; see Point. Depths, normals and
// order are the same as in ModeContacts.
//
// # Motion
//
// In ModeSwept shapes move during the step, from the poses that they have at its start, each at a
// constant velocity and rate of turning; see Columns. The step finds every pair that touches at
// some time during the step, and the first time at which it does. So nothing passes through
// anything, however fast it is. Pairs that touch at the start are the contacts of ModeContacts,
// bit for bit, at time 0. It is enough that two shapes touch for a moment, unless
// Config.Strict is set. kernels.Bounds.Impact says how exact times are: a time is computed in
// float64 and rounded to float32 at the end. If shapes turn, they may be reported up to 2^-19 of
// their size before they touch, but never later.
//
// What a fast shape costs depends on how many shapes it passes. Its AABB covers its motion
// relative to the median shape, so a scene that moves as a whole costs no more than one at rest.
// A motion that is longer than four sizes along both axes is cut into pieces of two sizes, each
// with an AABB of its own. A size is that of the shape itself, or that of the median shape with
// the space around it, whichever is larger. A motion is cut into 1024 pieces at most, and all
// motions together into no more than 4096 plus the number of shapes; beyond that, pieces are
// longer. A motion along one axis has one long AABB.
//
// # Distance
//
// In ModeDistance with a positive margin, contacts are all pairs that are no farther apart than
// the margin, with their distance (which is minus the depth) and their closest points; see Point.
//
// # Events
//
// With Config.Events an engine compares the contacts of every step with those of the step
// before. Engine.Events lists the contacts that begin and those that end, sorted by (A, B), and
// says at which place each of the others was before.
//
// # Concurrency and memory
//
// Only one goroutine at a time may use an Engine and its Shapes; a second call meanwhile returns
// an error. Different engines over different Shapes are independent. Once an engine has made some
// steps, a step with one worker allocates nothing, and a step with more workers allocates a small
// constant amount for each of them, but nothing for shapes or pairs.
//
// An engine takes about 30 bytes per shape for the broad phase (in ModeSwept 20 more, and while
// motions are cut into pieces, twice as much and the filters once more), for each worker 160 kB
// (230 kB where points are found) and 100 to 190 bytes per shape of the most crowded strip, and 28
// bytes per contact (60 with contact points or closest points, 32 with times; twice that with more
// than one worker). "Candidates that are kept" says what a list takes. MemoryLimit limits the sum,
// by default to 4 GiB. A call that needs more ends with a *daylight.LimitError that says how much.
// An engine keeps the memory that its largest step took; Engine.Shrink gives it back. On Linux,
// columns of 4 MB and more ask the system for huge pages, with which a step of a million shapes is
// faster; memory is then handed out 2 MB at a time, and that stays so at these addresses once the
// columns are freed.
package batch

// The files of this package hold the exported interface. engine and collide have the calls; config,
// rules, resolve and mode have the settings; contacts, stats and errors have the results; bounds
// cuts a scene into tiles. Package internal/step runs a step, and package internal/verlet keeps
// candidates.
