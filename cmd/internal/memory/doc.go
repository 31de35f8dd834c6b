// SPDX-License-Identifier: MIT

// Package memory keeps account of the memory that a run of the program takes.
//
// A Budget is an account with a limit. Code that is about to allocate much reserves the bytes
// first, and gets an error if they are not there. A Go program cannot catch a lack of memory: it
// ends in a dump of all its goroutines, or is killed without a word. The rest of a Budget is the
// MemoryLimit of the library's calls, which count their own memory.
package memory
