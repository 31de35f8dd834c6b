// SPDX-License-Identifier: MIT

// Package pipeline finds contacts between shapes of tables in pipelines of Apache Beam: the rows of daylight
// collide, a file for each tile.
//
// # Stages
//
//	read     a table for each call: packs of its shapes, a sample of them, and what is to be known of all
//	plan     one plan of tiles, made of all samples (package tile)
//	route    packs are divided among the tiles that their shapes reach, and travel in blocks of 64 KiB
//	tiles    the shapes of a tile become a set again, the engine or the exact answer decides what the tile
//	         owns, and the rows are written
//
// All of these are done by the packages that daylight collide, plan and its shards are made of; a pair belongs
// to one tile, so none is found twice. Which tiles there are depends on the sample, and the rows do not.
//
// Files may be in any file system that the program has linked in; see package filesystem of Beam. One
// call of a DoFn reads a whole table. So a job of many workers needs many tables.
//
// # Errors
//
// What is wrong with a table or a shape fails the bundle; the runner decides what then becomes of the
// pipeline. Ids that are there twice in a world of one table are an error, and those of two tables where the
// shapes meet in a tile.
//
// # Concurrency
//
// The functions that build pipelines are used by one goroutine, as those of Beam are. On a worker the engine
// uses as many goroutines for a tile as Spec.Workers says.
package pipeline
