// SPDX-License-Identifier: MIT

// Daylight finds which of many 2D shapes touch, how deep, and which way out: a file of
// shapes in, a table of contacts out.
//
//	daylight collide FILE...   find the contacts in tables of shapes
//	daylight tiles FILE...     cut the plane into tiles, for jobs too large for one run
//	daylight query KIND FILE...  ask tables of shapes
//	daylight draw FILE...      draw shapes and contacts as SVG or PNG
//	daylight gen SCENE         write a seeded scene as a table
//	daylight demo              run and draw a scene, no file needed
//	daylight sim SCENE         run a simulation, live in a browser or to files
//	daylight kernels           list the instruction-set variants
//	daylight bench             measure and compare
//
// daylight help formats describes the tables, and --help every command. Exit codes:
// 0 done, 1 --verify found a difference, 2 bad usage or input, too little
// memory, or a result that could not be written, 75 a disk is full, so that the same may be done
// later, 130 interrupted (SIGINT, SIGTERM or SIGHUP; it is how to end sim's live page, and 0 there), 141 the reader of standard output has gone.
// Nothing is left half-written in any case.
package main
