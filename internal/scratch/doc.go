// SPDX-License-Identifier: MIT

// Package scratch holds the memory of columns. It sizes slices: those that are filled anew in every
// step and keep their arrays, and large ones, which are put on huge pages. A Budget is an account
// of bytes with a limit: who is about to allocate much reserves the bytes first, since a Go program
// that allocates more than there is cannot catch that.
package scratch
