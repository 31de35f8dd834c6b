// SPDX-License-Identifier: MIT

// Package batch is the engine. It finds the contacts within a set of shapes, or between two sets,
// step after step, on several processors at once.
//
//	engine, err := batch.New(shapes, batch.Config{})
//	for range frames {
//		// move shapes
//		contacts, err := engine.Step(ctx)
//		for i, c := range contacts.All() {
//			// moving c.B by c.Depth along (c.NX, c.NY) parts it from c.A
//		}
//	}
//
// Engine.Advance also moves the shapes, by columns of velocities. Config.Mode says how much a step
// finds: overlaps, contacts, contact points, distances, or times of impact. Collide and Join find
// contacts once, without an engine, and NewJoin makes an engine for two sets.
//
// Package separate pushes shapes apart by the contacts of a step, and package solver moves them by
// their velocities. Package push finds how one shape or body has to move, and mtv lists the MTV
// candidates. Package query answers questions, and exact decides pairs by exact arithmetic.
//
// # Order and determinism
//
// In every contact A < B by ID. The contacts, to the bit, depend on the shapes alone. Their order
// depends on the shapes, their order in storage, and earlier steps. Kernels, workers and timing do
// not matter. Canonical sorts the contacts by (A, B).
//
// A contact depends on its two shapes alone: AABBs are larger than shapes by more than the rounding
// error of the kernels, so the broad phase misses none. Config.BruteForce gives the same contacts
// as long as shapes are larger than 2^-60, because kernels take distances below 2^-62 for zero.
//
// # Kept candidates
//
// With Config.Skin an engine keeps candidates for several steps (a Verlet list), as long as that
// pays: if most shapes move little, or evenly. There is no list for fewer than 512 shapes, or if
// MemoryLimit does not allow one. If none pays, steps take 1 to 4 % longer, and up to 15 % where
// shapes move far now and then. Where few shapes change (one of 32 at most), a step without Decide
// looks at those alone (see soa.Live.Wrote). It keeps the places of the other contacts, so callers
// must not write to the columns that a step returned; DAYLIGHT_CHECK=1 finds such writes.
//
// # Concurrency and memory
//
// Only one goroutine at a time may use an Engine and its Shapes; a second call meanwhile returns an
// error. A warm step allocates nothing with one worker, and a small constant amount for each of
// several.
//
// An engine takes about 30 bytes per shape (50 in ModeSwept). Each worker takes 160 kB (230 kB
// where points are found) and 100 to 190 bytes per shape of the most crowded strip. A contact takes
// 28 bytes (60 with points, 32 with times), twice that with several workers, and once more with
// Canonical. A list takes 40 to 75 bytes per shape and 8 to 12 per candidate, twice. MemoryLimit
// limits the sum. Engine.Shrink gives memory back. Large columns use huge pages on Linux.
package batch

// The files of this package hold the exported interface. engine and collide have the calls; config,
// rules, resolve and mode have the settings; contacts, stats and errors have the results; bounds
// cuts a scene into tiles. Package internal/step runs a step, and package internal/verlet keeps
// candidates.
