// SPDX-License-Identifier: MIT

// Package memory says how much memory this process may use, and keeps account of what it
// does use.
//
// Total asks the operating system: the memory that is free now, the limits of the control
// groups that the process is in (versions 1 and 2, every level of them), the limit of its
// address space, and GOMEMLIMIT; the least of them counts. Data may take a share of it only,
// so that the garbage collector has room to work in: ForEngine says which.
//
// A Budget is an account with a limit. Whoever is about to allocate much reserves the bytes
// first, and gets an error instead of memory when they are not there: a Go program that
// allocates more than there is cannot catch that, it ends in a dump of all its goroutines,
// or is killed without a word.
//
// Well-kept libraries do parts of this (automemlimit reads control groups, and sets
// GOMEMLIMIT from them). The engine has two dependencies by rule, so it reads the few
// files itself.
package memory
