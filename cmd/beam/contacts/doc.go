// SPDX-License-Identifier: MIT

// Package contacts finds contacts between convex shapes in pipelines of Apache Beam: a transform
// takes a PCollection<Shape> and returns a PCollection<Contact>.
//
//	found := contacts.Collide(s, shapes, contacts.InMode(batch.ModeManifolds), contacts.Margin(2))
//	pairs := contacts.Join(s, people, walls, contacts.Tiles(256))
//
// What is found is what batch.Collide and batch.Join find with all shapes in one store, added in
// order of their IDs: the same bits, whatever the runner, its number of workers, the order in
// which elements come, and however often it runs a bundle again.
//
// # How it works
//
// A transform puts the shapes of a bundle together in packs, and draws a sample of them. It makes a
// plan from the samples that cuts the plane, and the worlds, into tiles of about equal work (package
// tile), and sends each shape to the tiles that it reaches. A GroupByKey puts the shapes of a tile together. Then the engine, package batch, does
// whole tiles, each in one call of a DoFn. A pair belongs to one tile, so no contact is found
// twice.
//
// Shapes of one bundle travel together, about a thousand in a pack, and in blocks of 64 KiB to their
// tiles. So the runner moves a few thousand large elements and not a million small ones.
//
// # Elements
//
// Shape and Contact are plain structs, for which Beam makes schemas and coders. IDs must differ
// within a PCollection. That two shapes have the same ID is an error if they meet in a tile, and
// else is not seen. A shape that package soa refuses is an error, too. Errors fail the bundle; the
// runner decides what then becomes of the pipeline. A shape whose motion is out of range has no
// contacts.
//
// # Windows
//
// Shapes meet only within a window: each window is a scene of its own. Both PCollections of a join
// need the same windows. In other windows than the global one, the option Plan is needed, since a plan
// is one for all windows, and each shape travels by itself, which is slower.
//
// # Metrics
//
// In the namespace daylight there are the counters shapes, copies (each shape counts once for each
// tile that it reaches), shapes without a box, tiles, candidates, contacts and undecided, and
// the distribution "shapes per tile". Those of bundles that are run again count again on some
// runners.
//
// # Concurrency
//
// The functions that build pipelines are used by one goroutine, as those of Beam are. On a worker
// the engine uses as many goroutines per tile as the option Workers says.
package contacts
