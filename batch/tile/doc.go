// SPDX-License-Identifier: MIT

// Package tile cuts a scene that is too large for one machine, or for its memory, into
// pieces that are answered one by one, anywhere and in any order. Together the answers are
// those of one run over the whole scene, bit for bit.
//
// # How it works
//
// A Plan deals worlds to tiles, and cuts worlds that are too large into rectangles of the
// plane: bands of y, each cut along x. Every point of every world is in one tile.
//
//   - A shape goes to every tile that its Box reaches (Plan.AppendTiles). The Box covers the
//     AABB that the engine uses, grown by half the margin and along the shape's motion, and
//     is a function of the shape alone.
//   - A pair belongs to the tile of its reference point, the larger of both lower corners on
//     each axis (Plan.Owner). Boxes that overlap have that point in common, so both shapes are
//     in that tile, and since tiles do not overlap no other tile has the pair too.
//
// So each tile runs the engine on its shapes, with batch.Excluding for the pairs of other
// tiles (Plan.Early); no pass over all answers is needed to remove doubles. The two shapes of a pair alone decide its contact
// (see package batch), whatever else is in the tile.
//
// That is not so in batch.ModePairs: which AABBs are near enough to be a pair depends on the
// extent of the scene. It is refused (ErrMode).
//
// # Plans
//
// Make makes a plan from a sample of the scene, so that tiles take equal work. Work is
// counted in shapes and in pairs of overlapping boxes. A plan is right for any shapes, also
// for other ones than it was made from: only the balance suffers. It is a small JSON object
// that people may read and edit, see Part.
//
// # Whole jobs
//
// Plan.Collide and Plan.Join do all tiles of shapes in memory, one after the other: the
// reference for everything that does them apart, and faster than one run where a scene is
// far larger than the caches. The program's shards and spills, and the Beam pipeline, do the
// same steps with files between them.
//
// # Concurrency
//
// A Plan and Bounds are read-only once made, and may be used by many goroutines. Collide and
// Join use the shapes as an engine does.
package tile
