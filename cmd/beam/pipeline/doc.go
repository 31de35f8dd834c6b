// SPDX-License-Identifier: MIT

// Package pipeline finds contacts between shapes of tables in pipelines of Apache Beam: the rows of daylight
// collide, a file for each tile.
//
// # Stages
//
//	plan     a plan of tiles, made of some shapes of each table (package tile)
//	read     a part of a table: blocks of its shapes for the tiles that these reach, of their ids for lists
//	         by hash, and what is to be known of it
//	know     what is known of all parts together
//	ids      the ids of a list: rows whose id is in their world already
//	leave    such rows, of all lists, which are left out
//	tiles    the shapes of a tile become a set, the engine or the exact answer decides what the tile owns,
//	         and the rows are written
//
// All of these are done by the packages that daylight collide, plan, route and its shards are made of; a pair
// belongs to one tile, so none is found twice. Which tiles there are depends on the sample, and the rows do not.
//
// Objects of Google Cloud Storage are read and written by package filesystem of Beam, all else by the program's own
// package. What is packed, GeoJSON, Arrow and Google's objects are each read by one call of a DoFn, other tables by
// several. So a job of many workers needs many tables of that kind.
//
// # Errors
//
// What is wrong with a table or a shape fails the bundle; the runner decides what then becomes of the
// pipeline. Ids that are there twice in a world are an error before any tile is answered, or with SkipBad
// rows that are left out.
//
// # Concurrency
//
// The functions that build pipelines are used by one goroutine, as those of Beam are. On a worker the engine
// uses as many goroutines for a tile as Spec.Workers says.
package pipeline
