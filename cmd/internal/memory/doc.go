// SPDX-License-Identifier: MIT

// Package memory keeps account of the memory that a run of the program takes.
//
// A Budget is an account with a limit. Whoever is about to allocate much reserves the bytes first,
// and gets an error instead of memory when they are not there: a Go program that allocates more
// than there is cannot catch that, it ends in a dump of all its goroutines, or is killed without a
// word. What is left of it is the MemoryLimit of the library's calls, which count what they take
// themselves.
package memory
