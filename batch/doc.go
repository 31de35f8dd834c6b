// SPDX-License-Identifier: MIT

// Package batch is the engine. It takes a set of shapes and finds their contacts, in
// parallel, one step after the other.
//
// # A step
//
// Engine.Step runs these phases over the columns of a soa.Shapes:
//
//	refresh   turn outlines that have a new angle, fit AABBs        ranges of slots
//	sort      deal the AABBs into strips, by cell within a strip    ranges of slots
//	sweep     for each strip: find its candidates, and at once      strips
//	          run the kernels on them
//	merge     put the contacts of all strips in order               ranges of contacts
//	reorder   if shapes have drifted apart, store them in order     (rare)
//
// With the option Skin, most steps neither sort nor sweep: see below.
//
// Workers share each phase. The sweep phase handles a strip as a whole: its records are
// gathered once and stay in the second-level cache while the strip is swept and its
// candidates are decided, so candidates never reach main memory. Strips do not depend on
// each other, so workers take them as they come.
//
// Reordering changes slots, which only soa.Shapes.Update shows; IDs stay. With the environment
// variable DAYLIGHT_CHECK=1 every step permutes storage at random, however few shapes there
// are, and what Update has shown is overwritten (numbers with NaN) once it returns. Code
// that relies on slots then goes wrong at once. The answers are the same, in another order.
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
//	                 package mtv lists them, the option Opposing chooses among them
//	hint             the axis that separated a candidate in the step before
//	strip            a horizontal band of the plane that is swept as a whole
//	list             candidates of fattened AABBs, kept for some steps (Skin)
//	leaver, comer    a shape that left its fattened AABB, and came back into the list
//
// # Beside the engine
//
// Package separate pushes shapes apart by the contacts of a step and moves them by their
// velocities. Package mtv lists the MTV candidates of contacts. Package query answers
// questions about the shapes as they stand, package exact decides pairs by exact arithmetic.
// Package tile cuts scenes that are too large into tiles.
//
// # Order and determinism
//
// In every contact A < B by ID. The order of the contacts, and every bit of them, depends
// on the shapes alone: on their content and storage order. It depends neither on kernels,
// nor on the number of workers, on timing, on hints or on earlier steps (but with Skin,
// where the order, and nothing else, depends on what shapes did before). With Canonical the
// contacts are sorted by (A, B) and do not depend on storage order either.
//
// The two shapes of a pair alone decide its contact. AABBs are larger than shapes by more
// than the kernels' rounding error, so the broad phase cannot lose one. Step and BruteForce
// give the same contacts if sizes are above 2^-60: kernels take distances below 2^-62 for
// zero.
//
// # Candidates that are kept
//
// With the option Skin the first step notes where shapes are. The second fattens the AABB of
// each: along the way that it went since, by what its turning can add, and a little all
// around. It sweeps those and keeps the candidates, strip by strip, pairs of a kind together.
// The steps after refresh the shapes, compare each AABB with the fattened one, and run the
// kernels on the list. What touches is decided by the shapes as they are, so a list that has
// more pairs than need be costs time only.
//
// A shape whose AABB is no more inside of the fattened one leaves: its pairs are taken out
// of the list, it is fattened anew, in both directions, and all shapes whose fattened AABBs it meets
// are found in the strips that the list was made of. So do shapes that are new, were given other
// attributes, or come out of quarantine. If more leave in a step than one in 128 and 32, or
// the list has served its time, the next is made.
//
// Storage is put in order only in steps that make a list, which then follows.
//
// # Contact points
//
// ModeManifolds adds where each pair touches, in one or two points. Each has a depth and a
// name that stays the same from step to step; see Contacts.Manifold. Depths, normals and
// order are those of ModeContacts.
//
// # Motion
//
// In ModeSwept shapes move while the step lasts, at a constant velocity and rate of turning
// from the poses that they have; see Motion. The answer is every pair that touches at some
// time of the step, with the first time, so nothing tunnels, however fast it is. Pairs that
// touch at the start are the contacts of ModeContacts, bit for bit, at time 0. To touch for
// a moment is enough, unless shapes are OpenSets. kernels.TimeOfImpactBound says how exact the
// time is: it is found in float64 and rounded to float32 at the end. Shapes that turn are
// found early by up to 2^-19 of their size, never late.
//
// A fast shape costs as much as what it passes. Its AABB covers its motion relative to the
// median shape, so a scene that moves as a whole is as cheap as one at rest. A motion that
// is longer than four sizes along both axes is cut into pieces with an AABB each. A size
// here is that of the shape itself, or of the median shape and the room about it, whichever
// is larger; a piece is two sizes long. A motion has 1024 pieces at most, and all
// together no more than there are shapes and 4096: beyond that, pieces become longer. A
// motion along one axis is one long AABB.
//
// # Distance
//
// In ModeDistance, with a positive margin, contacts are the pairs within the margin, with
// their distance (minus the depth) and their closest points; see Witness.
//
// # Events
//
// With the option Events an engine compares the contacts of every step with those of the
// step before. Engine.Events lists those that begin and end, sorted by (A, B), and says
// where each of the others was.
//
// # Concurrency and memory
//
// An Engine, and the Shapes that it steps, are for one goroutine at a time; a second call
// gets an error. Different engines over different Shapes are independent. A warm step
// allocates nothing with one worker and a small constant for each further worker, never
// anything per shape or pair.
//
// Scratch is about 30 bytes a shape in the broad phase (20 more in ModeSwept, and twice that
// and the filters again while motions are cut), 80 bytes a shape of the most crowded strip
// for each worker, and 28 bytes a contact: 61 with contact points, 44 with closest points, 32
// with times, and twice that with more than one worker. MemoryLimit bounds all of it, by
// default to half of the memory that there is. A call that needs more ends with a
// *MemoryError that says how much.
//
// # A new kind of shape
//
// It begins in package soa (add.go: what is stored; shape.go: what is told of it) with a class
// of kernels.Class. internal/kernels/pose fits its AABB, internal/kernels/pair decides it
// against every other class, in a file for each pair of classes. This package learns of it
// from the class alone: narrow.go sorts candidates by pair of classes and asks the table for
// the function.
//
// # Where things are
//
//	what a margin does to an AABB        grow in batch/options.go
//	where the order of contacts is fixed merge in batch/step.go; with Canonical, batch/sort.go
//	where a pair is decided              internal/kernels/pair, a file for each pair of classes
//	what each instruction set runs       internal/kernels/pair/table_amd64.go
//	how to add an instruction set        kernels/doc.go, its last section
//
// Files of this package call downwards only:
//
//	engine, collide, brute        what a caller calls
//	step                          the phases, and how work is dealt to workers
//	modes                         what each mode does, a row for each
//	swept, places, opposing       what only some modes or options ask for
//	skin, kept, leavers           the list of candidates: when, what, and who leaves it
//	fat                           fattened AABBs
//	narrow, hints, excluding, strip       the way of a pair from a strip to a contact
//	memory, state                 the account of bytes; what workers share and own
//	events, sort, travel          lists of changes; canonical order; AABBs of moving shapes
//	contacts, gathered, points, witness   the columns of an answer
//	options, mode, errors, ...    what all of them use
package batch
