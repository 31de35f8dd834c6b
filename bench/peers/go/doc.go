// SPDX-License-Identifier: MIT

// Peers measures what a Go program would otherwise use to find contacts, on the scenes
// of package scene, and Daylight beside it.
//
//	go run . --scene boxes --n 10000 --frames 20 --warmup 3
//
// It prints a line of JSON for each measurement, the fields of bench.Peer, on standard
// output and remarks on standard error. Everything runs in one thread. ../README.md
// says how each peer is driven and why its counts differ.
//
// It also serves the groups in other languages, which must see the same bits:
//
//	go run . --scene boxes --n 10000 --write FILE    the scene before its first step
//	go run . --check ../counts.csv FILE...           are the counts in results those expected
//	go run . --table FILE...                         results as tables of times and ratios
package main
