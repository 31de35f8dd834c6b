// SPDX-License-Identifier: MIT

// Package memory keeps account of the memory that columns of one call take: a Budget is an account with
// a limit. Whoever is about to allocate much reserves the bytes first: a Go program that allocates more
// than there is cannot catch that.
package memory
